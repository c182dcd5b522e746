"""Timeline of playing a puzzle: its phases, and the time of each activity in them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import monotonic
from typing import Any, Literal, TypeAlias, get_args

Phase: TypeAlias = Literal["reading", "solving", "learning", "clicking", "checking", "saving"]
"""Phase of a play: "learning" finds out what a click does."""
Activity: TypeAlias = Literal[
    "screenshot",
    "decoding",
    "recognition",
    "mouse",
    "pace",
    "double_click",
    "reaction",
    "stillness",
    "result",
    "other",
]
"""Activity in a phase: taking, decoding and reading pictures, moving and pressing the mouse, and
waiting for the pace, for a double click to be over, for a press to show, for the page to stand
still, for its result."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Time that a play took, in seconds.

    ``first_press`` and ``last_press`` are counted from its start, None without a press. ``phases``
    and ``activities`` both add up to the whole; ``counts`` says how often there was each activity.
    """

    first_press: float | None
    last_press: float | None
    phases: dict[str, float]
    activities: dict[str, float]
    counts: dict[str, int]

    def to_row(self) -> dict[str, Any]:
        """Return the JSON object, in milliseconds."""

        def ms(seconds: float | None) -> int | None:
            return None if seconds is None else round(seconds * 1000)

        return {
            "first_press_ms": ms(self.first_press),
            "last_press_ms": ms(self.last_press),
            "phases_ms": {name: ms(self.phases.get(name, 0.0)) for name in get_args(Phase)},
            "activities": {
                name: {"count": self.counts.get(name, 0), "ms": ms(self.activities.get(name, 0.0))}
                for name in get_args(Activity)
            },
        }


class Timeline:
    """Timeline of one play, as far as it has come.

    ``phase`` is the present one, ``presses`` are counted, ``planned`` is how many there will be as
    far as is known. ``on_change`` is called whenever these may have changed.
    """

    def __init__(self, on_change: Callable[[Timeline], object] = lambda _: None) -> None:
        self.on_change = on_change
        self.phase: Phase = "reading"
        self.presses = 0
        self.planned = 0
        self._began_at = self._since = monotonic()
        self._activities: list[Activity] = ["other"]
        self._first_press: float | None = None
        self._last_press: float | None = None
        self._phase_s: defaultdict[str, float] = defaultdict(float)
        self._activity_s: defaultdict[str, float] = defaultdict(float)
        self._counts: Counter[str] = Counter()

    def enter(self, phase: Phase) -> None:
        """Begin a phase."""
        self._credit()
        self.phase = phase
        self.on_change(self)

    @contextmanager
    def measure(self, activity: Activity) -> Iterator[None]:
        """Count the time of the block as an activity, except for that of others within it."""
        self._credit()
        self._activities.append(activity)
        self._counts[activity] += 1
        try:
            yield
        finally:
            self._credit()
            self._activities.pop()

    def plan(self, presses: int) -> None:
        """Note how many presses are still to come."""
        self.planned = self.presses + presses
        self.on_change(self)

    def count_press(self) -> None:
        """Count a press that was just made."""
        self.presses += 1
        self._last_press = monotonic() - self._began_at
        self._first_press = self._last_press if self._first_press is None else self._first_press
        self.on_change(self)

    def timing(self) -> Timing:
        """Return the times until now."""
        self._credit()
        return Timing(
            first_press=self._first_press,
            last_press=self._last_press,
            phases=dict(self._phase_s),
            activities=dict(self._activity_s),
            counts=dict(self._counts),
        )

    def _credit(self) -> None:
        """Count the time since the last call for the present phase and activity."""
        now = monotonic()
        self._phase_s[self.phase] += now - self._since
        self._activity_s[self._activities[-1]] += now - self._since
        self._since = now
