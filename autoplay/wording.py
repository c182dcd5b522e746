"""Numbers, times and cells as text for messages and reports, and HTML pages from
templates, with pictures in them."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from solvers.cells import Cell

if TYPE_CHECKING:
    from jinja2 import Environment
    from markupsafe import Markup

    from vision.image import Image

MORE_OPTIONS: Final = "More options"
"""Panel of rare options, which only the long help of a command shows, as it does those of games."""

HINT_LEVELS: Final = 4
"""Levels of a hint: where to look, at which cells, why, and what to do."""

QUALITY: Final = 80
"""Quality of WebP in percent: a fifth of the bytes of PNG, and lines stay sharp."""


def coordinates(cells: Collection[Cell]) -> str:
    """Return sorted cells as a list that Python and JSON can read: ``[[0,3],[0,5]]``."""
    return "[" + ",".join(f"[{row},{col}]" for row, col in sorted(cells)) + "]"


def did_you_mean(word: str, names: Iterable[str], prefix: str = "") -> str:
    """Return a question after a message that the word is unknown, with a space before it; "" if no
    name is similar. ``prefix`` stands before each name."""
    from difflib import get_close_matches

    bare = {name.lstrip("-"): name for name in names}  # dashes would make any two options similar
    found = get_close_matches(word.lower().lstrip("-"), bare, n=2)
    return f" Did you mean {' or '.join(prefix + bare[name] for name in found)}?" if found else ""


def cut_out(image: Image, box: Sequence[int] | None, margin: float) -> Image:
    """Return the part of a picture in a box (x0, y0, x1, y1), with a margin round it that is this
    share of its longer side; the whole picture without a box."""
    if not box:
        return image
    x0, y0, x1, y1 = box
    around = round(margin * max(x1 - x0, y1 - y0))
    return image[max(0, y0 - around) : y1 + around, max(0, x0 - around) : x1 + around]


def embed_picture(image: Image, most_px: int, text: str) -> Markup:
    """Return the picture as an ``img`` element, at most ``most_px`` on its longer side; ``text``
    describes it."""
    import cv2
    from markupsafe import Markup

    height, width = image.shape[:2]
    factor = most_px / max(height, width)
    shrunk: Any = image
    if factor < 1:
        size = (max(1, round(width * factor)), max(1, round(height * factor)))
        shrunk = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    _, data = cv2.imencode(".webp", shrunk, [cv2.IMWRITE_WEBP_QUALITY, QUALITY])
    element = Markup('<img loading="lazy" alt="{}" src="data:image/webp;base64,{}">')
    return element.format(text, b64encode(data.tobytes()).decode())


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
