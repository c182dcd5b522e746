"""Print the matrix of faults and skins: ``python -m tests.faults [--only TEXT] [--skin NAME] [--jobs N]``.

Each cell shows the end of the run, its time and its number of presses; problems are listed below it, and the exit
status is 1 if there are any.
"""

from __future__ import annotations

import argparse
import sys

from tests.faults.crew import play_rows
from tests.faults.stage import Cell
from tests.faults.table import COLUMNS, FAULTS

WIDTH = 60
COLUMN = 40


def main() -> int:
    """Play the requested cells, and print them as they come."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__.partition(":")[0])
    parser.add_argument("--only", default="", metavar="TEXT", help="faults whose name or query has this in it")
    parser.add_argument("--skin", choices=COLUMNS, help="one look only")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes, with a browser each")
    given = parser.parse_args()
    faults = [fault for fault in FAULTS if given.only in f"{fault.name} {fault.query} {fault.action}"]
    skins = [given.skin] if given.skin else list(COLUMNS)
    print(f"{'':{WIDTH}}{''.join(f'{skin:{COLUMN}}' for skin in skins)}")
    cells = []
    for fault, row in play_rows(faults, skins, given.jobs):
        shown = "".join(f"{_shown(row.get(skin)):{COLUMN}}" for skin in skins)
        print(f"{f'{fault.name} {fault.query}'[: WIDTH - 1]:{WIDTH}}{shown}")
        for cell in row.values():
            print("".join(f"    {cell.skin}: {problem}\n" for problem in cell.problems), end="", flush=True)
        cells += row.values()
    right = [cell for cell in cells if not cell.problems]
    print(f"\n{len(right)} of {len(cells)} cells as they should be")
    return 0 if cells and right == cells else 1


def _shown(cell: Cell | None) -> str:
    if cell is None:
        return ""
    ends = ", then ".join(run.end for run in cell.runs)
    seconds, presses = sum(run.seconds for run in cell.runs), sum(len(run.presses) for run in cell.runs)
    return f"{'✗ ' if cell.problems else ''}{ends} {seconds:.1f} s {presses}"


if __name__ == "__main__":
    sys.exit(main())
