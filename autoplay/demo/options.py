"""What the practice site can be told in its query string, and how that is read.

Every option is one field of `Options`; its metadata holds the values it takes and what it does, and
the index page ``/options`` prints the same table. An example::

    /?size=5&zoom=1.55&draw=rotate&ad=late&topad=1&consent=1&submit=ajax
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any, Literal
from urllib.parse import parse_qsl, urlencode


class BadOption(ValueError):
    """The query string names an option that does not exist, or gives it a value it does not take."""


@dataclass(frozen=True, slots=True)
class Rule:
    """The values an option takes: ``text`` says them, ``read`` turns one into its Python value."""

    text: str
    read: Callable[[str], Any]


def _within(kind: type[int] | type[float], low: float, high: float) -> Callable[[str], Any]:
    def read(text: str) -> int | float:
        value = kind(text)
        if not low <= value <= high:
            raise ValueError(text)
        return value

    return read


def _option(default: Any, rule: Rule, what: str) -> Any:
    return field(default=default, metadata={"rule": rule, "help": what})


def _flag(default: bool, what: str) -> Any:
    return _option(default, Rule("0 or 1", lambda text: {"0": False, "1": True}[text]), what)


def _number(default: int | None, low: int, high: int, what: str) -> Any:
    return _option(default, Rule(f"{low} to {high}", _within(int, low, high)), what)


def _choice(default: str, values: tuple[str, ...], what: str) -> Any:
    return _option(default, Rule(" or ".join(values), {value: value for value in values}.__getitem__), what)


def _read_zoom(text: str) -> float | Literal["auto"]:
    if text == "auto":
        return "auto"
    zoom: float = _within(float, 0.15, 4)(text)
    return zoom


def _read_day(text: str) -> str:
    return datetime.date.fromisoformat(text).isoformat()


def _read_number(text: str) -> int:
    """A puzzle's number, with or without the commas that the page shows it with."""
    number: int = _within(int, 0, 10**15)(text.replace(",", ""))
    return number


@dataclass(frozen=True, slots=True)
class Options:
    """One page of the practice site: which puzzle, how it looks, and what gets in the way."""

    size: int = _number(0, 0, 17, "kind of puzzle, by the list below: 0 is 5x5, 5 is 10x10, 12 to 14 are shapeless")
    seed: int | None = _number(None, 0, 10**9, "which puzzle of that kind; without it a random one")
    date: str = _option(
        "", Rule("a day as 2026-11-21", _read_day), "sizes 9 to 11: the special of that day, not today's"
    )
    specific: bool = _flag(False, "show the puzzle with the number specid")
    specid: int | None = _option(None, Rule("digits and commas", _read_number), "the number a page shows as its ID")
    skin: str = _choice("star-battle", ("star-battle", "queens", "canvas"), "which of the three looks")
    several: bool = _flag(False, "a puzzle that has several solutions")
    none: bool = _flag(False, "a puzzle that has no solution")
    locked: int = _number(0, 0, 25, "queens: how many queens stand from the start and cannot be moved")

    zoom: float | Literal["auto"] = _option(
        "auto",
        Rule("auto or 0.15 to 4", _read_zoom),
        "scale of the board; auto widens small boards to 320 px",
    )
    pagezoom: float = _option(1.0, Rule("0.25 to 4", _within(float, 0.25, 4)), "scale of the whole page")
    gutter: int = _number(5, 0, 60, "white margin round the board, in px before zooming")
    thick: bool = _flag(False, "star-battle: the setting for a thicker outer frame (5 px)")
    coords: bool = _flag(False, "star-battle: row and column names round the board")
    night: bool = _flag(False, "star-battle: night mode")
    lines: bool = _flag(True, "queens: lines between the cells; 0 shows the regions by colour only")
    hover: bool = _flag(False, "the cell under the mouse is darker; in queens it always is")
    animate: int = _number(0, 0, 5000, "how long a mark takes to grow to its size, in ms")

    draw: str = _choice(
        "auto",
        ("auto", "black", "rotate", "cross", "dot"),
        "what an empty cell turns into, press by press: a star; star, X; X, star; dot, X, star; auto is as usual there",
    )
    gesture: str = _choice("left", ("left", "right", "double", "drag"), "the press that the board listens to")
    spill: bool = _flag(False, "a drag marks the cell beside as well")
    crosses: bool = _flag(False, "a star puts an X on every cell that it rules out")
    errors: bool = _flag(False, "broken rules turn red while playing")
    auto: bool = _flag(True, "the page submits the last star by itself")
    submit: str = _choice("post", ("post", "ajax"), "a form post that loads the page again, or a request")
    restore: bool = _flag(False, "an unfinished game of another puzzle lies in the browser's storage")

    topad: bool = _flag(False, "a fixed advertisement at the top, 125 px, above everything")
    bottomad: bool = _flag(False, "a sticky advertisement at the bottom, 90 px")
    ad: str = _choice("early", ("early", "late"), "advertisements come with the page, or late and shift it")
    delay: int = _number(1200, 0, 60_000, "how late a late advertisement is, in ms")
    consent: str = _choice("0", ("0", "1", "frame"), "a consent box covers the page until it is answered")
    consentdelay: int = _number(0, 0, 60_000, "how late the consent box is, in ms")
    notice: bool = _flag(False, "the notice about ad blockers, 100 px, stands above the board")

    wait: int = _number(150, 0, 60_000, "how long the board takes to appear, in ms")
    swallow: int = _number(0, 0, 1000, "one click on the board in so many is lost; 0 loses none")
    doubled: int = _number(0, 0, 1000, "one click on the board in so many counts twice; 0 doubles none")
    ignore: bool = _flag(False, "the board ignores every click")
    rerender: bool = _flag(False, "every click replaces all elements of the board")
    wander: int = _number(0, 0, 500, "by how many px the board moves at every click, down and back")
    event: str = _choice(
        "none",
        ("none", "ad", "popup", "shift", "cycle", "replace", "reload", "error"),
        "what happens in mid-game: the advertisements come, one comes up over the board, the page moves down by 60 px, "
        "a press does something else, another puzzle takes the place, the page loads again, its script breaks",
    )
    at: int = _number(3, 1, 1000, "at which press on the board it happens")
    moment: str = _choice("press", ("press", "move"), "it happens after a press, or as the mouse comes for it")
    stays: int = _number(2000, 0, 60_000, "how long what comes up over the board stays, in ms")

    slow: int = _number(0, 0, 60_000, "how long the answer to a submission takes, in ms")
    fail: int = _number(0, 0, 1000, "how many submissions end in an error of the server (500)")
    deny: bool = _flag(False, "every answer is said to be wrong")
    cut: int = _number(0, 0, 1000, "after how many requests for this page none is answered any more; 0 answers all")
    rename: bool = _flag(False, "the board's classes and ids have random names")
    blank: bool = _flag(False, "a page without a board")
    challenge: bool = _flag(False, "a page that checks the browser stands before the board, until its box is ticked")
    passes: int = _number(0, 0, 60_000, "after how many ms that page lets everybody pass; 0 never")

    def but(self, **changes: Any) -> Options:
        """The same options with some of them changed."""
        return replace(self, **changes)

    @property
    def query(self) -> str:
        """The query string that gives these options, without those left at their defaults."""
        pairs = [(f.name, getattr(self, f.name)) for f in fields(self)]
        given = {name: value for name, value in pairs if value != _DEFAULTS[name]}
        return urlencode({name: int(v) if isinstance(v, bool) else v for name, v in given.items()})


_FIELDS = {f.name: f for f in fields(Options)}
_DEFAULTS = {name: f.default for name, f in _FIELDS.items()}


def parse_options(query: str) -> Options:
    """The options of a query string; raises BadOption for an unknown name or a value it does not take."""
    values = dict(parse_qsl(query, keep_blank_values=True))
    return Options(**{name: _read(name, text) for name, text in values.items()})


def option_rows() -> list[tuple[str, str, str, str]]:
    """(name, values, default, meaning) of every option, in the order of the table."""
    return [(name, f.metadata["rule"].text, _shown(f.default), f.metadata["help"]) for name, f in _FIELDS.items()]


def _read(name: str, text: str) -> Any:
    if name not in _FIELDS:
        raise BadOption(f"unknown option {name!r}; /options lists them all")
    rule: Rule = _FIELDS[name].metadata["rule"]
    try:
        return rule.read(text)
    except (ValueError, KeyError):
        raise BadOption(f"option {name}={text!r}: give {rule.text}") from None


def _shown(default: object) -> str:
    if default in (None, ""):
        return "none"
    return str(int(default)) if isinstance(default, bool) else str(default)
