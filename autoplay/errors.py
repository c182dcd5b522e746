"""What can go wrong between the program and a page.

AutoplayError
├── BrowserNotFound      no browser that starts (exit status 6)
├── PageUnreachable      the address does not answer, or the page went away (2)
├── PageNotPlayed        a site that does not want to be played by a program (2)
├── PageBlocked          a challenge page stands before the puzzle (5)
├── ClickNotConfirmed    the page did not do what was clicked (5)
├── AnswerRejected       the page has rejected this very answer before (1)
├── TooSoon              tried a few minutes ago (1)
├── NoNextPuzzle         the page shows the puzzle again that was just played (1)
├── BadHistory           the file of the history can't be used (2)
├── BadBrowserOption     what a browser is to be started with can't be used (2)
├── NotWritable          a folder that can't be written to (2)
├── BadOutput            a file of answers that is there, or can't be gone on with (2)
├── ExtraMissing         a package that an extra of this one brings (2)
├── ClusterUnusable      a cluster that does not answer, or can't do this work (2)
├── ProcessLost          the process that had a puzzle died (1)
└── Defect               the program is wrong, not what it was given (70)
"""

from __future__ import annotations

from solvers.errors import AutoplayError

__all__ = [
    "AnswerRejected",
    "BadBrowserOption",
    "BadHistory",
    "BadOutput",
    "BrowserNotFound",
    "ClickNotConfirmed",
    "ClusterUnusable",
    "Defect",
    "ExtraMissing",
    "NoNextPuzzle",
    "NotWritable",
    "PageBlocked",
    "PageNotPlayed",
    "PageUnreachable",
    "ProcessLost",
    "TooSoon",
]


class BrowserNotFound(AutoplayError):
    """No browser was found, or the one that was named does not start."""

    code = "no-browser"
    exit_status = 6


class PageUnreachable(AutoplayError):
    """The address does not answer, or the page went away while it was played."""

    code = "unreachable"


class PageNotPlayed(AutoplayError):
    """The site's terms do not allow a program to play there."""

    code = "not-played"


class PageBlocked(AutoplayError):
    """A challenge page stands before the puzzle; getting past it is for a person."""

    code = "blocked"
    exit_status = 5


class ClickNotConfirmed(AutoplayError):
    """What was clicked is not what the next look shows."""

    code = "not-confirmed"
    exit_status = 5


class AnswerRejected(AutoplayError):
    """The page has rejected this very answer before; it is not handed in a second time."""

    code = "rejected-before"
    exit_status = 1


class TooSoon(AutoplayError):
    """The last try was only a few minutes ago."""

    code = "too-soon"
    exit_status = 1


class NoNextPuzzle(AutoplayError):
    """More puzzles are asked for than the page has: it shows one again that was just played."""

    code = "no-next"
    exit_status = 1


class BadHistory(AutoplayError):
    """The file of the history is none, or can't be written."""

    code = "bad-history"


class BadBrowserOption(AutoplayError):
    """A file or folder that a browser is to be started with can't be used, or not with the other options."""

    code = "bad-browser-option"


class NotWritable(AutoplayError):
    """A folder that something is to be kept in can't be made or written to."""

    code = "not-writable"


class BadOutput(AutoplayError):
    """A file for answers is there already, or is none that these answers could be added to."""

    code = "bad-output"


class ExtraMissing(AutoplayError):
    """A package is not installed that only an extra of this one brings."""

    code = "no-extra"


class ClusterUnusable(AutoplayError):
    """A Dask cluster does not answer, went away, or its workers can't do this work."""

    code = "no-cluster"


class ProcessLost(AutoplayError):
    """The process that worked on a puzzle died, killed by the system or by a person."""

    code = "process-lost"
    exit_status = 1


class Defect(AutoplayError):
    """The program is wrong, not what it was given."""

    code = "defect"
    exit_status = 70
