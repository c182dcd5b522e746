"""Looks that few pages have: unusual lines, and uneven backgrounds."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.qa.looks.boards import Board, some_board
from tests.qa.looks.grids import table
from tests.qa.looks.looks import DEEP, Look, coloured, scene, size
from tests.qa.looks.scene import Scene
from tests.qa.looks.style import Style, css, svg


def html_table(rng: Random) -> Scene:
    """Draw a table with collapsed borders of two widths."""
    board = some_board(rng, largest=12)
    thick, line = rng.choice((2, 3, 4)), rng.choice(("#000", "#333", "#225"))
    fills = dict(zip("ABCDEFGHIJKLMN", coloured(rng), strict=True)) if rng.random() < 0.4 else {}

    def cell(r: int, c: int) -> tuple[str, str]:
        beside = ((r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1))
        widths = " ".join(f"{1 if board.same((r, c), other) else thick}px" for other in beside)
        return (
            f"border:solid {line};border-width:{widths};background:{fills.get(board.grid[r][c], '#fff')}",
            "",
        )

    side = rng.randint(26, 44)
    drawn = f'<div class="board" style="display:inline-block">{table(board.size, board.size, cell, side)}</div>'
    return scene(rng, board, Style(side), drawn=lambda *_: drawn)


def bevelled(rng: Random) -> Scene:
    """Draw raised keys, one colour per region."""
    board = some_board(rng, largest=10)
    side, width, colours = rng.randint(32, 48), rng.choice((2, 3, 4)), coloured(rng)

    def cell(r: int, c: int) -> tuple[str, str]:
        fill = colours["ABCDEFGHIJ".index(board.grid[r][c])]
        return f"border:{width}px outset {fill};background:{fill}", ""

    keys = table(board.size, board.size, cell, side).replace(
        "collapse", "separate;border-spacing:1px"
    )
    drawn = f'<div class="board" style="display:inline-block">{keys}</div>'
    return scene(rng, board, Style(side), drawn=lambda *_: drawn)


def white_borders(rng: Random) -> Scene:
    """Draw coloured cells with dark thin lines, and thick white borders between regions."""
    board = some_board(rng, largest=10)
    thin = rng.choice(("#555", "rgba(0,0,0,.3)"))
    style = Style(
        size(rng, board, 30),
        1,
        thin,
        thick=rng.choice((3, 4)),
        line="#fff",
        colours=coloured(rng, DEEP),
    )
    return scene(rng, board, style)


def vertices(rng: Random) -> Scene:
    """Draw only small crosses or dots where lines would meet, and borders."""
    board = some_board(rng)
    pitch = size(rng, board, 26)
    dash = rng.choice((f"2 {pitch - 2}", f"4 {pitch - 4}"))
    return scene(rng, board, Style(pitch, 2, "#777", dash, thick=rng.choice((2, 3))))


def on_texture(rng: Random) -> Scene:
    """Draw lines on wood or paper."""
    board = some_board(rng, largest=12)
    pitch, colour = size(rng, board, 28), rng.choice(("#d9b380", "#f2ead8", "#e8e8e8"))
    texture = (
        '<svg width="900" height="900" style="position:absolute;left:0;top:0;z-index:-1"><filter id="f"><feTurbulence '
        f'baseFrequency="{rng.choice(("0.01 0.2", "0.05", "0.6"))}" seed="{rng.randint(0, 99)}" numOctaves="3"/>'
        '<feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  0.25 0 0 0 0"/></filter>'
        '<rect width="900" height="900" filter="url(#f)"/></svg>'
    )
    style = Style(pitch, 1, "#555", thick=rng.uniform(3, 5), cell="none")
    return scene(rng, board, style, ground=colour, around=f"{texture}{{}}")


def lettered(rng: Random) -> Scene:
    """Draw the letter of its region in each cell, with borders or colours."""
    board = some_board(rng, largest=10)
    notes = {(r, c): board.grid[r][c] for r, c in board.cells}
    colours, thick = rng.choice((((), 3), (coloured(rng), 0), (coloured(rng), 2)))
    style = Style(
        size(rng, board, 30), 1, "#666", thick=thick, colours=colours, notes=notes, ink="#333"
    )
    return replace(scene(rng, board, style), kinds=frozenset())


def oblong(rng: Random) -> Scene:
    """Draw cells that are wider than high, or higher than wide, by up to a tenth."""
    board = some_board(rng, largest=12)
    across = rng.uniform(0.92, 1.09)
    style = Style(
        size(rng, board, 28),
        1,
        thick=3,
        colours=rng.choice(((), coloured(rng))) if board.size < 13 else (),
    )
    return scene(
        rng,
        board,
        style,
        around=f'<div style="transform:scale({across},1);transform-origin:0 0">{{}}</div>',
    )


def watermarked(rng: Random) -> Scene:
    """Draw pale words across the board."""
    board = some_board(rng, largest=12)
    words = (
        f'<div style="position:absolute;left:40px;top:{rng.randint(80, 200)}px;transform:rotate(-25deg);'
        f'font-size:{rng.randint(30, 60)}px;color:rgba(0,0,0,{rng.choice((0.06, 0.12))})">example.org</div>'
    )
    return scene(rng, board, Style(size(rng, board, 28), 1, thick=3), around=f"{{}}{words}")


def framed_apart(rng: Random) -> Scene:
    """Draw a second frame, some pixels away from the board's own."""
    board = some_board(rng, largest=12)
    line = rng.choice(("1px solid #37c", "1px dashed #555", "4px solid #000", "2px solid #999"))
    around = f'<div style="display:inline-block;border:{line};padding:{rng.choice((2, 6, 14, 30))}px">{{}}</div>'
    return scene(rng, board, Style(size(rng, board, 26), 1, thick=3), around=around)


def page_through_it(rng: Random) -> Scene:
    """Draw transparent cells on a coloured or graded page."""
    board = some_board(rng, largest=12)
    ground = rng.choice(
        ("#fde", "linear-gradient(#9be,#fff)", "linear-gradient(90deg,#fc9,#f9c)", "#246")
    )
    line = "#fff" if ground == "#246" else "#000"
    style = Style(size(rng, board, 26), 1, line, thick=rng.choice((3, 4)), line=line, cell="none")
    return scene(rng, board, style, ground=ground)


def jigsaw_digits(rng: Random) -> Scene:
    """Draw digits in a third of the cells, like a jigsaw sudoku: another puzzle, but its regions
    can be read."""
    board = some_board(rng, largest=10)
    notes = {
        cell: str(rng.randint(1, board.size))
        for cell in rng.sample(board.cells, board.size**2 // 3)
    }
    style = Style(size(rng, board, 30), 1, thick=3, notes=notes, note_at=(0.5, 0.5, 0.6))
    return replace(scene(rng, board, style), kinds=frozenset())


def crossed_out(rng: Random) -> Scene:
    """Draw a cross in nearly all cells, as games with automatic crosses do; thick ones reach the
    borders."""
    board = some_board(rng, largest=11, marked=1)
    full = Board(board.grid, board.stars, frozenset(board.cells) - board.stars)
    colours = rng.choice(((), coloured(rng)))
    style = Style(size(rng, full, 28), 1, thick=3, colours=colours, star=rng.choice(("★", "crown", "disc")), cross="x",
                  cross_size=rng.uniform(0.4, 1.1))  # fmt: skip
    return scene(rng, full, style, drawn=rng.choice((svg, css)))


RARE: tuple[Look, ...] = (
    html_table, bevelled, white_borders, vertices, on_texture, lettered, oblong, watermarked, framed_apart,
    page_through_it, jigsaw_digits, crossed_out,
)  # fmt: skip
"""Boards by themselves, in unusual looks."""
