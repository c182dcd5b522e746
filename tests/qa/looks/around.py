"""Boards in the middle of other things: desktops, phones, several boards, other grids beside
them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.qa.looks import grids
from tests.qa.looks.boards import Board, some_board
from tests.qa.looks.looks import BRIGHT, Look, coloured
from tests.qa.looks.scene import Scene, page
from tests.qa.looks.style import Style, css, svg

DECOYS: tuple[Callable[[Random], str], ...] = (
    grids.calendar, grids.sudoku, grids.spreadsheet, grids.keyboard, grids.wordle, grids.crossword, grids.minesweeper,
    grids.heatmap, grids.settings,
)  # fmt: skip
ADVERTISEMENT = (
    '<div style="background:linear-gradient(90deg,#fa5,#d36);color:#fff;padding:18px;width:{}px;'
    'border-radius:6px;margin:10px">Buy one, get another one <b>free</b> ★★★</div>'
)


def board_and_style(rng: Random, pitch: float) -> tuple[Board, str]:
    """Return a usual board in black and white, dark or coloured, with some marks, as HTML."""
    board = some_board(rng, largest=10, marked=rng.choice((0, 0, 0.5)))
    styles = (
        Style(pitch, 1, thick=3),
        Style(pitch, 1, "#aaa", thick=4),
        Style(pitch, 1, thick=2, frame=4, corner=6, colours=coloured(rng), star="crown"),
        Style(pitch, 1, "#fff", thick=0, colours=coloured(rng), star="♛"),
        Style(pitch, 0, thick=0, gap=3, radius=4, colours=coloured(rng), star="♛"),
    )
    style = rng.choice(styles)
    drawn = css if style.thick and style.colours and rng.random() < 0.5 else svg
    return replace(board, crosses=frozenset()), drawn(board, style)


def desktop(rng: Random) -> Scene:
    """Draw a browser window on a desktop: toolbar, menu, advertisements, other grids, the board in
    the middle."""
    board, drawn = board_and_style(rng, rng.randint(28, 44))
    tools = "".join(
        f'<button style="margin:3px">{word}</button>'
        for word in ("↶ Undo", "↷ Redo", "⟳ Reset", "✓ Check")
    )
    menu = "".join(f"<p>▸ {n}x{n} Star Battle</p>" for n in (5, 6, 8, 10, 14, 17))
    body = (
        f'<div style="background:#dee1e6;margin:-24px -24px 0;padding:8px">▢ ✕ — Star Battle · https://example.org/play'
        f'</div><div style="display:flex;gap:36px"><div style="background:#eef;padding:12px;width:170px">{menu}</div>'
        f"<div><h2>Daily puzzle</h2>{ADVERTISEMENT.format(480)}{tools}{drawn}<p>Every row holds {rng.randint(1, 3)} "
        f"★.</p></div><div>{rng.choice(DECOYS)(rng)}<br>{rng.choice(DECOYS)(rng)}</div></div>"
    )
    return Scene(page(body), (board,), (1480, 900), rng.choice((0.75, 1, 1.25, 1.5, 2)))


def phone(rng: Random) -> Scene:
    """Draw a phone: status bar, title, the board from side to side, buttons, a keyboard or an
    advertisement below."""
    dark = rng.random() < 0.4
    ground, ink = ("#1b1f23", "#eee") if dark else ("#fff", "#111")
    board = some_board(rng, largest=11, marked=rng.choice((0, 0.5, 1)))
    colours = coloured(rng)
    style = Style(rng.uniform(340, 372) / board.size, 1, thick=2, frame=3, corner=6, colours=colours, star="crown",
                  cross="x", cross_size=0.3)  # fmt: skip
    below = rng.choice(
        (
            grids.keyboard(rng),
            ADVERTISEMENT.format(300),
            "<ol><li>One in each row.<li>None touch.</ol>",
        )
    )
    buttons = "".join(
        f'<span style="border:1px solid {ink};border-radius:20px;padding:8px 44px;margin:6px">{word}</span>'
        for word in ("Undo", "Hint")
    )
    body = (
        f'<div style="color:{ink};width:390px;margin:-24px;padding:12px 6px;font-size:14px">'
        f'<div style="display:flex;justify-content:space-between"><b>9:41</b><span>▂▄▆█ 87%</span></div>'
        f"<h3>‹ Queens #{rng.randint(1, 900)} · 0:{rng.randint(10, 59)}</h3>"
        f"{css(board, style)}<p>{buttons}</p>{below}</div>"
    )
    return Scene(
        page(body, ground), (board,), (402, 780), rng.choice((2, 2.625, 3)), frozenset({"star"})
    )


def beside_a_grid(rng: Random) -> Scene:
    """Draw another grid right beside the board, with little room between."""
    board, drawn = board_and_style(rng, rng.randint(26, 44))
    parts = [f"<div>{drawn}</div>", f"<div>{rng.choice(DECOYS)(rng)}</div>"]
    rng.shuffle(parts)
    gap = rng.choice((12, 20, 40))
    body = f'<div style="display:flex;gap:{gap}px;align-items:{rng.choice(("start", "center"))}">{"".join(parts)}</div>'
    return Scene(page(body), (board,), (1100, 700), rng.choice((1, 1.25, 1.5, 2)))


def several(rng: Random) -> Scene:
    """Draw two to six boards of one kind on a page."""
    count, pitch = rng.choice((2, 3, 4, 6)), rng.randint(24, 34)
    boards = [some_board(rng, largest=8) for _ in range(count)]
    style = rng.choice((Style(pitch, 1, thick=3), Style(pitch, 1, "#bbb", thick=4),
                        Style(pitch, 1, "#444", thick=2, colours=tuple(rng.sample(BRIGHT, 14)))))  # fmt: skip
    drawn = "".join(
        f"<div><b>No. {k}</b>{svg(board, style)}</div>" for k, board in enumerate(boards, 1)
    )
    body = f'<div style="display:grid;grid-template-columns:repeat({min(3, count)},max-content);gap:30px">{drawn}</div>'
    return Scene(page(body), tuple(boards), (1050, 800), rng.choice((1, 1.5, 2)))


def thumbnail(rng: Random) -> Scene:
    """Draw a small board, 13 to 18 pixels a cell."""
    board = some_board(rng, largest=10)
    pitch = rng.uniform(13, 18)
    style = rng.choice((Style(pitch, 0.5, "#999", thick=2), Style(pitch, 1, thick=3),
                        Style(pitch, 1, "#666", thick=2, colours=coloured(rng))))  # fmt: skip
    return Scene(page(svg(board, style)), (board,), (360, 320), 1)


def on_a_pattern(rng: Random) -> Scene:
    """Draw a board on a patterned page, under a heading."""
    board, drawn = board_and_style(rng, rng.randint(30, 46))
    pattern = rng.choice((
        "repeating-linear-gradient(45deg,#eee 0 8px,#fff 8px 16px)",
        "radial-gradient(#ccc 1px,#fff 2px) 0 0/14px 14px",
        "linear-gradient(#dde 1px,#0000 1px) 0 0/22px 22px,linear-gradient(90deg,#dde 1px,#fff 1px) 0 0/22px 22px",
    ))  # fmt: skip
    body = f'<h1>Puzzle of the day</h1><div style="background:#fff;padding:14px;display:inline-block">{drawn}</div>'
    return Scene(page(body, pattern), (board,), (760, 720), rng.choice((1, 1.5)))


AROUND: tuple[Look, ...] = (desktop, phone, beside_a_grid, several, thumbnail, on_a_pattern)
"""Boards with other things around them."""
