"""`autoplay play`: from a page to its stars."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import rich_click as click

from autoplay.cli.options import error_row, json_option, print_json, stars_option
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.browser import BrowserOptions
    from autoplay.player import Outcome
    from autoplay.sites import Site

Verb = TypeVar("Verb", bound=Callable[..., Any])

DAILY = "https://www.puzzle-star-battle.com/?size=9"
DEMO_SIZE = 5  # 10x10, two stars
SIZES = (
    "demo: which kind of puzzle. 0: 5x5, 1-2: 6x6, 3-4: 8x8, 5-6: 10x10, 7-8: 14x14, 9: 17x17, 10: 21x21, "
    "11: 25x25, 12-14: without regions, 15-17: as in Queens."
)
DIRECTORY = click.Path(file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def browser_options(verb: Verb) -> Verb:
    """The options that say which browser plays, and what it keeps."""
    for option in reversed(
        [
            click.option(
                "--browser", default="auto", metavar="auto|chromium|firefox|webkit|PATH", help="Which browser."
            ),
            click.option("--headed", is_flag=True, help="Show the window."),
            click.option(
                "--slowmo", type=click.FloatRange(min=0), default=0, metavar="MS", help="Pause after every step."
            ),
            click.option("--cdp", default="", metavar="URL", help="Play in a Chromium that runs already."),
            click.option("--ws", default="", metavar="URL", help="Play in the browser of a Playwright server."),
            click.option(
                "--profile", type=DIRECTORY, metavar="DIR", help="Folder of a browser profile to use and keep."
            ),
            click.option("--storage-state", type=FILE, metavar="FILE", help="Cookies and storage to start with."),
            click.option("--video", is_flag=True, help="Keep a video of the page."),
            click.option("--tracing", is_flag=True, help="Keep a trace for `playwright show-trace`."),
        ]
    ):
        verb = option(verb)
    return verb


@click.command()
@click.argument("where", metavar="[URL|demo|daily]", default="demo")
@click.option("--site", "site_name", metavar="NAME", help="What is known of the page; else found by its address.")
@click.option("--size", type=click.IntRange(0, 17), metavar="S", help=SIZES)
@stars_option
@click.option("--count", type=click.IntRange(min=1), default=1, metavar="N", help="Play N puzzles, one by one.")
@browser_options
@click.option("--output", type=DIRECTORY, metavar="DIR", help="Folder for before.png, overlay.png and after.png.")
@click.option("--dry-run", is_flag=True, help="Look and solve, but click nothing.")
@click.option("--explain", is_flag=True, help="Show the steps to the solution, and draw each: step-01.png …")
@json_option
def play(
    where: str,
    site_name: str | None,
    size: int | None,
    stars: int | None,
    count: int,
    output: Path | None,
    dry_run: bool,
    explain: bool,
    as_json: bool,
    **browser: Any,
) -> int:
    """Open a puzzle page, read the board from the screen, solve it and click the answer back.

    Without an address it plays on the bundled practice site; daily is the special daily puzzle of
    puzzle-star-battle.com. Exit status 0 if the page says it is solved, 1 if it says otherwise or nothing.
    """
    from autoplay.browser import open_page
    from autoplay.player import Settings
    from autoplay.session import play_url

    if size is not None and where != "demo":
        raise click.UsageError("--size is for the practice site; an address says which puzzle by itself")
    site = _site(site_name) if site_name else None
    status = 0
    with _folder(where, output) as folder, _address(where, size) as url:
        try:
            with open_page(_browser(folder, **browser)) as page:
                settings = Settings(stars=stars, dry_run=dry_run, explain=explain)
                for outcome in play_url(page, url, folder, site=site, count=count, settings=settings):
                    status = max(status, outcome.exit_status)
                    if explain and not outcome.explanation:
                        click.echo("played without an explanation: it took too long", err=True)
                    print_json(_row(url, outcome)) if as_json else click.echo(_text(outcome))
        except AutoplayError as error:
            if not as_json:
                raise
            print_json(error_row(error, url=url, picture=error.picture))
            status = error.exit_status
    return status


@contextmanager
def _address(where: str, size: int | None) -> Iterator[str]:
    """The address to open; the practice site runs for as long as it is played on."""
    if where == "demo":
        from autoplay.demo import serve

        with serve() as site:
            yield f"{site.url}/?size={DEMO_SIZE if size is None else size}"
    else:
        yield DAILY if where == "daily" else where


@contextmanager
def _folder(where: str, output: Path | None) -> Iterator[Path]:
    """The folder of the run; one of our own making is not left behind empty."""
    from autoplay.files import new_run_dir, writable

    is_ours = output is None or not output.exists()
    folder = writable(output, "--output") if output else new_run_dir(where)
    try:
        yield folder
    finally:
        if is_ours:
            with suppress(OSError):
                folder.rmdir()


def _site(name: str) -> Site:
    from autoplay.sites import GENERIC, SITES

    known = {site.name: site for site in (*SITES, GENERIC)}
    if name not in known:
        raise click.UsageError(f"--site {name}: the sites are {', '.join(sorted(known))}")
    return known[name]


def _browser(folder: Path, *, video: bool, tracing: bool, slowmo: float, **options: Any) -> BrowserOptions:
    from autoplay.browser import BrowserOptions

    _check_browser(options["browser"])
    trace = folder / "trace.zip" if tracing else None
    return BrowserOptions(slowmo_ms=slowmo, video=folder if video else None, trace=trace, **options)


def _check_browser(named: str) -> None:
    """Raise UsageError for a browser that is no known name, no command and no path."""
    from autoplay.browser import ENGINES

    if named not in ("auto", *ENGINES) and "/" not in named and not shutil.which(named):
        raise click.UsageError(f"--browser {named}: one of auto, {', '.join(ENGINES)}, or the path of one")


def _row(url: str, outcome: Outcome) -> dict[str, object]:
    reading, verdict = outcome.reading, outcome.verdict
    return {
        "url": url,
        "puzzle": reading.puzzle,
        "rows": reading.rows,
        "cols": reading.cols,
        "stars": outcome.puzzle.stars,
        "grid": reading.grid,
        "marks": reading.marks,
        "cells": outcome.solution.cells,
        "result": verdict.result,
        "message": verdict.message,
        "presses": outcome.presses,
        "seconds": round(outcome.seconds, 3),
        **outcome.pictures.paths(),
        **_steps(outcome),
    }


def _steps(outcome: Outcome) -> dict[str, object]:
    from autoplay.steps import step_row

    if not outcome.explanation:
        return {}
    pictures = zip(outcome.explanation.steps, outcome.pictures.steps(), strict=True)
    steps = [{**step_row(step), "picture": path} for step, path in pictures]
    return {"difficulty": outcome.explanation.difficulty, "steps": steps}


def _text(outcome: Outcome) -> str:
    from autoplay.steps import step_lines
    from autoplay.text import coordinates, count, draw, stars

    reading, cells, told = outcome.reading, outcome.solution.cells, outcome.explanation
    what = f"{reading.rows}x{reading.cols}/{outcome.puzzle.stars}★{f' {told.difficulty}' if told else ''}"
    effort = f"{count(outcome.presses, 'click')}, {outcome.seconds:.1f} s"
    return "\n".join(
        [
            *(step_lines(told.steps) if told else ()),
            draw(reading.grid, stars(cells)),
            coordinates(cells),
            *(f"{name:<8} {path}" for name, path in outcome.pictures.paths().items()),
            *(f"{'steps':<8} {steps[0]} … {steps[-1]}" for steps in [outcome.pictures.steps()] if steps),
            f"{outcome.verdict.result}: {outcome.verdict.message} ({what}; {effort})",
        ]
    )
