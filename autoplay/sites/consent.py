"""Answers consent boxes: the common platforms, recognised by the ids and classes of their
buttons."""

from __future__ import annotations

from contextlib import suppress
from operator import attrgetter
from typing import Final, NamedTuple

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame, Locator, Page


class ConsentPlatform(NamedTuple):
    """Selectors of a platform's buttons; empty if it has no such button.

    ``reject`` refuses everything but the necessary at once. ``customise`` opens the single
    purposes, all of which are off, and ``save`` then refuses them in a second step. ``accept``
    gives consent.
    """

    accept: str
    reject: str = ""
    customise: str = ""
    save: str = ""


PLATFORMS: Final[dict[str, ConsentPlatform]] = {
    # Most pages with it have no button to reject.
    "Snigel": ConsentPlatform(
        accept="#accept-choices", reject="#sn-b-reject", customise="#sn-b-custom", save="#sn-b-save"
    ),
    "Quantcast": ConsentPlatform(
        accept="#qc-cmp2-ui button.css-47sehv, .qc-cmp2-summary-buttons > button[mode=primary]",
        reject="#disagree-btn",
    ),
    "Google Funding Choices": ConsentPlatform(
        accept=".fc-consent-root .fc-cta-consent", reject=".fc-consent-root .fc-cta-do-not-consent"
    ),
    "OneTrust": ConsentPlatform(
        accept="#onetrust-accept-btn-handler", reject="#onetrust-reject-all-handler"
    ),
    "Cookiebot": ConsentPlatform(
        accept="#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll, "
        "#CybotCookiebotDialogBodyButtonAccept",
        reject="#CybotCookiebotDialogBodyButtonDecline",
    ),
    "Didomi": ConsentPlatform(
        accept="#didomi-notice-agree-button",
        reject="#didomi-notice-disagree-button, .didomi-continue-without-agreeing",
    ),
    "Usercentrics": ConsentPlatform(
        accept="#usercentrics-root [data-testid=uc-accept-all-button], "
        "#usercentrics-cmp-ui #accept",
        reject="#usercentrics-root [data-testid=uc-deny-all-button], #usercentrics-cmp-ui #deny",
    ),
    "Sourcepoint": ConsentPlatform(
        accept="button.sp_choice_type_11", reject="button.sp_choice_type_13"
    ),
    "TrustArc": ConsentPlatform(accept="#truste-consent-button", reject="#truste-consent-required"),
    "CookieYes": ConsentPlatform(accept=".cky-btn-accept", reject=".cky-btn-reject"),
}
"""The platforms and their buttons. A wall that asks to turn off an ad blocker is not a consent box
and does not belong here."""


def _join_selectors(button: str) -> str:
    """Return the selector of a button of all platforms, by the name of its field."""
    return ", ".join(filter(None, map(attrgetter(button), PLATFORMS.values())))


ACCEPT: Final = _join_selectors("accept")
REJECT: Final = _join_selectors("reject")
CUSTOMISE: Final = _join_selectors("customise")
SAVE: Final = _join_selectors("save")
CLICK_MS: Final = 2000
"""Time for which a box may be covered or moving before its button is left alone until the next
time, and for which the second step of a box may take to appear."""


def answer_consent(page: Page) -> bool:
    """Refuse a consent box in the page or its frames, in at most two steps; accept it only if it
    has no way to refuse.

    Return True if a button was pressed.
    """
    has_pressed = False
    # A frame without an address is still empty, and would not answer before its server does.
    for frame in page.frames:
        with suppress(PlaywrightError):
            if frame.url and _visible(frame, f"{REJECT}, {SAVE}, {CUSTOMISE}, {ACCEPT}").count():
                _answer(frame)
                has_pressed = True
    return has_pressed


def _answer(frame: Frame) -> None:
    """Press the buttons of a box; raise Playwright's error if none could be pressed."""
    for selector in (REJECT, SAVE):  # a box whose second step is open already only has to be saved
        if (button := _visible(frame, selector)).count():
            button.first.click(timeout=CLICK_MS)
            return
    if (button := _visible(frame, CUSTOMISE)).count():
        button.first.click(timeout=CLICK_MS)
        with suppress(PlaywrightError):
            _visible(frame, SAVE).first.click(timeout=CLICK_MS)
            return
    _visible(frame, ACCEPT).first.click(timeout=CLICK_MS)


def _visible(frame: Frame, selector: str) -> Locator:
    return frame.locator(selector).locator("visible=true")
