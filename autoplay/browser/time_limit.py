"""Limit of the time that one puzzle may take: its browser is ended from outside after that."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from time import monotonic
from typing import Final
from weakref import WeakKeyDictionary

from playwright.sync_api import Page

from autoplay.errors import PageUnresponsive

LIMIT_S: Final = 600.0
"""Default limit: the slowest play that was met, with 117 presses, took 147 s from its address to
its result."""


class TimeLimit:
    """Limit of the time of one page; ``end`` ends its browser, and is called by another thread.

    A call to a page whose script never returns waits for ever. Once the browser is gone, it fails.
    """

    def __init__(self, end: Callable[[], None]) -> None:
        self.is_over = False
        self._end = end
        self._timer: Timer | None = None
        self._left_s = 0.0
        self._since = 0.0

    @contextmanager
    def keep(self, seconds: float, url: str) -> Iterator[None]:
        """End the browser if the block takes longer than this.

        Raises PageUnresponsive in place of the error that this causes.
        """
        self._left_s = seconds
        self._start()
        try:
            yield
        except Exception as error:
            # Whatever fails once the browser is gone fails for that.
            if not self.is_over:
                raise
            raise PageUnresponsive(
                f"the page does not respond: {url} took longer than {_name_time(seconds)}",
                hint="--headed to see what it does, or --limit MIN for more time",
            ) from error
        finally:
            self._stop()

    @contextmanager
    def pause(self) -> Iterator[None]:
        """Do not count the time of the block, in which a person is waited for."""
        was_running = self._timer is not None
        self._stop()
        try:
            yield
        finally:
            if was_running:
                self._start()

    def _start(self) -> None:
        self._since = monotonic()
        self._timer = Timer(self._left_s, self._run_out)
        self._timer.daemon = True
        self._timer.start()

    def _stop(self) -> None:
        if self._timer:
            self._timer.cancel()
            self._timer = None
            self._left_s -= monotonic() - self._since

    def _run_out(self) -> None:
        self.is_over = True
        self._end()


_limits: WeakKeyDictionary[Page, TimeLimit] = WeakKeyDictionary()


def add_limit(page: Page, manager: object) -> None:
    """Let the time of a page be limited, by ending the driver that the Playwright ``manager`` runs.

    A browser that the driver has started ends with it; a running one is left alone. Playwright has
    no public name for that process. Without one there is no limit.
    """
    client = getattr(manager, "_client", None)
    transport = getattr(client, "_transport", None)
    driver = getattr(transport, "_proc", None)
    if transport is None or driver is None:
        return
    # Read by nobody, the error of a driver that went away would be printed.
    transport.on_error_future.add_done_callback(lambda future: future.exception())
    _limits[page] = TimeLimit(driver.kill)


def limit_of(page: Page) -> TimeLimit:
    """Return the limit of a page; that of a page of another program never ends anything."""
    return _limits.get(page) or TimeLimit(lambda: None)


def _name_time(seconds: float) -> str:
    return f"{seconds / 60:g} min" if seconds >= 60 else f"{seconds:g} s"
