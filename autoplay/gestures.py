"""What a press does to a cell: learned by pressing and looking, never assumed."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Collection
from typing import Final, Literal, TypeAlias

from autoplay.screen import Button

Gesture: TypeAlias = Literal["left", "right", "double", "drag"]
"""What the mouse does on a cell: a click, one of the right button, two at once, a press that moves a little."""
EMPTY: Final = "empty"
"""The kind of a cell without a mark; the other kinds are those of ``vision.Mark``."""
BUTTONS: Final[tuple[Button, ...]] = ("left", "right")
TRIES: Final = {"left": 2, "right": 1}
"""How often a press may show nothing: a first one may have been lost, or made a mark that can't be seen."""


class Gestures:
    """The kinds a cell turns into, press by press, as far as they have been seen."""

    def __init__(self) -> None:
        self._after: dict[tuple[str, Button], str] = {}
        self._in_vain: Counter[tuple[str, Button]] = Counter()

    def learn(self, before: str, button: Button, after: str) -> None:
        """Take in what one press on a cell of kind ``before`` has made of it."""
        if after == before:
            self._in_vain[before, button] += 1
        else:
            self._after[before, button] = after

    def way(self, kind: str, goals: Collection[str]) -> list[Button] | None:
        """The fewest presses that turn a cell of this kind into one of ``goals``; None if none is known."""
        todo: deque[tuple[str, list[Button]]] = deque([(kind, [])])
        seen = {kind}
        while todo:
            at, presses = todo.popleft()
            if at in goals:
                return presses
            for button in BUTTONS:
                after = self._after.get((at, button))
                if after is not None and after not in seen:
                    seen.add(after)
                    todo.append((after, [*presses, button]))
        return None

    def untried(self, kind: str) -> Button | None:
        """A press whose effect on a cell of this kind is still to be seen; None if all were tried."""
        for button in BUTTONS:
            if (kind, button) not in self._after and self._in_vain[kind, button] < TRIES[button]:
                return button
        return None
