"""Pages of the practice site: what each game provides, and the rendering that all games share."""

from __future__ import annotations

import re
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, TypeVar

from markupsafe import Markup

from autoplay.practice.options import LampOptions, PageOptions, PegOptions, StarOptions, option_rows
from autoplay.practice.puzzles import KINDS
from autoplay.wording import render_page

CSS_NAME = re.compile(r"(?<=[.#])[a-z][\w-]*(?=[^{};]*\{)")
KEPT_CLASSES = {"nightmode"}
"""Classes in a skin's style sheet that are not the board's: ``rename=1`` doesn't rename them."""
PACKAGE: Final = "autoplay.practice"


class PracticePuzzle(Protocol):
    """Puzzle as the site serves it. Its id contains everything needed to make it again."""

    @property
    def id(self) -> str: ...


O = TypeVar("O", bound=PageOptions)  # noqa: E741
B = TypeVar("B", bound=PracticePuzzle)
A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Served(Generic[B, A]):
    """Puzzle as one page shows it; ``started`` is when it was first shown, in seconds since 1970.

    ``message`` is the result of the last submission as HTML, ``answer`` the answer to a solved puzzle. ``fresh`` is
    True if the visitor asked for a new puzzle: then no unfinished game is restored.
    """

    board: B
    started: float
    message: str = ""
    answer: A | None = None
    fresh: bool = False

    @property
    def token(self) -> str:
        """Puzzle id and start time, which the page sends back with an answer."""
        return f"{self.board.id}@{self.started:.3f}"


class PuzzlePages(ABC, Generic[O, B, A]):
    """Pages of one game at one path: their options and puzzles, and the check of answers."""

    path: ClassVar[str]
    options: type[O]

    @abstractmethod
    def pick(self, options: O, after: str = "") -> B:
        """Return the puzzle that the options choose, but not the one with the id ``after``. Raises NoPuzzle."""

    @abstractmethod
    def find(self, puzzle_id: str) -> B:
        """Return the puzzle with this id. Raises NoPuzzle."""

    def following(self, options: O) -> O:
        """Return the options of the next puzzle's page, with the next seed if one was given."""
        return options.but(seed=None if options.seed is None else options.seed + 1)

    @abstractmethod
    def parse(self, text: str, board: B) -> A:
        """Return the answer that a page sent. Raises BadAnswer."""

    @abstractmethod
    def fault(self, board: B, answer: A) -> str:
        """Return the first rule that an answer breaks, as text; "" if it is right."""

    @abstractmethod
    def show(self, options: O, served: Served[B, A]) -> str:
        """Return the page with the board as HTML."""


def board_page(
    template: str,
    options: PageOptions,
    served: Served[Any, Any],
    *,
    sheet: str,
    board: Mapping[str, Any],
    config: Mapping[str, Any],
    **values: Any,
) -> str:
    """Return the page of a board; ``sheet`` is the board's style sheet, ``board`` and ``config`` are for its script."""
    css = _static(sheet)
    names = _names(css) if options.rename else {}
    script_config = {
        **asdict(options),
        "names": names,
        "board": board,
        "solved": served.answer is not None,
        "fresh": served.fresh,
        "elapsed": int((time.time() - served.started) * 1000),
        **config,
    }
    return render_page(
        PACKAGE,
        template,
        options=options,
        served=served,
        names=names,
        board_css=Markup(_renamed(css, names)),
        config=script_config,
        **values,
    )


class PageLink(NamedTuple):
    """Link to a page of other options; ``is_on`` is True if these are the page's own."""

    query: str
    text: str
    is_on: bool


def menu_links(options: StarOptions) -> list[PageLink]:
    """Return a link to each kind of Star Battle, with the other options unchanged."""
    return [
        PageLink(
            options.but(size=size, seed=None, date="", specific=False, specid=None).query or "size=0",
            f"{kind.label} Star Battle",
            size == options.size,
        )
        for size, kind in enumerate(KINDS)
    ]


def options_page() -> str:
    """Return the index page, which lists every option with its values, default and meaning."""
    kinds = {"star": StarOptions, "lamp": LampOptions, "peg": PegOptions, "page": PageOptions}
    tables = {name: option_rows(kind) for name, kind in kinds.items()}
    title = "Options of the practice site"
    return render_page(PACKAGE, "options.html", title=title, tables=tables, menu=menu_links(StarOptions()))


def text_page(title: str, text: str) -> str:
    """Return a page with a paragraph of text."""
    return render_page(PACKAGE, "text.html", title=title, text=text)


def challenge_page(options: PageOptions) -> str:
    """Return a page that claims to check the browser before it shows anything."""
    return render_page(PACKAGE, "challenge.html", passes=options.passes)


def verdict_message(solved: bool, seconds: float) -> str:
    """Return the page's message about an answer, as HTML."""
    clock = f"{int(seconds) // 60:02d}:{seconds % 60:05.2f}"
    return render_page(PACKAGE, "verdict.html", solved=solved, clock=clock)


def _names(css: str) -> dict[str, str]:
    """Return a random name for every class and id of a skin's style sheet."""
    return {name: f"x{secrets.token_hex(4)}" for name in set(CSS_NAME.findall(css)) - KEPT_CLASSES}


def _renamed(css: str, names: Mapping[str, str]) -> str:
    return CSS_NAME.sub(lambda match: names.get(match[0], match[0]), css)


@cache
def _static(name: str) -> str:
    return files(PACKAGE).joinpath("static", name).read_text(encoding="utf-8")
