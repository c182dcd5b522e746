"""Boards of peg solitaire: found by the pattern of their sites, square or triangular, read, and looked at again."""

from vision.pegs.again import reread_pegs
from vision.pegs.finding import attempt_pegs

__all__ = ["attempt_pegs", "reread_pegs"]
