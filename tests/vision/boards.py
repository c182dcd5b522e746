"""Boards drawn as pages show them, for tests of the reader: every look is a row of parameters."""

import random
from dataclasses import dataclass
from itertools import product

import cv2
import numpy as np

PASTELS = (
    (227, 163, 187), (146, 201, 255), (255, 190, 150), (160, 223, 179), (223, 223, 223), (96, 123, 255),
    (136, 243, 230), (158, 178, 185), (191, 160, 223), (216, 210, 163), (240, 240, 98), (120, 200, 120),
)  # fmt: skip
PUBLISHED = (
    "ABBBBBCCCC", "AAADDBEECC", "AAADDDEECC", "AFEEEEEECC", "AFEGGGGGCC",
    "FFFGGGGGGC", "FFFFFFHHHH", "FFFFIFHHHH", "FJJIIIIHHH", "JJIIIIIHHH",
)  # fmt: skip
WALLED = ("...#.#", "...#..", ".#....", ".#...#", "##.###", ".....#")
"""A board with walls that has one solution."""


@dataclass(frozen=True)
class Look:
    """Look of a drawn board: pixels, and colours as BGR; ``thin`` 0 draws no grid."""

    pitch: float = 31.0
    thin: float = 1.0
    thick: float = 3.0
    frame: float | None = None
    line: tuple[int, int, int] = (0, 0, 0)
    thin_line: tuple[int, int, int] | None = None
    cell: tuple[int, int, int] = (255, 255, 255)
    page: tuple[int, int, int] = (255, 255, 255)
    colours: bool = False
    margin: int = 40


def draw(grid, look=Look(), marks=None):
    """Draw a board, four times as large and then reduced, so that lines may end between pixels."""
    k, size, margin = 4, len(grid), look.margin
    side = round((size * look.pitch + 2 * margin) * k)
    image = np.full((side, side, 3), look.page, np.uint8)
    at = [round((margin + i * look.pitch) * k) for i in range(size + 1)]
    names = sorted(set("".join(grid)) - {"#"})
    for r, row in enumerate(grid):
        for c, letter in enumerate(row):
            fill = look.line if letter == "#" else look.cell
            if look.colours and letter != "#":
                fill = PASTELS[names.index(letter) % len(PASTELS)]
            image[at[r] : at[r + 1], at[c] : at[c + 1]] = fill
    thick, thin_line = look.thick * k, look.thin_line or look.line
    for width, colour, within in ((look.thin * k, thin_line, True), (thick, look.line, False)):
        for r, c in product(range(size), repeat=2):
            for there in ((r, c + 1), (r + 1, c)):
                beside = grid[there[0]][there[1]] if max(there) < size else None
                if width and beside and (beside == grid[r][c]) == within:
                    _bar(image, at, there, (r + 1, c + 1), width, colour)
    frame = thick if look.frame is None else look.frame * k
    for corner in ((0, size), (size, 0)):
        for end in ((0, 0), (size, size)):
            if frame:
                _bar(image, at, min(corner, end), max(corner, end), frame, look.line)
    for (r, c), kind in (marks or {}).items():
        _mark(image, ((at[c] + at[c + 1]) // 2, (at[r] + at[r + 1]) // 2), look.pitch * k, kind)
    return cv2.resize(image, (side // k, side // k), interpolation=cv2.INTER_AREA)


def _bar(image, at, start, end, width, colour):
    """Draw a line between two crossings (row, col) of the grid, with this width and square ends."""
    half = width / 2
    (r0, c0), (r1, c1) = start, end
    rows = slice(max(0, round(at[r0] - half)), round(at[r1] + half))
    cols = slice(max(0, round(at[c0] - half)), round(at[c1] + half))
    image[rows, cols] = colour


def _mark(image: np.ndarray, centre: tuple[int, int], pitch: float, kind: str) -> None:
    x, y = centre
    if kind == "star":
        turns = -np.pi / 2 + np.arange(10) * np.pi / 5
        radii = np.where(np.arange(10) % 2, 0.12, 0.3) * pitch
        points = np.stack([x + radii * np.cos(turns), y + radii * np.sin(turns)], axis=1)
        cv2.fillPoly(image, [np.rint(points).astype(np.int32)], (0, 0, 0), cv2.LINE_AA)
    elif kind == "cross":
        d = round(pitch * 0.14)
        for a, b in (((x - d, y - d), (x + d, y + d)), ((x - d, y + d), (x + d, y - d))):
            cv2.line(image, a, b, (0, 0, 204), max(2, round(pitch * 0.07)), cv2.LINE_AA)
    else:
        cv2.circle(image, centre, round(pitch * 0.08), (90, 90, 90), -1, cv2.LINE_AA)


def write(image, text, at, size=0.6, colour=(0, 0, 0), width=2):
    """Write a text; its lower left corner is at (x, y)."""
    cv2.putText(image, text, at, cv2.FONT_HERSHEY_SIMPLEX, size, colour, width, cv2.LINE_AA)


def disc(image, centre, radius, colour, width=-1):
    """Draw a disc, or a circle of this width."""
    cv2.circle(image, centre, radius, colour, width, cv2.LINE_AA)


def random_grid(size: int, seed: int) -> tuple[str, ...]:
    """Return N connected regions on N rows, grown from N random cells."""
    rng = random.Random(seed)
    cells = [(r, c) for r in range(size) for c in range(size)]
    owner = {cell: k for k, cell in enumerate(rng.sample(cells, size))}
    while len(owner) < len(cells):
        r, c = rng.choice(list(owner))
        nr, nc = rng.choice([(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)])
        if (nr, nc) in cells and (nr, nc) not in owner:
            owner[nr, nc] = owner[r, c]
    names: dict[int, str] = {}
    for cell in cells:
        names.setdefault(
            owner[cell], "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[len(names)]
        )
    return tuple("".join(names[owner[r, c]] for c in range(size)) for r in range(size))
