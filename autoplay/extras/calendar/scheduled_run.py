"""Plays of scheduled puzzles: `autoplay play` in a process of its own, then a notification.

A process can be ended whatever it is doing: a page whose script never ends does not answer, and
Playwright has no time limit for that. What it did is in the history.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Final

from autoplay.errors import PageUnreachable, TooSoon
from autoplay.history import SOLVED_BEFORE, History, RunRecord
from autoplay.install_hints import extra
from autoplay.output import hide_secrets, print_line, print_warning
from autoplay.player.play_request import TRACE
from autoplay.player.play_result import Pictures
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


LIMIT_S: Final = 1800.0
"""Time limit of a puzzle without a window, beside pauses for want of a network."""
LAST_WORDS_S: Final = 5.0
"""Time for the last lines of an ended program to arrive; a browser that outlives it may keep its
stderr open."""
PROGRAM: Final = (sys.executable, "-m", "autoplay")
ERROR: Final = "autoplay: "
"""Start of the line that tells an error."""


@dataclass(frozen=True, slots=True)
class Message:
    """Notification, with the files that show what happened."""

    title: str
    body: str
    files: Sequence[Path] = ()


def play_series(
    series: str,
    options: Sequence[str],
    notify: Sequence[str] = (),
    *,
    patience_min: float = 0,
    has_window: bool = False,
) -> int:
    """Play the puzzle of a series, and notify each address of its result; return the exit status.

    While its page can't be opened, it is tried again with pauses of up to ``patience_min`` minutes.
    With a window, a person is asked to act in it, so that there is no time limit, and the program
    writes to the terminal itself.
    """
    history = History()
    before = history.find_last_run(series)
    command = [*PROGRAM, "play", series, "--patience", f"{patience_min:g}", *options]
    limit_s = LIMIT_S + patience_min * 60
    status, said = _run_program(command, None if has_window else limit_s)
    if status is None:
        status = PageUnreachable.exit_status
        what = f"the {series} puzzle has not come to an end in {limit_s / 60:.0f} minutes"
        said = f"{ERROR}{what}. Try: look at the page in a browser"
        print_line(said, to_stderr=True)
    run = history.find_last_run(series)
    if run == before:
        run = None
    message = describe_result(series, status, run, said)
    if message and notify:
        _notify(notify, message)
    return status


def _run_program(command: Sequence[str], limit_s: float | None) -> tuple[int | None, str]:
    """Run a program, and show what it prints on stderr; return its exit status and that text.

    The status is None if the program was ended because its time was over. Without a limit it prints
    by itself, and the text is empty.
    """
    process = subprocess.Popen(
        command,
        stderr=None if limit_s is None else subprocess.PIPE,
        encoding="utf-8",
        errors="replace",
    )
    lines: list[str] = []
    reader = Thread(target=_pass_on, args=(process.stderr or (), lines), daemon=True)
    reader.start()
    try:
        status: int | None = process.wait(limit_s)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        status = None
    reader.join(LAST_WORDS_S)
    return status, "".join(lines)


def _pass_on(stream: Iterable[str], lines: list[str]) -> None:
    """Print each line of a stream on stderr as it comes, and collect it."""
    for line in stream:
        lines.append(line)
        print_line(line, to_stderr=True, ends_line=False)


def describe_result(series: str, status: int, run: RunRecord | None, said: str) -> Message | None:
    """Return the message about a play with this exit status; None for one that played nothing.

    ``run`` is its row in the history, None if it has none; ``said`` is what it printed on stderr.
    """
    if status == 0:
        if run is None or run.result == SOLVED_BEFORE:
            return None
        return Message(f"{series}: {run.result}", run.message)
    # The last try was minutes ago, or another program is playing the puzzle at this moment.
    if run is None and status == TooSoon.exit_status:
        return None
    errors = [line.removeprefix(ERROR) for line in said.splitlines() if line.startswith(ERROR)]
    errors = errors or [run.message if run else f"exit status {status}"]
    return Message(f"{series}: not solved", errors[-1], _find_evidence(run) if run else ())


def _find_evidence(run: RunRecord) -> list[Path]:
    """Return the pictures and the trace of a run: a person's folder may hold anything else."""
    folder = Path(run.pictures)
    found = [Path(path) for path in Pictures(folder).paths().values()]
    trace = folder / TRACE
    # An older trace is that of an earlier run: this one was not asked for one.
    if trace.is_file() and trace.stat().st_mtime >= run.start.timestamp():
        found.append(trace)
    return found


def _notify(urls: Sequence[str], message: Message) -> None:
    """Send a message; that it can't be sent is reported, and changes no result."""
    try:
        send(urls, message.title, message.body, message.files)
    except AutoplayError as error:
        print_warning(error.message, error.hint)
