"""Many looks of boards, each a function that draws a new scene from a random generator."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.qa.looks.boards import Board, some_board
from tests.qa.looks.scene import Scene, page
from tests.qa.looks.style import Style, css, svg
from vision.confidence import FEWEST_NOT_HIDING

Look = Callable[[Random], Scene]
SCALES = (0.67, 1, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.625, 3)
SMALLEST_CELL_PX = 18
LARGEST_PX = 2600
BRIGHT = ("#b3a0e0", "#ffc992", "#96beff", "#b3dfa0", "#dfdfdf", "#ff7b60", "#e6f388", "#b9b29e", "#dfa0bf", "#a3d2d8",
          "#62efea", "#ff93f3", "#8acc6d", "#729aec")  # fmt: skip
PALE = ("#f6d7d2", "#d6e4f5", "#dcefd8", "#fbeecb", "#e8dbf1", "#d5eeec", "#f3e3d3", "#e4e7ec", "#f9dcea", "#e3edc8",
        "#cfd8dc", "#ffe0cc", "#d9d9f5", "#eaeaea")  # fmt: skip
DEEP = ("#5b3f8c", "#8c5a2b", "#2f5d9b", "#3f7a4a", "#6b6b6b", "#a03a2c", "#8a8a2b", "#4f4a3a", "#8c3f6b", "#2f7478",
        "#138a86", "#8a2f83", "#4d7a2b", "#364a8c")  # fmt: skip
STARS = ("★", "♛", "♕", "👑", "crown", "gold", "disc", "●", "✦", "Q")
CROSSES = ("", "x", "×", "✕", "dot", "x", "•")


def scene(rng: Random, board: Board, style: Style, *, drawn: Callable[[Board, Style], str] = svg, ground: str = "#fff",
          around: str = "{}") -> Scene:  # fmt: skip
    """Return a board by itself at a random scale; ``around`` is the page's content, with the board
    at its braces."""
    scale = rng.choice([s for s in SCALES if style.pitch * s >= SMALLEST_CELL_PX] or [3])
    side = round(style.pitch * (board.size + 3)) + 60
    scale = min(scale, max(1, LARGEST_PX // side))
    html = page(around.replace("{}", drawn(board, style)), ground)
    sure = {"star", "cross"} if style.cross in ("x", "×", "✕") else {"star"}
    seen = board if style.cross else replace(board, crosses=frozenset())
    return Scene(html, (seen,), (max(side, 500), max(side, 400)), scale, frozenset(sure))


def coloured(rng: Random, palette: tuple[str, ...] = BRIGHT) -> tuple[str, ...]:
    """Return the colours of a palette, one per region."""
    return tuple(rng.sample(palette, len(palette)))


def size(rng: Random, board: Board, low: int = 22, high: int = 64) -> float:
    """Return a cell's side: whole or not, smaller on large boards."""
    side = rng.uniform(low, min(high, max(low + 6, 640 / board.size)))
    return round(side) if rng.random() < 0.5 else round(side, 2)


def borders(rng: Random) -> Scene:
    """Draw black lines, borders 1.3 to 8 times as thick as the grid."""
    board = some_board(rng, largest=25)
    pitch = size(rng, board, 18)
    thin = rng.choice((0.5, 1, 1, 1.5, 2))
    thick = min(thin * rng.choice((1.3, 1.6, 2, 3, 4, 6, 8)), pitch * 0.16)
    return scene(rng, board, Style(pitch, thin, thick=thick))


def faint_grid(rng: Random) -> Scene:
    """Draw a pale grey grid under very thick borders."""
    board = some_board(rng)
    pitch = size(rng, board)
    grey = rng.choice(("#ddd", "#ccc", "#bbb", "#999", "#e4e4e4"))
    ground = rng.choice(("#fff", "#f4f1e6", "#eee"))
    style = Style(
        pitch, rng.choice((0.5, 1, 1)), grey, thick=pitch * rng.uniform(0.08, 0.15), cell=ground
    )
    return scene(rng, board, style, ground=ground)


def borders_only(rng: Random) -> Scene:
    """Draw borders of regions only."""
    board = some_board(rng)
    pitch = size(rng, board)
    return scene(rng, board, Style(pitch, 0, thick=rng.uniform(2, 0.12 * pitch)))


def dashed(rng: Random) -> Scene:
    """Draw a dashed or dotted grid with solid borders, as pzpr draws it."""
    board = some_board(rng, marked=rng.choice((0, 0.5)))
    pitch = size(rng, board)
    dash = rng.choice(("4 4", "3 3", "1 2", "2 2", "5 3", "1 3"))
    style = Style(pitch, 1, rng.choice(("#000", "#888", "#bbb")), dash, rng.uniform(2, 4))
    return scene(rng, board, replace(style, cross=rng.choice(CROSSES)))


def double_lines(rng: Random) -> Scene:
    """Draw borders of two strokes."""
    board = some_board(rng)
    pitch = size(rng, board, 30)
    return scene(rng, board, Style(pitch, 1, thick=0.15 * pitch, core="#fff"))


def coloured_lines(rng: Random) -> Scene:
    """Draw grid and borders in colours."""
    board = some_board(rng)
    pitch = size(rng, board)
    thin, line = rng.choice(
        (("#bcd", "#136"), ("#fcc", "#c00"), ("#cdc", "#060"), ("#9cf", "#009"), ("#ccc", "#c60"))
    )
    return scene(rng, board, Style(pitch, 1, thin, thick=rng.uniform(2.5, 5), line=line))


def one_width(rng: Random) -> Scene:
    """Draw lines of one width; borders are only darker."""
    board = some_board(rng)
    width = rng.choice((1, 1.5, 2))
    return scene(rng, board, Style(size(rng, board), width, "#ccc", thick=width))


def regions(rng: Random) -> Scene:
    """Draw one colour per region, thin lines, thicker borders, a rounded frame."""
    board = some_board(rng, largest=11, marked=rng.choice((0, 0.5, 1)))
    pitch = size(rng, board, 28)
    style = Style(pitch, rng.choice((0.5, 1)), thick=rng.choice((2, 2, 3)), frame=rng.choice((3, 4)),
                  colours=coloured(rng), corner=rng.choice((0, 4, 8)), star=rng.choice(STARS),
                  cross=rng.choice(CROSSES), cross_size=rng.choice((0.25, 0.4)))  # fmt: skip
    return scene(rng, board, style, drawn=rng.choice((svg, css)))


def only_colours(rng: Random) -> Scene:
    """Draw regions of colour without lines."""
    board = some_board(rng, largest=11)
    style = Style(size(rng, board, 28), 0, thick=0, colours=coloured(rng))
    return scene(rng, board, style)


def colours_and_grid(rng: Random) -> Scene:
    """Draw regions of colour with lines of one width, white or black."""
    board = some_board(rng, largest=11, marked=rng.choice((0, 0.5)))
    colour = rng.choice(("#fff", "#000", "#555", "rgba(0,0,0,.15)"))
    style = Style(size(rng, board, 28), rng.choice((1, 2)), colour, thick=0, colours=coloured(rng))
    return scene(rng, board, replace(style, star=rng.choice(STARS)), drawn=rng.choice((svg, css)))


def thick_grid(rng: Random) -> Scene:
    """Draw regions of colour between lines that are all thick."""
    board = some_board(rng, largest=11)
    pitch = size(rng, board, 30)
    return scene(
        rng, board, Style(pitch, rng.uniform(3, 0.13 * pitch), thick=0, colours=coloured(rng))
    )


def tiles(rng: Random) -> Scene:
    """Draw rounded tiles with gaps between them."""
    board = some_board(rng, largest=11, marked=rng.choice((0, 0.5)))
    pitch = size(rng, board, 30)
    ground = rng.choice(("#fff", "#f3f3f3", "#222", "#0d1b2a"))
    style = Style(pitch, 0, thick=0, colours=coloured(rng), gap=rng.uniform(2, 0.14 * pitch),
                  radius=rng.choice((0, 3, 6)), shadow=rng.random() < 0.3, star=rng.choice(STARS))  # fmt: skip
    return scene(rng, board, style, ground=ground)


def islands(rng: Random) -> Scene:
    """Draw regions as rounded islands: gaps only between them."""
    board = some_board(rng, largest=11)
    pitch = size(rng, board, 32)
    style = Style(pitch, rng.choice((0, 1)), "rgba(0,0,0,.2)", thick=0, colours=coloured(rng),
                  gap=rng.uniform(2, 5), radius=rng.choice((0, 5)), merged=True)  # fmt: skip
    return scene(rng, board, style)


def near_colours(rng: Random) -> Scene:
    """Draw regions whose colours hardly differ, with borders."""
    board = some_board(rng, largest=12)
    style = Style(
        size(rng, board, 28), 1, "#999", thick=rng.choice((2, 3)), colours=coloured(rng, PALE)
    )
    return scene(rng, board, style, drawn=rng.choice((svg, css)))


def four_colours(rng: Random) -> Scene:
    """Draw few colours, repeated for regions that do not touch, with borders."""
    board = some_board(rng, largest=14)
    style = Style(
        size(rng, board, 26), 1, "#777", thick=rng.choice((2, 3)), colours=few_colours(rng, board)
    )
    return scene(rng, board, style)


def four_colours_only(rng: Random) -> Scene:
    """Draw few colours, repeated, and lines of one width."""
    board = some_board(rng, largest=12)
    style = Style(
        size(rng, board, 26),
        1,
        rng.choice(("#777", "#fff")),
        thick=0,
        colours=few_colours(rng, board),
    )
    return scene(rng, board, style)


def few_colours(rng: Random, board: Board) -> tuple[str, ...]:
    """Return the colours of the regions: neighbours differ, others may not."""
    palette = rng.sample(BRIGHT, 8)
    letters = sorted(set("".join(board.grid)))
    chosen: dict[str, str] = {}
    for letter in letters:
        near = {
            board.grid[r + i][c + j]
            for r, c in board.cells
            if board.grid[r][c] == letter
            for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if 0 <= r + i < board.size and 0 <= c + j < board.size
        }
        used = {chosen.get(other) for other in near}
        chosen[letter] = next(colour for colour in palette if colour not in used)
    return tuple(chosen[letter] for letter in letters)


def hatched(rng: Random) -> Scene:
    """Draw regions with stripes."""
    board = some_board(rng, largest=10)
    style = Style(size(rng, board, 34), 1, "#555", thick=3, colours=coloured(rng), hatched=True)
    return scene(rng, board, style)


def gradients(rng: Random) -> Scene:
    """Draw cells that grow darker downwards."""
    board = some_board(rng, largest=10)
    style = Style(size(rng, board, 30), 1, "#444", thick=rng.choice((2, 3)), colours=coloured(rng),
                  gradient=True)  # fmt: skip
    return scene(rng, board, style)


def chess_tint(rng: Random) -> Scene:
    """Draw colours with every other cell a bit darker."""
    board = some_board(rng, largest=10)
    colours = coloured(rng) if rng.random() < 0.6 else ()
    style = Style(size(rng, board, 30), rng.choice((0, 1)), "#666", thick=3, colours=colours,
                  chess=rng.choice((0.05, 0.1, 0.15)))  # fmt: skip
    return scene(rng, board, style)


def dark(rng: Random) -> Scene:
    """Draw white or grey lines on black."""
    board = some_board(rng, marked=rng.choice((0, 0.5)))
    themes = ("#111", "#555", "#fff"), ("#000", "#333", "#ccc"), ("#1e1e2e", "#45475a", "#cdd6f4")
    ground, thin, line = rng.choice((*themes, ("#202124", "#777", "#eee")))
    style = Style(
        size(rng, board), 1, thin, thick=rng.uniform(2.5, 4), line=line, cell=ground, ink=line
    )
    return scene(rng, board, replace(style, cross=rng.choice(CROSSES)), ground=ground)


def dark_colours(rng: Random) -> Scene:
    """Draw deep colours on a dark page."""
    board = some_board(rng, largest=11, marked=rng.choice((0, 0.5)))
    line = rng.choice(("#000", "#111", "#eee"))
    style = Style(size(rng, board, 28), rng.choice((1, 1, 0)), line, thick=rng.choice((2, 3)), line=line,
                  colours=coloured(rng, DEEP), ink="#fff", star=rng.choice(STARS))  # fmt: skip
    return scene(rng, board, style, ground="#121212", drawn=rng.choice((svg, css)))


def neon(rng: Random) -> Scene:
    """Draw glowing borders on black."""
    board = some_board(rng)
    line = rng.choice(("#0ff", "#f0f", "#3f3", "#fd0"))
    style = Style(size(rng, board, 30), 1, "#333", thick=3, line=line, cell="#050510", ink=line)
    glow = f'<div style="filter:drop-shadow(0 0 3px {line})">{{}}</div>'
    return scene(rng, board, style, ground="#050510", around=glow)


def labelled(rng: Random) -> Scene:
    """Draw coordinates or counters round the board, in boxes or not."""
    board = some_board(rng, largest=12, marked=rng.choice((0, 0.5)))
    labels = rng.choice(("plain", "boxed", "counts"))
    colours = rng.choice(((), coloured(rng)))
    return scene(
        rng, board, Style(size(rng, board, 26), 1, thick=3, labels=labels, colours=colours)
    )


def marked(rng: Random) -> Scene:
    """Draw stars and crosses of every kind in many cells."""
    board = some_board(rng, marked=rng.choice((0.3, 0.7, 1)))
    colours = rng.choice(((), coloured(rng))) if board.size <= 11 else ()
    style = Style(
        size(rng, board, 32),
        1,
        thick=3,
        colours=colours,
        star=rng.choice(STARS),
        cross=rng.choice(CROSSES),
    )
    style = replace(style, star_size=rng.uniform(0.5, 0.8), cross_size=rng.uniform(0.35, 0.7))
    return scene(rng, board, replace(style, ink=rng.choice(("#000", "#333", "#00c"))))


def tinted(rng: Random) -> Scene:
    """Draw errors in red, conflict, hover, given cells: tints over some cells of a bordered
    board."""
    board = some_board(rng, marked=0.5)
    tint = rng.choice(
        ("rgba(255,0,0,.3)", "rgba(255,200,0,.35)", "rgba(0,0,0,.12)", "rgba(0,120,255,.2)")
    )
    cells = dict.fromkeys(rng.sample(board.cells, rng.randint(1, 5)), tint)
    row = rng.randrange(board.size)
    if rng.random() < 0.4:
        cells = {(row, c): tint for c in range(board.size)}
    return scene(
        rng, board, Style(size(rng, board, 26), 1, thick=3, tints=cells, cross=rng.choice(CROSSES))
    )


def tinted_colours(rng: Random) -> Scene:
    """Draw errors, hover or given cells: tints over some cells of a coloured board with borders."""
    board = some_board(rng, largest=11, marked=0.5)
    tint = rng.choice(("rgba(255,0,0,.35)", "rgba(0,0,0,.15)", "rgba(255,255,255,.3)"))
    cells = dict.fromkeys(rng.sample(board.cells, rng.randint(1, 4)), tint)
    style = Style(
        size(rng, board, 28), 1, thick=rng.choice((2, 3)), colours=coloured(rng), tints=cells
    )
    return scene(rng, board, style)


def hover(rng: Random) -> Scene:
    """Draw one shaded cell on a board whose regions only colours show."""
    board = some_board(rng, largest=11)
    cells = {rng.choice(board.cells): "rgba(0,0,0,.12)"}
    style = Style(size(rng, board, 28), 1, "#444", thick=0, colours=coloured(rng), tints=cells)
    return scene(rng, board, style)


def pencilled(rng: Random) -> Scene:
    """Draw small notes in the corners of cells."""
    board = some_board(rng, largest=10)
    notes = {cell: rng.choice("12xo?") for cell in rng.sample(board.cells, board.size * 2)}
    place = rng.choice(((0.2, 0.22, 0.25), (0.8, 0.22, 0.25), (0.8, 0.8, 0.3)))
    style = Style(size(rng, board, 34), 1, thick=3, notes=notes, note_at=place, ink="#555")
    return scene(rng, board, style)


def walled(rng: Random) -> Scene:
    """Draw a shapeless board with walls."""
    board = some_board(rng, walls=True, marked=rng.choice((0, 0.5)))
    ground, line = rng.choice(
        (("#fff", "#000"), ("#fff", "#444"), ("#222", "#ddd"), ("#f4f1e6", "#333"))
    )
    style = Style(
        size(rng, board),
        1,
        line,
        thick=3,
        line=line,
        cell=ground,
        ink=line,
        cross=rng.choice(CROSSES),
    )
    return scene(rng, board, style, ground=ground)


def walled_between_lines(rng: Random) -> Scene:
    """Draw a shapeless board whose lines go on through its walls, in most of them with a tint over
    the open cells of the selected row and column."""
    board = some_board(rng, walls=True)
    while board.size < FEWEST_NOT_HIDING:
        board = some_board(rng, walls=True)
    tints = {}
    if rng.random() < 0.7:
        selected = rng.choice(board.cells)
        tint = rng.choice(("rgba(255,200,0,.25)", "rgba(0,0,0,.12)", "rgba(0,120,255,.2)"))
        for row, col in board.cells:
            if (row == selected[0] or col == selected[1]) and board.grid[row][col] != "#":
                tints[row, col] = tint
    thin_line = rng.choice(("#777", "#999", "#bbb"))
    style = Style(size(rng, board), 1, thin_line, thick=0, line="#111", tints=tints)
    return scene(rng, board, style)


ALONE: tuple[Look, ...] = (
    borders, faint_grid, borders_only, dashed, double_lines, coloured_lines, one_width, regions, only_colours,
    colours_and_grid, thick_grid, tiles, islands, near_colours, four_colours, four_colours_only, hatched, gradients,
    chess_tint, dark, dark_colours, neon, labelled, marked, tinted, tinted_colours, hover, pencilled, walled,
    walled_between_lines,
)  # fmt: skip
"""Boards by themselves."""
