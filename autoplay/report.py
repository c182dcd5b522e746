"""The outcome of `autoplay check` as one HTML page that opens from disk: failures first, then the rest."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Collection, Sequence
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from autoplay.fixtures import PICTURE, Outcome
from autoplay.golden import Golden, of_reading
from autoplay.text import Cell, summary
from autoplay.writing import write_whole
from vision.errors import BadImage

if TYPE_CHECKING:
    from vision.image import Image

STYLE = Path(__file__).with_suffix(".css")
CELL = 20
LARGEST_PX = 640
GLYPH = {"star": "★", "cross": "×", "dot": "•"}


def write_report(path: Path, outcomes: Sequence[Outcome]) -> None:
    """Write the page, whole or not at all; its pictures are inside it."""
    write_whole({path: page(outcomes).encode()})


def page(outcomes: Sequence[Outcome]) -> str:
    """The whole page as HTML."""
    failures = [outcome for outcome in outcomes if outcome.problem]
    rest = [outcome for outcome in outcomes if not outcome.problem]
    verdict = f'<b class="bad">{len(failures)} differ</b>' if failures else '<b class="good">none differs</b>'
    failed = "<h2>Not as expected</h2>" + "".join(map(_failure, failures)) if failures else ""
    passed = f'<h2>As expected</h2><div class="rest">{"".join(map(_pass, rest))}</div>' if rest else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{len(failures)} of {len(outcomes)} fixtures differ</title>"
        f"<style>{STYLE.read_text('utf-8')}</style>"
        f'<h1>Fixtures</h1><p class="sum">{len(outcomes)} read again, {verdict}</p>{failed}{passed}</html>\n'
    )


def _failure(outcome: Outcome) -> str:
    wrong = outcome.differing
    panels = [
        _figure("picture", _picture(outcome)),
        _figure("what was seen", _overlay(outcome)),
        _figure("expected", _board(outcome.expected, wrong) if outcome.expected else _none("no golden")),
        _figure("got", _board(of_reading(outcome.got), wrong) if outcome.got else _none("refused")),
    ]
    return (
        f'<article class="bad-card"><h3>{escape(str(outcome.fixture))}</h3>'
        f'<p class="bad">{escape(outcome.problem)}</p><div class="panels">{"".join(panels)}</div></article>'
    )


def _pass(outcome: Outcome) -> str:
    got = outcome.got
    about = summary(got) if got else ""
    return f'<article><h3>{escape(str(outcome.fixture))}</h3><p class="sum">{about}</p>{_overlay(outcome)}</article>'


def _figure(caption: str, content: str) -> str:
    return f"<figure><figcaption>{caption}</figcaption>{content}</figure>"


def _none(text: str) -> str:
    return f'<div class="none">{text}</div>'


def _image(png: bytes, text: str) -> str:
    return f'<img loading="lazy" alt="{text}" src="data:image/png;base64,{b64encode(png).decode()}">'


def _picture(outcome: Outcome) -> str:
    """The part of the picture where the board lies, or all of it where none was read."""
    return _seen(outcome, lambda image: image, "the picture")


def _overlay(outcome: Outcome) -> str:
    """The same part with what was read drawn on it."""
    from vision import draw_overlay

    got = outcome.got
    if got is None:
        return _none("no board")
    return _seen(outcome, lambda image: draw_overlay(image, got), "the board with what was read drawn on it")


def _seen(outcome: Outcome, draw: Callable[[Image], Image], text: str) -> str:
    from vision.image import encode_png, load_image

    try:
        image = draw(load_image(outcome.fixture.path(PICTURE)))
    except BadImage as error:
        return _none(escape(error.message))
    if outcome.got:
        x0, y0, x1, y1 = outcome.got.box
        margin = max(x1 - x0, y1 - y0) // 20
        image = image[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin]
    return _image(encode_png(_shrunk(image)), text)


def _shrunk(image: Image) -> Image:
    """The picture with at most LARGEST_PX on its longer side, so that a page of many stays small."""
    import cv2
    import numpy as np

    height, width = image.shape[:2]
    factor = LARGEST_PX / max(height, width)
    if factor >= 1:
        return image
    size = (max(1, round(width * factor)), max(1, round(height * factor)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


def _board(golden: Golden, wrong: Collection[Cell]) -> str:
    """A board as SVG: a tint for each region, its borders, its marks, and a frame round each wrong cell."""
    rows, cols = len(golden.grid), len(golden.grid[0])
    cells = [(row, col) for row in range(rows) for col in range(cols)]
    shapes = [
        *(_tinted(row, col, golden.grid[row][col]) for row, col in cells),
        *(line for row, col in cells for line in _edges(golden.grid, row, col)),
        *(_glyph(mark.row, mark.col, GLYPH[mark.kind]) for mark in golden.marks),
        *(_framed(row, col) for row, col in sorted(wrong) if row < rows and col < cols),
    ]
    view = f"-2 -2 {cols * CELL + 4} {rows * CELL + 4}"
    frame = f'<rect class="edge" fill="none" width="{cols * CELL}" height="{rows * CELL}"/>'
    return f'<svg viewBox="{view}" role="img">{"".join(shapes)}{frame}</svg>'


def _tinted(row: int, col: int, letter: str) -> str:
    if letter in "#.":
        fill = "var(--border)" if letter == "#" else "none"
    else:
        fill = f"hsl({ord(letter) * 137.5 % 360:.0f} var(--tint))"  # the golden angle keeps neighbours apart
    return f'<rect x="{col * CELL}" y="{row * CELL}" width="{CELL}" height="{CELL}" style="fill:{fill}"/>'


def _edges(grid: Sequence[str], row: int, col: int) -> list[str]:
    """The lines to the right of a cell and below it: thick where another region begins."""
    x, y = (col + 1) * CELL, (row + 1) * CELL
    lines = []
    if col + 1 < len(grid[0]):
        kind = "hair" if grid[row][col] == grid[row][col + 1] else "edge"
        lines.append(f'<path class="{kind}" d="M{x} {y - CELL}V{y}"/>')
    if row + 1 < len(grid):
        kind = "hair" if grid[row][col] == grid[row + 1][col] else "edge"
        lines.append(f'<path class="{kind}" d="M{x - CELL} {y}H{x}"/>')
    return lines


def _glyph(row: int, col: int, text: str) -> str:
    return f'<text class="glyph" x="{(col + 0.5) * CELL}" y="{(row + 0.5) * CELL}">{text}</text>'


def _framed(row: int, col: int) -> str:
    return (
        f'<rect class="wrong" x="{col * CELL + 2}" y="{row * CELL + 2}" width="{CELL - 4}" height="{CELL - 4}" rx="2"/>'
    )
