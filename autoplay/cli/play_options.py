"""Options of `autoplay play`, in the panels of its help, with the checks of their combinations."""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import rich_click as click

from autoplay.cli.options import (
    SERIES,
    Duration,
    complete_with,
    json_option,
    patience_option,
    preparation_options,
)
from autoplay.click_options import (
    WrongCombination,
    cdp_option,
    end_option,
    lit_option,
    peg_option,
    puzzle_option,
    stars_option,
    tab_option,
    target_option,
)
from autoplay.practice import PRACTICE_PAGES
from autoplay.wording import did_you_mean

Verb = TypeVar("Verb", bound=Callable[..., Any])

OPTION_OF_GAME: Final = {"star-battle": "stars", "lights-out": "target", "pegs": "end"}
"""Game → its own option. Several may be given, because each page may show another game."""
OPEN_TAB: Final = ""
"""Address that stands for the open tab of a running browser."""
INTERVAL_S = 10
"""Default pause of a host between two puzzles: about as long as a person looks at the result."""
LIMIT_MIN = 10
"""Default limit for a puzzle, which `autoplay.browser.time_limit` explains."""
MOST_PACE_MS = 60_000
"""Longest time between two clicks: a minute."""
MOST_JOBS = 64
"""Largest number of browsers at a time."""
DIRECTORY = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def list_sites() -> list[str]:
    """Return the names of the known sites."""
    from autoplay.sites import known_sites

    return sorted(known_sites())


class Pace(NamedTuple):
    """Least and most milliseconds between two clicks, and whether to look at the board before each
    of them."""

    ms: tuple[float, float]
    is_hasty: bool = False


NUMBER: Final = re.compile(r"[0-9]{1,9}(\.[0-9]*)?")
FAST: Final = Pace((0, 0), is_hasty=True)


def parse_pace(text: str) -> Pace:
    """Parse "human", "fast" or a number of milliseconds. Raises BadParameter."""
    from autoplay.browser.wait import PACE_MS

    known = {"human": Pace(PACE_MS), "fast": FAST}
    if text in known:
        return known[text]
    milliseconds = float(text) if NUMBER.fullmatch(text) else inf
    if milliseconds > MOST_PACE_MS:
        raise click.BadParameter(f"{text} is not human, fast or a number of milliseconds")
    return Pace((milliseconds, milliseconds))


def options_of(panel: str | None, *options: Callable[[Verb], Verb]) -> Callable[[Verb], Verb]:
    """Return a decorator that adds options to a panel of the long help; None is for common ones."""

    def decorate(verb: Verb) -> Verb:
        for option in reversed(options):
            before = len(getattr(verb, "__click_params__", ()))
            verb = option(verb)
            for added in verb.__click_params__[before:]:  # type: ignore[attr-defined]
                added.panel = panel
        return verb

    return decorate


COMMON_OPTIONS = options_of(
    None,
    click.option(
        "-n",
        "--count",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help="Play N puzzles of each page.",
    ),
    puzzle_option,
    click.option(
        "--headed", is_flag=True, help="Show the window, and wait for you at a challenge."
    ),
    click.option(
        "--pace",
        type=parse_pace,
        metavar="human|fast|MS",
        help="Time between clicks; fast, the default on the practice site, looks less often.",
    ),
    click.option(
        "-o",
        "--output",
        type=DIRECTORY,
        metavar="DIR",
        help="Folder for before.png, overlay.png and after.png.",
    ),
    click.option(
        "--explain",
        is_flag=True,
        help="Show the steps to the solution, and draw each: step-01.png …",
    ),
    click.option("--dry-run", is_flag=True, help="Read and solve, but click nothing."),
    json_option,
)
PUZZLES_PANEL = options_of(
    "Which puzzles",
    click.option(
        "-j",
        "--jobs",
        type=click.IntRange(1, MOST_JOBS),
        default=1,
        metavar="N",
        help="Play on N hosts at a time.",
    ),
    click.option(
        "--interval",
        type=Duration(min=0),
        default=INTERVAL_S,
        show_default=True,
        metavar="S",
        help="Seconds between two puzzles of a host.",
    ),
    click.option(
        "--size",
        type=click.IntRange(0),
        metavar="N",
        help="Size of the board, for lights-out: N by N, 3 to 20; for pegs: rows of the "
        "triangle, 4 to 7.",
    ),
    click.option(
        "--variant",
        type=click.IntRange(0),
        metavar="N",
        help="Kind of puzzle, for demo. 0: 5x5, 1-2: 6x6, 3-4: 8x8, 5-6: 10x10, 7-8: 14x14, "
        "9: 17x17, 10: 21x21, 11: 25x25, 12-14: without regions, 15-17: as in Queens.",
    ),
    stars_option,
    target_option,
    lit_option,
    end_option,
    peg_option,
    click.option(
        "--site",
        metavar="NAME",
        shell_complete=complete_with(list_sites),
        help="Site of the page; default: found by its address.",
    ),
)
PAGE_PANEL = options_of(
    "Before and after the board",
    preparation_options,
    patience_option(
        "Try a page that can't be opened again, with pauses of up to MIN minutes in all."
    ),
    click.option(
        "--limit",
        type=Duration(min=0, min_open=True),
        default=LIMIT_MIN,
        show_default=True,
        metavar="MIN",
        help="End the browser if a puzzle takes longer, from its address to its result.",
    ),
    click.option(
        "--no-start", is_flag=True, help="Press no button that starts a game, such as Play."
    ),
    click.option(
        "--no-check", is_flag=True, help="Press no button that checks the answer, such as Submit."
    ),
    click.option(
        "--any", "any_solution", is_flag=True, help="Play the first of several solutions."
    ),
    click.option(
        "--strict", is_flag=True, help="Exit status 1 unless the page itself confirms the answer."
    ),
)
BROWSER_PANEL = options_of(
    "Browser",
    click.option(
        "--browser",
        default="auto",
        envvar="AUTOPLAY_BROWSER",
        metavar="auto|chromium|firefox|webkit|PATH",
        help="Which browser.",
    ),
    click.option(
        "--slowmo",
        type=click.FloatRange(min=0),
        default=0,
        metavar="MS",
        help="Pause after every step.",
    ),
    click.option("--keep", is_flag=True, help="Leave the window open until you close it."),
    click.option(
        "--profile",
        type=DIRECTORY,
        metavar="DIR",
        help="Folder of a browser profile to use and keep.",
    ),
    click.option(
        "--storage-state", type=FILE, metavar="FILE", help="Cookies and storage to start with."
    ),
    cdp_option,
    tab_option,
    click.option(
        "--ws", default="", metavar="URL", help="Play in a browser of a Playwright server."
    ),
)
RESULT_PANEL = options_of(
    "Result",
    click.option(
        "--report",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="OUT.html",
        help="Write what was seen, read, planned, pressed and heard, for a bug report.",
    ),
    click.option("--video", is_flag=True, help="Keep a video of the page."),
    click.option(
        "--tracing",
        type=click.Choice(("on", "off", "retain-on-failure")),
        help="Keep a trace for `playwright show-trace`. For a series: retain-on-failure.",
    ),
)


def check(where: tuple[str, ...], count: int, jobs: int, options: dict[str, Any]) -> None:
    """Raise UsageError for options that contradict each other."""
    scheduled = [name for name in where if name in SERIES]
    if count > 1 and scheduled:
        raise WrongCombination(f"--count: there is one {scheduled[0]} puzzle", "leave out --count")
    for name in ("keep", "cdp", "profile"):
        if jobs > 1 and options[name]:
            message = f"--jobs opens several browsers, --{name} is for a single one"
            raise WrongCombination(message, "leave out one of them")
    if options["tab"] and not options["cdp"]:
        raise WrongCombination("--tab names a tab of the browser of --cdp", "give both")
    if options["site"]:
        _check_site(options["site"])
    _check_browser(options["browser"])


def practice_numbers(
    where: tuple[str, ...], size: int | None, variant: int | None
) -> dict[str, int]:
    """Return the size or variant of each page of the practice site. Raises UsageError."""
    given = {"--size": size, "--variant": variant}
    asked = {PRACTICE_PAGES[name].option for name in where if name in PRACTICE_PAGES}
    for option, number in given.items():
        if number is None:
            continue
        for name in where:
            _check_number(name, option, number)
        if option not in asked:
            raise WrongCombination(f"{option} is not for {where[0]}", f"use {' or '.join(asked)}")
    numbers = {}
    for name, page in PRACTICE_PAGES.items():
        number = given[page.option]
        numbers[name] = page.usual if number is None else number
    return numbers


def _check_number(name: str, option: str, number: int) -> None:
    page = PRACTICE_PAGES.get(name)
    if page is None:
        message = f"{option} is for the practice site only: an address names its puzzle"
        raise WrongCombination(message, f"leave out {option}")
    if page.option == option and number not in page.numbers:
        message = f"{option} {number}: {name} has {page.numbers[0]} to {page.numbers[-1]}"
        raise WrongCombination(message, "one of these")


def _check_site(name: str) -> None:
    known = list_sites()
    if name not in known:
        raise click.UsageError(
            f"--site {name}: the sites are {', '.join(known)}.{did_you_mean(name, known)}"
        )


def _check_browser(named: str) -> None:
    """Raise UsageError for a browser that is not a known name, a command or a path."""
    from autoplay.browser.start import ENGINES

    is_path = "/" in named or shutil.which(named) is not None
    if named != "auto" and named not in ENGINES and not is_path:
        hint = f"auto, {', '.join(ENGINES)}, or the path of one"
        raise WrongCombination(f"--browser {named}: there is no such browser", hint)
