"""Words that a page draws instead of writing them: found in the screenshot by comparing them with
drawn words."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import Page

from autoplay.browser.screen import Box
from vision.files.loading import load_image
from vision.image import Bools, Image

HEIGHT: Final = 24
"""Height in pixels to which words are scaled for comparison."""
HEIGHTS: Final = (9, 140)
"""Minimum and maximum height of a drawn word, in pixels."""
LONG: Final = 1.5
"""Minimum width of a drawn word of four letters, in its heights; "Play" has 2."""
STRETCH: Final = 1.2
"""Maximum ratio of the widths of two equal words of the same height, in different fonts."""
SAME_WORD_OVERLAP: Final = 0.62
"""Minimum overlap of two equal words (intersection over union): equal words in related fonts have
0.65 and more, other words of the same width up to 0.5."""
BLOCK: Final = 41
"""Side in pixels of the area whose mean separates letters from their background."""
CONTRAST: Final = 12
"""Minimum difference (of 255) of letters from that mean."""
NARROW: Final = 0.35
"""Maximum width of a mark such as "!", in heights of its line."""
BESIDE: Final = 1.0
"""Length of text beside a word, in its heights, from which the word is a part of a sentence: a mark
after it has up to 0.6 with its space, the shortest words 1.2."""
SAME_LINE: Final = 1.6
"""Maximum ratio of the heights of a word and its line: descenders make 1.4 at most, a frame or a
circle around it 2 and more."""
CHANGED: Final = 0.5
"""Minimum share of the pixels of a new word that differ from an earlier picture."""
GAPS: Final = (5, 11, 21, 31)
"""Widths of the gaps that are closed to join the letters of a word: those of small and of large
letters."""
DRAW: Final = """([words, height]) => {
  const own = [...new Set([...document.fonts].map((font) => font.family))].slice(0, 2)
  const fonts = ['sans-serif', 'serif', 'monospace', ...own]
  const canvas = document.createElement('canvas'), context = canvas.getContext('2d')
  return fonts.flatMap((font) => ['', 'bold '].map((weight) => {
    const style = `${weight}${height}px ${font}`
    context.font = style
    canvas.width = Math.max(...words.map((word) => context.measureText(word).width)) + 2 * height
    canvas.height = 3 * height * words.length
    context.fillStyle = '#fff'
    context.fillRect(0, 0, canvas.width, canvas.height)
    context.font = style
    context.fillStyle = '#000'
    words.forEach((word, number) => context.fillText(word, height, (3 * number + 2) * height))
    return canvas.toDataURL().split(',')[1]
  }))
}"""
"""Script returning a picture for each font, with each word in a row, drawn on a canvas that is no
part of the page."""
CANVASES: Final = """() => [...document.querySelectorAll('canvas')].map((one) => one.getBoundingClientRect())
  .filter((box) => box.width > 50 && box.height > 50).map((box) => [box.left, box.top, box.right, box.bottom])"""


@dataclass(frozen=True, slots=True)
class DrawnWord:
    """Word in a picture of the window: which one, its box, and if it is all of its line: "solved"
    may be a part of "not solved"."""

    word: str
    box: Box
    is_alone: bool = True

    @property
    def middle(self) -> tuple[float, float]:
        """Middle of the word, (x, y)."""
        x0, y0, x1, y1 = self.box
        return (x0 + x1) / 2, (y0 + y1) / 2


def drawn_words(
    page: Page, picture: Image, words: Sequence[str], before: Image | None = None
) -> list[DrawnWord]:
    """Return which of these words the canvases of a page show, in the order of ``words``.

    ``picture`` shows the window, ``before`` what it showed earlier: words where nothing has changed
    do not count. Words are recognised as they are given, in capitals, and with a capital letter,
    also before a mark such as "!"; words of less than four letters resemble too many other things.
    """
    lines = [
        line
        for box in page.evaluate(CANVASES)
        for line in _new_lines(picture, before, tuple(map(round, box)))
    ]
    if not lines:
        return []
    shapes = list(_drawn(page, words))
    found: dict[str, Box] = {}
    unknown: list[Box] = []
    for box, mask in lines:
        if word := _recognised(mask, shapes) or _recognised(_without_mark(mask), shapes):
            found.setdefault(word, box)
        else:
            unknown.append(box)
    return [
        DrawnWord(word, found[word], not any(_is_line_of(line, found[word]) for line in unknown))
        for word in words
        if word in found
    ]


def _is_line_of(line: Box, word: Box) -> bool:
    """Return True if a word is a part of a line with more text."""
    height = word[3] - word[1]
    is_line = line[1] < word[3] and word[1] < line[3] and line[3] - line[1] <= SAME_LINE * height
    holds = line[0] <= word[0] and word[2] <= line[2]
    more = max(word[0] - line[0], line[2] - word[2])
    return is_line and holds and more > BESIDE * height


def _drawn(page: Page, words: Sequence[str]) -> Iterator[tuple[str, Bools]]:
    """Yield each word with a mask of how it looks in one of the fonts."""
    forms = [
        (word, form)
        for word in words
        for form in dict.fromkeys((word, word.upper(), word.capitalize()))
    ]
    for data in page.evaluate(DRAW, [[form for _, form in forms], HEIGHT]):
        rows = np.split(_dark(load_image(base64.b64decode(data))), len(forms))
        yield from ((word, _tight(row)) for (word, _), row in zip(forms, rows, strict=True))


def _new_lines(picture: Image, before: Image | None, box: Box) -> Iterator[tuple[Box, Bools]]:
    """Yield the box in the picture and the mask of each thing in a box that may be a word, and that
    is new."""
    left, top = max(0, box[0]), max(0, box[1])
    inside = np.s_[top : max(top, box[3]), left : max(left, box[2])]
    is_new = (
        None
        if before is None or before.shape != picture.shape
        else (before != picture).any(axis=2)[inside]
    )
    for (x0, y0, x1, y1), mask in _lines(picture[inside]):
        if is_new is None or is_new[y0:y1, x0:x1][mask].mean() >= CHANGED:
            yield (x0 + left, y0 + top, x1 + left, y1 + top), mask


def _lines(part: Image) -> Iterator[tuple[Box, Bools]]:
    """Yield the box and the mask of each thing in a picture that may be a word."""
    if min(part.shape[:2]) < BLOCK:
        return
    grey = cv2.cvtColor(part, cv2.COLOR_BGR2GRAY)
    for source in (grey, 255 - grey):  # dark letters, then bright ones
        mask = cv2.adaptiveThreshold(
            source, 1, cv2.ADAPTIVE_THRESH_MEAN_C, cv2.THRESH_BINARY_INV, BLOCK, CONTRAST
        )
        for gap in GAPS:
            joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
            for x, y, wide, high, _ in cv2.connectedComponentsWithStats(joined)[2][1:]:
                if HEIGHTS[0] <= high <= HEIGHTS[1] and wide > LONG * high:
                    yield (
                        (int(x), int(y), int(x + wide), int(y + high)),
                        np.asarray(mask[y : y + high, x : x + wide], np.bool_),
                    )


def _recognised(mask: Bools, shapes: Iterable[tuple[str, Bools]]) -> str:
    """Return the word that a mask shows; empty if there is none."""
    if not mask.any():
        return ""
    line = _scaled(_tight(mask))
    best, name = SAME_WORD_OVERLAP, ""
    for word, shape in shapes:
        ratio = line.shape[1] / max(1, shape.shape[1] * HEIGHT / shape.shape[0])
        if 1 / STRETCH < ratio < STRETCH:
            other = _scaled(shape, line.shape[1])
            overlap = float((line & other).sum() / max(1, (line | other).sum()))
            if overlap > best:
                best, name = overlap, word
    return name


def _without_mark(mask: Bools) -> Bools:
    """Return a mask without its last letter if that is as narrow as "!" or ","."""
    drawn = np.flatnonzero(mask.any(axis=0))
    ends = np.flatnonzero(np.diff(drawn) > 1)
    if not len(ends) or drawn[-1] - drawn[ends[-1] + 1] >= NARROW * len(mask):
        return mask[:, :0]
    return mask[:, : drawn[ends[-1]] + 1]


def _dark(image: Image) -> Bools:
    return np.asarray(image.mean(axis=2) < 128, np.bool_)


def _tight(mask: Bools) -> Bools:
    """Return the part of a mask that is not empty."""
    rows, cols = (np.flatnonzero(mask.any(axis=axis)) for axis in (1, 0))
    return mask[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1] if len(rows) else mask[:1, :1]


def _scaled(mask: Bools, width: int | None = None) -> Bools:
    """Return a mask of the height `HEIGHT`, and of this width if one is given."""
    wide = width or max(1, round(mask.shape[1] * HEIGHT / mask.shape[0]))
    return np.asarray(
        cv2.resize(mask.astype(np.float32), (wide, HEIGHT), interpolation=cv2.INTER_AREA) > 0.5,
        np.bool_,
    )
