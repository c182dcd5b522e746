"""Answers consent boxes: the common platforms, recognised by the ids and classes of their buttons."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Frame, Locator, Page

PLATFORMS: Final[dict[str, tuple[str, str]]] = {
    "Snigel": ("", "#accept-choices"),
    "Quantcast": ("#disagree-btn", "#qc-cmp2-ui button.css-47sehv, .qc-cmp2-summary-buttons > button[mode=primary]"),
    "Google Funding Choices": (
        ".fc-consent-root .fc-cta-do-not-consent",
        ".fc-consent-root .fc-cta-consent",
    ),
    "OneTrust": ("#onetrust-reject-all-handler", "#onetrust-accept-btn-handler"),
    "Cookiebot": (
        "#CybotCookiebotDialogBodyButtonDecline",
        "#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll, #CybotCookiebotDialogBodyButtonAccept",
    ),
    "Didomi": (
        "#didomi-notice-disagree-button, .didomi-continue-without-agreeing",
        "#didomi-notice-agree-button",
    ),
    "Usercentrics": (
        "#usercentrics-root [data-testid=uc-deny-all-button], #usercentrics-cmp-ui #deny",
        "#usercentrics-root [data-testid=uc-accept-all-button], #usercentrics-cmp-ui #accept",
    ),
    "Sourcepoint": ("button.sp_choice_type_13", "button.sp_choice_type_11"),
    "TrustArc": ("#truste-consent-required", "#truste-consent-button"),
    "CookieYes": (".cky-btn-reject", ".cky-btn-accept"),
}
"""The buttons that reject everything but the necessary, and those that accept, if a platform has them. A wall that
asks to turn off an ad blocker is not a consent box and does not belong here."""
REJECT: Final = ", ".join(reject for reject, _ in PLATFORMS.values() if reject)
ACCEPT: Final = ", ".join(accept for _, accept in PLATFORMS.values())
CLICK_MS: Final = 2000
"""Time for which a box may be covered or moving before its button is left alone until the next time."""


def answer_consent(page: Page) -> bool:
    """Press the reject button of a consent box in the page or its frames, or else the accept button.

    Return True if one was pressed.
    """
    has_pressed = False
    # A frame without an address is still empty, and would not answer before its server does.
    for frame in [frame for frame in page.frames if frame.url]:
        with suppress(PlaywrightError):
            if _visible(frame, f"{REJECT}, {ACCEPT}").count():
                _press(frame)
                has_pressed = True
    return has_pressed


def _press(frame: Frame) -> None:
    rejects = _visible(frame, REJECT)
    button = rejects if rejects.count() else _visible(frame, ACCEPT)
    button.first.click(timeout=CLICK_MS)


def _visible(frame: Frame, selector: str) -> Locator:
    return frame.locator(selector).locator("visible=true")
