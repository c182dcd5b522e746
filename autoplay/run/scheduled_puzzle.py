"""Scheduled puzzles of a site: one a day, week or month, each played once."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from autoplay.clock import SYSTEM_CLOCK
from autoplay.errors import TooSoon
from autoplay.files import data_dir, write_whole
from autoplay.history import REST, SOLVED, SOLVED_BEFORE, History, RunRecord

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from autoplay.browser.start import BrowserOptions


PERIODS: Final[Mapping[str, Callable[[date], int]]] = {
    "daily": date.toordinal,
    # Weeks begin on Monday, as day 1 of the calendar was one.
    "weekly": lambda day: (day.toordinal() - 1) // 7,
    "monthly": lambda day: day.year * 12 + day.month,
}
"""Series → function that returns the running number of a date's day, week or month."""


@dataclass(frozen=True, slots=True)
class ScheduledPuzzle:
    """Puzzle of a ``series``: daily, weekly or monthly. ``now`` returns the time in UTC."""

    series: str
    now: Callable[[], datetime] = SYSTEM_CLOCK.now

    def find_recent_run(self) -> RunRecord | None:
        """Return the run of the last minutes that solved the puzzle; raise TooSoon if it left the
        puzzle unsolved.

        A puzzle that was solved before midnight is another one than that after it. Runs that never
        reached the site do not count.
        """
        history = History()
        now = self.now()
        run = history.find_last_try(self.series)
        if run is None or not timedelta() <= now - run.start < REST:
            return None
        if run.result in (SOLVED, SOLVED_BEFORE):
            number_of = PERIODS[self.series]
            if number_of(run.start.date()) != number_of(now.date()):
                return None
            return (
                history.find_solved(run.site or "", run.puzzle_id or "", series=self.series) or run
            )
        raise TooSoon(
            f"the {self.series} puzzle was tried at {run.start.astimezone():%H:%M:%S}"
            f" ({run.result})",
            hint=f"again at {(run.start + REST).astimezone():%H:%M:%S} or later",
        )

    def resume_storage(self, options: BrowserOptions) -> BrowserOptions:
        """Return the options with the storage of an unsolved last try, unless they have a storage
        of their own."""
        if _has_own_storage(options) or not self._is_stored():
            return options
        return replace(options, storage_state=self._path)

    def store(self, context: BrowserContext, options: BrowserOptions) -> None:
        """Store the cookies of an unsolved puzzle for the next try, unless they are a person's own;
        raise OSError."""
        if not _has_own_storage(options):
            write_whole(self._path, json.dumps(context.storage_state()).encode(), mode=0o600)

    def forget(self) -> None:
        """Remove the stored cookies."""
        self._path.unlink(missing_ok=True)

    @property
    def _path(self) -> Path:
        return data_dir() / "unsolved" / f"{self.series}.json"

    def _is_stored(self) -> bool:
        with suppress(OSError, ValueError):
            return isinstance(json.loads(self._path.read_bytes()), dict)
        return False


def _has_own_storage(options: BrowserOptions) -> bool:
    """Return True if a person's own cookies are used, which are neither replaced nor copied."""
    return bool(options.storage_state or options.profile or options.cdp)
