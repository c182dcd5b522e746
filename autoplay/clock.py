"""The time of day, and pauses between two tries; tests hand in a clock of their own."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page


class Clock:
    """Clock of this computer."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return datetime.now(UTC)

    def pause(self, page: Page, seconds: float) -> None:
        """Wait while the page stays open; raise Playwright's error once a person closes it."""
        page.wait_for_timeout(seconds * 1000)


SYSTEM_CLOCK: Final = Clock()
