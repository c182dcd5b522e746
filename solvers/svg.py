"""SVG primitives: shapes that print well, each with a class so that a page can restyle it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from os import PathLike
from pathlib import Path
from typing import Final

from solvers.cells import Cell
from solvers.errors import BadNotation

CELL: Final = 20
"""Side of a cell, in units of the drawing."""
DRAWING_MARGIN: Final = 2
"""Margin around a drawing: room for the full width of a border on its edge."""
SHOWN_SCALE: Final = 1.6
"""Default CSS px per unit: a cell is then as large as on most puzzle pages."""
MOST_SHOWN: Final = 10_000
"""Maximum cells of a drawing in a notebook: more are slow, and too small to see."""

_CENTRED = 'font-family="sans-serif" text-anchor="middle" dominant-baseline="central"'

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
    "number": f'fill="#222" {_CENTRED}',
    "inverse": f'fill="#fff" {_CENTRED}',
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

    def svg(self, scale: float = SHOWN_SCALE) -> str:
        """Return an SVG document with ``scale`` CSS px per unit, unless a style sheet sets another
        size.
        """
        width = self.width + 2 * DRAWING_MARGIN
        height = self.height + 2 * DRAWING_MARGIN
        size = f'width="{format_number(width * scale)}" height="{format_number(height * scale)}"'
        view = f"{-DRAWING_MARGIN} {-DRAWING_MARGIN} {format_number(width)} {format_number(height)}"
        title = f"<title>{escape(self.title)}</title>" if self.title else ""
        # White paper: a dark page of a notebook would swallow black lines.
        paper = draw_shape(
            "rect", "paper", x=-DRAWING_MARGIN, y=-DRAWING_MARGIN, width=width, height=height
        )
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size} role="img">'
            f"{title}{paper}{''.join(self.shapes)}</svg>"
        )

    def _repr_svg_(self) -> str:
        """Return the drawing for Jupyter."""
        return self.svg()


class Drawable(ABC):
    """Base of puzzles and solutions, which can be drawn."""

    __slots__ = ()

    @abstractmethod
    def drawing(self) -> Drawing:
        """Draw it."""

    @property
    def cells_drawn(self) -> int:
        """Number of cells of the drawing, of a kind that may have too many for a notebook."""
        return 0

    def to_svg(self) -> str:
        """Return it as an SVG document."""
        return self.drawing().svg()

    def _repr_svg_(self) -> str | None:
        """Return the drawing for Jupyter; None, so that it shows the repr, if it is too large."""
        return self.to_svg() if self.cells_drawn <= MOST_SHOWN else None

    def save(self, path: str | PathLike[str]) -> None:
        """Write it as an SVG file.

        Raises BadNotation if the name ends in anything but .svg, OSError.
        """
        file = Path(path)
        if file.suffix.lower() != ".svg":
            raise BadNotation(
                f"{file} does not end in .svg",
                hint="a name such as board.svg; autoplay draw for PNG",
            )
        file.write_text(self.to_svg(), "utf-8")


def tiled(drawings: Sequence[Drawing], columns: int, gap: float = CELL, title: str = "") -> Drawing:
    """Combine drawings into one, row by row, with gaps between them.

    A column is as wide as its widest drawing, and a row as high as its highest.
    """
    shapes: list[str] = []
    width = 0.0
    top = 0.0
    for start in range(0, len(drawings), columns):
        row = drawings[start : start + columns]
        left = 0.0
        for column, drawing in enumerate(row):
            shapes.append(move_shapes(drawing.shapes, left, top))
            left += max(other.width for other in drawings[column::columns]) + gap
        width = max(width, left - gap)
        top += max(drawing.height for drawing in row) + gap
    return Drawing(tuple(shapes), width, top - gap, title)


def draw_shape(element: str, kind: str, look: str = "", **attributes: float | str) -> str:
    """Return an empty element styled like one of LOOKS, or by its own ``look``."""
    return f"{_open_tag(element, kind, look, attributes)}/>"


def draw_text(words: str, kind: str, x: float, y: float, size: float) -> str:
    """Return text centred at the point (x, y)."""
    place = {"x": x, "y": y, "font-size": size}
    return f"{_open_tag('text', kind, '', place)}>{escape(words)}</text>"


def draw_frame(middle: tuple[float, float]) -> str:
    """Return a frame inside the cell centred at this point."""
    x, y = middle
    side = CELL - 4
    return draw_shape(
        "rect", "framed", x=x - side / 2, y=y - side / 2, width=side, height=side, rx=2
    )


def draw_frames(cells: Iterable[Cell], rows: int, cols: int) -> list[str]:
    """Return a frame for each of these cells that is on a square board of this size."""
    on_board = [(row, col) for row, col in sorted(cells) if row < rows and col < cols]
    return list(map(draw_frame, map(cell_middle, on_board)))


def cell_middle(cell: Cell) -> tuple[float, float]:
    """Return (x, y) of the middle of a cell of a square board."""
    row, col = cell
    return (col + 0.5) * CELL, (row + 0.5) * CELL


def move_shapes(shapes: Iterable[str], right: float, down: float) -> str:
    """Return the shapes as a group, moved to the right and down."""
    place = f"{format_number(right)} {format_number(down)}"
    return f'<g transform="translate({place})">{"".join(shapes)}</g>'


def join_points(points: Iterable[tuple[float, float]]) -> str:
    """Return the path that joins some points by straight lines."""
    return "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points)


def format_number(value: float) -> str:
    """Return a number with at most two decimals and no trailing zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _open_tag(element: str, kind: str, look: str, attributes: Mapping[str, float | str]) -> str:
    words = [f'<{element} class="{kind}"', look or LOOKS[kind]]
    for name, value in attributes.items():
        shown = value if isinstance(value, str) else format_number(value)
        words.append(f'{name}="{shown}"')
    return " ".join(words)
