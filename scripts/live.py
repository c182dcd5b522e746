"""Look at a live site today: read and solve its smallest puzzle, click nothing, print a record to
keep.

usage: live.py URL        (make live; the tests never do this on a real site)

Exit status: that of `autoplay play URL --dry-run`, such as 2 if the site was not reached.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final

from autoplay.errors import NoReply, PageUnreachable, SiteNotReached
from autoplay.games import TITLES
from autoplay.games.star_battle.steps import draw_board
from solvers.errors import count_of

ROOT: Final = Path(__file__).resolve().parent.parent
PICTURES: Final = ROOT / ".cache" / "live"
NOT_OPENED: Final = (PageUnreachable.code, SiteNotReached.code, NoReply.code)
"""Codes of the errors for a page that could not be opened."""


def main(arguments: list[str]) -> int:
    """Play without a click, print the record, and return the exit status."""
    if len(arguments) != 1:
        print("usage: live.py URL", file=sys.stderr)
        return 2
    now = datetime.now(UTC)
    folder = PICTURES / f"{now:%Y-%m-%dT%H-%M-%S}"
    command = [sys.executable, "-m", "autoplay", "play", arguments[0], "--dry-run", "--json"]
    done = subprocess.run(
        [*command, "--output", str(folder)], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    if not done.stdout.strip():
        return done.returncode  # what is wrong was said on stderr
    row = json.loads(done.stdout.splitlines()[0])
    print(describe(row, now))
    return done.returncode


def describe(row: Mapping[str, Any], now: datetime) -> str:
    """Return the record of a play without a click, from its JSON object."""
    lines = [
        f"{now:%Y-%m-%d %H:%M} UTC, puzzle-autoplay {version('puzzle-autoplay')}, {row['url']}"
    ]
    if row.get("error") in NOT_OPENED:
        lines.append(f"The site was not reached: {row['message'].rstrip('.')}.")
        lines.append("So nothing is known about how it looks today.")
    elif "error" in row:
        lines.append(f"The page was opened, but not read and solved: {row['message'].rstrip('.')}.")
        lines.append(f"Try: {row['try']}")
    else:
        number = f" number {row['id']}" if row.get("id") else ""
        size = f"{row['rows']}x{row['cols']}"
        stars = row.get("stars")
        if stars:
            size += f" with {count_of(stars, 'star')} per row"
        lines.append(f"Puzzle{number} was read and solved: {TITLES[row['puzzle']]}, {size}.")
        lines.append(
            "Nothing was clicked: what a click does, and what the page says, is not known."
        )
        if stars:
            lines.append(draw_board(row["grid"], {tuple(cell): "star" for cell in row["cells"]}))
    if row.get("before"):
        lines.append(f"Pictures: {Path(row['before']).parent}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
