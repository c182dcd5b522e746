"""Buttons and links of a page, found by what they say and pressed as a person would."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import Final
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame, Locator, Page

from autoplay.browser.wait import ask

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
  const item = element.parentElement?.children.length === 1 ? element.parentElement : element  // such as <li><a>
  const others = [...item.parentElement?.children ?? []].filter((one) => one !== item && one.tagName === item.tagName)
  const isSelected = (one) => [one, one.firstElementChild ?? one].some((part) =>
    /(^|[\s_-])(active|selected|current)(\s|$)/.test(part.getAttribute('class') ?? '')
    || ['aria-selected', 'aria-pressed', 'aria-current'].some((name) => /true|page/.test(part.getAttribute(name))))
  const isChosen = isSelected(item) && others.length > 0 && !others.some(isSelected)
  const asked = ['input:not([type])', 'input[type=text]', 'input[type=email]']
  const fields = asked.map((field) => `${field}:not([readonly], [disabled])`)  // a clock is read, not filled in
  const submits = element.form?.querySelector(fields.join()) ?? null
  return text && text.length <= most ? [text, element.href ?? '', leaves || submits !== null, isChosen] : null
})"""
"""Script returning, for each element, [label, address of a link, True if it is not for playing,
True if it is the open one of several tabs]; null if it is not a visible control."""


IS_LABEL_OR_LINK: Final = """([x, y]) => {
  const element = document.elementFromPoint(x, y)
  const controls = 'button, a, input, canvas, [role=button], [role=radio], [onclick]'
  if (!element) return false
  if (element.closest('a[href]:not([href=""], [href^="#"], [href^="javascript:"])')) return true
  if (element.closest(controls) || element.closest('label')?.control) return false
  if (getComputedStyle(element).cursor === 'pointer') return false
  const isPicture = element.matches('img, svg, svg *')
  return /[\\p{L}\\p{N}]/u.test((isPicture ? element.closest(':not(img, svg, svg *)') : element)?.innerText ?? '')
}"""
"""Script returning True for a place in a link to a page, or in text that is not a control; a canvas
may have controls anywhere."""


WIDE_CONTROL: Final = """([x, y, most]) => {
  let element = document.elementFromPoint(x, y)
  while (element?.shadowRoot) {
    const inside = element.shadowRoot.elementFromPoint(x, y)
    if (!inside || inside === element) break
    element = inside
  }
  const control = element?.closest('a[href], button, input, select, textarea, iframe, [role=button], [role=link]')
  if (!control) return ['', '']
  const { width, height } = control.getBoundingClientRect()
  if (width <= most && height <= most) return ['', '']
  const label = (control.innerText || control.value || control.title || '').replace(/\\s+/g, ' ').trim()
  return [`${control.localName} ${control.id} ${control.getAttribute('class') ?? ''}`, label.slice(0, 40)]
}"""
"""Script returning which control wider than ``most`` px is on top at a place, and its label; two
empty texts if there is none."""


@dataclass(frozen=True)
class Control:
    """Control of a page: what it says, and how to press it.

    ``opens_page`` is True for a link to another page, ``is_chosen`` for the tab of several that is
    open already.
    """

    label: str
    locator: Locator
    opens_page: bool = False
    is_chosen: bool = False

    def press(self) -> bool:
        """Press it with the mouse; return False if it is covered, moves or has gone."""
        with suppress(PlaywrightError):
            self.locator.click(timeout=PRESS_MS, no_wait_after=True)
            return True
        return False


def visible_controls(page: Page) -> list[Control]:
    """Return the controls that a page and its frames from the same server show, in the order of the
    document.

    Links to other servers, links that open a window, and buttons of forms that ask for text are
    left out.
    """
    found: list[Control] = []
    for frame in page.frames:
        if frame == page.main_frame or _host(frame.url) == _host(page.url):
            with suppress(PlaywrightError):  # of a frame that is just being replaced
                found += _controls_of(frame, page.url)
    return found


def is_label_or_link(page: Page, x: float, y: float) -> bool:
    """Return True if a place (x, y) in the window is in a link to a page, or in a text that is not
    a control."""
    return bool(ask(page, lambda: page.evaluate(IS_LABEL_OR_LINK, [x, y])))


def find_wide_control(page: Page, x: float, y: float, most_px: float) -> tuple[str, str]:
    """Return what control larger than ``most_px`` is on top at (x, y) in the window, and its label.

    Both are empty if there is none: a cell of a board may be a control, but is no larger than a
    cell.
    """
    name, label = ask(page, lambda: page.evaluate(WIDE_CONTROL, [x, y, most_px])) or ("", "")
    return name, label


def _controls_of(frame: Frame, url: str) -> list[Control]:
    locator = frame.locator(SELECTOR)
    rows = locator.evaluate_all(LABELS, MOST_LETTERS)
    return [
        Control(label, locator.nth(number), _opens_page(link, url), is_chosen)
        for number, row in enumerate(rows)
        if row
        for label, link, is_elsewhere, is_chosen in [row]
        if not is_elsewhere and _host(link) in ("", _host(url))
    ]


def _opens_page(link: str, url: str) -> bool:
    """Return True for a link that leads to more than another part of the same page."""
    return bool(_host(link)) and urldefrag(link).url != urldefrag(url).url


def _host(url: str) -> str:
    return urlsplit(url).netloc
