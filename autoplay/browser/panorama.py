"""Scrolls through a page or a part of it, and stitches the pictures together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from math import ceil
from time import monotonic
from typing import Final, TypeAlias, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from autoplay.browser.screen import Box, Screen
from autoplay.browser.wait import wait_until
from vision.errors import BoardCutOff, BoardNotFound
from vision.image import Bools, Image, find_components, morph

Spot: TypeAlias = tuple[int, int]
Pixel: TypeAlias = tuple[int, int, int]
Pixels = TypeVar("Pixels", Image, Bools)
WAYS: Final = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Ways, (x, y), in which a wheel turns, one at a time: down and to the right, then back."""
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

    def __init__(self, screen: Screen, spot: Spot, viewport: Box | None = None) -> None:
        """Scroll through all of it and stitch its picture; the ``viewport`` is found by scrolling
        unless it is known.

        Raises BoardCutOff if nothing can be scrolled, and WheelZooms, after turning the wheel back,
        if it zooms.
        """
        self._screen = screen
        self._spot = spot
        self._seen: Image
        self.at = (0, 0)
        self._positions = [self.at]
        self.viewport = self._find_viewport() if viewport is None else viewport
        self._begin_at(self.viewport)
        shots = list(self._scan_area())
        # The panorama begins at the viewport, and has a margin.
        left, top, right, bottom = self.viewport
        first_x = min(x for _, (x, _) in shots) + left - MARGIN_PX
        first_y = min(y for _, (_, y) in shots) + top - MARGIN_PX
        shots = [(shot, (x - first_x, y - first_y)) for shot, (x, y) in shots]
        xs = [x for _, (x, _) in shots]
        ys = [y for _, (_, y) in shots]
        self._ends = (min(xs), min(ys), max(xs), max(ys))
        self.at = shots[-1][1]
        self._home = (-first_x, -first_y)
        width = right + max(xs) + MARGIN_PX
        height = bottom + max(ys) + MARGIN_PX
        ground = _find_ground([shot for shot, _ in shots])
        self.image = np.full((height, width, 3), ground, np.uint8)
        self._stitch_shots(shots)

    def retake(self, box: Box) -> Image:
        """Take the pictures again that show some of a box of the panorama, and return the panorama
        with them."""
        shots = [(self._look_at(window), self.at) for window in self._split_box(box)]
        self.image = self.image.copy()
        self._stitch_shots(shots)
        return self.image

    def scroll_to(self, box: Box) -> None:
        """Scroll a box of the panorama to the middle of the viewport, unless it is visible already.

        Raises BoardNotFound if the page then shows something else than the panorama does there.
        """
        if not self._is_visible(box):
            self._look_at(box)

    def _look_at(self, box: Box) -> Image:
        """Return the picture of the viewport after scrolling to a box, once it stands still.

        Raises BoardNotFound if it is not there: a dialog may keep the page from scrolling.
        """
        if self._is_visible(box):
            return self._screen.wait_until_still(self.viewport)[0]
        least_x, least_y, most_x, most_y = self._ends
        x = min(max((box[0] + box[2]) // 2 - self._spot[0], least_x), most_x)
        y = min(max((box[1] + box[3]) // 2 - self._spot[1], least_y), most_y)
        before = self._screen.capture(self.viewport)
        seen = self._turn_wheel(x - self.at[0], y - self.at[1], before, self.viewport)
        self.at = self._locate_window(seen, (x, y))
        left, top, right, bottom = _move_box(self.viewport, self.at)
        is_there = left <= (box[0] + box[2]) // 2 < right and top <= (box[1] + box[3]) // 2 < bottom
        if not is_there:
            raise BoardNotFound("the page no longer scrolls", hint="--headed to see it")
        return seen

    def scroll_back(self) -> None:
        """Scroll back to where the page was at first."""
        self.scroll_to(_move_box(self.viewport, self._home))

    def visible_part(self, box: Box) -> Box:
        """Return the part of a box of the panorama that the window shows now."""
        left, top, right, bottom = _move_box(self.viewport, self.at)
        x0, y0, x1, y1 = box
        return max(x0, left), max(y0, top), min(x1, right), min(y1, bottom)

    def _is_visible(self, box: Box) -> bool:
        """Return True if a box lies well inside the viewport."""
        left, top, right, bottom = _move_box(self.viewport, self.at)
        x0, y0, x1, y1 = box
        gaps = (x0 - left, y0 - top, right - x1, bottom - y1)
        return min(gaps) >= BESIDE_PX

    def _locate_window(self, seen: Image, expected: Spot) -> Spot:
        """Return the (x, y) of the window in the panorama, found by what the viewport shows."""
        there = part(self.image, _move_box(self.viewport, expected))
        if there.shape == seen.shape and differs(seen, there).mean() < MISPLACED:
            return expected
        x, y = cv2.minMaxLoc(cv2.matchTemplate(self.image, seen, cv2.TM_SQDIFF))[2]
        found = x - self.viewport[0], y - self.viewport[1]
        there = part(self.image, _move_box(self.viewport, found))
        if differs(seen, there).mean() >= MISPLACED:
            raise BoardNotFound(
                "the page changed while it was scrolled", hint="the same command again"
            )
        return found

    def _split_box(self, box: Box) -> Iterator[Box]:
        """Yield boxes that fit into the viewport and together cover a box, row by row."""
        x0, y0, x1, y1 = box
        left, top, right, bottom = self.viewport
        cols = ceil((x1 - x0) / (right - left))
        rows = ceil((y1 - y0) / (bottom - top))
        xs = np.linspace(x0, x1, cols + 1).astype(int).tolist()
        ys = np.linspace(y0, y1, rows + 1).astype(int).tolist()
        for row in range(rows):
            for col in range(cols):
                yield xs[col], ys[row], xs[col + 1], ys[row + 1]

    def _stitch_shots(self, shots: list[tuple[Image, Spot]]) -> None:
        """Paste pictures of the viewport into the panorama, each pixel from the one where it is
        farthest from an edge.

        Banners that do not scroll are at the edges of the window.
        """
        left, top, right, bottom = self.viewport
        down = _count_to_edges(bottom - top)
        across = _count_to_edges(right - left)
        inside = np.minimum(down[:, None], across[None, :])
        best = np.zeros(self.image.shape[:2], np.int64)
        for shot, at in shots:
            x0, y0, x1, y1 = _move_box(self.viewport, at)
            place = np.s_[y0:y1, x0:x1]
            nearer = inside > best[place]
            self.image[place][nearer] = shot[nearer]
            best[place][nearer] = inside[nearer]

    def _find_viewport(self) -> Box:
        """Return the part of the window that the wheel scrolls."""
        window = self._screen.take_screenshot().image
        near = self._find_surroundings(window)
        self._seen = part(window, near)
        moves: list[tuple[Image, Image, Spot]] = []
        for right, down in WAYS:
            moved = self._try_wheel(right * FIRST_PX, down * FIRST_PX, near)
            if moved != (0, 0):
                before = window
                window = self._screen.take_screenshot().image
                moves.append((before, window, moved))
        if not moves:
            raise BoardCutOff("the board is cut off, and nothing scrolls", hint=CUT_OFF_HINT)
        aside = len({bool(x) for _, _, (x, _) in moves}) == 1
        boxes = [
            _find_moving_part(before, after, moved, aside=aside) for before, after, moved in moves
        ]
        return join_boxes(boxes)

    def _begin_at(self, viewport: Box) -> None:
        """Turn the wheel in the middle of the viewport from now on."""
        left, top, right, bottom = viewport
        self._spot = (left + right) // 2, (top + bottom) // 2
        self._seen = part(self._screen.take_screenshot().image, viewport)

    def _try_wheel(self, right: int, down: int, near: Box) -> Spot:
        """Turn the wheel a little, and return how far (x, y) the surroundings of the spot have
        scrolled.

        Raises WheelZooms if they became larger or smaller instead, after turning the wheel back.
        """
        before = self._seen
        moved = (0, 0)
        try:
            moved = self._scroll_by(right, down, near, AROUND)
            return moved
        finally:
            if is_zoomed(before, self._seen, moved):
                self._turn_wheel(-right, -down, self._seen, near)
                raise WheelZooms(
                    "the board is cut off, and the mouse wheel zooms it", hint=CUT_OFF_HINT
                )

    def _find_surroundings(self, window: Image) -> Box:
        """Return the surroundings of the spot, large enough to show anything that can be seen to
        scroll."""
        x, y = self._spot
        height, width = window.shape[:2]
        reach = REACH_PX
        while True:
            left = max(0, x - reach)
            top = max(0, y - reach)
            near = (left, top, min(width, x + reach), min(height, y + reach))
            seen = part(window, near)
            if (seen != seen[0, 0]).any() or near == (0, 0, width, height):
                return near
            reach *= 2

    def _scan_area(self) -> Iterator[tuple[Image, Spot]]:
        """Scroll to the upper left end, then over everything; yield the pictures on the way with
        ``at`` of each."""
        left, top, right, bottom = self.viewport
        across = round(STEP * (right - left))
        down = round(STEP * (bottom - top))
        for _ in self._scroll_to_end(-across, 0):
            pass
        for _ in self._scroll_to_end(0, -down):
            pass
        for _ in chain([None], self._scroll_to_end(0, down)):
            yield self._seen, self.at
            for _ in self._scroll_to_end(across, 0):
                yield self._seen, self.at
            across = -across

    def _scroll_to_end(self, right: int, down: int) -> Iterator[None]:
        """Scroll on to the end, and not one step more: that would scroll the page around it."""
        for _ in range(MOST_STEPS):
            moved = self._scroll_by(right, down, self.viewport)
            if moved != (0, 0):
                yield
            if moved != (right, down):
                return

    def _scroll_by(self, right: int, down: int, where: Box, most: float = MISPLACED) -> Spot:
        """Turn the wheel, and return how far (x, y) a box of the window has scrolled; less at the
        end."""
        before = self._seen
        self._seen = self._turn_wheel(right, down, before, where)
        likely = self._list_likely_distances(right, down)
        moved = _measure_shift(before, self._seen, right, down, likely, most)
        if moved != (right, down):  # the end, or a page that is slow to scroll
            self._screen.page.wait_for_timeout(STARTS_S * 1000)
            self._seen = self._screen.wait_until_still(where, timeout_s=1.0)[0]
            moved = _measure_shift(before, self._seen, right, down, likely, most)
        self.at = self.at[0] + moved[0], self.at[1] + moved[1]
        self._positions.append(self.at)
        return moved

    def _list_likely_distances(self, right: int, down: int) -> list[int]:
        """Return the likely distances: all of it, none, or to where a row or column of pictures
        ended before."""
        axis = 0 if right else 1
        far = right or down
        likely = [abs(far), 0]
        for at in self._positions:
            way = at[axis] - self.at[axis]
            if 0 < abs(way) < abs(far) and (way > 0) == (far > 0):
                likely.append(abs(way))
        return likely

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


def _measure_shift(
    before: Image, after: Image, right: int, down: int, likely: list[int], most: float
) -> Spot:
    """Return how far (x, y) a picture scrolled, at most as far as the wheel; raises BoardCutOff if
    it did not."""
    if before.shape != after.shape or not differs(before, after).any():
        return 0, 0
    # Measured as if it had scrolled down or right, along the first axis.
    is_back = right + down < 0
    far = abs(right or down)
    old = _lay_along(before, is_aside=bool(right), is_back=is_back)
    new = _lay_along(after, is_aside=bool(right), is_back=is_back)
    kept = new[:-far]
    ways = cv2.matchTemplate(old, kept, cv2.TM_SQDIFF).ravel() / kept.size
    # A board looks much the same one cell further on.
    least = ways.min()
    fits = (way for way in likely if ways[way] <= least + (EQUAL_MATCH if way else STAYED))
    way = next(fits, int(ways.argmin()))
    if differs(kept, old[way : way + len(kept)]).mean() >= most:
        raise BoardCutOff(
            "the board is cut off, and the wheel does not scroll it", hint=CUT_OFF_HINT
        )
    moved = -way if is_back else way
    return (moved, 0) if right else (0, moved)


def _lay_along(picture: Image, *, is_aside: bool, is_back: bool) -> Image:
    """Return a picture with the direction in which it scrolls downwards."""
    laid = picture.transpose(1, 0, 2) if is_aside else picture
    return np.ascontiguousarray(laid[::-1] if is_back else laid)


def is_zoomed(before: Image, after: Image, moved: Spot = (0, 0)) -> bool:
    """Return True if the middle of a picture is found larger or smaller in a later one, and not in
    its own size.

    ``moved`` is how far (x, y) the picture seems to have scrolled.
    """
    if before.shape != after.shape or not differs(before, after).any():
        return False
    old = _smooth_grey(before)
    new = _smooth_grey(after)
    x, y = moved
    height, width = old.shape
    left = width // 4
    top = height // 4
    right = width - left
    bottom = height - top
    middle = old[top:bottom, left:right]

    def measure_distance(scale: float, pattern: Image = middle) -> float:
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        scaled = cv2.resize(pattern, None, fx=scale, fy=scale, interpolation=how)
        return float(cv2.matchTemplate(new, scaled, cv2.TM_SQDIFF).min()) / scaled.size

    # Content that has scrolled out of a small part of the page is not found in any size.
    rest = old[top + max(0, y) : bottom + min(0, y), left + max(0, x) : right + min(0, x)]
    unscaled = min(measure_distance(1.0), measure_distance(1.0, rest))
    return unscaled > EQUAL_MATCH and min(map(measure_distance, SCALES)) < ZOOMED * unscaled


def _smooth_grey(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.GaussianBlur(grey, (0, 0), SMOOTH_PX), np.uint8)


def _find_moving_part(before: Image, after: Image, moved: Spot, *, aside: bool) -> Box:
    """Return the part of the window that scrolled; ``aside`` includes plain pixels beside it that
    may have scrolled."""
    x, y = moved
    height, width = after.shape[:2]
    here = np.s_[max(0, -y) : height - max(0, y), max(0, -x) : width - max(0, x)]
    there = np.s_[max(0, y) : height + min(0, y), max(0, x) : width + min(0, x)]
    is_same = ~differs(after[here], before[there])
    came = np.zeros((height, width), np.bool_)
    came[here] = is_same
    left = np.zeros((height, width), np.bool_)
    left[there] = is_same
    changed = differs(before, after)
    x0, y0, x1, y1 = join_boxes(_find_scrolled_parts(changed, changed & (came | left)))
    if x0 == x1:
        raise BoardCutOff(
            "the board is cut off, and the wheel does not scroll it", hint=CUT_OFF_HINT
        )
    # Content that scrolls up came from below at the upper edge, and left upwards at the lower one.
    first = came if x + y > 0 else left
    last = left if x + y > 0 else came
    if y or aside:
        cols = slice(x0 + max(0, -x), x1 - max(0, x))
        y0 = _widen_part(first[:, cols], y0)
        y1 = height - _widen_part(last[::-1, cols], height - y1)
    if x or aside:
        rows = slice(y0 + max(0, -y), y1 - max(0, y))
        x0 = _widen_part(first[rows].T, x0)
        x1 = width - _widen_part(last[rows, ::-1].T, width - x1)
    return x0, y0, x1, y1


def _widen_part(may_have_moved: Bools, edge: int) -> int:
    """Return the first row of a part with the rows before it included that may have moved too."""
    first = edge
    while first > max(0, edge - BESIDE_PX) and may_have_moved[first - 1].all():
        first -= 1
    return first


def _find_scrolled_parts(changed: Bools, went: Bools) -> Iterator[Box]:
    """Yield the parts of the window whose changes ``went`` along with the scrolling, unlike an
    animation."""
    # The margin prevents changes close to the window's edge from growing up to it.
    grown = morph(np.pad(changed.astype(np.uint8), NEAR_PX), cv2.MORPH_CLOSE, (NEAR_PX, NEAR_PX))
    for x, y, width, height, _ in find_components(grown)[1][1:].tolist():
        box = x - NEAR_PX, y - NEAR_PX, x - NEAR_PX + width, y - NEAR_PX + height
        if part(went, box).sum() >= LEAST_SCROLLED * part(changed, box).sum():
            yield box


def join_boxes(boxes: Iterable[Box]) -> Box:
    """Return the box round all boxes; an empty one if there are none."""
    every = list(boxes) or [(0, 0, 0, 0)]
    lefts, tops, rights, bottoms = zip(*every, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _move_box(box: Box, by: Spot) -> Box:
    """Return a box that is moved by (x, y)."""
    x, y = by
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def _count_to_edges(size: int) -> npt.NDArray[np.int64]:
    """Return for each of so many pixels in a row how many there are to the nearer end."""
    return np.minimum(np.arange(1, size + 1), np.arange(size, 0, -1))


def _find_ground(shots: list[Image]) -> Pixel:
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
