"""Model of what each gesture makes of a cell: a graph of states, learned by trying and looking,
never assumed."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping
from typing import Final, TypeAlias

from autoplay.player.timing import GESTURES, Gesture

Edge: TypeAlias = tuple[str, Gesture]
"""A gesture on a cell of this state."""

EMPTY: Final = "empty"
"""State of a cell without a mark; the others are named after the kinds of ``vision.Mark``."""


class Transitions:
    """States that a cell turns into, gesture by gesture, as far as they were seen."""

    def __init__(self) -> None:
        self._after: dict[Edge, set[str]] = {}
        self._ever: defaultdict[Edge, set[str]] = defaultdict(set)
        self._spilling: set[Gesture] = set()

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

    def avoid(self, gesture: Gesture) -> None:
        """Use this gesture, which changes other cells than the pressed one, only if no other
        gesture works."""
        self._spilling.add(gesture)

    @property
    def used(self) -> set[Gesture]:
        """Gestures that have changed a cell."""
        return {gesture for _, gesture in self._after}

    @property
    def states(self) -> set[str]:
        """States that were seen before or after a gesture."""
        return {before for before, _ in self._ever}.union(*self._ever.values())

    def path(
        self, state: str, goals: Collection[str], dead: Collection[Edge] = ()
    ) -> list[Gesture] | None:
        """Return the fewest gestures that turn a cell of this state into one of ``goals``; None if
        none are known.

        ``dead`` are gestures that do nothing to the cell in question. If what was seen last leads
        nowhere, everything that was ever seen is tried: a press may count twice at times.
        """
        for known, gestures in (
            (self._after, self._clean),
            (self._after, GESTURES),
            (self._ever, self._clean),
        ):
            for at, path in _reachable(known, state, gestures, dead):
                if at in goals:
                    return path
        return None

    def experiment(
        self, state: str, goals: Collection[str], dead: Collection[Edge] = ()
    ) -> list[Gesture]:
        """Return gestures of which the last has an unknown effect.

        It is the first gesture that is untried in the nearest reachable state; gestures that have
        changed a cell before come first. Empty if a path to the goals is known, or everything was
        tried.
        """
        for gestures in (self._clean, GESTURES):
            reachable = [*_reachable(self._after, state, gestures, dead)]
            if any(at in goals for at, _ in reachable):
                return []
            for gesture in sorted(gestures, key=self._is_new):
                for at, path in reachable:
                    if (at, gesture) not in self._after and (at, gesture) not in dead:
                        return [*path, gesture]
        return []

    @property
    def _clean(self) -> tuple[Gesture, ...]:
        return tuple(gesture for gesture in GESTURES if gesture not in self._spilling)

    def _is_new(self, gesture: Gesture) -> bool:
        return gesture not in self.used


def _reachable(
    known: Mapping[Edge, Collection[str]],
    state: str,
    gestures: tuple[Gesture, ...],
    dead: Collection[Edge],
) -> Iterator[tuple[str, list[Gesture]]]:
    """Yield each reachable state and the path to it, the nearest first."""
    todo: deque[tuple[str, list[Gesture]]] = deque([(state, [])])
    seen = {state}
    while todo:
        at, path = todo.popleft()
        yield at, path
        for gesture in gestures:
            if (at, gesture) not in dead:
                for after in sorted(set(known.get((at, gesture), ())) - seen):
                    seen.add(after)
                    todo.append((after, [*path, gesture]))
