"""Imports of packages that only an extra of this package installs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from autoplay.errors import ExtraMissing
from autoplay.install_hints import extra_hint


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turn a failed import in the block into ExtraMissing, whose hint is the command that installs the extra."""
    try:
        yield
    except ModuleNotFoundError as error:
        what = f"{error.name} is not installed; it comes with the extra {name}"
        raise ExtraMissing(what, hint=extra_hint(name)) from error
