"""Explains a file of puzzles: how far the rules reach, how long it takes, and how well the difficulties agree.

usage: python tests/benchmarks/explanations.py PUZZLES.jsonl [--only 14x14] [--timeout-s 300]

Prints one line a kind of puzzle (the id without its number), the share of puzzles that need each rule and of steps
that it makes, and, for sizes with a normal and a hard kind (an n or h at its end), the rank correlation of these
with the difficulty. Asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import correlation, median
from typing import NamedTuple

from solvers.errors import SolveTimeout
from solvers.notation import from_row
from solvers.star_battle.explanation import DIFFICULTIES, explain
from solvers.star_battle.rules import RULES


class Explained(NamedTuple):
    """Kind of puzzle, rule of each step, difficulty and time; no difficulty where the time was not enough."""

    kind: str
    rules: Counter[str]
    difficulty: str
    seconds: float


def explained(line: str, timeout_s: float) -> Explained:
    """The explanation of one line of the file."""
    row = json.loads(line)
    kind = row["id"].rpartition("-")[0]
    started = time.perf_counter()
    try:
        explanation = explain(from_row(row), timeout_s=timeout_s)
    except SolveTimeout:
        return Explained(kind, Counter(), "", timeout_s)
    seconds = time.perf_counter() - started
    return Explained(kind, Counter(step.rule for step in explanation.steps), explanation.difficulty, seconds)


def ranks(values: Sequence[int]) -> list[float]:
    """The rank of each value; equal values share the mean of theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def spearman(some: Sequence[int], others: Sequence[int]) -> float:
    """The rank correlation; not a number where all values of one are the same."""
    if len(set(some)) == 1 or len(set(others)) == 1:
        return float("nan")
    return correlation(ranks(some), ranks(others))


def kind_line(kind: str, found: Sequence[Explained]) -> str:
    """One line of the table of kinds."""
    plain = sum(one.difficulty != "" and not one.rules[RULES[-1].name] for one in found) / len(found)
    steps = median(one.rules.total() for one in found)
    seconds = [one.seconds for one in found]
    counts = Counter(one.difficulty for one in found)
    difficulties = "".join(f"{counts[name]:8}" for name in DIFFICULTIES)
    times = f"{median(seconds) * 1e3:11.0f}{max(seconds) * 1e3:11.0f}"
    return f"{kind:10}{len(found):6}{plain:8.1%}{steps:7.0f}{times}{difficulties}"


def rule_line(rule: str, found: Sequence[Explained]) -> str:
    """One line of the table of rules."""
    puzzles = sum(rule in one.rules for one in found) / len(found)
    steps = sum(one.rules[rule] for one in found) / sum(one.rules.total() for one in found)
    return f"{rule:28}{puzzles:8.1%}{steps:8.1%}"


def agreement(size: str, found: Sequence[Explained]) -> str:
    """The rank correlation of difficulty with the normal and hard kinds of one size."""
    in_both = [one for one in found if one.kind in {size + "n", size + "h"} and one.difficulty]
    hard = [int(one.kind.endswith("h")) for one in in_both]
    difficulty = [DIFFICULTIES.index(one.difficulty) for one in in_both]
    return f"{size:28}{spearman(difficulty, hard):8.2f}"


def main() -> None:
    """Prints the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("puzzles", type=Path)
    options.add_argument("--only", default="", help="kinds that start with this")
    options.add_argument("--timeout-s", type=float, default=300.0)
    options.add_argument("--jobs", type=int, default=1, help="processes; more than one makes the times longer")
    args = options.parse_args()
    lines = args.puzzles.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if json.loads(line)["id"].startswith(args.only)]
    by_kind: defaultdict[str, list[Explained]] = defaultdict(list)
    print(f"{'kind':10}{'count':>6}{'plain':>8}{'steps':>7}{'median ms':>11}{'worst ms':>11}", end="")
    print("".join(f"{name:>8}" for name in DIFFICULTIES))
    with ProcessPoolExecutor(args.jobs) as pool:
        for one in pool.map(partial(explained, timeout_s=args.timeout_s), lines):
            by_kind[one.kind].append(one)
    for kind, found in by_kind.items():
        print(kind_line(kind, found))
    everything = [one for found in by_kind.values() for one in found]
    print(f"\n{'rule':28}{'puzzles':>8}{'steps':>8}")
    for name in dict.fromkeys(rule.name for rule in RULES):
        print(rule_line(name, everything))
    print("\nrank correlation of difficulty with the normal and hard kinds")
    for size in dict.fromkeys(kind[:-1] for kind in by_kind if kind[-1] in "nh"):
        print(agreement(size, everything))


if __name__ == "__main__":
    main()
