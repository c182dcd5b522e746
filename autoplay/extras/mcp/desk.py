"""Work of the tools on one board after the other, with the bounds of a call."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from secrets import token_hex
from threading import Event
from time import monotonic
from typing import Final

from autoplay.errors import ProcessLost
from autoplay.extras.mcp.captures import (
    NO_PLACE,
    Answer,
    Capture,
    Row,
    describe_capture,
    do_job,
    find_centres,
    read_file,
)
from autoplay.extras.mcp.page import AGAIN, PuzzlePage, Sight, StaleCapture
from autoplay.games import GAMES, PuzzleOptions, ReadRequest
from autoplay.workers import CallStopped, ProcessDied, WorkerPool
from solvers.cells import Cell
from solvers.errors import AutoplayError, SolveTimeout
from vision import Reading, encode_png
from vision.errors import BadImage

LARGEST_BYTES: Final = 20 << 20
"""Largest picture file; photos of phones are below it."""
CALL_S: Final = 40.0
"""Time for what a call computes, and for its presses: clients wait 60 s for an answer, and a page
may take some of them to open."""
CAPTURES_KEPT: Final = 20
"""Number of captures that are kept: the oldest one makes room for a new one."""
FOLDER: Final = "autoplay mcp --folder DIR, with the folder of your pictures"


class BadCall(AutoplayError, code="bad-call"):
    """The arguments of a tool do not go with each other, or can't be understood."""


class Desk:
    """Desk at which the work of the tools is done, one call at a time.

    A thread owns the page, as Playwright needs it, and a process reads and solves. Pictures are
    read from the ``folder`` alone.
    """

    def __init__(self, folder: Path, page: PuzzlePage) -> None:
        self._folder = folder.resolve()
        self._page = page
        self._captures: OrderedDict[str, Capture] = OrderedDict()
        self._given_up = Event()
        self._thread = ThreadPoolExecutor(1)
        self._workers = WorkerPool(1, preload=do_job)

    async def do_in_turn(self, work: Callable[[], Answer]) -> Answer:
        """Return what a call returns, after the calls before it; it is given up if nobody waits any
        more."""
        given_up = Event()
        try:
            return await asyncio.wrap_future(self._thread.submit(self._start_work, work, given_up))
        finally:
            given_up.set()

    def close(self) -> None:
        """Leave the page, and end the process."""
        self._thread.submit(self._page.close).result()
        self._thread.shutdown()
        self._workers.shutdown()

    def read_picture(self, name: str, request: ReadRequest) -> Row:
        """Return the board of a picture, and its new capture; raise AutoplayError."""
        capture, row = self._compute_apart(
            partial(read_file, name, self._load_picture(name), request)
        )
        return {
            "capture": self._keep_capture(capture),
            **row,
            "centres": find_centres(capture.reading),
        }

    def read_page(self, tab: str, request: ReadRequest) -> Row:
        """Return the board of a page, with places in CSS px of the window, and its new capture.

        Raises AutoplayError.
        """
        sight = self._page.look(tab, request.puzzle, request.lit)
        game = GAMES[sight.reading.puzzle]
        options = game.player.options_on_page(request.options, sight.stars)
        capture = self._take_capture(sight, options)
        row = self._compute_apart(partial(describe_capture, capture))
        # The picture of a large board goes beyond the window.
        in_window = capture.reading.move_by(-sight.shift[0], -sight.shift[1])
        row |= {"box": in_window.box, "centres": find_centres(in_window)}
        return {"capture": self._keep_capture(capture), **row}

    def work_on(self, make: Callable[[Capture | str], Answer], capture: str, text: str) -> Answer:
        """Return what a function makes of a capture or of a text; raise AutoplayError."""
        if bool(capture) == bool(text):
            raise BadCall("one board is needed", hint="either capture or text")
        return self._compute_apart(partial(make, self._find_capture(capture) if capture else text))

    def press_cells(self, cells: list[list[int]], name: str) -> Row:
        """Press cells of a captured board; return what it shows after that, and its new capture.

        Raises AutoplayError: StaleCapture before any press if the board has moved or changed.
        """
        capture = self._find_capture(name)
        before = capture.reading
        if not capture.visit:
            raise BadCall(f"capture {name} is of a picture", hint="read_board with tab")
        if capture.visit != self._page.visit:
            raise StaleCapture(f"capture {name} is older than the last read_board", hint=AGAIN)
        places = [check_cell(before, cell) for cell in cells]
        end = monotonic() + CALL_S

        def is_over() -> bool:
            return self._given_up.is_set() or monotonic() > end

        pressed, sight = self._page.press(places, before, is_over)
        row: Row = {"pressed": pressed.number, "left": places[pressed.number :]}
        row["page_says"] = pressed.says
        if sight is None:
            return row | {"lost": f"the board is not seen where it was ({pressed.lost}): {AGAIN}"}
        now = sight.reading
        row["changed"] = list_changes(before, now)
        row["capture"] = self._keep_capture(self._take_capture(sight, capture.options))
        return row | {"grid": now.grid, "marks": now.marks}

    def _start_work(self, work: Callable[[], Answer], given_up: Event) -> Answer:
        self._given_up = given_up
        return work()

    def _compute_apart(self, job: Callable[[], Answer]) -> Answer:
        """Return what the process makes of a job; raise AutoplayError."""
        try:
            call = self._workers.submit_limited(do_job, job, CALL_S, self._given_up)
            answer: Answer = call.result()
            return answer
        except CallStopped:
            hint = "a smaller picture or puzzle"
            raise SolveTimeout(f"this took longer than {CALL_S:g} s", hint=hint) from None
        except ProcessDied as error:
            problem = f"the process that worked on this {error}"
            raise ProcessLost(problem, hint="the same again") from None

    def _take_capture(self, sight: Sight, options: PuzzleOptions | None) -> Capture:
        picture = encode_png(sight.picture)
        return Capture(sight.url, picture, sight.reading, options, self._page.visit)

    def _keep_capture(self, capture: Capture) -> str:
        """Keep a capture, and return its name, which no other server has given."""
        name = token_hex(4)
        self._captures[name] = capture
        if len(self._captures) > CAPTURES_KEPT:
            self._captures.popitem(last=False)
        return name

    def _find_capture(self, name: str) -> Capture:
        if name not in self._captures:
            problem = f"no capture {name!r} is kept, only the last {CAPTURES_KEPT}"
            raise StaleCapture(problem, hint=AGAIN)
        return self._captures[name]

    def _load_picture(self, name: str) -> bytes:
        """Return the content of a picture in the folder; raise BadCall or BadImage."""
        # Everything is below the root, where a client may have started the server.
        if self._folder == self._folder.parent:
            raise BadCall(f"no pictures are read from {self._folder}", hint=FOLDER)
        try:
            path = (self._folder / name).resolve()
            if not path.is_relative_to(self._folder):
                raise BadCall(f"{name} is outside of {self._folder}", hint=FOLDER)
            if not path.is_file():
                raise BadImage(f"{name} is no file in {self._folder}", hint="another path")
            with path.open("rb") as file:
                data = file.read(LARGEST_BYTES + 1)
        except (OSError, ValueError) as error:  # no system takes half a character
            raise BadImage(f"{name} can't be read ({error})", hint="another path") from error
        if len(data) > LARGEST_BYTES:
            problem = f"{name} has more than {LARGEST_BYTES >> 20} MiB"
            raise BadImage(problem, hint="the part with the board")
        return data


def check_cell(reading: Reading, cell: list[int]) -> Cell:
    """Return a cell of the board; raise BadCall for one outside of it."""
    row, col = cell
    is_inside = 0 <= row < reading.rows and 0 <= col < reading.cols
    if not is_inside or reading.grid[row][col] == NO_PLACE:
        problem = f"the board of {reading.rows}x{reading.cols} has no cell [{row}, {col}]"
        raise BadCall(problem, hint="[row, column], both from 0")
    return row, col


def list_changes(before: Reading, now: Reading) -> list[Cell]:
    """Return the cells that show another lamp, peg or mark now."""
    marks = set(before.marks) ^ set(now.marks)
    changed = {(mark.row, mark.col) for mark in marks}
    for row in range(now.rows):
        for col in range(now.cols):
            if before.grid[row][col] != now.grid[row][col]:
                changed.add((row, col))
    return sorted(changed)
