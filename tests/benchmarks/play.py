"""Duration of playing beside a bare Playwright script, and the cost of a look at the page.

usage: python tests/benchmarks/play.py [--rounds N] [--only play|look|demo]

Prints three tables: the time from the visible board to the page's success message, compared with a script that clicks
the known answer at the same pace without screenshots; the cost of one look at 1280x1000; and the whole command from
shell to exit, compared with a script that opens a browser and a page and closes them. All are medians, measured in
turns. Asserts nothing.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from autoplay.browser.navigation import open_url
from autoplay.browser.screen import Screen
from autoplay.browser.start import BrowserOptions, context_settings, start_browser
from autoplay.browser.wait import PACE_MS
from autoplay.games import GAMES
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.play_result import PlayResult
from autoplay.practice import serve
from autoplay.sites import site_for
from tests.playing import play
from vision import update_reading

SIZES = {"10x10": 5, "25x25": 11}

CELL = (1, 1)
SHOWS = """
const seen = new Set(), log = (what) => { if (!seen.has(what)) { seen.add(what); console.log(what, Date.now()) } }
new MutationObserver(() => {
    if (document.querySelector('.board-back .cell')) log('board')
    if (document.querySelector('#ajaxResponse p.succ')) log('solved')
}).observe(document, {subtree: true, childList: true})
"""
BARE = """
import sys
from playwright.sync_api import sync_playwright
from autoplay.browser.start import start_browser
from vision import update_reading
with sync_playwright() as playwright, start_browser(playwright) as browser:
    browser.new_page().goto(sys.argv[1])
"""


def timed(browser: Browser, url: str, solve: Callable[[Page], PlayResult | None]) -> tuple[float, PlayResult | None]:
    """Return the seconds from the visible board to the page's result, measured by the page."""
    with browser.new_context(**context_settings(BrowserOptions())) as context:
        page = context.new_page()
        moments: dict[str, str] = {}

        def note(message: ConsoleMessage) -> None:
            what, _, moment = message.text.partition(" ")
            moments.setdefault(what, moment)

        page.add_init_script(SHOWS)
        page.on("console", note)
        open_url(page, url)
        outcome = solve(page)
        page.wait_for_selector("#ajaxResponse p.succ", state="attached")
        return (int(moments["solved"]) - int(moments["board"])) / 1000, outcome


def seconds(browser: Browser, url: str, solve: Callable[[Page], PlayResult | None]) -> float:
    """Return the time alone."""
    return timed(browser, url, solve)[0]


def ours(page: Page) -> PlayResult:
    """Play as the command does."""
    with tempfile.TemporaryDirectory() as folder:
        return play(page, site_for(page), Path(folder))


def blind(outcome: PlayResult) -> Callable[[Page], None]:
    """Click the known answer at the same pace, as a script without screenshots does."""
    reading = outcome.reading
    spots = [reading.centre(*cell) for cell in outcome.solution.cells]

    def click(page: Page) -> None:
        page.wait_for_selector(".board-back .cell")
        for x, y in spots:
            page.mouse.click(x, y)
            page.wait_for_timeout(random.uniform(*PACE_MS))

    return click


def print_plays(browser: Browser, address: str, rounds: int) -> None:
    """Print the table of whole puzzles."""
    print(f"{'board':<8}{'presses':>8}{'ours s':>9}{'bare s':>9}{'ratio':>8}")
    for name, size in SIZES.items():
        url = f"{address}/?size={size}&seed=1&wait=0"
        outcome = timed(browser, url, ours)[1]
        assert outcome
        ways = (ours, blind(outcome))
        mine, bare = in_turns(rounds, *(partial(seconds, browser, url, way) for way in ways))
        print(f"{name:<8}{outcome.presses:>8}{mine:>9.2f}{bare:>9.2f}{mine / bare:>8.2f}", flush=True)


def print_looks(browser: Browser, address: str, rounds: int) -> None:
    """Print the table of looks at a board: a new window, the board alone as in play, and the check before a press."""
    print(f"{'board':<8}{'window ms':>11}{'look ms':>9}{'check ms':>10}")
    for name, size in SIZES.items():
        with browser.new_context(**context_settings(BrowserOptions())) as context:
            page = context.new_page()
            open_url(page, f"{address}/?size={size}&seed=1&wait=0")
            board = BoardTracker(Screen(page), GAMES["star-battle"])
            board.find(8, lambda: False)
            ways = (partial(look_anew, board), board.look, partial(board.look_at, CELL))
            times = in_turns(5 * rounds, *(partial(duration, way) for way in ways))
        print(f"{name:<8}" + "".join(f"{1000 * t:>{w}.0f}" for t, w in zip(times, (11, 9, 10), strict=True)))


def look_anew(board: BoardTracker) -> None:
    """Take a screenshot of the window, and read the board in it."""
    update_reading(board.screen.take_screenshot().image, board.reading)


def print_commands(address: str, rounds: int) -> None:
    """Print the line of the whole command."""
    whole, bare = in_turns(
        rounds,
        partial(duration, partial(run, "-m", "autoplay", "play", "demo")),
        partial(duration, partial(run, "-c", BARE, f"{address}/?size=5&seed=1")),
    )
    print(f"play demo {whole:.2f} s, a bare script {bare:.2f} s, ratio {whole / bare:.2f}")


def run(*arguments: str) -> None:
    """Run Python in another process."""
    with tempfile.TemporaryDirectory() as home:
        subprocess.run(
            [sys.executable, *arguments], check=True, capture_output=True, env=os.environ | {"AUTOPLAY_HOME": home}
        )


def duration(action: Callable[[], object]) -> float:
    """Return the seconds that it takes."""
    start = perf_counter()
    action()
    return perf_counter() - start


def in_turns(rounds: int, *ways: Callable[[], float]) -> Sequence[float]:
    """Return the median of each, measured in turns so that load on the machine affects all alike."""
    taken = [[way() for way in ways] for _ in range(rounds)]
    return [median(times) for times in zip(*taken, strict=True)]


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--only", choices=("play", "look", "demo"))
    options = parser.parse_args()
    with serve() as site:
        if options.only != "demo":
            with sync_playwright() as playwright, start_browser(playwright) as browser:
                if options.only != "look":
                    print_plays(browser, site.url, options.rounds)
                if options.only != "play":
                    print_looks(browser, site.url, options.rounds)
        if options.only in (None, "demo"):
            print_commands(site.url, options.rounds)


if __name__ == "__main__":
    main()
