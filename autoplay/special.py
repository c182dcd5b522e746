"""The specials of a site: one puzzle a day, week or month, which is played once."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

from autoplay.errors import TooSoon
from autoplay.files import data_dir
from autoplay.history import SOLVED, SOLVED_BEFORE, History, Run
from autoplay.writing import write_whole

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

    from autoplay.browser import BrowserOptions

REST: Final = timedelta(minutes=5)
"""The least time between two tries: what went wrong at a site is not mended sooner, and it is not to be pestered."""


def utc_now() -> datetime:
    """The time of day, in UTC."""
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Special:
    """The puzzle of a ``series``: daily, weekly or monthly. ``now`` tells the time in UTC."""

    series: str
    now: Callable[[], datetime] = utc_now

    def solved_just_now(self) -> Run | None:
        """The run that solved the puzzle, if the last minutes' try said so; raises TooSoon if it was left unsolved."""
        history = History()
        run = history.last_try(self.series)
        if run is None or not timedelta() <= self.now() - run.start < REST:
            return None
        if run.result in (SOLVED, SOLVED_BEFORE):
            return history.solved(run.site or "", run.puzzle_id or "", series=self.series) or run
        raise TooSoon(
            f"the {self.series} puzzle was tried at {run.start.astimezone():%H:%M:%S} ({run.result})",
            hint=f"again at {(run.start + REST).astimezone():%H:%M:%S} or later",
        )

    def resumed(self, options: BrowserOptions) -> BrowserOptions:
        """The options with the storage of the last try, if that left the puzzle unsolved and nothing else is asked."""
        has_own = options.storage_state or options.profile or options.cdp
        return options if has_own or not self._is_stored() else replace(options, storage_state=self._path)

    def store(self, context: BrowserContext) -> None:
        """Keep cookies and storage of a puzzle that is left unsolved for the next try."""
        state = json.dumps(context.storage_state())
        write_whole(self._path, state.encode())
        self._path.chmod(0o600)

    def forget(self) -> None:
        """Remove what was kept."""
        self._path.unlink(missing_ok=True)

    @property
    def _path(self) -> Path:
        return data_dir() / "unsolved" / f"{self.series}.json"

    def _is_stored(self) -> bool:
        with suppress(OSError, ValueError):
            return isinstance(json.loads(self._path.read_bytes()), dict)
        return False
