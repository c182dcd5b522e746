"""Opens an address, and recognises error pages and challenges in place of the puzzle."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final
from urllib.parse import urlsplit

from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page, Response
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from autoplay.browser.wait import ASK_MS, ask, wait_until
from autoplay.errors import CERTIFICATE_HINT, NoReply, PageBlocked, PageUnreachable, SiteNotReached
from autoplay.wording import did_you_mean

LOAD_S: Final = 60.0
"""Maximum time for a page to load. A document that has begun by then, but never ends, may show its
board all the same."""
CHALLENGE_S: Final = 600.0
"""Maximum time for a person to pass a challenge: a browser that nobody looks at is not left open
for good."""
NAMES: Final = ("demo", "lights-out", "pegs", "daily", "weekly", "monthly")
"""Names that `autoplay play` takes in place of an address."""
REFUSED_STATUSES: Final = frozenset({401, 403, 429, 503})
ASKS_HUMAN: Final = "asks whether you are human"
INTERRUPTED: Final = "is interrupted by another navigation"
"""Playwright's words for an address that was being opened when another page came up."""
INTERRUPTION_MS: Final = 100
"""Pause before an address is opened again after that, a multiple of it each time."""
MOST_INTERRUPTIONS: Final = 4
"""Times that an address is opened again at once: each failed try before it may bring up a page of
the browser's own, some of them late."""
NEVER_CONNECTED: Final = (
    # Chromium
    "err_name_not_resolved",
    "err_name_resolution_failed",
    "err_dns_",
    "err_internet_disconnected",
    "err_network_access_denied",
    "err_address_unreachable",
    "err_connection_refused",
    "err_connection_failed",
    "err_connection_timed_out",
    "err_proxy_connection_failed",
    "err_tunnel_connection_failed",
    "err_socks_connection_",
    # Firefox
    "ns_error_unknown_host",
    "ns_error_unknown_proxy_host",
    "ns_error_offline",
    "ns_error_connection_refused",
    "ns_error_proxy_connection_refused",
    # WebKit, which has no codes: on Linux, Windows and macOS
    "error resolving",
    "could not connect",
    "couldn't connect",
    "couldn't resolve",
    "hostname could not be found",
    "appears to be offline",
)
"""Words by which browsers say that no connection came about, so that the site knows of nothing.

``err_connection_timed_out`` is an attempt to connect; a page that takes too long afterwards is
``err_timed_out``, or Playwright's own time limit."""
CONNECTION_FAILED: Final = (
    # Chromium
    "err_timed_out",
    "err_connection_",
    "err_empty_response",
    "err_network_",
    "err_http2_",
    "err_quic_",
    # Firefox
    "ns_error_net_",
    # WebKit
    "timed out",
    "connection reset",
    "connection terminated",
    "connection was lost",
    # Playwright's time limit
    "timeout",
)
"""Words by which browsers say that the network failed, perhaps after the site was asked."""
BAD_CERTIFICATE: Final = (
    "err_cert_",
    "err_ssl_",
    "sec_error_",
    "ssl_error_",
    "mozilla_pkix_error_",
    "certificate",
)
"""Words by which browsers say that they don't trust the site: the network is in order."""
SCRIPT_FAILED: Final = re.compile(r"evaluate: \w*Error\b")
"""Playwright's words for an exception of our own script in the page."""
# Asked all at once, since the page may change between two questions.
STATE: Final = """() => {
  const challenges = document.querySelectorAll(
    "#challenge-form, #challenge-running, #challenge-stage, #px-captcha, " +
    ".cf-turnstile, .h-captcha, .g-recaptcha, " +
    "iframe[src*='challenges.cloudflare.com'], iframe[src*='captcha-delivery.com']")
  const shown = [...challenges].some((element) => element.getClientRects().length)
  const status = performance.getEntriesByType('navigation')[0]?.responseStatus ?? 0
  return [shown || '_cf_chl_opt' in window, status]
}"""
"""[True if the page shows a challenge, the HTTP status of the page or 0 if the browser does not
report it]."""


def full_url(text: str) -> str:
    """Return the address with its scheme: https, or http on this machine; raises
    PageUnreachable."""
    url = text
    try:
        if "://" not in text:
            host = urlsplit(f"//{text}").hostname or ""
            # A single word, or a relative path, is more often a typing error than a host of the
            # local network.
            is_host = is_local(host) or "." in host.strip(".") or ":" in host
            url = f"{'http' if is_local(host) else 'https'}://{text if is_host else ''}"
        parts = urlsplit(url)
        is_page = parts.scheme == "file" or (parts.scheme in ("http", "https") and parts.hostname)
    except ValueError:
        is_page = False
    if not is_page:
        hint = f"{', '.join(NAMES)}, or an address that begins with https://, http:// or file://"
        raise PageUnreachable(
            f"'{text}' is not the address of a page.{did_you_mean(text, NAMES)}", hint=hint
        )
    return url


def is_local(host: str) -> bool:
    """Return True if a host is this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def open_url(page: Page, url: str) -> Response | None:
    """Open the address without waiting for its advertisements.

    Raises PageUnreachable if nothing answers: SiteNotReached if no connection came about, NoReply
    if the network failed later, or may have. Raises PageBlocked if a challenge answers.
    """
    answers: list[Response] = []

    def collect(answer: Response) -> None:
        answers.append(answer)

    page.on("response", collect)
    try:
        response = _load(page, url)
    except PlaywrightTimeout as error:
        documents = [answer for answer in answers if answer.request.is_navigation_request()]
        if not documents:
            raise _explain_failure(url, error, was_answered=bool(answers)) from error
        response = documents[-1]
    except PlaywrightError as error:
        # An answer that led on to an address without one came from the site all the same.
        raise _explain_failure(url, error, was_answered=bool(answers)) from error
    finally:
        page.remove_listener("response", collect)
    if response and _is_challenge(page, response):
        raise _blocked(url, ASKS_HUMAN)
    return response


def _load(page: Page, url: str) -> Response | None:
    for tries in range(MOST_INTERRUPTIONS):
        try:
            return page.goto(url, wait_until="domcontentloaded", timeout=LOAD_S * 1000)
        except PlaywrightError as error:
            if INTERRUPTED not in error.message:
                raise
            # The browser opens a failed address again by itself; let that come to its end.
            page.wait_for_timeout(INTERRUPTION_MS * (tries + 1))
    return page.goto(url, wait_until="domcontentloaded", timeout=LOAD_S * 1000)


def _explain_failure(url: str, error: PlaywrightError, *, was_answered: bool) -> PageUnreachable:
    reason = error.message.splitlines()[0].removeprefix("Page.goto: ").partition(" at ")[0]
    words = reason.lower()
    kind = PageUnreachable
    # A failure that can't be told apart counts as asked: better too seldom than too often.
    if any(word in words for word in NEVER_CONNECTED):
        kind = NoReply if was_answered else SiteNotReached
    elif any(word in words for word in CONNECTION_FAILED):
        kind = NoReply
    if any(word in words for word in BAD_CERTIFICATE):
        message = f"{url} has no certificate that can be trusted ({reason})"
        return kind(message, hint=CERTIFICATE_HINT)
    hint = "check the network, and the address in a browser"
    return kind(f"{url} does not answer ({reason})", hint=hint)


def _is_challenge(page: Page, response: Response) -> bool:
    """Return True if the header says that this page is a challenge, or its status and its content
    both do."""
    if response.headers.get("cf-mitigated") == "challenge":
        return True
    is_challenged, _ = page.evaluate(STATE)
    return response.status in REFUSED_STATUSES and bool(is_challenged)


def check_passed(page: Page, response: Response | None = None, picture: str = "") -> None:
    """Raise PageBlocked or PageUnreachable if that is why the page in ``picture`` has no board.

    ``response`` is the answer to the request that opened it; the page's own status takes
    precedence.
    """
    is_challenged, status = page.evaluate(STATE)
    status = status or (response.status if response else 0)
    if is_challenged:
        raise _blocked(page.url, ASKS_HUMAN, picture)
    if status in REFUSED_STATUSES:
        raise _blocked(page.url, f"refuses the visit (HTTP {status})", picture)
    if status >= 400:
        hint = "check the address in a browser"
        raise PageUnreachable(f"{page.url} answers HTTP {status}", hint=hint, picture=picture)


def wait_for_person(page: Page, timeout_s: float = CHALLENGE_S) -> bool:
    """Wait until a person has passed the challenge on the page; return False if nobody has in
    time."""

    def is_passed() -> bool:
        is_challenged, status = page.evaluate(STATE)
        return not is_challenged and status not in REFUSED_STATUSES

    return bool(wait_until(page, lambda: ask(page, is_passed), timeout_s, pause_ms=ASK_MS))


@contextmanager
def page_errors(page: Page) -> Iterator[None]:
    """Turn Playwright's error for a page or browser that went away into PageUnreachable."""
    try:
        yield
    except PlaywrightError as error:
        reason = error.message.splitlines()[0]
        if SCRIPT_FAILED.search(reason):
            raise PageUnreachable(
                f"{page.url} breaks the scripts that look at it ({reason})",
                hint="a screenshot of the page, with autoplay solve",
            ) from error
        hint = "the same command again: it continues from what is on the board"
        raise PageUnreachable(f"{page.url} went away ({reason})", hint=hint) from error


def _blocked(url: str, why: str, picture: str = "") -> PageBlocked:
    hint = (
        "--headed, and pass it yourself in the window; or in a browser started with "
        "--remote-debugging-port=9222, then --cdp http://localhost:9222"
    )
    return PageBlocked(f"{url} {why}", hint=hint, picture=picture)
