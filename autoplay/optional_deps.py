"""Packages that only an extra of this one brings."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from autoplay.errors import ExtraMissing


@contextmanager
def extra(name: str) -> Iterator[None]:
    """Turns an import in the block that fails into ExtraMissing, which tells how to install the extra of this name."""
    try:
        yield
    except ModuleNotFoundError as error:
        from autoplay.install_hints import bring

        what = f"{error.name} is not installed, which the extra {name} brings"
        raise ExtraMissing(what, hint=bring(name)) from error
