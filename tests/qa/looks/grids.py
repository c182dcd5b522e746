"""Grids that are not a board of N regions: other puzzles, tables, calendars, pages; as pieces of
HTML."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from random import Random
from string import ascii_uppercase

BLACK = "1px solid #000"


def table(rows: int, cols: int, cell: Callable[[int, int], tuple[str, str]], side: int = 34) -> str:
    """Draw a table of square cells; ``cell`` gives the CSS and the text of each."""
    drawn = ""
    for r in range(rows):
        drawn += "<tr>"
        for c in range(cols):
            css, text = cell(r, c)
            drawn += f'<td style="width:{side}px;height:{side}px;padding:0;text-align:center;{css}">{text}</td>'
        drawn += "</tr>"
    return f'<table style="border-collapse:collapse">{drawn}</table>'


def sudoku(rng: Random) -> str:
    """Draw a sudoku: 9x9 in boxes, or 6x6, with some digits."""
    size, high, wide = rng.choice(((9, 3, 3), (9, 3, 3), (6, 2, 3)))

    def cell(r: int, c: int) -> tuple[str, str]:
        edges = (r % high == 0, c % wide == wide - 1 or c == size - 1, r == size - 1, c % wide == 0)
        widths = " ".join("3px" if edge else "1px" for edge in edges)
        return f"border:solid #000;border-width:{widths}", str(
            rng.randint(1, size)
        ) if rng.random() < 0.35 else ""

    return table(size, size, cell, rng.randint(28, 40))


def calendar(rng: Random) -> str:
    """Draw a month as a calendar."""
    first, side = rng.randrange(7), rng.randint(34, 60)

    def cell(r: int, c: int) -> tuple[str, str]:
        day = 7 * (r - 1) + c - first + 1
        text = "MTWTFSS"[c] if r == 0 else str(day) if 1 <= day <= 30 else ""
        fill = "background:#cfe3ff;" if rng.random() < 0.12 and r else ""
        return f"{fill}border:1px solid #ccc", text

    return table(rng.choice((6, 7)), 7, cell, side)


def spreadsheet(rng: Random) -> str:
    """Draw a spreadsheet: cells with headings, some of them filled or framed."""
    size = rng.randint(7, 12)

    def cell(r: int, c: int) -> tuple[str, str]:
        if r == 0 or c == 0:
            return "background:#eee;border:1px solid #bbb", ascii_uppercase[
                c - 1
            ] if not r and c else str(r or "")
        fill = (
            f"background:{rng.choice(('#fff2cc', '#d9ead3', '#f4cccc'))};"
            if rng.random() < 0.25
            else ""
        )
        return f"{fill}border:1px solid #ccc", str(rng.randint(1, 99)) if rng.random() < 0.5 else ""

    return table(size, size, cell, rng.randint(28, 40))


def crossword(rng: Random) -> str:
    """Draw a crossword: black and white cells with numbers."""
    size = rng.choice((9, 11, 13, 15))
    return table(size, size, lambda _r, _c: (
        f"border:{BLACK};background:{'#000' if rng.random() < 0.2 else '#fff'};font-size:8px;vertical-align:top",
        str(rng.randint(1, 60)) if rng.random() < 0.3 else ""), 26)  # fmt: skip


def nonogram(rng: Random) -> str:
    """Draw a nonogram that is solved in part: the lengths of the runs of filled cells beside each
    row and column."""
    size = rng.choice((5, 8, 10, 10, 15, 20))
    side = rng.randint(16, 34)
    gap = rng.choice((0, 1, 2))
    border = rng.choice(("", f"border:{BLACK}", "border:1px solid #bbb"))
    filled, empty = rng.choice((("#222", "#fff"), ("#34495e", "#ecf0f1"), ("#3b82f6", "#e5e7eb")))
    cells = [[rng.random() < 0.6 for _ in range(size)] for _ in range(size)]
    share = rng.choice((0.3, 0.7, 1))
    deep = -(-size // 2)

    def runs(line: list[bool]) -> list[str]:
        return [str(len(run)) for run in "".join(".#"[on] for on in line).split(".") if run] or [
            "0"
        ]

    beside = [runs(row) for row in cells], [runs(list(col)) for col in zip(*cells, strict=True)]

    def cell(r: int, c: int) -> tuple[str, str]:
        if r >= deep and c >= deep:
            is_shown = cells[r - deep][c - deep] and rng.random() < share
            return f"background:{filled if is_shown else empty};{border}", ""
        if r < deep and c < deep:
            return "", ""
        line, at = (beside[0][r - deep], c) if c < deep else (beside[1][c - deep], r)
        first = deep - len(line)
        return f"font:{round(0.55 * side)}px sans-serif", line[at - first] if at >= first else ""

    drawn = table(deep + size, deep + size, cell, side)
    spaced = f"border-collapse:separate;border-spacing:{gap}px"
    return drawn.replace("border-collapse:collapse", spaced) if gap else drawn


def chess(rng: Random) -> str:
    """Draw a chess board with pieces."""
    light, dark = rng.choice((("#f0d9b5", "#b58863"), ("#eee", "#789"), ("#fff", "#6a4")))
    return table(8, 8, lambda r, c: (
        f"background:{(light, dark)[(r + c) % 2]};font-size:26px", rng.choice("♔♕♖♗♘♙") if rng.random() < 0.2 else ""),
        rng.randint(36, 54))  # fmt: skip


def minesweeper(rng: Random) -> str:
    """Draw grey cells, some of them open."""
    size = rng.choice((8, 9, 10))

    def cell(_r: int, _c: int) -> tuple[str, str]:
        if rng.random() < 0.5:
            return "background:#c0c0c0;border:3px outset #fff", ""
        return "background:#c0c0c0;border:1px solid #808080;color:blue", rng.choice(
            ("", "1", "2", "3")
        )

    return table(size, size, cell, 28)


def wordle(rng: Random) -> str:
    """Draw six rows of five letters in tiles."""
    tiles = "".join(
        f'<div style="background:{rng.choice(("#6aaa64", "#c9b458", "#787c7e", "#fff"))};border:2px solid #d3d6da;'
        f'display:grid;place-items:center;font-weight:bold">{rng.choice(ascii_uppercase)}</div>'
        for _ in range(30)
    )
    return (
        f'<div style="display:inline-grid;gap:5px;grid:repeat(6,48px)/repeat(5,48px)">{tiles}</div>'
    )


def keyboard(rng: Random) -> str:
    """Draw keys in rows."""
    side = rng.randint(26, 34)
    rows = "".join(
        '<div style="display:flex;gap:4px;justify-content:center;margin:4px">'
        + "".join(
            f'<span style="width:{side}px;height:{side * 1.3}px;background:#d3d6da;border-radius:4px;display:grid;'
            f'place-items:center">{key}</span>'
            for key in keys
        )
        + "</div>"
        for keys in ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
    )
    return f'<div style="width:{11 * (side + 4)}px">{rows}</div>'


def heatmap(rng: Random) -> str:
    """Draw squares in shades of a colour, like a year of contributions or a correlation matrix."""
    size, gap = rng.randint(6, 14), rng.choice((0, 2, 4))
    shades = rng.choice(
        (
            ("#ebedf0", "#9be9a8", "#40c463", "#30a14e", "#216e39"),
            ("#fee", "#fbb", "#f77", "#d33", "#911"),
        )
    )
    tiles = "".join(f'<i style="background:{rng.choice(shades)}"></i>' for _ in range(size * size))
    return f'<div style="display:inline-grid;gap:{gap}px;grid:repeat({size},30px)/repeat({size},30px)">{tiles}</div>'


def settings(rng: Random) -> str:
    """Draw rows of switches."""
    rows = "".join(
        '<div style="display:flex;justify-content:space-between;border-bottom:1px solid #ddd;padding:12px;width:320px">'
        f'<span>Option {k}</span><span style="background:{rng.choice(("#4a4", "#bbb"))};width:40px;border-radius:12px">'
        f"&nbsp;</span></div>"
        for k in range(rng.randint(6, 10))
    )
    return f'<div style="border:1px solid #ddd">{rows}</div>'


def kanban(rng: Random) -> str:
    """Draw columns of cards."""
    columns = "".join(
        '<div style="background:#ebecf0;padding:8px;width:150px;border-radius:4px">'
        + "".join(
            f'<div style="background:#fff;margin:6px;padding:8px;height:{rng.choice((40, 60, 80))}px;'
            f'border:1px solid #ccc">Task {rng.randint(1, 99)}</div>'
            for _ in range(rng.randint(2, 6))
        )
        + "</div>"
        for _ in range(rng.randint(4, 6))
    )
    return f'<div style="display:flex;gap:10px">{columns}</div>'


def periodic_table(rng: Random) -> str:
    """Draw coloured cells with symbols, many empty."""
    fills = rng.sample(("#fcc", "#cfc", "#ccf", "#ffc", "#fcf", "#cff", "#ddd"), 7)

    def cell(r: int, c: int) -> tuple[str, str]:
        if (r == 0 and 0 < c < 17) or (r in (1, 2) and 1 < c < 12):
            return "", ""
        return f"background:{fills[min(c // 3, 6)]};border:1px solid #888", rng.choice(
            ascii_uppercase
        )

    return table(7, 18, cell, 36)


def code(rng: Random) -> str:
    """Draw something like a QR code."""
    size = rng.choice((21, 25, 29))
    return table(size, size, lambda _r, _c: (f"background:{rng.choice(('#000', '#fff'))}", ""), 9)


def tile_map(rng: Random) -> str:
    """Draw squares of land, like a tile map of states, or a game's map."""
    fills = ("#8fbc5a", "#5a9fd4", "#d9c27e", "#7a7a7a")
    return table(10, 10, lambda _r, _c: (f"background:{rng.choice(fills)}", ""), 40)


def bars(rng: Random) -> str:
    """Draw a chart on a grid of lines."""
    lines = "".join(f'<path d="M0 {40 * k}H400M{40 * k} 0V400" stroke="#ddd"/>' for k in range(11))
    drawn = "".join(
        f'<rect x="{40 * k + 8}" y="{400 - (high := rng.randint(40, 380))}" width="24" height="{high}" fill="#47a"/>'
        for k in range(10)
    )
    return f'<svg width="402" height="402">{lines}{drawn}</svg>'


def city_map(rng: Random) -> str:
    """Draw streets between blocks."""
    xs = [0]
    while xs[-1] < 500:
        xs.append(xs[-1] + rng.randint(30, 90))
    blocks = "".join(
        f'<rect x="{x + 6}" y="{y + 6}" width="{x1 - x - 8}" height="{y1 - y - 8}" '
        f'fill="{rng.choice(("#e8e4d8", "#d4e8c4", "#ddd"))}"/>'
        for x, x1 in pairwise(xs)
        for y, y1 in pairwise(xs)
    )
    return (
        f'<svg width="520" height="520"><rect width="520" height="520" fill="#fff"/>{blocks}</svg>'
    )


def tangram(rng: Random) -> str:
    """Draw polygons of many colours."""
    shapes = "".join(
        f'<polygon points="{rng.randint(0, 400)},{rng.randint(0, 400)} {rng.randint(0, 400)},{rng.randint(0, 400)} '
        f'{rng.randint(0, 400)},{rng.randint(0, 400)}" fill="hsl({rng.randint(0, 359)} 60% 60%)"/>'
        for _ in range(14)
    )
    return f'<svg width="400" height="400">{shapes}</svg>'
