"""Print the table of kills: ``python -m tests.qa.kills [--runs N] [--only TEXT] [--jobs N] [--seed
S]``.

Each command is killed (SIGKILL) at random moments of its life, run again, and checked: nothing is
lost, nothing there twice, and nothing is left behind. Problems are listed below the row of the
command, and again after the last row. The exit status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from random import Random, SystemRandom
from tempfile import TemporaryDirectory

from tests.qa.kills.stage import Kill, kill_and_repeat, run_whole
from tests.qa.kills.table import COMMANDS, KilledCommand

KILLS = 200
WIDTH = 40
HEADS = ("takes", "kills", "running", "first", "last", "failed")


def main() -> int:
    """Kill the requested commands, and print the rows as they come."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.kills", description=__doc__.partition(":")[0]
    )
    parser.add_argument(
        "--runs", type=int, default=KILLS, metavar="N", help=f"kills in total; default: {KILLS}"
    )
    parser.add_argument(
        "--only", action="append", metavar="TEXT", help="commands with this in the name; repeatable"
    )
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="commands at a time")
    parser.add_argument(
        "--seed", type=int, metavar="S", help="seed of the moments; printed if it is not given"
    )
    given = parser.parse_args()
    seed = SystemRandom().randrange(10**6) if given.seed is None else given.seed
    commands = [
        command for command in COMMANDS if any(text in command.name for text in given.only or [""])
    ]
    print(f"seed {seed}\n{'':{WIDTH}}{''.join(f'{head:>9}' for head in HEADS)}", flush=True)
    done: list[tuple[KilledCommand, list[Kill]]] = []
    with ThreadPoolExecutor(given.jobs) as pool:
        for number, command in enumerate(commands):
            kills = given.runs // len(commands) + (number < given.runs % len(commands))
            done.append((command, _row(command, moments(f"{seed} {command.name}", kills), pool)))
    return _print_failed(done)


def moments(seed: str, number: int) -> list[float]:
    """Return random moments between 0 and 1, one in each of ``number`` equal parts."""
    random = Random(seed)
    return [(part + random.random()) / number for part in range(number)]


def _row(command: KilledCommand, parts: Sequence[float], pool: ThreadPoolExecutor) -> list[Kill]:
    with TemporaryDirectory() as folder:
        reference = run_whole(command, Path(folder))
        futures: list[Future[Kill]] = [
            pool.submit(kill_and_repeat, command, reference, moment, group=bool(number % 2))
            for number, moment in enumerate(parts)
        ]
        kills = [future.result() for future in futures]
    failed = sum(bool(kill.problems) for kill in kills)
    times = [f"{kill.seconds:.2f} s" for kill in kills[:1] + kills[-1:]] or ["", ""]
    cells = (
        f"{reference.seconds:.2f} s",
        len(kills),
        sum(kill.was_running for kill in kills),
        times[0],
        times[-1],
    )
    shown = f"{'✗ ' if failed else ''}{command.name}"
    print(f"{shown:{WIDTH}}{''.join(f'{cell:>9}' for cell in (*cells, failed))}")
    _print_problems(kills)
    return kills


def _print_problems(kills: Sequence[Kill]) -> None:
    for kill in kills:
        print(
            "".join(f"    at {kill.seconds:.3f} s: {problem}\n" for problem in kill.problems),
            end="",
        )
    sys.stdout.flush()


def _print_failed(done: Sequence[tuple[KilledCommand, list[Kill]]]) -> int:
    """Print how many kills went well, then the others by row; return the exit status."""
    total = sum(len(kills) for _, kills in done)
    failed = [(command, [kill for kill in kills if kill.problems]) for command, kills in done]
    failed = [(command, kills) for command, kills in failed if kills]
    wrong = sum(len(kills) for _, kills in failed)
    print(
        f"\n{total - wrong} of {total} kills with nothing lost, nothing twice and nothing left behind"
    )
    if failed:
        print(f"{wrong} with problems, in {len(failed)} rows:")
    for command, kills in failed:
        print(f"✗ {command.name}")
        _print_problems(kills)
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main())
