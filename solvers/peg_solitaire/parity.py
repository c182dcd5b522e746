"""Parity classes: what the jumps can change of a position, counted modulo 2.

A jump changes three sites. A set of sites of which every jump changes an even number keeps whether it holds an odd
number of pegs, so a position can only become one that agrees with it on every such set. On a square lattice such sets
make Reiss's 16 classes, on a triangular one 4; on boards with few jumps there are more.
"""

from __future__ import annotations

from solvers.peg_solitaire.board import Board


class ParityClasses:
    """The classes of a board's positions."""

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
        """How many classes there are."""
        return 1 << len(self._board.sites) - len(self._basis)

    def class_of(self, position: int) -> int:
        """The same for all positions of a class: the one of them without pegs at the leading sites."""
        for lead, vector in self._basis.items():
            if position >> lead & 1:
                position ^= vector
        return position

    def proof(self, start: int, end: int) -> int:
        """Sites of which every jump changes an even number, and start and end differ in an odd number; 0 for none."""
        left = self.class_of(start ^ end)
        if not left:
            return 0
        free = left & -left
        return free | sum(1 << lead for lead, vector in self._basis.items() if vector & free)
