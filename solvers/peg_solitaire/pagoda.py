"""Pagodas: weights of the sites by which no jump makes the pegs worth more, so an end worth more is out of reach.

The numbers of times each jump is made between a start and an end are a linear program: if it has no solution, its
dual is a pagoda that proves it. The program is solved in floating point and its pagoda checked in whole numbers, so
every claim is proved.
Sources: J. M. Boardman and J. H. Conway, 1961 (pagodas), in Berlekamp, Conway and Guy, Winning Ways, chapter 23;
G. B. Dantzig's simplex method, phase 1, with R. G. Bland's rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from solvers.deadline import Deadline
from solvers.peg_solitaire.board import Board

_NIL: Final = 1e-9
"""Largest absolute value that counts as 0 in floating point."""

_LARGEST_DENOMINATOR: Final = 60
"""Largest denominator of the weights, which are fractions of small whole numbers; others are not used as a proof."""

_PIVOTS: Final = 2000
"""Maximum steps of a linear program: the usual boards take about 100."""


def worth(position: int, weights: Sequence[int]) -> int:
    """Return the sum of the weights of the sites that have a peg."""
    return sum(weight for number, weight in enumerate(weights) if position >> number & 1)


def pagoda(board: Board, start: int, end: int, deadline: Deadline) -> tuple[int, ...]:
    """Return weights by site that no jump increases in total, though the end is worth more than the start.

    () if none are found, or the time is over.
    """
    wanted = [(start >> number & 1) - (end >> number & 1) for number in range(len(board.sites))]
    duals = _duals(board, wanted, deadline)
    for denominator in range(1, _LARGEST_DENOMINATOR + 1) if duals else ():
        weights = tuple(round(-dual * denominator) for dual in duals)
        if _proves(board, weights, start, end):
            return weights
    return ()


def _proves(board: Board, weights: tuple[int, ...], start: int, end: int) -> bool:
    rising = any(weights[to] > weights[first] + weights[over] for first, over, to in board.jumps)
    return not rising and worth(end, weights) > worth(start, weights)


def _duals(board: Board, wanted: list[int], deadline: Deadline) -> list[float]:
    """Return the dual value of each site's equation once the sum of the artificial variables is minimal.

    [] if the time is over, or rounding has spoilt the program.
    Rows of the tableau are sites; columns are jumps, then a variable for each site, then the right-hand side.
    """
    sites, jumps = len(board.sites), len(board.jumps)
    signs = [-1.0 if number < 0 else 1.0 for number in wanted]
    rows = [[0.0] * (jumps + sites + 1) for _ in range(sites)]
    for column, (first, over, to) in enumerate(board.jumps):
        for site, change in ((first, 1), (over, 1), (to, -1)):
            rows[site][column] = signs[site] * change
    for site, row in enumerate(rows):
        row[jumps + site], row[-1] = 1.0, float(abs(wanted[site]))
    costs = [-sum(column) for column in zip(*rows, strict=True)]
    costs[jumps:-1] = [0.0] * sites
    basis = list(range(jumps, jumps + sites))
    for _ in range(_PIVOTS):
        entering = next((column for column, cost in enumerate(costs[:jumps]) if cost < -_NIL), None)
        if entering is None:
            break
        ratios = [(row[-1] / row[entering], basis[site], site) for site, row in enumerate(rows) if row[entering] > _NIL]
        if not ratios or deadline.is_over:
            return []
        least = min(ratio for ratio, _, _ in ratios)
        leaving = min((place, site) for ratio, place, site in ratios if ratio < least + _NIL)[1]
        _pivot(rows, costs, leaving, entering)
        basis[leaving] = entering
    return [sign * (1 - cost) for sign, cost in zip(signs, costs[jumps:-1], strict=True)]


def _pivot(rows: list[list[float]], costs: list[float], leaving: int, entering: int) -> None:
    factor = rows[leaving][entering]
    pivot = rows[leaving] = [value / factor for value in rows[leaving]]
    for row in (*rows, costs):
        if row is not pivot and (times := row[entering]):
            row[:] = [value - times * other for value, other in zip(row, pivot, strict=True)]
