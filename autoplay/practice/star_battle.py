"""Star Battle on the practice site: the check of answers, the page, and the specials of a day."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from itertools import product
from typing import Any, Final, TypeAlias

from autoplay.practice.options import StarOptions
from autoplay.practice.pages import (
    BadAnswer,
    PageLink,
    PuzzlePages,
    Served,
    list_menu,
    render_board,
    take_next_seed,
)
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

StarGame: TypeAlias = Served[StarBoard, Cells]

EMPTY, STAR, CROSS = range(3)
"""Marks, as the script numbers them."""
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
"""For the kinds of puzzle that are specials, the number of the day, week or month of a day."""
FLAG_SETTINGS: Final = {
    "auto": "Submit by itself",
    "errors": "Show mistakes",
    "night": "Night mode",
    "coords": "Coordinates",
    "thick": "Thick frame",
}
DRAW_SETTINGS: Final = {"auto": "star | star, right for X", "rotate": "star, X, empty"}


def parse_answer(text: str, board: StarBoard) -> Cells:
    """Return the cells of the stars: one ``y`` or ``n`` per cell, row by row. Raises BadAnswer."""
    n = board.size
    if len(text) != n * n or set(text) - {"y", "n"}:
        raise BadAnswer(f"an answer to a {n}x{n} puzzle is {n * n} letters y or n")
    return frozenset(divmod(i, n) for i, letter in enumerate(text) if letter == "y")


def describe_star_fault(board: StarBoard, stars: Cells) -> str:
    """Describe the first rule that these stars break; "" if the puzzle is solved."""
    # The order is fixed, so that the same answer always gets the same reason.
    for row, col in sorted(stars):
        if board.grid[row][col] == "#":
            return f"a star is on the wall at row {row + 1}, column {col + 1}"
    for row, col in sorted(stars):
        # The nine cells include the star itself.
        near = set(product((row - 1, row, row + 1), (col - 1, col, col + 1)))
        if len(near & stars) > 1:
            return f"the star at row {row + 1}, column {col + 1} touches another"
    counts: Counter[str] = Counter()
    for row, col in product(range(board.size), repeat=2):
        units = [f"row {row + 1}", f"column {col + 1}"]
        if not board.shapeless:
            units.append(f"region {board.grid[row][col]}")
        # A unit without a star is counted too.
        for unit in units:
            counts[unit] += (row, col) in stars
    for unit in sorted(counts):
        if counts[unit] != board.stars:
            return f"{unit} has {counts[unit]} of {board.stars} stars"
    return ""


def today() -> date:
    """Return the current day in UTC: specials change everywhere at once."""
    return datetime.now(UTC).date()


def special_seed(size: int, day: str) -> int | None:
    """Return the seed of the special of a day (ISO 8601; "" is today).

    Return None if this kind of puzzle is not a special.
    """
    if size not in PERIODS:
        return None
    return PERIODS[size](date.fromisoformat(day) if day else today())


def special_days(size: int) -> list[date]:
    """Return one day for each special that can still be played, the latest first.

    Today stands for the current special.
    """
    if size not in PERIODS:
        return []
    days: dict[int, date] = {}
    for back in range(DAYS_BACK + 1):
        day = today() - timedelta(days=back)
        # The latest day of a period stands for it.
        days.setdefault(PERIODS[size](day), day)
    return list(days.values())


def _pick_stars(options: StarOptions, after: str) -> StarBoard:
    # The page of a special shows that of its day at first.
    if options.seed is None and (options.date or not after):
        board = pick(options.size, special_seed(options.size, options.date))
    else:
        board = pick(options.size, options.seed, after=after)
    if options.none:
        board = spoil(board, 0)
    elif options.several:
        board = spoil(board, 2)
    # Colours are few, and walls have none.
    if options.skin == "queens" and (board.shapeless or board.size > MAX_COLOURS):
        shown = f"skin=queens shows regions, at most {MAX_COLOURS} of them"
        raise NoPuzzle(f"{shown}; try another size")
    return board


def _take_next(options: StarOptions) -> StarOptions:
    return replace(take_next_seed(options), date="")


def _render_stars(options: StarOptions, served: StarGame) -> str:
    board = served.board
    kind = KINDS[options.size]
    # A special is known by its day.
    has_number = options.size not in PERIODS
    template = "star_battle.html"
    sheet = f"{options.skin}.css"
    label = kind.label
    if options.skin == "mobile":
        template = "mobile.html"
        sheet = "star-battle.css"
        label = label.replace("/", " / ")
    noun = "queen" if options.skin == "queens" else "star"
    if board.stars > 1:
        noun += "s"
    return render_board(
        template,
        options,
        served,
        sheet=sheet,
        skin=options.skin,
        board=_describe_board(options, served),
        config=_configure_script(options, served),
        title=f"{kind.label} Star Battle - practice site",
        html_class="nightmode" if options.night else "",
        path=STAR_BATTLE.path,
        menu=list_menu(options)[:SIZE_MENU],
        draw_settings=_list_draw_settings(options),
        flag_settings=_list_flag_settings(options),
        count=f"{board.stars} {noun}",
        heading=f"{label} Star Battle",
        puzzle_id=f"{board.number:,}" if has_number else "",
        days=special_days(options.size),
        size=options.size,
        width=board.size,
        height=board.size,
    )


def _configure_script(options: StarOptions, served: StarGame) -> dict[str, Any]:
    """Return what the script needs besides the options and the board."""
    is_mobile = options.skin == "mobile"
    zoom = options.zoom
    if zoom == "auto" and not is_mobile:
        zoom = _widen_board(options, served.board.size)
    # Another board may have to be generated: only if the page needs one.
    left_game = None
    if options.restore and not served.fresh:
        left_game = _describe_left_game(options, _other_game(options, served))
    others = []
    if options.event == "replace":
        others.append(_describe_board(options, _other_game(options, served)))
    return {
        "zoom": zoom,
        "errors": _shows_errors(options),
        "submit": "ajax" if is_mobile else options.submit,
        "draw": USUAL_DRAW[options.skin] if options.draw == "auto" else options.draw,
        "restore": left_game,
        "others": others,
    }


def _widen_board(options: StarOptions, size: int) -> float:
    """Return the zoom that makes a small board of cells as wide as the page has it."""
    if options.skin != "star-battle":
        return 1.0
    # Cells of 31 px share a line of 1 px; the frame has 3 or 5 px on each side, the margin 5.
    width = 31 * size + 15
    if options.thick:
        width += 4
    return max(1.0, round(AUTO_ZOOM_PX / width, 3))


def _describe_board(options: StarOptions, served: StarGame) -> dict[str, Any]:
    """Describe the puzzle for the page's script; cells are numbered row by row."""
    board = served.board
    marks = [EMPTY] * board.size**2
    for row, col in served.answer or ():
        marks[row * board.size + col] = STAR
    locked: list[int] = []
    # Only the page of queens can show that a mark is fixed.
    if options.skin == "queens" and options.locked:
        for solution in solution_cells(board.grid, board.stars, limit=1):
            queens = sorted(solution)[: options.locked]
            locked = [row * board.size + col for row, col in queens]
    return {
        "token": served.token,
        "puzzleId": f"{board.number:,}",
        "grid": board.grid,
        "stars": board.stars,
        "locked": locked,
        "marks": marks,
    }


def _describe_left_game(options: StarOptions, served: StarGame) -> dict[str, Any]:
    """Describe an unfinished game: a star in the middle, maybe wrong, and crosses around it."""
    board = served.board
    middle = board.size // 2
    description = _describe_board(replace(options, locked=0), served)
    for row, col in product((middle - 1, middle, middle + 1), repeat=2):
        # Walls take no marks.
        if board.grid[row][col] != "#":
            description["marks"][row * board.size + col] = CROSS
    if board.grid[middle][middle] != "#":
        description["marks"][middle * board.size + middle] = STAR
    return description


def _other_game(options: StarOptions, served: StarGame) -> StarGame:
    """Return another puzzle of the same kind."""
    seed = options.seed
    # A given seed has the one before it as its other puzzle, so that tests know both.
    if seed is not None:
        seed = (seed or KINDS[options.size].bundled) - 1
    return Served(pick(options.size, seed, after=served.board.id), served.started)


def _list_draw_settings(options: StarOptions) -> list[PageLink]:
    links = []
    for value, text in DRAW_SETTINGS.items():
        links.append(PageLink(replace(options, draw=value).query, text, options.draw == value))
    return links


def _list_flag_settings(options: StarOptions) -> list[PageLink]:
    links = []
    for name, text in FLAG_SETTINGS.items():
        is_on = _shows_errors(options) if name == "errors" else getattr(options, name)
        changes: dict[str, Any] = {name: not is_on}
        links.append(PageLink(replace(options, **changes).query, text, is_on))
    return links


def _shows_errors(options: StarOptions) -> bool:
    """Return True if broken rules turn red."""
    return options.skin in LIVE_ERRORS if options.errors is None else options.errors


STAR_BATTLE: Final = PuzzlePages(
    path="/",
    options=StarOptions,
    pick=_pick_stars,
    find=find,
    parse=parse_answer,
    describe_fault=describe_star_fault,
    render=_render_stars,
    take_next=_take_next,
)
