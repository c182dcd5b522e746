"""Screenshots and mouse of one page, in CSS px: only what a person sees and does."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from math import dist
from time import monotonic
from typing import Any, Final, Literal, TypeAlias, TypeVar

import numpy as np
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import FloatRect, Frame, JSHandle, Page

from autoplay.browser.controls import frame_origin
from autoplay.browser.timeline import Timeline
from autoplay.browser.wait import LOOK_MS, PACE_MS, wait_until
from vision.files.loading import load_image
from vision.image import Image
from vision.reading import Box

T = TypeVar("T")
Spot: TypeAlias = tuple[int, int]
Button: TypeAlias = Literal["left", "right"]

CORNER: Final = (1, 1)
"""Position (x, y) of the parked mouse before the board is found."""
CAPTURE_MS: Final = 45
"""Duration of moving the mouse to a cell and capturing it: three frames of the browser."""
RESTLESS_S: Final = 0.6
"""Maximum time to wait for something to stand still that did not do so the last time: enough for
MAX_CAPTURES."""
MAX_CAPTURES: Final = 9
"""Number of captures of something that never stands still that are combined."""
DOUBLE_S: Final = 0.4
"""Two presses on one spot within this time are a double click to pages that measure it."""
SAME_SPOT_PX: Final = 8
"""Two presses nearer to each other than this are on one spot."""
FIRST_TRY_MS: Final = 1000
"""Time limit of the first of several tries to reach the page."""
MARGIN_PX: Final = 300
"""Room below a board for banners at the lower edge of the window."""
FIND_SCROLLING: Final = """() => {
  const page = document.scrollingElement
  const found = page ? [page] : []
  const visit = (root) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) visit(element.shadowRoot)
      if (element !== page) found.push(element)
    }
  }
  visit(document)
  return found.filter((element) => {
    if (!element.clientWidth) return false
    const isWide = element.scrollWidth > element.clientWidth + 1
    const isHigh = element.scrollHeight > element.clientHeight + 1
    if (element === page || !(isWide || isHigh)) return isWide || isHigh
    const { overflowX, overflowY } = getComputedStyle(element)
    return isWide && /auto|scroll/.test(overflowX) || isHigh && /auto|scroll/.test(overflowY)
  })
}"""
"""Script returning the elements of a document that can be scrolled; its own one is the first.

A part that hides what is beside it does not scroll there."""
LOCATE: Final = """(elements) => elements.map((element) => {
  const isPage = element === document.scrollingElement
  const { left, top } = isPage ? { left: 0, top: 0 } : element.getBoundingClientRect()
  const x = left + element.clientLeft
  const y = top + element.clientTop
  const box = [
    Math.ceil(Math.max(x, 0)), Math.ceil(Math.max(y, 0)),
    Math.floor(Math.min(x + element.clientWidth, innerWidth)),
    Math.floor(Math.min(y + element.clientHeight, innerHeight)),
  ]
  return [isPage, box, [Math.round(element.scrollLeft), Math.round(element.scrollTop)]]
})"""
"""Script returning, for each element, true if it is the whole document, the box (x0, y0, x1, y1) in
which its window shows it, and how far (x, y) it is scrolled."""
SCROLL: Final = """(elements, [number, left, top]) => {
  const element = elements[number]
  const near = { block: 'nearest', inline: 'nearest', behavior: 'instant' }
  if (element !== document.scrollingElement) element.scrollIntoView(near)
  element.scrollTo({ left, top, behavior: 'instant' })
}"""
ENLARGED: Final = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement
  return [Math.max(2 * innerWidth, scrollWidth), Math.max(2 * innerHeight, scrollHeight)]
}"""
"""Script returning the width and height of a window that is enlarged."""
LARGEST_PX: Final = 4000
"""Largest width and height of a window that is enlarged."""


class ScrollingPart:
    """Part of a page that can be scrolled.

    ``box`` is what the window shows of it, ``offset`` how far (x, y) it is scrolled, and
    ``is_document`` True if it is the whole document of its frame.
    """

    def __init__(self, frame: Frame, elements: JSHandle, number: int) -> None:
        self.is_document: bool
        self.box: Box
        self.offset: Spot
        self._frame = frame
        self._elements = elements
        self._number = number
        self.update()

    @property
    def area(self) -> int:
        """Area that the window shows, in px; 0 if it shows nothing."""
        left, top, right, bottom = self.box
        return max(0, right - left) * max(0, bottom - top)

    def scroll_to(self, offset: Spot) -> None:
        """Scroll to an offset, as far as that goes."""
        left, top = offset
        self._elements.evaluate(SCROLL, [self._number, left, top])
        self.update()

    def update(self) -> None:
        """Ask where it is by now."""
        self.is_document, box, offset = self._elements.evaluate(LOCATE)[self._number]
        x, y = frame_origin(self._frame)
        self.box = (box[0] + x, box[1] + y, box[2] + x, box[3] + y)
        self.offset = (offset[0], offset[1])


class Screen:
    """Window of a page.

    ``pace_ms`` is the least and the most time between two presses; ``rest`` is where the mouse is
    parked (x, y), because pages draw the cell under it differently. ``pressed_at`` is the time of
    the last press by `time.monotonic`, ``timeline`` says where the time goes.
    """

    def __init__(
        self, page: Page, pace_ms: tuple[float, float] = PACE_MS, timeline: Timeline | None = None
    ) -> None:
        self.page = page
        self.pace_ms = pace_ms
        self.timeline = timeline or Timeline()
        self.rest = CORNER
        self.pressed_at = 0.0
        self._due = 0.0
        self._pressed: tuple[float, float] | None = None
        self._hovered: tuple[float, float] | None = None
        self._is_restless = False
        self._last: tuple[bytes, Image] = b"", np.empty((0, 0, 3), np.uint8)
        self._has_crashed = False
        page.on("crash", self._on_crash)

    @property
    def presses(self) -> int:
        """Number of presses that were made."""
        return self.timeline.presses

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window in CSS px."""
        width, height = self._evaluate("() => [innerWidth, innerHeight]")
        return width, height

    def scrolling_parts(self, *, with_page: bool = False) -> list[ScrollingPart]:
        """Return the parts of the page that can be scrolled, the largest first; the page as a whole
        only if that is wanted."""
        found: list[ScrollingPart] = []
        for frame in self.page.frames:
            with suppress(PlaywrightError):  # of a frame that has gone
                for part in _list_parts(frame):
                    is_page = frame == self.page.main_frame and part.is_document
                    if part.area > 0 and (with_page or not is_page):
                        found.append(part)
        return sorted(found, key=lambda part: -part.area)

    def take_screenshot(self, *, whole_page: bool = False) -> Image:
        """Park the mouse and take a picture of the window, or of the whole page: (H, W, 3) uint8
        BGR, one pixel per CSS px.

        A pixel (x, y) of a picture of the window is where the mouse has to click.
        """
        self.park()
        return self._shoot(whole_page=whole_page)

    def capture(self, box: Box) -> Image:
        """Take a picture of a part of the window quickly; the mouse stays where it is.

        Only the part of the box inside the window is returned, which may be empty.
        """
        x0, y0, x1, y1 = box
        if x0 >= x1 or y0 >= y1:
            return np.empty((0, 0, 3), np.uint8)
        try:
            return self._shoot(clip={"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0})
        except PlaywrightError:
            width, height = self.size
            if x0 < width and y0 < height:
                raise
            return np.empty((0, 0, 3), np.uint8)

    def wait_until_still(
        self, box: Box | None = None, *, seen: Image | None = None, timeout_s: float = 3.0
    ) -> tuple[Image, bool]:
        """Capture the box (or window) until two pictures in a row are the same.

        Return (picture, True), or (median of the last pictures, False) if no two were the same in
        time. ``seen`` is a picture of the box that was taken before. What did not stand still the
        last time is waited for only briefly.
        """
        self.park()
        width, height = self.size
        area = box or (0, 0, width, height)
        timeout_s = min(timeout_s, RESTLESS_S) if self._is_restless else timeout_s
        captures: list[Image] = []
        began_at = 0.0

        def is_same_again() -> bool:
            nonlocal began_at
            if captures:  # a capture begins LOOK_MS after the one before it began
                self._pause_until(began_at + LOOK_MS / 1000)
            before = captures[-1] if captures else seen
            began_at = monotonic()
            captures.append(self.capture(area))
            return before is not None and np.array_equal(before, captures[-1])

        with self.timeline.measure("stillness"):
            is_still = wait_until(self.page, is_same_again, timeout_s, pause_ms=0)
        self._is_restless = not is_still
        return captures[-1] if is_still else _median(captures), is_still

    def park(self) -> None:
        """Move the mouse away."""
        self._hovered = None
        with self.timeline.measure("mouse"):
            x, y = self.rest
            self.page.mouse.move(x, y)

    def hover(self, x: float, y: float) -> None:
        """Move the mouse to the spot of the press that follows."""
        with self.timeline.measure("mouse"):
            self.page.mouse.move(x, y)
        self._hovered = x, y

    def press(self, x: float, y: float, button: Button = "left") -> None:
        """Press and release on one spot as soon as the pace allows it."""
        with self._press((x, y)):
            if self._hovered == (x, y):
                self.page.mouse.down(button=button)
                self.page.mouse.up(button=button)
            else:
                self.page.mouse.click(x, y, button=button)

    def press_twice(self, x: float, y: float) -> None:
        """Double-click on a spot."""
        with self._press((x, y)):
            self.page.mouse.dblclick(x, y)

    def drag(
        self, path: Sequence[tuple[float, float]], button: Button = "left", *, hold_ms: float = 0
    ) -> None:
        """Press on the first (x, y), move over the others after a while, release on the last."""
        first_x, first_y = path[0]
        with self._press(path[0]):
            if self._hovered != path[0]:
                self.page.mouse.move(first_x, first_y)
            self.page.mouse.down(button=button)
            if hold_ms:
                self.page.wait_for_timeout(hold_ms)
            for x, y in path[1:]:
                self.page.mouse.move(x, y, steps=4)
            self.page.mouse.up(button=button)

    @property
    def due_s(self) -> float:
        """Seconds until the pace allows the next press; 0 if it does."""
        return max(0.0, self._due - monotonic())

    def keep_pace(self, spare_ms: float = 0) -> None:
        """Wait until ``spare_ms`` before the next press is due."""
        with self.timeline.measure("pace"):
            self._pause_until(self._due - spare_ms / 1000)

    def scroll_to(self, box: Box) -> Spot:
        """Scroll a box (in px of the page) to the middle of the window, and wait until the window
        stands still; return the (x, y) in the page of the window's upper left corner."""
        width, height = self.size
        x0, y0, x1, y1 = box
        left = (x0 + x1 - width) / 2
        top = (y0 + y1 - height) / 2
        self._evaluate("([left, top]) => scrollTo({left, top, behavior: 'instant'})", [left, top])
        self.wait_until_still(timeout_s=1.0)
        x, y = self._evaluate("() => [scrollX, scrollY]")
        return round(x), round(y)

    def enlarge(self) -> None:
        """Enlarge a window of our own to twice its size, and to the whole page if that is
        larger."""
        width, height = self._evaluate(ENLARGED)
        self.page.set_viewport_size(
            {"width": min(width, LARGEST_PX), "height": min(height + MARGIN_PX, LARGEST_PX)}
        )
        self.scroll_to((0, 0, 0, 0))

    @contextmanager
    def _press(self, spot: tuple[float, float]) -> Iterator[None]:
        """Wait until a press on the spot is due, and long enough not to double-click there; the
        block makes it."""
        self.keep_pace()
        if self._pressed and dist(spot, self._pressed) < SAME_SPOT_PX:
            with self.timeline.measure("double_click"):
                self._pause_until(self.pressed_at + DOUBLE_S)
        self._pressed = spot
        with self.timeline.measure("mouse"):
            yield
        self._hovered = None
        self.pressed_at = monotonic()
        least_ms, most_ms = self.pace_ms
        self._due = self.pressed_at + random.uniform(least_ms, most_ms) / 1000
        self.timeline.count_press()

    def _pause_until(self, moment: float) -> None:
        wait_ms = (moment - monotonic()) * 1000
        if wait_ms > 0:
            self.page.wait_for_timeout(wait_ms)

    def _on_crash(self, _: Page) -> None:
        self._has_crashed = True

    def _shoot(self, *, whole_page: bool = False, clip: FloatRect | None = None) -> Image:
        # The caret is left alone too: hiding it would change the page.
        shoot = partial(self.page.screenshot, scale="css", animations="allow", caret="initial")
        with self.timeline.measure("screenshot"):
            data = self._retry(lambda ms: shoot(clip=clip, full_page=whole_page, timeout=ms))
        if data != self._last[0]:
            with self.timeline.measure("decoding"):
                image = load_image(data)
            image.setflags(write=False)  # so that vision.image may cache what is measured in it
            self._last = data, image
        return self._last[1]

    def _evaluate(self, script: str, argument: object = None) -> Any:
        return self._retry(lambda _: self.page.evaluate(script, argument))

    def _retry(self, call: Callable[[float], T]) -> T:
        """Call the page with a time limit in ms, and again if that fails: one that is being
        replaced never answers.

        Each try may take longer than the one before.
        """
        for attempt in range(4):
            try:
                return call(FIRST_TRY_MS * 2**attempt)
            except PlaywrightError:
                if self.page.is_closed() or self._has_crashed:
                    raise
                self.page.wait_for_timeout(LOOK_MS)
        return call(FIRST_TRY_MS * 2**4)


def _list_parts(frame: Frame) -> Iterator[ScrollingPart]:
    elements = frame.evaluate_handle(FIND_SCROLLING)
    for number in range(elements.evaluate("(elements) => elements.length")):
        yield ScrollingPart(frame, elements, number)


def _median(captures: Sequence[Image]) -> Image:
    """Return what most of the last captures show, without what sweeps over a part of the page or
    rocks."""
    same_size = [
        capture for capture in captures[-MAX_CAPTURES:] if capture.shape == captures[-1].shape
    ]
    return np.asarray(np.median(same_size, axis=0), np.uint8)
