"""What the practice site can be told in its query strings, and how they are read.

Every option is one field of `Options`, `LampOptions` or `PegOptions`, or of what they have in common; its metadata
holds the values it takes and what it does, and the index page ``/options`` prints the same tables. An example::

    /?size=5&zoom=1.55&draw=rotate&ad=late&topad=1&consent=1&submit=ajax
"""

from __future__ import annotations

import datetime
from dataclasses import dataclass, fields, replace
from typing import Any, Literal, Self, TypeVar
from urllib.parse import parse_qsl, urlencode

from autoplay.practice.fields import Rule, choice, flag, number, option, within
from solvers.lights_out import RULES as OFFSETS
from solvers.peg_solitaire import BOARDS

MOST_HOLES = 45
"""How many holes the largest board has."""
EVENTS = ("none", "ad", "popup", "shift", "replace", "reload", "error")


class BadOption(ValueError):
    """The query string names an option that does not exist, or gives it a value it does not take."""


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
    """A puzzle's number, with or without the commas that the page shows it with."""
    number: int = within(int, 0, 10**15)(text.replace(",", ""))
    return number


@dataclass(frozen=True, slots=True)
class PageOptions:
    """What every page of the practice site can be told: its surroundings, and what gets in the way."""

    seed: int | None = number(None, 0, 10**9, "which puzzle of that kind; without it a random one")
    none: bool = flag(False, "a puzzle that has no solution")

    zoom: float | Literal["auto"] = option(
        "auto",
        Rule("auto or 0.15 to 4", _read_zoom),
        "scale of the board; auto widens small boards of star-battle to 320 px",
    )
    pagezoom: float = option(1.0, Rule("0.25 to 4", within(float, 0.25, 4)), "scale of the whole page")
    gutter: int = number(5, 0, 60, "margin round the board, in px before zooming")
    hover: bool = flag(False, "the cell under the mouse looks different; in queens it always does")
    animate: int = number(0, 0, 5000, "how long a cell takes to look as it should, in ms")

    gesture: str = choice("left", ("left", "right", "double", "drag"), "the press that the board listens to")
    auto: bool = flag(True, "the page submits the solved board by itself")
    submit: str = choice("post", ("post", "ajax"), "a form post that loads the page again, or a request")
    restore: bool = flag(False, "an unfinished game of another puzzle lies in the browser's storage")

    topad: bool = flag(False, "a fixed advertisement at the top, 125 px, above everything")
    bottomad: bool = flag(False, "a sticky advertisement at the bottom, 90 px")
    ad: str = choice("early", ("early", "late"), "advertisements come with the page, or late and shift it")
    delay: int = number(1200, 0, 60_000, "how late a late advertisement is, in ms")
    consent: str = choice("0", ("0", "1", "frame"), "a consent box covers the page until it is answered")
    consentdelay: int = number(0, 0, 60_000, "how late the consent box is, in ms")
    notice: bool = flag(False, "the notice about ad blockers, 100 px, stands above the board")

    wait: int = number(150, 0, 60_000, "how long the board takes to appear, in ms")
    swallow: int = number(0, 0, 1000, "one click on the board in so many is lost; 0 loses none")
    doubled: int = number(0, 0, 1000, "one click on the board in so many counts twice; 0 doubles none")
    ignore: bool = flag(False, "the board ignores every click")
    rerender: bool = flag(False, "every click replaces all elements of the board")
    wander: int = number(0, 0, 500, "by how many px the board moves at every click, down and back")
    event: str = choice(
        "none",
        EVENTS,
        "what happens in mid-game: the advertisements come, one comes up over the board, the page moves down by 60 px, "
        "another puzzle takes the place, the page loads again, its script breaks",
    )
    at: int = number(3, 1, 1000, "at which press on the board it happens")
    moment: str = choice("press", ("press", "move"), "it happens after a press, or as the mouse comes for it")
    stays: int = number(2000, 0, 60_000, "how long what comes up over the board stays, in ms")

    slow: int = number(0, 0, 60_000, "how long the answer to a submission takes, in ms")
    fail: int = number(0, 0, 1000, "how many submissions end in an error of the server (500)")
    deny: bool = flag(False, "every answer is said to be wrong")
    cut: int = number(0, 0, 1000, "after how many requests for this page none is answered any more; 0 answers all")
    rename: bool = flag(False, "the board's classes and ids have random names")
    blank: bool = flag(False, "a page without a board")
    challenge: bool = flag(False, "a page that checks the browser stands before the board, until its box is ticked")
    passes: int = number(0, 0, 60_000, "after how many ms that page lets everybody pass; 0 never")

    def but(self, **changes: Any) -> Self:
        """The same options with some of them changed."""
        return replace(self, **changes)

    @property
    def query(self) -> str:
        """The query string that gives these options, without those left at their defaults."""
        pairs = [(f.name, getattr(self, f.name), f.default) for f in fields(self)]
        given = {name: value for name, value, default in pairs if value != default}
        return urlencode({name: int(v) if isinstance(v, bool) else v for name, v in given.items()})


@dataclass(frozen=True, slots=True)
class Options(PageOptions):
    """A Star Battle page: which puzzle, and how it looks."""

    size: int = number(0, 0, 17, "kind of puzzle, by the list below: 0 is 5x5, 5 is 10x10, 12 to 14 are shapeless")
    date: str = option(
        "", Rule("a day as 2026-11-21", _read_day), "sizes 9 to 11: the special of that day, not today's"
    )
    specific: bool = flag(False, "show the puzzle with the number specid")
    specid: int | None = option(None, Rule("digits and commas", _read_number), "the number a page shows as its ID")
    skin: str = choice("star-battle", ("star-battle", "queens", "canvas"), "which of the three looks")
    several: bool = flag(False, "a puzzle that has several solutions")
    locked: int = number(0, 0, 25, "queens: how many queens stand from the start and cannot be moved")

    thick: bool = flag(False, "star-battle: the setting for a thicker outer frame (5 px)")
    coords: bool = flag(False, "star-battle: row and column names round the board")
    night: bool = flag(False, "star-battle: night mode")
    lines: bool = flag(True, "queens: lines between the cells; 0 shows the regions by colour only")

    draw: str = choice(
        "auto",
        ("auto", "black", "rotate", "cross", "dot"),
        "what an empty cell turns into, press by press: a star; star, X; X, star; dot, X, star; auto is as usual there",
    )
    spill: bool = flag(False, "a drag marks the cell beside as well")
    crosses: bool = flag(False, "a star puts an X on every cell that it rules out")
    errors: bool = flag(False, "broken rules turn red while playing")
    event: str = choice("none", (*EVENTS, "cycle"), "as below; with cycle a press does something else from then on")


THEMES = (
    *("flat", "glow", "circles", "rounded", "icons", "gradient", "light", "dark", "inverted", "symbols", "diagrams"),
    *("canvas", "svg"),
)
RULES = (*OFFSETS, "random")


@dataclass(frozen=True, slots=True)
class LampOptions(PageOptions):
    """A Lights Out page: which puzzle, and how it looks."""

    size: int = number(5, 1, 20, "how many rows and columns of lamps")
    rows: int = number(0, 0, 20, "how many rows, if not size")
    cols: int = number(0, 0, 20, "how many columns, if not size")
    theme: str = choice("flat", THEMES, "how the lamps look")
    rule: str = choice(
        "plus",
        RULES,
        "which lamps a press changes: its own and those beside it, at its corners, all round it, or a knight's move "
        "away, or only these others; at random: its own and some near it, others for each lamp",
    )
    wrap: bool = flag(False, "what is beside the last lamp of a row or column is the first one")
    states: int = number(2, 2, 5, "how many states a lamp goes through, press by press")
    target: str = choice("off", ("off", "on"), "all lamps have to be out, or in their brightest state")
    holes: int = number(0, 0, 50, "how many cells in a hundred have no lamp")
    shuffle: int = number(0, 0, 1000, "the lamps are shuffled after so many presses, again and again; 0 never")
    submit: str = choice("ajax", ("post", "ajax"), "a form post that loads the page again, or a request")


PEG_THEMES = (
    *("marbles", "flat", "tees", "wood", "dark", "ruled", "symbols", "dots", "pale", "rings"),
    *("canvas", "svg"),
)


@dataclass(frozen=True, slots=True)
class PegOptions(PageOptions):
    """A peg solitaire page: which puzzle, and how it looks."""

    board: str = choice("triangle5", tuple(BOARDS), "which board")
    hole: int | None = number(None, 0, MOST_HOLES - 1, "the hole that is empty, from 0; without it a usual one")
    end: str = option("any", Rule(f"any or 0 to {MOST_HOLES - 1}", _read_end), "the hole of the last peg")
    pegs: int = number(0, 0, MOST_HOLES - 1, "so many pegs, placed by the seed; 0 fills all holes but one")
    choose: bool = flag(False, "all holes are full: the first click takes a peg away")
    theme: str = choice("marbles", PEG_THEMES, "how the pegs and holes look")
    turn: int = number(0, 0, 359, "by how many degrees the board is turned, clockwise")
    lean: bool = flag(False, "the rows of a triangle all begin at the left")
    hints: bool = flag(False, "the holes to which the chosen peg can jump are marked")
    animate: int = number(250, 0, 5000, "how long a jump takes, in ms")
    gesture: str = choice(
        "both", ("both", "click", "drag"), "how a peg is moved: click it and then the hole, or drag it"
    )
    submit: str = choice("ajax", ("post", "ajax"), "a form post that loads the page again, or a request")


O = TypeVar("O", bound=PageOptions)  # noqa: E741


def parse_options(query: str, kind: type[O]) -> O:
    """The options of a query string; raises BadOption for an unknown name or a value it does not take."""
    values = dict(parse_qsl(query, keep_blank_values=True))
    return kind(**{name: _read(kind, name, text) for name, text in values.items()})


def option_rows(kind: type[PageOptions]) -> list[tuple[str, str, str, str]]:
    """(name, values, default, meaning) of every option of a kind's own, in the order of the table."""
    own = [(name, f) for name, f in _fields(kind).items() if name in kind.__annotations__]
    return [(name, f.metadata["rule"].text, _shown(f.default), f.metadata["help"]) for name, f in own]


def _fields(kind: type[PageOptions]) -> dict[str, Any]:
    return {f.name: f for f in fields(kind)}


def _read(kind: type[PageOptions], name: str, text: str) -> Any:
    if name not in _fields(kind):
        raise BadOption(f"unknown option {name!r}; /options lists them all")
    rule: Rule = _fields(kind)[name].metadata["rule"]
    try:
        return rule.read(text)
    except (ValueError, KeyError):
        raise BadOption(f"option {name}={text!r}: give {rule.text}") from None


def _shown(default: object) -> str:
    if default in (None, ""):
        return "none"
    return str(int(default)) if isinstance(default, bool) else str(default)
