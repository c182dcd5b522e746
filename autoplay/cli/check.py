"""`autoplay check`: read every fixture again and compare."""

from __future__ import annotations

from pathlib import Path

import rich_click as click


@click.command()
@click.argument("folder", default="fixtures", type=click.Path(file_okay=False, path_type=Path), metavar="[DIR]")
@click.option("--update", is_flag=True, help="Make what is read now the golden.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.html",
    help="Show every fixture on one HTML page, failures first.",
)
def check(folder: Path, update: bool, report: Path | None) -> int:
    """Read all fixtures below DIR again and compare them with their goldens, cell by cell.

    A line for each that differs, then a summary. Exit status 1 if any does.
    """
    from autoplay import fixtures

    outcomes = [fixtures.check(fixture) for fixture in fixtures.find(folder)]
    if report:
        from autoplay.report import write_report

        write_report(report, outcomes)
        click.echo(f"report: {report}", err=True)
    failures = [outcome for outcome in outcomes if outcome.problem]
    left = [outcome for outcome in failures if not (update and fixtures.update(outcome))]
    for outcome in failures:
        click.echo(f"{outcome.fixture}: {outcome.problem}" + (" (updated)" if outcome not in left else ""))
    click.echo(f"{len(outcomes) - len(failures)} of {len(outcomes)} fixtures are as expected")
    return 1 if left else 0
