"""The templates of the practice site's pages, by name."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from string import Template


def fill(name: str, **values: str) -> str:
    """A template with its values, which are HTML."""
    return _template(name).substitute(values)


@cache
def _template(name: str) -> Template:
    return Template(files("autoplay.practice").joinpath("templates", f"{name}.html").read_text(encoding="utf-8"))
