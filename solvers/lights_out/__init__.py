"""Lights Out: a press changes several lamps at once.

Find the presses that bring every lamp to its target.
"""

from __future__ import annotations

from solvers.cells import Cell
from solvers.lights_out.explanation import explain, hint
from solvers.lights_out.model import Puzzle, Solution, generate, grid_of
from solvers.lights_out.rules import NO_LAMP, PLUS, STATES, Lamps, Matrix, Rule, named_rule
from solvers.lights_out.solving import count_solutions, nullity, solutions, solve
from solvers.names import LINES, RULE_NAMES, RULES

__all__ = [
    "LINES",
    "NO_LAMP",
    "PLUS",
    "RULES",
    "RULE_NAMES",
    "STATES",
    "Cell",
    "Lamps",
    "Matrix",
    "Puzzle",
    "Rule",
    "Solution",
    "count_solutions",
    "explain",
    "generate",
    "grid_of",
    "hint",
    "named_rule",
    "nullity",
    "solutions",
    "solve",
]
