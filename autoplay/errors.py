"""Errors between the program and a page and around its files, and the table of all exit statuses.

The errors of puzzles are in `solvers.errors`, those of reading pictures in `vision.errors`. Each
error has its exit status with its class; ``python -m autoplay.errors`` prints the table of them.
"""

from __future__ import annotations

import errno
from typing import Final

import solvers.errors
import vision.errors
from solvers.errors import AutoplayError

__all__ = [
    "AnswerRejected",
    "BadBrowserOption",
    "BadConfig",
    "BadFixture",
    "BadHistory",
    "BadOutput",
    "BrowserNotFound",
    "ClickNotConfirmed",
    "ClusterUnusable",
    "ControlNotFound",
    "Defect",
    "ExtraMissing",
    "NoNextPuzzle",
    "NoReply",
    "NotWritable",
    "OutOfMemory",
    "PageBlocked",
    "PageNotPlayed",
    "PageUnreachable",
    "PageUnresponsive",
    "ProcessLost",
    "SiteNotReached",
    "TooSoon",
]

DONE: Final = 0
DIFFERENT: Final = 1
BAD_INPUT: Final = 2
NOT_READ: Final = 3
NOT_SOLVED: Final = 4
NOT_CONFIRMED: Final = 5
NO_BROWSER: Final = 6
DEFECT: Final = 70
"""A bug in the program, not in its input: EX_SOFTWARE of sysexits.h."""
INTERRUPTED: Final = 130
"""Ended by Ctrl-C: 128 + SIGINT, as shells report it."""
PIPE_CLOSED: Final = 141
"""128 + SIGPIPE."""

EXIT_STATUSES: Final = {
    DONE: "done",
    DIFFERENT: "something differed, a move is illegal, the page did not confirm the solution, or "
    "another puzzle was played than the address names",
    BAD_INPUT: "wrong usage or bad input, such as a missing file",
    NOT_READ: "no board could be read with confidence",
    NOT_SOLVED: "no solution, several where one was promised, or the search took too much "
    "time or memory",
    NOT_CONFIRMED: "the page did not respond, or not to clicks as expected, or shows a challenge",
    NO_BROWSER: "no browser",
    DEFECT: "a bug in the program; `--debug` shows where",
    INTERRUPTED: "interrupted by Ctrl-C",
    PIPE_CLOSED: "broken pipe: the reader of the output closed it",
}
"""Meaning of each exit status of the command line."""
PATH_HINT: Final = "check the path and your permissions"
SPACE_HINT: Final = "free some space on its disk"
CERTIFICATE_HINT: Final = "check the clock of this machine, and the site's certificate in a browser"
LATER_HINT: Final = "the same again once the other program has ended"
HINTS: Final = {
    "EDQUOT": "free some space: your quota is used up",
    "EISDIR": "the name of a file: this is a folder",
    "ELOOP": "a link that leads to a file",
    "ENAMETOOLONG": "a shorter name",
    "ENOSPC": SPACE_HINT,
    "SQLITE_BUSY": LATER_HINT,
    "SQLITE_CANTOPEN": PATH_HINT,
    "SQLITE_FULL": SPACE_HINT,
    "SQLITE_IOERR": PATH_HINT,
    "SQLITE_LOCKED": LATER_HINT,
    "SQLITE_READONLY": PATH_HINT,
}
"""Hints after errors in writing, by the name of their code in the system or in SQLite."""


class BrowserNotFound(AutoplayError, code="no-browser", exit_status=NO_BROWSER):
    """No browser was found, or the requested one does not start."""


class PageUnreachable(AutoplayError, code="unreachable"):
    """The address does not answer, or the page was closed during play."""


class SiteNotReached(PageUnreachable, code="not-reached"):
    """No connection to the site came about: no network, no such name, or nothing listens there."""


class NoReply(PageUnreachable, code="no-reply"):
    """The network failed after the site may have been asked, or the site took too long."""


class PageNotPlayed(AutoplayError, code="not-played"):
    """The site's terms do not allow a program to play there."""


class PageBlocked(AutoplayError, code="blocked", exit_status=NOT_CONFIRMED):
    """A challenge page comes before the puzzle; only a person can get past it."""


class PageUnresponsive(AutoplayError, code="no-response", exit_status=NOT_CONFIRMED):
    """The page took longer than its limit; its browser was ended."""


class ControlNotFound(AutoplayError, code="no-control"):
    """The page does not show the button, list or text that a person named."""


class ClickNotConfirmed(AutoplayError, code="not-confirmed", exit_status=NOT_CONFIRMED):
    """The next screenshot does not show the effect of a click."""


class AnswerRejected(AutoplayError, code="rejected-before", exit_status=DIFFERENT):
    """The page rejected the same answer before; it is not submitted again."""


class TooSoon(AutoplayError, code="too-soon", exit_status=DIFFERENT):
    """The last attempt was only a few minutes ago."""


class NoNextPuzzle(AutoplayError, code="no-next", exit_status=DIFFERENT):
    """More puzzles were requested than the page has: it shows the one that was just played."""


class BadHistory(AutoplayError, code="bad-history"):
    """The history file is not a history, or can't be written."""


class BadFixture(AutoplayError, code="bad-fixture"):
    """A fixture exists already, a part is missing, or a folder has no fixtures."""


class BadBrowserOption(AutoplayError, code="bad-browser-option"):
    """A file or folder for the browser can't be used, at all or together with other options."""


class NotWritable(AutoplayError, code="not-writable"):
    """A file or folder can't be created or written to."""


class BadConfig(AutoplayError, code="bad-config"):
    """A config file is not valid, or names a setting or a value that doesn't exist."""


class BadOutput(AutoplayError, code="bad-output"):
    """The result file exists already, or its contents don't fit these results."""


class ExtraMissing(AutoplayError, code="no-extra"):
    """A package of an optional extra is not installed."""


class ClusterUnusable(AutoplayError, code="no-cluster"):
    """The Dask cluster does not answer, was lost, or its workers can't do this work."""


class ProcessLost(AutoplayError, code="process-lost", exit_status=DIFFERENT):
    """The process that worked on a puzzle died, for example killed by the system."""


class OutOfMemory(AutoplayError, code="out-of-memory", exit_status=NOT_SOLVED):
    """The work takes more memory than there is, or than a process may take."""


class Defect(AutoplayError, code="defect", exit_status=DEFECT):
    """A bug in the program, not in its input."""


def explain_exception(error: Exception, hint: str) -> AutoplayError:
    """Return the error for an exception that nobody foresaw: a bug, or too little memory."""
    if isinstance(error, MemoryError):
        return OutOfMemory("this needs too much memory", hint="a smaller picture or puzzle")
    return Defect(f"internal error: {type(error).__name__}: {error}", hint=hint)


def choose_hint(error: Exception, otherwise: str = PATH_HINT) -> str:
    """Return what to try after an OSError or sqlite3.Error in writing: its code decides."""
    name = getattr(error, "sqlite_errorname", "")
    if isinstance(error, OSError):
        name = errno.errorcode.get(error.errno or 0, "")
    # SQLite's names may go on, as in SQLITE_IOERR_WRITE.
    return HINTS.get("_".join(name.split("_")[:2]), otherwise)


def format_status_table() -> str:
    """Return the table of all exit statuses in Markdown, with the codes that errors have in
    JSON."""
    codes: dict[int, set[str]] = {status: set() for status in EXIT_STATUSES}
    for names in (vars(solvers.errors), vars(vision.errors), globals()):
        for error in names.values():
            if (
                isinstance(error, type)
                and issubclass(error, AutoplayError)
                and "code" in vars(error)
            ):
                codes[error.exit_status].add(f"`{error.code}`")
    lines = ["| status | meaning | codes in JSON |", "|---|---|---|"]
    for status, meaning in EXIT_STATUSES.items():
        lines.append(f"| {status} | {meaning} | {', '.join(sorted(codes[status]))} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(format_status_table())  # noqa: T201 (a table of our own words)
