"""Numbers, times and cells as text for messages and reports, and HTML pages from templates."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from solvers.cells import Cell

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

MORE_OPTIONS: Final = "More options"
"""Panel of rare options, which only the long help of a command shows, as it does those of games."""


def count(number: int, noun: str, plural: str = "") -> str:
    """Return a number with its noun: ``1 star``, ``2 stars``; ``plural`` is for nouns with an
    irregular plural."""
    return f"{number} {noun if number == 1 else plural or f'{noun}s'}"


def coordinates(cells: Collection[Cell]) -> str:
    """Return sorted cells as a list that Python and JSON can read: ``[[0,3],[0,5]]``."""
    return "[" + ",".join(f"[{row},{col}]" for row, col in sorted(cells)) + "]"


def did_you_mean(word: str, names: Iterable[str]) -> str:
    """Return a question after a message that the word is unknown, with a space before it; "" if no
    name is similar."""
    from difflib import get_close_matches

    bare = {name.lstrip("-"): name for name in names}  # dashes would make any two options similar
    found = get_close_matches(word.lower().lstrip("-"), bare, n=2)
    return f" Did you mean {' or '.join(bare[name] for name in found)}?" if found else ""


def render_page(package: str, template: str, **values: Any) -> Markup:
    """Return an HTML page from the folder ``templates`` of a package; values are escaped unless
    they are Markup."""
    from markupsafe import Markup

    return Markup(_template_environment(package).get_template(template).render(values))


@cache
def _template_environment(package: str) -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
