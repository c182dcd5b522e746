"""Symmetry of positions under rotations and reflections."""

from __future__ import annotations

from solvers.peg_solitaire.board import Board


class Symmetry:
    """Rotations and reflections of a board that map a set of ends onto itself."""

    def __init__(self, board: Board, ends: frozenset[int]) -> None:
        turns = [_Turn(way) for way in board.symmetries[1:]]
        self._turns = [turn for turn in turns if ends == {turn.of(end) for end in ends}]

    def least(self, position: int) -> int:
        """Return the smallest of a position and its rotated and mirrored images, as a number."""
        return min([position, *[turn.of(position) for turn in self._turns]])


class _Turn:
    """Rotation or reflection of positions, a byte of the position at a time."""

    def __init__(self, way: tuple[int, ...]) -> None:
        self._bytes = [_table(way[first : first + 8]) for first in range(0, len(way), 8)]

    def of(self, position: int) -> int:
        """Return the transformed position."""
        turned = 0
        for moved in self._bytes:
            turned |= moved[position & 255]
            position >>= 8
        return turned


def _table(way: tuple[int, ...]) -> list[int]:
    """Return, for each value of a byte, the position that its bits become."""
    table = [0]
    for to in way:
        table += [moved | 1 << to for moved in table]
    return table
