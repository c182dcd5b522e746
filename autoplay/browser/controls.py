"""Buttons and links of a page, found by what they say and pressed as a person would."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame, Locator, Page

PRESS_MS: Final = 2000
"""Time for which a control may be covered or moving before it is left alone."""
MOST_LETTERS: Final = 40
"""Maximum length of the label of a control; what is longer is text that can be clicked."""
SELECTOR: Final = (
    "button, a, [role=button], [role=link], [role=tab], [role=radio], [onclick], summary, label, "
    "input[type=button], input[type=submit], input[type=reset], input[type=image], div, span, li, p, td, img, svg"
)
LABELS: Final = r"""(elements, most) => elements.map((element) => {
  const label = () => {
    // An icon of a font has its name as text, such as "sports_esports".
    const isName = (word) => /^[a-z]+(_[a-z]+)+$/.test(word)
    const words = (element.innerText ?? '').split(/\s+/).filter((word) => word && !isName(word))
    const shown = element.matches('input') ? element.value : ''  // the value of another element is not shown
    const text = words.join(' ') || shown || element.getAttribute('aria-label')
      || element.title || element.alt || element.querySelector?.('img[alt]')?.alt || ''
    return String(text).replace(/\s+/g, ' ').trim()
  }
  const isControl = element.matches(
    'button, a[href], a[onclick], [role=button], [role=link], [onclick], summary, input:not([type=text])')
  const isPointed = () => getComputedStyle(element).cursor === 'pointer'
    && (!element.parentElement || getComputedStyle(element.parentElement).cursor !== 'pointer')
  if (!(isControl || isPointed())) return null
  const { width, height, right, bottom } = element.getBoundingClientRect()
  const how = { opacityProperty: true, visibilityProperty: true, checkOpacity: true, checkVisibilityCSS: true }
  const shows = width * height > 0 && right + scrollX > 0 && bottom + scrollY > 0
    && (element.checkVisibility?.(how) ?? true)
  const isOff = element.disabled || element.getAttribute('aria-disabled') === 'true'
  if (!shows || isOff) return null
  const text = label()
  const leaves = element.matches('a[target=_blank]') || element.closest('[download]') !== null
  const asked = ['input:not([type])', 'input[type=text]', 'input[type=email]']
  const fields = asked.map((field) => `${field}:not([readonly], [disabled])`)  // a clock is read, not filled in
  const submits = element.form?.querySelector(fields.join()) ?? null
  return text && text.length <= most ? [text, element.href ?? '', leaves || submits !== null] : null
})"""
"""Script returning, for each element, [label, address of a link, True if it is not for playing]; null if it is not a
visible control."""


@dataclass(frozen=True)
class Control:
    """Control of a page: what it says, and how to press it."""

    label: str
    locator: Locator

    def press(self) -> bool:
        """Press it with the mouse; return False if it is covered, moves or has gone."""
        with suppress(PlaywrightError):
            self.locator.click(timeout=PRESS_MS, no_wait_after=True)
            return True
        return False


def visible_controls(page: Page) -> list[Control]:
    """Return the controls that a page and its frames from the same server show, in the order of the document.

    Links to other servers, links that open a window, and buttons of forms that ask for text are left out.
    """
    found: list[Control] = []
    for frame in page.frames:
        if frame == page.main_frame or _host(frame.url) == _host(page.url):
            with suppress(PlaywrightError):  # of a frame that is just being replaced
                found += _controls_of(frame, _host(page.url))
    return found


def _controls_of(frame: Frame, host: str) -> list[Control]:
    locator = frame.locator(SELECTOR)
    rows = locator.evaluate_all(LABELS, MOST_LETTERS)
    return [
        Control(row[0], locator.nth(number))
        for number, row in enumerate(rows)
        if row and not row[2] and _host(row[1]) in ("", host)
    ]


def _host(url: str) -> str:
    return urlsplit(url).netloc
