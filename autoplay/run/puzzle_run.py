"""A visit to a page: opens it, plays as many puzzles there as asked for, and keeps the history."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Response

from autoplay.browser.navigation import check_passed, full_url, open_url, page_errors, wait_for_person
from autoplay.errors import AnswerRejected, ClickNotConfirmed, NoNextPuzzle, PageBlocked
from autoplay.games.puzzle import PuzzleLike, SolutionLike
from autoplay.player.player import Outcome, Pictures, Settings, play
from autoplay.run.history import Entry, History, Run
from autoplay.run.scheduled_puzzle import REST
from autoplay.sites import Site, refuse, site_for
from solvers.errors import AutoplayError, about
from vision.errors import ReadingError

SHOT_S: Final = 5.0
"""How long a page that is to be seen in an error's picture may take to show itself."""
Call: TypeAlias = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Played:
    """A puzzle that was played: where, what the page itself calls it, and what became of it."""

    url: str
    puzzle_id: str | None
    outcome: Outcome

    @property
    def exit_status(self) -> int:
        """0 if what was asked for was done, else 1."""
        return self.outcome.exit_status


def play_url(
    page: Page,
    url: str,
    output: Path,
    *,
    site: Site | None = None,
    count: int = 1,
    settings: Settings | None = None,
    series: str | None = None,
    pause_s: float = 0,
    call: Call | None = None,
) -> Iterator[Played | Run]:
    """Open the address in the page and play ``count`` puzzles there, one after the other, ``pause_s`` apart.

    The pictures go into ``output``, or into a numbered folder each if there are several. ``site`` is what is
    known of the page, if that is not to be found out. A puzzle of a ``series`` (daily, weekly, monthly) that was
    solved before is not played again: the run that solved it is given instead. ``call`` is told when a person
    has to pass a challenge, which is then waited for; without it nobody is there.

    Raises what ``play`` raises, AnswerRejected before an answer is handed in that the host has rejected, NoNextPuzzle
    before a puzzle is played again, TooSoon if another run plays the one of the series, PageBlocked, PageNotPlayed.
    """
    url = full_url(url)
    refuse(url)
    visit = _Visit(page, url, site, settings or Settings(), series, call)
    for number in range(1, count + 1):
        if number > 1:
            page.wait_for_timeout(pause_s * 1000)
        yield visit.play(output / str(number) if count > 1 else output, is_next=number > 1)


class _Visit:
    def __init__(
        self, page: Page, url: str, site: Site | None, settings: Settings, series: str | None, call: Call | None
    ) -> None:
        self.page = page
        self.url = url
        self.site = site
        self.series = series
        self.call = call
        self.history = History()
        self.settings = settings
        self.response: Response | None = None
        self.last: tuple[str, ...] = ()

    def play(self, folder: Path, *, is_next: bool) -> Played | Run:
        """Play one puzzle: the next one of the page that is open, else that of the address."""
        pictures = Pictures(folder)
        pictures.clear()
        with (
            about(self.url),
            self.history.entry(self.url, folder, series=self.series, alone=REST) as entry,
            _pictured(self.page, pictures),
            page_errors(self.page),
        ):
            if not (is_next and self._here().next(self.page)):
                self._open()
            while True:
                try:
                    return self._play(entry, pictures)
                except PageBlocked as error:
                    self._wait_for_person(error)

    def _here(self) -> Site:
        """What is known of the page that is open, which may be another one than the address names."""
        refuse(self.page.url)
        return self.site or site_for(self.page)

    def _open(self) -> None:
        try:
            self.response = open_url(self.page, self.url)
        except PageBlocked as error:
            self._wait_for_person(error)

    def _play(self, entry: Entry, pictures: Pictures) -> Played | Run:
        here = self._here()
        here.ready(self.page)
        puzzle_id = here.puzzle_id(self.page)
        entry.identify(here.name, puzzle_id)
        if run := self._solved_before(here, puzzle_id):
            entry.repeat(run)
            return run
        settings = replace(self.settings, approve=partial(self._approve, entry))
        try:
            outcome = play(self.page, here, pictures, settings)
        except (ReadingError, ClickNotConfirmed) as error:
            check_passed(self.page, self.response, error.picture)
            raise
        entry.finish(here.name, outcome)
        self.last = outcome.puzzle.grid
        return Played(self.url, puzzle_id, outcome)

    def _solved_before(self, here: Site, puzzle_id: str | None) -> Run | None:
        if not (self.series and puzzle_id):
            return None
        return self.history.solved(here.name, puzzle_id, series=self.series)

    def _wait_for_person(self, error: PageBlocked) -> None:
        """Have a person pass the challenge; raises the error if nobody is there, or nobody comes in time."""
        if self.call is None:
            raise error
        self.call(f"{error.message}: a person is needed in the window")
        if not wait_for_person(self.page):
            raise error
        self.response = None

    def _approve(self, entry: Entry, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Write down an answer that may be played; raises AnswerRejected, NoNextPuzzle for one that may not."""
        if run := self.history.rejected(self.url, puzzle, solution):
            day = f"{run.start.astimezone():%Y-%m-%d}"
            raise AnswerRejected(
                f"the page rejected this very answer on {day}; it is not handed in again",
                hint=f"look at the pictures of that run for what was misread: {run.pictures}; "
                f"if the reading is right: autoplay history --forget {run.id}, and play again",
            )
        if puzzle.grid == self.last:
            raise NoNextPuzzle(
                "the page shows a puzzle again that was just played, and nothing on it leads to another one",
                hint="leave out --count",
            )
        entry.answer(puzzle, solution)


@contextmanager
def _pictured(page: Page, pictures: Pictures) -> Iterator[None]:
    """Gives an error that has none the last picture of the run, or one of the page that blocks it."""
    try:
        yield
    except AutoplayError as error:
        if isinstance(error, PageBlocked) and not error.picture:
            _shoot(page, pictures.folder / "before.png")
        error.picture = error.picture or next(reversed(pictures.paths().values()), "")
        raise


def _shoot(page: Page, path: Path) -> None:
    try:
        page.screenshot(path=path, timeout=SHOT_S * 1000)
    except PlaywrightError:
        path.unlink(missing_ok=True)
