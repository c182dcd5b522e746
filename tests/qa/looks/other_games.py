"""Other games as web pages draw them: with cards, tiles, discs and pieces; as pieces of HTML."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from random import Random
from string import ascii_uppercase

from tests.qa.looks.papers import (
    STRONG,
    circle,
    clued,
    drawing,
    figure,
    grid,
    on,
    paper,
    text,
    tiles,
)

WORDS = ("APPLE", "RIVER", "STONE", "CLOUD", "BRASS", "PEARL", "TIGER", "MOUSE", "CABLE", "SHORE", "FLUTE", "CROWN",
         "PIANO", "LEMON", "OCEAN", "BREAD", "CHAIR", "TRAIN", "MONEY", "PLANT")  # fmt: skip


def flat_minesweeper(rng: Random) -> str:
    """Draw closed cells in a flat colour, open ones with digits, and flags."""
    rows, cols = rng.choice(((8, 8), (9, 9), (8, 10), (12, 12)))
    look, opened = paper(rng, rows, cols), rng.choice((0.2, 0.5, 0.8))
    kind = rng.randrange(3)

    def cell(r: int, c: int) -> tuple[str, str]:
        odd = (r + c) % 2
        closed = (("#aad751", "#a2d149")[odd], look.accent, "#9e9e9e")[kind]
        bare = (("#e5c29f", "#d7b899")[odd], look.cell, "#eee")[kind]
        if rng.random() > opened:
            return f"background:{closed}", figure(
                "flag", "#e53935", look.side, 0.7
            ) if rng.random() < 0.12 else ""
        digit = rng.choice((" ", " ", "1", "1", "2", "3"))
        return (
            f"background:{bare};color:{dict(zip('123', ('#1976d2', '#388e3c', '#d32f2f'), strict=True)).get(digit, '')}",
            digit,
        )

    return grid(rows, cols, cell, look._replace(gap=min(kind, 1), radius=0), 0.6)


def sliding_numbers(rng: Random) -> str:
    """Draw tiles of 2048: powers of two in colours, and empty places."""
    size = rng.choice((4, 4, 4, 5))
    look, share = (
        paper(rng, size, size, 50, 90)._replace(radius=5, gap=10),
        rng.choice((0.3, 0.6, 1)),
    )
    fills = ["#eee4da", "#ede0c8", "#f2b179", "#f59563", "#f67c5f", "#f65e3b", "#edcf72"]

    def cell(_r: int, _c: int) -> tuple[str, str]:
        k = rng.choice((1, 1, 2, 2, 3, 4, 5, 6, 7))
        return (
            (f"background:{fills[k - 1]};color:#776e65", str(2**k))
            if rng.random() < share
            else ("background:#cdc1b4", "")
        )

    board = tiles(size, size, cell, look, 0.4)
    return on(
        look,
        f'<div style="display:inline-block;background:#bbada0;padding:10px;border-radius:6px">{board}</div>',
    )


def fifteen(rng: Random) -> str:
    """Draw numbered tiles and one empty place."""
    size = rng.choice((3, 4, 4, 5))
    look = paper(rng, size, size, 40, 90)
    order = rng.sample(range(size * size), size * size)
    fill = rng.choice((look.cell, look.accent, "#deb887"))

    def cell(r: int, c: int) -> tuple[str, str]:
        number = order[r * size + c]
        return (f"background:{fill}", str(number)) if number else ("background:none", "")

    return grid(size, size, cell, look)


def memory(rng: Random) -> str:
    """Draw cards face down, and some that show a picture."""
    rows, cols = rng.choice(((3, 4), (4, 4), (4, 5), (4, 6), (6, 6)))
    look = paper(rng, rows, cols, 50, 90)
    look = look._replace(gap=rng.choice((6, 10, 14)), radius=rng.choice((0, 6, 12)))
    up, back = rng.choice((0.15, 0.4, 0.7)), rng.choice((look.accent, "#34495e", "#6d4aff"))
    mark = rng.choice(("", "?", figure("star", "#fff8", look.side, 0.5)))
    front = rng.choice(("#fff", look.cell, "#ffe082"))

    def cell(_r: int, _c: int) -> tuple[str, str]:
        if rng.random() > up:
            return f"background:{back};color:#fff", mark
        name = rng.choice(("heart", "sun", "moon", "tree", "diamond", "star", "bulb", "flag"))
        return f"background:{front};border:1px solid {back}", figure(
            name, rng.choice(STRONG), look.side, 0.7
        )

    return grid(rows, cols, cell, look)


def noughts(rng: Random) -> str:
    """Draw noughts and crosses on three by three cells or more."""
    size, share = rng.choice((3, 3, 3, 5, 10)), rng.choice((0.4, 0.7, 1))
    look = paper(rng, size, size, 36, 110)
    colours = rng.choice((("#1e88e5", "#e53935"), (look.ink, look.ink)))

    def cell(_r: int, _c: int) -> tuple[str, str]:
        k = rng.randrange(2)
        return "", figure(
            ("ring", "cross")[k], colours[k], look.side, 0.8
        ) if rng.random() < share else ""

    return grid(size, size, cell, look)


def connect_four(rng: Random) -> str:
    """Draw discs of two colours that have fallen into a frame with holes."""
    rows, cols = rng.choice(((6, 7), (6, 7), (6, 7), (5, 6), (7, 8)))
    look = paper(rng, rows, cols, 36, 70)
    frame, hole = rng.choice(
        (("#1565c0", look.ground), ("#0d47a1", "#fff"), ("#1a3fb0", "#0a1a50"), ("#ddd", "#fff"))
    )
    sides = rng.choice((("#e53935", "#fdd835"), ("#f44336", "#ffeb3b"), ("#222", "#d32f2f")))
    heights = [rng.randint(0, rows) for _ in range(cols)]
    p, r = look.side, rng.uniform(0.36, 0.44) * look.side
    discs = "".join(
        circle((x + 0.5) * p, (y + 0.5) * p, r, rng.choice(sides) if rows - y <= heights[x] else hole)
        for y in range(rows) for x in range(cols)
    )  # fmt: skip
    panel = (
        f'<rect width="{cols * p}" height="{rows * p}" rx="{rng.choice((0, 10))}" fill="{frame}"/>'
    )
    return on(look, drawing(cols * p, rows * p, panel + discs))


def othello(rng: Random) -> str:
    """Draw black and white discs on green cells."""
    size, share = rng.choice((8, 8, 8, 6)), rng.choice((0.06, 0.4, 0.8, 1))
    look = paper(rng, size, size, 34, 60)._replace(gap=rng.choice((1, 2)), radius=0)
    green = rng.choice(("#2e7d32", "#388e3c", "#009067", "#27ae60"))

    def cell(_r: int, _c: int) -> tuple[str, str]:
        disc = figure("disc", rng.choice(("#111", "#fafafa")), look.side)
        return f"background:{green}", disc if rng.random() < share else ""

    return grid(size, size, cell, look._replace(line=rng.choice(("#000", "#1b5e20"))))


def go_stones(rng: Random) -> str:
    """Draw black and white stones on the crossings of lines."""
    size, share = rng.choice((9, 9, 13, 19)), rng.choice((0.15, 0.4, 0.7))
    p, wood = 500 // size, rng.choice(("#dcb35c", "#e3c16f", "#f0d9a0", "#fff"))
    ends = 0.5 * p, (size - 0.5) * p
    lines = "".join(
        f'<path d="M{(i + 0.5) * p} {ends[0]}V{ends[1]}M{ends[0]} {(i + 0.5) * p}H{ends[1]}" stroke="#333"/>'
        for i in range(size)
    )
    stones = "".join(
        circle((c + 0.5) * p, (r + 0.5) * p, 0.46 * p, rng.choice(("#111", "#fff")), 'stroke="#444"')
        for r in range(size) for c in range(size) if rng.random() < share
    )  # fmt: skip
    return drawing(
        size * p, size * p, f'<rect width="100%" height="100%" fill="{wood}"/>{lines}{stones}'
    )


def draughts(rng: Random) -> str:
    """Draw pieces of two colours on the dark cells of a chequered board."""
    size = rng.choice((8, 8, 10))
    look, share = paper(rng, size, size, 34, 60)._replace(gap=0, radius=0), rng.choice((0.3, 0.8))
    light, dark = rng.choice(
        (("#f0d9b5", "#b58863"), ("#eee", "#555"), ("#ffe", "#363"), ("#e33", "#111"))
    )

    def cell(r: int, c: int) -> tuple[str, str]:
        taken = (r + c) % 2 and rng.random() < share and r not in (size // 2 - 1, size // 2)
        piece = figure("disc", "#fff" if r > size // 2 else "#c62828", look.side)
        return f"background:{(light, dark)[(r + c) % 2]}", piece if taken else ""

    return grid(size, size, cell, look)


def naval_battle(rng: Random) -> str:
    """Draw shots at sea that hit or missed, with letters and numbers beside the cells."""
    size = rng.choice((8, 10, 10))
    look, sea = (
        paper(rng, size + 1, size + 1, 24, 44),
        rng.choice(("#4a90d9", "#bbdefb", "#1b3a5c", "#fff")),
    )
    kind, shots = rng.randrange(3), rng.choice((0.15, 0.4))

    def cell(_r: int, _c: int) -> tuple[str, str]:
        ship = "background:#78909c" if rng.random() < 0.15 else f"background:{sea}"
        if rng.random() > shots:
            return ship, ""
        hit = rng.random() < 0.35
        if kind == 0:
            return f"background:{'#e53935' if hit else '#90a4ae'}", ""
        name = ("cross" if hit else "dot") if kind == 1 else "disc"
        return ship, figure(
            name, "#e53935" if hit else "#fff" if sea != "#fff" else "#777", look.side, 0.7
        )

    sides = [str(k + 1) for k in range(size)], list(ascii_uppercase[:size])
    return clued(tiles(size, size, cell, look), sides, look)


def flood_it(rng: Random) -> str:
    """Draw cells in four to six strong colours, of which one has spread from a corner."""
    size = rng.choice((6, 8, 10, 12, 14))
    look, count, flooded = (
        paper(rng, size, size, 20, 50),
        rng.choice((4, 5, 6)),
        rng.randint(1, size),
    )
    look = look._replace(gap=rng.choice((0, 0, 1, 2)), radius=0)

    def cell(r: int, c: int) -> tuple[str, str]:
        return f"background:{STRONG[0 if r + c < flooded else rng.randrange(count)]}", ""

    return grid(size, size, cell, look)


def match_three(rng: Random) -> str:
    """Draw gems of different shapes and colours."""
    size, count = rng.choice((6, 7, 8)), rng.choice((4, 5, 6))
    look, shapes = (
        paper(rng, size, size, 34, 60),
        ("disc", "diamond", "square", "triangle", "heart", "star"),
    )
    is_round = rng.random() < 0.3

    def cell(_r: int, _c: int) -> tuple[str, str]:
        k = rng.randrange(count)
        return "", figure("disc" if is_round else shapes[k], STRONG[k], look.side, 0.85)

    return grid(size, size, cell, look)


def connections(rng: Random) -> str:
    """Draw sixteen words, some of them chosen, and perhaps a group that was found."""
    words, dark = rng.sample(WORDS, 16), rng.random() < 0.3
    plain, chosen = ("#333", "#bbb") if dark else ("#efefe6", "#5a594e")
    wide, high, gap = rng.choice((96, 120, 150)), rng.choice((60, 80, 96)), rng.choice((6, 8))
    picked, found = rng.sample(range(16), rng.choice((0, 2, 4))), rng.choice((0, 0, 1, 2))
    bars = "".join(
        f'<div style="grid-column:1/5;background:{fill};border-radius:6px;display:grid;place-items:center">'
        f"<b>{' '.join(words[:2])}</b></div>" for fill in ("#f9df6d", "#a0c35a")[:found]
    )  # fmt: skip
    cards = "".join(
        f'<div style="background:{chosen if k in picked else plain};color:{plain if k in picked else "#fff" if dark else "#000"};'
        f'border-radius:6px;display:grid;place-items:center;font-weight:bold">{word}</div>'
        for k, word in enumerate(words[4 * found :])
    )  # fmt: skip
    return f'<div style="display:inline-grid;gap:{gap}px;grid:repeat(4,{high}px)/repeat(4,{wide}px)">{bars}{cards}</div>'


def spelling_bee(rng: Random) -> str:
    """Draw seven hexagons with letters around one in another colour."""
    r, letters = rng.randint(36, 60), rng.sample(ascii_uppercase, 7)
    middles = [
        (0.0, 0.0),
        *(
            (1.8 * r * cos(pi / 6 + k * pi / 3), 1.8 * r * sin(pi / 6 + k * pi / 3))
            for k in range(6)
        ),
    ]
    drawn = ""
    for (x, y), letter in zip(middles, letters, strict=True):
        corners = " ".join(
            f"{3 * r + x + r * cos(k * pi / 3):.1f},{3 * r + y + r * sin(k * pi / 3):.1f}"
            for k in range(6)
        )
        drawn += f'<polygon points="{corners}" fill="{"#e6e6e6" if x or y else "#f7da21"}"/>'
        drawn += text(
            3 * r + x, 3 * r + y, f"<tspan font-weight='bold'>{letter}</tspan>", 0.6 * r, "#000"
        )
    return drawing(6 * r, 6 * r, drawn)


def bingo(rng: Random) -> str:
    """Draw a card with numbers, of which some are marked with a disc or a colour."""
    look, kind = paper(rng, 6, 5, 40, 70), rng.randrange(2)

    def cell(r: int, c: int) -> tuple[str, str]:
        if r == 0:
            return f"background:{look.accent};color:#fff;font-weight:bold", "BINGO"[c]
        number = "★" if (r, c) == (3, 2) else str(rng.randint(15 * c + 1, 15 * c + 15))
        if rng.random() > 0.35:
            return "", number
        return (
            "background:#f8bbd0;border-radius:50%" if kind else "background:#ffd54f;color:#111"
        ), number

    return grid(6, 5, cell, look)


def mastermind(rng: Random) -> str:
    """Draw rows of four or five coloured discs, with small black and white discs beside each."""
    rows, cols = rng.randint(6, 10), rng.choice((4, 4, 5))
    p = min(48, 500 // rows)
    done, ground, hole = (
        rng.randint(1, rows),
        rng.choice(("#8d6e63", "#fff", "#263238", "#eceff1")),
        rng.choice(("#0004", "#bbb")),
    )
    drawn = f'<rect width="100%" height="100%" rx="8" fill="{ground}"/>'
    for r in range(rows):
        for c in range(cols):
            drawn += circle(
                (c + 0.5) * p,
                (r + 0.5) * p,
                0.36 * p,
                rng.choice(STRONG[:6]) if r >= rows - done else hole,
            )
        for k in range(4):
            fill = rng.choice(("#000", "#fff", hole)) if r >= rows - done else hole
            drawn += circle(
                (cols + 0.3 + 0.35 * (k % 2)) * p, (r + 0.32 + 0.35 * (k // 2)) * p, 0.11 * p, fill
            )
    return drawing((cols + 1) * p, rows * p, drawn)


def dice(rng: Random) -> str:
    """Draw dice or dominoes with pips."""
    pips = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
    rows, cols, side = (*rng.choice(((1, 5), (2, 3), (3, 3), (4, 4), (5, 5))), rng.randint(48, 84))
    fill, ink = rng.choice(
        (("#fff", "#111"), ("#c62828", "#fff"), ("#222", "#fff"), ("#fafafa", "#1565c0"))
    )
    gap, drawn = rng.choice((6, 12, 20)), ""
    for _ in range(rows * cols):
        dots = "".join(
            circle(25 + 25 * (int(k) % 3), 25 + 25 * (int(k) // 3), 9, ink)
            for k in pips[rng.randint(1, 6)]
        )
        drawn += (f'<svg viewBox="0 0 100 100" width="{side}" height="{side}">'
                  f'<rect x="1" y="1" width="98" height="98" rx="14" fill="{fill}" stroke="#888"/>{dots}</svg>')  # fmt: skip
    return f'<div style="display:inline-grid;gap:{gap}px;grid-template-columns:repeat({cols},{side}px)">{drawn}</div>'


OTHER_GAMES: tuple[Callable[[Random], str], ...] = (
    flat_minesweeper, sliding_numbers, fifteen, memory, noughts, connect_four, othello, go_stones, draughts, naval_battle,
    flood_it, match_three, connections, spelling_bee, bingo, mastermind, dice,
)  # fmt: skip
