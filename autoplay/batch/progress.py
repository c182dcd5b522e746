"""Progress bar on stderr."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic
from types import TracebackType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from rich.progress import Progress


REFRESH_S: Final = 0.1
"""Seconds between updates of the bar: there can be thousands of puzzles per second."""


class ProgressBar:
    """Progress bar on stderr, hidden for a single item or if stderr is not a terminal. ``total=None`` means unknown."""

    def __init__(self, total: int | None) -> None:
        self._bar = _new_bar(total) if total != 1 and sys.stderr.isatty() else None
        self._next = 0.0

    def __enter__(self) -> ProgressBar:
        if self._bar:
            self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.stop()

    @contextmanager
    def step(self) -> Iterator[None]:
        """Count one item as done; the bar is hidden while the block prints."""
        if not self._bar:
            yield
            return
        if sys.stdout.isatty():
            self._bar.stop()
        yield
        self._bar.advance(self._bar.task_ids[0])
        if sys.stdout.isatty():
            self._bar.start()
        elif monotonic() > self._next:
            self._bar.refresh()
            self._next = monotonic() + REFRESH_S


def _new_bar(total: int | None) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    # No redirection: output to stdout must not appear on stderr.
    bar = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    bar.add_task("", total=total)
    return bar
