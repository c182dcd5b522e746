"""Command `autoplay check`: compares a new reading of every fixture with the expected one."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_click as click

from autoplay.cli.options import errors_as_json, make_folder, print_json
from autoplay.cli.terminal import ProgressBar, print_note, print_styled
from autoplay.errors import DIFFERENT, DONE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from autoplay.fixtures.fixture import Fixture
    from autoplay.fixtures.report import FixtureCard

EXPECTED: Final = "as-expected"
"""State of a fixture that is read as expected."""


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
    from autoplay.fixtures.fixture import find

    with errors_as_json(as_json, folder=str(folder)):
        found = find(folder)
        if report:  # before the fixtures are read, which may take minutes
            make_folder(report.parent, "--report")
        cards = _check_fixtures(found, drawn=report is not None)
        states = [_update_state(card, is_saving=update) for card in cards]
        if report:
            _write_report(cards, folder, report)
    for card, state in zip(cards, states, strict=True):
        if as_json:
            print_json(_make_row(card, state))
        elif state != EXPECTED or verbose:
            _print_fixture(card, state)
    if not as_json:
        failures = sum(state != EXPECTED for state in states)
        style = "bold red" if failures else "bold green"
        print_styled(f"{len(cards) - failures} of {len(cards)} fixtures are as expected", style)
    return DIFFERENT if "differs" in states else DONE


def _check_fixtures(found: Sequence[Fixture], *, drawn: bool) -> list[FixtureCard]:
    from autoplay.fixtures.report import card

    cards = []
    with ProgressBar(len(found)) as bar:
        for fixture in found:
            with bar.step():
                cards.append(card(fixture, drawn=drawn))
    return cards


def _update_state(card: FixtureCard, *, is_saving: bool) -> str:
    """Return the state of a fixture: EXPECTED, "differs", or "updated" if its reading is saved."""
    from autoplay.fixtures.fixture import update

    if not card.outcome.problem:
        return EXPECTED
    # Nothing is saved of a picture in which no board was found.
    is_updated = is_saving and update(card.outcome)
    return "updated" if is_updated else "differs"


def _write_report(cards: list[FixtureCard], folder: Path, report: Path) -> None:
    """Write the HTML page of all fixtures."""
    from datetime import UTC, datetime

    from autoplay.fixtures.report import write_report

    command = shlex.join(["autoplay", "check", str(folder), "--report", str(report)])
    write_report(report, cards, command, datetime.now(UTC))
    print_note(f"report: {report}")


def _print_fixture(card: FixtureCard, state: str) -> None:
    outcome = card.outcome
    style = "red" if outcome.problem else "green"
    more = " (updated)" if state == "updated" else ""
    print_styled(str(outcome.fixture), style, f": {outcome.problem or 'as expected'}{more}")


def _make_row(card: FixtureCard, state: str) -> dict[str, object]:
    """Return the JSON object of a fixture."""
    from autoplay.fixtures.fixture import PICTURE

    outcome = card.outcome
    return {
        "fixture": str(outcome.fixture),
        "file": str(outcome.fixture.path(PICTURE)),
        "result": state,
        "problem": outcome.problem,
        "cells": sorted(outcome.differing),
        "seconds": round(card.seconds, 4),
    }
