"""Plays the pages of the addresses that it is given, one at a time, and prints a row each.

usage: python -m tests.qa.play_addresses ADDRESS… [--output DIR] [--interval SECONDS]

Such as pages that are served on this machine: the table in docs/playing.md was made so. A row has
the address, the result or the error, what confirms it (the page's ``state``, its ``words``, the
``board``), the presses and the seconds. The exit status is 1 if a page does not end as solved.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from autoplay.player.play_request import PlayRequest
from autoplay.player.play_result import PlayResult
from autoplay.run import HostRateLimiter, play_all

HEADS = ("address", "result", "confirmed_by", "presses", "seconds")
INTERVAL_S = 10.0
"""Pause between two pages of a host; this machine needs none."""


def main() -> int:
    """Play the pages, and print the rows as they come; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.play_addresses", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("addresses", nargs="+", metavar="ADDRESS")
    parser.add_argument(
        "--output", type=Path, metavar="DIR", help="keep the pictures, in a numbered folder each"
    )
    parser.add_argument(
        "--interval",
        type=float,
        default=INTERVAL_S,
        metavar="SECONDS",
        help="between pages of a host",
    )
    given = parser.parse_args()
    print("\t".join(HEADS), flush=True)
    solved = 0
    with TemporaryDirectory() as scratch:
        os.environ["AUTOPLAY_HOME"] = (
            scratch  # what the user has solved before is played here nevertheless
        )
        output = given.output or Path(scratch)
        requests = [
            PlayRequest(url, output / str(number)) for number, url in enumerate(given.addresses, 1)
        ]
        started = monotonic()
        for request, result in play_all(requests, 1, HostRateLimiter(given.interval)):
            row = [request.url, *describe_result(result, monotonic() - started)]
            print("\t".join(row), flush=True)
            solved += row[1] == "solved"
            started = monotonic()
    return 0 if solved == len(requests) else 1


def describe_result(result: object, seconds: float) -> tuple[str, str, str, str]:
    """Return the result, what confirms it, the presses and the seconds; ``seconds`` are those until
    an error."""
    if isinstance(result, PlayResult):
        verdict = result.verdict
        return verdict.result, verdict.confirmed_by, str(result.presses), f"{result.seconds:.1f}"
    return getattr(result, "code", type(result).__name__), "", "", f"{seconds:.1f}"


if __name__ == "__main__":
    sys.exit(main())
