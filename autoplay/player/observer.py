"""Observer of a play while it goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from autoplay.browser.timeline import Timeline
    from autoplay.games.adapter import PuzzleLike, SolutionLike
    from vision import Reading


class PlayObserver:
    """Observer of plays, which ignores what it is shown; a subclass shows it to a person."""

    def show_page(self, url: str) -> None:
        """Show the address of a page that is about to be opened."""

    def show_answer(self, reading: Reading, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Show the answer to the board that was read, before it is played."""

    def show_progress(self, timeline: Timeline) -> None:
        """Show how far a play has come."""


SILENT: Final = PlayObserver()
"""Observer that shows nothing."""
