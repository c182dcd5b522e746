"""Options in the query strings of the practice site.

Every option is one field of `StarOptions`, `LampOptions`, `PegOptions` or their base `PageOptions`. Its metadata hold
the values it takes and its meaning, from which the index page ``/options`` is made. For example::

    /?size=5&zoom=1.55&draw=rotate&ad=late&topad=1&consent=1&submit=ajax
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal, NamedTuple, Self, TypeVar
from urllib.parse import parse_qsl, urlencode

from solvers.lights_out import RULES as OFFSETS
from solvers.peg_solitaire import BOARDS

MOST_HOLES = 45
"""Number of holes on the largest board."""
EVENTS = ("none", "ad", "popup", "shift", "replace", "reload", "error")


class BadOption(ValueError):
    """The query string has an unknown option, or a value that the option does not take."""


@dataclass(frozen=True, slots=True)
class OptionType:
    """Values that an option takes: ``text`` describes them, ``read`` converts one into a Python value."""

    text: str
    read: Callable[[str], Any]


class OptionRow(NamedTuple):
    """Description of an option, as the index page shows it."""

    name: str
    values: str
    default: str
    help: str


def within(kind: type[int] | type[float], low: float, high: float) -> Callable[[str], Any]:
    """Return a function that reads a number between ``low`` and ``high``, or raises ValueError."""

    def read(text: str) -> int | float:
        value = kind(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return read


def option(default: Any, kind: OptionType, what: str) -> Any:
    """Return a field for an option of this type."""
    return field(default=default, metadata={"type": kind, "help": what})


def flag(default: bool | None, what: str) -> Any:
    """Return a field for an option that is 0 or 1, or None if the page decides."""
    return option(default, OptionType("0 or 1", lambda text: {"0": False, "1": True}[text]), what)


def number(default: int | None, low: int, high: int, what: str) -> Any:
    """Return a field for a whole number."""
    return option(default, OptionType(f"{low} to {high}", within(int, low, high)), what)


def choice(default: str, values: tuple[str, ...], what: str) -> Any:
    """Return a field for one of several words."""
    return option(default, OptionType(" or ".join(values), {value: value for value in values}.__getitem__), what)


def _read_zoom(text: str) -> float | Literal["auto"]:
    if text == "auto":
        return "auto"
    zoom: float = within(float, 0.15, 4)(text)
    return zoom


def _read_day(text: str) -> str:
    return datetime.date.fromisoformat(text).isoformat()


def _read_end(text: str) -> str:
    return text if text == "any" else str(within(int, 0, MOST_HOLES - 1)(text))


def _read_number(text: str) -> int:
    """Read a puzzle's number, with or without the commas that the page shows."""
    number: int = within(int, 0, 10**15)(text.replace(",", ""))
    return number


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Options of every page: its layout, and the obstacles that it puts in the way."""

    seed: int | None = number(None, 0, 10**9, "which puzzle of that kind; a random one by default")
    none: bool = flag(False, "a puzzle without a solution")

    zoom: float | Literal["auto"] = option(
        "auto",
        OptionType("auto or 0.15 to 4", _read_zoom),
        "scale of the board; auto widens small boards of star-battle to 320 px",
    )
    pagezoom: float = option(1.0, OptionType("0.25 to 4", within(float, 0.25, 4)), "scale of the whole page")
    gutter: int = number(5, 0, 60, "margin around the board, in px before zooming")
    filter: str = choice("none", ("none", "dark"), "dark: a dark mode that inverts the colours of the page")
    hover: bool = flag(False, "the cell under the mouse looks different; in queens it always does")
    animate: int = number(0, 0, 5000, "duration of a cell's animation, in ms")

    gesture: str = choice("left", ("left", "right", "double", "drag"), "the mouse gesture that the board reacts to")
    auto: bool = flag(True, "the page submits the solved board by itself")
    submit: str = choice("post", ("post", "ajax"), "a form post that reloads the page, or a request by script")
    restore: bool = flag(False, "the browser's storage holds an unfinished game of another puzzle")

    topad: bool = flag(False, "a fixed advertisement at the top, 125 px, above everything")
    bottomad: bool = flag(False, "a sticky advertisement at the bottom, 90 px")
    ad: str = choice("early", ("early", "late"), "advertisements load with the page, or later and shift it")
    delay: int = number(1200, 0, 60_000, "delay of a late advertisement, in ms")
    consent: str = choice(
        "0",
        ("0", "1", "reject", "frame"),
        "a consent dialog covers the page until it is answered: with buttons to accept and to customise, as is usual; "
        "with one to reject too; or in a frame",
    )
    consentdelay: int = number(0, 0, 60_000, "delay of the consent dialog, in ms")
    notice: bool = flag(False, "a notice about ad blockers above the board, 100 px")

    wait: int = number(150, 0, 60_000, "delay until the board appears, in ms")
    swallow: int = number(0, 0, 1000, "every Nth click on the board is lost; 0 loses none")
    doubled: int = number(0, 0, 1000, "every Nth click on the board counts twice; 0 doubles none")
    ignore: bool = flag(False, "the board ignores every click")
    rerender: bool = flag(False, "every click replaces all elements of the board")
    wander: int = number(0, 0, 500, "distance in px by which the board moves with every click, down and back")
    event: str = choice(
        "none",
        EVENTS,
        "what happens in mid-game: the advertisements load, one pops up over the board, the page moves down by 60 px, "
        "another puzzle replaces this one, the page reloads, its script breaks",
    )
    at: int = number(3, 1, 1000, "the number of the press on the board at which it happens")
    moment: str = choice("press", ("press", "move"), "it happens after that press, or when the mouse moves toward it")
    stays: int = number(2000, 0, 60_000, "how long a popup over the board stays, in ms")

    slow: int = number(0, 0, 60_000, "delay of the response to a submission, in ms")
    fail: int = number(0, 0, 1000, "number of submissions that fail with a server error (500)")
    deny: bool = flag(False, "the server calls every answer wrong")
    cut: int = number(0, 0, 1000, "number of requests for this page that are answered; 0 answers all")
    rename: bool = flag(False, "the board's classes and ids get random names")
    blank: bool = flag(False, "a page without a board")
    challenge: bool = flag(False, "a page that checks the browser comes before the board, until its box is ticked")
    passes: int = number(0, 0, 60_000, "time after which that page lets everybody pass, in ms; 0 never")

    def but(self, **changes: Any) -> Self:
        """Return the options with some of them changed."""
        return replace(self, **changes)

    @property
    def query(self) -> str:
        """Query string of these options, without those at their defaults."""
        pairs = [(f.name, getattr(self, f.name), f.default) for f in fields(self)]
        given = {name: value for name, value, default in pairs if value != default}
        return urlencode({name: int(v) if isinstance(v, bool) else v for name, v in given.items()})


@dataclass(frozen=True, slots=True)
class StarOptions(PageOptions):
    """Options of a Star Battle page: the puzzle and its appearance."""

    size: int = number(0, 0, 17, "kind of puzzle, see the list below: 0 is 5x5, 5 is 10x10, 12 to 14 are shapeless")
    date: str = option(
        "",
        OptionType("a date such as 2026-11-21", _read_day),
        "sizes 9 to 11: the special of that day",
    )
    specific: bool = flag(False, "show the puzzle with the number in specid")
    specid: int | None = option(None, OptionType("digits and commas", _read_number), "the number that a page shows")
    skin: str = choice(
        "star-battle",
        ("star-battle", "queens", "canvas", "mobile"),
        "which appearance; mobile is a page for phones: the wheel zooms the board, Check is in a menu, and the result "
        "in a dialog or an alert",
    )
    several: bool = flag(False, "a puzzle with several solutions")
    locked: int = number(0, 0, 25, "queens: number of queens that are placed from the start and can't be moved")

    thick: bool = flag(False, "star-battle: the setting for a thicker outer frame (5 px)")
    coords: bool = flag(False, "star-battle: row and column names round the board")
    night: bool = flag(False, "star-battle: night mode")
    subpixel: bool = flag(False, "the board begins between two pixels, 0.5 px to the right and 0.22 px down")
    lines: bool = flag(True, "queens: lines between the cells; 0 shows regions only by colour")

    draw: str = choice(
        "auto",
        ("auto", "black", "rotate", "cross", "dot", "tools"),
        "what an empty cell becomes, press by press: a star; star, X; X, star; dot, X, star; the mark of the chosen "
        "tool above the board, at first the X; auto: usual there",
    )
    spill: bool = flag(False, "a drag also marks the neighbouring cell")
    crosses: bool = flag(False, "a star marks every cell that it rules out with an X")
    errors: bool | None = flag(None, "broken rules turn red while playing; by default in star-battle and mobile")
    event: str = choice("none", (*EVENTS, "cycle"), "as below; with cycle, presses do something else from then on")


THEMES = (
    *("flat", "glow", "circles", "rounded", "icons", "gradient", "light", "dark", "inverted", "symbols", "diagrams"),
    *("canvas", "svg"),
)
RULES = (*OFFSETS, "random")


@dataclass(frozen=True, slots=True)
class LampOptions(PageOptions):
    """Options of a Lights Out page: the puzzle and its appearance."""

    size: int = number(5, 1, 20, "number of rows and columns of lamps")
    rows: int = number(0, 0, 20, "number of rows if not size")
    cols: int = number(0, 0, 20, "number of columns if not size")
    theme: str = choice("flat", THEMES, "appearance of the lamps")
    rule: str = choice(
        "plus",
        RULES,
        "which lamps a press changes: its own and those beside it, diagonal to it, all around it, or a knight's move "
        "away, or only these others; random: its own and some near it, different for each lamp",
    )
    wrap: bool = flag(False, "the last lamp of a row or column is beside the first one")
    states: int = number(2, 2, 5, "number of states that a lamp goes through, press by press")
    target: str = choice("off", ("off", "on"), "the goal: all lamps off, or in their brightest state")
    holes: int = number(0, 0, 50, "percentage of cells without a lamp")
    shuffle: int = number(0, 0, 1000, "the lamps are shuffled after every N presses; 0 never")
    submit: str = choice("ajax", ("post", "ajax"), "a form post that reloads the page, or a request by script")


PEG_THEMES = (
    *("marbles", "flat", "tees", "wood", "dark", "ruled", "symbols", "dots", "pale", "rings"),
    *("canvas", "svg"),
)


@dataclass(frozen=True, slots=True)
class PegOptions(PageOptions):
    """Options of a peg solitaire page: the puzzle and its appearance."""

    board: str = choice("triangle5", tuple(BOARDS), "which board")
    hole: int | None = number(None, 0, MOST_HOLES - 1, "the empty hole, counted from 0; a usual one by default")
    end: str = option("any", OptionType(f"any or 0 to {MOST_HOLES - 1}", _read_end), "the hole of the last peg")
    pegs: int = number(0, 0, MOST_HOLES - 1, "number of pegs, placed by the seed; 0 fills all holes but one")
    choose: bool = flag(False, "all holes are full, and the first click removes a peg")
    theme: str = choice("marbles", PEG_THEMES, "appearance of the pegs and holes")
    turn: int = number(0, 0, 359, "rotation of the board in degrees, clockwise")
    lean: bool = flag(False, "the rows of a triangle are aligned at the left")
    hints: bool = flag(False, "the holes that the chosen peg can jump to are marked")
    animate: int = number(250, 0, 5000, "duration of a jump, in ms")
    gesture: str = choice(
        "both", ("both", "click", "drag"), "how a peg is moved: by clicks on the peg and then the hole, or by dragging"
    )
    submit: str = choice("ajax", ("post", "ajax"), "a form post that reloads the page, or a request by script")


O = TypeVar("O", bound=PageOptions)  # noqa: E741


def parse_options(query: str, kind: type[O]) -> O:
    """Return the options of a query string. Raises BadOption for an unknown name or a value that it does not take."""
    values = dict(parse_qsl(query, keep_blank_values=True))
    return kind(**{name: _read(kind, name, text) for name, text in values.items()})


def option_rows(kind: type[PageOptions]) -> list[OptionRow]:
    """Return a row for every option that the class itself declares, in their order."""
    own = [(name, f) for name, f in _fields(kind).items() if name in kind.__annotations__]
    return [OptionRow(name, f.metadata["type"].text, _shown(f.default), f.metadata["help"]) for name, f in own]


def _fields(kind: type[PageOptions]) -> dict[str, Any]:
    return {f.name: f for f in fields(kind)}


def _read(kind: type[PageOptions], name: str, text: str) -> Any:
    if name not in _fields(kind):
        raise BadOption(f"unknown option {name!r}; /options lists them all")
    option_type: OptionType = _fields(kind)[name].metadata["type"]
    try:
        return option_type.read(text)
    except (ValueError, KeyError):
        raise BadOption(f"option {name}={text!r}: give {option_type.text}") from None


def _shown(default: object) -> str:
    if default in (None, ""):
        return "none"
    return str(int(default)) if isinstance(default, bool) else str(default)
