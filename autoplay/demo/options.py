"""What the practice site can be told in its query string, and how that is read.

Every option is one field of `Options`; its metadata holds the values it takes and what it does, and
the index page ``/options`` prints the same table. An example::

    /?size=5&zoom=1.55&draw=rotate&ad=late&topad=1&consent=1&submit=ajax
"""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class Options:
    """One page of the practice site: which puzzle, how it looks, and what gets in the way."""

    size: int = _number(0, 0, 17, "kind of puzzle, by the list below: 0 is 5x5, 5 is 10x10, 12 to 14 are shapeless")
    seed: int | None = _number(None, 0, 10**9, "which puzzle of that kind; without it a random one")
    skin: str = _choice("star-battle", ("star-battle", "queens", "canvas"), "which of the three looks")
    several: bool = _flag(False, "a puzzle that has several solutions")
    none: bool = _flag(False, "a puzzle that has no solution")
    locked: int = _number(0, 0, 25, "queens: how many queens stand from the start and cannot be moved")

    zoom: float | Literal["auto"] = _option(
        "auto",
        Rule("auto or 0.15 to 4", _read_zoom),
        "scale of the board; auto widens small boards to 320 px",
    )
    gutter: int = _number(5, 0, 60, "white margin round the board, in px before zooming")
    thick: bool = _flag(False, "star-battle: the setting for a thicker outer frame (5 px)")
    coords: bool = _flag(False, "star-battle: row and column names round the board")
    night: bool = _flag(False, "star-battle: night mode")
    lines: bool = _flag(True, "queens: lines between the cells; 0 shows the regions by colour only")

    draw: str = _choice("black", ("black", "rotate"), "star-battle: what a click does (star | star, X, empty)")
    errors: bool = _flag(False, "broken rules turn red while playing")
    auto: bool = _flag(True, "the page submits the last star by itself")
    submit: str = _choice("post", ("post", "ajax"), "a form post that loads the page again, or a request")
    restore: bool = _flag(False, "an unfinished game of another puzzle lies in the browser's storage")

    topad: bool = _flag(False, "a fixed advertisement at the top, 125 px, above everything")
    bottomad: bool = _flag(False, "a sticky advertisement at the bottom, 90 px")
    ad: str = _choice("early", ("early", "late"), "advertisements come with the page, or late and shift it")
    delay: int = _number(1200, 0, 60_000, "how late a late advertisement is, in ms")
    consent: bool = _flag(False, "a consent box covers the page until it is answered")
    notice: bool = _flag(False, "the notice about ad blockers, 100 px, stands above the board")

    wait: int = _number(150, 0, 60_000, "how long the board takes to appear, in ms")
    slow: int = _number(0, 0, 60_000, "how long the answer to a submission takes, in ms")
    swallow: int = _number(0, 0, 1000, "every so-manieth click on the board is lost; 0 loses none")
    shift: bool = _flag(False, "the page moves down by 60 px after the third click")
    ignore: bool = _flag(False, "the board ignores every click")
    rename: bool = _flag(False, "the board's classes and ids have random names")
    blank: bool = _flag(False, "a page without a board")
    challenge: bool = _flag(False, "a page that checks the browser instead of a board")

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
    if default is None:
        return "random"
    return str(int(default)) if isinstance(default, bool) else str(default)
