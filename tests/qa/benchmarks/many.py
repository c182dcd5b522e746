"""Many puzzles of the practice site in contexts of one Playwright server on loopback: lost and
wrong ones.

``python tests/qa/benchmarks/many.py [--count 200] [--jobs 8] [--size 0]`` prints a table; exit
status 1 if one is lost or wrong, as the server reports.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from autoplay.browser.start import BrowserOptions
from autoplay.player.play_request import PlayRequest
from autoplay.practice import serve
from autoplay.run import HostRateLimiter, play_all
from solvers.errors import AutoplayError
from tests.qa.playwright_server import playwright_server


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=200, help="puzzles")
    parser.add_argument("--jobs", type=int, default=8, help="contexts at a time")
    parser.add_argument("--size", type=int, default=0, help="kind of puzzle of the practice site")
    given = parser.parse_args()
    found: Counter[str] = Counter()
    seconds = []
    with (
        TemporaryDirectory() as folder,
        serve() as site,
        playwright_server(Path(folder)) as address,
    ):
        os.environ["AUTOPLAY_HOME"] = folder
        url, browser = f"{site.url}/?size={given.size}", BrowserOptions(ws=address)
        jobs = [
            PlayRequest(url, Path(folder) / str(number), browser) for number in range(given.count)
        ]
        start = perf_counter()
        for _, one in play_all(jobs, given.jobs, HostRateLimiter(0)):
            failed = isinstance(one, AutoplayError)
            found[one.code if failed else one.verdict.result] += 1
            if failed:
                print(one.message, file=sys.stderr)
            else:
                seconds.append(one.seconds)
        took = perf_counter() - start
        right = sum(submission.solved for submission in site.submissions)
        wrong = len(site.submissions) - right
    lost = given.count - found.total()
    print(
        "puzzles  contexts  lost  results                 answers right  wrong  seconds in all  median each"
    )
    results = ", ".join(f"{number} {result}" for result, number in found.items())
    median = sorted(seconds)[len(seconds) // 2] if seconds else 0
    print(
        f"{given.count:>7}  {given.jobs:>8}  {lost:>4}  {results:<22}  {right:>13}  {wrong:>5}"
        f"  {took:>14.1f}  {median:>11.1f}"
    )
    return int(bool(lost or wrong or right != given.count))


if __name__ == "__main__":
    sys.exit(main())
