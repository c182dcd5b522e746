"""Boards of peg solitaire: found by the pattern of their sites, square or triangular, read, and looked at again."""

from vision.pegs.again import reread_pegs
from vision.pegs.either import may_be_pegs, pegs_or
from vision.pegs.finding import attempt_pegs

__all__ = ["attempt_pegs", "may_be_pegs", "pegs_or", "reread_pegs"]
