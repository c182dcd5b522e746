"""Games and tables with holes, pieces and dots in rows, triangles, crosses and stars, as pieces of
HTML."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from string import ascii_lowercase

from tests.qa.looks.papers import STRONG, circle, drawing, on, paper, text

BRAILLE = {"a": "1", "b": "12", "c": "14", "d": "145", "e": "15", "f": "124", "g": "1245", "h": "125", "i": "24", "j": "245"}  # fmt: skip
LETTERS = {
    "H": "10001100011000111111100011000110001", "I": "01110001000010000100001000010001110",
    "L": "10000100001000010000100001000011111", "O": "01110100011000110001100011000101110",
    "T": "11111001000010000100001000010000100", "8": "01110100011000101110100011000101110",
    "1": "00100011000010000100001000010001110", "7": "11111000010001000100010000100001000",
}  # fmt: skip
"""Some letters in five by seven dots."""


def mancala(rng: Random) -> str:
    """Draw two rows of six pits with seeds, and a store at each end."""
    p, wood, pit = (
        rng.randint(60, 84),
        *rng.choice((("#a1744a", "#6d4a2a"), ("#deb887", "#8b5a2b"), ("#37474f", "#263238"))),
    )
    seed, counted = rng.choice(STRONG), rng.random() < 0.5
    drawn = f'<rect width="{8 * p}" height="{2.4 * p}" rx="{0.5 * p}" fill="{wood}"/>'
    for x in (0.15, 7.15):
        drawn += f'<rect x="{x * p}" y="{0.3 * p}" width="{0.7 * p}" height="{1.8 * p}" rx="{0.35 * p}" fill="{pit}"/>'
    for k in range(12):
        x, y = (k % 6 + 1.5) * p, (0.65 + 1.1 * (k // 6)) * p
        drawn += circle(x, y, 0.42 * p, pit)
        count = rng.randint(0, 6)
        drawn += "".join(
            circle(x + rng.uniform(-0.2, 0.2) * p, y + rng.uniform(-0.2, 0.2) * p, 0.08 * p, seed)
            for _ in range(count)
        )
        drawn += text(x, y, count, 0.25 * p, "#fff") if counted else ""
    return drawing(8 * p, 2.4 * p, drawn)


def chinese_checkers(rng: Random) -> str:
    """Draw a star of holes with marbles of two to six colours in its points."""
    widths = (1, 2, 3, 4, 13, 12, 11, 10, 9, 10, 11, 12, 13, 4, 3, 2, 1)
    p, r = rng.randint(22, 32), rng.uniform(0.3, 0.42)
    board, hole = rng.choice((("#d7a86e", "#8d5a2b"), ("#fff", "#ddd"), ("#263238", "#37474f")))
    sides, share = rng.sample(STRONG, rng.choice((2, 2, 4, 6))), rng.choice((0.7, 1))
    drawn = circle(7 * p, 7.6 * p, 7.5 * p, board)
    for row, wide in enumerate(widths):
        for k in range(wide):
            side = 0 if row < 4 else 1 if row > 12 else None
            fill = sides[side] if side is not None and rng.random() < share else hole
            if (
                side is None
                and len(sides) > 2
                and (k < 4 - abs(row - 8) % 4 - 1 or rng.random() < 0.1)
            ):
                fill = rng.choice(sides[2:])
            drawn += circle(
                7 * p + (k - (wide - 1) / 2) * p, 0.7 * p + row * 0.866 * p, r * p, fill
            )
    return drawing(14 * p, 15.2 * p, drawn)


def bubbles(rng: Random) -> str:
    """Draw staggered rows of bubbles in several colours over a cannon."""
    cols, rows, p = rng.randint(8, 13), rng.randint(4, 9), rng.randint(28, 40)
    count, ground, gone = (
        rng.choice((2, 3, 4, 5)),
        rng.choice(("#fff", "#10162f", "#e3f2fd")),
        rng.choice((0, 0.15)),
    )
    drawn = f'<rect width="100%" height="100%" fill="{ground}"/>'
    for r in range(rows):
        for c in range(cols - r % 2):
            if rng.random() >= gone * (r / rows) * 3:
                drawn += circle(
                    (c + 0.5 + 0.5 * (r % 2)) * p,
                    (0.5 + 0.866 * r) * p,
                    0.47 * p,
                    rng.choice(STRONG[:count]),
                )
    drawn += circle(cols * p / 2, (rows + 2.5) * p, 0.47 * p, rng.choice(STRONG[:count]))
    return drawing(cols * p, (rows + 3) * p, drawn)


def pool_rack(rng: Random) -> str:
    """Draw fifteen balls with numbers in a triangle, some of them striped."""
    p, felt = rng.randint(36, 60), rng.choice(("#0a7d3c", "#1565c0", "#fff"))
    drawn = f'<rect width="{6 * p}" height="{5.2 * p}" fill="{felt}"/>'
    for k, number in enumerate(rng.sample(range(1, 16), 15)):
        row = next(n for n in range(5) if k < (n + 1) * (n + 2) // 2)
        x, y = (3 + k - row * (row + 1) / 2 - row / 2) * p, (0.8 + 0.866 * row) * p
        fill = "#111" if number == 8 else STRONG[number % 6]
        drawn += (
            circle(x, y, 0.48 * p, fill)
            + circle(x, y, 0.22 * p, "#fff")
            + text(x, y, number, 0.28 * p, "#111")
        )
    return drawing(6 * p, 5.2 * p, drawn)


def galton_board(rng: Random) -> str:
    """Draw a triangle of pins over bins with balls in them."""
    rows, p = rng.randint(5, 9), rng.randint(30, 44)
    ground, pin, ball = rng.choice(
        (
            ("#fff", "#555", "#e53935"),
            ("#1e1e2e", "#ccc", "#f9e2af"),
            ("#f4e3c1", "#6d4c2f", "#1565c0"),
        )
    )
    width, drawn = (rows + 1) * p, ""
    for r in range(rows):
        drawn += "".join(
            circle(width / 2 + (k - r / 2) * p, (0.6 + 0.8 * r) * p, 0.2 * p, pin)
            for k in range(r + 1)
        )
    floor = (0.8 * rows + 3.2) * p
    for k in range(rows + 1):
        drawn += f'<path d="M{k * p} {floor}V{floor - 2.6 * p}" stroke="{pin}" stroke-width="2"/>'
        drawn += "".join(
            circle((k + 0.5) * p, floor - (n + 0.5) * 0.4 * p, 0.18 * p, ball)
            for n in range(rng.randint(0, 5))
        )
    return on(paper(rng, 9, 9)._replace(ground=ground, ink=pin), drawing(width, floor + 4, drawn))


def ludo(rng: Random) -> str:
    """Draw a cross of small fields, four homes in its corners, and pieces."""
    p, colours, rounded = (
        rng.randint(24, 36),
        ("#e53935", "#43a047", "#fdd835", "#1e88e5"),
        rng.random() < 0.5,
    )
    size, drawn = (
        11,
        f'<rect width="{11 * p}" height="{11 * p}" fill="{rng.choice(("#fff", "#fdf3d0"))}" stroke="#222"/>',
    )
    for r in range(size):
        for c in range(size):
            x, y = (c + 0.5) * p, (r + 0.5) * p
            in_cross, home = 4 <= r <= 6 or 4 <= c <= 6, r in (0, 1, 9, 10) and c in (0, 1, 9, 10)
            if not (in_cross or home) or (r, c) == (5, 5):
                continue
            k = (
                2 * (r > 5) + (c > 5)
                if home
                else (0 if c < 5 else 1)
                if r == 5
                else (2 if r < 5 else 3)
            )
            fill = (
                colours[k]
                if home or ((r == 5) != (c == 5) and 0 < r < 10 and 0 < c < 10)
                else "#fff"
            )
            drawn += (circle(x, y, 0.42 * p, fill, 'stroke="#222"') if rounded else
                      f'<rect x="{c * p}" y="{r * p}" width="{p}" height="{p}" fill="{fill}" stroke="#222"/>')  # fmt: skip
            if rng.random() < 0.15:
                drawn += circle(
                    x, y, 0.26 * p, rng.choice(colours), 'stroke="#000" stroke-width="2"'
                )
    return drawing(11 * p, 11 * p, drawn)


def morris(rng: Random) -> str:
    """Draw three squares inside each other, with men on their corners and sides."""
    p, share = rng.randint(52, 76), rng.choice((0.3, 0.7))
    wood, line = rng.choice((("#e0b070", "#5a3414"), ("#fff", "#333"), ("#2b2b2b", "#ccc")))
    drawn = f'<rect width="{7 * p}" height="{7 * p}" fill="{wood}"/>'
    for k in range(3):
        drawn += f'<rect x="{(k + 0.5) * p}" y="{(k + 0.5) * p}" width="{(6 - 2 * k) * p}" height="{(6 - 2 * k) * p}" fill="none" stroke="{line}" stroke-width="3"/>'
    drawn += f'<path d="M{3.5 * p} {0.5 * p}v{2 * p}m0 {2 * p}v{2 * p}M{0.5 * p} {3.5 * p}h{2 * p}m{2 * p} 0h{2 * p}" stroke="{line}" stroke-width="3"/>'
    for k in range(3):
        for i, j in ((i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j):
            x, y = (3.5 + i * (3 - k)) * p, (3.5 + j * (3 - k)) * p
            taken = rng.random() < share
            drawn += circle(
                x,
                y,
                (0.32 if taken else 0.1) * p,
                rng.choice(("#111", "#fafafa")) if taken else line,
                'stroke="#444"',
            )
    return drawing(7 * p, 7 * p, drawn)


def braille(rng: Random) -> str:
    """Draw letters in braille: six dots each, raised or not, with the letter below."""
    flat, p = rng.choice(("#ddd", "#fff", "none")), rng.randint(16, 26)
    cards = ""
    for letter in ascii_lowercase[:10]:
        dots = "".join(
            circle((0.8 + k // 3) * p, (0.8 + k % 3) * p, 0.34 * p, "#111" if str(k + 1) in BRAILLE[letter] else flat, 'stroke="#999"')
            for k in range(6)
        )  # fmt: skip
        cards += f'<div style="text-align:center">{drawing(2.6 * p, 3.6 * p, dots)}<br>{letter.upper()}</div>'
    return f'<div style="display:inline-grid;gap:{rng.choice((4, 14))}px;grid-template-columns:repeat(5,auto)">{cards}</div>'


def abacus(rng: Random) -> str:
    """Draw beads on rods, pushed to one of two sides."""
    rows, beads, p = rng.choice((5, 8, 10)), 10, rng.randint(22, 32)
    width, drawn = (beads + 4) * p, ""
    for r in range(rows):
        y, fill, left = (
            (r + 0.7) * 1.3 * p,
            STRONG[r % 6] if rng.random() < 0.8 else STRONG[0],
            rng.randint(0, beads),
        )
        drawn += f'<path d="M0 {y}H{width}" stroke="#777" stroke-width="3"/>'
        drawn += "".join(
            circle((k + (0.7 if k < left else 3.4)) * p, y, 0.46 * p, fill) for k in range(beads)
        )
    frame = f'<rect x="2" y="2" width="{width - 4}" height="{1.3 * p * (rows + 0.5) - 4}" fill="none" stroke="#8d5a2b" stroke-width="6"/>'
    return drawing(width, 1.3 * p * (rows + 0.5), drawn + frame)


def led_matrix(rng: Random) -> str:
    """Draw letters in the dots of a display."""
    words, p = rng.sample(sorted(LETTERS), rng.choice((2, 3, 4))), rng.randint(12, 22)
    on_, off = rng.choice(
        (("#f00", "#300"), ("#0f0", "#020"), ("#fb0", "#332200"), ("#0cf", "#123"))
    )
    cols, drawn = 6 * len(words) + 1, ""
    for r in range(9):
        for c in range(cols):
            k, x = divmod(c - 1, 6)
            lit = 0 < r < 8 and c and x < 5 and LETTERS[words[k]][5 * (r - 1) + x] == "1"
            drawn += circle((c + 0.5) * p, (r + 0.5) * p, 0.38 * p, on_ if lit else off)
    return drawing(cols * p, 9 * p, f'<rect width="100%" height="100%" fill="#0a0a0a"/>{drawn}')


DISCS_AND_DOTS: tuple[Callable[[Random], str], ...] = (
    mancala, chinese_checkers, bubbles, pool_rack, galton_board, ludo, morris, braille, abacus, led_matrix,
)  # fmt: skip
