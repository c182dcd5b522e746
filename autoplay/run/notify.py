"""Tells a person elsewhere, by mail, chat or telephone, what became of a run."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from types import ModuleType


HINT: Final = "check the address with the command apprise"


class NotNotified(AutoplayError):
    """A notification could not be sent: its extra is not installed, or its target did not take it."""

    code = "not-notified"


def check(urls: Sequence[str]) -> None:
    """Raise NotNotified if nothing could ever be sent to one of the addresses.

    The first failure is too late to learn that.
    """
    apprise = _apprise()
    with apprise.LogCapture():
        unknown = [_service(url) for url in urls if not apprise.Apprise().add(url)]
    if unknown:
        raise NotNotified(f"{unknown[0]} is no address that Apprise knows", hint=HINT)


def send(urls: Sequence[str], title: str, body: str, attachments: Sequence[Path] = ()) -> None:
    """Send one message to each address, in the form of Apprise: ``mailto://…``, ``ntfy://…``, ``json://…``.

    Files that are not there are left out. Raises NotNotified, once every address has been tried, which names those that
    failed by their service only: the rest of such an address is often a secret.
    """
    apprise = _apprise()
    files = [str(path) for path in attachments if path.is_file()]
    failed = [problem for url in urls if (problem := _problem(apprise, url, title, body, files))]
    if failed:
        raise NotNotified(f"not notified: {'; '.join(failed)}", hint=HINT)


def _apprise() -> ModuleType:
    try:
        import apprise
    except ImportError as error:
        from autoplay.install_hints import extra_hint

        what = "notifications need the extra notify, which is not installed"
        raise NotNotified(what, hint=extra_hint("notify")) from error
    return apprise


def _problem(apprise: ModuleType, url: str, title: str, body: str, files: Sequence[str]) -> str:
    """Send to one address; why that did not work, "" where it did."""
    service = _service(url)
    target = apprise.Apprise()
    with apprise.LogCapture(level=logging.WARNING, fmt="%(message)s") as log:
        if not target.add(url):
            return f"{service} is no address that Apprise knows"
        if target.notify(body=body, title=title, attach=list(files) or None):
            return ""
    return f"{service} did not take it ({next(iter(log.getvalue().splitlines()), 'no reason given')})"


def _service(url: str) -> str:
    """What may be said of an address."""
    return url.partition("://")[0] if "://" in url else "an address without ://"
