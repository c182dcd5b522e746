"""Makes the pages of the practice site from the templates, the options and a puzzle."""

from __future__ import annotations

import json
import re
import secrets
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from autoplay.demo.options import Options, option_rows
from autoplay.demo.puzzles import KINDS, SIZE_MENU, Board, Cells, pick, solution_cells

AUTO_ZOOM_PX = 320
"""The width up to which ``zoom=auto`` enlarges a small board."""

CSS_NAME = re.compile(r"(?<=[.#])[a-z][\w-]*(?=[^{};]*\{)")
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
    return _fill(
        "page",
        title=f"{kind.label} Star Battle - practice site",
        html_class="nightmode" if options.night else "",
        board_css=_renamed(css, names),
        skin=options.skin,
        **_surroundings(options, board.stars),
        top_ad=_fill("top_ad") if options.topad else "",
        bottom_ad=_fill("bottom_ad") if options.bottomad else "",
        consent=_fill("consent") if options.consent else "",
        notice=_fill("notice") if options.notice else "",
        logo=_fill("logo"),
        message=served.message,
        query=escape(options.query),
        game=names.get("game", "game"),
        spinner=names.get("spinner", "spinner"),
        heading=f"{kind.label} Star Battle",
        puzzle_id=escape(board.id),
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
    menu = "".join(f"<li>{link}</li>" for link in _menu_links(Options()))
    return text_page("Options of the practice site", _fill("options", rows=cells, menu=menu))


def text_page(title: str, body: str) -> str:
    """A page of text; ``body`` is HTML."""
    return _fill("text", title=escape(title), body=body)


def challenge_page() -> str:
    """A page that says it checks the browser before it shows anything."""
    return _fill("challenge")


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
    late = (options.topad or options.bottomad) and options.ad == "late"
    return {
        **asdict(options),
        "zoom": zoom,
        "adDelay": options.delay if late else 0,
        "names": names,
        "board": _shown(options, served),
        "solved": served.answer is not None,
        "fresh": served.fresh,
        "restore": _unfinished(options, served) if options.restore and not served.fresh else None,
        "elapsed": int((time.time() - served.started) * 1000),
    }


def _shown(options: Options, served: Served) -> dict[str, Any]:
    """The puzzle as the page's script gets it; cells are counted row by row."""
    board = served.board
    stars = served.answer or frozenset()
    return {
        "token": served.token,
        "puzzleId": board.id,
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
    board = pick(options.size, None if options.seed is None else options.seed - 1, after=served.board.id)
    n = board.size
    row, col = n // 2, n // 2
    free = [i for i in range(n * n) if board.grid[i // n][i % n] != "#"]
    near = {i for i in free if max(abs(i // n - row), abs(i % n - col)) == 1}
    marks = [1 if i == row * n + col and i in free else 2 if i in near else 0 for i in range(n * n)]
    return {**_shown(options.but(locked=0), Served(board, served.started)), "marks": marks}


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


def _surroundings(options: Options, stars: int) -> dict[str, str]:
    """What stands round the board: the skins other than star-battle have a plainer page."""
    if options.skin == "star-battle":
        return {"side": _side(options), "toolbar": _toolbar(options), "intro": ""}
    count = f"{stars} {'queen' if options.skin == 'queens' else 'star'}{'s' if stars > 1 else ''}"
    return {"side": "", "toolbar": _fill("clock"), "intro": _fill(f"intro_{options.skin}", count=count)}


def _side(options: Options) -> str:
    links = _menu_links(options)[:SIZE_MENU]
    return _fill("side", menu="\n".join(f"    <li>{link}</li>" for link in links))


def _menu_links(options: Options) -> list[str]:
    links = []
    for size, kind in enumerate(KINDS):
        query = escape(options.but(size=size, seed=None).query or "size=0")
        here = ' class="on"' if size == options.size else ""
        links.append(f'<a href="/?{query}"{here}>{kind.label} Star Battle</a>')
    return links


def _toolbar(options: Options) -> str:
    flags = {
        "auto": "Submit by itself",
        "errors": "Show mistakes",
        "night": "Night mode",
        "coords": "Coordinates",
        "thick": "Thick frame",
    }
    draws = {"black": "star | star, right for X", "rotate": "star, X, empty"}
    return _fill(
        "toolbar",
        draw_links=" ".join(_setting(options, "draw", value, text) for value, text in draws.items()),
        setting_links=" ".join(
            _setting(options, name, not getattr(options, name), text, on=getattr(options, name))
            for name, text in flags.items()
        ),
    )


def _setting(options: Options, name: str, value: object, text: str, *, on: bool | None = None) -> str:
    chosen = getattr(options, name) == value if on is None else on
    query = escape(options.but(**{name: value}).query)
    return f'<a class="btn{" on" if chosen else ""}" href="/?{query}">{text}</a>'


def _script(value: object) -> str:
    """JSON that cannot end the script element it stands in."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


@cache
def _static(name: str) -> str:
    return files("autoplay.demo").joinpath("static", name).read_text(encoding="utf-8")


@cache
def _template(name: str) -> Template:
    return Template(files("autoplay.demo").joinpath("templates", f"{name}.html").read_text(encoding="utf-8"))


def _fill(name: str, **values: str) -> str:
    return _template(name).substitute(values)
