"""Print the matrix of faults and skins.

usage: python -m tests.qa.faults [--only TEXT] [--skin NAME] [--jobs N] [--resume FILE]

Each cell shows the end of the run, its time and its number of presses; problems are listed below
it, and again after the last row. The exit status is 1 if there are any. A cell that is in FILE, a
journal of JSON Lines, is printed and not played again; those that are played are added to it.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tests.qa.faults.crew import play_rows
from tests.qa.faults.journal import Journal
from tests.qa.faults.stage import Cell
from tests.qa.faults.table import COLUMNS, FAULTS, Fault

WIDTH = 60
COLUMN = 40


def main() -> int:
    """Play the requested cells, and print them as they come."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.faults", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "--only",
        action="append",
        metavar="TEXT",
        help="faults with this in the name or query; may be repeated",
    )
    parser.add_argument("--skin", choices=COLUMNS, help="one look only")
    parser.add_argument(
        "--jobs", type=int, default=1, metavar="N", help="processes, with a browser each"
    )
    parser.add_argument(
        "--resume", type=Path, metavar="FILE", help="journal of cells that are not played again"
    )
    given = parser.parse_args()
    texts = given.only or [""]
    faults = [
        fault
        for fault in FAULTS
        if any(text in f"{fault.name} {fault.query} {fault.action}" for text in texts)
    ]
    skins = [given.skin] if given.skin else list(COLUMNS)
    print(f"{'':{WIDTH}}{''.join(f'{skin:{COLUMN}}' for skin in skins)}")
    cells = []
    for fault, row in play_rows(faults, skins, given.jobs, Journal(given.resume)):
        shown = "".join(f"{_shown(row.get(skin)):{COLUMN}}" for skin in skins)
        print(f"{_named(fault)[: WIDTH - 1]:{WIDTH}}{shown}")
        for cell in row.values():
            print(
                "".join(f"    {cell.skin}: {problem}\n" for problem in cell.problems),
                end="",
                flush=True,
            )
        cells += row.values()
    _print_failed(cells)
    return 1 if not cells or any(cell.problems for cell in cells) else 0


def _print_failed(cells: list[Cell]) -> None:
    """Print how many cells are as they should be, then the others by row, with their number."""
    failed: dict[str, list[Cell]] = {}
    for cell in cells:
        if cell.problems:
            failed.setdefault(_named(cell.fault), []).append(cell)
    wrong = sum(map(len, failed.values()))
    print(f"\n{len(cells) - wrong} of {len(cells)} cells as they should be")
    if failed:
        print(f"{wrong} not as they should be, in {len(failed)} rows:")
    for name, row in failed.items():
        print(f"✗ {name}")
        print(
            "".join(f"    {cell.skin}: {problem}\n" for cell in row for problem in cell.problems),
            end="",
        )


def _named(fault: Fault) -> str:
    return f"{fault.name} {fault.query}".strip()


def _shown(cell: Cell | None) -> str:
    if cell is None:
        return ""
    ends = ", then ".join(run.end for run in cell.runs)
    seconds, presses = (
        sum(run.seconds for run in cell.runs),
        sum(len(run.presses) for run in cell.runs),
    )
    return f"{'✗ ' if cell.problems else ''}{ends} {seconds:.1f} s {presses}"


if __name__ == "__main__":
    sys.exit(main())
