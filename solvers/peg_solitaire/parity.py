"""Parity classes: invariants of all jumps, counted modulo 2.

A jump changes three sites. If every jump changes an even number of sites of a set, the parity of its pegs never
changes, so a position can only become one that agrees with it on every such set. On a square lattice such sets
make Reiss's 16 classes, on a triangular one 4; on boards with few jumps there are more.
"""

from __future__ import annotations

from solvers.peg_solitaire.board import Board


class ParityClasses:
    """Parity classes of a board's positions."""

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
