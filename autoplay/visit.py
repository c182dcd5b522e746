"""From what a person types to an open page, and what may stand before it."""

from __future__ import annotations

import ipaddress
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
    if "://" not in text:
        text = f"{'http' if _is_local(urlsplit(f'//{text}').hostname or '') else 'https'}://{text}"
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https", "file") or (parts.scheme != "file" and not parts.hostname):
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
        raise blocked(url, "asks whether you are human")
    return response


def check_passed(page: Page, response: Response | None) -> None:
    """Raise what a page without a board turns out to be: PageBlocked or PageUnreachable; else return."""
    if page.locator(CHALLENGES).count():
        raise blocked(page.url, "asks whether you are human")
    if response and response.status in REFUSED:
        raise blocked(page.url, f"refuses the visit (HTTP {response.status})")
    if response and response.status >= 400:
        raise PageUnreachable(f"{page.url} answers HTTP {response.status}", hint="check the address in a browser")


def blocked(url: str, why: str) -> PageBlocked:
    """The error for a page that stands before the puzzle."""
    return PageBlocked(
        f"{url} {why}", hint="open it yourself: start a browser with --remote-debugging-port, then --cdp"
    )
