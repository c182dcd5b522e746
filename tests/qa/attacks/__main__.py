"""Try the attacks: ``python -m tests.qa.attacks [--only TEXT] [--all]``.

Prints a row for each: its area and name, the seconds, and what held or broke. Those that a program
tries for minutes are left out unless ``--all`` or their name asks for them. The output of a row
that broke follows it. The exit status is 1 if any did.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from time import monotonic

from tests.qa.attacks.table import ATTACKS, Attack

WIDTH = 56
LINES_SHOWN = 40


def main() -> int:
    """Try the requested attacks, and print the rows as they come; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.attacks", description=__doc__.partition(":")[0]
    )
    parser.add_argument(
        "--only", action="append", metavar="TEXT", help="rows with this in area or name; repeatable"
    )
    parser.add_argument("--all", action="store_true", help="also those that take minutes")
    given = parser.parse_args()
    chosen = [attack for attack in ATTACKS if given.all or given.only or not attack.program]
    if given.only:
        chosen = [attack for attack in chosen if any(text in _title(attack) for text in given.only)]
    broken = 0
    started = monotonic()
    for attack in chosen:
        broken += not _try_attack(attack)
    print(f"\n{len(chosen) - broken} of {len(chosen)} rows ok, {monotonic() - started:.0f} s")
    return 1 if broken or not chosen else 0


def _title(attack: Attack) -> str:
    return f"{attack.area}: {attack.name}"


def _try_attack(attack: Attack) -> bool:
    """Try an attack, print its row, and return True if all held."""
    command = attack.program
    if not command:
        tests = [f"{attack.file}::{test}" for test in attack.tests]
        command = ("pytest", "-q", "-n", "0", *tests)
    started = monotonic()
    done = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, check=False
    )
    verdict = "BROKEN" if done.returncode else "ok"
    print(f"{_title(attack):{WIDTH}} {monotonic() - started:7.1f} s  {verdict}", flush=True)
    if done.returncode:
        lines = f"{done.stdout}{done.stderr}".splitlines()[-LINES_SHOWN:]
        print("".join(f"    {line}\n" for line in lines), end="", flush=True)
    return not done.returncode


if __name__ == "__main__":
    sys.exit(main())
