"""Parts that the puzzles and solutions of all games have in common."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from solvers.cells import Cell

Grid: TypeAlias = tuple[str, ...]
"""Rows of a board, one character a cell."""


class PuzzleLike(Protocol):
    """A puzzle of any game: its ``grid`` as rows of text, and its ``stars`` per row if it is a Star Battle."""

    @property
    def grid(self) -> tuple[str, ...]: ...
    @property
    def stars(self) -> int | None: ...


class SolutionLike(Protocol):
    """A solution of any game: the (row, col) ``cells`` to act on, in order; a cell may occur several times."""

    @property
    def cells(self) -> tuple[Cell, ...]: ...
