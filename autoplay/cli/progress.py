"""Sign of life on a terminal: what a command is doing, how far it is, and for how long."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import RLock, Timer
from types import TracebackType
from typing import TYPE_CHECKING, Final

from autoplay.cli.terminal import can_draw, is_quiet
from autoplay.output import escape_controls

if TYPE_CHECKING:
    from rich.progress import Progress, ProgressColumn

SILENCE_S: Final = 1.0
"""Seconds of work before it is shown. Most commands end in half of that, and a line that comes and
goes at once would only disturb; a person begins to wonder after two or three."""

REFRESHES: Final = 4
"""Updates of the line in a second: it shows whole seconds, and solvers need the processor."""


class ProgressBar:
    """Line on stderr with what is done and the time so far, and a bar if there are several items.

    It appears after SILENCE_S, and not at all with --quiet or if stderr is no terminal. A thread
    keeps it moving. ``total`` is None if it is unknown.
    """

    def __init__(self, doing: str, total: int | None = 1) -> None:
        self._doing = doing
        self._total = total
        self._done = 0
        self._bar: Progress | None = None
        self._lock = RLock()
        """Held while somebody else writes on the terminal."""
        self._timer: Timer | None = None
        # Nobody knows how many puzzles come from stdin, and where a person types them, the line
        # would stand in the middle of the typing.
        is_typed = total is None and can_draw(sys.stdin)
        if can_draw(sys.stderr) and not is_typed and not is_quiet():
            self._timer = Timer(SILENCE_S, self._show)
            self._timer.daemon = True

    def __enter__(self) -> ProgressBar:
        if self._timer:
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        with self._lock:
            if self._timer:
                self._timer.cancel()
            self._timer = None
            if self._bar:
                self._bar.stop()

    def describe(self, doing: str) -> None:
        """Say what is done now."""
        with self._lock:
            self._doing = doing
            self._update()

    @contextmanager
    def step(self) -> Iterator[None]:
        """Count one item as done; the line is hidden while the block prints."""
        with self._lock:
            # On the same terminal, the line would stand in the middle of the results.
            is_hidden = self._bar is not None and sys.stdout.isatty()
            if self._bar and is_hidden:
                self._bar.stop()
            yield
            self._done += 1
            self._update()
            if self._bar and is_hidden and self._done != self._total:
                self._bar.start()

    def _show(self) -> None:
        """Show the line from now on, unless the work ended meanwhile."""
        with self._lock:
            if self._timer:
                self._bar = _make_bar(self._total)
                self._update()
                self._bar.start()

    def _update(self) -> None:
        if self._bar:
            task = self._bar.task_ids[0]
            words = escape_controls(self._doing)
            self._bar.update(task, completed=self._done, description=words)


def _make_bar(total: int | None) -> Progress:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns: list[ProgressColumn] = [TextColumn("{task.description}", markup=False)]
    if total != 1:
        columns += [BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()]
    columns.append(TimeElapsedColumn())
    # No redirection: output to stdout must not appear on stderr.
    bar = Progress(
        *columns,
        console=Console(stderr=True),
        transient=True,
        refresh_per_second=REFRESHES,
        redirect_stdout=False,
        redirect_stderr=False,
    )
    # A task that is complete would stop its clock.
    bar.add_task("", total=None if total == 1 else total)
    # The time counts from the beginning of the work.
    bar.tasks[0].start_time = bar.get_time() - SILENCE_S
    return bar
