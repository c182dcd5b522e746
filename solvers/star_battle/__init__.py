"""Star Battle: k stars in every row, column and region, and no two of them touch."""

from solvers.star_battle.model import USUAL_STARS, Puzzle, Solution
from solvers.star_battle.search import infer_stars, solutions, solve

__all__ = ["USUAL_STARS", "Puzzle", "Solution", "infer_stars", "solutions", "solve"]
