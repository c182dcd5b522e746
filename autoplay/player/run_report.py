"""Report of a play: one HTML file with each look at the board, what was read, planned,
pressed and heard, and what came of it."""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as BadBase64
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Final

import msgspec
import numpy as np
from markupsafe import Markup

from autoplay.browser.panorama import part
from autoplay.errors import BadFixture, NotWritable
from autoplay.files import write_whole
from autoplay.games import GAMES
from autoplay.output import hide_secrets
from autoplay.player.board_geometry import cell_with_lines
from autoplay.player.play_request import PlayObserver
from autoplay.player.play_result import PlayResult, screenshot_note
from autoplay.wording import render_page
from solvers.errors import AutoplayError
from vision.files.loading import encode_png
from vision.image import Image

if TYPE_CHECKING:
    from autoplay.browser.timeline import Phase, Timeline
    from autoplay.games.adapter import PuzzleLike, SolutionLike
    from autoplay.player.timing import Gesture
    from solvers.cells import Cell
    from vision import Reading
    from vision.reading import Box

DATA: Final = re.compile(rb'<script id="run" type="application/json">(.*?)</script>', re.DOTALL)
"""Data in the HTML file."""
SECRET: Final = re.compile(
    r"pass|pwd|secret|token|auth|session|sid$|^sid|jwt|signature|^sig$|key$|^code$|otp",
    re.IGNORECASE,
)
"""Names of parts of an address that may let somebody in."""
PARAMETER: Final = re.compile(r"(?<=[?&#])([^\s=?&#]*)=[^\s&#'\"<>]*")
"""Name and value of a part of an address."""


class Press(msgspec.Struct):
    """One press: its gesture, the (row, col) of its cell, and the box of that in the picture."""

    gesture: str
    cell: tuple[int, int]
    box: tuple[int, int, int, int]


class ShownLook(msgspec.Struct):
    """One look at the page.

    ``whole`` is the number of a picture of the window, ``board`` that of what its part ``box``
    shows by now, None if it is the same. ``presses`` were made and ``heard`` was said since the
    look before. ``grid`` is what was read, empty if nothing was.
    """

    seconds: float
    phase: str
    whole: int
    board: int | None
    box: tuple[int, int, int, int] | None
    grid: list[str]
    presses: list[Press]
    heard: list[str]


class RecordedRun(msgspec.Struct):
    """Data of a play.

    ``pictures`` are PNG files in base 64; the one of the number ``first`` is the window in which
    the board was found, of which ``puzzle`` and ``lit`` are what reading it needs.
    """

    url: str
    taken: str
    puzzle: str | None = None
    lit: str = "auto"
    first: int = 0
    plan: str = ""
    planned: list[tuple[int, int, int, int]] = []
    result: str = ""
    message: str = ""
    facts: dict[str, str] = {}
    pictures: list[str] = []
    looks: list[ShownLook] = []

    @property
    def first_picture(self) -> bytes:
        """The picture in which the board was found, as PNG."""
        return b64decode(self.pictures[self.first], validate=True)


class RunReport(PlayObserver):
    """Observer that keeps all of a play for a report, and lets another observer see it too."""

    def __init__(self, inner: PlayObserver, url: str) -> None:
        self.inner = inner
        self.run = RecordedRun(hide_values(url), f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}")
        self._began_at = monotonic()
        self._phase: Phase = "reading"
        self._presses: list[Press] = []
        self._heard: list[str] = []
        self._whole: Image | None = None
        self._board: Image | None = None

    def show_progress(self, timeline: Timeline) -> None:
        """Keep the phase."""
        self._phase = timeline.phase
        self.inner.show_progress(timeline)

    def show_answer(self, reading: Reading, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Keep the plan: the answer, and the boxes of its cells."""
        game = GAMES[reading.puzzle].player
        what = game.describe_puzzle(puzzle)
        self.run.plan = f"{what}\n{game.draw_answer(puzzle, solution)}"
        self.run.planned = [
            cell_with_lines(reading, cell) for cell in dict.fromkeys(solution.cells)
        ]
        note = screenshot_note(reading)
        self.run.puzzle = note.puzzle
        self.run.lit = note.lit
        if self.run.looks:
            self.run.first = self.run.looks[-1].whole
        self.inner.show_answer(reading, puzzle, solution)

    def show_look(self, picture: Image, reading: Reading | None) -> None:
        """Keep a look, unless it shows what the one before did and nothing has happened."""
        board = None if reading is None else part(picture, reading.box)
        is_same_page = self._whole is not None and _are_alike(self._whole, picture, reading)
        is_same_board = (
            board is not None and self._board is not None and np.array_equal(board, self._board)
        )
        if is_same_page and is_same_board and not self._has_news():
            return
        looks = self.run.looks
        whole = looks[-1].whole if is_same_page else self._keep_picture(picture)
        number = None
        if is_same_page and board is not None:
            number = self._keep_picture(board)
        looks.append(
            ShownLook(
                seconds=round(monotonic() - self._began_at, 3),
                phase=self._phase,
                whole=whole,
                board=number,
                box=None if reading is None else _to_ints(reading.box),
                grid=[] if reading is None else _draw_rows(reading),
                presses=self._presses,
                heard=self._heard,
            )
        )
        if not is_same_page:
            self._whole = picture
        self._board = board
        self._presses = []
        self._heard = []

    def show_press(self, reading: Reading, cell: Cell, gesture: Gesture) -> None:
        """Keep a press for the next look."""
        box = _to_ints(cell_with_lines(reading, cell))
        self._presses.append(Press(gesture, cell, box))

    def show_words(self, lines: list[str]) -> None:
        """Keep what the page newly says for the next look."""
        self._heard += [line for line in map(hide_values, lines) if line not in self._heard]

    def finish(self, result: PlayResult) -> None:
        """Keep the result of the play."""
        self.run.result = result.verdict.result
        self.run.message = hide_values(result.verdict.message)
        self.run.facts = {
            "confirmed by": result.verdict.confirmed_by or "nothing",
            "pressed first": ", ".join(result.started) or "nothing",
            "gesture": " ".join(result.gesture) or "not learned",
            "presses": str(result.presses),
            "seconds": f"{result.seconds:.1f}",
        }

    def fail(self, error: AutoplayError) -> None:
        """Keep the error that has ended the play."""
        self.run.result = error.code
        self.run.message = hide_values(error.message)
        self.run.facts = {"try": hide_values(error.hint)} if error.hint else {}

    def write(self, path: Path) -> None:
        """Write the HTML file; raise NotWritable."""
        if self._has_news() and self.run.looks:
            # What came after the last look belongs to no later one.
            last = self.run.looks[-1]
            last.presses += self._presses
            last.heard += self._heard
        data = msgspec.json.encode(self.run).replace(b"<", b"\\u003c")
        page = render_page(
            "autoplay.player", "run_report.html", run=self.run, data=Markup(data.decode())
        )
        try:
            write_whole(path, page.encode())
        except OSError as error:
            raise NotWritable(
                f"{path}: {error.strerror}", hint="another file for --report"
            ) from error

    def _keep_picture(self, picture: Image) -> int:
        """Keep a picture; return its number."""
        self.run.pictures.append(b64encode(encode_png(picture)).decode())
        return len(self.run.pictures) - 1

    def _has_news(self) -> bool:
        return bool(self._presses or self._heard)


def load_run(path: Path) -> RecordedRun:
    """Return the data of a report; raise BadFixture if it is none, or shows no page."""
    hint = "a file that autoplay play --report has written"
    try:
        found = DATA.search(path.read_bytes())
        if found is None:
            raise BadFixture(f"{path} is no report of a play", hint=hint)
        run = msgspec.json.decode(found[1], type=RecordedRun)
        run.first_picture  # noqa: B018 (checks that it is there)
    except OSError as error:
        raise BadFixture(f"{path}: {error.strerror}", hint=hint) from error
    except (msgspec.DecodeError, BadBase64, IndexError, ValueError) as error:
        raise BadFixture(f"{path} is no report of a play ({error})", hint=hint) from error
    return run


def hide_values(text: str) -> str:
    """Return a text with addresses without their users, and without the values that may let
    somebody in."""
    return PARAMETER.sub(_hide_value, hide_secrets(text))


def _hide_value(found: re.Match[str]) -> str:
    return f"{found[1]}=hidden" if SECRET.search(found[1]) else found[0]


def _are_alike(whole: Image, picture: Image, reading: Reading | None) -> bool:
    """Return True if two pictures differ at most in the part with the board."""
    if whole is picture:
        return True
    if whole.shape != picture.shape or reading is None:
        return False
    before = whole.copy()
    now = picture.copy()
    part(before, reading.box)[:] = 0
    part(now, reading.box)[:] = 0
    return bool(np.array_equal(before, now))


def _draw_rows(reading: Reading) -> list[str]:
    return GAMES[reading.puzzle].reader.draw_text(reading).split("\n")


def _to_ints(box: Box) -> tuple[int, int, int, int]:
    left, top, right, bottom = box
    return int(left), int(top), int(right), int(bottom)
