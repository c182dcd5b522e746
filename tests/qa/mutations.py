"""Solve mutated texts of puzzles: ``python -m tests.qa.mutations [--count N] [--seed S]``.

The texts are valid ones of all games and notations, in which a few characters or lines were
removed, doubled, moved or replaced, or that were put together. Each has to be answered, or refused
with an error of the program and a hint, and in time. Others are printed, with the number that makes
each again; the exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from random import Random, SystemRandom
from time import process_time

from autoplay.answers import solve_puzzle
from autoplay.games import SolveRequest
from autoplay.sources.puzzles import Source
from solvers.errors import BadNotation
from solvers.notation import FORMS, write
from solvers.star_battle import Puzzle

TIMEOUT_S = 0.2
"""Limit for each text: most of those that can be solved are solved in a hundredth of it."""
SLOW_S = 1.0
"""Processor time after which a text is slow: the limit, and what else is done."""
MOST_CHANGES = 4
GRID = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")
PUZZLES = (
    Puzzle(GRID, 1),
    Puzzle(GRID, 1, given=frozenset({(0, 4)}), crossed=frozenset({(0, 0)})),
    Puzzle(("#...", "....", "..#.", "...."), 1),
)
OTHERS = (
    "**.\n.*.\n..*\n",
    "states 3\ntarget on\n.*2\n2*.\n...\n",
    "5x5",
    "0 1 0\n1 1 1\n0 1 0\n",
    "triangle5",
    "end 0\n  .\n o o\no o o\n",
    "lattice square\n  ooo  \n  ooo  \nooooooo\nooo.ooo\nooooooo\n  ooo  \n  ooo  \n",
    "# one\nAABB\nAABB\nCCDD\nCCDD\n\n# two\n*.\n.*\n",
)
ROWS: tuple[dict[str, object], ...] = (
    {"id": 1, "stars": 1, "grid": list(GRID)},
    {"grid": [[1, 1, 2], [1, 2, 2], [3, 3, 3]]},
    {"puzzle": "lights-out", "grid": ["*.", ".*"], "rule": "king", "wrap": True, "target": "on"},
    {"grid": ["*."], "matrix": ["11", "01"], "states": 2},
    {"puzzle": "pegs", "lattice": "triangular", "grid": ["  . ", " o o", "o o o"], "end": [0]},
)
STRANGE = (
    *"\0\t\n\r \x1b\x85\u2028\u202e\ud800\udcff\ufeff\ufffd٣²Ⅷ★🟥",
    *"0123456789-+.,;:/\\|#*oOxX\"'[]{}()=&?%~_",
    "99999999999999999999",
    "-1",
    "[" * 2000,
    "pzprv3",
    "http://",
    "stars ",
)
"""Characters and words to put in: those of forms, controls, halves of characters, odd digits."""


def valid_texts() -> list[tuple[str, bool]]:
    """Return the texts to change, each with True if it is a row of JSON Lines."""
    texts = [(text, False) for text in OTHERS]
    for puzzle in PUZZLES:
        for form in FORMS:
            try:
                texts.append((write(puzzle, form), False))
            except BadNotation:  # this form can't hold it
                continue
    return texts + [(json.dumps(row), True) for row in ROWS]


def mutate(text: str, other: str, random: Random) -> str:
    """Return a text with a few changes."""
    for _ in range(random.randint(1, MOST_CHANGES)):
        start = random.randrange(len(text) + 1)
        end = min(len(text), start + random.choice((0, 1, 1, 2, 5, 20)))
        part = text[start:end]
        strange = random.choice(STRANGE)
        new = random.choice(("", part * 2, part[::-1], strange, strange, part + strange, other))
        text = text[:start] + new + text[end:]
        if random.random() < 0.05:
            text = text[: random.randrange(len(text) + 1)]
    return text


def mutations(count: int, seed: int, first: int = 0) -> Iterator[tuple[int, Source]]:
    """Yield mutated puzzles by their numbers; each depends on its number and the seed alone."""
    texts = valid_texts()
    for number in range(first, first + count):
        random = Random(f"{seed} {number}")
        text, is_row = random.choice(texts)
        other, _ = random.choice(texts)
        changed = mutate(text, other, random)
        yield number, Source(changed, line=1 if is_row or changed.startswith("{") else None)


def describe_outcome(source: Source) -> tuple[str, str]:
    """Return the outcome of solving a puzzle, and what is wrong with it, "" if nothing."""
    started = process_time()
    try:
        report = solve_puzzle(source, SolveRequest(timeout_s=TIMEOUT_S))
        report.to_row()
    except Exception as error:  # what nobody foresaw is what this looks for
        return "DEFECT", f"{type(error).__name__}: {error}"
    if report.outcome == "defect":
        return "DEFECT", str(report.error)
    if report.error and (not report.error.hint or "\n" in report.error.message):
        return report.outcome, f"no hint, or not one line: {report.error.message!r}"
    seconds = process_time() - started
    return report.outcome, f"{seconds:.1f} s" if seconds > SLOW_S else ""


def main() -> int:
    """Solve the texts, print the outcomes and the failures, and return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.mutations", description=__doc__.partition(":")[0]
    )
    parser.add_argument("--count", type=int, default=100_000, metavar="N")
    parser.add_argument("--seed", type=int, default=SystemRandom().randrange(10**6), metavar="S")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="number of the first")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    outcomes = Counter[str]()
    failed = 0
    for number, source in mutations(given.count, given.seed, given.first):
        outcome, problem = describe_outcome(source)
        outcomes[outcome] += 1
        if problem:
            failed += 1
            print(f"✗ {number}: {problem}: {source.text[:200]!r}", flush=True)
    for outcome, times in outcomes.most_common():
        print(f"{times:8} {outcome}")
    print(f"{failed} of {given.count} with problems")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
