"""Boards of peg solitaire: found by the pattern of their sites, square or triangular, read, and looked at again."""

from vision.peg_solitaire.disambiguate import may_be_pegs, pegs_or
from vision.peg_solitaire.finding import attempt_pegs
from vision.peg_solitaire.update import reread_pegs

__all__ = ["attempt_pegs", "may_be_pegs", "pegs_or", "reread_pegs"]
