"""Scrolls through a page or a part of it, and stitches the pictures together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import ceil
from time import monotonic
from typing import Final, TypeAlias, TypeVar

import cv2
import numpy as np

from autoplay.browser.screen import Box, Screen
from autoplay.browser.wait import wait_until
from vision.errors import BoardCutOff, BoardNotFound
from vision.image import Bools, Image, find_components, morph

Spot: TypeAlias = tuple[int, int]
Pixel: TypeAlias = tuple[int, int, int]
Pixels = TypeVar("Pixels", Image, Bools)
AXES: Final = ((0, 1), (1, 0))
"""Down and to the right: a wheel turns along one of them at a time."""
FIRST_PX: Final = 24
"""First turn of the wheel, before the size of the scrolled part is known: less than a cell, so that
lines are matched with themselves and not with the next ones."""
REACH_PX: Final = 100
"""Distance from the spot that is compared until then; twice as far while all of that is plain."""
STEP: Final = 0.6
"""Share of the scrolled part's size that one step scrolls: the rest shows how far it went."""
NEAR_PX: Final = 41
"""Changes nearer to each other than this have one cause. Odd, so that closing by it does not shift
a box."""
LEAST_SCROLLED: Final = 0.8
"""Minimum share of the changed pixels that scrolling explains; an animation has much less."""
SAME_LEVELS: Final = 40
"""Maximum difference of two pixels that count as the same, in levels."""
MISPLACED: Final = 0.06
"""Share of pixels that differ if a picture is not where it should be; marks change fewer."""
AROUND: Final = 0.3
"""The same before the scrolled part is known: its surroundings, which stand still, are compared
too."""
EQUAL_MATCH: Final = 1.0
"""Mean square difference, in levels, within which two places match equally well."""
STAYED: Final = 150.0
"""The same if nothing moved at all: a scroll bar that fades differs by 100, thin lines that moved
by 200 and more."""
SCALES: Final = tuple(1.01**power for power in range(-50, 51) if power)
"""Factors by which a wheel may zoom at one small turn: from 0.6 to 1.6."""
ZOOMED: Final = 0.5
"""Most mean square difference that is left if a picture is compared at the right scale, as a share
of that without."""
SMOOTH_PX: Final = 1.0
"""Blur of pictures that are compared at several scales: lines are drawn on whole pixels at each."""
CUT_OFF_HINT: Final = "a larger window, or a smaller zoom"
BESIDE_PX: Final = 24
"""Distance by which the moving part is extended into plain surroundings that may move too, such as
a frame."""
MOST_STEPS: Final = 40
MARGIN_PX: Final = 12
"""Margin round a panorama: a board that ends at the edge of a picture might go on."""
SAMPLE_PX: Final = 4
"""One in so many pixels is sampled for the most frequent colour."""
STARTS_S: Final = 0.15
"""Minimum time in which scrolling has to begin."""
STARTS_CAPTURES: Final = 4
"""The same in captures: on a busy machine both are slow."""


class WheelZooms(BoardCutOff):
    """The wheel zooms the board instead of scrolling it."""


class Panorama:
    """Everything that can be scrolled to under one spot of the window.

    ``image`` is its picture, ``viewport`` the part of the window that shows it, and ``at`` the (x,
    y) of the window's upper left corner in the picture, as it is scrolled now.
    """

    def __init__(self, screen: Screen, spot: Spot) -> None:
        """Scroll through all of it and stitch its picture.

        Raises BoardCutOff if nothing can be scrolled, and WheelZooms, after turning the wheel back,
        if it zooms.
        """
        self._screen = screen
        self._spot = spot
        self._seen: Image
        self.at = (0, 0)
        self._positions = [self.at]
        self.viewport = self._find_viewport()
        shots = list(self._scan())
        # The panorama begins at the viewport, and has a margin.
        first = [
            min(at[axis] for _, at in shots) + self.viewport[axis] - MARGIN_PX for axis in (0, 1)
        ]
        shots = [(shot, (x - first[0], y - first[1])) for shot, (x, y) in shots]
        self._ends = [
            sorted(at[axis] for _, at in shots)[:: len(shots) - 1 or 1] for axis in (0, 1)
        ]
        self.at, self._home = shots[-1][1], (-first[0], -first[1])
        width, height = (
            self.viewport[axis + 2] + self._ends[axis][-1] + MARGIN_PX for axis in (0, 1)
        )
        self.image = np.full((height, width, 3), _ground([shot for shot, _ in shots]), np.uint8)
        self._stitch(shots)

    def retake(self, box: Box) -> Image:
        """Take the pictures again that show some of a box of the panorama, and return the panorama
        with them."""
        shots = [(self._scrolled_to(window), self.at) for window in self._parts(box)]
        self.image = self.image.copy()
        self._stitch(shots)
        return self.image

    def scroll_to(self, box: Box) -> None:
        """Scroll a box of the panorama to the middle of the viewport, unless it is visible already.

        Raises BoardNotFound if the page then shows something else than the panorama does there.
        """
        if not self._shows(box):
            self._scrolled_to(box)

    def _scrolled_to(self, box: Box) -> Image:
        """Return the picture of the viewport after scrolling to a box, once it stands still."""
        if self._shows(box):
            return self._screen.wait_until_still(self.viewport)[0]
        place = [(box[axis] + box[axis + 2]) // 2 - self._spot[axis] for axis in (0, 1)]
        place = [
            min(max(at, ends[0]), ends[-1]) for at, ends in zip(place, self._ends, strict=True)
        ]
        right, down = place[0] - self.at[0], place[1] - self.at[1]
        seen = self._turn_wheel(right, down, self._screen.capture(self.viewport), self.viewport)
        self.at = self._located(seen, (place[0], place[1]))
        return seen

    def scroll_back(self) -> None:
        """Scroll back to where the page was at first."""
        (x0, y0, x1, y1), (x, y) = self.viewport, self._home
        self.scroll_to((x0 + x, y0 + y, x1 + x, y1 + y))

    def visible_part(self, box: Box) -> Box:
        """Return the part of a box of the panorama that the window shows now."""
        (x0, y0, x1, y1), (x, y), (left, top, right, bottom) = box, self.at, self.viewport
        return max(x0, left + x), max(y0, top + y), min(x1, right + x), min(y1, bottom + y)

    def _shows(self, box: Box) -> bool:
        """Return True if a box lies well inside the viewport."""
        return all(
            self.viewport[axis] + BESIDE_PX <= box[axis] - self.at[axis]
            and box[axis + 2] - self.at[axis] <= self.viewport[axis + 2] - BESIDE_PX
            for axis in (0, 1)
        )

    def _located(self, seen: Image, expected: Spot) -> Spot:
        """Return the (x, y) of the window in the panorama, found by what the viewport shows."""
        x0, y0 = expected[0] + self.viewport[0], expected[1] + self.viewport[1]
        there = self.image[y0 : y0 + seen.shape[0], x0 : x0 + seen.shape[1]]
        if there.shape == seen.shape and differs(seen, there).mean() < MISPLACED:
            return expected
        found = cv2.minMaxLoc(cv2.matchTemplate(self.image, seen, cv2.TM_SQDIFF))[2]
        there = self.image[found[1] : found[1] + seen.shape[0], found[0] : found[0] + seen.shape[1]]
        if differs(seen, there).mean() >= MISPLACED:
            raise BoardNotFound(
                "the page changed while it was scrolled", hint="the same command again"
            )
        return found[0] - self.viewport[0], found[1] - self.viewport[1]

    def _parts(self, box: Box) -> Iterator[Box]:
        """Yield boxes that fit into the viewport and together cover a box, row by row."""
        (x0, y0, x1, y1), (left, top, right, bottom) = box, self.viewport
        cols, rows = ceil((x1 - x0) / (right - left)), ceil((y1 - y0) / (bottom - top))
        xs, ys = (
            np.linspace(x0, x1, cols + 1).astype(int).tolist(),
            np.linspace(y0, y1, rows + 1).astype(int).tolist(),
        )
        for row in range(rows):
            for col in range(cols):
                yield xs[col], ys[row], xs[col + 1], ys[row + 1]

    def _stitch(self, shots: list[tuple[Image, Spot]]) -> None:
        """Paste pictures of the viewport into the panorama, each pixel from the one where it is
        farthest from an edge.

        Banners that do not scroll are at the edges of the window.
        """
        height, width = self.viewport[3] - self.viewport[1], self.viewport[2] - self.viewport[0]
        down, across = (
            np.minimum(np.arange(1, size + 1), np.arange(size, 0, -1)) for size in (height, width)
        )
        inside = np.minimum(down[:, None], across[None, :])
        best = np.zeros(self.image.shape[:2], np.int64)
        for shot, (x, y) in shots:
            x0, y0 = x + self.viewport[0], y + self.viewport[1]
            place = slice(y0, y0 + height), slice(x0, x0 + width)
            nearer = inside > best[place]
            self.image[place][nearer] = shot[nearer]
            best[place][nearer] = inside[nearer]

    def _find_viewport(self) -> Box:
        """Return the part of the window that the wheel scrolls; the spot becomes its middle."""
        window = self._screen.take_screenshot().image
        near = self._near(window)
        self._seen = part(window, near)
        moves: list[tuple[Image, Image, Spot]] = []
        for right, down in (*AXES, *((-x, -y) for x, y in AXES)):
            if (moved := self._first_scroll(right * FIRST_PX, down * FIRST_PX, near)) != (0, 0):
                before, window = window, self._screen.take_screenshot().image
                moves.append((before, window, moved))
        if not moves:
            raise BoardCutOff("the board is cut off, and nothing scrolls", hint=CUT_OFF_HINT)
        aside = len({bool(x) for _, _, (x, _) in moves}) == 1
        viewport = left, top, right, bottom = _joined(_moving(*move, aside=aside) for move in moves)
        self._spot = (left + right) // 2, (top + bottom) // 2
        self._seen = part(window, viewport)
        return viewport

    def _first_scroll(self, right: int, down: int, near: Box) -> Spot:
        """Turn the wheel a little, and return how far (x, y) the surroundings of the spot have
        scrolled.

        Raises WheelZooms if they became larger or smaller instead, after turning the wheel back.
        """
        before, moved = self._seen, (0, 0)
        try:
            moved = self._scroll(right, down, near, AROUND)
            return moved
        finally:
            if is_zoomed(before, self._seen, moved):
                self._turn_wheel(-right, -down, self._seen, near)
                raise WheelZooms(
                    "the board is cut off, and the mouse wheel zooms it", hint=CUT_OFF_HINT
                )

    def _near(self, window: Image) -> Box:
        """Return the surroundings of the spot, large enough to show anything that can be seen to
        scroll."""
        (x, y), (height, width) = self._spot, window.shape[:2]
        reach = REACH_PX
        while True:
            near = (
                max(0, x - reach),
                max(0, y - reach),
                min(width, x + reach),
                min(height, y + reach),
            )
            seen = part(window, near)
            if (seen != seen[0, 0]).any() or near == (0, 0, width, height):
                return near
            reach *= 2

    def _scan(self) -> Iterator[tuple[Image, Spot]]:
        """Scroll to the upper left end, then over everything; yield the pictures on the way with
        ``at`` of each."""
        across, down = (
            round(STEP * (self.viewport[axis + 2] - self.viewport[axis])) for axis in (0, 1)
        )
        for step in ((-across, 0), (0, -down)):
            for _ in self._scrolling(*step):
                pass
        for _ in self._rows(down):
            yield self._seen, self.at
            for _ in self._scrolling(across, 0):
                yield self._seen, self.at
            across = -across

    def _rows(self, down: int) -> Iterator[None]:
        yield
        yield from self._scrolling(0, down)

    def _scrolling(self, right: int, down: int) -> Iterator[None]:
        """Scroll on to the end, and not one step more: that would scroll the page around it."""
        moved = right, down
        for _ in range(MOST_STEPS):
            if moved != (right, down) or (moved := self._scroll(right, down, self.viewport)) == (
                0,
                0,
            ):
                return
            yield

    def _scroll(self, right: int, down: int, where: Box, most: float = MISPLACED) -> Spot:
        """Turn the wheel, and return how far (x, y) a box of the window has scrolled; less at the
        end."""
        before = self._seen
        self._seen = self._turn_wheel(right, down, before, where)
        likely = self._likely(right, down)
        moved = _shift(before, self._seen, right, down, likely, most)
        if moved != (right, down):  # the end, or a page that is slow to scroll
            self._screen.page.wait_for_timeout(STARTS_S * 1000)
            self._seen = self._screen.wait_until_still(where, timeout_s=1.0)[0]
            moved = _shift(before, self._seen, right, down, likely, most)
        self.at = self.at[0] + moved[0], self.at[1] + moved[1]
        self._positions.append(self.at)
        return moved

    def _likely(self, right: int, down: int) -> list[int]:
        """Return the likely distances: all of it, none, or to where a row or column of pictures
        ended before."""
        axis, far = (0, right) if right else (1, down)
        ways = [(at[axis] - self.at[axis]) * (1 if far > 0 else -1) for at in self._positions]
        return [abs(far), 0, *(way for way in ways if 0 < way < abs(far))]

    def _turn_wheel(self, right: int, down: int, before: Image, where: Box) -> Image:
        """Turn the wheel, and return the picture of a box once scrolling has begun and ended."""
        start = monotonic()
        self._screen.turn_wheel(self._spot, right, down)
        now = wait_until(
            self._screen.page,
            lambda: self._screen.capture(where),
            STARTS_S - (monotonic() - start),
            is_done=lambda picture: not np.array_equal(picture, before),
            pause_ms=0,
            least_looks=STARTS_CAPTURES,
        )
        if np.array_equal(now, before):
            return now
        return self._screen.wait_until_still(where, seen=now, timeout_s=1.0)[0]


def _shift(
    before: Image, after: Image, right: int, down: int, likely: list[int], most: float
) -> Spot:
    """Return how far (x, y) a picture scrolled, at most as far as the wheel; raises BoardCutOff if
    it did not."""
    if before.shape != after.shape or not differs(before, after).any():
        return 0, 0
    far = abs(right or down)
    along = slice(0, -far) if right + down > 0 else slice(far, None)
    kept = after[:, along] if right else after[along]
    distances = cv2.matchTemplate(before, kept, cv2.TM_SQDIFF).ravel() / kept.size
    ways = distances if right + down > 0 else distances[::-1]
    # A board looks much the same one cell further on.
    least = ways.min()
    fits = (way for way in likely if ways[way] <= least + (EQUAL_MATCH if way else STAYED))
    way = next(fits, int(ways.argmin()))
    start = way if right + down > 0 else far - way
    there = (
        before[:, start : start + kept.shape[1]] if right else before[start : start + kept.shape[0]]
    )
    if differs(kept, there).mean() >= most:
        raise BoardCutOff(
            "the board is cut off, and the wheel does not scroll it", hint=CUT_OFF_HINT
        )
    sign = 1 if right + down > 0 else -1
    return (sign * way, 0) if right else (0, sign * way)


def is_zoomed(before: Image, after: Image, moved: Spot = (0, 0)) -> bool:
    """Return True if the middle of a picture is found larger or smaller in a later one, and not in
    its own size.

    ``moved`` is how far (x, y) the picture seems to have scrolled.
    """
    if before.shape != after.shape or not differs(before, after).any():
        return False
    grey = (cv2.cvtColor(image, cv2.COLOR_BGR2GRAY) for image in (before, after))
    old, new = (np.asarray(cv2.GaussianBlur(image, (0, 0), SMOOTH_PX), np.uint8) for image in grey)
    x, y = moved
    left, top = (side // 4 for side in (old.shape[1], old.shape[0]))
    right, bottom = old.shape[1] - left, old.shape[0] - top
    middle = old[top:bottom, left:right]

    def distance(scale: float, pattern: Image = middle) -> float:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        scaled = cv2.resize(pattern, None, fx=scale, fy=scale, interpolation=how)
        return float(cv2.matchTemplate(new, scaled, cv2.TM_SQDIFF).min()) / scaled.size

    # Content that has scrolled out of a small part of the page is not found in any size.
    rest = old[top + max(0, y) : bottom + min(0, y), left + max(0, x) : right + min(0, x)]
    unscaled = min(distance(1.0), distance(1.0, rest))
    return unscaled > EQUAL_MATCH and min(map(distance, SCALES)) < ZOOMED * unscaled


def _moving(before: Image, after: Image, moved: Spot, *, aside: bool) -> Box:
    """Return the part of the window that scrolled; ``aside`` includes plain pixels beside it that
    may have scrolled."""
    x, y = moved
    height, width = after.shape[:2]
    here = slice(max(0, -y), height - max(0, y)), slice(max(0, -x), width - max(0, x))
    there = slice(max(0, y), height + min(0, y)), slice(max(0, x), width + min(0, x))
    came, left = (np.zeros((height, width), np.bool_) for _ in range(2))
    came[here] = left[there] = ~differs(after[here], before[there])
    changed = differs(before, after)
    x0, y0, x1, y1 = _joined(_alike(changed, changed & (came | left)))
    if x0 == x1:
        raise BoardCutOff(
            "the board is cut off, and the wheel does not scroll it", hint=CUT_OFF_HINT
        )
    # Content that scrolls up came from below at the upper edge, and left upwards at the lower one.
    first, last = (came, left) if x + y > 0 else (left, came)
    if y or aside:
        cols = slice(x0 + max(0, -x), x1 - max(0, x))
        y0, y1 = _widened(first[:, cols], y0), height - _widened(last[::-1, cols], height - y1)
    if x or aside:
        rows = slice(y0 + max(0, -y), y1 - max(0, y))
        x0, x1 = _widened(first[rows].T, x0), width - _widened(last[rows, ::-1].T, width - x1)
    return x0, y0, x1, y1


def _widened(may_have_moved: Bools, edge: int) -> int:
    """Return the first row of a part with the rows before it included that may have moved too."""
    first = edge
    while first > max(0, edge - BESIDE_PX) and may_have_moved[first - 1].all():
        first -= 1
    return first


def _alike(changed: Bools, went: Bools) -> Iterator[Box]:
    """Yield the parts of the window whose changes ``went`` along with the scrolling, unlike an
    animation."""
    # The margin prevents changes close to the window's edge from growing up to it.
    grown = morph(np.pad(changed.astype(np.uint8), NEAR_PX), cv2.MORPH_CLOSE, (NEAR_PX, NEAR_PX))
    for x, y, width, height, _ in find_components(grown)[1][1:].tolist():
        box = x - NEAR_PX, y - NEAR_PX, x - NEAR_PX + width, y - NEAR_PX + height
        if part(went, box).sum() >= LEAST_SCROLLED * part(changed, box).sum():
            yield box


def _joined(boxes: Iterable[Box]) -> Box:
    """Return the box round all boxes; an empty one if there are none."""
    lefts, tops, rights, bottoms = list(zip(*boxes, strict=True)) or ((0,), (0,), (0,), (0,))
    return min(lefts), min(tops), max(rights), max(bottoms)


def _ground(shots: list[Image]) -> Pixel:
    """Return the most frequent colour of pictures."""
    pixels = np.concatenate([shot[::SAMPLE_PX, ::SAMPLE_PX].reshape(-1, 3) for shot in shots])
    colours, counts = np.unique(pixels, axis=0, return_counts=True)
    blue, green, red = colours[counts.argmax()].tolist()
    return blue, green, red


def part(image: Pixels, box: Box) -> Pixels:
    """Return the part of a picture, or of a mask (H, W) of its pixels, inside a box."""
    x0, y0, x1, y1 = box
    return image[y0:y1, x0:x1]


def differs(a: Image, b: Image) -> Bools:
    """Return a mask (H, W) of the pixels in which two pictures (H, W, 3) differ."""
    return np.asarray(cv2.absdiff(a, b).max(axis=2) > SAME_LEVELS, np.bool_)
