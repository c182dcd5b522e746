"""Takes pictures of a page as quickly as its browser gives them."""

from __future__ import annotations

from base64 import b64decode
from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import CDPSession, FloatRect, Frame, Page
from playwright.sync_api import Error as PlaywrightError

PNG_SIZE: Final = slice(16, 24)
"""Bytes of a PNG file with its width and height."""


class Camera:
    """Camera of one page, whose pictures are PNG files with one pixel per CSS px.

    Chromium is asked for the part of the window that is wanted, in a file that is not compressed much. Playwright takes
    twice the time, and three times on a page with a photograph as its background: it compresses each picture well, and
    asks all frames of the page first. It takes the pictures of other browsers, of whole pages and of zoomed windows.

    A question that is open while the page is replaced would never be answered, so each document has a session of its
    own, which ends with it.
    """

    def __init__(self, page: Page) -> None:
        self._page = page
        browser = page.context.browser
        self._is_quick = browser is None or browser.browser_type.name == "chromium"
        self._session: CDPSession | None = None
        page.on("framenavigated", self._on_navigation)

    def shoot(self, clip: FloatRect | None = None, *, whole_page: bool = False, timeout_ms: float) -> bytes:
        """Return a picture of a part of the window, of the whole window, or of the whole page.

        What lies beyond the window is left out. Raises Playwright's Error if the part lies beyond it altogether, or the
        page is just being replaced; ``timeout_ms`` limits what Playwright is asked for.
        """
        if self._is_quick and not whole_page and (picture := self._shoot_quickly(clip)):
            return picture
        part: dict[str, Any] = {"clip": clip} if clip else {"full_page": whole_page}
        return self._page.screenshot(scale="css", animations="allow", caret="initial", timeout=timeout_ms, **part)

    def _shoot_quickly(self, clip: FloatRect | None) -> bytes | None:
        """Return the picture as Chromium gives it; None if that is not one pixel per CSS px, or there is no part."""
        session = self._session = self._session or self._page.context.new_cdp_session(self._page)
        window = session.send("Page.getLayoutMetrics")["cssVisualViewport"]
        size = self._page.viewport_size or {"width": window["clientWidth"], "height": window["clientHeight"]}
        wanted = clip or FloatRect(x=0, y=0, **size)
        x0, y0 = max(0, wanted["x"]), max(0, wanted["y"])
        width = min(size["width"], wanted["x"] + wanted["width"]) - x0
        height = min(size["height"], wanted["y"] + wanted["height"]) - y0
        if window["scale"] != 1 or width <= 0 or height <= 0:
            return None
        part = {"x": window["pageX"] + x0, "y": window["pageY"] + y0, "width": width, "height": height, "scale": 1}
        answer = session.send("Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, "clip": part})
        picture = b64decode(answer["data"])
        self._is_quick = (width, height) == tuple(
            int.from_bytes(picture[at : at + 4]) for at in range(PNG_SIZE.start, PNG_SIZE.stop, 4)
        )
        return picture if self._is_quick else None

    def _on_navigation(self, frame: Frame) -> None:
        if frame.parent_frame is None and self._session:
            session, self._session = self._session, None
            with suppress(PlaywrightError):
                session.detach()
