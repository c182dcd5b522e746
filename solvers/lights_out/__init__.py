"""Lights Out: a press changes several lamps at once; find the presses that bring every lamp to its target."""

from __future__ import annotations

from solvers.cells import Cell
from solvers.lights_out.lamps import NO_LAMP, STATES, Lamps
from solvers.lights_out.model import Puzzle, Solution, grid_of
from solvers.lights_out.rules import LINES, PLUS, RULE_NAMES, RULES, Matrix, Rule, named_rule
from solvers.lights_out.solving import nullity, solution_count, solutions, solve

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
    "grid_of",
    "named_rule",
    "nullity",
    "solution_count",
    "solutions",
    "solve",
]
