"""SVG primitives: shapes that print well, each with a class so that a page can restyle it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Final

CELL: Final = 20
"""Side of a cell, in units of the drawing."""
MARGIN: Final = 2
"""Margin around a drawing: room for the full width of a border on its edge."""
SHOWN: Final = 1.6
"""Default CSS px per unit: a cell is then as large as on most puzzle pages."""
MOST_SHOWN: Final = 10_000
"""Maximum number of cells that a notebook shows as a drawing: more are slow, and too small to see."""

LOOKS: Final[Mapping[str, str]] = {
    "paper": 'fill="#fff"',
    "wall": 'fill="#333"',
    "hair": 'fill="none" stroke="#9a9a9a" stroke-width=".6"',
    "edge": 'fill="none" stroke="#000" stroke-width="2.4" stroke-linecap="square"',
    "star": 'fill="#000"',
    "either": 'fill="#fff" stroke="#000"',
    "cross": 'fill="none" stroke="#555" stroke-width="1.4" stroke-linecap="round"',
    "dot": 'fill="#555"',
    "unlit": 'fill="#fff" stroke="#777"',
    "lit": 'fill="#ffc533" stroke="#000" stroke-width="1.4" stroke-linecap="round"',
    "press": 'fill="#17307a"',
    "peg": 'fill="#3a3a3a"',
    "hole": 'fill="#fff" stroke="#777"',
    "jump": 'fill="none" stroke="#d6006c" stroke-width="2" stroke-linejoin="round"',
    "halo": 'fill="none" stroke="#fff" stroke-width="4.5"',
    "number": 'fill="#222" font-family="sans-serif" text-anchor="middle" dominant-baseline="central"',
    "inverse": 'fill="#fff" font-family="sans-serif" text-anchor="middle" dominant-baseline="central"',
    "framed": 'fill="none" stroke="#c62b2b" stroke-width="3"',
}
"""Class of a shape → its default attributes, which differ even without colours."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """SVG elements on a sheet of ``width`` by ``height`` units; ``title`` describes them."""

    shapes: tuple[str, ...]
    width: float
    height: float
    title: str = ""

    def svg(self, scale: float = SHOWN) -> str:
        """Return an SVG document with ``scale`` CSS px per unit, unless a style sheet sets another size."""
        width, height = self.width + 2 * MARGIN, self.height + 2 * MARGIN
        view = f"{-MARGIN} {-MARGIN} {number(width)} {number(height)}"
        paper = shape("rect", "paper", x=-MARGIN, y=-MARGIN, width=width, height=height)
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{number(width * scale)}" '
            f'height="{number(height * scale)}" role="img">{title}{paper}{"".join(self.shapes)}</svg>'
        )

    def _repr_svg_(self) -> str:
        """Return the drawing for Jupyter."""
        return self.svg()


def tiled(drawings: Sequence[Drawing], columns: int, gap: float = CELL, title: str = "") -> Drawing:
    """Combine drawings into one, row by row, with columns as wide as their widest drawing and gaps between them."""
    rows = [drawings[start : start + columns] for start in range(0, len(drawings), columns)]
    lefts = _starts(
        [max(one.width for one in drawings[col::columns]) for col in range(min(columns, len(drawings)))], gap
    )
    tops = _starts([max(one.height for one in row) for row in rows], gap)
    shapes = (
        f'<g transform="translate({number(left)} {number(top)})">{"".join(one.shapes)}</g>'
        for row, top in zip(rows, tops, strict=False)
        for one, left in zip(row, lefts, strict=False)
    )
    return Drawing(tuple(shapes), lefts[-1] - gap, tops[-1] - gap, title)


def _starts(sizes: Sequence[float], gap: float) -> list[float]:
    """Return the start of each of these sizes when placed one after another, and of one more."""
    return [0, *accumulate(size + gap for size in sizes)]


def for_notebook(cells: int, draw: Callable[[], Drawing]) -> str | None:
    """Return the SVG document for Jupyter, or None if there are too many cells, which makes Jupyter show the repr."""
    return draw().svg() if cells <= MOST_SHOWN else None


def shape(element: str, kind: str, look: str = "", **attributes: float | str) -> str:
    """Return an empty element styled like one of LOOKS, or by its own ``look``."""
    return f"{_opened(element, kind, look, attributes)}/>"


def text(words: str, kind: str, x: float, y: float, size: float) -> str:
    """Return text centred at the point (x, y)."""
    return f"{_opened('text', kind, '', {'x': x, 'y': y, 'font-size': size})}>{escape(words)}</text>"


def framed(x: float, y: float) -> str:
    """Return a frame inside the cell centred at (x, y)."""
    side = CELL - 4
    return shape("rect", "framed", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=2)


def number(value: float) -> str:
    """Return a number with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _opened(element: str, kind: str, look: str, attributes: Mapping[str, float | str]) -> str:
    said = (f'{name}="{value if isinstance(value, str) else number(value)}"' for name, value in attributes.items())
    return " ".join([f'<{element} class="{kind}"', look or LOOKS[kind], *said])
