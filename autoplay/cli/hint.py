"""Command `autoplay hint`: the next step to a solution."""

from __future__ import annotations

from typing import Any

import rich_click as click

from autoplay.cli.options import (
    complete_files,
    errors_as_json,
    json_option,
    overlay_option,
    timeout_option,
)
from autoplay.cli.progress import ProgressBar
from autoplay.cli.solve import SolveReports, print_solutions, request_solutions
from autoplay.click_options import (
    WrongCombination,
    cdp_option,
    form_option,
    picture_options,
    puzzle_option,
    solver_options,
    tab_option,
)
from autoplay.wording import HINT_LEVELS


@click.command()
@click.argument(
    "puzzles", nargs=-1, metavar="FILE…|FOLDER|GLOB|TEXT|URL|-", shell_complete=complete_files
)
@puzzle_option
@picture_options
@overlay_option("Draw the step on the picture.")
@click.option(
    "--level",
    type=click.IntRange(1, HINT_LEVELS),
    metavar="N",
    help="Give away only so much: 1 where to look, 2 which cells, 3 why, 4 what to do.",
)
@click.option("--watch", is_flag=True, help="Go on with each change of the page, until it is done.")
@cdp_option
@tab_option
@timeout_option
@json_option
@solver_options
@form_option
def hint(
    puzzles: tuple[str, ...],
    as_json: bool,
    level: int | None,
    watch: bool,
    cdp: str,
    tab: str,
    **wanted: Any,
) -> int:
    """Give the next step only, from what is on the board.

    Marks count: a step goes on from the stars and crosses on the board, and wrong ones are named. A
    puzzle is given as for `solve`, or is the page of an address, or the open tab of --cdp: it is
    looked at, and nothing is pressed. What a page gets is a hint in levels, the least first.

    \b
    Examples:
      autoplay hint screenshot.png --overlay step.png
      autoplay hint https://… --watch         beside the window in which you play
      autoplay hint --cdp http://localhost:9222 --level 1
    """
    from autoplay.sources.puzzles import is_page_address

    is_page = bool(cdp) or any(map(is_page_address, puzzles))
    if level and wanted["form"]:
        raise WrongCombination(
            "--to prints what to do, and --level holds it back", "leave out one of them"
        )
    _check_page(puzzles, is_page=is_page, cdp=cdp, tab=tab, watch=watch)
    request = request_solutions(puzzles or ("-",), steps="next", **wanted)
    if not is_page:
        return print_solutions(puzzles, request, as_json, level)

    from autoplay.answers.look_at_page import look_at_page, open_page_to_look, watch_page
    from autoplay.browser.start import BrowserOptions

    reports = SolveReports(as_json, level or HINT_LEVELS)
    url = puzzles[0] if puzzles else ""
    # A person plays in the window of a page that is watched.
    browser = BrowserOptions(headed=watch and not cdp, cdp=cdp, tab=tab)
    with (
        errors_as_json(as_json, url=url),
        ProgressBar("opening the page") as bar,
        open_page_to_look(url, browser) as page,
    ):
        bar.describe("watching the page" if watch else "looking at the page")
        found = watch_page(page, request) if watch else [look_at_page(page, request)]
        for report in found:
            with bar.step():
                reports.print(report)
    if not watch:
        return reports.status
    # Marks that were wrong may have been mended.
    return report.error.exit_status if report.error else 0


def _check_page(
    puzzles: tuple[str, ...], *, is_page: bool, cdp: str, tab: str, watch: bool
) -> None:
    """Raise UsageError for arguments and options that do not go with each other."""
    if not puzzles and not cdp:
        raise WrongCombination("nothing to give a hint for", "a picture, a text, or an address")
    if is_page and len(puzzles) > 1:
        raise WrongCombination("a page must be the only puzzle", "one page at a time")
    if watch and not is_page:
        raise WrongCombination("--watch is for a page", "an address, or --cdp URL")
    if tab and not cdp:
        raise WrongCombination("--tab names a tab of the browser of --cdp", "give both")
