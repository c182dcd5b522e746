"""Star Battle and Queens on more makers' pages: phones, terminals, wood, tilted cards, helpers'
drawings."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from tests.qa.looks.boards import Board, Cell, some_board
from tests.qa.looks.looks import BRIGHT, DEEP, PALE, Look, coloured
from tests.qa.looks.makers_stars import GLYPH_CROSSES, boxes, edges, hue, pitch_of, shown
from tests.qa.looks.scene import Scene, page
from tests.qa.looks.style import Style, css, svg
from tests.qa.looks.symbols import symbol


def bare(board: Board) -> Board:
    """Return the board without crosses."""
    return replace(board, crosses=frozenset())


def coloured_board(rng: Random, board: Board, p: float) -> str:
    """Return a usual coloured board as CSS boxes, with dark crowns."""
    line = rng.choice(("1px solid #0004", "1px solid #fff", "1px solid #222"))
    colours, thick = coloured(rng), rng.choice(("2px solid #111", "3px solid #111", line))
    return boxes(board, p, lambda cell: f"{edges(board, cell, line, thick)}background:{hue(board, cell, colours)}",
                 lambda cell: symbol("queen", 0.6 * p) if cell in board.stars else "")  # fmt: skip


def phone_mockup(rng: Random) -> Scene:
    """Draw an advertisement of an app: a phone with a board, on a gradient, under a slogan."""
    board = bare(some_board(rng, largest=9, marked=rng.choice((0, 0.5))))
    wide = rng.choice((320, 360))
    p = (wide - rng.choice((0, 16, 32))) // board.size
    bar = '<div style="display:flex;justify-content:space-between;padding:10px 22px;font:bold 13px Liberation Sans">9:41<span>▮▮▮ 87%</span></div>'
    keys = "".join(
        f'<span style="border-radius:20px;background:#eee;padding:10px 16px;margin:4px">{w}</span>'
        for w in ("Undo", "Hint", "Clear")
    )
    inner = (
        f"{bar}<h3>Queens #{rng.randint(1, 400)}</h3>{coloured_board(rng, board, p)}<p>{keys}</p>"
    )
    ground = rng.choice(
        ("linear-gradient(135deg,#667eea,#764ba2)", "linear-gradient(#f9d423,#ff4e50)", "#dbeafe")
    )
    phone = (f'<div style="width:{wide}px;margin:0 auto;background:#fff;border:12px solid #111;border-radius:44px;overflow:hidden;'
             f'text-align:center;box-shadow:0 20px 50px #0008;height:660px">{inner}</div>')  # fmt: skip
    return shown(
        rng, board, f'<h1 style="text-align:center">Train your brain</h1>{phone}', f"{ground} fixed"
    )


def under_header(rng: Random) -> Scene:
    """Draw a board whose top touches a page's bar, or that lies flush with the window's edges."""
    board = bare(some_board(rng, largest=10, marked=rng.choice((0, 0.5))))
    p = pitch_of(rng, board, 32)
    bar = rng.choice(("#0a66c2", "#111", "#fff;border-bottom:1px solid #ddd", ""))
    header = (
        f'<div style="background:{bar};color:#888;padding:14px 20px">☰ Puzzles ⚙</div>'
        if bar
        else ""
    )
    drawn = f"{header}{coloured_board(rng, board, p)}"
    body = f'<div style="position:absolute;left:0;top:0;width:100%">{drawn}</div>'
    wide = board.size * p if rng.random() < 0.5 else 900
    base = shown(rng, board, body)
    return replace(base, viewport=(wide, 820))


def rounded_card(rng: Random) -> Scene:
    """Draw a board with round outer corners and a shadow on a card, thin dark lines as on a network
    for work."""
    board = bare(some_board(rng, largest=10, marked=rng.choice((0, 0.4, 1))))
    p, colours = pitch_of(rng, board, 34), coloured(rng, rng.choice((BRIGHT, PALE)))
    corner, thin, thick = rng.choice((8, 14, 20)), rng.choice((0.5, 1)), rng.choice((1.5, 2))
    inner = boxes(board, p, lambda cell: edges(board, cell, f"{thin}px solid #0007", f"{thick}px solid #111")
                  + f"background:{hue(board, cell, colours)}",
                  lambda cell: symbol("queen", 0.55 * p) if cell in board.stars else "",
                  f"border-radius:{corner}px;overflow:hidden;border:2px solid #111")  # fmt: skip
    card = f'<div style="display:inline-block;background:#fff;padding:18px;border-radius:12px;box-shadow:0 2px 12px #0003">{inner}</div>'
    return shown(rng, board, card, "#f4f2ee")


def wooden(rng: Random) -> Scene:
    """Draw engraved lines on a wooden plate with round corners."""
    board = bare(some_board(rng, largest=9, marked=rng.choice((0, 0.5))))
    p = pitch_of(rng, board, 36)
    frequency = rng.choice(("0.008 0.22", "0.15 0.006", "0.02 0.3"))
    wood, ink = rng.choice((("#c9955c", "#3b2110"), ("#8a5a33", "#1d0f05"), ("#e5c592", "#5b3a1a")))
    filters = (
        f'<svg width="0" height="0"><filter id="w" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="{frequency}" numOctaves="4" '
        f'seed="{rng.randint(1, 99)}"/><feColorMatrix values="0 0 0 0 .2  0 0 0 0 .1  0 0 0 0 0  .9 0 0 0 -.15"/>'
        '<feComposite operator="over" in2="SourceGraphic"/><feComposite operator="in" in2="SourceGraphic"/></filter></svg>'
    )
    lines = svg(
        board,
        Style(
            p, rng.choice((1, 1.5)), ink, thick=rng.uniform(3.5, 5), line=ink, cell="none", ink=ink
        ),
    )
    plate = f'<div style="position:absolute;inset:0;background:{wood};filter:url(#w);border-radius:18px"></div>'
    drawn = (f'{filters}<div style="position:relative;display:inline-block;padding:26px">{plate}'
             f'<div style="position:relative;filter:drop-shadow(1px 1px 0 #fff6)">{lines}</div></div>')  # fmt: skip
    return shown(rng, board, drawn, rng.choice(("#fff", "#2b2b2b")))


def tilted_card(rng: Random) -> Scene:
    """Draw a board turned by a few degrees in perspective, as adverts show it."""
    board = bare(some_board(rng, largest=9))
    p = pitch_of(rng, board, 36)
    turn = rng.choice((
        f"perspective(900px) rotateY({rng.choice((-8, -5, 5, 8))}deg)", f"perspective(900px) rotateX({rng.choice((6, 10))}deg)",
        f"rotate({rng.choice((-6, -3, 2, 4))}deg)", "perspective(800px) rotateX(7deg) rotateY(-6deg)",
    ))  # fmt: skip
    plain = svg(board, Style(p, 1, "#777", thick=3))
    inner = coloured_board(rng, board, p) if rng.random() < 0.5 else plain
    body = f'<div style="padding:50px"><div style="display:inline-block;transform:{turn}">{inner}</div></div>'
    return shown(rng, board, body, rng.choice(("#fff", "#e0e7ff")), star=False)


def margins(rng: Random) -> Scene:
    """Draw numbers, counters of stars or boxes to tick beside each row and column."""
    board = bare(some_board(rng, largest=10, marked=rng.choice((0, 0.5))))
    p, n, kind = pitch_of(rng, board, 32, 52), board.size, rng.randrange(4)
    beside = ("<b>{}</b>", "<span style='color:#c33'>☆☆</span>", "<input type=checkbox>",
              "<span style='border-radius:50%;background:#ddd;padding:3px 6px'>{}</span>")[kind]  # fmt: skip
    cell_css = f"width:{p}px;height:{p}px;display:flex;align-items:center;justify-content:center;font:12px DejaVu Sans"
    column = "".join(f'<div style="{cell_css}">{beside.format(i + 1)}</div>' for i in range(n))
    row = "".join(
        f'<div style="{cell_css}">{beside.format(chr(65 + i) if kind == 0 else i + 1)}</div>'
        for i in range(n)
    )
    inner = (
        coloured_board(rng, board, p)
        if rng.random() < 0.6
        else css(board, Style(p, 0, thick=4, cell="#fff", frame=2))
    )
    drawn = (f'<div style="display:inline-grid;grid-template-columns:{p}px max-content;width:max-content"><div></div>'
             f'<div style="display:flex">{row}</div><div>{column}</div>{inner}</div>')  # fmt: skip
    return shown(rng, board, drawn)


def text_grid(board: Board, kind: str) -> str:
    """Return the board in characters: frames of box drawing, of ASCII, or letters."""
    n = board.size
    if kind == "letters":
        return "\n".join(" ".join(row) for row in board.grid)
    heavy = kind == "box"
    lines = []
    for y in range(n + 1):
        line = ""
        for x in range(n + 1):
            up = y > 0 and not board.same((y - 1, x - 1), (y - 1, x))
            down = y < n and not board.same((y, x - 1), (y, x))
            left = x > 0 and not board.same((y - 1, x - 1), (y, x - 1))
            right = x < n and not board.same((y - 1, x), (y, x))
            corners = " ╹╻┃╺┗┏┣╸┛┓┫━┻┳╋"
            line += corners[up + 2 * down + 4 * right + 8 * left] if heavy else "+"
            line += ("━━━" if heavy else "---") * (right and x < n) or "   " * (x < n)
        lines.append(line)
        if y < n:
            lines.append("".join((("┃" if heavy else "|") if not board.same((y, x - 1), (y, x)) else " ")
                                 + (" ★ " if (y, x) in board.stars else " · ") * (x < n) for x in range(n + 1)))  # fmt: skip
    return "\n".join(lines)


def terminal(rng: Random) -> Scene:
    """Draw the board with box-drawing characters in a terminal."""
    board = bare(some_board(rng, largest=9, marked=rng.choice((0, 0.5))))
    ink, ground = rng.choice((("#d4d4d4", "#1e1e1e"), ("#33ff33", "#001100"), ("#222", "#fff")))
    text = text_grid(board, "box")
    drawn = (f'<pre style="font:{rng.choice((14, 16, 20))}px/1.17 DejaVu Sans Mono;color:{ink};margin:0">$ queens --daily\n</pre>'
             f'<pre class="board" style="font:{rng.choice((16, 18, 22))}px/1.17 DejaVu Sans Mono;color:{ink};display:inline-block;margin:10px 0">{text}</pre>')  # fmt: skip
    return shown(rng, board, drawn, ground, star=False)


def ascii_text(rng: Random) -> Scene:
    """Draw the board in +---+ or in letters, which may well be refused."""
    board = bare(some_board(rng, largest=9))
    text = text_grid(board, rng.choice(("ascii", "letters")))
    drawn = f'<pre class="board" style="font:{rng.choice((14, 18))}px/1.2 DejaVu Sans Mono;display:inline-block">{text}</pre>'
    return shown(rng, board, drawn, star=False)


def ansi(rng: Random) -> Scene:
    """Draw two spaces a cell on coloured ground in a terminal, with a letter or a star in some."""
    board = bare(some_board(rng, largest=9, marked=rng.choice((0, 0.5))))
    colours = rng.sample(
        (
            "#cd3131",
            "#0dbc79",
            "#e5e510",
            "#2472c8",
            "#bc3fbc",
            "#11a8cd",
            "#e5e5e5",
            "#666666",
            "#f5a97f",
        ),
        9,
    )
    wide, high = 20, rng.choice((20, 21, 22))
    letters = rng.random() < 0.4

    def text(cell: Cell) -> str:
        return "★" if cell in board.stars else board.grid[cell[0]][cell[1]] if letters else ""

    cells = "".join(
        f'<span style="display:block;background:{hue(board, cell, tuple(colours))};color:#000;text-align:center;'
        f'font:{high - 6}px/{high}px DejaVu Sans Mono">{text(cell)}</span>'
        for cell in board.cells
    )
    drawn = f'<div class="board" style="display:inline-grid;grid:repeat({board.size},{high}px)/repeat({board.size},{wide}px)">{cells}</div>'
    prompt = f'<pre style="color:#ccc;font:15px DejaVu Sans Mono">user@host:~$ python stars.py\nSize: {board.size}\n</pre>'
    return shown(rng, board, prompt + drawn, "#0c0c0c", star=False)


def cages(rng: Random) -> Scene:
    """Draw a dashed or coloured outline inside each region with its letter in the corner, as killer
    sudokus have."""
    board = bare(some_board(rng, largest=9))
    p, ink = pitch_of(rng, board, 40), rng.choice(("#444", "#06c", "#a00"))
    dash, inset = rng.choice(("4 3", "6 3", "2 2")), rng.choice((3, 4, 5))
    path = ""
    first: dict[str, Cell] = {}
    for r, c in board.cells:
        first.setdefault(board.grid[r][c], (r, c))
        near = {
            d: board.same((r, c), (r + d[0], c + d[1])) for d in ((-1, 0), (1, 0), (0, -1), (0, 1))
        }
        x0, x1 = c * p + (0 if near[0, -1] else inset), (c + 1) * p - (0 if near[0, 1] else inset)
        y0, y1 = r * p + (0 if near[-1, 0] else inset), (r + 1) * p - (0 if near[1, 0] else inset)
        path += "" if near[-1, 0] else f"M{x0} {y0}H{x1}"
        path += "" if near[1, 0] else f"M{x0} {y1}H{x1}"
        path += "" if near[0, -1] else f"M{x0} {y0}V{y1}"
        path += "" if near[0, 1] else f"M{x1} {y0}V{y1}"
    n = board.size
    lines = "".join(f"M{i * p} 0V{n * p}M0 {i * p}H{n * p}" for i in range(n + 1))
    words = "".join(
        f'<text x="{c * p + inset + 2}" y="{r * p + inset + 10}" font-size="10">{letter}</text>'
        for letter, (r, c) in first.items()
    )
    drawn = (f'<svg class="board" width="{n * p}" height="{n * p}" style="overflow:visible"><path d="{lines}" stroke="#aaa"/>'
             f'<path d="{path}" stroke="{ink}" stroke-width="1.6" stroke-dasharray="{dash}"/>{words}</svg>')  # fmt: skip
    return shown(rng, board, drawn, star=False)


def corner_letters(rng: Random) -> Scene:
    """Draw thick borders with the region's letter in the corner of its first cell."""
    board = bare(some_board(rng, largest=10, marked=rng.choice((0, 0.5))))
    first: dict[Cell, str] = {}
    for r, c in board.cells:
        if board.grid[r][c] not in first.values():
            first[r, c] = board.grid[r][c]
    style = Style(pitch_of(rng, board, 32), rng.choice((0.5, 1)), "#888", thick=rng.choice((2, 3)), notes=first,
                  note_at=(0.2, 0.22, 0.26), colours=coloured(rng, PALE) if rng.random() < 0.5 else ())  # fmt: skip
    return shown(rng, board, svg(board, style))


def solution_rings(rng: Random) -> Scene:
    """Draw a blog's solution: red rings round the cells of the stars, and grey lines through rows."""
    board = some_board(rng, largest=10, marked=1)
    p, n = pitch_of(rng, board, 30), board.size
    plain = svg(replace(board, stars=frozenset(), crosses=frozenset()),
                Style(p, 1, "#888", thick=3, colours=coloured(rng) if rng.random() < 0.5 else ()))  # fmt: skip
    rings = "".join(
        f'<ellipse cx="{(c + 0.5) * p + rng.uniform(-1, 1)}" cy="{(r + 0.5) * p + rng.uniform(-1, 1)}" rx="{0.36 * p}" '
        f'ry="{0.33 * p}" fill="none" stroke="#e11" stroke-width="{max(2, p / 14)}"/>'
        for r, c in board.stars
    )
    over = f'<svg width="{n * p}" height="{n * p}" style="position:absolute;left:5px;top:5px">{rings}</svg>'
    return shown(
        rng,
        bare(board),
        f'<div style="position:relative">{plain}{over}</div><p>Figure {rng.randint(1, 9)}: the solution.</p>',
        star=False,
    )


def progress(rng: Random) -> Scene:
    """Draw a game under way: finished regions shaded, pale crosses, a cross-hair, a hatched
    conflict."""
    board = some_board(rng, largest=10, marked=rng.choice((0.4, 0.7)))
    p, colours = pitch_of(rng, board, 34), coloured(rng, rng.choice((BRIGHT, PALE)))
    done = {board.grid[r][c] for r, c in sorted(board.stars)[:2]} if rng.random() < 0.5 else set()
    at, glyph, hair = rng.choice(board.cells), rng.choice(GLYPH_CROSSES), rng.random() < 0.4
    bad = set(sorted(board.stars)[:2]) if rng.random() < 0.5 else set()

    def style(cell: Cell) -> str:
        over = ["linear-gradient(#0003,#0003)"] if board.grid[cell[0]][cell[1]] in done else []
        over += (
            ["linear-gradient(#fff6,#fff6)"]
            if hair and (cell[0] == at[0] or cell[1] == at[1])
            else []
        )
        over += (
            ["repeating-linear-gradient(45deg,#f00a 0 2px,transparent 2px 7px)"]
            if cell in bad
            else []
        )
        image = f"background-image:{','.join(over)};" if over else ""
        return (f"{edges(board, cell, '1px solid #0005', '2px solid #111')}background-color:{hue(board, cell, colours)};"
                f"{image}color:#0005;font:{0.45 * p}px DejaVu Sans")  # fmt: skip

    drawn = boxes(
        board,
        p,
        style,
        lambda cell: (
            symbol("queen", 0.6 * p)
            if cell in board.stars
            else glyph
            if cell in board.crosses
            else ""
        ),
    )
    return shown(rng, board, drawn)


def glass(rng: Random) -> Scene:
    """Draw translucent cells over a background like a photo of lights."""
    board = bare(some_board(rng, largest=8, marked=rng.choice((0, 0.5))))
    p = pitch_of(rng, board, 40)
    lights = ",".join(
        f"radial-gradient(circle at {rng.randint(0, 100)}% {rng.randint(0, 100)}%,{rng.choice(DEEP)} 0,transparent {rng.randint(25, 50)}%)"
        for _ in range(5)
    )
    alpha, colours = rng.choice((70, 80, 88)), coloured(rng)
    drawn = boxes(board, p, lambda cell: f"background:color-mix(in srgb,{hue(board, cell, colours)} {alpha}%,transparent);border-radius:5px",
                  lambda cell: symbol("star", 0.6 * p) if cell in board.stars else "", f"gap:{rng.choice((2, 3))}px")  # fmt: skip
    html = page(drawn).replace("background:#fff", f"background:{lights},#234;min-height:800px")
    return replace(shown(rng, board, ""), html=html)


def soft_relief(rng: Random) -> Scene:
    """Draw raised tiles of one pale ground, whose borders of regions are grooves in the region's colour."""
    board = bare(some_board(rng, largest=8, marked=rng.choice((0, 0.5))))
    p, colours = pitch_of(rng, board, 40), coloured(rng)
    mix = rng.choice((50, 70, 85))
    drawn = boxes(board, p, lambda cell: f"border-radius:8px;background:color-mix(in srgb,{hue(board, cell, colours)} {mix}%,#e6e9ef);"
                  "box-shadow:3px 3px 6px #b8bcc4,-3px -3px 6px #fff",
                  lambda cell: symbol("crown", 0.6 * p) if cell in board.stars else "", f"gap:{rng.choice((6, 8))}px")  # fmt: skip
    return shown(rng, board, f'<div style="padding:10px">{drawn}</div>', "#e6e9ef")


STAR_PAGES: tuple[Look, ...] = (
    phone_mockup, under_header, rounded_card, wooden, tilted_card, margins, terminal, ascii_text, ansi, cages,
    corner_letters, solution_rings, progress, glass, soft_relief,
)  # fmt: skip
"""More boards of Star Battle by unrelated makers."""
