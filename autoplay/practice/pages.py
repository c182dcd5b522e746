"""Pages of the practice site: what each game provides, and the rendering that all games share."""

from __future__ import annotations

import random
import re
import secrets
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar
from urllib.parse import urlencode

from markupsafe import Markup

from autoplay.practice.options import (
    BadOption,
    LampOptions,
    PageOptions,
    PegOptions,
    StarOptions,
    describe_options,
    parse_options,
)
from autoplay.practice.puzzles import KINDS, NoPuzzle
from autoplay.wording import render_page

PACKAGE: Final = "autoplay.practice"
CSS_NAME: Final = re.compile(r"(?<=[.#])[a-z][\w-]*(?=[^{};]*\{)")
"""A class or an id in a style sheet."""
KEPT_CLASSES: Final = {"nightmode"}
"""Classes in a board's style sheet that are not the board's: ``rename=1`` doesn't rename them."""
RANDOM_SEEDS: Final = 1000
"""Number of puzzles of a series to choose from if no seed is given."""


class PracticePuzzle(Protocol):
    """Puzzle as the site serves it. Its id contains everything needed to make it again."""

    @property
    def id(self) -> str: ...


O = TypeVar("O", bound=PageOptions)  # noqa: E741
B = TypeVar("B", bound=PracticePuzzle)
A = TypeVar("A")


class BadAnswer(ValueError):
    """The text that was sent is not an answer to this puzzle."""


@dataclass(frozen=True, slots=True)
class Served(Generic[B, A]):
    """Puzzle as one page shows it; ``started`` is when it was first shown, in seconds since 1970.

    ``message`` is the result of the last submission as HTML, ``answer`` the answer to a solved
    puzzle. ``fresh`` is True if the visitor asked for a new puzzle: then no unfinished game is
    restored.
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


def read_id(
    puzzle_id: str, values: Mapping[str, str], kind: type[O], name_series: Callable[[O], str]
) -> O:
    """Return the options that the id of a puzzle consists of.

    Raises NoPuzzle for unknown ones, and for another spelling of an id.
    """
    with suppress(BadOption):
        options = parse_options(urlencode(values), kind)
        if options.seed is not None and f"{name_series(options)}_{options.seed}" == puzzle_id:
            return options
    raise NoPuzzle(f"this site has no puzzle {puzzle_id!r}")


def choose_id(series: str, seed: int | None, after: str) -> str:
    """Return the id of a seed in a series; without a seed, of a random one other than ``after``."""
    if seed is None:
        seed = random.randrange(RANDOM_SEEDS)
        # A new puzzle was asked for.
        if after == f"{series}_{seed}":
            seed += 1
    return f"{series}_{seed}"


def take_next_seed(options: O) -> O:
    """Return the options of the next puzzle's page, with the next seed if one was given."""
    return options if options.seed is None else replace(options, seed=options.seed + 1)


@dataclass(frozen=True, slots=True)
class PuzzlePages(Generic[O, B, A]):
    """Pages of one game at one path: their options and puzzles, and the check of answers.

    ``pick`` returns the puzzle that the options choose, but not the one with the given id, and
    ``find`` the puzzle with an id; both raise NoPuzzle. ``parse`` returns the answer that a page
    sent, or raises BadAnswer, and ``describe_fault`` the first rule that it breaks, or "".
    ``render`` returns the page as HTML, and ``take_next`` the options of the page after it.
    """

    path: str
    options: type[O]
    pick: Callable[[O, str], B]
    find: Callable[[str], B]
    parse: Callable[[str, B], A]
    describe_fault: Callable[[B, A], str]
    render: Callable[[O, Served[B, A]], str]
    take_next: Callable[[O], O] = take_next_seed


def render_board(
    template: str,
    options: PageOptions,
    served: Served[Any, Any],
    *,
    sheet: str,
    skin: str,
    size: object,
    board: Mapping[str, Any],
    config: Mapping[str, Any],
    html_class: str = "",
    **values: Any,
) -> str:
    """Return the page of a board.

    ``sheet`` is the board's style sheet, ``skin`` the name of its script, ``size`` what unfinished
    games are kept under; ``board`` and ``config`` are for the script, ``values`` for the template.
    """
    # Random names keep a player from finding the board by its classes and ids.
    css = files(PACKAGE).joinpath("static", sheet).read_text(encoding="utf-8")
    names: dict[str, str] = {}
    if options.rename:
        for name in set(CSS_NAME.findall(css)) - KEPT_CLASSES:
            names[name] = f"x{secrets.token_hex(4)}"
        css = CSS_NAME.sub(lambda match: names.get(match[0], match[0]), css)
    # Options of the page and what depends on its puzzle, for the script.
    script_config = {
        **asdict(options),
        "skin": skin,
        "size": size,
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
        skin=skin,
        size=size,
        names=names,
        board_css=Markup(css),
        html_class=html_class,
        config=script_config,
        **values,
    )


class PageLink(NamedTuple):
    """Link to a page of other options; ``is_on`` is True if these are the page's own."""

    query: str
    text: str
    is_on: bool


def list_menu(options: StarOptions) -> list[PageLink]:
    """Return a link to each kind of Star Battle, with the other options unchanged."""
    links = []
    for size, kind in enumerate(KINDS):
        target = replace(options, size=size, seed=None, date="")
        query = target.query or "size=0"
        links.append(PageLink(query, f"{kind.label} Star Battle", size == options.size))
    return links


@cache
def render_options() -> str:
    """Return the index page, which lists every option with its values, default and meaning."""
    return render_page(
        PACKAGE,
        "options.html",
        title="Options of the practice site",
        tables={
            "star": describe_options(StarOptions),
            "lamp": describe_options(LampOptions),
            "peg": describe_options(PegOptions),
            "page": describe_options(PageOptions),
        },
        menu=list_menu(StarOptions()),
    )


def render_text(title: str, text: str) -> str:
    """Return a page with a paragraph of text."""
    return render_page(PACKAGE, "text.html", title=title, text=text)
