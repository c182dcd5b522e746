"""Command `autoplay check`: compares a new reading of every fixture with the expected one."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Final

import rich_click as click

from autoplay.cli.options import errors_as_json, make_folder, make_json_option, print_json
from autoplay.cli.progress import ProgressBar
from autoplay.cli.terminal import (
    is_person_there,
    print_error,
    print_note,
    print_styled,
)
from autoplay.click_options import WrongCombination
from autoplay.errors import DIFFERENT, DONE
from autoplay.output import print_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from autoplay.fixtures.fixture import CheckOutcome, Fixture
    from autoplay.fixtures.mutations import FixtureTrials


MUTATIONS: Final = 20
"""Redrawn pictures of each kind and fixture: 100 fixtures then take some 20 minutes of a core."""
FEW: Final = 3
"""Fixtures that are redrawn in this process: until others have started, so many are done."""
INDENT: Final = "    "


@click.command()
@click.argument(
    "folder", default="fixtures", type=click.Path(file_okay=False, path_type=Path), metavar="[DIR]"
)
@click.option("--update", is_flag=True, help="Ask for each change whether to expect it.")
@click.option("-y", "--yes", is_flag=True, help="With --update, save all changes without asking.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.html",
    help="Write a page with all fixtures, failures first.",
)
@click.option(
    "--review",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="OUT.html",
    help="Write a page to accept or correct unreviewed ones.",
)
@click.option(
    "--apply",
    "decisions",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Save what you accepted on that page: its file.",
)
@click.option("--mutate", is_flag=True, help="Redraw the pictures: is each change noticed?")
@click.option(
    "--mutations",
    type=click.IntRange(1),
    default=MUTATIONS,
    show_default=True,
    metavar="N",
    help="Changes of each kind.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    metavar="S",
    help="Another seed makes other changes.",
)
@click.option(
    "--missed",
    type=click.Path(file_okay=False, path_type=Path),
    default="missed",
    metavar="DIR",
    help="Folder for redrawn pictures that are read wrongly.",
)
@make_json_option("fixture")
@click.option(
    "-v", "--verbose", is_flag=True, help="Print a line for each fixture that is as expected, too."
)
def check(
    folder: Path,
    update: bool,
    report: Path | None,
    review: Path | None,
    decisions: Path | None,
    mutate: bool,
    mutations: int,
    seed: int,
    missed: Path,
    yes: bool,
    as_json: bool,
    verbose: bool,
) -> int:
    """Read all fixtures again, and compare with what is expected.

    They are those below DIR, and are compared cell by cell. Prints a line for each fixture that
    differs, with both boards, then a summary. The exit status is 1 if any differs. A fixture is
    unreviewed until a person has accepted what was read. --mutate takes minutes: each picture is
    redrawn to show other boards, and read again.

    \b
    Examples:
      autoplay check
      autoplay check fixtures/practice --report report.html
      autoplay check --mutate
    """
    from autoplay.fixtures import fixture as fixtures
    from autoplay.fixtures.report import write_report
    from autoplay.fixtures.review import list_unreviewed
    from autoplay.install_hints import quote_command

    if mutate and (update or report or review or decisions):
        message = "--mutate does not go with --update, --report, --review and --apply"
        raise WrongCombination(message, "two commands")
    is_kept = True
    with errors_as_json(as_json, folder=str(folder)):
        found = fixtures.find(folder)
        if mutate:
            return check_mutations(found, mutations, seed, missed, as_json=as_json, verbose=verbose)
        # Before the fixtures are read, which may take minutes.
        if report:
            make_folder(report.parent, "--report")
        if review:
            make_folder(review.parent, "--review")
        if decisions:
            is_kept = _apply_review(decisions.expanduser(), found, folder)
        outcomes = []
        with ProgressBar("reading", len(found)) as bar:
            for fixture in found:
                with bar.step():
                    outcomes.append(fixtures.check(fixture))
        if report:
            command = quote_command("autoplay", "check", str(folder), "--report", str(report))
            with ProgressBar("drawing the report"):
                write_report(report, outcomes, command, datetime.now(UTC))
            print_note(f"report: {report}")
    states = []
    for outcome in outcomes:
        state = _update_state(outcome, is_asking=update and not yes, is_saving=update and yes)
        states.append(state)
        if as_json:
            print_json(outcome.fixture.to_row() | fixtures.make_check_row(outcome, state))
        elif state != fixtures.AS_EXPECTED or verbose:
            _print_fixture(outcome, state)
    if update and not yes and "differs" in states and not is_person_there():
        print_note("nothing was saved: there is no terminal to ask at; --yes saves all changes")
    unreviewed = list_unreviewed(found)
    if not as_json:
        failures = sum(state != fixtures.AS_EXPECTED for state in states)
        style = "bold red" if failures else "bold green"
        summary = f"{len(found) - failures} of {len(found)} fixtures are as expected"
        more = f"; {len(unreviewed)} unreviewed" if unreviewed else ""
        print_styled(summary, style, more)
    if review:
        _write_review(unreviewed, folder, review)
    elif unreviewed and not as_json:
        command = quote_command("autoplay", "check", str(folder), "--review", "review.html")
        print_note(f"what is expected of the unreviewed is what was read; to look at it: {command}")
    return DONE if is_kept and "differs" not in states else DIFFERENT


def _apply_review(decisions: Path, found: Sequence[Fixture], folder: Path) -> bool:
    """Save the decisions of a review, and print what became of them; return True if all could be
    followed."""
    from autoplay.fixtures.review import apply_review

    applied = apply_review(decisions, found, folder)
    for name, error in applied.problems:
        print_error(error, name)
    numbers = ", ".join(f"{number} {kind}" for kind, number in applied.tally.items())
    print_note(f"{decisions}: {numbers}")
    return not applied.problems


def _write_review(unreviewed: Sequence[Fixture], folder: Path, review: Path) -> None:
    """Write the page on which a person accepts or corrects what is expected."""
    from autoplay.fixtures.review import write_review

    if not unreviewed:
        print_note("every fixture is reviewed: no page was written")
        return
    write_review(review, unreviewed, folder)
    print_note(f"to accept or correct, in a browser: {review}")


def _update_state(outcome: CheckOutcome, *, is_asking: bool, is_saving: bool) -> str:
    """Return the state of a fixture: AS_EXPECTED, "differs", or "updated" if its reading is
    saved, for which a person is asked or not."""
    from autoplay.fixtures.fixture import AS_EXPECTED, compare_outcome, update

    if not outcome.problem:
        return AS_EXPECTED
    # Nothing is saved of a picture in which no board was found.
    if is_asking and outcome.got and is_person_there():
        print_line(f"{outcome.fixture}: {outcome.problem}", to_stderr=True)
        print_line(f"\n{indent(compare_outcome(outcome), INDENT)}\n", to_stderr=True)
        is_saving = click.confirm(f"Expect this of {outcome.fixture} from now on?", err=True)
    is_updated = is_saving and update(outcome)
    return "updated" if is_updated else "differs"


def _print_fixture(outcome: CheckOutcome, state: str) -> None:
    from autoplay.fixtures.fixture import compare_outcome

    style = "red" if outcome.problem else "green"
    more = " (updated)" if state == "updated" else ""
    print_styled(str(outcome.fixture), style, f": {outcome.problem or 'as expected'}{more}")
    boards = compare_outcome(outcome)
    if boards:
        print_line(f"\n{indent(boards, INDENT)}\n")


def check_mutations(
    found: Sequence[Fixture],
    number: int,
    seed: int,
    folder: Path,
    *,
    as_json: bool,
    verbose: bool,
) -> int:
    """Redraw fixtures and print what was read; return the exit status.

    ``number`` is that of redrawn pictures for each kind of change and fixture. The pictures that
    are read wrongly are saved in ``folder``, which is created for the first of them. Raises
    OSError.
    """
    from autoplay.fixtures.mutations import save_missed, summarize

    done = []
    with ProgressBar("redrawing and reading", len(found)) as bar:
        for tried in _try_fixtures(found, number, seed):
            with bar.step():
                save_missed(tried, folder)
                _print_trials(tried, folder, as_json=as_json, verbose=verbose)
                done.append(tried)
    wrong = sum(len(tried.wrong) for tried in done)
    if not as_json:
        for line in summarize(done, number, seed):
            print_line(line)
    if wrong:
        print_note(f"pictures that were read wrongly: {wrong} in {folder}")
    if wrong or any(tried.problem for tried in done):
        return DIFFERENT
    return DONE


def _try_fixtures(found: Sequence[Fixture], number: int, seed: int) -> Iterator[FixtureTrials]:
    """Yield the trials of each fixture, on all cores if there are many."""
    from autoplay.fixtures.mutations import try_fixture
    from autoplay.workers import WorkerPool, count_cores

    try_one = partial(try_fixture, number=number, seed=seed)
    if len(found) <= FEW:
        yield from map(try_one, found)
        return
    with WorkerPool(count_cores(), preload=try_one) as pool:
        yield from pool.map(try_one, found)


def _print_trials(tried: FixtureTrials, folder: Path, *, as_json: bool, verbose: bool) -> None:
    from autoplay.fixtures.mutations import describe_fixture, describe_missed, make_mutation_row

    if as_json:
        print_json(tried.fixture.to_row() | make_mutation_row(tried, folder))
        return
    is_right = not tried.wrong and not tried.problem
    if verbose or tried.left_out or not is_right:
        print_styled(
            str(tried.fixture), "green" if is_right else "red", f": {describe_fixture(tried)}"
        )
    for line, boards in describe_missed(tried, folder):
        print_line(f"{INDENT}{line}")
        print_line(f"\n{indent(boards, INDENT)}\n")
