"""The options of `autoplay play`, in the panels of its help, and which of them make no sense together."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import rich_click as click

from autoplay.cli.completion import sites
from autoplay.cli.options import SERIES, json_option, parse_seconds
from autoplay.click_options import AUTO, PANELS, end_option, lit_option, peg_option, stars_option, target_option

Verb = TypeVar("Verb", bound=Callable[..., Any])


class Ours(NamedTuple):
    """A page of the practice site: its address but for the size, the usual size, and all there are."""

    path: str
    usual: int
    sizes: range


OURS: Final = {
    "demo": Ours("/?size=", 5, range(18)),  # 10x10, two stars
    "lights-out": Ours("/lights-out?size=", 5, range(3, 21)),
    "pegs": Ours("/pegs?board=triangle", 5, range(4, 8)),
}
"""The practice site's pages, by what stands for their addresses."""
SIZES = (
    "demo: which kind of puzzle. 0: 5x5, 1-2: 6x6, 3-4: 8x8, 5-6: 10x10, 7-8: 14x14, 9: 17x17, 10: 21x21, "
    "11: 25x25, 12-14: without regions, 15-17: as in Queens. lights-out: rows and columns, 3 to 20. "
    "pegs: rows of the triangle, 4 to 7."
)
TRACING = ("on", "off", "retain-on-failure")
INTERVAL_S = 10
"""How long a host is left alone between two puzzles: about as long as a person looks at the result."""
MOST_JOBS = 64
"""Browsers that a person may ask for at a time."""
DIRECTORY = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


class Play(click.RichCommand):
    """A verb whose ``--tracing`` may stand alone, also before an address."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take ``--tracing`` without a word of its own as ``--tracing on``."""
        words = [
            "--tracing=on" if word == "--tracing" and after not in TRACING else word
            for word, after in pairwise([*args, ""])
        ]
        return super().parse_args(ctx, words)


def options_of(panel: str, *options: Callable[[Verb], Verb]) -> Callable[[Verb], Verb]:
    """Options that stand together in a panel of the help."""

    def decorate(verb: Verb) -> Verb:
        for option in reversed(options):
            before = len(getattr(verb, "__click_params__", ()))
            verb = option(verb)
            for added in verb.__click_params__[before:]:  # type: ignore[attr-defined]
                added.panel = panel
        return verb

    return decorate


WHICH = options_of(
    "Which puzzles",
    click.option("--count", type=click.IntRange(min=1), default=1, metavar="N", help="Play N puzzles of each page."),
    click.option(
        "--jobs", type=click.IntRange(1, MOST_JOBS), default=1, metavar="N", help="Play at N hosts at a time."
    ),
    click.option(
        "--interval",
        type=click.FloatRange(min=0),
        callback=parse_seconds,
        default=INTERVAL_S,
        show_default=True,
        metavar="S",
        help="Seconds between two puzzles of a host.",
    ),
    click.option(
        "--jitter",
        type=click.FloatRange(min=0),
        callback=parse_seconds,
        default=0,
        metavar="MIN",
        help="Specials: wait up to MIN minutes first.",
    ),
    click.option("--size", type=click.IntRange(0), metavar="S", help=SIZES),
    click.option("--puzzle", type=click.Choice((AUTO, *PANELS.values())), default=AUTO, help="Which puzzle it is."),
    stars_option,
    target_option,
    lit_option,
    end_option,
    peg_option,
    click.option(
        "--site", metavar="NAME", shell_complete=sites, help="What is known of the page; else found by its address."
    ),
)
BROWSER = options_of(
    "Browser",
    click.option("--browser", default="auto", metavar="auto|chromium|firefox|webkit|PATH", help="Which browser."),
    click.option("--headed", is_flag=True, help="Show the window, and wait for you at a challenge."),
    click.option("--slowmo", type=click.FloatRange(min=0), default=0, metavar="MS", help="Pause after every step."),
    click.option("--keep", is_flag=True, help="Leave the window open until you close it."),
    click.option("--profile", type=DIRECTORY, metavar="DIR", help="Folder of a browser profile to use and keep."),
    click.option("--storage-state", type=FILE, metavar="FILE", help="Cookies and storage to start with."),
    click.option("--cdp", default="", metavar="URL", help="Play in a Chromium that runs already."),
    click.option("--ws", default="", metavar="URL", help="Play in the browser of a Playwright server."),
)
RESULT = options_of(
    "Result",
    click.option("--output", type=DIRECTORY, metavar="DIR", help="Folder for before.png, overlay.png and after.png."),
    click.option("--video", is_flag=True, help="Keep a video of the page."),
    click.option(
        "--tracing",
        type=click.Choice(TRACING),
        help="Keep a trace for `playwright show-trace`; alone: on. Specials: retain-on-failure.",
    ),
    click.option(
        "--notify",
        multiple=True,
        envvar="AUTOPLAY_NOTIFY",
        metavar="URL",
        help="Send failures, and solved specials, to a service of Apprise; may be given several times.",
    ),
    click.option("--explain", is_flag=True, help="Show the steps to the solution, and draw each: step-01.png …"),
    click.option("--dry-run", is_flag=True, help="Look and solve, but click nothing."),
    json_option,
)


def check(
    where: tuple[str, ...], count: int, jobs: int, jitter: float, size: int | None, wishes: dict[str, Any]
) -> None:
    """Raise UsageError for options that make no sense together."""
    specials = [name for name in where if name in SERIES]
    _check_size(where, size)
    if count > 1 and specials:
        raise click.UsageError(f"--count: there is one {specials[0]} puzzle at a time")
    if jitter and not specials:
        raise click.UsageError("--jitter is for daily, weekly and monthly")
    for name in ("keep", "cdp", "profile"):
        if jobs > 1 and wishes[name]:
            raise click.UsageError(f"--jobs opens a browser for each, --{name} is about one: leave out one of them")
    if wishes["site"]:
        _check_site(wishes["site"])
    _check_browser(wishes["browser"])


def _check_size(where: tuple[str, ...], size: int | None) -> None:
    if size is None:
        return
    for name in where:
        if name not in OURS:
            raise click.UsageError("--size is for the practice site; an address says which puzzle by itself")
        sizes = OURS[name].sizes
        if size not in sizes:
            raise click.UsageError(f"--size {size}: {name} has {sizes[0]} to {sizes[-1]}")


def _check_site(name: str) -> None:
    from autoplay.sites import known_sites

    known = known_sites()
    if name not in known:
        raise click.UsageError(f"--site {name}: the sites are {', '.join(sorted(known))}")


def _check_browser(named: str) -> None:
    """Raise UsageError for a browser that is no known name, no command and no path."""
    from autoplay.browser.start import ENGINES

    if named not in ("auto", *ENGINES) and "/" not in named and not shutil.which(named):
        raise click.UsageError(f"--browser {named}: one of auto, {', '.join(ENGINES)}, or the path of one")
