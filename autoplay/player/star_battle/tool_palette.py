"""Tools beside a board, for pages on which a press sets the mark of the tool that was chosen
before."""

from __future__ import annotations

import unicodedata
from typing import Final

import cv2
import numpy as np

from autoplay.browser.controls import is_label_or_link, visible_controls
from autoplay.player.appearances import find_step
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.star_battle.drawings import is_pointed
from autoplay.sites.phrases import rank
from vision.image import Image, find_components, to_lab
from vision.reading import Box
from vision.star_battle.mark_shapes import CONTRAST

DEPICTS: Final = frozenset({"STAR", "ASTERISK", "QUEEN", "CROWN"})
"""Words in the names of symbols that stand for a star: "SIX POINTED BLACK STAR" for ✶."""
SHAPES: Final = frozenset({"CIRCLE", "SQUARE"})
"""Last words in the names of symbols that are the star of a few pages: "BLACK SQUARE" for ■."""
SHAPE_RANK: Final = 99
"""Rank of such a symbol: it comes last."""
NEAR: Final = 4.0
"""Maximum distance of a tool from the board, in cells."""
SIDES: Final = (0.2, 1.6)
"""Minimum and maximum side of a tool's picture, in cells."""
BACKGROUND: Final = 2.0
"""Side of the area whose median is the background of a tool's picture, in cells."""
MOST_TOOLS: Final = 4
"""Maximum number of tools that are tried."""


class ToolPalette:
    """Tools of a page that may set stars: controls that are named so, then pictures of a star
    beside the board.

    A star within a text, such as a label "2 ★", is not a tool unless it can be pressed; a logo that
    is a link to a page is none either.
    """

    def __init__(self, board: BoardTracker) -> None:
        self.board = board
        self.tried: list[str] = []

    def choose_next(self, *, is_named: bool) -> bool:
        """Press the next tool, one that ``is_named`` only if so; return False if there is none."""
        if len(self.tried) == MOST_TOOLS:
            return False
        return self._choose_named() or (not is_named and self._choose_drawn())

    def _choose_named(self) -> bool:
        ranked = []
        board = self.board.box_in_window(self.board.reading.box)
        for control in visible_controls(self.board.screen.page):
            number = rank_tool(control.label)
            is_new = control.label not in self.tried and not control.opens_page
            # A cell of the board that shows a star is no tool.
            if number is not None and is_new and not control.is_at(board):
                ranked.append((number, control))
        for _, control in sorted(ranked, key=lambda one: one[0]):
            self.tried.append(control.label)
            if control.press():
                return True
        return False

    def _choose_drawn(self) -> bool:
        if not self.board.is_in_window:
            return False
        picture = self.board.screen.take_screenshot()
        cell = find_step(self.board.reading)
        for x0, y0, x1, y1 in drawn_stars(picture, self.board.reading.box, cell):
            x = (x0 + x1) / 2
            y = (y0 + y1) / 2
            name = f"the star at {x:.0f},{y:.0f}"
            if name not in self.tried and not is_label_or_link(self.board.screen.page, x, y):
                self.tried.append(name)
                self.board.screen.press(x, y)
                return True
        return False


def rank_tool(label: str) -> int | None:
    """Return how likely a control with this label is the tool for stars, 0 the likeliest; None if
    it is not one.

    A label of one symbol is understood by the symbol's name in Unicode.
    """
    if len(label) == 1:
        words = unicodedata.name(label, "").split()
        if not DEPICTS.isdisjoint(words):
            return 0
        # Not an arrow in a circle, which starts the puzzle over.
        if words and words[-1] in SHAPES:
            return SHAPE_RANK
    return rank(label, "star")


def drawn_stars(picture: Image, board: Box, cell: float) -> list[Box]:
    """Return the boxes of stars with five points that are drawn near a board, the nearest first.

    ``board`` is its box in the picture, ``cell`` the side of a cell in pixels.
    """
    height, width = picture.shape[:2]
    reach = round(NEAR * cell)
    left = max(0, board[0] - reach)
    top = max(0, board[1] - reach)
    part = np.ascontiguousarray(
        picture[top : min(height, board[3] + reach), left : min(width, board[2] + reach)]
    )
    side = round(BACKGROUND * cell) | 1
    background = np.asarray(cv2.medianBlur(part, min(255, side)), np.uint8)
    drawn = np.linalg.norm(np.subtract(to_lab(part), to_lab(background)), axis=2) > CONTRAST
    x0, y0, x1, y1 = board[0] - left, board[1] - top, board[2] - left, board[3] - top
    drawn[max(0, y0) : y1, max(0, x0) : x1] = False
    found: list[tuple[float, Box]] = []
    least, most = (share * cell for share in SIDES)
    labels, components = find_components(drawn.astype(np.uint8))
    for number in range(1, len(components)):
        x, y, wide, high, _ = components[number].tolist()
        if (
            least <= min(wide, high)
            and max(wide, high) <= most
            and is_pointed(labels[y : y + high, x : x + wide] == number)
        ):
            away = max(x0 - x - wide, x - x1, 0) + max(y0 - y - high, y - y1, 0)
            found.append((away, (x + left, y + top, x + left + wide, y + top + high)))
    return [box for _, box in sorted(found)]
