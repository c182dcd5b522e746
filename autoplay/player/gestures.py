"""What a gesture makes of a cell: a graph of states, learned by trying and looking, never assumed."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping
from typing import Final, Literal, TypeAlias

Gesture: TypeAlias = Literal["left", "right", "double", "drag"]
"""What the mouse does on a cell: a click, one of the right button, two at once, a press that moves a little."""
Edge: TypeAlias = tuple[str, Gesture]
"""A gesture on a cell of this state."""

EMPTY: Final = "empty"
"""The state of a cell without a mark; the others are named after the kinds of ``vision.Mark``."""
GESTURES: Final[tuple[Gesture, ...]] = ("left", "right", "double", "drag")
"""In the order in which they are tried: the usual ones first, and last what may paint other cells."""


class Gestures:
    """The states a cell turns into, gesture by gesture, as far as they have been seen."""

    def __init__(self) -> None:
        self._after: dict[Edge, set[str]] = {}
        self._ever: defaultdict[Edge, set[str]] = defaultdict(set)
        self._spilling: set[Gesture] = set()

    def learn(self, before: str, gesture: Gesture, after: str) -> None:
        """Take in what one gesture has made of a cell; it replaces what was known."""
        self._after[before, gesture] = {after}
        self._ever[before, gesture].add(after)

    def forget(self, before: str, gesture: Gesture) -> None:
        """What was known of this gesture on such a cell is no longer so."""
        self._after.pop((before, gesture), None)

    def avoid(self, gesture: Gesture) -> None:
        """Use this gesture, which changes other cells than the pressed one, only where no other does it."""
        self._spilling.add(gesture)

    @property
    def used(self) -> set[Gesture]:
        """The gestures that have changed a cell."""
        return {gesture for _, gesture in self._after}

    @property
    def states(self) -> set[str]:
        """All states that were seen before or after a gesture."""
        return {before for before, _ in self._ever}.union(*self._ever.values())

    def way(self, state: str, goals: Collection[str], dead: Collection[Edge] = ()) -> list[Gesture] | None:
        """The fewest gestures that turn a cell of this state into one of ``goals``; None if none are known.

        ``dead`` are gestures that do nothing to the cell in question. Where what was seen last leads nowhere, what was
        ever seen may: a press may count twice at times.
        """
        for known, gestures in ((self._after, self._clean), (self._after, GESTURES), (self._ever, self._clean)):
            for at, way in _reach(known, state, gestures, dead):
                if at in goals:
                    return way
        return None

    def trial(
        self, state: str, goals: Collection[str], dead: Collection[Edge] = (), only: Collection[Gesture] = GESTURES
    ) -> list[Gesture]:
        """Gestures of which the last, one of ``only``, has an effect that is still to be seen.

        That is the first gesture that is untried in a state within reach, in the nearest of them; those that have
        changed a cell before come first. None at all if a way to the goals is known, or everything was tried.
        """
        for gestures in (self._clean, GESTURES):
            reach = [*_reach(self._after, state, gestures, dead)]
            if any(at in goals for at, _ in reach):
                return []
            for gesture in sorted((gesture for gesture in gestures if gesture in only), key=self._is_new):
                for at, way in reach:
                    if (at, gesture) not in self._after and (at, gesture) not in dead:
                        return [*way, gesture]
        return []

    @property
    def _clean(self) -> tuple[Gesture, ...]:
        return tuple(gesture for gesture in GESTURES if gesture not in self._spilling)

    def _is_new(self, gesture: Gesture) -> bool:
        return gesture not in self.used


def _reach(
    known: Mapping[Edge, Collection[str]], state: str, gestures: tuple[Gesture, ...], dead: Collection[Edge]
) -> Iterator[tuple[str, list[Gesture]]]:
    """Each state within reach and the way to it, the nearest first."""
    todo: deque[tuple[str, list[Gesture]]] = deque([(state, [])])
    seen = {state}
    while todo:
        at, way = todo.popleft()
        yield at, way
        for gesture in gestures:
            if (at, gesture) not in dead:
                for after in sorted(set(known.get((at, gesture), ())) - seen):
                    seen.add(after)
                    todo.append((after, [*way, gesture]))
