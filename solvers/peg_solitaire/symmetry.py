"""Positions that are the same but for a turn or a mirror."""

from __future__ import annotations

from solvers.peg_solitaire.board import Board


class Symmetry:
    """The ways to turn and mirror a board that leave a set of ends as it is."""

    def __init__(self, board: Board, ends: frozenset[int]) -> None:
        turns = [_Turn(way) for way in board.symmetries[1:]]
        self._turns = [turn for turn in turns if ends == {turn.of(end) for end in ends}]

    def least(self, position: int) -> int:
        """Of the position and those that it is turned and mirrored to, the one with the least bits."""
        return min([position, *[turn.of(position) for turn in self._turns]])


class _Turn:
    """A way to turn or mirror positions, a byte of the position at a time."""

    def __init__(self, way: tuple[int, ...]) -> None:
        self._bytes = [_table(way[first : first + 8]) for first in range(0, len(way), 8)]

    def of(self, position: int) -> int:
        """The position, turned."""
        turned = 0
        for moved in self._bytes:
            turned |= moved[position & 255]
            position >>= 8
        return turned


def _table(way: tuple[int, ...]) -> list[int]:
    """Where the bits of each byte go, up to eight."""
    table = [0]
    for to in way:
        table += [moved | 1 << to for moved in table]
    return table
