"""The part of `autoplay check` that redraws the pictures of fixtures and has them read again."""

from __future__ import annotations

from functools import partial
from textwrap import indent
from typing import TYPE_CHECKING, Final

from autoplay.cli.options import print_json
from autoplay.cli.progress import ProgressBar
from autoplay.cli.terminal import print_note, print_styled
from autoplay.errors import DIFFERENT, DONE
from autoplay.output import print_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from autoplay.fixtures.fixture import Fixture
    from autoplay.fixtures.mutation_check import FixtureTrials

INDENT: Final = "    "
FEW: Final = 3
"""Fixtures that are read in this process: until others have started, so many are done."""


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
    from autoplay.fixtures.mutation_report import save_missed, summarize

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
    from autoplay.fixtures.mutation_check import try_fixture
    from autoplay.workers import WorkerPool, count_cores

    try_one = partial(try_fixture, number=number, seed=seed)
    if len(found) <= FEW:
        yield from map(try_one, found)
        return
    with WorkerPool(count_cores(), preload=try_one) as pool:
        yield from pool.map(try_one, found)


def _print_trials(tried: FixtureTrials, folder: Path, *, as_json: bool, verbose: bool) -> None:
    from autoplay.fixtures.fixture import PICTURE
    from autoplay.fixtures.mutation_report import (
        describe_fixture,
        describe_missed,
        make_mutation_row,
    )

    fixture = tried.fixture
    if as_json:
        row: dict[str, object] = {"fixture": str(fixture), "file": str(fixture.path(PICTURE))}
        print_json(row | make_mutation_row(tried, folder))
        return
    is_right = not tried.wrong and not tried.problem
    if verbose or tried.left_out or not is_right:
        print_styled(str(fixture), "green" if is_right else "red", f": {describe_fixture(tried)}")
    for line, boards in describe_missed(tried, folder):
        print_line(f"{INDENT}{line}")
        print_line(f"\n{indent(boards, INDENT)}\n")
