"""Plays on pages drawn from seeds, which nobody has seen, and judges each run on the server's side.

usage: python -m tests.qa.pages [--seeds N] [--seed S] [--game G] [--jobs N] [--keep DIR]
                                [--axis NAME=VALUE]…

Each page is played by its address alone. The exit status is 1 if a claim was wrong, a link was
pressed that leaves the game, or less than AIM of the pages ended right.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

from playwright.sync_api import ViewportSize, sync_playwright

from autoplay.browser.start import start_browser
from tests.qa.pages.drawing import AXES, draw_page
from tests.qa.pages.judging import MOST_SURPLUS, Judgement
from tests.qa.pages.runs import play_drawn

WINDOW: Final[ViewportSize] = {"width": 1100, "height": 900}
AIM: Final = 0.97
"""Least share of the pages that must end right."""
AIM_SURPLUS: Final = 0.95
"""Least share of the pages on which at most `MOST_SURPLUS` presses are more than needed."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play on the pages of some seeds, print each fault and a table by axis; return the exit
    status."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.qa.pages", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--seeds", type=int, default=40, metavar="N", help="number of pages")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="seed of the first page")
    parser.add_argument("--game", choices=list(AXES["game"]), help="pages of one game alone")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="pages at the same time")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="folder for the pictures of each")
    parser.add_argument(
        "--axis", action="append", default=[], metavar="NAME=VALUE", help="a value of all pages"
    )
    given = parser.parse_args(arguments)
    fixed: dict[str, str] = {}
    for one in given.axis:
        name, _, value = one.partition("=")
        if name not in AXES or not value:
            parser.error(f"--axis {one}: NAME=VALUE, with a name of {', '.join(AXES)}")
        fixed[name] = value
    if given.game:
        fixed["game"] = given.game
    seeds = range(given.seed, given.seed + given.seeds)
    judged: list[Judgement] = []
    with TemporaryDirectory() as scratch:
        os.environ["AUTOPLAY_HOME"] = scratch
        play = partial(play_seed, fixed=fixed, folder=given.keep or Path(scratch))
        with ProcessPoolExecutor(given.jobs) as pool:
            for judgement in pool.map(play, seeds):
                judged.append(judgement)
                print(describe_run(judgement), flush=True)
    for line in describe_axes(judged):
        print(line)
    for line in describe_all(judged):
        print(line)
    is_clean = not any(one.is_wrong_claim or one.leaves for one in judged)
    return 0 if is_clean and _share([one.is_right for one in judged]) >= AIM else 1


def play_seed(seed: int, fixed: Mapping[str, str], folder: Path) -> Judgement:
    """Play on the page of a seed in a browser of its own, and judge the run."""
    page = draw_page(seed, **fixed)
    with (
        sync_playwright() as playwright,
        start_browser(playwright) as browser,
        browser.new_page(viewport=WINDOW) as tab,
    ):
        return play_drawn(tab, page, folder / str(seed))


def describe_run(judgement: Judgement) -> str:
    """Return the row of a run: its seed, axes, presses, times and faults."""
    page = judgement.page
    usual = {"none", "plain", "click", "playable", "nothing", "medium", "en", "shallow"}
    axes = " ".join(value.replace(" ", "-") for value in page.axes.values() if value not in usual)
    claim = judgement.claim
    seconds = claim.ended_at - claim.began_at
    first_s = judgement.first_press_s
    first = "" if first_s is None else f"{first_s:.1f}"
    faults = "; ".join(judgement.faults)
    said = f" — {claim.said}" if faults else ""
    presses = f"{judgement.presses}/{page.needed}"
    return f"{page.seed} | {axes} | {claim.result} | {presses} | {first} | {seconds:.1f} | {faults}{said}"


def describe_axes(judged: Sequence[Judgement]) -> Iterable[str]:
    """Yield the rows of the table by axis: runs, and the share that ended right."""
    yield "\n| axis | value | pages | right | wrong claims | left | surplus > 10 |\n|---|---|---|---|---|---|---|"
    for axis in AXES:
        values = sorted({one.page.axes[axis] for one in judged})
        for value in values:
            group = [one for one in judged if one.page.axes[axis] == value]
            right = f"{_share([one.is_right for one in group]):.0%}"
            wrong = sum(one.is_wrong_claim for one in group)
            left = sum(one.leaves > 0 for one in group)
            surplus = sum(one.surplus > MOST_SURPLUS for one in group)
            yield f"| {axis} | {value} | {len(group)} | {right} | {wrong} | {left} | {surplus} |"


def describe_all(judged: Sequence[Judgement]) -> Iterable[str]:
    """Yield the figures of all runs together."""
    playable = [one for one in judged if one.page.is_playable]
    few = [one.surplus <= MOST_SURPLUS for one in playable]
    yield f"\nright {_share([one.is_right for one in judged]):.1%} of {len(judged)} (aim {AIM:.0%})"
    yield f"status 0 on {_share([one.claim.status == 0 for one in playable]):.1%} of {len(playable)} that can be solved"
    yield f"wrong claims {sum(one.is_wrong_claim for one in judged)}"
    yield f"presses on links that leave the game {sum(one.leaves for one in judged)}"
    yield f"at most {MOST_SURPLUS} surplus presses on {_share(few):.1%} (aim {AIM_SURPLUS:.0%})"
    first = [one.first_press_s for one in judged if one.first_press_s is not None]
    refused = [one.refusal_s for one in judged if one.refusal_s is not None]
    for name, times in (("first press", first), ("refusal", refused)):
        if times:
            yield f"{name}: median {median(times):.1f} s, last {max(times):.1f} s"


def _share(parts: Sequence[bool]) -> float:
    return sum(parts) / len(parts) if parts else 1.0


if __name__ == "__main__":
    sys.exit(main())
