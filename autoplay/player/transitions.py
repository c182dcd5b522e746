"""Model of what each gesture makes of a cell: a graph of states, learned by trying and looking,
never assumed."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Final, TypeAlias

from autoplay.player.timing import GESTURES, Gesture

Edge: TypeAlias = tuple[str, Gesture]
"""A gesture on a cell of this state."""
Paths: TypeAlias = dict[str, list[Gesture]]
"""The fewest known gestures to each state, the nearest state first."""

EMPTY: Final = "empty"
"""State of a cell without a mark; the others are named after the kinds of ``vision.Mark``."""


class Transitions:
    """Last outcome of each gesture on a cell, by the cell's state; ``states`` are all that were
    seen."""

    def __init__(self) -> None:
        self.states: set[str] = set()
        self._after: dict[Edge, str] = {}

    def learn(self, before: str, gesture: Gesture, after: str) -> None:
        """Store what one gesture has made of a cell; it replaces what was known."""
        self._after[before, gesture] = after
        self.states |= {before, after}

    def result(self, before: str, gesture: Gesture) -> str:
        """Return the state that this gesture makes of a cell; empty if that is unknown."""
        return self._after.get((before, gesture), "")

    def forget(self, before: str, gesture: Gesture) -> None:
        """Remove what is known of this gesture on a cell of this state."""
        self._after.pop((before, gesture), None)

    @property
    def used(self) -> set[Gesture]:
        """Gestures that have changed a cell."""
        return {gesture for _, gesture in self._after}

    def path(self, state: str, goals: Collection[str]) -> list[Gesture] | None:
        """Return the fewest gestures that turn a cell of this state into one of ``goals``; None if
        none are known."""
        for reached, path in self._find_paths(state).items():
            if reached in goals:
                return path
        return None

    def experiment(
        self, state: str, goals: Collection[str], dead: Collection[Edge]
    ) -> list[Gesture]:
        """Return gestures of which the last has an unknown effect.

        Gestures that have changed a cell before come first, in the nearest state in which they are
        untried; then new ones on an empty cell, as a person would try them; then new ones on marks.
        Empty if a path to the goals is known, or everything was tried. ``dead`` are gestures that
        do nothing to the cell in question.
        """
        paths = self._find_paths(state, dead)
        if not paths.keys().isdisjoint(goals):
            return []
        untried = []
        for reached, path in paths.items():
            for number, gesture in enumerate(GESTURES):
                if (reached, gesture) not in self._after and (reached, gesture) not in dead:
                    is_new = gesture not in self.used
                    rank = (is_new, is_new and reached != EMPTY, number)
                    plan = list(path)
                    plan.append(gesture)
                    untried.append((rank, plan))
        # Of equal ranks the first, nearest one is the least.
        return min(untried, key=lambda one: one[0])[1] if untried else []

    def _find_paths(self, state: str, dead: Collection[Edge] = ()) -> Paths:
        """Return the paths from a state to all that can be reached, itself included."""
        paths: Paths = {state: []}
        todo = deque([state])
        while todo:
            at = todo.popleft()
            for gesture in GESTURES:
                after = self._after.get((at, gesture), at)
                if after not in paths and (at, gesture) not in dead:
                    paths[after] = list(paths[at])
                    paths[after].append(gesture)
                    todo.append(after)
        return paths
