"""Lights Out as many unrelated makers draw it: toggles, pictures, cards, glyphs, rooms of a house."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

from tests.qa.looks.boards import Board
from tests.qa.looks.lamps import THEMES, cells, lamps, tile
from tests.qa.looks.looks import Look
from tests.qa.looks.scene import Scene, page
from tests.qa.looks.symbols import symbol

HUES = ("#f43f5e", "#fb923c", "#facc15", "#22c55e", "#06b6d4", "#3b82f6", "#8b5cf6", "#ec4899")


def shown(rng: Random, board: Board, drawn: str, ground: str = "#fff", scale: float = 0) -> Scene:
    """Return a page with the board under a title and over a counter, or by itself."""
    ink = "#eee" if ground < "#7" else "#222"
    title = rng.choice(("", "<h1>Lights Out</h1>", "<h3>Level 12</h3>", "<p>Off with them!</p>"))
    below = rng.choice(("", f"<p>Moves: {rng.randint(0, 60)}</p>", "<button>Restart</button>"))
    body = f'<div style="color:{ink};text-align:{rng.choice(("left", "center"))}">{title}{drawn}{below}</div>'
    scale = scale or rng.choice((1, 1, 1.25, 1.5, 2, 2.625))
    return Scene(page(body, ground), (board,), (960, 860), scale)


def grid_of(board: Board, draw: Callable[[bool], str], gap: float = 0, around: str = "") -> str:
    """Return the lamps as elements with gaps, round them other CSS."""
    return cells(board, draw, f"gap:{gap}px;{around}")


def at_each(
    board: Board, draw: Callable[[bool, int, int], str], gap: float = 0, around: str = ""
) -> str:
    """Return the lamps as elements that depend on their place, too."""
    drawn = "".join(
        draw(s == "*", r, c) for r, row in enumerate(board.grid) for c, s in enumerate(row)
    )
    columns = f"display:inline-grid;grid-template-columns:repeat({len(board.grid[0])},max-content)"
    return f'<div class="board" style="{columns};gap:{gap}px;{around}">{drawn}</div>'


def pictures(rng: Random) -> Scene:
    """Draw pictures without a frame: bulbs that shine or not, suns and moons, hearts in two colours."""
    board, side = lamps(rng, 8), rng.randint(28, 64)
    on, off = rng.choice((("bulb", "dead bulb"), ("sun", "moon"), ("star", "black"), ("flame", "black"), ("red", "black"),
                          ("bulb", "black"), ("bulb", "dead bulb")))  # fmt: skip
    around = rng.choice(("", "background:#1f2937;padding:12px;border-radius:10px"))
    drawn = grid_of(
        board,
        lambda lit: symbol(on if lit else off, side, "display:block"),
        rng.choice((2, 6, 12)),
        around,
    )
    return shown(rng, board, drawn, rng.choice(("#fff", "#0f172a", "#fef3c7")))


def framed_pictures(rng: Random) -> Scene:
    """Draw a picture in each cell of a ruled table or on each button."""
    board, side = lamps(rng, 7), rng.randint(36, 64)
    on, off = rng.choice(
        (
            ("bulb", "dead bulb"),
            ("sun", "moon"),
            ("frog", ""),
            ("star", ""),
            ("bulb", ""),
            ("cat", ""),
        )
    )
    frame = rng.choice(("border:1px solid #777", "border:2px solid #222;border-radius:6px", "background:#7774;border-radius:8px",
                        "border:1px solid #ccc;background:#f8f8f8;box-shadow:0 1px 3px #0004"))  # fmt: skip
    cell = f"{frame};box-sizing:border-box;display:flex;align-items:center;justify-content:center"

    def draw(lit: bool) -> str:
        name = on if lit else off
        return tile(side, cell, symbol(name, 0.7 * side) if name else "")

    return shown(
        rng,
        board,
        grid_of(board, draw, rng.choice((0, 3, 8))),
        rng.choice(("#fff", "#1e293b", "#e2e8f0")),
    )


def toggles(rng: Random) -> Scene:
    """Draw toggle switches as on phones: a knob at the left or the right, on grey or on colour."""
    board, high = lamps(rng, 7), rng.randint(20, 32)
    colour, ground = rng.choice(HUES), rng.choice(("#fff", "#f3f4f6", "#111827"))

    def draw(lit: bool) -> str:
        wide, knob = 1.8 * high, high - 4
        left = wide - knob - 2 if lit else 2
        return (f'<div style="width:{wide}px;height:{high}px;border-radius:{high}px;background:{colour if lit else "#9ca3af"};'
                f'position:relative"><div style="position:absolute;left:{left}px;top:2px;width:{knob}px;height:{knob}px;'
                'border-radius:50%;background:#fff;box-shadow:0 1px 2px #0006"></div></div>')  # fmt: skip

    return shown(rng, board, grid_of(board, draw, rng.choice((8, 14, 20))), ground)


def glowing_discs(rng: Random) -> Scene:
    """Draw discs far apart on a dark page; lit ones have wide halos in one colour."""
    board, side = lamps(rng, 7), rng.randint(26, 54)
    colour, blur, spread = rng.choice(HUES), rng.choice((14, 24, 40)), rng.choice((0, 4, 8))

    def draw(lit: bool) -> str:
        fill = (f"background:radial-gradient(circle,#fff,{colour} 70%);box-shadow:0 0 {blur}px {spread}px {colour}"
                if lit else "background:radial-gradient(circle at 40% 30%,#444,#1a1a1a);border:1px solid #333;box-sizing:border-box")  # fmt: skip
        return tile(side, f"border-radius:50%;{fill}")

    return shown(
        rng,
        board,
        grid_of(board, draw, rng.choice((12, 18, 26)), "padding:30px"),
        rng.choice(("#000", "#0b1020", "#18181b")),
    )


def pressed_buttons(rng: Random) -> Scene:
    """Draw buttons of nearly one colour that are raised or pressed in, with a small light."""
    board, side = lamps(rng, 7), rng.randint(38, 70)
    base, ground = rng.choice(
        (("#e0e5ec", "#e0e5ec"), ("#3a3f47", "#2b2f36"), ("#d64545", "#eee"), ("#4f7cff", "#fff"))
    )
    radius = rng.choice((6, 12, side // 2))

    def draw(lit: bool) -> str:
        if lit:
            css = f"background:color-mix(in srgb,{base} 82%,black);box-shadow:inset 3px 3px 7px #0008,inset -2px -2px 5px #fff4"
        else:
            css = f"background:{base};box-shadow:3px 3px 7px #0007,-2px -2px 5px #fff6"
        lamp = f'<div style="width:8px;height:8px;border-radius:50%;background:{"#4ade80" if lit else "#555"}"></div>'
        return tile(
            side,
            f"border-radius:{radius}px;display:flex;align-items:center;justify-content:center;{css}",
            lamp,
        )

    return shown(rng, board, grid_of(board, draw, rng.choice((8, 14)), "padding:14px"), ground)


def neon_tubes(rng: Random) -> Scene:
    """Draw hollow squares of neon: bright with a glow, or dull."""
    board, side = lamps(rng, 7), rng.randint(34, 60)
    colour, radius = rng.choice(HUES), rng.choice((4, 10, side // 2))

    def draw(lit: bool) -> str:
        css = (f"border:3px solid {colour};box-shadow:0 0 12px {colour},inset 0 0 12px {colour}" if lit
               else f"border:3px solid color-mix(in srgb,{colour} 22%,#111)")  # fmt: skip
        return tile(side, f"box-sizing:border-box;border-radius:{radius}px;{css}")

    return shown(
        rng,
        board,
        grid_of(board, draw, rng.choice((8, 14)), "padding:12px"),
        rng.choice(("#050510", "#111")),
    )


def cards(rng: Random) -> Scene:
    """Draw cards with the words ON and OFF, or a sign and small coordinates."""
    board, side = lamps(rng, 6), rng.randint(52, 92)
    on, off = rng.choice(
        (
            ("#fef08a", "#334155"),
            ("#86efac", "#e5e7eb"),
            ("#fb923c", "#1f2937"),
            ("#fef9c3", "#555"),
        )
    )
    words, places = rng.random() < 0.6, rng.random() < 0.5

    def draw(lit: bool, r: int, c: int) -> str:
        ink = "#222" if lit or off == "#e5e7eb" else "#ddd"
        word = f'<b style="font-size:{side // 4}px">{"ON" if lit else "OFF"}</b>' if words else ""
        place = (
            f'<small style="position:absolute;left:4px;top:2px;font-size:10px">{chr(65 + c)}{r + 1}</small>'
            if places
            else ""
        )
        return tile(side, f"position:relative;display:flex;align-items:center;justify-content:center;color:{ink};border-radius:8px;"
                    f"background:{on if lit else off}", word + place)  # fmt: skip

    return shown(
        rng, board, at_each(board, draw, rng.choice((4, 8, 20))), rng.choice(("#fff", "#0f172a"))
    )


def checkboxes(rng: Random) -> Scene:
    """Draw native boxes to tick, at their usual size or enlarged, or round ones."""
    board = lamps(rng, 10)
    side, kind = rng.choice((13, 20, 26, 34)), rng.choice(("checkbox", "checkbox", "radio"))
    accent = rng.choice(("", f"accent-color:{rng.choice(HUES)};"))

    def draw(lit: bool) -> str:
        return f'<input type="{kind}" {"checked" if lit else ""} style="{accent}width:{side}px;height:{side}px;margin:{side // 6}px">'

    return shown(
        rng, board, grid_of(board, draw, rng.choice((0, 2, 6))), scale=rng.choice((1, 1.5, 2))
    )


def faded(rng: Random) -> Scene:
    """Draw one colour for all lamps: unlit ones are only fainter."""
    board, side = lamps(rng, 8), rng.randint(28, 60)
    colour, faint, radius = (
        rng.choice(HUES),
        rng.choice((0.15, 0.25, 0.4)),
        rng.choice((0, 6, side // 2)),
    )
    drawn = grid_of(board, lambda lit: tile(side, f"background:{colour};opacity:{1 if lit else faint};border-radius:{radius}px"),
                    rng.choice((2, 6, 20)))  # fmt: skip
    return shown(rng, board, drawn, rng.choice(("#fff", "#000", "#1f2937")))


def hexagons(rng: Random) -> Scene:
    """Draw hexagons, octagons or diamonds in rows and columns."""
    board, (ground, off, on) = lamps(rng, 8), rng.choice(THEMES)
    side = rng.randint(36, 64)
    shape = rng.choice(("25% 0,75% 0,100% 50%,75% 100%,25% 100%,0 50%", "30% 0,70% 0,100% 30%,100% 70%,70% 100%,30% 100%,0 70%,0 30%",
                        "50% 0,100% 50%,50% 100%,0 50%", "50% 0,100% 25%,100% 75%,50% 100%,0 75%,0 25%"))  # fmt: skip
    drawn = grid_of(
        board,
        lambda lit: tile(side, f"clip-path:polygon({shape});background:{on if lit else off}"),
        rng.choice((2, 6, 10)),
    )
    return shown(rng, board, drawn, ground)


def over_photo(rng: Random) -> Scene:
    """Draw translucent tiles over a background like a photo."""
    board, side = lamps(rng, 7), rng.randint(40, 64)
    lights = ",".join(
        f"radial-gradient(circle at {rng.randint(0, 100)}% {rng.randint(0, 100)}%,{rng.choice(HUES)}99 0,transparent {rng.randint(20, 45)}%)"
        for _ in range(5)
    )
    lit_css, off_css = rng.choice(
        (("#ffffffe6", "#0007"), ("#fde047e6", "#ffffff30"), ("#fffc", "#fff2"))
    )
    drawn = grid_of(board, lambda lit: tile(side, f"border-radius:10px;border:1px solid #fff6;background:{lit_css if lit else off_css}"),
                    rng.choice((4, 8)))  # fmt: skip
    scene = shown(rng, board, drawn, "#123")
    return replace(
        scene,
        html=scene.html.replace("background:#123", f"background:{lights},#123;min-height:850px"),
    )


def patterned(rng: Random) -> Scene:
    """Draw tiles that differ by a pattern: hatched grey ones, and plain or dotted yellow ones."""
    board, side = lamps(rng, 7), rng.randint(34, 60)
    dark = rng.random() < 0.5
    ink, ground = ("#555", "#222") if dark else ("#999", "#e5e7eb")
    off = rng.choice((f"repeating-linear-gradient(45deg,{ink} 0 3px,{ground} 3px 8px)", f"radial-gradient({ink} 2px,{ground} 2.5px) 0 0/8px 8px",
                      f"repeating-linear-gradient(0deg,{ink} 0 2px,{ground} 2px 6px)"))  # fmt: skip
    on = rng.choice(
        (
            "#fde047",
            "radial-gradient(#ca8a04 1.5px,#fde047 2px) 0 0/9px 9px",
            "repeating-linear-gradient(45deg,#facc15 0 3px,#fef08a 3px 8px)",
        )
    )
    drawn = grid_of(board, lambda lit: tile(side, f"border:1px solid {ink};box-sizing:border-box;background:{on if lit else off}"),
                    rng.choice((0, 4, 8)))  # fmt: skip
    return shown(rng, board, drawn, "#111" if dark else "#fff")


def glyphs(rng: Random) -> Scene:
    """Draw rows of characters: discs, squares, stars, digits, in a monospaced font."""
    board, size = lamps(rng, 9), rng.choice((18, 24, 32, 44))
    on, off = rng.choice((("●", "○"), ("■", "□"), ("◉", "○"), ("█", "░"), ("★", "☆"), ("1", "0")))
    ink, ground = rng.choice((("#111", "#fff"), ("#33ff66", "#000"), ("#e5e5e5", "#1e1e1e")))
    text = "\n".join(" ".join(on if s == "*" else off for s in row) for row in board.grid)
    drawn = f'<pre class="board" style="display:inline-block;color:{ink};font:{size}px/1.2 DejaVu Sans Mono;margin:8px">{text}</pre>'
    return shown(rng, board, drawn, ground)


def three_states(rng: Random) -> Scene:
    """Draw lamps in three colours, from dark to bright."""
    rows = rng.randint(4, 7)
    while True:
        board = Board(tuple("".join(rng.choice(".*2") for _ in range(rows)) for _ in range(rows)))
        if {"2", "*", "."} == set("".join(board.grid)):
            break
    side, fills = (
        rng.randint(36, 60),
        rng.choice(
            (
                ("#222", "#b45309", "#fde047"),
                ("#1e3a8a", "#3b82f6", "#dbeafe"),
                ("#333", "#888", "#fff"),
            )
        ),
    )
    drawn = at_each(
        board,
        lambda _lit, r, c: tile(
            side, f"border-radius:6px;background:{fills['.*2'.index(board.grid[r][c])]}"
        ),
        5,
    )
    return shown(
        rng,
        board,
        drawn,
        rng.choice(("#7c8a80", "#0a0a0a", "#fde8e8" if fills[2] != "#fff" else "#cc9")),
    )


def huge(rng: Random) -> Scene:
    """Draw three by three lamps of 110 to 190 pixels."""
    board = Board(("", ""))
    while len(set("".join(board.grid))) != 2:
        board = Board(tuple("".join(rng.choice("*.") for _ in range(3)) for _ in range(3)))
    ground, off, on = rng.choice(THEMES)
    side, radius, gap = rng.randint(110, 190), rng.choice((0, 16, 100)), rng.choice((0, 6, 20))
    css = (
        f"border:{2 if gap == 0 else 0}px solid #888;box-sizing:border-box;border-radius:{radius}px"
    )
    drawn = grid_of(board, lambda lit: tile(side, f"{css};background:{on if lit else off}"), gap)
    return shown(rng, board, drawn, ground, 1)


def tiny(rng: Random) -> Scene:
    """Draw lamps of 12 to 16 pixels, as a preview of a level has them."""
    board, (ground, off, on) = lamps(rng, 12), rng.choice(THEMES)
    side, radius = rng.randint(12, 16), rng.choice((0, 2, 8))
    drawn = grid_of(
        board,
        lambda lit: tile(side, f"border-radius:{radius}px;background:{on if lit else off}"),
        rng.choice((1, 2, 3)),
    )
    return shown(rng, board, drawn, ground, 1)


def thin_lines(rng: Random) -> Scene:
    """Draw squares that touch, with a hairline between them and a frame or none."""
    board, (ground, off, on) = lamps(rng, 9), rng.choice(THEMES)
    side, line = rng.randint(28, 56), rng.choice(("#888", "#0004", "#fff6", "#000"))
    frame = rng.choice(("", f"border:3px solid {line};", "border-radius:12px;overflow:hidden;"))
    drawn = grid_of(
        board,
        lambda lit: tile(
            side, f"box-shadow:inset 0 0 0 .5px {line};background:{on if lit else off}"
        ),
        0,
        frame,
    )
    return shown(rng, board, drawn, ground)


def windows(rng: Random) -> Scene:
    """Draw a house at night whose windows are lit or dark, each with a cross-bar, under a roof."""
    board, wide = lamps(rng, 7), rng.randint(34, 54)
    high, wall = (
        round(wide * rng.choice((1, 1, 1.25))),
        rng.choice(("#7f4f3a", "#475569", "#334155")),
    )
    bars = rng.random() < 0.6

    def draw(lit: bool) -> str:
        bar = "linear-gradient(#3b2a20,#3b2a20) 50% 0/3px 100% no-repeat,linear-gradient(#3b2a20,#3b2a20) 0 50%/100% 3px no-repeat,"
        fill = "#fde68a" if lit else "#1e293b"
        return (f'<div style="box-sizing:border-box;width:{wide}px;height:{high}px;border:3px solid #3b2a20;'
                f'background:{bar if bars else ""}{fill}"></div>')  # fmt: skip

    house = grid_of(board, draw, rng.choice((10, 16)), f"background:{wall};padding:22px")
    roof = '<div style="width:0;margin:auto;border:90px solid transparent;border-top:0;border-bottom:50px solid #5b2c20"></div>'
    body = f'<div style="display:inline-block">{roof}{house}</div>'
    return shown(rng, board, body, rng.choice(("#0b1026", "#bcd6f0")))


def many_colours(rng: Random) -> Scene:
    """Draw lit lamps each in another colour, unlit ones grey."""
    board, side = lamps(rng, 7), rng.randint(32, 60)
    ground, off = rng.choice((("#111", "#2a2a2a"), ("#fff", "#e5e7eb"), ("#1e1b4b", "#312e81")))
    by_row, radius = rng.random() < 0.5, rng.choice((4, 10, side // 2))

    def draw(lit: bool, r: int, c: int) -> str:
        colour = HUES[(r if by_row else r + 3 * c) % len(HUES)]
        return tile(side, f"border-radius:{radius}px;background:{colour if lit else off}")

    return shown(rng, board, at_each(board, draw, rng.choice((3, 8))), ground)


LAMPS_BY_MAKERS: tuple[Look, ...] = (
    pictures, framed_pictures, toggles, glowing_discs, pressed_buttons, neon_tubes, cards, checkboxes, faded, hexagons,
    over_photo, patterned, glyphs, three_states, huge, tiny, thin_lines, windows, many_colours,
)  # fmt: skip
"""Boards of Lights Out by unrelated makers."""
