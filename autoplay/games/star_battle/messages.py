"""Boards of stars and their borders as a person is told of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from autoplay.report.text import count

if TYPE_CHECKING:
    from vision import Border, Reading

MOST_MARGIN: Final = 99.99
"""What is told of a border that a person vouches for, or that nothing speaks against: its margin has no end."""


def said(reading: Reading, stars: str) -> str:
    """Size, what there is to say of the stars, and marks."""
    parts = [f"{reading.rows}x{reading.cols}", stars, count(len(reading.marks), "mark")]
    return ", ".join(filter(None, parts))


def border_row(border: Border) -> dict[str, object]:
    """A border as JSON has it."""
    return {
        "cell": [border.row, border.col],
        "side": border.side,
        "wall": border.drawn,
        "line": round(border.line, 2),
        "colour": round(border.colour, 2),
        "margin": _margin(border),
    }


def border_line(border: Border) -> str:
    """A border in a line; rows and columns from 1."""
    kind = "between regions" if border.drawn else "inside a region"
    return (
        f"row {border.row + 1}, column {border.col + 1}, {border.side}: {kind}, {border.line:.2f} px of line, "
        f"colours {border.colour:.1f} apart, {_margin(border):.1f} times as sure as needed"
    )


def _margin(border: Border) -> float:
    return min(round(border.margin, 2), MOST_MARGIN)
