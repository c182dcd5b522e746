"""Screenshot and mouse of one page, in CSS px: what a person sees and does, and nothing else."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot
from time import monotonic
from typing import Any, Final, Literal, TypeAlias, TypeVar

import numpy as np
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import FloatRect, Page

from vision.image import Image, load_image

T = TypeVar("T")
Box: TypeAlias = tuple[int, int, int, int]
"""(x0, y0, x1, y1) in CSS px."""
Button: TypeAlias = Literal["left", "right"]

CORNER: Final = (1, 1)
"""Where the mouse rests (x, y) as long as nothing is known of the page."""
STEP_MS: Final = 40
GLANCE_MS: Final = 45
"""What the mouse takes to come to a cell, and a glance at it: three frames of the browser."""
MOST_GLANCES: Final = 9
"""How many glances at what never stands still are put together."""
DOUBLE_S: Final = 0.4
"""Two presses on a spot that are less apart are a double click to pages that time them."""
NEAR_PX: Final = 8
FIRST_TRY_MS: Final = 1000
MARGIN_PX: Final = 300
"""Room below a board for what sticks to the lower edge of the window."""
LARGEST_PX: Final = 4000


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A picture of the window or of the whole page.

    ``image`` is (H, W, 3) uint8 BGR, one pixel per CSS px; ``origin`` is the (x, y) of its upper left corner
    on the page. A pixel (x, y) of a picture of the window is where the mouse has to go.
    """

    image: Image
    origin: tuple[float, float]


class Screen:
    """The window of a page.

    ``pace_ms`` is the least and the most time between two presses; ``rest`` is where the mouse is parked (x, y), so
    that no cell is drawn as hovered.
    """

    def __init__(self, page: Page, pace_ms: tuple[float, float] = (30, 80)) -> None:
        self.page = page
        self.pace_ms = pace_ms
        self.rest = CORNER
        self.presses = 0
        self._due = self._pressed_at = 0.0
        self._pressed: tuple[float, float] | None = None
        self._hovered: tuple[float, float] | None = None
        self._has_crashed = False
        page.on("crash", self._crash)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the window in CSS px."""
        width, height = self._ask("() => [innerWidth, innerHeight]")
        return width, height

    @property
    def page_size(self) -> tuple[int, int]:
        """(width, height) in CSS px of all there is to scroll to."""
        width, height = self._ask("() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
        return width, height

    def look(self, *, whole_page: bool = False) -> Screenshot:
        """Park the mouse and take a picture of the window, or of the whole page."""
        self.park()
        origin = (0.0, 0.0) if whole_page else self._scroll_offset()
        return Screenshot(self._capture(whole_page=whole_page), origin)

    def glance(self, box: Box) -> Image:
        """A picture of a part of the window, as it is: quick, and the mouse stays where it is.

        Of a box that reaches beyond the window it is the part inside, which may be empty.
        """
        x0, y0, x1, y1 = box
        try:
            return self._capture(clip={"x": x0, "y": y0, "width": x1 - x0, "height": y1 - y0})
        except PlaywrightError:
            width, height = self.size
            if x0 < width and y0 < height:
                raise
            return np.empty((0, 0, 3), np.uint8)

    def wait_until_still(
        self, box: Box | None = None, *, seen: Image | None = None, timeout_s: float = 3.0
    ) -> tuple[Image, bool]:
        """Glance at the box (or window) until two pictures in a row are the same.

        The last picture, or what lasts in the last of them where they never are, and whether they came to be the
        same. ``seen`` is a picture of it that was taken before.
        """
        self.park()
        box = box or (0, 0, *self.size)
        since = monotonic()
        deadline = since + timeout_s
        glances = [now := self.glance(box)]
        while not (still := seen is not None and np.array_equal(seen, now)) and monotonic() < deadline:
            self._wait_until(since + STEP_MS / 1000)
            seen, since, now = now, monotonic(), self.glance(box)
            glances.append(now)
        return now if still else _lasting(glances), still

    def park(self) -> None:
        """Move the mouse away."""
        self._hovered = None
        self.page.mouse.move(*self.rest)

    def hover(self, x: float, y: float) -> None:
        """Bring the mouse to a spot, where it is for the press that follows."""
        self.page.mouse.move(x, y)
        self._hovered = x, y

    def press(self, x: float, y: float, button: Button = "left") -> None:
        """Press and release on one spot, at a person's pace."""
        self.drag([(x, y)], button)

    def press_twice(self, x: float, y: float) -> None:
        """A double click."""
        self._at_pace((x, y))
        self.page.mouse.dblclick(x, y)
        self._has_pressed()

    def drag(self, path: Sequence[tuple[float, float]], button: Button = "left") -> None:
        """Press on the first (x, y), move over the others, release on the last."""
        self._at_pace(path[0])
        mouse = self.page.mouse
        if path[0] != self._hovered:
            mouse.move(*path[0])
        self._hovered = None
        mouse.down(button=button)
        for x, y in path[1:]:
            mouse.move(x, y, steps=4)
        mouse.up(button=button)
        self._has_pressed()

    def keep_pace(self, spare_ms: float = 0) -> None:
        """Wait until the next press is due, or until so long before."""
        self._wait_until(self._due - spare_ms / 1000)

    def turn_wheel(self, spot: tuple[float, float], right: float, down: float) -> None:
        """Scroll what lies under a spot (x, y) by so many px, then park the mouse again.

        A wheel that is turned on to the left where nothing is left to scroll would go back to the page before.
        """
        self._ask("() => { document.documentElement.style.overscrollBehavior = 'none' }")
        self.page.mouse.move(*spot)
        self.page.mouse.wheel(right, down)
        self.park()

    def scroll_to(self, box: Box) -> None:
        """Bring a box (in px of the page) to the middle of the window, and wait until all stands still."""
        width, height = self.size
        x0, y0, x1, y1 = box
        left, top = (x0 + x1 - width) / 2, (y0 + y1 - height) / 2
        self._ask("([left, top]) => scrollTo({left, top, behavior: 'instant'})", [left, top])
        self.wait_until_still(timeout_s=1.0)

    def enlarge_to(self, box: Box) -> None:
        """Make a window that is ours large enough for a box (in px of the page), its right and lower edges."""
        now = self.page.viewport_size
        if now is None:
            return
        width, height = max(now["width"], box[2]), max(now["height"], box[3] + MARGIN_PX)
        self.page.set_viewport_size({"width": min(width, LARGEST_PX), "height": min(height, LARGEST_PX)})
        self.scroll_to((0, 0, 0, 0))

    def _has_pressed(self) -> None:
        self.presses += 1
        self._pressed_at = monotonic()
        self._due = self._pressed_at + random.uniform(*self.pace_ms) / 1000

    def _wait_until(self, moment: float) -> None:
        wait_ms = (moment - monotonic()) * 1000
        if wait_ms > 0:
            self.page.wait_for_timeout(wait_ms)

    def _scroll_offset(self) -> tuple[float, float]:
        x, y = self._ask("() => [scrollX, scrollY]")
        return x, y

    def _crash(self, _: Page) -> None:
        self._has_crashed = True

    def _at_pace(self, spot: tuple[float, float]) -> None:
        """Wait for the next press; a second one on the same spot must not pass for a double click."""
        self.keep_pace()
        if self._pressed and hypot(spot[0] - self._pressed[0], spot[1] - self._pressed[1]) < NEAR_PX:
            self._wait_until(self._pressed_at + DOUBLE_S)
        self._pressed = spot

    def _capture(self, *, whole_page: bool = False, clip: FloatRect | None = None) -> Image:
        # The caret is left alone too: hiding it would change the page.
        part: dict[str, Any] = {"clip": clip} if clip else {"full_page": whole_page}
        shoot = partial(self.page.screenshot, scale="css", animations="allow", caret="initial", **part)
        image = load_image(self._patiently(lambda timeout_ms: shoot(timeout=timeout_ms)))
        image.setflags(write=False)  # what is measured in it is kept then: vision.image_cache
        return image

    def _ask(self, script: str, argument: object = None) -> Any:
        return self._patiently(lambda _: self.page.evaluate(script, argument))

    def _patiently(self, ask: Callable[[float], T]) -> T:
        """Ask the page, and again if it fails: a page that is replaced at this very moment never answers.

        Each time is given longer than the last.
        """
        for attempt in range(4):
            try:
                return ask(FIRST_TRY_MS * 2**attempt)
            except PlaywrightError:
                if self.page.is_closed() or self._has_crashed:
                    raise
                self.page.wait_for_timeout(STEP_MS)
        return ask(FIRST_TRY_MS * 2**4)


def _lasting(glances: Sequence[Image]) -> Image:
    """What most of the last glances show: what sweeps over a part of the page, or rocks, is in few of them."""
    alike = [glance for glance in glances[-MOST_GLANCES:] if glance.shape == glances[-1].shape]
    return np.asarray(np.median(alike, axis=0), np.uint8)
