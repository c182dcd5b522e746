"""Makes the pages of the practice site from the templates and what each game puts into them."""

from __future__ import annotations

import json
import re
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from autoplay.practice.options import LampOptions, Options, PageOptions, PegOptions, option_rows
from autoplay.practice.surroundings import advertisements, consent, menu_links
from autoplay.practice.templates import fill

CSS_NAME = re.compile(r"(?<=[.#])[a-z][\w-]*(?=[^{};]*\{)")
KEPT_CLASSES = {"nightmode"}
"""Classes in a skin's sheet that do not belong to the board: ``rename=1`` leaves them alone."""


class Puzzle(Protocol):
    """A puzzle as the site serves it: its id tells how it was made."""

    @property
    def id(self) -> str: ...


O = TypeVar("O", bound=PageOptions)  # noqa: E741
B = TypeVar("B", bound=Puzzle)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Served(Generic[B, A]):
    """A puzzle as one page shows it: when it was first shown (s since 1970) and how it stands.

    ``message`` is the answer of the judge as HTML, ``answer`` that of a solved puzzle, ``fresh`` says
    that the reader asked for a new puzzle, so that no unfinished one is restored.
    """

    board: B
    started: float
    message: str = ""
    answer: A | None = None
    fresh: bool = False

    @property
    def token(self) -> str:
        """What the page sends back to say which puzzle it showed since when."""
        return f"{self.board.id}@{self.started:.3f}"


class PuzzlePages(ABC, Generic[O, B, A]):
    """The pages of one game, at one path: which options they take, which puzzle they show, who judges answers."""

    path: ClassVar[str]
    options: type[O]

    @abstractmethod
    def pick(self, options: O, after: str = "") -> B:
        """The puzzle that is asked for, another than that of the id ``after``; raises NoPuzzle."""

    @abstractmethod
    def find(self, puzzle_id: str) -> B:
        """The puzzle of an id; raises NoPuzzle."""

    def following(self, options: O) -> O:
        """The options of the next puzzle's page: the next seed where one was given."""
        return options.but(seed=None if options.seed is None else options.seed + 1)

    @abstractmethod
    def parse(self, text: str, board: B) -> A:
        """The answer that a page has sent; raises BadAnswer."""

    @abstractmethod
    def fault(self, board: B, answer: A) -> str:
        """What is wrong with an answer, in words, or an empty string."""

    @abstractmethod
    def show(self, options: O, served: Served[B, A]) -> str:
        """The page with the board."""


def frame(
    options: PageOptions,
    served: Served[Any, Any],
    sheet: str,
    board: Mapping[str, Any],
    config: Mapping[str, Any],
    **values: str,
) -> str:
    """A page with what all have; ``sheet`` is the board's, ``config`` and ``board`` are for its script."""
    css = _static(sheet)
    names = _names(css) if options.rename else {}
    told = {
        **asdict(options),
        "names": names,
        "board": board,
        "solved": served.answer is not None,
        "fresh": served.fresh,
        "elapsed": int((time.time() - served.started) * 1000),
        **config,
    }
    return fill(
        "page",
        **advertisements(options),
        consent=consent(options),
        page_zoom=f"{options.pagezoom:g}",
        notice=fill("notice") if options.notice else "",
        message=served.message,
        board_css=_renamed(css, names),
        game=names.get("game", "game"),
        spinner=names.get("spinner", "spinner"),
        query=escape(options.query),
        token=escape(served.token),
        config=_script(told),
        **values,
    )


def option_tables() -> str:
    """The index page: every option, what it takes, its default and what it does."""
    tables = {f"{kind.__name__.lower()}_rows": _table(kind) for kind in (Options, LampOptions, PegOptions, PageOptions)}
    menu = "".join(f"<li>{link}</li>" for link in menu_links(Options()))
    return text_page("Options of the practice site", fill("options", **tables, menu=menu))


def _table(kind: type[PageOptions]) -> str:
    return "".join(
        f"<tr><td><code>{name}</code></td><td>{escape(values)}</td><td><code>{escape(default)}</code></td>"
        f"<td>{escape(text)}</td></tr>"
        for name, values, default, text in option_rows(kind)
    )


def text_page(title: str, body: str) -> str:
    """A page of text; ``body`` is HTML."""
    return fill("text", title=escape(title), body=body)


def challenge_page(options: PageOptions) -> str:
    """A page that says it checks the browser before it shows anything."""
    return fill("challenge", passes=str(options.passes))


def verdict_message(solved: bool, seconds: float) -> str:
    """What the page says to an answer."""
    if not solved:
        return '<p class="err">Not there yet: a rule of the puzzle is broken. Look at it once more.</p>'
    clock = f"{int(seconds) // 60:02d}:{seconds % 60:05.2f}"
    return (
        f'<p class="succ">Congratulations! You have solved the puzzle in {clock}</p>'
        f'<p class="succ" hidden>Your personal time is {clock}</p>'
    )


def _names(css: str) -> dict[str, str]:
    """A random name for every class and id of a skin's sheet."""
    return {name: f"x{secrets.token_hex(4)}" for name in set(CSS_NAME.findall(css)) - KEPT_CLASSES}


def _renamed(css: str, names: Mapping[str, str]) -> str:
    return CSS_NAME.sub(lambda match: names.get(match[0], match[0]), css)


def _script(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _static(name: str) -> str:
    return files("autoplay.practice").joinpath("static", name).read_text(encoding="utf-8")
