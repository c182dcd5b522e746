"""Pages with rows of squares or discs: plans, diaries, tables, tools; as pieces of HTML."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from string import ascii_uppercase

from tests.qa.looks.papers import STRONG, clued, figure, grid, paper, tiles


def answer_sheet(rng: Random) -> str:
    """Draw numbered questions with letters in circles, of which one each is filled."""
    rows, cols, lettered = rng.randint(6, 14), rng.choice((4, 5)), rng.random() < 0.6
    look = paper(rng, rows, cols + 1, 24, 34)._replace(gap=6, ground="#fff", ink="#111", radius=0)
    ink = rng.choice(("#111", "#1a73e8"))

    def cell(r: int, c: int) -> tuple[str, str]:
        if c == 0:
            answers[r] = rng.randrange(cols) + 1
            return "background:none;border:none", f"{r + 1}."
        fill = f"background:{ink};color:#fff" if answers[r] == c else "background:#fff"
        return f"{fill};border:1px solid {ink};border-radius:50%", ascii_uppercase[
            c - 1
        ] if lettered else ""

    answers: dict[int, int] = {}
    return grid(rows, cols + 1, cell, look)


def seats(rng: Random) -> str:
    """Draw the seats of a cinema that are free, taken or chosen, with an aisle and letters of
    rows."""
    rows, cols = rng.randint(5, 9), rng.choice((8, 10, 12))
    look = paper(rng, rows + 2, cols + 3, 22, 38)._replace(gap=6)
    aisle = rng.choice((cols // 2, 2, cols))
    free, taken, mine = rng.choice(
        (
            ("#4caf50", "#9e9e9e", "#ff9800"),
            ("#e0e0e0", "#616161", "#1e88e5"),
            ("#fff", "#bbb", "#e53935"),
        )
    )
    full = rng.choice((0.2, 0.5))

    def cell(r: int, c: int) -> tuple[str, str]:
        if c == 0 or c == aisle:
            return "background:none;border:none", ascii_uppercase[r] if c == 0 else ""
        fill = taken if rng.random() < full else mine if rng.random() < 0.04 else free
        return f"background:{fill};border-radius:8px 8px 3px 3px;border:1px solid #8886", ""

    screen = f'<div style="width:{(cols + 1) * look.pitch}px;background:#ccc;color:#555;text-align:center;margin-bottom:24px">SCREEN</div>'
    return screen + grid(rows, cols + 1, cell, look)


def coloured_days(rng: Random) -> str:
    """Draw a month whose days are tiles or discs, of which some are coloured."""
    look, round_ = paper(rng, 7, 7, 34, 60), rng.random() < 0.4
    first, fill, share = (
        rng.randrange(7),
        rng.choice((look.accent, "#66bb6a", "#ffb74d")),
        rng.choice((0.3, 0.6)),
    )

    def cell(r: int, c: int) -> tuple[str, str]:
        day = 7 * (r - 1) + c - first + 1
        if r == 0 or not 1 <= day <= 30:
            return f"background:{look.ground};border:none", "MTWTFSS"[c] if r == 0 else ""
        rim = "border-radius:50%;" if round_ else ""
        return (f"{rim}background:{fill};color:#fff" if rng.random() < share else rim), str(day)

    return grid(7, 7, cell, look, 0.36)


def habits(rng: Random) -> str:
    """Draw a row of days for each habit, with its name before it and filled tiles where it was
    done."""
    rows, cols = rng.randint(3, 8), rng.choice((7, 7, 10, 14))
    look = paper(rng, rows + 1, cols + 4, 24, 40)._replace(
        gap=rng.choice((3, 6, 8)), radius=rng.choice((0, 4, 20))
    )
    done, ticked = rng.choice((look.accent, "#4caf50", "#7e57c2")), rng.random() < 0.25

    def cell(_r: int, _c: int) -> tuple[str, str]:
        return (
            (f"background:{done};color:#fff", "✓" if ticked else "")
            if rng.random() < 0.6
            else ("", "")
        )

    names = rng.sample(("Read", "Run", "Water", "Sleep", "Yoga", "Walk", "Write", "Code"), rows)
    return clued(
        tiles(rows, cols, cell, look), (["MTWTFSS"[k % 7] for k in range(cols)], names), look
    )


def sequencer(rng: Random) -> str:
    """Draw the steps of a drum machine, with the names of the drums before them."""
    names = ["Kick", "Snare", "Hat", "Clap", "Tom", "Ride"][: rng.randint(3, 6)]
    look = paper(rng, len(names), 20, 22, 34)._replace(
        gap=rng.choice((3, 4, 6)), radius=rng.choice((0, 4))
    )
    fill, shaded = rng.choice(("#ff5722", "#00e5ff", look.accent)), rng.random() < 0.4

    def cell(_r: int, c: int) -> tuple[str, str]:
        beat = "filter:brightness(.85)" if shaded and c // 4 % 2 else ""
        return (f"background:{fill};{beat}" if rng.random() < 0.3 else beat), ""

    return clued(tiles(len(names), 16, cell, look), ([], names), look)


def build_matrix(rng: Random) -> str:
    """Draw a table of checks that passed or failed, with their names."""
    rows, cols = rng.randint(4, 9), rng.randint(4, 8)
    look, marked = paper(rng, rows + 1, cols + 2, 26, 44), rng.random() < 0.4

    def cell(_r: int, _c: int) -> tuple[str, str]:
        passed = rng.random() < 0.75
        return f"background:{'#2da44e' if passed else '#cf222e'};color:#fff", (
            "✓" if passed else "✗"
        ) if marked else ""

    sides = (
        [f"3.{9 + k}" for k in range(cols)],
        [f"{rng.choice(('linux', 'mac', 'win'))}-{k}" for k in range(rows)],
    )
    return clued(tiles(rows, cols, cell, look), sides, look)


def shared_result(rng: Random) -> str:
    """Draw the squares in which a result at Wordle is shared: grey, yellow and green ones, the last
    row green."""
    rows, dark = rng.randint(3, 6), rng.random() < 0.4
    look = paper(rng, rows, 5, 24, 44)._replace(
        gap=rng.choice((2, 4)), radius=rng.choice((0, 4)), ground="#fff"
    )
    look = look._replace(line=look.ground, ink="#111")
    fills = "#538d4e", "#b59f3b" if dark else "#fdcb58", "#3a3a3c" if dark else "#e6e7e8"

    def cell(r: int, _c: int) -> tuple[str, str]:
        return f"background:{fills[0] if r == rows - 1 else rng.choice(fills)}", ""

    return f"<p>Wordle 1,204 {rows}/6</p>{grid(rows, 5, cell, look)}"


def pixel_editor(rng: Random) -> str:
    """Draw a small picture in pixels of several colours, with a palette below."""
    size = rng.choice((8, 10, 12, 16))
    look = paper(rng, size + 2, size, 16, 36)._replace(gap=1, radius=0)
    fills = rng.sample((*STRONG, "#111", "#fff"), rng.choice((3, 4, 6)))
    half = [
        [
            fills[0] if abs(r - size / 2) + c > size / 2 + 1 else rng.choice(fills)
            for c in range(size // 2)
        ]
        for r in range(size)
    ]

    def cell(r: int, c: int) -> tuple[str, str]:
        return f"background:{half[r][min(c, size - 1 - c)]}", ""

    swatches = "".join(
        f'<i style="display:inline-block;width:26px;height:26px;margin:8px 4px;border:1px solid #888;background:{f}"></i>'
        for f in fills
    )
    return f"{grid(size, size, cell, look)}<br>{swatches}"


def palette(rng: Random) -> str:
    """Draw swatches of colours in shades from light to dark."""
    rows, cols = rng.randint(4, 8), rng.choice((5, 8, 10))
    look, hues = paper(rng, rows, cols, 28, 52), rng.sample(range(0, 360, 20), rows)
    is_round = rng.random() < 0.3

    def cell(r: int, c: int) -> tuple[str, str]:
        return (
            f"background:hsl({hues[r]} 65% {92 - 80 * c / cols}%);{'border-radius:50%' if is_round else ''}",
            "",
        )

    return grid(rows, cols, cell, look)


def qr_code(rng: Random) -> str:
    """Draw a code of black and white squares with three large marks in its corners."""
    size = rng.choice((21, 25, 29))
    look = paper(rng, size, size, 5, 16)._replace(gap=0, radius=0)

    def cell(r: int, c: int) -> tuple[str, str]:
        inner = (
            [(min(r, size - 1 - r), min(c, size - 1 - c))]
            if not (r > size // 2 and c > size // 2)
            else []
        )
        for y, x in inner:
            if y < 8 and x < 8:
                ring = max(abs(y - 3), abs(x - 3))
                return f"background:{'#000' if ring in (0, 1, 3) else '#fff'}", ""
        return f"background:{rng.choice(('#000', '#fff'))}", ""

    return grid(size, size, cell, look._replace(ground="#fff", ink="#111"))


def lottery(rng: Random) -> str:
    """Draw numbers in circles or squares, of which six are chosen."""
    rows, cols = rng.choice(((7, 7), (5, 10), (9, 5)))
    look, is_round = (
        paper(rng, rows, cols, 32, 52)._replace(gap=rng.choice((4, 8))),
        rng.random() < 0.6,
    )
    chosen = rng.sample(range(rows * cols), 6)

    def cell(r: int, c: int) -> tuple[str, str]:
        k = r * cols + c
        rim = f"border:1px solid {look.line};{'border-radius:50%' if is_round else ''}"
        return f"{rim};{f'background:{look.accent};color:#fff' if k in chosen else ''}", str(k + 1)

    return grid(rows, cols, cell, look, 0.42)


def keypad(rng: Random) -> str:
    """Draw the keys of a telephone or of a calculator."""
    keys, cols = rng.choice((("123456789*0#", 3), ("789÷456×123−0.=+", 4)))
    rows = len(keys) // cols
    look = paper(rng, rows, cols, 48, 80)._replace(
        gap=rng.choice((4, 12)), radius=rng.choice((6, 40))
    )

    def cell(r: int, c: int) -> tuple[str, str]:
        key = keys[r * cols + c]
        return (f"background:{look.accent};color:#fff" if key in "÷×−=+" else ""), key

    return grid(rows, cols, cell, look, rng.choice((0.4, 0.3)))


def app_icons(rng: Random) -> str:
    """Draw icons of programs in rounded squares of several colours."""
    rows, cols = rng.choice(((4, 4), (5, 4), (6, 4), (3, 6)))
    look = paper(rng, rows, cols, 48, 64)._replace(gap=rng.choice((16, 24)), radius=14)

    def cell(_r: int, _c: int) -> tuple[str, str]:
        name = rng.choice(("heart", "sun", "moon", "star", "flag", "bulb", "disc", "ring"))
        return f"background:{rng.choice(STRONG)}", figure(name, "#fff", look.side, 0.6)

    return grid(rows, cols, cell, look)


OTHER_PAGES: tuple[Callable[[Random], str], ...] = (
    answer_sheet, seats, coloured_days, habits, sequencer, build_matrix, shared_result, pixel_editor, palette,
    qr_code, lottery, keypad, app_icons,
)  # fmt: skip
