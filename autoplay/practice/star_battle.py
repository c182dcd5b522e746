"""Star Battle pages of the practice site, and its specials: a puzzle per day, week and month."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final, TypeAlias

from autoplay.practice.options import StarOptions
from autoplay.practice.pages import PageLink, PuzzlePages, Served, board_page, menu_links
from autoplay.practice.puzzles import (
    KINDS,
    MAX_COLOURS,
    SIZE_MENU,
    Cells,
    NoPuzzle,
    StarBoard,
    find,
    pick,
    solution_cells,
    spoil,
)
from autoplay.practice.validate import fault, parse_answer

AUTO_ZOOM_PX = 320
"""Width to which ``zoom=auto`` enlarges a small board."""
USUAL_DRAW = {"star-battle": "black", "queens": "cross", "canvas": "black", "mobile": "cross"}
"""Meaning of ``draw=auto`` in each skin."""
LIVE_ERRORS = frozenset({"star-battle", "mobile"})
"""Skins in which broken rules turn red, unless the option ``errors`` says otherwise."""
DAYS_BACK: Final = 30
"""Number of days for which the pages of specials offer earlier puzzles."""
PERIODS: Final[dict[int, Callable[[date], int]]] = {
    9: date.toordinal,
    10: lambda day: (day.toordinal() - 1) // 7,
    11: lambda day: 12 * day.year + day.month,
}
"""For the kinds of puzzle that are specials, the number of the day, week or month that a day lies in."""
FLAG_SETTINGS: Final = {
    "auto": "Submit by itself",
    "errors": "Show mistakes",
    "night": "Night mode",
    "coords": "Coordinates",
    "thick": "Thick frame",
}
DRAW_SETTINGS: Final = {"auto": "star | star, right for X", "rotate": "star, X, empty"}

StarGame: TypeAlias = Served[StarBoard, Cells]


class StarBattlePages(PuzzlePages[StarOptions, StarBoard, Cells]):
    """Star Battle boards in all skins."""

    path = "/"
    options = StarOptions

    def pick(self, options: StarOptions, after: str = "") -> StarBoard:
        board = _wanted(options, after)
        if options.none or options.several:
            board = spoil(board, 0 if options.none else 2)
        if options.skin == "queens" and not board.colourable:
            raise NoPuzzle(f"skin=queens shows regions, at most {MAX_COLOURS} of them; try another size")
        return board

    def find(self, puzzle_id: str) -> StarBoard:
        return find(puzzle_id)

    def following(self, options: StarOptions) -> StarOptions:
        return super().following(options).but(date="", specific=False)

    def parse(self, text: str, board: StarBoard) -> Cells:
        return parse_answer(text, board)

    def fault(self, board: StarBoard, answer: Cells) -> str:
        return fault(board, answer)

    def show(self, options: StarOptions, served: StarGame) -> str:
        board, kind = served.board, KINDS[options.size]
        count = f"{board.stars} {'queen' if options.skin == 'queens' else 'star'}{'s' if board.stars > 1 else ''}"
        is_mobile = options.skin == "mobile"
        return board_page(
            "mobile.html" if is_mobile else "star_battle.html",
            options,
            served,
            sheet="star-battle.css" if is_mobile else f"{options.skin}.css",
            board=_shown(options, served),
            config=_config(options, served),
            title=f"{kind.label} Star Battle - practice site",
            html_class="nightmode" if options.night else "",
            skin=options.skin,
            path=self.path,
            menu=menu_links(options)[:SIZE_MENU],
            draw_settings=[_setting(options, "draw", value, text) for value, text in DRAW_SETTINGS.items()],
            flag_settings=[_flag_setting(options, name, text) for name, text in FLAG_SETTINGS.items()],
            count=count,
            heading=f"{kind.label.replace('/', ' / ') if is_mobile else kind.label} Star Battle",
            puzzle_id="" if options.size in PERIODS and not options.specific else _number(board),
            days=special_days(options.size),
            size=options.size,
            width=board.size,
            height=board.size,
        )


def today() -> date:
    """Return the current day in UTC: specials change everywhere at once."""
    return datetime.now(UTC).date()


def special_seed(size: int, day: str) -> int | None:
    """Return the seed of the special of a day (ISO 8601; "" is today); None if this kind is not a special."""
    return PERIODS[size](date.fromisoformat(day) if day else today()) if size in PERIODS else None


def special_days(size: int) -> list[date]:
    """Return one day for each special that can still be played, the latest first; today stands for the current one."""
    if size not in PERIODS:
        return []
    days = [today() - timedelta(days=back) for back in range(DAYS_BACK + 1)]
    latest = {PERIODS[size](day): day for day in reversed(days)}
    return sorted(latest.values(), reverse=True)


def _wanted(options: StarOptions, after: str) -> StarBoard:
    """Return the puzzle that the options choose. Raises NoPuzzle."""
    kind = KINDS[options.size]
    if options.specific:
        board = find(str(options.specid))
        if not board.id.startswith(kind.id(0)[:-1]):
            raise NoPuzzle(f"{options.specid} is not a {kind.label} puzzle")
        return board
    if options.seed is None and (options.date or not after):
        return pick(options.size, special_seed(options.size, options.date))
    return pick(options.size, options.seed, after=after)


def _config(options: StarOptions, served: StarGame) -> dict[str, Any]:
    """Return the script's configuration: appearance of the board, and other boards."""
    is_mobile = options.skin == "mobile"
    return {
        "zoom": options.zoom if is_mobile else _zoom(options, served.board.size),
        "errors": _shows_errors(options),
        "submit": "ajax" if is_mobile else options.submit,
        "draw": USUAL_DRAW[options.skin] if options.draw == "auto" else options.draw,
        "restore": _unfinished(options, served) if options.restore and not served.fresh else None,
        "others": [_replacement(options, served)] if options.event == "replace" else [],
    }


def _shown(options: StarOptions, served: StarGame) -> dict[str, Any]:
    """Return the puzzle for the page's script; cells are numbered row by row."""
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


def _locked(board: StarBoard, count: int) -> list[int]:
    if not count:
        return []
    for solution in solution_cells(board.grid, board.stars, limit=1):
        return [r * board.size + c for r, c in sorted(solution)[:count]]
    return []


def _unfinished(options: StarOptions, served: StarGame) -> dict[str, Any]:
    """Return an unfinished game of another puzzle of this kind: a star, maybe wrong, and crosses around it."""
    board = _other(options, served)
    n = board.size
    row, col = n // 2, n // 2
    free = [i for i in range(n * n) if board.grid[i // n][i % n] != "#"]
    near = {i for i in free if max(abs(i // n - row), abs(i % n - col)) == 1}
    marks = [1 if i == row * n + col and i in free else 2 if i in near else 0 for i in range(n * n)]
    return {**_shown(options.but(locked=0), Served(board, served.started)), "marks": marks}


def _replacement(options: StarOptions, served: StarGame) -> dict[str, Any]:
    """Return another puzzle without marks."""
    return _shown(options, replace(served, board=_other(options, served), answer=None))


def _other(options: StarOptions, served: StarGame) -> StarBoard:
    """Return another puzzle of this kind."""
    before = None if options.seed is None else (options.seed or KINDS[options.size].bundled) - 1
    return pick(options.size, before, after=served.board.id)


def _number(board: StarBoard) -> str:
    """Return the puzzle's ID as the page shows it, with commas."""
    return f"{board.number:,}"


def _setting(options: StarOptions, name: str, value: str, text: str) -> PageLink:
    return PageLink(options.but(**{name: value}).query, text, getattr(options, name) == value)


def _shows_errors(options: StarOptions) -> bool:
    """Return True if broken rules turn red."""
    return options.skin in LIVE_ERRORS if options.errors is None else options.errors


def _flag_setting(options: StarOptions, name: str, text: str) -> PageLink:
    is_on = _shows_errors(options) if name == "errors" else getattr(options, name)
    return PageLink(options.but(**{name: not is_on}).query, text, is_on)


def _zoom(options: StarOptions, size: int) -> float:
    if options.zoom != "auto":
        return options.zoom
    width = 31 * size + (9 if options.thick else 5) + 2 * options.gutter
    return max(1.0, round(AUTO_ZOOM_PX / width, 3)) if options.skin == "star-battle" else 1.0
