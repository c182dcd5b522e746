"""Buttons and links of a page, found by what they say and pressed as a person would."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.resources import files
from math import inf
from typing import Final
from urllib.parse import urldefrag, urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame, Locator, Page

from autoplay.browser.addresses import is_same_document, is_same_host
from autoplay.browser.wait import ask
from vision.reading import Box

PRESS_MS: Final = 2000
"""Time for which a control may be covered or moving before it is left alone."""
LARGE_FRAME: Final = 0.3
"""Minimum share of the window that a frame from another server fills if it holds the game: usual
advertisements, at most 970 x 250 px, have up to 0.26."""
MOST_LETTERS: Final = 40
"""Maximum length of the label of a control; what is longer is text that can be clicked."""
ICON: Final = "icon"
"""Label of an icon that has no name."""
SELECTOR: Final = (
    "button, a, area, [role=button], [role=link], [role=tab], [role=radio], [role=checkbox], "
    "[onclick], summary, label, input[type=button], input[type=submit], input[type=reset], "
    "input[type=image], input[type=radio], input[type=checkbox], "
    "h1, h2, h3, h4, h5, h6, div, span, li, p, td, img, svg"
)
CONTROLS: Final = files("autoplay.browser").joinpath("controls.js").read_text("utf-8")
"""Script returning, for each element, null unless it is a control that shows and lies on top, else
its facts.

They are the ``label``, the address of its ``link``, ``is_elsewhere`` if it is not for playing, and
the fields of `Control` by their names.
"""
LISTS: Final = r"""(lists) => lists.map((list) => {
  const { left, top, width, height } = list.getBoundingClientRect()
  const hit = list.getRootNode().elementFromPoint(left + width / 2, top + height / 2)
  if (width * height === 0 || list.disabled) return null
  const isCovered = hit && !list.contains(hit) && !hit.contains(list)
  if (isCovered) return null
  const tidy = (text) => String(text ?? '').replace(/\s+/g, ' ').trim()
  const without = (label) => {
    const copy = label.cloneNode(true)
    copy.querySelectorAll('select').forEach((part) => part.remove())
    return tidy(copy.textContent)
  }
  const labels = [...list.labels ?? []].map(without)
  const chosen = list.selectedOptions[0]
  const names = [...labels, list.getAttribute('aria-label'), list.name, list.id, chosen?.label]
  const called = names.find(Boolean)
  const words = 'choose|select|pick|wähl|eleg|elig|escog|escol|selec|selez|choisi|scegli|kies'
  const asks = new RegExp(`^[^\\p{L}\\p{N}]*$|^(${words}|wybierz|выбер|選択|选择|선택)`, 'iu')
  const isOption = (one) => one.value !== '' && !one.disabled && !asks.test(tidy(one.label))
  const options = [...list.options].filter(isOption).map((one) => tidy(one.label))
  return [tidy(called), options, Boolean(chosen) && isOption(chosen)]
})"""
"""Script returning, for each list, [name, its options, True if one of them is chosen]; null if it
does not show or is covered."""


ELEMENT_AT: Final = """
  const elementAt = ([x, y], root = document) => {
    const found = root.elementFromPoint(x, y), inner = found?.shadowRoot
    return inner && inner !== root ? elementAt([x, y], inner) ?? found : found
  }
"""
"""Script for the element at a place, (x, y), of the window, also inside of an open shadow root."""
IS_LABEL_OR_LINK: Final = """([x, y]) => {
  const element = document.elementFromPoint(x, y)
  const controls = 'button, a, input, canvas, [role=button], [role=radio], [onclick]'
  if (!element) return false
  if (element.closest('a[href]:not([href=""], [href^="#"], [href^="javascript:"])')) return true
  if (element.closest(controls) || element.closest('label')?.control) return false
  if (getComputedStyle(element).cursor === 'pointer') return false
  const isPicture = element.matches('img, svg, svg *')
  const holder = isPicture ? element.closest(':not(img, svg, svg *)') : element
  return /[\\p{L}\\p{N}]/u.test(holder?.innerText ?? '')
}"""
"""Script returning True for a place in a link to a page, or in text that is not a control; a canvas
may have controls anywhere."""


WIDE_CONTROL: Final = (
    "([x, y, most]) => {"
    + ELEMENT_AT
    + """
  const controls = 'a[href], button, input, select, textarea, iframe, [role=button], [role=link]'
  const control = elementAt([x, y])?.closest(controls)
  if (!control) return ['', '']
  const { width, height } = control.getBoundingClientRect()
  if (width <= most && height <= most) return ['', '']
  const names = `${control.localName} ${control.id} ${control.getAttribute('class') ?? ''}`
  const text = control.innerText || control.value || control.title || ''
  const label = text.replace(/\\s+/g, ' ').trim()
  return [names, label.slice(0, 40)]
}"""
)
"""Script returning which control wider than ``most`` px is on top at a place, and its label; two
empty texts if there is none."""


IS_PRESSABLE: Final = (
    "(places) => {"
    + ELEMENT_AT
    + """
  const controls = 'a, button, input, label, canvas, object, iframe, '
    + '[role=button], [onclick], [draggable=true]'
  const isPressable = ([x, y], root = document) => {
    const element = elementAt([x, y], root)
    if (!element) return false
    if (element.contentDocument) {
      const { left, top } = element.getBoundingClientRect()
      return isPressable([x - left, y - top], element.contentDocument)
    }
    return element.closest(controls) !== null || getComputedStyle(element).cursor !== 'auto'
  }
  return places.some((place) => isPressable(place))
}"""
)
"""Script returning True if a press at one of these places may do something, as far as a person can
see with the mouse over it; a canvas may have controls anywhere."""


@dataclass(frozen=True)
class Control:
    """Control of a page: what it says, and how to press it.

    ``opens_page`` is True for a link to another page, ``is_route`` if that is another part of the
    same document, such as "#/daily", ``is_chosen`` for the tab of several that is open already,
    ``is_numbered`` for one that begins with the number of its place, as all of them do that begin
    with a number, ``is_area`` for a part of a picture, and ``is_text`` for a text that looks like no
    control. ``in_box`` is True if it is in a box that lies over the page, ``covers_page`` if boxes
    hide most of the page, or of the board that it shows.

    One of several cards has a ``heading``. ``awaited_by`` is the label of the button that waits for
    this choice: it is off until its only box is ticked, or none of its options is chosen. Controls
    next to each other have the same ``group``. Its ``middle`` is a place (x, y) in the window of
    the page.
    """

    label: str
    locator: Locator
    heading: str = ""
    awaited_by: str = ""
    is_text: bool = False
    opens_page: bool = False
    is_route: bool = False
    is_chosen: bool = False
    is_numbered: bool = False
    is_area: bool = False
    in_box: bool = False
    covers_page: bool = False
    group: int = 0
    middle: tuple[float, float] = (0.0, 0.0)

    def is_at(self, box: Box) -> bool:
        """Return True if its middle is in a box (x0, y0, x1, y1) of the window."""
        x, y = self.middle
        return box[0] <= x <= box[2] and box[1] <= y <= box[3]

    def press(self) -> bool:
        """Press it with the mouse; return False if it is covered, moves or has gone."""
        with suppress(PlaywrightError):
            if self.is_area:
                self.locator.page.mouse.click(*self.middle)
            else:
                self.locator.click(timeout=PRESS_MS, no_wait_after=True)
            return True
        return False


@dataclass(frozen=True)
class OptionList:
    """List of a page from which one option is chosen; ``is_chosen`` is False while none is."""

    name: str
    options: tuple[str, ...]
    is_chosen: bool
    locator: Locator

    def choose(self, option: str) -> bool:
        """Choose the option of this label; return False if the list is covered or has gone."""
        with suppress(PlaywrightError):
            self.locator.select_option(label=option, timeout=PRESS_MS, no_wait_after=True)
            return True
        return False


def visible_controls(
    page: Page, board: Box | None = None, *, with_texts: bool = False
) -> list[Control]:
    """Return the controls that a page and its own frames show and that lie on top, in the order of
    the document; short texts that do not look like controls are among them only ``with_texts``.

    ``board`` is the box (x0, y0, x1, y1) in the window of the board that the page shows, if any.
    Links to other servers, links that open a window, and buttons of forms that ask for more than a
    name are left out.
    """
    found: list[Control] = []
    for frame in own_frames(page):
        with suppress(PlaywrightError):  # of a frame that is just being replaced
            found += _controls_of(frame, page.url, board, with_texts)
    return found


def visible_lists(page: Page) -> list[OptionList]:
    """Return the lists with a name and options that a page and its own frames show and that lie on
    top."""
    found: list[OptionList] = []
    for frame in own_frames(page):
        with suppress(PlaywrightError):  # of a frame that is just being replaced
            lists = frame.locator("select")
            for number, row in enumerate(lists.evaluate_all(LISTS)):
                if row and row[0] and row[1]:
                    name, options, is_chosen = row
                    found.append(OptionList(name, tuple(options), is_chosen, lists.nth(number)))
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


def may_be_pressed(page: Page, places: Sequence[tuple[float, float]]) -> bool:
    """Return True if a press at one of these places (x, y) in the window may do something, as far
    as a person can see: a control or a canvas is there, or the mouse gets another look."""
    return bool(ask(page, lambda: page.evaluate(IS_PRESSABLE, [*places])))


def own_frames(page: Page) -> list[Frame]:
    """Return the frames of which a page is made: its main one, those from its own server, and those
    from another one that fill much of the window. Advertisements are smaller."""
    own = [frame for frame in page.frames if is_of_page(frame)]
    if len(own) == len(page.frames):
        return own
    window = ask(page, lambda: page.evaluate("() => innerWidth * innerHeight")) or inf
    least = LARGE_FRAME * window
    return [frame for frame in page.frames if frame in own or _area(frame) >= least]


def is_of_page(frame: Frame) -> bool:
    """Return True for the main frame of a page, and for one from its server."""
    page = frame.page
    is_own = frame.url == "about:srcdoc" or is_same_host(frame.url, page.url)
    return frame == page.main_frame or (bool(frame.url) and is_own)


def frame_origin(frame: Frame) -> tuple[int, int]:
    """Return where (x, y) the window of the page shows the upper left corner of a frame's
    window."""
    if frame.parent_frame is None:
        return 0, 0
    element = frame.frame_element()
    place = element.bounding_box() or {"x": 0, "y": 0}
    left, top = element.evaluate("(frame) => [frame.clientLeft, frame.clientTop]")
    return round(place["x"] + left), round(place["y"] + top)


def _area(frame: Frame) -> float:
    """Return how many px of the page a frame takes, outside of the window or not; 0 if it does not
    show."""
    with suppress(PlaywrightError):  # of a frame that has gone
        box = frame.frame_element().bounding_box()
        return box["width"] * box["height"] if box else 0.0
    return 0.0


def _controls_of(frame: Frame, url: str, board: Box | None, with_texts: bool) -> list[Control]:
    locator = frame.locator(SELECTOR)
    left, top = frame_origin(frame)
    place = board and (board[0] - left, board[1] - top, board[2] - left, board[3] - top)
    found: list[Control] = []
    asked = [MOST_LETTERS, ICON, with_texts, place]
    for number, facts in enumerate(locator.evaluate_all(CONTROLS, asked)):
        if facts is None or facts.pop("is_elsewhere"):
            continue
        link = facts.pop("link")
        x, y = facts.pop("middle")
        if not urlsplit(link).netloc or is_same_host(link, url):
            control = Control(
                locator=locator.nth(number),
                opens_page=_opens_page(link, url),
                is_route=is_same_document(link, url),
                middle=(left + x, top + y),
                **facts,
            )
            found.append(control)
    return found


def _opens_page(link: str, url: str) -> bool:
    """Return True for a link that leads to more than another part of the same page.

    A part of an address such as "#/daily" is another page of an application.
    """
    if not urlsplit(link).netloc:
        return False
    fragment = urldefrag(link).fragment
    is_other_route = fragment.startswith(("/", "!")) and fragment != urldefrag(url).fragment
    return is_other_route or not is_same_document(link, url)
