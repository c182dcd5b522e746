"""Sends the result of a run by mail, chat or telephone, through Apprise."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from autoplay.install_hints import extra
from autoplay.output import hide_secrets
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from types import ModuleType

NOTIFY_HINT: Final = "check the address with the command apprise"


class NotNotified(AutoplayError, code="not-notified"):
    """A notification was not sent: its address is unusable, or its target refused it."""


def check(urls: Sequence[str]) -> None:
    """Raise NotNotified if one of the addresses is unusable, before anything is played, or
    ExtraMissing.
    """
    apprise = _import_apprise()
    with apprise.LogCapture():
        unknown = [_name_service(url) for url in urls if not apprise.Apprise().add(url)]
    if unknown:
        raise NotNotified(f"{unknown[0]} is not an address that Apprise knows", hint=NOTIFY_HINT)


def send(urls: Sequence[str], title: str, body: str, attachments: Sequence[Path] = ()) -> None:
    """Send one message to each address of Apprise: ``mailto://…``, ``ntfy://…``, ``json://…``.

    Missing files are left out. Raises NotNotified once every address was tried; it names only the
    services of those that failed, because the rest of such an address is often a secret. Raises
    ExtraMissing.
    """
    apprise = _import_apprise()
    files = [str(path) for path in attachments if path.is_file()]
    failed = [problem for url in urls if (problem := _send_to(apprise, url, title, body, files))]
    if failed:
        raise NotNotified(f"not notified: {'; '.join(failed)}", hint=NOTIFY_HINT)


def _import_apprise() -> ModuleType:
    with extra("notify"):
        import apprise
    return apprise


def _send_to(apprise: ModuleType, url: str, title: str, body: str, files: Sequence[str]) -> str:
    """Send to one address, and return why that failed; empty if it worked."""
    service = _name_service(url)
    target = apprise.Apprise()
    with apprise.LogCapture(level=logging.WARNING, fmt="%(message)s") as log:
        if not target.add(url):
            return f"{service} is not an address that Apprise knows"
        if target.notify(body=hide_secrets(body), title=title, attach=list(files) or None):
            return ""
    return f"{service} refused it ({next(iter(log.getvalue().splitlines()), 'no reason given')})"


def _name_service(url: str) -> str:
    """Return the part of an address that is not secret."""
    return url.partition("://")[0] if "://" in url else "an address without ://"
