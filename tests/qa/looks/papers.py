"""Material for drawings of other puzzles, games and pages: colours, tiles, clues, figures and
regions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from tests.qa.looks.boards import Cell

HIGHEST_PX, WIDEST_PX = 520, 760
"""Largest grid that the window of such a scene shows whole, with clues around it."""
FONTS = ("Liberation Sans", "DejaVu Sans", "DejaVu Serif", "Liberation Mono", "Liberation Serif")
COLOURS = (
    # ground, ink, cell, line, accent
    ("#fff", "#000", "#fff", "#000", "#1a73e8"), ("#fff", "#222", "#fff", "#999", "#2e7d32"),
    ("#f7f7f7", "#333", "#fff", "#ccc", "#e53935"), ("#faf8ef", "#776e65", "#eee4da", "#bbada0", "#f67c5f"),
    ("#eef2f7", "#1f2937", "#e5e7eb", "#9ca3af", "#3b82f6"), ("#fff", "#34495e", "#ecf0f1", "#bdc3c7", "#8e44ad"),
    ("#121213", "#fff", "#1e1e1e", "#3a3a3c", "#538d4e"), ("#0f172a", "#e2e8f0", "#1e293b", "#475569", "#38bdf8"),
    ("#202124", "#e8eaed", "#303134", "#5f6368", "#fdd663"),
)  # fmt: skip
"""Colours of the page, of text, of a cell, of lines and of what stands out; the last three are
dark."""
STRONG = ("#e53935", "#1e88e5", "#43a047", "#fdd835", "#8e24aa", "#fb8c00", "#00acc1")
"""Strong colours of pieces."""
FIGURES = {
    "disc": '<circle cx="50" cy="50" r="38"/>',
    "ring": '<circle cx="50" cy="50" r="34" fill="none" stroke-width="9"/>',
    "dot": '<circle cx="50" cy="50" r="12"/>',
    "square": '<rect x="20" y="20" width="60" height="60" rx="6"/>',
    "diamond": '<path d="M50 8L90 50L50 92L10 50z"/>',
    "triangle": '<path d="M50 12L90 84H10z"/>',
    "cross": '<path d="M22 22L78 78M78 22L22 78" fill="none" stroke-width="10"/>',
    "tree": '<path d="M50 6L82 62H18z"/><rect x="43" y="62" width="14" height="28" fill="#6d4c2f" stroke="none"/>',
    "tent": '<path d="M50 18L92 84H62L50 56L38 84H8z"/>',
    "sun": '<circle cx="50" cy="50" r="24"/><path d="M50 4V18M50 82V96M4 50H18M82 50H96M17 17L27 27M73 73L83 83'
    'M83 17L73 27M27 73L17 83" stroke-width="7"/>',
    "moon": '<path d="M62 14a38 38 0 1 0 24 60a34 34 0 0 1-24-60z"/>',
    "bulb": '<path d="M50 8a30 30 0 0 0-16 55V72H66V63A30 30 0 0 0 50 8z"/><rect x="38" y="78" width="24" height="12"/>',
    "flag": '<path d="M32 14V88H26V14zM36 16L78 34L36 52z"/>',
    "mine": '<circle cx="50" cy="50" r="26"/><path d="M50 10V90M10 50H90M22 22L78 78M78 22L22 78" stroke-width="6"/>',
    "heart": '<path d="M50 86L14 48A20 20 0 0 1 50 26A20 20 0 0 1 86 48z"/>',
    "star": '<path d="M50 8L61 38H93L67 57L77 88L50 69L23 88L33 57L7 38H39z"/>',
    "left": '<path d="M100 14H50a36 36 0 0 0 0 72H100z"/>',
    "right": '<path d="M0 14H50a36 36 0 0 1 0 72H0z"/>',
    "middle": '<rect x="0" y="14" width="100" height="72"/>',
    "wave": '<path d="M12 52q19-22 38 0t38 0" fill="none" stroke-width="7"/>',
}  # fmt: skip
"""Shapes in a square of 100."""


class Paper(NamedTuple):
    """Colours of a page, sizes of its cells in pixels, and its font."""

    ground: str
    ink: str
    cell: str
    line: str
    accent: str
    side: int
    gap: int
    radius: int
    font: str

    @property
    def pitch(self) -> int:
        """Distance from cell to cell."""
        return self.side + self.gap


def paper(rng: Random, rows: int, cols: int, low: int = 24, high: int = 60) -> Paper:
    """Return a paper for a grid, with thin lines or with gaps between the cells."""
    gap = rng.choice((1, 1, 2, 3, 4, 6, 8))
    most = min(high, HIGHEST_PX // rows - gap, WIDEST_PX // cols - gap)
    side = rng.randint(min(low, most), most)
    radius = rng.choice((0, 3, 6, 10)) if gap > 2 else 0
    return Paper(*rng.choice(COLOURS), side, gap, radius, rng.choice(FONTS))


def on(paper: Paper, drawn: str) -> str:
    """Return a drawing on a page of the paper's colours."""
    colours = f"body{{background:{paper.ground}!important;color:{paper.ink}}}"
    return f"<style>{colours}</style>{drawn}"


def tiles(
    rows: int, cols: int, cell: Callable[[int, int], tuple[str, str]], paper: Paper, share: float = 0.5
) -> str:  # fmt: skip
    """Return a CSS grid of square cells; ``cell`` gives the CSS and the content of each, ``share``
    is the size of text."""
    is_bare = paper.gap > 2 and paper.cell == paper.ground
    outline = f"border:1px solid {paper.line};" if is_bare else ""
    drawn = ""
    for r in range(rows):
        for c in range(cols):
            css, content = cell(r, c)
            drawn += (
                '<div style="display:flex;align-items:center;justify-content:center;box-sizing:border-box;overflow:hidden;'
                f'{outline}background:{paper.cell};border-radius:{paper.radius}px;{css}">{content}</div>'
            )
    lined = f"background:{paper.line};border:{paper.gap}px solid {paper.line}"
    return (
        f'<div style="display:inline-grid;gap:{paper.gap}px;grid:repeat({rows},{paper.side}px)/repeat({cols},{paper.side}px);'
        f"font:{round(share * paper.side)}px {paper.font!r};line-height:1;vertical-align:top;"
        f'{lined if paper.gap <= 2 else ""}">{drawn}</div>'
    )


def grid(
    rows: int, cols: int, cell: Callable[[int, int], tuple[str, str]], paper: Paper, share: float = 0.5
) -> str:  # fmt: skip
    """Return such a grid on its page."""
    return on(paper, tiles(rows, cols, cell, paper, share))


def clued(inner: str, sides: Sequence[Sequence[str]], paper: Paper) -> str:
    """Return a grid with clues at the top, the left, and, if given, the right and the bottom."""
    top, left, right, bottom = (*sides, (), ())[:4]
    inset = paper.gap if paper.gap <= 2 else 0
    share = f"font:{round(0.42 * paper.side)}px {paper.font!r};gap:{paper.gap}px"

    def line(clues: Sequence[str], across: bool) -> str:
        track = f"repeat({len(clues) or 1},{paper.side}px)"
        shape = f"auto/{track}" if across else f"{track}/auto"
        pad = f"4px {inset}px" if across else f"{inset}px 6px"
        cells = "".join(f'<div style="place-self:center">{clue}</div>' for clue in clues)
        return f'<div style="display:grid;grid:{shape};padding:{pad};{share}">{cells}</div>'

    parts = "<i></i>", line(top, True), "<i></i>", line(left, False), inner, line(right, False)
    last = f"<i></i>{line(bottom, True)}" if bottom else ""
    shape = "display:inline-grid;grid-template-columns:auto auto auto"
    return on(paper, f'<div style="{shape}">{"".join(parts)}{last}</div>')


def figure(name: str, fill: str, side: float, share: float = 1) -> str:
    """Return a shape of one colour."""
    return (
        f'<svg viewBox="0 0 100 100" width="{share * side:.1f}" height="{share * side:.1f}" fill="{fill}" '
        f'stroke="{fill}" style="flex:none">{FIGURES[name]}</svg>'
    )


def drawing(width: float, height: float, content: str, css: str = "") -> str:
    """Return an SVG picture."""
    return f'<svg width="{width}" height="{height}" style="{css}">{content}</svg>'


def circle(x: float, y: float, r: float, fill: str, rest: str = "") -> str:
    """Return an SVG circle."""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{r:.1f}" fill="{fill}" {rest}/>'


def text(x: float, y: float, words: object, size: float, fill: str) -> str:
    """Return SVG text in the middle of a place."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" fill="{fill}" text-anchor="middle" '
        f'dominant-baseline="central">{words}</text>'
    )


def counts(rows: Sequence[Sequence[bool]]) -> tuple[list[str], list[str]]:
    """Return the numbers of true cells of the columns and of the rows."""
    return [str(sum(col)) for col in zip(*rows, strict=True)], [str(sum(row)) for row in rows]


def coins(rng: Random, rows: int, cols: int, share: float) -> list[list[bool]]:
    """Return rows of cells that are true with a probability."""
    return [[rng.random() < share for _ in range(cols)] for _ in range(rows)]


def rectangles(rng: Random, size: int, count: int) -> tuple[str, ...]:
    """Return a square cut into rectangles, as rows of letters."""
    found = [(0, 0, size, size)]
    while len(found) < count:
        top, left, high, wide = found.pop(max(range(len(found)), key=lambda i: found[i][2] * found[i][3] + rng.random()))  # fmt: skip
        if high > wide or (high == wide and rng.random() < 0.5):
            cut = rng.randint(1, high - 1)
            found += [(top, left, cut, wide), (top + cut, left, high - cut, wide)]
        else:
            cut = rng.randint(1, wide - 1)
            found += [(top, left, high, cut), (top, left + cut, high, wide - cut)]
    rows = [[""] * size for _ in range(size)]
    for k, (top, left, high, wide) in enumerate(found):
        for r in range(top, top + high):
            rows[r][left : left + wide] = chr(65 + k) * wide
    return tuple("".join(row) for row in rows)


def equal_regions(rng: Random, size: int) -> tuple[str, ...]:
    """Return a square cut into as many connected regions of equal size as it has rows, as rows of
    letters: pairs of neighbouring regions are cut anew again and again."""
    of = {(r, c): r for r in range(size) for c in range(size)}
    for _ in range(40 * size):
        (r, c), (down, right) = rng.choice(sorted(of)), rng.choice(((0, 1), (1, 0)))
        pair = {of[r, c], of.get((r + down, c + right), of[r, c])}
        both = {cell for cell in of if of[cell] in pair}
        half = _half(rng, both, size) if len(pair) == 2 else None
        if half:
            of |= {cell: (min if cell in half else max)(pair) for cell in both}
    return tuple("".join(chr(65 + of[r, c]) for c in range(size)) for r in range(size))


def connected(rng: Random, cells: set[Cell], count: int) -> set[Cell]:
    """Return so many of some connected cells that are connected too."""
    found = {rng.choice(sorted(cells))}
    while len(found) < count:
        found.add(rng.choice(sorted(_beside(found) & cells - found)))
    return found


def _half(rng: Random, cells: set[Cell], size: int) -> set[Cell] | None:
    """Return a connected half of some cells if one was found whose rest is connected."""
    half = connected(rng, cells, size)
    reached = {min(cells - half)}
    while new := _beside(reached) & cells - half - reached:
        reached |= new
    return half if len(reached) == size else None


def _beside(cells: set[Cell]) -> set[Cell]:
    return {(r + i, c + j) for r, c in cells for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))}
