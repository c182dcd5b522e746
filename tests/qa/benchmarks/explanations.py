"""Explanations of the puzzles in a file: the reach of the rules, the time, and the agreement with
known difficulties.

usage: python tests/qa/benchmarks/explanations.py PUZZLES.jsonl [--only 14x14] [--timeout-s 300]

Prints one line per kind of puzzle (the id without its number), the share of puzzles that need each
rule and of steps made by it, and, for sizes with a normal and a hard kind (ending in n or h), their
rank correlation with the difficulty. Asserts nothing.
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
from solvers.names import DIFFICULTIES
from solvers.notation import from_row
from solvers.star_battle.explanation import explain
from solvers.star_battle.rules import RULES


class Explained(NamedTuple):
    """Explained puzzle: its kind, the rule of each step, the difficulty and the time; no difficulty
    after a timeout."""

    kind: str
    rules: Counter[str]
    difficulty: str
    seconds: float


def explained(line: str, timeout_s: float) -> Explained:
    """Return the explanation of one line of the file."""
    row = json.loads(line)
    kind = row["id"].rpartition("-")[0]
    started = time.perf_counter()
    try:
        explanation = explain(from_row(row), timeout_s=timeout_s)
    except SolveTimeout:
        return Explained(kind, Counter(), "", timeout_s)
    seconds = time.perf_counter() - started
    return Explained(
        kind, Counter(step.rule for step in explanation.steps), explanation.difficulty, seconds
    )


def ranks(values: Sequence[int]) -> list[float]:
    """Return the rank of each value; equal values share the mean of theirs."""
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) - 1) / 2 for value in values]


def spearman(some: Sequence[int], others: Sequence[int]) -> float:
    """Return the rank correlation; NaN if all values of one list are the same."""
    if len(set(some)) == 1 or len(set(others)) == 1:
        return float("nan")
    return correlation(ranks(some), ranks(others))


def kind_line(kind: str, found: Sequence[Explained]) -> str:
    """Return one line of the table of kinds."""
    plain = sum(one.difficulty != "" and not one.rules[RULES[-1].name] for one in found) / len(
        found
    )
    steps = median(one.rules.total() for one in found)
    seconds = [one.seconds for one in found]
    counts = Counter(one.difficulty for one in found)
    difficulties = "".join(f"{counts[name]:8}" for name in DIFFICULTIES)
    times = f"{median(seconds) * 1e3:11.0f}{max(seconds) * 1e3:11.0f}"
    return f"{kind:10}{len(found):6}{plain:8.1%}{steps:7.0f}{times}{difficulties}"


def rule_line(rule: str, found: Sequence[Explained]) -> str:
    """Return one line of the table of rules."""
    puzzles = sum(rule in one.rules for one in found) / len(found)
    steps = sum(one.rules[rule] for one in found) / sum(one.rules.total() for one in found)
    return f"{rule:28}{puzzles:8.1%}{steps:8.1%}"


def agreement(size: str, found: Sequence[Explained]) -> str:
    """Return the rank correlation of difficulty with the normal and hard kinds of one size."""
    in_both = [one for one in found if one.kind in {size + "n", size + "h"} and one.difficulty]
    hard = [int(one.kind.endswith("h")) for one in in_both]
    difficulty = [DIFFICULTIES.index(one.difficulty) for one in in_both]
    return f"{size:28}{spearman(difficulty, hard):8.2f}"


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("puzzles", type=Path)
    options.add_argument("--only", default="", help="kinds that start with this")
    options.add_argument("--timeout-s", type=float, default=300.0)
    options.add_argument(
        "--jobs", type=int, default=1, help="processes; more than one makes the times longer"
    )
    args = options.parse_args()
    lines = args.puzzles.read_text(encoding="utf-8").splitlines()
    lines = [line for line in lines if json.loads(line)["id"].startswith(args.only)]
    by_kind: defaultdict[str, list[Explained]] = defaultdict(list)
    print(
        f"{'kind':10}{'count':>6}{'plain':>8}{'steps':>7}{'median ms':>11}{'worst ms':>11}", end=""
    )
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
