"""Command `autoplay check`: compares a new reading of every fixture with the expected one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.options import errors_as_json, new_folder, print_json
from autoplay.cli.terminal import ProgressBar, print_note, print_styled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoplay.fixtures.fixture import Fixture
    from autoplay.fixtures.report import FixtureCard


@click.command()
@click.argument(
    "folder", default="fixtures", type=click.Path(file_okay=False, path_type=Path), metavar="[DIR]"
)
@click.option("--update", is_flag=True, help="Save the current readings as the expected ones.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.html",
    help="Write an HTML page with all fixtures, failures first, to search and filter.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="Print one JSON object per fixture (JSON Lines)."
)
@click.option(
    "-v", "--verbose", is_flag=True, help="Print a line for each fixture that is as expected, too."
)
def check(folder: Path, update: bool, report: Path | None, as_json: bool, verbose: bool) -> int:
    """Read all fixtures again, and compare with what is expected.

    They are those below DIR, and are compared cell by cell. Prints a line for each fixture that
    differs, then a summary. The exit status is 1 if any differs.

    \b
    Examples:
      autoplay check
      autoplay check fixtures/practice --report report.html
    """
    from autoplay.fixtures import fixture as fixtures

    with errors_as_json(as_json, folder=str(folder)):
        found = fixtures.find(folder)
        if report:
            new_folder(report.parent, "--report")
        cards = _check_fixtures(found, drawn=report is not None)
        updated = {card.outcome.fixture for card in cards if update and _is_updated(card)}
        if report:
            _write_report(cards, folder, report)
    for card in cards:
        outcome, state = card.outcome, " (updated)" if card.outcome.fixture in updated else ""
        if as_json:
            print_json(_row(card, is_updated=bool(state)))
        elif outcome.problem or verbose:
            print_styled(
                f"{outcome.fixture}",
                "red" if outcome.problem else "green",
                f": {outcome.problem or 'as expected'}{state}",
            )
    failures = [card.outcome for card in cards if card.outcome.problem]
    if not as_json:
        style = "bold red" if failures else "bold green"
        print_styled(
            f"{len(cards) - len(failures)} of {len(cards)} fixtures are as expected", style
        )
    return 1 if any(outcome.fixture not in updated for outcome in failures) else 0


def _is_updated(card: FixtureCard) -> bool:
    """Save the reading of a fixture that differs; return False if there is nothing to save."""
    from autoplay.fixtures import fixture as fixtures

    return bool(card.outcome.problem) and fixtures.update(card.outcome)


def _write_report(cards: list[FixtureCard], folder: Path, report: Path) -> None:
    """Write the HTML page of all fixtures."""
    from datetime import UTC, datetime

    from autoplay.fixtures.report import write_report

    command = shlex.join(["autoplay", "check", str(folder), "--report", str(report)])
    write_report(report, cards, command, datetime.now(UTC))
    print_note(f"report: {report}")


def _row(card: FixtureCard, *, is_updated: bool) -> dict[str, object]:
    """Return the JSON object of a fixture."""
    from autoplay.fixtures.fixture import PICTURE

    outcome = card.outcome
    row: dict[str, object] = {
        "fixture": str(outcome.fixture),
        "file": str(outcome.fixture.path(PICTURE)),
        "result": "updated" if is_updated else "differs" if outcome.problem else "as-expected",
        "problem": outcome.problem,
        "cells": sorted(outcome.differing),
        "seconds": round(card.seconds, 4),
    }
    return row


def _check_fixtures(found: Sequence[Fixture], *, drawn: bool) -> list[FixtureCard]:
    from autoplay.fixtures.report import card

    cards = []
    with ProgressBar(len(found)) as bar:
        for fixture in found:
            with bar.step():
                cards.append(card(fixture, drawn=drawn))
    return cards
