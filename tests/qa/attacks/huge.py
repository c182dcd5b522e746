"""Solve huge puzzles with a time limit: ``python -m tests.qa.attacks.huge [--only TEXT]``.

Prints for each the seconds of processor time, the most memory, and the result. Preparation counts:
a row that takes over 20 % more than its limit is broken, and so is any error but those that a
person can act on. The exit status is 1 if a row is.
"""

from __future__ import annotations

import argparse
import resource
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Final

from autoplay.answers import solve_puzzle
from autoplay.games import GAMES, SolveRequest
from autoplay.sources.puzzles import Source
from autoplay.workers import ProcessDied, WorkerPool

SLACK: Final = 1.2
"""Factor by which a limit may be exceeded."""
CHECK_S: Final = 0.1
"""Time between two looks at the clock, which counts if a limit is short."""


@dataclass(frozen=True, slots=True)
class Huge:
    """Huge puzzle: ``text`` makes it; the options are those of the game."""

    name: str
    text: Callable[[], str]
    limit_s: float = 5.0
    game: str = "auto"
    options: Mapping[str, object] = field(default_factory=dict)


def _draw(rows: int, cols: int, characters: str) -> str:
    random = Random(rows * cols)
    lines = ["".join(random.choices(characters, k=cols)) for _ in range(rows)]
    return "\n".join(lines)


def _fill(rows: int, cols: int) -> str:
    """Return pegs everywhere but at one hole."""
    lines = ["o" * cols for _ in range(rows)]
    lines[rows // 2] = "o" * (cols // 2) + "." + "o" * (cols - cols // 2 - 1)
    return "\n".join(lines)


def _stripe(size: int) -> str:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
    return "\n".join(letters[row] * size for row in range(size))


def _lamps(name: str, text: Callable[[], str], limit_s: float = 5.0, **options: object) -> Huge:
    return Huge(name, text, limit_s, "lights-out", options)


def _pegs(name: str, text: Callable[[], str], limit_s: float = 5.0, **options: object) -> Huge:
    return Huge(name, text, limit_s, "pegs", options)


PUZZLES: Final = (
    Huge("stars: 25x25 in stripes", partial(_stripe, 25), options={"stars": 2}, game="star-battle"),
    Huge("stars: 25x25, 10**30 of them", partial(_stripe, 25), options={"stars": 10**30},
         game="star-battle"),
    Huge("stars: 30x30", partial(_stripe, 30)),
    Huge("stars: 25x25 without regions", lambda: "\n".join(["." * 25] * 25),
         options={"stars": 5}, game="star-battle"),
    _lamps("lamps: 1000x1000", partial(_draw, 1000, 1000, ".*")),
    _lamps("lamps: 1000x1000, 3 states", partial(_draw, 1000, 1000, ".*2"), states=3),
    _lamps("lamps: 1000x1000, edges joined", partial(_draw, 1000, 1000, ".*"), wrap=True),
    _lamps("lamps: 1000x1000, knight", partial(_draw, 1000, 1000, ".*"), rule="knight"),
    _lamps("lamps: 500x500 with holes", partial(_draw, 500, 500, ".*.*.*.* ")),
    _lamps("lamps: 1x500000", partial(_draw, 1, 500_000, ".*")),
    _lamps("lamps: 100x100, lines", partial(_draw, 100, 100, ".*"), 1.0, rule="lines"),
    _lamps("lamps: 140x140, lines", partial(_draw, 140, 140, ".*"), 2.0, rule="lines"),
    _lamps("lamps: 200x200, lines", partial(_draw, 200, 200, ".*"), 2.0, rule="lines"),
    _lamps("lamps: 1000x1000, lines", partial(_draw, 1000, 1000, ".*"), rule="lines"),
    _lamps("lamps: 1x500000, lines", partial(_draw, 1, 500_000, ".*"), rule="lines"),
    _lamps("lamps: 100x100, 10 states, lines", partial(_draw, 100, 100, ".*23456789"), 2.0,
           states=10, rule="lines"),
    _pegs("pegs: 8x8", partial(_fill, 8, 8)),
    _pegs("pegs: 20x20, no solution", partial(_fill, 20, 20), 1.0),
    _pegs("pegs: 30x30", partial(_fill, 30, 30), 2.0),
    _pegs("pegs: 30x30, fewest moves", partial(_fill, 30, 30), 2.0, fewest=True),
    _pegs("pegs: triangle10, all starts", lambda: "triangle10", 2.0, all_starts=True),
    _pegs("pegs: 1x1000", partial(_fill, 1, 1000), 2.0),
    _pegs("pegs: triangle20", lambda: "triangle20", 2.0),
    _pegs("pegs: 100x100", partial(_fill, 100, 100)),
    _pegs("pegs: 900x900", partial(_fill, 900, 900)),
    _pegs("pegs: 1x100000", partial(_fill, 1, 100_000)),
)  # fmt: skip


def solve_huge(number: int) -> tuple[float, int, str, str]:
    """Solve one of PUZZLES; return the seconds, the MiB, the outcome and the words of its error."""
    huge = PUZZLES[number]
    # Processor time, so that a busy machine does not count.
    time.perf_counter = time.process_time
    options = GAMES[huge.game].solver.parse_options(huge.options) if huge.options else None
    source = Source(huge.text() + "\n")
    started = time.process_time()
    report = solve_puzzle(source, SolveRequest(huge.game, timeout_s=huge.limit_s, options=options))
    seconds = time.process_time() - started
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10
    return seconds, peak, report.outcome, str(report.error or "")


def main() -> int:
    """Solve each puzzle in a process of its own, and print a row for it; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.attacks.huge", description=__doc__.partition(":")[0]
    )
    parser.add_argument("--only", default="", metavar="TEXT", help="rows with this in the name")
    given = parser.parse_args()
    broken = 0
    for number, huge in enumerate(PUZZLES):
        if given.only not in huge.name:
            continue
        verdict = "ok"
        with WorkerPool(1) as pool:
            try:
                seconds, peak, outcome, words = pool.submit(solve_huge, number).result()
            except (ProcessDied, Exception) as error:
                seconds, peak, outcome, words = 0.0, 0, "DEFECT", f"{type(error).__name__}: {error}"
        if outcome == "DEFECT" or seconds > SLACK * huge.limit_s + CHECK_S:
            verdict = "BROKEN"
            broken += 1
        print(
            f"{huge.name:36} {seconds:6.1f} of {huge.limit_s:g} s {peak:5} MiB  {verdict:6}  "
            f"{outcome}  {words[:60]}",
            flush=True,
        )
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
