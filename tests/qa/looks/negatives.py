"""Pictures that must be refused: other things made of cells, too many regions, boards half
hidden."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.qa.looks import grids
from tests.qa.looks.around import board_and_style
from tests.qa.looks.boards import Board, some_board
from tests.qa.looks.discs_and_dots import DISCS_AND_DOTS
from tests.qa.looks.looks import Look, coloured
from tests.qa.looks.other_games import OTHER_GAMES
from tests.qa.looks.other_pages import OTHER_PAGES
from tests.qa.looks.other_puzzles import OTHER_PUZZLES
from tests.qa.looks.region_puzzles import REGION_PUZZLES
from tests.qa.looks.scene import Scene, page
from tests.qa.looks.style import Style, svg

GRIDS: tuple[Callable[[Random], str], ...] = (
    grids.sudoku, grids.calendar, grids.spreadsheet, grids.crossword, grids.nonogram, grids.chess, grids.minesweeper, grids.wordle,
    grids.keyboard, grids.heatmap, grids.settings, grids.kanban, grids.periodic_table, grids.code, grids.tile_map,
    grids.bars, grids.city_map, grids.tangram, *OTHER_PUZZLES, *REGION_PUZZLES, *OTHER_GAMES, *DISCS_AND_DOTS, *OTHER_PAGES,
)  # fmt: skip


def of_a_grid(draw: Callable[[Random], str]) -> Look:
    """Return the scene of a page with one such grid."""

    def look(rng: Random) -> Scene:
        return Scene(
            page(f"<h2>Today</h2>{draw(rng)}"), (), (900, 700), rng.choice((1, 1.25, 1.5, 2))
        )

    look.__name__ = f"no_{draw.__name__}"
    return look


def other_regions(board: Board, rng: Random, count: int) -> Board:
    """Return the board with its largest regions cut in two until there are ``count`` additional
    ones."""
    grid = [list(row) for row in board.grid]
    spare = [letter for letter in "zyxwvutsrqponm" if letter not in "".join(board.grid)]
    for letter in spare[:count]:
        counts = {
            name: sum(row.count(name) for row in grid) for name in {c for row in grid for c in row}
        }
        largest = max(sorted(counts), key=lambda name: counts[name])
        cells = [(r, c) for r, c in board.cells if grid[r][c] == largest]
        r, c = rng.choice([cells[0], cells[-1]])
        grid[r][c] = letter
    return Board(tuple("".join(row) for row in grid))


def no_other_count(rng: Random) -> Scene:
    """Draw a board with one to four regions too many, in colours or with borders, as in
    Heyawake."""
    board = some_board(rng, largest=10)
    other = other_regions(board, rng, rng.randint(1, 4))
    return Scene(
        page(svg(other, Style(rng.randint(28, 44), 1, thick=3))),
        (),
        (760, 640),
        rng.choice((1, 1.5, 2)),
    )


def no_dominoes(rng: Random) -> Scene:
    """Draw regions of two cells, as in Norinori."""
    size = rng.choice((6, 8, 10))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    grid = tuple(
        "".join(letters[(r * size + c) // 2 % 52] for c in range(size)) for r in range(size)
    )
    return Scene(
        page(svg(Board(grid), Style(36, 1, thick=3))), (), (600, 600), rng.choice((1, 1.5))
    )


def no_cages(rng: Random) -> Scene:
    """Draw a killer sudoku: boxes, and cages drawn with dashes inside their cells."""
    p = rng.randint(34, 46)
    cages = "".join(
        f'<rect x="{c * p + 3}" y="{r * p + 3}" width="{w * p - 6}" height="{h * p - 6}" fill="none" stroke="#333" '
        f'stroke-dasharray="3 2"/><text x="{c * p + 5}" y="{r * p + 13}" font-size="9">{rng.randint(3, 29)}</text>'
        for r in range(0, 9, 2)
        for c in range(0, 9, 3)
        for h, w in [(min(2, 9 - r), rng.choice((2, 3)))]
    )
    grid = tuple("".join("ABCDEFGHI"[r // 3 * 3 + c // 3] for c in range(9)) for r in range(9))
    board = svg(Board(grid), Style(p, 1, thick=3))
    over = f'<div style="position:absolute;left:29px;top:29px"><svg width="{9 * p}" height="{9 * p}">{cages}</svg></div>'
    return Scene(page(board + over), (), (600, 560), rng.choice((1, 1.5)))


def no_whole_board(rng: Random) -> Scene:
    """Draw a board scrolled partly out of the window: by part of a cell or by whole cells, at one
    or two sides."""
    board = some_board(rng, largest=10)
    p = rng.randint(28, 44)
    style = rng.choice((Style(p, 1, thick=3), Style(p, 1, "#bbb", thick=4), Style(p, 1, thick=2, colours=coloured(rng)),
                        Style(p, 1, "#fff", thick=0, colours=coloured(rng))))  # fmt: skip
    beyond = [rng.choice((0.4, 0.6, 0.8, 1, 1, 1.2, 1.5, 2, 2, 3)) * p for _ in range(2)]
    side = board.size * p + 24 + p
    width, height = (round(side - b) for b in beyond)
    if rng.random() < 0.5:
        width = side + 60
    body = f'<div style="width:3000px;height:3000px;padding:{p - style.thick - 2}px">{svg(board, style)}</div>'
    return Scene(page(body), (), (width, height), rng.choice((1, 1, 1.25, 1.5)))


def no_dialog_over_it(rng: Random) -> Scene:
    """Draw a dialog or a banner that hides some cells of a board."""
    _, drawn = board_and_style(rng, rng.randint(30, 42))
    left, top = rng.randint(60, 160), rng.randint(70, 170)
    dialog = (
        f'<div style="position:absolute;left:{left}px;top:{top}px;width:{rng.randint(110, 320)}px;background:#fff;'
        f'padding:{rng.randint(10, 30)}px;border-radius:{rng.choice((0, 10))}px;box-shadow:0 4px 24px rgba(0,0,0,.5)">'
        f"<b>Sign in</b><p>to keep your score</p></div>"
    )
    return Scene(page(drawn + dialog), (), (700, 640), rng.choice((1, 1.5, 2)))


def no_empty_grid(rng: Random) -> Scene:
    """Draw a grid without regions, plain or of one colour, with some marks."""
    size = rng.randint(5, 12)
    board = Board(("A" * size,) * size, frozenset((r, rng.randrange(size)) for r in range(size)))
    board = replace(board, stars=board.stars if rng.random() < 0.5 else frozenset())
    style = Style(
        rng.randint(26, 46),
        rng.choice((1, 2)),
        rng.choice(("#000", "#999")),
        thick=rng.choice((1, 3)),
    )
    return Scene(page(svg(board, style)), (), (720, 700), rng.choice((1, 1.5, 2)))


NEGATIVES: tuple[Look, ...] = (
    *map(of_a_grid, GRIDS), no_other_count, no_dominoes, no_cages, no_whole_board, no_dialog_over_it, no_empty_grid,
)  # fmt: skip
"""Scenes without a readable board."""
