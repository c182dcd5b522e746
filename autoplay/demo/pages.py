"""Makes the pages of the practice site from the templates, the options and a puzzle."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from autoplay.demo.calendar import special_days
from autoplay.demo.options import Options, option_rows
from autoplay.demo.puzzles import KINDS, Board, Cells, pick, solution_cells
from autoplay.demo.surroundings import advertisements, consent, menu_links, surroundings
from autoplay.demo.templates import fill

AUTO_ZOOM_PX = 320
"""The width up to which ``zoom=auto`` enlarges a small board."""

CSS_NAME = re.compile(r"(?<=[.#])[a-z][\w-]*(?=[^{};]*\{)")
USUAL_DRAW = {"star-battle": "black", "queens": "cross", "canvas": "black"}
"""What ``draw=auto`` stands for."""

KEPT_CLASSES = {"nightmode"}
"""Classes in a skin's sheet that do not belong to the board: ``rename=1`` leaves them alone."""


@dataclass(frozen=True, slots=True)
class Served:
    """A puzzle as one page shows it: when it was first shown (s since 1970) and how it stands.

    ``message`` is the answer of the judge as HTML, ``answer`` the stars of a solved puzzle, ``fresh`` says
    that the reader asked for a new puzzle, so that no unfinished one is restored.
    """

    board: Board
    started: float
    message: str = ""
    answer: Cells | None = None
    fresh: bool = False

    @property
    def token(self) -> str:
        """What the page sends back to say which puzzle it showed since when."""
        return f"{self.board.id}@{self.started:.3f}"


def page(options: Options, served: Served) -> str:
    """The page with the board."""
    board, kind = served.board, KINDS[options.size]
    css = _static(f"{options.skin}.css")
    names = _names(css) if options.rename else {}
    zoom = _zoom(options, board.size)
    return fill(
        "page",
        title=f"{kind.label} Star Battle - practice site",
        html_class="nightmode" if options.night else "",
        board_css=_renamed(css, names),
        skin=options.skin,
        **surroundings(options, board.stars),
        **advertisements(options),
        consent=consent(options),
        page_zoom=f"{options.pagezoom:g}",
        notice=fill("notice") if options.notice else "",
        logo=fill("logo"),
        message=served.message,
        query=escape(options.query),
        game=names.get("game", "game"),
        spinner=names.get("spinner", "spinner"),
        heading=f"{kind.label} Star Battle",
        puzzle_id=_number(board),
        dates=_dates(options),
        size=str(options.size),
        token=escape(served.token),
        n=str(board.size),
        config=_script(_config(options, served, names, zoom)),
    )


def option_table() -> str:
    """The index page: every option, what it takes, its default and what it does."""
    cells = "".join(
        f"<tr><td><code>{name}</code></td><td>{escape(values)}</td><td><code>{escape(default)}</code></td>"
        f"<td>{escape(text)}</td></tr>"
        for name, values, default, text in option_rows()
    )
    menu = "".join(f"<li>{link}</li>" for link in menu_links(Options()))
    return text_page("Options of the practice site", fill("options", rows=cells, menu=menu))


def text_page(title: str, body: str) -> str:
    """A page of text; ``body`` is HTML."""
    return fill("text", title=escape(title), body=body)


def challenge_page(options: Options) -> str:
    """A page that says it checks the browser before it shows anything."""
    return fill("challenge", passes=str(options.passes))


def verdict_message(solved: bool, seconds: float) -> str:
    """What the page says to an answer."""
    if not solved:
        return '<p class="err">Not there yet: the stars break a rule of the puzzle. Look at them once more.</p>'
    clock = f"{int(seconds) // 60:02d}:{seconds % 60:05.2f}"
    return (
        f'<p class="succ">Congratulations! You have solved the puzzle in {clock}</p>'
        f'<p class="succ" hidden>Your personal time is {clock}</p>'
    )


def _config(options: Options, served: Served, names: Mapping[str, str], zoom: float) -> dict[str, Any]:
    """What the page's script is told."""
    return {
        **asdict(options),
        "zoom": zoom,
        "draw": USUAL_DRAW[options.skin] if options.draw == "auto" else options.draw,
        "names": names,
        "board": _shown(options, served),
        "solved": served.answer is not None,
        "fresh": served.fresh,
        "restore": _unfinished(options, served) if options.restore and not served.fresh else None,
        "other": _replacement(options, served) if options.event == "replace" else None,
        "elapsed": int((time.time() - served.started) * 1000),
    }


def _shown(options: Options, served: Served) -> dict[str, Any]:
    """The puzzle as the page's script gets it; cells are counted row by row."""
    board = served.board
    stars = served.answer or frozenset()
    return {
        "token": served.token,
        "puzzleId": _number(board),
        "grid": board.grid,
        "stars": board.stars,
        "locked": _locked(board, options.locked if options.skin == "queens" else 0),
        "marks": [int((r, c) in stars) for r in range(board.size) for c in range(board.size)],
    }


def _locked(board: Board, count: int) -> list[int]:
    if not count:
        return []
    for solution in solution_cells(board.grid, board.stars, limit=1):
        return [r * board.size + c for r, c in sorted(solution)[:count]]
    return []


def _unfinished(options: Options, served: Served) -> dict[str, Any]:
    """A game of another puzzle of the kind that somebody left: a star, maybe wrong, and crosses round it."""
    board = _other(options, served)
    n = board.size
    row, col = n // 2, n // 2
    free = [i for i in range(n * n) if board.grid[i // n][i % n] != "#"]
    near = {i for i in free if max(abs(i // n - row), abs(i % n - col)) == 1}
    marks = [1 if i == row * n + col and i in free else 2 if i in near else 0 for i in range(n * n)]
    return {**_shown(options.but(locked=0), Served(board, served.started)), "marks": marks}


def _replacement(options: Options, served: Served) -> dict[str, Any]:
    """Another puzzle without a mark."""
    return _shown(options, replace(served, board=_other(options, served), answer=None))


def _other(options: Options, served: Served) -> Board:
    """Another puzzle of the kind."""
    before = None if options.seed is None else (options.seed or KINDS[options.size].bundled) - 1
    return pick(options.size, before, after=served.board.id)


def _number(board: Board) -> str:
    """The puzzle's ID as the page shows it: digits and commas."""
    return f"{board.number:,}"


def _dates(options: Options) -> str:
    """The choice of a day that the pages of the specials have."""
    days = special_days(options.size)
    choices = "".join(f"<option{' selected' if str(day) == options.date else ''}>{day}</option>" for day in days)
    return f' <select name="date" aria-label="Date">{choices}</select>' if days else ""


def _zoom(options: Options, size: int) -> float:
    if options.zoom != "auto":
        return options.zoom
    width = 31 * size + (9 if options.thick else 5) + 2 * options.gutter
    return max(1.0, round(AUTO_ZOOM_PX / width, 3)) if options.skin == "star-battle" else 1.0


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
    return files("autoplay.demo").joinpath("static", name).read_text(encoding="utf-8")
