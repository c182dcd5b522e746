"""Proofs that a puzzle has no solution, from its start and its ends alone."""

from __future__ import annotations

from solvers.deadline import Deadline
from solvers.peg_solitaire.board import Board
from solvers.peg_solitaire.model import Puzzle
from solvers.peg_solitaire.pagoda import pagoda, worth


def possible_ends(puzzle: Puzzle) -> tuple[frozenset[int], str]:
    """Return the ends that quick tests leave possible, and the reason if there are none."""
    start, board = puzzle.start, puzzle.board
    if start in puzzle.ends:
        return frozenset({start}), ""
    if start == board.full:
        return frozenset(), "there is no hole: no peg can jump"
    fewer = [end for end in puzzle.ends if end.bit_count() < start.bit_count()]
    if not fewer:
        return frozenset(), "every jump takes a peg away, and the end wants as many as there are or more"
    classes = ParityClasses(board)
    agreeing = frozenset(end for end in fewer if not classes.proof(start, end))
    return agreeing, "" if agreeing else _by_parity(puzzle, classes)


def affordable_ends(puzzle: Puzzle, ends: frozenset[int], deadline: Deadline) -> tuple[frozenset[int], str]:
    """Return the ends that no pagoda rules out, and the reason if there are none; all ends if the time is over."""
    left, reason = set(ends), ""
    for end in sorted(ends):
        if deadline.is_over:
            return ends, ""
        if weights := pagoda(puzzle.board, puzzle.start, end, deadline):
            left.remove(end)
            reason = reason or _by_pagoda(puzzle, end, weights)
    return frozenset(left), "" if left else reason


def _by_pagoda(puzzle: Puzzle, end: int, weights: tuple[int, ...]) -> str:
    by_weight = {
        weight: [str(number) for number, other in enumerate(weights) if other == weight]
        for weight in sorted(set(weights) - {0}, reverse=True)
    }
    listed = "; ".join(f"{weight} each: holes {', '.join(numbers)}" for weight, numbers in by_weight.items())
    which = "the end" if len(puzzle.ends) == 1 else f"an end at hole {end.bit_length() - 1}"
    others = ", and the same for every other end" * (len(puzzle.ends) > 1)
    return (
        f"pagoda: the start is worth {worth(puzzle.start, weights)} and {which} {worth(end, weights)}, "
        f"and no jump makes the pegs worth more ({listed}){others}"
    )


def _by_parity(puzzle: Puzzle, classes: ParityClasses) -> str:
    if len(puzzle.ends) > 1:
        return f"parity class: of {classes.number} classes the start is in one that has no single peg"
    sites = classes.proof(puzzle.start, puzzle.ends[0])
    numbers = ", ".join(str(number) for number in range(len(puzzle.board.sites)) if sites >> number & 1)
    odd = "odd" if (puzzle.start & sites).bit_count() % 2 else "even"
    return (
        f"parity class: holes {numbers} have an {odd} number of pegs, every jump changes two of them or none, "
        f"and the end wants an {'even' if odd == 'odd' else 'odd'} number"
    )


class ParityClasses:
    """Parity classes of a board's positions: invariants of all jumps, counted modulo 2.

    A jump changes three sites. If every jump changes an even number of sites of a set, the parity of its pegs never
    changes, so a position can only become one that agrees with it on every such set. On a square lattice such sets
    make Reiss's 16 classes, on a triangular one 4; on boards with few jumps there are more.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._basis: dict[int, int] = {}
        """Highest site → a sum of jumps modulo 2, no other of which has that site."""
        for start, over, to in board.jumps:
            left = self.class_of(1 << start | 1 << over | 1 << to)
            if left:
                lead = left.bit_length() - 1
                self._basis = {
                    other: vector ^ left if vector >> lead & 1 else vector for other, vector in self._basis.items()
                }
                self._basis[lead] = left

    @property
    def number(self) -> int:
        """Number of classes."""
        return 1 << len(self._board.sites) - len(self._basis)

    def class_of(self, position: int) -> int:
        """Return the representative of a position's class: the position in it without pegs at the leading sites."""
        for lead, vector in self._basis.items():
            if position >> lead & 1:
                position ^= vector
        return position

    def proof(self, start: int, end: int) -> int:
        """Return sites of which every jump changes an even number but start and end differ in an odd number, or 0."""
        left = self.class_of(start ^ end)
        if not left:
            return 0
        free = left & -left
        return free | sum(1 << lead for lead, vector in self._basis.items() if vector & free)
