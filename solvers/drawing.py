"""Puzzles and their solutions as SVG: the drawings of all games in one place.

They print well in black and white, are shown by notebooks, and use the colours of a page that
defines its own.
"""

from __future__ import annotations

from solvers.lights_out.model import draw_lamps
from solvers.peg_solitaire.model import draw_jumps, draw_pegs
from solvers.star_battle.model import draw_regions
from solvers.svg import CELL, Drawing, tiled

__all__ = ["CELL", "Drawing", "draw_jumps", "draw_lamps", "draw_pegs", "draw_regions", "tiled"]
