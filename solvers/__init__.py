"""Solvers in pure Python without I/O: a package for each game, and ``notation`` for puzzles as
text.
"""

from solvers.errors import AutoplayError

__all__ = ["AutoplayError", "lights_out", "notation", "peg_solitaire", "star_battle"]
