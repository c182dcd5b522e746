"""Errors between the program and a page, and around its files and processes.

AutoplayError
├── BrowserNotFound      no browser starts (exit status 6)
├── PageUnreachable      the address does not answer, or the page was closed (2)
├── PageNotPlayed        the site does not allow programs to play (2)
├── PageBlocked          a challenge page comes before the puzzle (5)
├── ControlNotFound      the page has no control that --click, --select or --wait-for names (2)
├── ClickNotConfirmed    the page did not react to a click as expected (5)
├── AnswerRejected       the page rejected the same answer before (1)
├── TooSoon              the last attempt was only minutes ago (1)
├── NoNextPuzzle         the page shows the puzzle that was just played (1)
├── BadHistory           the history file can't be used (2)
├── BadBrowserOption     a file, folder or option for the browser can't be used (2)
├── NotWritable          a file or folder can't be written to (2)
├── BadConfig            a config file is not valid, or names a setting or value that doesn't exist (2)
├── BadOutput            the result file exists already or can't be continued (2)
├── ExtraMissing         a package of an optional extra is not installed (2)
├── ClusterUnusable      the Dask cluster does not answer or can't do this work (2)
├── NotExplained         hints and explanations do not exist for this game (2)
├── ProcessLost          the process that worked on a puzzle died (1)
└── Defect               a bug in the program, not in its input (70)
"""

from __future__ import annotations

from solvers.errors import AutoplayError

__all__ = [
    "AnswerRejected",
    "BadBrowserOption",
    "BadConfig",
    "BadHistory",
    "BadOutput",
    "BrowserNotFound",
    "ClickNotConfirmed",
    "ClusterUnusable",
    "ControlNotFound",
    "Defect",
    "ExtraMissing",
    "NoNextPuzzle",
    "NotExplained",
    "NotWritable",
    "PageBlocked",
    "PageNotPlayed",
    "PageUnreachable",
    "ProcessLost",
    "TooSoon",
]


class BrowserNotFound(AutoplayError):
    """No browser was found, or the requested one does not start."""

    code = "no-browser"
    exit_status = 6


class PageUnreachable(AutoplayError):
    """The address does not answer, or the page was closed during play."""

    code = "unreachable"


class PageNotPlayed(AutoplayError):
    """The site's terms do not allow a program to play there."""

    code = "not-played"


class PageBlocked(AutoplayError):
    """A challenge page comes before the puzzle; only a person can get past it."""

    code = "blocked"
    exit_status = 5


class ControlNotFound(AutoplayError):
    """The page does not show the button, list or text that a person named."""

    code = "no-control"


class ClickNotConfirmed(AutoplayError):
    """The next screenshot does not show the effect of a click."""

    code = "not-confirmed"
    exit_status = 5


class AnswerRejected(AutoplayError):
    """The page rejected the same answer before; it is not submitted again."""

    code = "rejected-before"
    exit_status = 1


class TooSoon(AutoplayError):
    """The last attempt was only a few minutes ago."""

    code = "too-soon"
    exit_status = 1


class NoNextPuzzle(AutoplayError):
    """More puzzles were requested than the page has: it shows the one that was just played."""

    code = "no-next"
    exit_status = 1


class BadHistory(AutoplayError):
    """The history file is not a history, or can't be written."""

    code = "bad-history"


class BadBrowserOption(AutoplayError):
    """A file or folder for the browser can't be used, at all or together with other options."""

    code = "bad-browser-option"


class NotWritable(AutoplayError):
    """A file or folder can't be created or written to."""

    code = "not-writable"


class BadConfig(AutoplayError):
    """A config file is not valid, or names a setting or a value that doesn't exist."""

    code = "bad-config"


class BadOutput(AutoplayError):
    """The result file exists already, or its contents don't fit these results."""

    code = "bad-output"


class ExtraMissing(AutoplayError):
    """A package of an optional extra is not installed."""

    code = "no-extra"


class ClusterUnusable(AutoplayError):
    """The Dask cluster does not answer, was lost, or its workers can't do this work."""

    code = "no-cluster"


class NotExplained(AutoplayError):
    """Hints and explanations do not exist for this game."""

    code = "not-explained"


class ProcessLost(AutoplayError):
    """The process that worked on a puzzle died, for example killed by the system."""

    code = "process-lost"
    exit_status = 1


class Defect(AutoplayError):
    """A bug in the program, not in its input."""

    code = "defect"
    exit_status = 70
