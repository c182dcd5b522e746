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

from vision.files.loading import load_image
from vision.image import Bools, Image
from vision.reading import Box

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
CANVASES: Final = """() => [...document.querySelectorAll('canvas')]
  .map((one) => one.getBoundingClientRect())
  .filter((box) => box.width > 50 && box.height > 50)
  .map((box) => [box.left, box.top, box.right, box.bottom])"""


@dataclass(frozen=True, slots=True)
class DrawnWord:
    """Word in a picture of the window: which one, its box, and if it is all of its line: "solved"
    may be a part of "not solved"."""

    word: str
    box: Box
    is_alone: bool = True


def drawn_words(
    page: Page, picture: Image, words: Sequence[str], before: Image | None = None
) -> list[DrawnWord]:
    """Return which of these words the canvases of a page show, in the order of ``words``.

    ``picture`` shows the window, ``before`` what it showed earlier: words where nothing has changed
    do not count. Words are recognised as they are given, in capitals, and with a capital letter,
    also before a mark such as "!"; words of less than four letters resemble too many other things.
    """
    lines: list[tuple[Box, Bools]] = []
    for left, top, right, bottom in page.evaluate(CANVASES):
        canvas = round(left), round(top), round(right), round(bottom)
        lines += _find_new_lines(picture, before, canvas)
    if not lines:
        return []
    shapes = list(_draw_words(page, words))
    found: dict[str, Box] = {}
    unknown: list[Box] = []
    for box, mask in lines:
        word = _recognize_word(mask, shapes) or _recognize_word(_remove_mark(mask), shapes)
        if word:
            found.setdefault(word, box)
        else:
            unknown.append(box)
    shown: list[DrawnWord] = []
    for word in words:
        if word in found:
            is_part = any(_is_line_of(line, found[word]) for line in unknown)
            shown.append(DrawnWord(word, found[word], not is_part))
    return shown


def _is_line_of(line: Box, word: Box) -> bool:
    """Return True if a word is a part of a line with more text."""
    height = word[3] - word[1]
    is_line = line[1] < word[3] and word[1] < line[3] and line[3] - line[1] <= SAME_LINE * height
    holds = line[0] <= word[0] and word[2] <= line[2]
    more = max(word[0] - line[0], line[2] - word[2])
    return is_line and holds and more > BESIDE * height


def _draw_words(page: Page, words: Sequence[str]) -> Iterator[tuple[str, Bools]]:
    """Yield each word with a mask of how it looks in one of the fonts."""
    forms = {form: word for word in words for form in (word.capitalize(), word.upper(), word)}
    for data in page.evaluate(DRAW, [list(forms), HEIGHT]):
        is_dark = load_image(base64.b64decode(data)).mean(axis=2) < 128
        rows = np.split(is_dark, len(forms))
        for word, row in zip(forms.values(), rows, strict=True):
            yield word, _trim_mask(row)


def _find_new_lines(picture: Image, before: Image | None, box: Box) -> Iterator[tuple[Box, Bools]]:
    """Yield the box in the picture and the mask of each thing in a box that may be a word, and that
    is new."""
    left = max(0, box[0])
    top = max(0, box[1])
    inside = np.s_[top : max(top, box[3]), left : max(left, box[2])]
    is_new = None
    if before is not None and before.shape == picture.shape:
        is_new = (before != picture).any(axis=2)[inside]
    for (x0, y0, x1, y1), mask in _find_lines(picture[inside]):
        if is_new is None or is_new[y0:y1, x0:x1][mask].mean() >= CHANGED:
            yield (x0 + left, y0 + top, x1 + left, y1 + top), mask


def _find_lines(part: Image) -> Iterator[tuple[Box, Bools]]:
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
            boxes = cv2.connectedComponentsWithStats(joined)[2][1:]
            for x, y, wide, high, _ in boxes.tolist():
                if HEIGHTS[0] <= high <= HEIGHTS[1] and wide > LONG * high:
                    letters = mask[y : y + high, x : x + wide].astype(np.bool_)
                    yield (x, y, x + wide, y + high), letters


def _recognize_word(mask: Bools, shapes: Iterable[tuple[str, Bools]]) -> str:
    """Return the word that a mask shows; empty if there is none."""
    if not mask.any():
        return ""
    line = _scale_mask(_trim_mask(mask))
    width = line.shape[1]
    best = SAME_WORD_OVERLAP
    name = ""
    for word, shape in shapes:
        ratio = width * shape.shape[0] / (shape.shape[1] * HEIGHT)
        if not 1 / STRETCH < ratio < STRETCH:
            continue
        other = _scale_mask(shape, width)
        overlap = float((line & other).sum() / max(1, (line | other).sum()))
        if overlap > best:
            best = overlap
            name = word
    return name


def _remove_mark(mask: Bools) -> Bools:
    """Return a mask without its last letter if that is as narrow as "!" or ","; else an empty
    one."""
    drawn = np.flatnonzero(mask.any(axis=0))
    ends = np.flatnonzero(np.diff(drawn) > 1)
    if not len(ends) or drawn[-1] - drawn[ends[-1] + 1] >= NARROW * len(mask):
        return mask[:, :0]
    return mask[:, : drawn[ends[-1]] + 1]


def _trim_mask(mask: Bools) -> Bools:
    """Return the part of a mask that is not empty, of one pixel at least."""
    rows = np.flatnonzero(mask.any(axis=1))
    cols = np.flatnonzero(mask.any(axis=0))
    if not len(rows):
        return mask[:1, :1]
    return mask[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]


def _scale_mask(mask: Bools, width: int | None = None) -> Bools:
    """Return a mask of the height `HEIGHT`, and of this width if one is given."""
    wide = width or max(1, round(mask.shape[1] * HEIGHT / mask.shape[0]))
    scaled = cv2.resize(mask.astype(np.float32), (wide, HEIGHT), interpolation=cv2.INTER_AREA)
    return np.asarray(scaled > 0.5, np.bool_)
