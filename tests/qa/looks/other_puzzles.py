"""Other puzzles with pen and paper as web pages draw them, as pieces of HTML."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.qa.looks.papers import (
    Paper,
    circle,
    clued,
    coins,
    counts,
    drawing,
    figure,
    grid,
    on,
    paper,
    text,
    tiles,
)  # fmt: skip


def tents(rng: Random) -> str:
    """Draw trees and tents on a meadow, with the numbers of tents beside rows and columns."""
    size = rng.randint(5, 12)
    look = paper(rng, size + 1, size + 1)
    grass = rng.choice((look.cell, "#c5e1a5", "#aed581"))
    places = [[rng.choices(("tree", "tent", "grass", ""), (20, 14, 20, 46))[0] for _ in range(size)] for _ in range(size)]  # fmt: skip

    def cell(r: int, c: int) -> tuple[str, str]:
        if (name := places[r][c]) in ("tree", "tent"):
            return "", figure(name, "#2e7d32" if name == "tree" else "#e65100", look.side, 0.8)
        return f"background:{grass if name else look.cell}", ""

    numbers = counts([[name == "tent" for name in row] for row in places])
    return clued(tiles(size, size, cell, look), numbers, look)


def battleships(rng: Random) -> str:
    """Draw parts of ships and water, with the numbers of parts beside rows and columns."""
    size = rng.choice((6, 8, 10))
    look = paper(rng, size + 1, size + 1)
    sea, ship = rng.choice(((look.cell, look.ink), ("#bbdefb", "#0d47a1"), ("#e3f2fd", "#37474f")))
    parts = coins(rng, size, size, 0.22)
    shown = rng.choice((0.4, 0.8, 1))

    def cell(r: int, c: int) -> tuple[str, str]:
        if rng.random() > shown:
            return "", ""
        if not parts[r][c]:
            return f"background:{sea}", figure("wave", "#64b5f6", look.side, 0.7) if rng.random() < 0.5 else ""  # fmt: skip
        ends = (parts[r][c - 1 : c] == [True], parts[r][c + 1 : c + 2] == [True])
        name = {(True, True): "middle", (True, False): "right", (False, True): "left"}.get(ends, "disc")  # fmt: skip
        return f"background:{sea}", figure(name, ship, look.side)

    top, left = counts(parts)
    return clued(tiles(size, size, cell, look), ((), (), left, top), look)


def binairo(rng: Random) -> str:
    """Draw zeros and ones, or black and white discs, in some of the cells."""
    size = rng.choice((6, 8, 10, 12))
    look, kind, empty = paper(rng, size, size), rng.randrange(3), rng.choice((0.2, 0.4, 0.6))

    def cell(_r: int, _c: int) -> tuple[str, str]:
        one = rng.random() < 0.5
        if rng.random() < empty:
            return "", ""
        if kind == 0:
            return "", "01"[one]
        if kind == 1:
            return "", figure("disc" if one else "ring", look.ink, look.side, 0.8)
        return "", figure("disc", "#d32f2f" if one else "#1976d2", look.side, 0.8)

    return grid(size, size, cell, look)


def two_colours(rng: Random) -> str:
    """Draw red, blue and empty cells, some of them with locks, as in 0h h1."""
    size = rng.choice((4, 6, 8, 10))
    look, empty = paper(rng, size, size), rng.choice((0.25, 0.4, 0.6))
    one, other, neither = rng.choice((("#c0392b", "#2980b9", "#333"), ("#e74c3c", "#3498db", "#ddd"),
                                      ("#f39c12", "#16a085", "#eee")))  # fmt: skip
    lock = figure("square", "#0005", look.side, 0.4)

    def cell(_r: int, _c: int) -> tuple[str, str]:
        if rng.random() < empty:
            return f"background:{neither}", ""
        return f"background:{rng.choice((one, other))}", lock if rng.random() < 0.3 else ""

    return grid(size, size, cell, look)


def kakurasu(rng: Random) -> str:
    """Draw filled cells with weights at the top and the left, and sums at the right and below."""
    size = rng.randint(4, 9)
    look, filled = paper(rng, size + 2, size + 2), coins(rng, size, size, 0.5)
    mark, shown = rng.choice(("", "cross")), rng.choice((0.5, 0.9))

    def cell(r: int, c: int) -> tuple[str, str]:
        if rng.random() > shown:
            return "", ""
        cross = figure(mark, "#b0b0b0", look.side, 0.7) if mark else ""
        return (f"background:{look.accent}", "") if filled[r][c] else ("", cross)

    weights = [f'<span style="color:#999">{k + 1}</span>' for k in range(size)]
    sums = [str(sum(k + 1 for k, is_on in enumerate(row) if is_on)) for row in filled]
    below = [str(rng.randint(1, size * (size + 1) // 2)) for _ in range(size)]
    return clued(tiles(size, size, cell, look), (weights, weights, sums, below), look)


def kakuro(rng: Random) -> str:
    """Draw black cells with sums over a diagonal, and white ones with digits."""
    size = rng.randint(6, 10)
    look, share = paper(rng, size, size, 32)._replace(radius=0), rng.choice((0, 0.4, 1))
    dark = rng.choice(("#222", "#455a64", "#777"))
    line = f"background:linear-gradient(to top right,{dark} 48%,#fff 49% 51%,{dark} 52%)"

    def cell(r: int, c: int) -> tuple[str, str]:
        if r == 0 or c == 0 or rng.random() < 0.2:
            sums = f'<span style="font-size:{look.side // 4}px;color:#fff;margin-left:40%;margin-bottom:40%">{rng.randint(3, 35)}</span>'
            return (line, sums) if rng.random() < 0.7 else (f"background:{dark}", "")
        return "background:#fff;color:#111", str(rng.randint(1, 9)) if rng.random() < share else ""

    return grid(size, size, cell, look)


def mosaic(rng: Random) -> str:
    """Draw a fill-a-pix: numbers in many cells, of which some are filled and some are empty."""
    size = rng.choice((5, 7, 10, 15))
    look, share = paper(rng, size, size, 22), rng.choice((0.35, 0.5))
    filled, clear, shown = coins(rng, size, size, 0.5), rng.choice((look.cell, "#fff8dc")), rng.choice((0.3, 0.7, 1))  # fmt: skip

    def cell(r: int, c: int) -> tuple[str, str]:
        digit = str(rng.randint(0, 9)) if rng.random() < share else ""
        if rng.random() > shown:
            return "", digit
        return ("background:#333;color:#fff" if filled[r][c] else f"background:{clear};color:#222"), digit  # fmt: skip

    return grid(size, size, cell, look, rng.choice((0.45, 0.6)))


def hitori(rng: Random) -> str:
    """Draw a digit in every cell; some cells are black and some digits have rings."""
    size = rng.randint(5, 10)
    look, black, ring = paper(rng, size, size), rng.choice((0, 0.15, 0.3)), rng.choice((0, 0.3))

    def cell(_r: int, _c: int) -> tuple[str, str]:
        digit = str(rng.randint(1, size))
        if rng.random() < black:
            return "background:#111;color:#777", digit if rng.random() < 0.8 else ""
        rim = f"border-radius:50%;box-shadow:inset 0 0 0 2px {look.accent}" if rng.random() < ring else ""  # fmt: skip
        return rim, digit

    return grid(size, size, cell, look)


def nurikabe(rng: Random) -> str:
    """Draw a sea of black cells around islands, each with one number and perhaps dots."""
    size = rng.choice((5, 7, 9, 10))
    look, sea = paper(rng, size, size), rng.choice(("#222", "#607d8b", "#1565c0"))
    black, dots = rng.choice((0.3, 0.6)), rng.choice((0, 0.5))
    numbers = rng.sample(range(size * size), rng.randint(size - 1, 2 * size))

    def cell(r: int, c: int) -> tuple[str, str]:
        if r * size + c in numbers:
            return "", str(rng.randint(1, 9))
        if rng.random() < black:
            return f"background:{sea}", ""
        return "", figure("dot", look.ink, look.side, 0.7) if rng.random() < dots else ""

    return grid(size, size, cell, look)


def akari(rng: Random) -> str:
    """Draw black cells with and without digits, bulbs and the cells that they light."""
    size = rng.choice((5, 7, 7, 10))
    look, glow = paper(rng, size, size), rng.choice(("#fff59d", "#ffee58", "#ffe0b2"))
    lit, bulbs, wall = rng.choice((0, 0.4, 0.75, 1)), rng.choice((0.08, 0.15)), rng.choice(("#000", "#333", "#546e7a"))  # fmt: skip

    def cell(_r: int, _c: int) -> tuple[str, str]:
        if rng.random() < 0.22:
            return f"background:{wall};color:#fff", rng.choice(("", "0", "1", "2", "3"))
        if rng.random() < bulbs:
            return f"background:{glow}", figure(rng.choice(("bulb",)), "#f9a825", look.side, 0.8)
        return f"background:{glow if rng.random() < lit else '#fff'}", ""

    return grid(size, size, cell, look)


def tango(rng: Random) -> str:
    """Draw suns and moons, with signs between some cells."""
    size, share = rng.choice((6, 6, 6, 4, 8)), rng.choice((0.3, 0.7, 1))
    look = paper(rng, size, size, 40)
    sun, moon, sign = rng.choice(("#f5a623", "#fb8c00")), rng.choice(("#4a74c9", "#5c6bc0")), rng.choice(("=", "×"))  # fmt: skip

    def cell(_r: int, _c: int) -> tuple[str, str]:
        given = "background:#eee5d8" if rng.random() < 0.25 else ""
        if rng.random() > share:
            return given, ""
        name = rng.choice(("sun", "moon"))
        content = figure(name, sun if name == "sun" else moon, look.side, 0.65)
        if rng.random() < 0.15:
            content += f'<span style="position:absolute;margin-left:{look.side}px;font-size:14px;color:#666">{sign}</span>'
        return f"{given};overflow:visible", content

    return grid(size, size, cell, look)


def zip_path(rng: Random) -> str:
    """Draw numbered discs on a grid, and a part of the path through them."""
    size, done = rng.randint(5, 8), rng.choice((0, 0.4, 1))
    look = paper(rng, size, size, 36)
    p, colour = look.pitch, rng.choice(("#f97316", "#3b82f6", "#a855f7"))
    cells = [(r, c if r % 2 == 0 else size - 1 - c) for r in range(size) for c in range(size)]
    walked = " ".join(f"{(c + 0.5) * p},{(r + 0.5) * p}" for r, c in cells[: round(done * len(cells))])  # fmt: skip
    lines = "".join(f'<path d="M{i * p} 0V{size * p}M0 {i * p}H{size * p}" stroke="{look.line}"/>' for i in range(size + 1))  # fmt: skip
    path = f'<polyline points="{walked}" fill="none" stroke="{colour}" stroke-width="{0.5 * p}" stroke-linecap="round"/>'
    stops = "".join(
        circle((c + 0.5) * p, (r + 0.5) * p, 0.34 * p, "#111") + text((c + 0.5) * p, (r + 0.5) * p, k + 1, 0.36 * p, "#fff")
        for k, (r, c) in enumerate(cells[:: rng.choice((3, 4, 5))])
    )  # fmt: skip
    return on(look, drawing(size * p + 1, size * p + 1, lines + path + stops))


def skyscrapers(rng: Random) -> str:
    """Draw digits, with the numbers of visible houses at all four sides."""
    size, share = rng.randint(4, 7), rng.choice((0, 0.4, 1))
    look = paper(rng, size + 2, size + 2, 34)

    def cell(_r: int, _c: int) -> tuple[str, str]:
        return "", str(rng.randint(1, size)) if rng.random() < share else ""

    sides = [[str(rng.randint(1, size)) if rng.random() < 0.8 else "" for _ in range(size)] for _ in range(4)]  # fmt: skip
    return clued(tiles(size, size, cell, look), sides, look)


def futoshiki(rng: Random) -> str:
    """Draw separate squares with some digits, and signs of inequality between them."""
    size, share = rng.randint(4, 7), rng.choice((0.15, 0.5, 1))
    look = paper(rng, 2 * size, 2 * size, 22, 36)

    def cell(r: int, c: int) -> tuple[str, str]:
        if r % 2 == 0 and c % 2 == 0:
            digit = str(rng.randint(1, size)) if rng.random() < share else ""
            return f"border:2px solid {look.line}", digit
        sign = "" if r % 2 and c % 2 else rng.choice(("", "", "&lt;", "&gt;"))
        turned = f'<span style="transform:rotate({90 * (r % 2)}deg)">{sign}</span>'
        return "background:none;border:none", turned

    return grid(2 * size - 1, 2 * size - 1, cell, look._replace(gap=3), 0.6)


def slitherlink(rng: Random) -> str:
    """Draw dots in a square, digits between them, and some sides of a loop."""
    size, share = rng.choice((5, 7, 10)), rng.choice((0, 0.15, 0.35))
    look = paper(rng, size + 1, size + 1, 28)
    p = look.pitch
    edges = "".join(
        f'<path d="M{c * p + 9} {r * p + 9}{rng.choice(("h", "v"))}{p}" stroke="{look.accent}" stroke-width="3"/>'
        for r in range(size) for c in range(size) if rng.random() < share
    )  # fmt: skip
    dots = "".join(circle(c * p + 9, r * p + 9, rng.choice((3,)), look.ink) for r in range(size + 1) for c in range(size + 1))  # fmt: skip
    digits = "".join(
        text((c + 0.5) * p + 9, (r + 0.5) * p + 9, rng.randint(0, 3), 0.5 * p, look.ink)
        for r in range(size) for c in range(size) if rng.random() < 0.5
    )  # fmt: skip
    return on(look, drawing(size * p + 18, size * p + 18, edges + dots + digits))


def masyu(rng: Random) -> str:
    """Draw black and white discs on a grid, and a part of a loop through them."""
    size, share = rng.choice((6, 8, 10)), rng.choice((0, 0.3))
    look = paper(rng, size, size, 28)
    p, radius = look.pitch, rng.uniform(0.3, 0.42) * look.pitch
    lines = "".join(f'<path d="M{i * p} 0V{size * p}M0 {i * p}H{size * p}" stroke="{look.line}"/>' for i in range(size + 1))  # fmt: skip
    discs, loop = "", ""
    for r in range(size):
        for c in range(size):
            x, y = (c + 0.5) * p, (r + 0.5) * p
            if rng.random() < 0.3:
                discs += circle(
                    x,
                    y,
                    radius,
                    rng.choice(("#000", "#fff")),
                    f'stroke="{look.ink}" stroke-width="2"',
                )
            if rng.random() < share and c + 1 < size and r + 1 < size:
                loop += f'<path d="M{x} {y}{rng.choice(("h", "v"))}{p}" stroke="{look.accent}" stroke-width="4"/>'
    return on(look, drawing(size * p + 1, size * p + 1, lines + discs + loop))


def hashi(rng: Random) -> str:
    """Draw islands, rings with numbers on the crossings of a grid, and bridges between some."""
    size, share = rng.choice((5, 7, 9)), rng.choice((0.35, 0.6, 0.9))
    look = paper(rng, size, size, 34)
    p, fill = look.pitch, rng.choice((look.cell, look.ground, "#ffe082"))
    islands, bridges = "", ""
    for r in range(size):
        for c in range(size):
            x, y = (c + 0.5) * p, (r + 0.5) * p
            if rng.random() < share:
                islands += circle(x, y, 0.4 * p, fill, f'stroke="{look.ink}" stroke-width="2"')
                islands += text(
                    x, y, rng.randint(1, 8), 0.42 * p, "#222" if fill == "#ffe082" else look.ink
                )
            if rng.random() < 0.2 and c + 1 < size and r + 1 < size:
                bridges += f'<path d="M{x} {y}{rng.choice(("h", "v"))}{p}" stroke="{look.ink}" stroke-width="2"/>'
    return on(look, drawing(size * p, size * p, bridges + islands))


def thermometers(rng: Random) -> str:
    """Draw thermometers in a grid, filled in part, with the numbers of filled cells beside it."""
    size = rng.choice((4, 6, 8))
    look = paper(rng, size + 1, size + 1, 34)
    shown, full, void = rng.choice((0, 0.6, 1)), rng.choice(("#d32f2f", "#1e88e5", "#555")), rng.choice(("#ddd", "#eceff1"))  # fmt: skip
    filled = coins(rng, size, size, 0.5)
    starts = coins(rng, size, size, 0.3)

    def cell(r: int, c: int) -> tuple[str, str]:
        fill = full if filled[r][c] and shown else void
        return "", figure("disc" if starts[r][c] or not c else "middle", fill, look.side, 1 if c else 0.95)  # fmt: skip

    return clued(tiles(size, size, cell, look), counts(filled), look)


def statue_park(rng: Random) -> str:
    """Draw small black and white discs in some cells, of which others are shaded."""
    size = rng.choice((6, 8, 10))
    look, share, shade = paper(rng, size, size), rng.choice((0, 0.25)), rng.choice(("#777", "#90a4ae"))  # fmt: skip

    def cell(_r: int, _c: int) -> tuple[str, str]:
        fill = f"background:{shade}" if rng.random() < share else ""
        name = rng.choices(("disc", "ring", ""), (12, 12, 76))[0]
        return fill, figure(name, look.ink, look.side, 0.55) if name else ""

    return grid(size, size, cell, look)


def dominosa(rng: Random) -> str:
    """Draw a digit in every cell and frames around pairs of cells."""
    rows, cols, joined = 6, 7, rng.choice((0, 0.4, 0.9))
    look = paper(rng, rows, cols + 1, 30)
    pairs = coins(rng, rows, cols, joined)

    def cell(r: int, c: int) -> tuple[str, str]:
        wide = f"background:{look.accent};color:#fff" if pairs[r][c // 2] and c < cols else ""
        return wide, str(rng.randint(0, 5))

    return grid(rows, cols + 1, cell, look)


def kropki(rng: Random) -> str:
    """Draw a grid with black and white dots between cells, and some digits."""
    size, share = rng.choice((5, 6, 9)), rng.choice((0, 0.3, 1))
    look: Paper = paper(rng, size, size, 34)
    p = look.pitch
    lines = "".join(f'<path d="M{i * p + 1} 0V{size * p}M0 {i * p + 1}H{size * p}" stroke="{look.line}"/>' for i in range(size + 1))  # fmt: skip
    drawn = ""
    for r in range(size):
        for c in range(1, size):
            if rng.random() < 0.4:
                drawn += circle(
                    c * p, (r + 0.5) * p, 0.14 * p, rng.choice(("#000", "#fff")), 'stroke="#000"'
                )
            if rng.random() < share:
                drawn += text((c + 0.5) * p, (r + 0.5) * p, rng.randint(1, size), 0.5 * p, look.ink)
    return on(look, drawing(size * p + 2, size * p + 2, lines + drawn))


OTHER_PUZZLES: tuple[Callable[[Random], str], ...] = (
    tents, battleships, binairo, two_colours, kakurasu, kakuro, mosaic, hitori, nurikabe, akari, tango, zip_path, skyscrapers,
    futoshiki, slitherlink, masyu, hashi, thermometers, statue_park, dominosa, kropki,
)  # fmt: skip
