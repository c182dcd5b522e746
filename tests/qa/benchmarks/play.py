"""Duration of playing beside clicking the same cells blindly, and of each part of it.

usage: python tests/qa/benchmarks/play.py [PAGE…] [--rounds N] [--pace human|fast|MS]
       python tests/qa/benchmarks/play.py --commands [--rounds N]

Plays pages of the practice site, by default all of PAGES; a PAGE may also be the address of any
other one, such as a player that is served on this machine. After each play the needed cells of the
same board are clicked blindly, in the same browser and at the same pace. Prints a line per page:
seconds from the loaded page to the first press, from there to the last, and to the verdict; their
sum beside blind clicking; looks and the milliseconds of one (screenshot, decoding, recognition);
and the waits by reason. ``--commands`` times whole commands, from the shell to their exit, beside a bare script that clicks the
same cells of the same page. All are
medians, measured in turns. Asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, Page, sync_playwright

from autoplay.browser.start import BrowserOptions, context_settings, start_browser
from autoplay.browser.timeline import Timing
from autoplay.cli.play_options import Pace, parse_pace
from autoplay.player.play_result import PlayResult
from autoplay.player.run import PuzzleRun
from autoplay.practice import serve
from tests.playing import request_for

PAGES = {
    "10x10": "/?size=5&seed=1&wait=0",
    "25x25": "/?size=11&seed=1&wait=0",
    "25x25, large": "/?size=11&seed=1&wait=0&zoom=2",
    "lamps 5x5": "/lights-out?size=5&seed=1&wait=0",
    "lamps 20x20": "/lights-out?size=20&seed=1&wait=0",
    "pegs": "/pegs?board=triangle5&seed=1&wait=0",
}
"""Pages of the practice site; "large" does not fit into the window."""
LOOK = ("screenshot", "decoding", "recognition")
WAITS = ("pace", "double_click", "reaction", "stillness", "result", "mouse", "other")
COMMANDS = ("10x10", "lamps 5x5", "pegs")
BARE = """
import json, sys
from playwright.sync_api import sync_playwright
from autoplay.browser.start import BrowserOptions, context_settings, start_browser
with sync_playwright() as playwright, start_browser(playwright) as browser:
    page = browser.new_context(**context_settings(BrowserOptions())).new_page()
    page.goto(sys.argv[1])
    for x, y in json.loads(sys.argv[2]):
        page.mouse.click(x, y)
"""
"""Script that loads a page and clicks the same cells."""


@dataclass(frozen=True)
class Played:
    """One play and one blind round: the result, and the seconds of both."""

    result: PlayResult
    seconds: float
    blind_s: float

    @property
    def timing(self) -> Timing:
        """Times of the play."""
        assert self.result.timing
        return self.result.timing

    @property
    def parts(self) -> tuple[float, float, float]:
        """Seconds to the first press, to the last, and to the verdict."""
        first, last = self.timing.first_press or 0.0, self.timing.last_press or 0.0
        return first, last - first, self.seconds - last

    @property
    def look_ms(self) -> list[float]:
        """Milliseconds of each part of a look, on average."""
        looks = max(1, self.timing.counts.get("screenshot", 0))
        return [1000 * self.timing.activities.get(part, 0.0) / looks for part in LOOK]


def spots(result: PlayResult) -> list[tuple[float, float]]:
    """Return the places (x, y) that someone has to click who knows the answer and the gesture."""
    reading, times = result.reading, max(1, len(result.gesture))
    jumps = getattr(result.solution, "jumps", None)
    if jumps:
        sites = result.puzzle.board.sites  # type: ignore[attr-defined]
        return [reading.centre(*sites[number]) for jump in jumps for number in (jump[0], jump[2])]
    return [reading.centre(*cell) for cell in result.solution.cells for _ in range(times)]


def click_blindly(
    page: Page, places: list[tuple[float, float]], pace_ms: tuple[float, float]
) -> float:
    """Click the places at a pace, and return the seconds that it took."""
    start = perf_counter()
    for x, y in places:
        page.mouse.click(x, y)
        if pause_ms := random.uniform(*pace_ms):
            page.wait_for_timeout(pause_ms)
    return perf_counter() - start


def measured(browser: Browser, url: str, pace: Pace) -> Played:
    """Play a board, and click the same cells of a second copy of its page blindly."""
    with (
        browser.new_context(**context_settings(BrowserOptions())) as context,
        tempfile.TemporaryDirectory() as folder,
    ):
        page = context.new_page()
        page.goto(url)
        page.wait_for_load_state()
        request = request_for(url, Path(folder), pace_ms=pace.ms, is_hasty=pace.is_hasty)
        result = PuzzleRun(page, request).run()
        assert isinstance(result, PlayResult)
    with browser.new_context(**context_settings(BrowserOptions())) as context:
        page = context.new_page()
        page.goto(url)
        page.wait_for_load_state()
        blind_s = click_blindly(page, spots(result), pace.ms)
    return Played(result, result.seconds, blind_s)


def print_page(name: str, rounds: list[Played]) -> None:
    """Print the line of a page."""

    def middle(of: Callable[[Played], float]) -> float:
        return median(map(of, rounds))

    first, between, after = (middle(lambda one, n=n: one.parts[n]) for n in range(3))  # type: ignore[misc]
    whole, blind = middle(lambda one: one.seconds), middle(lambda one: one.blind_s)
    looks = middle(lambda one: one.timing.counts.get("screenshot", 0))
    parts = [middle(lambda one, n=n: one.look_ms[n]) for n in range(3)]  # type: ignore[misc]
    waits = {
        name: middle(lambda one, name=name: one.timing.activities.get(name, 0.0)) for name in WAITS
    }  # type: ignore[misc]
    shown = ", ".join(f"{name} {seconds:.1f}" for name, seconds in waits.items() if seconds >= 0.05)
    presses = middle(lambda one: one.result.presses)
    last = rounds[-1].result
    print(
        f"{name:<16}{presses:>7.0f}{first:>7.2f}{between:>8.2f}{after:>7.2f}{whole:>7.2f}{blind:>7.2f}"
        f"{whole / max(blind, 0.001):>7.2f}{whole - 1.3 * blind:>8.2f}{looks:>6.0f}{sum(parts):>6.0f}"
        f" ({' + '.join(f'{part:.0f}' for part in parts)})  {shown}  {last.verdict.result}",
        flush=True,
    )


def print_plays(names: list[str], rounds: int, pace: Pace) -> None:
    """Print the table of pages."""
    print(
        f"{'page':<16}{'presses':>7}{'first':>7}{'between':>8}{'after':>7}{'whole':>7}{'blind':>7}{'ratio':>7}"
        f"{'-1.3 bl':>8}{'looks':>6}{'ms':>6} (parts)  waits"
    )
    os.environ["AUTOPLAY_HOME"] = tempfile.mkdtemp(
        prefix="benchmark-"
    )  # the user's own history is not written
    with (
        serve() as site,
        sync_playwright() as playwright,
        start_browser(playwright, BrowserOptions()) as browser,
    ):
        for name in names or PAGES:
            url = site.url + PAGES[name] if name in PAGES else name
            print_page(name, [measured(browser, url, pace) for _ in range(rounds)])


def print_commands(rounds: int) -> None:
    """Print a line per whole command, beside a script that opens a browser, loads the same page and
    clicks the same cells."""
    print(f"{'page':<16}{'s':>7}{'bare s':>8}{'ratio':>7}")
    with serve() as site:
        for name in COMMANDS:
            url = site.url + PAGES[name]
            places = json.dumps(_find_places(url))
            whole, bare = [], []
            for _ in range(rounds):
                whole.append(seconds("-m", "autoplay", "play", url, "--pace", "fast"))
                bare.append(seconds("-c", BARE, url, places))
            ratio = median(whole) / median(bare)
            print(f"{name:<16}{median(whole):>7.2f}{median(bare):>8.2f}{ratio:>7.2f}", flush=True)


def _find_places(url: str) -> list[tuple[float, float]]:
    with sync_playwright() as playwright, start_browser(playwright, BrowserOptions()) as browser:
        return spots(measured(browser, url, parse_pace("fast")).result)


def seconds(*arguments: str) -> float:
    """Return the seconds that Python takes with these arguments, in another process."""
    start = perf_counter()
    with tempfile.TemporaryDirectory() as home:
        subprocess.run(
            [sys.executable, *arguments],
            check=True,
            capture_output=True,
            env=os.environ | {"AUTOPLAY_HOME": home},
        )
    return perf_counter() - start


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "pages", nargs="*", metavar="PAGE", help=f"{', '.join(PAGES)}, or an address"
    )
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--pace", type=parse_pace, default="human", metavar="human|fast|MS")
    parser.add_argument("--commands", action="store_true")
    options = parser.parse_args()
    if options.commands:
        print_commands(options.rounds)
        return
    print_plays(options.pages, options.rounds, options.pace)


if __name__ == "__main__":
    main()
