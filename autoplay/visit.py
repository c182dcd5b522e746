"""From what a person types to an open page, and what may stand before it."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Response

from autoplay.errors import PageBlocked, PageUnreachable

ANSWERS_S = 60.0
REFUSED = frozenset({401, 403, 429, 503})
CHALLENGES = (
    "#challenge-form, #challenge-running, #challenge-stage, .cf-turnstile, .h-captcha, .g-recaptcha, "
    "#px-captcha, iframe[src*='challenges.cloudflare.com'], iframe[src*='captcha-delivery.com']"
)


def full_url(text: str) -> str:
    """The address with its scheme: https, or http for this machine itself; raises PageUnreachable."""
    try:
        if "://" not in text:
            text = f"{'http' if _is_local(urlsplit(f'//{text}').hostname or '') else 'https'}://{text}"
        parts = urlsplit(text)
        is_page = parts.scheme == "file" or (parts.scheme in ("http", "https") and parts.hostname)
    except ValueError:
        is_page = False
    if not is_page:
        raise PageUnreachable(f"{text} is no address of a page", hint="http://… or https://…")
    return text


def _is_local(host: str) -> bool:
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
        reason = error.message.splitlines()[0].removeprefix("Page.goto: ")
        raise PageUnreachable(f"{url} does not answer ({reason})", hint="check the address in a browser") from error
    if response and response.headers.get("cf-mitigated") == "challenge":
        raise _blocked(url, "asks whether you are human")
    return response


def check_passed(page: Page, response: Response | None, picture: str = "") -> None:
    """Raise PageBlocked or PageUnreachable if that is why a page, seen in ``picture``, has no board."""
    status = response.status if response else 200
    if page.locator(CHALLENGES).count():
        raise _blocked(page.url, "asks whether you are human", picture)
    if status in REFUSED:
        raise _blocked(page.url, f"refuses the visit (HTTP {status})", picture)
    if status >= 400:
        hint = "check the address in a browser"
        raise PageUnreachable(f"{page.url} answers HTTP {status}", hint=hint, picture=picture)


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
    hint = "pass it yourself in a browser with --remote-debugging-port=9222, then --cdp http://localhost:9222"
    return PageBlocked(f"{url} {why}", hint=hint, picture=picture)
