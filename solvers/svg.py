"""What drawings are made of: shapes with a look that prints, and a class by which a page can give them another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import accumulate
from typing import Final

CELL: Final = 20
"""Side of a cell, in units of the drawing."""
MARGIN: Final = 2
"""Round a drawing, so that a border on its edge is drawn whole."""
SHOWN: Final = 1.6
"""CSS px for each unit where nobody says otherwise: a cell is then as large as on most puzzle pages."""
MOST_SHOWN: Final = 10_000
"""Cells of boards that a notebook is given: it is slow with more of them, and they are too small to see."""

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
"""Class of a shape → what it looks like where no style sheet says otherwise: told apart without colours."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """A drawing: elements of SVG on a sheet of ``width`` by ``height`` units, and in words what it shows."""

    shapes: tuple[str, ...]
    width: float
    height: float
    title: str = ""

    def svg(self, scale: float = SHOWN) -> str:
        """The text of an SVG document, shown with so many CSS px a unit unless a style sheet says otherwise."""
        width, height = self.width + 2 * MARGIN, self.height + 2 * MARGIN
        view = f"{-MARGIN} {-MARGIN} {number(width)} {number(height)}"
        paper = shape("rect", "paper", x=-MARGIN, y=-MARGIN, width=width, height=height)
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{number(width * scale)}" '
            f'height="{number(height * scale)}" role="img">{title}{paper}{"".join(self.shapes)}</svg>'
        )

    def _repr_svg_(self) -> str:
        """The drawing, for Jupyter."""
        return self.svg()


def tiled(drawings: Sequence[Drawing], columns: int, gap: float = CELL, title: str = "") -> Drawing:
    """Several drawings as one, row by row in so many columns, each as wide as its widest, and with a gap between."""
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
    """Where each of these begins if they follow each other, and where one after them would."""
    return [0, *accumulate(size + gap for size in sizes)]


def for_notebook(cells: int, draw: Callable[[], Drawing]) -> str | None:
    """The SVG text of so many cells as Jupyter asks for it; None, so that it shows the words, of far too many."""
    return draw().svg() if cells <= MOST_SHOWN else None


def shape(element: str, kind: str, look: str = "", **attributes: float | str) -> str:
    """An empty element of one of LOOKS, or with a look of its own."""
    return f"{_opened(element, kind, look, attributes)}/>"


def text(words: str, kind: str, x: float, y: float, size: float) -> str:
    """Words in the middle of a point (x, y)."""
    return f"{_opened('text', kind, '', {'x': x, 'y': y, 'font-size': size})}>{escape(words)}</text>"


def framed(x: float, y: float) -> str:
    """A frame inside the cell whose middle is at (x, y)."""
    side = CELL - 4
    return shape("rect", "framed", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=2)


def number(value: float) -> str:
    """A number in few characters."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _opened(element: str, kind: str, look: str, attributes: Mapping[str, float | str]) -> str:
    said = (f'{name}="{value if isinstance(value, str) else number(value)}"' for name, value in attributes.items())
    return " ".join([f'<{element} class="{kind}"', look or LOOKS[kind], *said])
