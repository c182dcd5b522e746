"""Boards, pages and sites without a browser: what the appliers ask of them, with faults, in
simulated time.

A board answers what the appliers ask of a `BoardTracker`. ``lost`` presses, by their numbers, do
nothing; ``delay_s`` is how long a press takes to show; after the press ``moves_at`` the board is
elsewhere, and has to be found again; after ``goes_at`` there is none any more. Time passes only with
looks and waits, so that no test waits for anything.
"""

# ruff: noqa: ARG002 (a simulated page has no use for many arguments)

from collections.abc import Callable, Collection
from contextlib import nullcontext
from math import inf
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np

from autoplay.games.peg_solitaire.player import make_jump
from autoplay.player.board_view import BoardView
from autoplay.player.lights_out.rule_inference import moved
from autoplay.player.page_monitor import PageMonitor
from autoplay.player.play_request import PlayRequest
from autoplay.player.star_battle.cell_states import EMPTY
from autoplay.player.timing import ReactionTimes
from autoplay.sites import PageResult, Site
from autoplay.sites.base import ANNOUNCES_S
from solvers.cells import change_cells
from solvers.lights_out import Lamps
from solvers.peg_solitaire import Board, named_board
from vision import Mark, Reading
from vision.errors import BoardNotFound

Cell = tuple[int, int]
Grid = tuple[str, ...]
LOOK_S = 0.02
"""Time that a look takes."""
FOREVER_S = 600.0
"""Simulated time after which a play counts as hanging."""


class Clock:
    """Clock that advances only by looks and waits; ``events`` are called each time."""

    def __init__(self) -> None:
        self.now = 0.0
        self.events: list[Callable[[], None]] = []

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds
        assert self.now < FOREVER_S, "the player waits for ever"
        for event in self.events:
            event()


def make_clock(monkeypatch: Any) -> Clock:
    """Return the clock by which the player's waits go from now on."""
    clock = Clock()
    for module in ("browser.wait", "player.presser", "player.page_monitor"):
        monkeypatch.setattr(f"autoplay.{module}.monotonic", clock)
    return clock


class SimulatedBoard:
    """Base of the boards; ``state`` is the page's, ``reading`` what the last look has shown."""

    keeps_names = True
    is_named = True

    def __init__(
        self,
        state: Any,
        clock: Clock,
        *,
        lost: Collection[int] = (),
        delay_s: float = 0.0,
        moves_at: int | None = None,
        goes_at: int | None = None,
        is_certain: bool = True,
    ) -> None:
        self.clock = clock
        self.page = SimpleNamespace(
            url="", frames=(), wait_for_timeout=lambda ms: clock.advance(ms / 1000)
        )
        self.page.is_closed = lambda: False
        self.screen = SimpleNamespace(presses=0, pressed_at=0.0, page=self.page)
        self.screen.take_screenshot = lambda: self.picture
        self.state = state
        self.lost = lost
        self.delay_s = delay_s
        self.moves_at = moves_at
        self.goes_at = goes_at
        self.is_certain = is_certain
        self.is_unreadable = False
        self.is_in_window = True
        self.is_hasty = False
        self.first = None
        self.shown_levels = 40.0
        self.is_elsewhere = False
        self.times_found = 0
        self.lit = "any"
        self.game = SimpleNamespace(name="lights-out")
        self.reactions = ReactionTimes()
        self.pressed: list[tuple[Cell, str]] = []
        self.states: list[Any] = []
        self._shown: list[tuple[float, Any]] = [(0.0, state)]
        self.picture: Any = np.zeros((1, 1, 3), np.uint8)
        self.reading = self.read(state)

    def read(self, state: Any) -> Reading:
        """Return what a look shows of a state."""
        raise NotImplementedError

    def apply_press(self, cell: Cell, gesture: str) -> None:
        """Change the state as the page does."""
        raise NotImplementedError

    @property
    def is_gone(self) -> bool:
        return self.goes_at is not None and self.screen.presses >= self.goes_at

    def has_gone(self) -> bool:
        return self.is_gone and not self.is_unreadable

    def in_window(self, place: tuple[float, float]) -> tuple[float, float]:
        return place

    def is_certain_of_game(self) -> bool:
        return self.is_certain

    def is_game_named(self) -> bool:
        return self.is_named

    def is_unchanged(self, cell: Cell) -> bool:
        """Compare one cell with the last look; only if it has changed is the board looked at."""
        seen = self.reading, self.picture
        before = self.reading.grid[cell[0]][cell[1]], self.marks.get(cell)
        self.look()
        is_same = (self.reading.grid[cell[0]][cell[1]], self.marks.get(cell)) == before
        if is_same:
            self.reading, self.picture = seen
        return is_same

    def expect_changes(self, cells: Any) -> None:
        pass

    cell_image = BoardView.cell_image
    marks = BoardView.marks
    spot = BoardView.spot
    box_in_window = BoardView.box_in_window
    visible_part = BoardView.visible_part
    panorama = None

    def press(self, cell: Cell, gesture: str) -> None:
        if self._counts(cell, gesture):
            self.apply_press(cell, gesture)
        self.show()

    def drag(self, cell: Cell, to: Cell) -> None:
        if self._counts(cell, "drag"):
            self.apply_press(cell, "drag")
        self.show()

    def show(self) -> None:
        """Show the state to looks once the page has had its time."""
        self._shown.append((self.clock() + self.delay_s, self._copy()))

    def look(self, *, pressed=None, learn=None, timeout_s=1.2, is_last=False):
        """Look once; at a pressed cell, until all has been shown or the time is over."""
        self.clock.advance(LOOK_S)
        self._check_place()
        if pressed is not None:
            self.clock.advance(min(timeout_s, max(0.0, self._shown[-1][0] - self.clock())))
        self.reading = self.read([state for at, state in self._shown if at <= self.clock()][-1])

    def shows(self, grid: Grid) -> bool:
        self.look()
        return self.reading.grid == grid

    def find(self, patience_s, make_way, start=None, *, everywhere=True):
        if self.is_gone:
            raise BoardNotFound("there is no board on this page")
        self.is_elsewhere = False
        self.times_found += 1
        self.look()

    def _counts(self, cell: Cell, gesture: str) -> bool:
        """Count a press; return True unless it is lost."""
        self.screen.presses += 1
        self.screen.pressed_at = self.clock()
        self.pressed.append((cell, gesture))
        self.states.append(self._copy())
        self.is_elsewhere = self.is_elsewhere or self.screen.presses == self.moves_at
        return self.screen.presses not in self.lost

    def _copy(self) -> Any:
        return dict(self.state) if isinstance(self.state, dict) else self.state

    def _check_place(self) -> None:
        if self.is_gone or self.is_elsewhere:
            raise BoardNotFound("there is no board where it was")


PITCH, SIDE = 40, 5
LINES = tuple(float(PITCH * k) for k in range(SIDE + 1))
STARS = [(0, 1), (1, 3), (2, 0), (3, 2), (4, 4)]
NOTCHED = [
    (20, 8), (23, 17), (32, 17), (25, 23), (28, 32), (20, 27), (12, 32), (15, 23), (8, 17),
    (17, 17),
]  # fmt: skip
CALLED = {
    **dict.fromkeys(("large dot", "bar", "square", "blue star", "red star", "star veil"), "star"),
    **dict.fromkeys(("shade", "faint fill", "veil", "night", "faint slash"), EMPTY),
    "star on its own colour": "cross",
    "flag": "star",
    "hollow star": "star",
}
"""Names that the reader gives to states: some differ from the player's."""
Rule = Callable[["SimulatedStars", Cell, str, str], None]


class SimulatedStars(SimulatedBoard):
    """Board with marks drawn in its cells.

    ``turns`` says what a gesture makes of a state, ``marks`` are (row, col) → state at the start,
    ``rule`` is called after each press with the cell, the gesture and the state before it, and
    cells in ``locked`` never change.
    """

    def __init__(self, turns, clock, marks=None, rule=None, locked=(), **faults):
        self.turns = turns
        self.rule = rule
        self.locked = locked
        super().__init__(dict(marks or {}), clock, **faults)

    def read(self, state: dict[Cell, str]) -> Reading:
        rows = [
            [drawn_mark(state.get((row, col), EMPTY)) for col in range(SIDE)] for row in range(SIDE)
        ]
        self.picture = np.vstack([np.hstack(row) for row in rows])
        kinds = {cell: CALLED.get(mark, mark) for cell, mark in state.items()}
        marks = tuple(Mark(*cell, kind) for cell, kind in sorted(kinds.items()) if kind != EMPTY)
        box = (0, 0, PITCH * SIDE, PITCH * SIDE)
        return Reading("star-battle", ("A" * SIDE,) * SIDE, LINES, LINES, box, marks)

    def apply_press(self, cell: Cell, gesture: str) -> None:
        before = self.state.get(cell, EMPTY)
        if cell not in self.locked:
            self.state[cell] = self.turns.get((before, gesture), before)
        if self.rule:
            self.rule(self, cell, gesture, before)

    def showing(self, mark: str) -> list[Cell]:
        """Return the cells with a mark, in order."""
        return sorted(cell for cell, shown in self.state.items() if shown == mark)


def drawn_mark(mark: str) -> Any:
    """Draw a mark in a cell, (PITCH, PITCH, 3) BGR."""
    face = np.full((PITCH, PITCH, 3), 255, np.uint8)
    match mark:
        case "star" | "blue star" | "red star":
            colour = {"blue star": (200, 0, 0), "red star": (0, 0, 200)}.get(mark, (0, 0, 0))
            cv2.fillPoly(face, [np.array(NOTCHED)], colour)
        case "hollow star":
            cv2.polylines(face, [np.array(NOTCHED)], isClosed=True, color=(0, 0, 0))
        case "cross":
            cv2.line(face, (14, 14), (26, 26), (0, 0, 200), 2)
            cv2.line(face, (26, 14), (14, 26), (0, 0, 200), 2)
        case "flag":
            cv2.fillPoly(
                face, [np.array([(14, 12), (26, 16), (16, 20), (16, 30), (14, 30)])], (0, 0, 0)
            )
        case "star on its own colour":
            cv2.rectangle(face, (14, 24), (26, 30), (0, 0, 0), cv2.FILLED)
        case "dot" | "large dot":
            cv2.circle(face, (20, 20), 4 if mark == "dot" else 8, (0, 0, 0), cv2.FILLED)
        case "bar":
            cv2.rectangle(face, (10, 15), (30, 25), (0, 0, 0), cv2.FILLED)
        case "square":
            cv2.rectangle(face, (8, 8), (32, 32), (0, 0, 0), cv2.FILLED)
        case "faint slash":
            cv2.line(face, (13, 31), (27, 9), (228, 228, 228), 2)
        case "shade" | "faint fill" | "night" | "veil":
            face[:] = {"shade": 150, "faint fill": 240, "night": 60, "veil": 180}[mark]
        case "star veil":
            face = drawn_mark("star") // 2 + 90
    return face


LAMP_PX = 4


class SimulatedLamps(SimulatedBoard):
    """Board of lamps that a press changes by a rule; ``times`` says how often a press counts. Each
    is a square of LAMP_PX in the grey of its state, to which ``tint`` (BGR) is added."""

    tint = (0, 0, 0)

    def __init__(self, grid, clock, rule, number_of_states=2, *, times=lambda *_: 1, **faults):
        self.rule = rule
        self.number_of_states = number_of_states
        self.times = times
        super().__init__(grid, clock, **faults)

    def read(self, state: Grid) -> Reading:
        grey = np.array([[20 * ".*23456".find(look) for look in row] for row in state])
        lamps = np.repeat(np.repeat(grey, LAMP_PX, axis=0), LAMP_PX, axis=1)
        self.picture = (np.maximum(lamps, 0)[..., None] + self.tint).astype(np.uint8)
        xs, ys = (tuple(range(0, px + 1, LAMP_PX)) for px in lamps.shape[::-1])
        looks = tuple((10.0 * look, 0.0, 0.0) for look in range(10))
        return Reading("lights-out", state, xs, ys, (0, 0, xs[-1], ys[-1]), looks=looks)

    def apply_press(self, cell: Cell, gesture: str) -> None:
        for _ in range(self.times(self.screen.presses, cell, gesture) or 0):
            self.state = moved(
                self.state, self.rule.effect(cell, Lamps(self.state)), self.number_of_states
            )


class SimulatedPegs(SimulatedBoard):
    """Board of pegs, which jump if ``way`` is how the player moves them.

    It ``lifts`` a chosen peg, ``keeps`` a peg chosen that has jumped, makes a jump ``at_once`` if
    it is the only one of a clicked peg, and ``meddles`` with a jump of its own after the jump of
    this number.
    """

    def __init__(
        self,
        grid: Grid,
        clock: Clock,
        way: str = "clicks",
        *,
        lifts: bool = False,
        keeps: bool = False,
        at_once: bool = False,
        meddles: int | None = None,
        **faults: Any,
    ) -> None:
        self.way = way
        self.lifts = lifts
        self.keeps = keeps
        self.at_once = at_once
        self.meddles = meddles
        self.chosen: Cell | None = None
        self.jumps = 0
        self.target: Cell | None = None
        cells = [(row, col) for row in range(len(grid)) for col in range(len(grid[row]))]
        sites = tuple((row, col) for row, col in cells if grid[row][col] != " ")
        is_triangle = sites == named_board("triangle5").sites
        self.board = Board(sites, "triangular" if is_triangle else "square")
        super().__init__(grid, clock, **faults)

    def read(self, state: Grid) -> Reading:
        shown = change_cells(state, {self.chosen: "."}) if self.lifts and self.chosen else state
        edges = tuple(range(len(state[0]) + 1)), tuple(range(len(state) + 1))
        return Reading("pegs", shown, *edges, (0, 0, 1, 1))

    def cell_image(self, cell: Cell) -> Any:
        return np.full((1, 1, 3), 200 if cell == self.chosen else 0, np.uint8)

    def drag(self, cell: Cell, to: Cell) -> None:
        self.target = to
        super().drag(cell, to)

    def apply_press(self, cell: Cell, gesture: str) -> None:
        if gesture == "drag" == self.way and self.target:
            self.jump(cell, self.target)
        elif gesture == "left" and self.way == "clicks":
            self._click(cell)

    def jump(self, peg: Cell, to: Cell) -> bool:
        """Make a jump if it is possible, and the page's own one after it; return True if it was."""
        jump = self._find_jump(peg, to)
        if jump is None:
            return False
        self.state = make_jump(self.board, self.state, jump)
        self.chosen = None
        self.jumps += 1
        if self.jumps == self.meddles:
            pairs = [(one, two) for one in self.board.sites for two in self.board.sites]
            possible = [pair for pair in pairs if self._is_peg(pair[0]) and self._find_jump(*pair)]
            if possible:
                self.jump(*possible[0])
        return True

    def count_pegs(self) -> int:
        """Return the number of pegs left."""
        return sum(row.count("o") for row in self.state)

    def _click(self, cell: Cell) -> None:
        if self.count_pegs() == len(self.board.sites):
            self.state = change_cells(self.state, {cell: "."})
        elif self._is_peg(cell):
            self.chosen = None if cell == self.chosen else cell
            ends = [to for to in self.board.sites if self._find_jump(cell, to)]
            if self.at_once and len(ends) == 1:
                self.jump(cell, ends[0])
        elif self.chosen and self.jump(self.chosen, cell) and self.keeps:
            self.chosen = cell

    def _is_peg(self, cell: Cell) -> bool:
        return self.state[cell[0]][cell[1]] == "o"

    def _find_jump(self, peg: Cell, to: Cell) -> Any:
        ends = self.board.numbers[peg], self.board.numbers[to]
        for jump in self.board.jumps:
            is_between = (jump[0], jump[2]) == ends
            if is_between and self._is_peg(self.board.sites[jump[1]]) and not self._is_peg(to):
                return jump
        return None


class SimulatedWatch(nullcontext[Any]):
    """Watch on a page that shows no text and asks no server."""

    url = ""
    dialogs: tuple[str, ...] = ()
    first_picture = None
    is_reloaded = False
    has_pressed = True
    failure = ""
    replied_s = inf
    submits = False
    is_off = False
    is_chatting = False
    news = 0

    def __init__(self, removes: bool) -> None:
        super().__init__()
        self.removes = removes

    def remember(self) -> None:
        pass

    def note_board(self, spots: list[tuple[float, float]]) -> None:
        pass

    def is_board_off(self) -> bool:
        return self.is_off

    def explains_removal(self) -> bool:
        return self.removes

    def new_names_and_lines(self) -> tuple[dict[str, int], list[str]]:
        return {}, []


class SimulatedSite:
    """Site whose page says what ``result`` returns; ``asked`` are questions about an answer. If it
    ``removes``, something else than a verdict explains why its board goes, and what lies over that
    ``has_way_on`` perhaps."""

    always_answers = False
    wait: Callable[[], None] = staticmethod(lambda: None)
    removes = False
    has_way_on = False
    state_result: Any = Site.state_result

    def __init__(self, result: Callable[[], PageResult | None] = lambda: None) -> None:
        self.result = result
        self.asked: list[str] = []
        self.pressed: list[str] = []

    def watch(self, page: Any) -> SimulatedWatch:
        return SimulatedWatch(self.removes)

    def consent(self, page: Any) -> bool:
        return False

    def make_way(self, page: Any) -> bool:
        self.pressed.append("a consent box")
        return True

    def before_press(self, page: Any, watch: Any) -> None:
        pass

    def start(self, page: Any, rules: Any) -> str:
        return ""

    def goes_on(self, page: Any, board: Any) -> bool:
        return self.has_way_on

    def new_result(self, page: Any, watch: Any) -> PageResult | None:
        return self.result()

    def confirm(self, page: Any, watch: Any, *, seen: str) -> PageResult:
        self.asked.append(seen)
        self.wait()
        return self.result() or self.silent_result(watch, seen, is_certain=True)

    def new_text(self, watch: Any) -> list[str]:
        return []

    def spoken_result(self, page: Any, watch: Any) -> PageResult | None:
        return None

    drawn_result = spoken_result

    def silent_result(self, watch: Any, seen: str, *, is_certain: bool) -> PageResult:
        return PageResult("played", seen, "board") if is_certain else PageResult("unknown", seen)


def monitor_of(board: SimulatedBoard, site: Any, **request: Any) -> PageMonitor:
    """Return a monitor of the page of a board."""
    page: Any = board.page
    site.wait = lambda: board.clock.advance(ANNOUNCES_S)
    return PageMonitor(page, site, PlayRequest("", Path(), **{"patience_s": 0, **request}))


def replace_board(board: SimulatedBoard, state: Any) -> None:
    """Let the page bring up another position, as one does that deals or clears by itself."""
    if state != board.state:
        board.state = state
        board.show()
