"""Boards and their solutions as SVG: on paper in black and white too, in a notebook, in a page that brings colours."""

from __future__ import annotations

from solvers.drawing.lamps import draw_lamps
from solvers.drawing.pegs import draw_jumps, draw_pegs
from solvers.drawing.regions import draw_regions
from solvers.drawing.svg import CELL, Drawing, tiled

__all__ = ["CELL", "Drawing", "draw_jumps", "draw_lamps", "draw_pegs", "draw_regions", "tiled"]
