"""Options in the query strings of the practice site.

Every option is one field of `StarOptions`, `LampOptions`, `PegOptions` or their base `PageOptions`.
Its metadata hold the values it takes and its meaning, from which the index page ``/options`` is
made. For example::

    /?size=5&zoom=1.55&draw=rotate&ad=late&topad=1&consent=1&submit=ajax
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar
from urllib.parse import parse_qsl, urlencode

from solvers.lights_out import RULES as OFFSETS
from solvers.peg_solitaire import BOARDS

MOST_HOLES = 45
"""Number of holes on the largest board."""
EVENTS = ("none", "ad", "popup", "shift", "replace", "reload", "error")


class BadOption(ValueError):
    """The query string has an unknown option, or a value that the option does not take."""


def read_between(kind: type[int] | type[float], low: float, high: float) -> Callable[[str], Any]:
    """Return a function that reads a number between ``low`` and ``high``, or raises ValueError."""

    def read_number(text: str) -> int | float:
        value = kind(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return read_number


def make_option(default: Any, values: str, read: Callable[[str], Any], what: str) -> Any:
    """Return a field for an option.

    ``values`` describes what it takes, ``read`` converts that into a Python value or raises
    ValueError or KeyError, and ``what`` is its meaning.
    """
    return field(default=default, metadata={"values": values, "read": read, "help": what})


def make_flag(default: bool | None, what: str) -> Any:
    """Return a field for an option that is 0 or 1, or None if the page decides."""
    return make_option(default, "0 or 1", {"0": False, "1": True}.__getitem__, what)


def make_number(default: int | None, low: int, high: int, what: str) -> Any:
    """Return a field for a whole number."""
    return make_option(default, f"{low} to {high}", read_between(int, low, high), what)


def make_choice(default: str, values: tuple[str, ...], what: str) -> Any:
    """Return a field for one of several words."""
    read_word = {value: value for value in values}.__getitem__
    return make_option(default, " or ".join(values), read_word, what)


def _read_zoom(text: str) -> Any:
    return text if text == "auto" else read_between(float, 0.15, 4)(text)


def _read_day(text: str) -> str:
    return datetime.date.fromisoformat(text).isoformat()


def _read_end(text: str) -> str:
    return text if text == "any" else str(read_between(int, 0, MOST_HOLES - 1)(text))


@dataclass(frozen=True, slots=True)
class PageOptions:
    """Options of every page: its layout, and the obstacles that it puts in the way."""

    seed: int | None = make_number(
        None, 0, 10**9, "which puzzle of that kind; a random one by default"
    )
    none: bool = make_flag(False, "a puzzle without a solution")

    zoom: float | Literal["auto"] = make_option(
        "auto",
        "auto or 0.15 to 4",
        _read_zoom,
        "scale of the board; auto widens small boards of star-battle to 320 px",
    )
    pagezoom: float = make_option(
        1.0, "0.25 to 4", read_between(float, 0.25, 4), "scale of the whole page"
    )
    filter: str = make_choice(
        "none", ("none", "dark"), "dark: a dark mode that inverts the colours of the page"
    )
    hover: bool = make_flag(
        False, "the cell under the mouse looks different; in queens it always does"
    )
    animate: int = make_number(0, 0, 5000, "duration of a cell's animation, in ms")

    gesture: str = make_choice(
        "left", ("left", "right", "double", "drag"), "the mouse gesture that the board reacts to"
    )
    auto: bool = make_flag(True, "the page submits the solved board by itself")
    submit: str = make_choice(
        "post", ("post", "ajax"), "a form post that reloads the page, or a request by script"
    )
    restore: bool = make_flag(
        False, "the browser's storage holds an unfinished game of another puzzle"
    )

    topad: bool = make_flag(False, "a fixed advertisement at the top, 125 px, above everything")
    bottomad: bool = make_flag(False, "a sticky advertisement at the bottom, 90 px")
    ad: str = make_choice(
        "early", ("early", "late"), "advertisements load with the page, or later and shift it"
    )
    delay: int = make_number(1200, 0, 60_000, "delay of a late advertisement, in ms")
    consent: str = make_choice(
        "0",
        ("0", "1", "reject", "frame"),
        "a consent dialog covers the page until it is answered: with buttons to accept and to "
        "customise, as is usual; with one to reject too; or in a frame",
    )
    consentdelay: int = make_number(0, 0, 60_000, "delay of the consent dialog, in ms")
    notice: bool = make_flag(False, "a notice about ad blockers above the board, 100 px")

    wait: int = make_number(150, 0, 60_000, "delay until the board appears, in ms")
    swallow: int = make_number(0, 0, 1000, "every Nth click on the board is lost; 0 loses none")
    doubled: int = make_number(
        0, 0, 1000, "every Nth click on the board counts twice; 0 doubles none"
    )
    ignore: bool = make_flag(False, "the board ignores every click")
    rerender: bool = make_flag(False, "every click replaces all elements of the board")
    wander: int = make_number(
        0, 0, 500, "distance in px by which the board moves with every click, down and back"
    )
    event: str = make_choice(
        "none",
        EVENTS,
        "what happens in mid-game: the advertisements load, one pops up over the board, the page "
        "moves down by 60 px, another puzzle replaces this one, the page reloads, its script "
        "breaks",
    )
    at: int = make_number(3, 1, 1000, "the number of the press on the board at which it happens")
    moment: str = make_choice(
        "press", ("press", "move"), "it happens after that press, or when the mouse moves toward it"
    )
    stays: int = make_number(2000, 0, 60_000, "how long a popup over the board stays, in ms")

    slow: int = make_number(0, 0, 60_000, "delay of the response to a submission, in ms")
    fail: int = make_number(0, 0, 1000, "number of submissions that fail with a server error (500)")
    deny: bool = make_flag(False, "the server calls every answer wrong")
    cut: int = make_number(
        0, 0, 1000, "number of requests for this page that are answered; 0 answers all"
    )
    rename: bool = make_flag(False, "the board's classes and ids get random names")
    blank: bool = make_flag(False, "a page without a board")
    challenge: bool = make_flag(
        False, "a page that checks the browser comes before the board, until its box is ticked"
    )
    passes: int = make_number(
        0, 0, 60_000, "time after which that page lets everybody pass, in ms; 0 never"
    )

    @property
    def query(self) -> str:
        """Query string of these options, without those at their defaults."""
        given = {}
        for own in fields(self):
            value = getattr(self, own.name)
            # Links stay short without what is the default anyway.
            if value != own.default:
                given[own.name] = int(value) if isinstance(value, bool) else value
        return urlencode(given)


@dataclass(frozen=True, slots=True)
class StarOptions(PageOptions):
    """Options of a Star Battle page: the puzzle and its appearance."""

    size: int = make_number(
        0, 0, 17, "kind of puzzle, see the list below: 0 is 5x5, 5 is 10x10, 12 to 14 are shapeless"
    )
    date: str = make_option(
        "",
        "a date such as 2026-11-21",
        _read_day,
        "sizes 9 to 11: the special of that day",
    )
    skin: str = make_choice(
        "star-battle",
        ("star-battle", "queens", "canvas", "mobile"),
        "which appearance; mobile is a page for phones: the wheel zooms the board, Check is in a "
        "menu, and the result in a dialog or an alert",
    )
    several: bool = make_flag(False, "a puzzle with several solutions")
    locked: int = make_number(
        0, 0, 25, "queens: number of queens that are placed from the start and can't be moved"
    )

    thick: bool = make_flag(False, "star-battle: the setting for a thicker outer frame (5 px)")
    coords: bool = make_flag(False, "star-battle: row and column names round the board")
    night: bool = make_flag(False, "star-battle: night mode")
    subpixel: bool = make_flag(
        False, "the board begins between two pixels, 0.5 px to the right and 0.22 px down"
    )
    lines: bool = make_flag(True, "queens: lines between the cells; 0 shows regions only by colour")

    draw: str = make_choice(
        "auto",
        ("auto", "black", "rotate", "cross", "dot", "tools"),
        "what an empty cell becomes, press by press: a star; star, X; X, star; dot, X, star; the "
        "mark of the chosen tool above the board, at first the X; auto: usual there",
    )
    spill: bool = make_flag(False, "a drag also marks the neighbouring cell")
    crosses: bool = make_flag(False, "a star marks every cell that it rules out with an X")
    errors: bool | None = make_flag(
        None, "broken rules turn red while playing; by default in star-battle and mobile"
    )
    event: str = make_choice(
        "none", (*EVENTS, "cycle"), "as below; with cycle, presses do something else from then on"
    )


THEMES = (
    "flat",
    "glow",
    "circles",
    "rounded",
    "icons",
    "gradient",
    "light",
    "dark",
    "inverted",
    "symbols",
    "diagrams",
    "canvas",
    "svg",
)
RULES = (*OFFSETS, "random")


@dataclass(frozen=True, slots=True)
class LampOptions(PageOptions):
    """Options of a Lights Out page: the puzzle and its appearance."""

    size: int = make_number(5, 1, 20, "number of rows and columns of lamps")
    rows: int = make_number(0, 0, 20, "number of rows if not size")
    cols: int = make_number(0, 0, 20, "number of columns if not size")
    theme: str = make_choice("flat", THEMES, "appearance of the lamps")
    rule: str = make_choice(
        "plus",
        RULES,
        "which lamps a press changes: its own and those beside it, diagonal to it, all around it, "
        "or a knight's move away, or only these others; random: its own and some near it, "
        "different for each lamp",
    )
    wrap: bool = make_flag(False, "the last lamp of a row or column is beside the first one")
    states: int = make_number(2, 2, 5, "number of states that a lamp goes through, press by press")
    target: str = make_choice(
        "off", ("off", "on"), "the goal: all lamps off, or in their brightest state"
    )
    holes: int = make_number(0, 0, 50, "percentage of cells without a lamp")
    shuffle: int = make_number(0, 0, 1000, "the lamps are shuffled after every N presses; 0 never")
    submit: str = make_choice(
        "ajax", ("post", "ajax"), "a form post that reloads the page, or a request by script"
    )


PEG_THEMES = (
    "marbles",
    "flat",
    "tees",
    "wood",
    "dark",
    "ruled",
    "symbols",
    "dots",
    "pale",
    "rings",
    "canvas",
    "svg",
)


@dataclass(frozen=True, slots=True)
class PegOptions(PageOptions):
    """Options of a peg solitaire page: the puzzle and its appearance."""

    board: str = make_choice("triangle5", tuple(BOARDS), "which board")
    hole: int | None = make_number(
        None, 0, MOST_HOLES - 1, "the empty hole, counted from 0; a usual one by default"
    )
    end: str = make_option(
        "any", f"any or 0 to {MOST_HOLES - 1}", _read_end, "the hole of the last peg"
    )
    pegs: int = make_number(
        0, 0, MOST_HOLES - 1, "number of pegs, placed by the seed; 0 fills all holes but one"
    )
    choose: bool = make_flag(False, "all holes are full, and the first click removes a peg")
    theme: str = make_choice("marbles", PEG_THEMES, "appearance of the pegs and holes")
    turn: int = make_number(0, 0, 359, "rotation of the board in degrees, clockwise")
    lean: bool = make_flag(False, "the rows of a triangle are aligned at the left")
    hints: bool = make_flag(False, "the holes that the chosen peg can jump to are marked")
    animate: int = make_number(250, 0, 5000, "duration of a jump, in ms")
    gesture: str = make_choice(
        "both",
        ("both", "click", "drag"),
        "how a peg is moved: by clicks on the peg and then the hole, or by dragging",
    )
    submit: str = make_choice(
        "ajax", ("post", "ajax"), "a form post that reloads the page, or a request by script"
    )


O = TypeVar("O", bound=PageOptions)  # noqa: E741


def parse_options(query: str, kind: type[O]) -> O:
    """Return the options of a query string.

    Raises BadOption for an unknown name or a value that the option does not take.
    """
    options = {own.name: own for own in fields(kind)}
    values = {}
    for name, text in dict(parse_qsl(query, keep_blank_values=True)).items():
        if name not in options:
            raise BadOption(f"unknown option {name!r}; /options lists them all")
        about = options[name].metadata
        try:
            values[name] = about["read"](text)
        except (ValueError, KeyError):
            raise BadOption(f"option {name}={text!r}: give {about['values']}") from None
    return kind(**values)


def describe_options(kind: type[PageOptions]) -> list[dict[str, str]]:
    """Return name, values, default and help of every option that the class itself declares."""
    rows = []
    for own in fields(kind):
        # The options of the base class have a table of their own.
        if own.name in kind.__annotations__:
            default = int(own.default) if isinstance(own.default, bool) else own.default
            shown = "none" if default in (None, "") else str(default)
            rows.append({**own.metadata, "name": own.name, "default": shown})
    return rows
