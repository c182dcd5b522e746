"""The Star Battle pages of the practice site."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias

from autoplay.practice.calendar import special_days, special_seed
from autoplay.practice.options import Options
from autoplay.practice.pages import PuzzlePages, Served, frame
from autoplay.practice.puzzles import KINDS, MAX_COLOURS, Board, Cells, NoPuzzle, find, pick, solution_cells, spoil
from autoplay.practice.surroundings import surroundings
from autoplay.practice.templates import fill
from autoplay.practice.validate import fault, parse_answer

AUTO_ZOOM_PX = 320
"""The width up to which ``zoom=auto`` enlarges a small board."""
USUAL_DRAW = {"star-battle": "black", "queens": "cross", "canvas": "black"}
"""What ``draw=auto`` stands for."""

Game: TypeAlias = Served[Board, Cells]


class StarBattle(PuzzlePages[Options, Board, Cells]):
    """A board in one of three skins; the stars that are sent are judged."""

    path = "/"
    options = Options

    def pick(self, options: Options, after: str = "") -> Board:
        board = _wanted(options, after)
        if options.none or options.several:
            board = spoil(board, 0 if options.none else 2)
        if options.skin == "queens" and not board.colourable:
            raise NoPuzzle(f"skin=queens shows regions, at most {MAX_COLOURS} of them; try another size")
        return board

    def find(self, puzzle_id: str) -> Board:
        return find(puzzle_id)

    def following(self, options: Options) -> Options:
        return super().following(options).but(date="", specific=False)

    def parse(self, text: str, board: Board) -> Cells:
        return parse_answer(text, board)

    def fault(self, board: Board, answer: Cells) -> str:
        return fault(board, answer)

    def show(self, options: Options, served: Game) -> str:
        board, kind = served.board, KINDS[options.size]
        return frame(
            options,
            served,
            f"{options.skin}.css",
            _shown(options, served),
            _config(options, served),
            title=f"{kind.label} Star Battle - practice site",
            html_class="nightmode" if options.night else "",
            skin=options.skin,
            path=self.path,
            **surroundings(options, board.stars),
            logo=fill("logo"),
            heading=f"{kind.label} Star Battle",
            puzzle_id=_number(board),
            dates=_dates(options),
            size=str(options.size),
            width=str(board.size),
            height=str(board.size),
        )


def _wanted(options: Options, after: str) -> Board:
    """The puzzle that is asked for; raises NoPuzzle."""
    kind = KINDS[options.size]
    if options.specific:
        board = find(str(options.specid))
        if not board.id.startswith(kind.id(0)[:-1]):
            raise NoPuzzle(f"{options.specid} is no {kind.label}")
        return board
    if options.seed is None and (options.date or not after):
        return pick(options.size, special_seed(options.size, options.date))
    return pick(options.size, options.seed, after=after)


def _config(options: Options, served: Game) -> dict[str, Any]:
    """What the page's script is told of the board's looks, and of other boards."""
    return {
        "zoom": _zoom(options, served.board.size),
        "draw": USUAL_DRAW[options.skin] if options.draw == "auto" else options.draw,
        "restore": _unfinished(options, served) if options.restore and not served.fresh else None,
        "others": [_replacement(options, served)] if options.event == "replace" else [],
    }


def _shown(options: Options, served: Game) -> dict[str, Any]:
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


def _unfinished(options: Options, served: Game) -> dict[str, Any]:
    """A game of another puzzle of the kind that somebody left: a star, maybe wrong, and crosses round it."""
    board = _other(options, served)
    n = board.size
    row, col = n // 2, n // 2
    free = [i for i in range(n * n) if board.grid[i // n][i % n] != "#"]
    near = {i for i in free if max(abs(i // n - row), abs(i % n - col)) == 1}
    marks = [1 if i == row * n + col and i in free else 2 if i in near else 0 for i in range(n * n)]
    return {**_shown(options.but(locked=0), Served(board, served.started)), "marks": marks}


def _replacement(options: Options, served: Game) -> dict[str, Any]:
    """Another puzzle without a mark."""
    return _shown(options, replace(served, board=_other(options, served), answer=None))


def _other(options: Options, served: Game) -> Board:
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
