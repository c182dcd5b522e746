"""The loop: look, read, solve, place, look again, repair, confirm."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal

from playwright.sync_api import Page

from autoplay.browser.navigation import page_errors
from autoplay.browser.screen import Screen
from autoplay.errors import ClickNotConfirmed, PageUnreachable
from autoplay.games import GameAdapter
from autoplay.games.lights_out.options import LampTarget, LightsOutOptions
from autoplay.games.options import PuzzleOptions
from autoplay.games.peg_solitaire.options import PegEnd, PegSolitaireOptions
from autoplay.games.puzzle import PuzzleLike, SolutionLike
from autoplay.games.star_battle.options import StarBattleOptions
from autoplay.games.star_battle.star_count import SOLVE_S
from autoplay.games.star_battle.steps import step_paths, step_pictures
from autoplay.player.applier import Placing
from autoplay.player.appliers import APPLIERS
from autoplay.player.board_tracker import Board
from autoplay.sites import PageResult, Site
from solvers.errors import AutoplayError, NoSolution, SolveTimeout
from solvers.star_battle import Puzzle, explain
from vision import Reading, draw_overlay, save_image, update_reading
from vision.errors import ReadingError
from vision.image import Image

if TYPE_CHECKING:
    from solvers.star_battle.explanation import Explanation, ExplanationStep

SHOWS_AGAIN_S: Final = 2.0
"""How long a page that was loaded again with its verdict may take to show its board for the last picture."""
PICTURES: Final = ("before", "overlay", "after")


def _approve_all(puzzle: PuzzleLike, solution: SolutionLike) -> None:
    """Any answer may be played."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How to play: the ``game`` if the page is not to show which, ``stars`` per row if the page does not say, the
    ``target`` that lamps are to show, the ``end`` of the last peg, and which look is ``lit`` or a peg (as
    ``vision.read_board`` has it), ``pace_ms`` the least and most time between presses, ``patience_s`` how long a board
    may take to appear; ``dry_run`` presses nothing; ``explain`` finds the steps to the solution first. ``approve`` is
    called before the first press, and raises to keep the answer from being played."""

    game: GameAdapter | None = None
    stars: int | None = None
    target: LampTarget = None
    end: PegEnd | None = None
    lit: str = "any"
    pace_ms: tuple[float, float] = (30, 80)
    patience_s: float = 8.0
    dry_run: bool = False
    explain: bool = False
    approve: Callable[[PuzzleLike, SolutionLike], None] = _approve_all


@dataclass(frozen=True, slots=True)
class Pictures:
    """The evidence of a run: before.png, overlay.png and after.png in ``folder``, and step-01.png … if explained."""

    folder: Path

    def paths(self) -> dict[str, str]:
        """Name → path of those that were taken, in the order they are taken."""
        return {name: str(path) for name in PICTURES if (path := self.folder / f"{name}.png").exists()}

    def steps(self) -> list[str]:
        """The paths of the pictures of the steps, in their order."""
        return sorted(map(str, self.folder.glob("step-[0-9][0-9]*.png")))

    def clear(self) -> None:
        """Remove what an earlier run left in the folder, so that none of it is taken for this one's."""
        for path in [*self.paths().values(), *self.steps()]:
            Path(path).unlink()

    def save(self, name: Literal["before", "overlay", "after"], image: Image) -> str:
        """Write one of them, whole or not at all; its path."""
        path = self.folder / f"{name}.png"
        save_image(path, image)
        return str(path)

    def save_steps(self, image: Image, reading: Reading, puzzle: Puzzle, steps: Sequence[ExplanationStep]) -> None:
        """Write a picture of each step to the puzzle's solution."""
        paths = step_paths(self.folder / "step.png", len(steps))
        for path, picture in zip(paths, step_pictures(image, reading, puzzle, steps), strict=True):
            save_image(path, picture)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a puzzle.

    ``reading`` is the board as it was before the first press; ``presses`` counts them, ``seconds`` runs from
    the open page to the verdict. ``explanation`` is there if it was asked for and found in time. ``gesture`` is what
    turned an empty cell into a star, press by press: ("left", "left"); () if nothing was learned.
    """

    verdict: PageResult
    reading: Reading
    puzzle: PuzzleLike
    solution: SolutionLike
    presses: int
    seconds: float
    pictures: Pictures
    explanation: Explanation | None = None
    gesture: tuple[str, ...] = ()

    @property
    def exit_status(self) -> int:
        """0 if what was asked for was done, else 1."""
        return 0 if self.verdict.result in ("solved", "unplayed") else 1


def play(page: Page, site: Site, pictures: Pictures, settings: Settings | None = None) -> Outcome:
    """Play the puzzle on the page that is open.

    Raises
    ------
    ReadingError, NoSolution, ManySolutions, BadNotation, SolveTimeout
        Before anything is pressed; the error names a picture of what was seen.
    ClickNotConfirmed
        If the board does not take on the solution.
    PageUnreachable
        If the page or its browser goes away.
    """
    return _Player(page, site, pictures, settings or Settings()).play()


class _Player:
    def __init__(self, page: Page, site: Site, pictures: Pictures, settings: Settings) -> None:
        self.page = page
        self.site = site
        self.pictures = pictures
        self.settings = settings
        self.board = Board(Screen(page, settings.pace_ms), settings.game, settings.lit)
        self.placing: Placing | None = None

    def play(self) -> Outcome:
        try:
            with page_errors(self.page):
                return self._play()
        except PageUnreachable as error:
            if self.placing and self.board.screen.presses:
                error.message += f", {self.placing.progress}"
            raise

    def _play(self) -> Outcome:
        start = monotonic()
        self.pictures.clear()
        self._find()
        self.pictures.save("before", self.board.picture)
        reading = self.board.reading
        puzzle, solution = self._solve()
        # Drawn while the first cells are pressed; it is there when the pool is left, however that comes about.
        with ThreadPoolExecutor(1) as pool:
            overlay = pool.submit(self._save_overlay, before := self.board.picture, reading, solution)
            explanation = self._explain(puzzle) if self.settings.explain and self.board.game.explains else None
            verdict = self._unplayed(puzzle, solution) if self.settings.dry_run else self._place(puzzle, solution)
            seconds, presses = monotonic() - start, self.board.screen.presses
        gesture = self.placing.gesture if self.placing else ()
        with suppress(OSError):  # what became of an answer is told whether the disk has room for pictures or not
            overlay.result()
            if self.placing:
                self._save_after()
                if self.placing.solution != solution:
                    self._save_overlay(before, reading, self.placing.solution)
        if self.placing:
            puzzle, solution = self.placing.puzzle, self.placing.solution
        return Outcome(verdict, reading, puzzle, solution, presses, seconds, self.pictures, explanation, gesture)

    def _unplayed(self, puzzle: PuzzleLike, solution: SolutionLike) -> PageResult:
        return PageResult("unplayed", self.board.game.unplayed_message(puzzle, solution))

    def _place(self, puzzle: PuzzleLike, solution: SolutionLike) -> PageResult:
        self.settings.approve(puzzle, solution)
        self.placing = APPLIERS[self.board.game.name](
            self.page, self.site, self.board, puzzle, solution, self.settings.patience_s
        )
        try:
            return self.placing.place()
        except (ReadingError, ClickNotConfirmed, NoSolution, SolveTimeout) as error:
            error.picture = self._save_after()
            raise

    def _save_overlay(self, picture: Image, reading: Reading, solution: SolutionLike) -> None:
        self.pictures.save("overlay", draw_overlay(picture, reading, solution.cells))

    def _save_after(self) -> str:
        """Save what the page looks like at last: with the board, if a page that was loaded again shows it in time."""
        deadline = monotonic() + SHOWS_AGAIN_S
        while True:
            image = self.board.screen.take_screenshot().image
            if not self.board.is_in_window or monotonic() >= deadline or self._shows_board(image):
                return self.pictures.save("after", image)

    def _shows_board(self, image: Image) -> bool:
        try:
            update_reading(image, self.board.reading)
        except ReadingError:
            return False
        return True

    def _find(self) -> None:
        self.site.ready(self.page)
        try:
            self.board.find(self.settings.patience_s, self._make_way)
        except ReadingError as error:
            error.picture = self.pictures.save("before", self.board.picture)
            raise

    def _solve(self) -> tuple[PuzzleLike, SolutionLike]:
        try:
            options = self.board.game.options_on_page(self._options(), self.site.stars(self.page))
            return self.board.game.solve_reading(self.board.reading, options)
        except AutoplayError as error:
            seen = draw_overlay(self.board.picture, self.board.reading)
            error.picture = self.pictures.save("overlay", seen)
            raise

    def _explain(self, puzzle: Any) -> Explanation | None:
        try:
            explanation = explain(puzzle, timeout_s=SOLVE_S)
        except SolveTimeout:
            return None
        self.pictures.save_steps(self.board.picture, self.board.reading, puzzle, explanation.steps)
        return explanation

    def _options(self) -> PuzzleOptions | None:
        """Return the options of the game that were given, None if none was."""
        settings = self.settings
        if settings.stars:
            return StarBattleOptions(stars=settings.stars)
        if settings.target is not None:
            return LightsOutOptions(target=settings.target)
        return None if settings.end is None else PegSolitaireOptions(end=settings.end)

    def _make_way(self) -> bool:
        """Answer what a site puts before its board; a dry run presses nothing at all."""
        return not self.settings.dry_run and self.site.make_way(self.page)
