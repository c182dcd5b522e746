"""Progress of `play` for a person at a terminal: the page, the answer before it is played, and one
live line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from autoplay.cli.terminal import can_draw, is_quiet, print_note, print_styled, print_text
from autoplay.games import GAMES
from autoplay.player.play_request import PlayObserver
from autoplay.report.answers import step_lines
from solvers.errors import count_of

if TYPE_CHECKING:
    from autoplay.browser.timeline import Phase, Timeline
    from autoplay.games.adapter import PuzzleLike, SolutionLike
    from autoplay.player.play_result import PlayResult
    from vision import Reading

DOING: Final[dict[Phase, str]] = {
    "reading": "reading the board",
    "solving": "solving",
    "learning": "learning what a click does",
    "clicking": "clicking",
    "checking": "waiting for the page's result",
    "saving": "saving the pictures",
}
START_OF_LINE: Final = "\r\x1b[2K"
"""Characters that make a terminal clear its line and go to the beginning of it."""


class PauseNotes(PlayObserver):
    """Observer that notes pauses on stderr, where a log of scheduled runs finds them."""

    def show_pause(self, message: str) -> None:
        """Print the note, unless ``--quiet`` is given."""
        print_note(message)


class LiveLine(PauseNotes):
    """Observer that shows on stderr, in one line, what a play is doing."""

    def __init__(self) -> None:
        self._line = ""

    def show_page(self, url: str) -> None:  # noqa: ARG002
        """Say that the page is opened."""
        self._write_line("opening the page")

    def show_progress(self, timeline: Timeline) -> None:
        """Update the live line."""
        line = DOING[timeline.phase]
        if timeline.phase == "clicking" and timeline.planned:
            line = f"{timeline.presses} of {max(timeline.planned, timeline.presses)} clicks"
        self._write_line(line)

    def show_pause(self, message: str) -> None:
        """Print the note in place of the live line."""
        self.clear()
        super().show_pause(message)

    def has_shown(self, result: PlayResult) -> bool:  # noqa: ARG002
        """Return True if the page and the answer of a result were printed already."""
        return False

    def clear(self) -> None:
        """Clear the live line."""
        if self._line:
            self._write_line("")

    def _write_line(self, line: str) -> None:
        if line != self._line:
            sys.stderr.write(START_OF_LINE + line)  # noqa: TID251 (of our own words)
            sys.stderr.flush()
            self._line = line


class LivePlay(LiveLine):
    """Observer that shows plays on stdout as they go on, and the live line on stderr."""

    def __init__(self) -> None:
        super().__init__()
        self._answer: tuple[PuzzleLike, SolutionLike] | None = None

    def show_page(self, url: str) -> None:
        """Print the address."""
        self.clear()
        print_styled(url, "bold")
        super().show_page(url)

    def show_answer(self, reading: Reading, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Print the board with its answer."""
        game = GAMES[reading.puzzle].player
        self.clear()
        print_text(f"{game.describe_puzzle(puzzle)}\n{game.draw_answer(puzzle, solution)}")
        self._answer = puzzle, solution

    def has_shown(self, result: PlayResult) -> bool:
        """Return True if the page and the answer of a result were printed already."""
        return self._answer == (result.puzzle, result.solution)


def play_observer(*, as_json: bool, explain: bool) -> LiveLine | None:
    """Return the observer that shows a play as it goes on; None if nobody at a terminal wants it.

    JSON and an explanation are printed at the end, as is what does not go to a terminal.
    """
    if is_quiet() or not can_draw(sys.stderr):
        return None
    if as_json or explain or not can_draw(sys.stdout):
        return LiveLine()
    return LivePlay()


def result_text(result: PlayResult, *, has_answer: bool = True) -> str:
    """Return the board with its answer, the pictures, and the page's result.

    The answer is left out unless ``has_answer``.
    """
    game = GAMES[result.reading.puzzle].player
    lines: list[str] = []
    what = game.describe_puzzle(result.puzzle)
    if result.explanation:
        what += f" {result.explanation.difficulty}".rstrip()
        lines += step_lines(result.explanation.steps)
    if has_answer:
        lines.append(game.draw_answer(result.puzzle, result.solution))
    for name, path in result.pictures.paths().items():
        lines.append(f"{name:<8} {path}")
    steps = result.pictures.steps()
    if steps:
        lines.append(f"{'steps':<8} {steps[0]} … {steps[-1]}")
    for label in result.started:
        lines.append(f"{'pressed':<8} {label}")
    effort = f"{count_of(result.presses, 'click')}, {result.seconds:.1f} s"
    lines.append(f"{result.verdict.result}: {result.message} ({what}; {effort})")
    return "\n".join(lines)
