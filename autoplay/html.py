"""HTML pages from Jinja templates."""

from __future__ import annotations

from functools import cache
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup


def render(package: str, template: str, **values: Any) -> Markup:
    """Return a page from the folder ``templates`` of a package; values are escaped unless they are Markup."""
    return Markup(_environment(package).get_template(template).render(values))


@cache
def _environment(package: str) -> Environment:
    return Environment(
        loader=PackageLoader(package), autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
