"""Everything that `play` was asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias
from urllib.parse import urlsplit

from autoplay.browser.navigation import is_local
from autoplay.browser.preparation import Preparation
from autoplay.browser.start import BrowserOptions
from autoplay.browser.time_limit import LIMIT_S
from autoplay.browser.wait import PACE_MS
from autoplay.player.timing import PATIENCE_S

if TYPE_CHECKING:
    from autoplay.browser.timeline import Timeline
    from autoplay.games import PuzzleOptions
    from autoplay.games.adapter import PuzzleLike, SolutionLike
    from autoplay.player.timing import Gesture
    from solvers.cells import Cell
    from vision import Reading
    from vision.image import Image

Tracing: TypeAlias = Literal["on", "off", "retain-on-failure"]
TRACE: Final = "trace.zip"


@dataclass(frozen=True, slots=True)
class PlayRequest:
    """Request to play ``count`` puzzles of one page. Made once, and sent unchanged to wherever it
    is played.

    ``url`` has its scheme; pictures and trace go into the folder ``output``, or into a numbered
    folder each if there are several puzzles. ``site`` and ``puzzle`` are names; None means that the
    page shows which site or game it is. ``options`` are those of each game, by its name; ``lit`` is
    the appearance of a lit lamp or a peg, as for ``vision.read_board``. ``pace_ms`` is the least
    and most time between presses, ``patience_s`` how long a board may take to appear; a play that
    ``is_hasty`` presses several cells between two looks at the board, as long as all goes well.
    ``preparation`` are the steps before the board is read. ``any_solution`` plays the first of
    several solutions. ``starts`` and ``checks`` allow pressing the button that begins a game and
    the one that checks an answer; ``dry_run`` presses nothing beyond the preparation. ``is_strict``
    asks for the page's own confirmation. ``explain`` finds the steps to the solution first.
    ``series`` is daily, weekly or monthly for a scheduled puzzle. ``report`` is the HTML file that
    shows the play. ``interval_s`` separates two
    puzzles of a host. ``network_patience_s`` are the seconds of pauses in which a page that can't
    be opened is tried again, ``limit_s`` are those that one puzzle may take, from its navigation to
    its result.
    """

    url: str
    output: Path
    browser: BrowserOptions = field(default_factory=BrowserOptions)
    site: str | None = None
    puzzle: str | None = None
    options: Mapping[str, PuzzleOptions] = field(default_factory=dict)
    lit: str = "any"
    pace_ms: tuple[float, float] = PACE_MS
    patience_s: float = PATIENCE_S
    is_hasty: bool = False
    preparation: Preparation = field(default_factory=Preparation)
    any_solution: bool = False
    dry_run: bool = False
    starts: bool = True
    checks: bool = True
    is_strict: bool = False
    explain: bool = False
    count: int = 1
    series: str | None = None
    tracing: Tracing = "off"
    report: Path | None = None
    interval_s: float = 0
    network_patience_s: float = 0
    limit_s: float = LIMIT_S

    @property
    def host(self) -> str:
        """Host of the page; empty for this machine."""
        host = urlsplit(self.url).hostname or ""
        return "" if is_local(host) else host

    @property
    def trace(self) -> Path:
        """File of the trace."""
        return self.output / TRACE

    def report_of(self, number: int) -> Path | None:
        """Return the file for the report of the puzzle of this number, from 1."""
        if self.report is None or self.count == 1:
            return self.report
        return self.report.with_stem(f"{self.report.stem}-{number}")

    def folder(self, number: int) -> Path:
        """Return the folder for the pictures of the puzzle of this number, from 1."""
        return self.output / str(number) if self.count > 1 else self.output


class PlayObserver:
    """Observer of plays, which ignores what it is shown; a subclass shows it to a person."""

    def show_page(self, url: str) -> None:
        """Show the address of a page that is about to be opened."""

    def show_answer(self, reading: Reading, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Show the answer to the board that was read, before it is played."""

    def show_progress(self, timeline: Timeline) -> None:
        """Show how far a play has come."""

    def show_look(self, picture: Image, reading: Reading | None) -> None:
        """Show what a look has shown: the window or a panorama, and the board in it."""

    def show_press(self, reading: Reading, cell: Cell, gesture: Gesture) -> None:
        """Show a press on a cell of a board."""

    def show_words(self, lines: list[str]) -> None:
        """Show what the page says since the last press."""

    def show_pause(self, message: str) -> None:
        """Show why nothing happens for a while, and when the page is tried again."""


SILENT: Final = PlayObserver()
"""Observer that shows nothing."""
