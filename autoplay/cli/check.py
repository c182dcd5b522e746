"""Command `autoplay check`: compares a new reading of every fixture with the expected one."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.group import is_quiet, note
from autoplay.cli.options import jobs_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoplay.testing.fixtures import Fixture
    from autoplay.testing.report import FixtureCard


@click.command()
@click.argument("folder", default="fixtures", type=click.Path(file_okay=False, path_type=Path), metavar="[DIR]")
@click.option("--update", is_flag=True, help="Save the current readings as the expected ones.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.html",
    help="Write an HTML page with all fixtures, failures first.",
)
@jobs_option("Use N processes; by default one per core if there are many fixtures.")
def check(folder: Path, update: bool, report: Path | None, jobs: int | None) -> int:
    """Read all fixtures below DIR again and compare them with their expected readings, cell by cell.

    Prints a line for each fixture that differs, then a summary. The exit status is 1 if any differs.
    """
    from autoplay.testing import fixtures

    found = fixtures.find(folder)
    if report:
        from autoplay.files import writable
        from autoplay.testing.report import write_report

        writable(report.parent, "--report")
    cards = _cards(found, jobs, drawn=report is not None)
    if report:
        write_report(report, cards)
        note(f"report: {report}")
    outcomes = [card.outcome for card in cards]
    failures = [outcome for outcome in outcomes if outcome.problem]
    left = [outcome for outcome in failures if not (update and fixtures.update(outcome))]
    for outcome in failures:
        click.echo(f"{outcome.fixture}: {outcome.problem}" + (" (updated)" if outcome not in left else ""))
    click.echo(f"{len(outcomes) - len(failures)} of {len(outcomes)} fixtures are as expected")
    return 1 if left else 0


def _cards(found: Sequence[Fixture], jobs: int | None, *, drawn: bool) -> list[FixtureCard]:
    from autoplay.batch.progress import ProgressBar
    from autoplay.batch.workers import answer_in_order, jobs_for
    from autoplay.testing.report import card, lost_card

    cards: list[FixtureCard] = []
    with ProgressBar(1 if is_quiet() else len(found)) as bar:

        def take(ready: FixtureCard) -> None:
            with bar.step():
                cards.append(ready)

        answer_in_order(found, partial(card, drawn=drawn), take, lost_card, jobs=jobs or jobs_for(len(found)))
    return cards
