"""Model of what each gesture makes of a cell: a graph of states, learned by trying and looking,
never assumed."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Mapping
from typing import Final, TypeAlias

from autoplay.player.timing import GESTURES, Gesture

Edge: TypeAlias = tuple[str, Gesture]
"""A gesture on a cell of this state."""
Paths: TypeAlias = dict[str, list[Gesture]]
"""The fewest known gestures to each state, the nearest state first."""

EMPTY: Final = "empty"
"""State of a cell without a mark; the others are named after the kinds of ``vision.Mark``."""


class Transitions:
    """States that a cell turns into, gesture by gesture, as far as they were seen."""

    def __init__(self) -> None:
        self._after: dict[Edge, set[str]] = {}
        self._ever: defaultdict[Edge, set[str]] = defaultdict(set)

    def learn(self, before: str, gesture: Gesture, after: str) -> None:
        """Store what one gesture has made of a cell; it replaces what was known."""
        self._after[before, gesture] = {after}
        self._ever[before, gesture].add(after)

    def result(self, before: str, gesture: Gesture) -> str:
        """Return the state that this gesture makes of a cell; empty if that is unknown."""
        return next(iter(self._after.get((before, gesture), ())), "")

    def forget(self, before: str, gesture: Gesture) -> None:
        """Remove what is known of this gesture on a cell of this state."""
        self._after.pop((before, gesture), None)

    @property
    def used(self) -> set[Gesture]:
        """Gestures that have changed a cell."""
        return {gesture for _, gesture in self._after}

    @property
    def states(self) -> set[str]:
        """States that were seen before or after a gesture."""
        seen: set[str] = set()
        for (before, _), after in self._ever.items():
            seen |= after | {before}
        return seen

    def path(
        self, state: str, goals: Collection[str], dead: Collection[Edge] = ()
    ) -> list[Gesture] | None:
        """Return the fewest gestures that turn a cell of this state into one of ``goals``; None if
        none are known.

        ``dead`` are gestures that do nothing to the cell in question. If what was seen last leads
        nowhere, everything that was ever seen is tried: a press may count twice at times.
        """
        for known in (self._after, self._ever):
            for reached, path in _find_paths(known, state, dead).items():
                if reached in goals:
                    return path
        return None

    def experiment(
        self, state: str, goals: Collection[str], dead: Collection[Edge] = ()
    ) -> list[Gesture]:
        """Return gestures of which the last has an unknown effect.

        Gestures that have changed a cell before come first, in the nearest state in which they are
        untried; then new ones on an empty cell, as a person would try them; then new ones on marks.
        Empty if a path to the goals is known, or everything was tried.
        """
        paths = _find_paths(self._after, state, dead)
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


def _find_paths(
    known: Mapping[Edge, Collection[str]],
    state: str,
    dead: Collection[Edge],
) -> Paths:
    """Return the paths from a state to all that can be reached, itself included."""
    paths: Paths = {state: []}
    todo = deque([state])
    while todo:
        at = todo.popleft()
        for gesture in GESTURES:
            if (at, gesture) in dead:
                continue
            for after in sorted(known.get((at, gesture), ())):
                if after not in paths:
                    paths[after] = list(paths[at])
                    paths[after].append(gesture)
                    todo.append(after)
    return paths
