"""From what a person types to an open page, and what may stand before it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Response

from autoplay.errors import PageBlocked, PageUnreachable
from autoplay.sites.base import poll

ANSWERS_S: Final = 60.0
PERSON_S: Final = 600.0
"""How long a person may take to come and pass a challenge: a browser that nobody looks at is not left open for good."""
REFUSED: Final = frozenset({401, 403, 429, 503})
HUMAN: Final = "asks whether you are human"
# Asked all at once, since the page may change between two questions.
STATE: Final = """() => {
  const challenges = document.querySelectorAll(
    "#challenge-form, #challenge-running, #challenge-stage, .cf-turnstile, .h-captcha, .g-recaptcha, " +
    "#px-captcha, iframe[src*='challenges.cloudflare.com'], iframe[src*='captcha-delivery.com']")
  const shown = [...challenges].some((element) => element.getClientRects().length)
  return [shown || '_cf_chl_opt' in window, performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0]
}"""
"""Whether the page shows a challenge, and the HTTP status it came with, 0 where the browser does not say."""


def full_url(text: str) -> str:
    """The address with its scheme: https, or http for this machine itself; raises PageUnreachable."""
    url = text
    try:
        if "://" not in text:
            host = urlsplit(f"//{text}").hostname or ""
            # A word alone, or the folder of a file, is a slip more often than a host of one's own network.
            is_host = is_local(host) or "." in host.strip(".") or ":" in host
            url = f"{'http' if is_local(host) else 'https'}://{text if is_host else ''}"
        parts = urlsplit(url)
        is_page = parts.scheme == "file" or (parts.scheme in ("http", "https") and parts.hostname)
    except ValueError:
        is_page = False
    if not is_page:
        hint = "demo, daily, weekly, monthly, or an address that begins with https://, http:// or file://"
        raise PageUnreachable(f"'{text}' is no address of a page", hint=hint)
    return url


def is_local(host: str) -> bool:
    """Whether a host is this machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def open_url(page: Page, url: str) -> Response | None:
    """Open the address, without waiting for its advertisements.

    Raises PageUnreachable if nothing answers, PageBlocked if a challenge does.
    """
    try:
        response = page.goto(url, wait_until="domcontentloaded", timeout=ANSWERS_S * 1000)
    except PlaywrightError as error:
        reason = error.message.splitlines()[0].removeprefix("Page.goto: ").partition(" at ")[0]
        hint = "check the network, and the address in a browser"
        raise PageUnreachable(f"{url} does not answer ({reason})", hint=hint) from error
    if response and _is_challenge(page, response):
        raise _blocked(url, HUMAN)
    return response


def _is_challenge(page: Page, response: Response) -> bool:
    """Whether a page says by its header, or by status and content both, that it stands before another one."""
    if response.headers.get("cf-mitigated") == "challenge":
        return True
    is_challenged, _ = page.evaluate(STATE)
    return response.status in REFUSED and bool(is_challenged)


def check_passed(page: Page, response: Response | None = None, picture: str = "") -> None:
    """Raise PageBlocked or PageUnreachable if that is why a page, seen in ``picture``, has no board.

    ``response`` is what it was opened with; what the page says of itself goes before.
    """
    is_challenged, status = page.evaluate(STATE)
    status = status or (response.status if response else 0)
    if is_challenged:
        raise _blocked(page.url, HUMAN, picture)
    if status in REFUSED:
        raise _blocked(page.url, f"refuses the visit (HTTP {status})", picture)
    if status >= 400:
        hint = "check the address in a browser"
        raise PageUnreachable(f"{page.url} answers HTTP {status}", hint=hint, picture=picture)


def wait_for_person(page: Page, timeout_s: float = PERSON_S) -> bool:
    """Wait until somebody has passed the challenge that the page shows; whether that came about in time."""

    def passed() -> bool | None:
        is_challenged, status = page.evaluate(STATE)
        return None if is_challenged or status in REFUSED else True

    return poll(page, passed, timeout_s) or False


@contextmanager
def lost_page(page: Page) -> Iterator[None]:
    """Turns what Playwright says of a page or browser that went away into PageUnreachable."""
    try:
        yield
    except PlaywrightError as error:
        reason = error.message.splitlines()[0]
        hint = "the same command again: it goes on from what is on the board"
        raise PageUnreachable(f"{page.url} went away ({reason})", hint=hint) from error


def _blocked(url: str, why: str, picture: str = "") -> PageBlocked:
    hint = (
        "--headed, and pass it yourself in the window; or in a browser started with "
        "--remote-debugging-port=9222, then --cdp http://localhost:9222"
    )
    return PageBlocked(f"{url} {why}", hint=hint, picture=picture)
