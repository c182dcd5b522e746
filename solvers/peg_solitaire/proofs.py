"""Proofs that a puzzle has no solution, from its start and its ends alone: parity classes and
pagodas.

A pagoda gives the sites weights by which no jump makes the pegs worth more, so an end worth more is
out of reach. The numbers of times each jump is made between a start and an end are a linear
program: if it has no solution, its dual is a pagoda that proves it. The program is solved in
floating point and its pagoda checked in whole numbers, so every claim is proved. Sources: J. M.
Boardman and J. H. Conway, 1961 (pagodas), in Berlekamp, Conway and Guy, Winning Ways, chapter 23;
G. B. Dantzig's simplex method, phase 1, with R. G. Bland's rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from math import copysign
from typing import Final

from solvers.cells import list_numbers, set_bits
from solvers.deadline import Deadline
from solvers.peg_solitaire.board import Board
from solvers.peg_solitaire.model import Puzzle

_NIL: Final = 1e-9
"""Largest absolute value that counts as 0 in floating point."""

_LARGEST_DENOMINATOR: Final = 60
"""Largest denominator of the weights, which are fractions of small whole numbers.

Others are not used as a proof.
"""

_PIVOTS: Final = 2000
"""Maximum steps of a linear program: the usual boards take about 100."""


def possible_ends(puzzle: Puzzle) -> tuple[frozenset[int], str]:
    """Return the ends that quick tests leave possible, and the reason if there are none."""
    start = puzzle.start
    # A start that is an end is solved, even if others could be reached too.
    if start in puzzle.ends:
        return frozenset({start}), ""
    if start == puzzle.board.full:
        return frozenset(), "there is no hole: no peg can jump"
    fewer = [end for end in puzzle.ends if end.bit_count() < start.bit_count()]
    # Each jump takes one peg away.
    if not fewer:
        return frozenset(), (
            "every jump takes a peg away, and the end wants as many as there are or more"
        )
    classes = ParityClasses(puzzle.board)
    agreeing = frozenset(end for end in fewer if not classes.proof(start, end))
    return agreeing, "" if agreeing else _describe_parity_proof(puzzle, classes)


def affordable_ends(
    puzzle: Puzzle, ends: frozenset[int], deadline: Deadline
) -> tuple[frozenset[int], str]:
    """Return the ends that no pagoda rules out, and the reason if there are none.

    All ends if the time is over.
    """
    left = set(ends)
    reason = ""
    for end in sorted(ends):
        if deadline.is_over:
            return ends, ""
        weights = find_pagoda(puzzle.board, puzzle.start, end, deadline)
        if weights:
            left.remove(end)
            reason = reason or _describe_pagoda(puzzle, end, weights)
    return frozenset(left), "" if left else reason


def _describe_pagoda(puzzle: Puzzle, end: int, weights: tuple[int, ...]) -> str:
    groups: list[str] = []
    for weight in sorted(set(weights) - {0}, reverse=True):
        holes = [str(number) for number, other in enumerate(weights) if other == weight]
        groups.append(f"{weight} each: holes {', '.join(holes)}")
    has_one_end = len(puzzle.ends) == 1
    which = "the end" if has_one_end else f"an end at hole {end.bit_length() - 1}"
    others = "" if has_one_end else ", and the same for every other end"
    return (
        f"pagoda: the start is worth {weigh_pegs(puzzle.start, weights)} and {which} "
        f"{weigh_pegs(end, weights)}, and no jump makes the pegs worth more "
        f"({'; '.join(groups)}){others}"
    )


def _describe_parity_proof(puzzle: Puzzle, classes: ParityClasses) -> str:
    if len(puzzle.ends) > 1:
        return (
            f"parity class: of {classes.number} classes the start is in one that has no single peg"
        )
    sites = classes.proof(puzzle.start, puzzle.ends[0])
    holes = map(str, list_numbers(sites))
    kinds = ("even", "odd")
    here = kinds[(puzzle.start & sites).bit_count() % 2]
    there = kinds[(puzzle.ends[0] & sites).bit_count() % 2]
    return (
        f"parity class: holes {', '.join(holes)} have an {here} number of pegs, every jump changes "
        f"two of them or none, and the end wants an {there} number"
    )


class ParityClasses:
    """Parity classes of a board's positions: invariants of all jumps, counted modulo 2.

    A jump changes three sites. If every jump changes an even number of sites of a set, the parity
    of its pegs never changes, so a position can only become one that agrees with it on every such
    set. On a square lattice such sets make Reiss's 16 classes, on a triangular one 4; on boards
    with few jumps there are more.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._basis: dict[int, int] = {}
        """Highest site → a sum of jumps modulo 2, no other of which has that site."""
        for sites, _ in board.masks.values():
            left = self.class_of(sites)
            if not left:
                continue
            # No other sum of the basis keeps the new leading site.
            lead = left.bit_length() - 1
            for other, vector in self._basis.items():
                if vector >> lead & 1:
                    self._basis[other] = vector ^ left
            self._basis[lead] = left

    @property
    def number(self) -> int:
        """Number of classes."""
        return 1 << len(self._board.sites) - len(self._basis)

    def class_of(self, position: int) -> int:
        """Return the representative of a position's class: the position in it without pegs at the
        leading sites.
        """
        for lead, vector in self._basis.items():
            if position >> lead & 1:
                position ^= vector
        return position

    def proof(self, start: int, end: int) -> int:
        """Return sites of which every jump changes an even number but start and end differ in an
        odd number, or 0.
        """
        left = self.class_of(start ^ end)
        if not left:
            return 0
        free = left & -left
        return free | set_bits(lead for lead, vector in self._basis.items() if vector & free)


def weigh_pegs(position: int, weights: Sequence[int]) -> int:
    """Return the sum of the weights of the sites that have a peg."""
    return sum(map(weights.__getitem__, list_numbers(position)))


def find_pagoda(board: Board, start: int, end: int, deadline: Deadline) -> tuple[int, ...]:
    """Return weights by site that no jump increases in total, though the end is worth more than the
    start.

    () if none are found, or the time is over.
    """
    wanted = [(start >> number & 1) - (end >> number & 1) for number in range(len(board.sites))]
    duals = _find_duals(board, wanted, deadline)
    if duals:
        # Duals are fractions; the least common denominator makes them whole numbers.
        for denominator in range(1, _LARGEST_DENOMINATOR + 1):
            weights = tuple(round(-dual * denominator) for dual in duals)
            if _is_proof(board, weights, start, end):
                return weights
    return ()


def _is_proof(board: Board, weights: tuple[int, ...], start: int, end: int) -> bool:
    for first, over, to in board.jumps:
        if weights[to] > weights[first] + weights[over]:
            return False
    return weigh_pegs(end, weights) > weigh_pegs(start, weights)


def _find_duals(board: Board, wanted: list[int], deadline: Deadline) -> list[float]:
    """Return the dual value of each site's equation once the sum of the artificial variables is
    minimal.

    [] if the time is over, or rounding has spoilt the program. Rows of the tableau are sites;
    columns are jumps, then a variable for each site, then the right-hand side.
    """
    sites = len(board.sites)
    jumps = len(board.jumps)
    signs = [copysign(1.0, number) for number in wanted]
    rows = [[0.0] * (jumps + sites + 1) for _ in range(sites)]
    costs = [0.0] * (jumps + sites + 1)
    for column, (first, over, to) in enumerate(board.jumps):
        rows[first][column] = signs[first]
        rows[over][column] = signs[over]
        rows[to][column] = -signs[to]
        costs[column] = signs[to] - signs[first] - signs[over]
    for site, row in enumerate(rows):
        row[jumps + site] = 1.0
        row[-1] = float(abs(wanted[site]))
    costs[-1] = -float(sum(map(abs, wanted)))
    basis = list(range(jumps, jumps + sites))
    for _ in range(_PIVOTS):
        entering = next((column for column in range(jumps) if costs[column] < -_NIL), None)
        # No column improves the sum any more: the duals are final.
        if entering is None:
            break
        leaving = _choose_leaving(rows, basis, entering)
        if leaving is None or deadline.is_over:
            return []
        _pivot_on(rows, costs, leaving, entering)
        basis[leaving] = entering
    return [sign * (1 - cost) for sign, cost in zip(signs, costs[jumps:-1], strict=True)]


def _choose_leaving(rows: list[list[float]], basis: list[int], entering: int) -> int | None:
    """Return the row with the least ratio, by Bland's rule; None if there is none."""
    ratios: list[tuple[float, int, int]] = []
    for site, row in enumerate(rows):
        if row[entering] > _NIL:
            ratios.append((row[-1] / row[entering], basis[site], site))
    if not ratios:
        return None
    least, _, _ = min(ratios)
    _, leaving = min((place, site) for ratio, place, site in ratios if ratio < least + _NIL)
    return leaving


def _pivot_on(rows: list[list[float]], costs: list[float], leaving: int, entering: int) -> None:
    pivot = [value / rows[leaving][entering] for value in rows[leaving]]
    rows[leaving] = pivot
    for row in chain(rows, [costs]):
        times = row[entering]
        if times and row is not pivot:
            row[:] = [value - times * other for value, other in zip(row, pivot, strict=True)]
