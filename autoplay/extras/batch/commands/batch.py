"""Commands `autoplay batch …`: thousands of pictures, puzzles or fixtures, as rows in a file."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import rich_click as click
from click import get_current_context

from autoplay.cli.options import MOST_JOBS, complete_files, timeout_option
from autoplay.cli.progress import ProgressBar
from autoplay.cli.read import parse_pages
from autoplay.cli.solve import COUNT, parse_count, request_solutions
from autoplay.cli.terminal import print_note
from autoplay.click_options import (
    WrongCombination,
    crop_option,
    every_board_option,
    fewest_option,
    lamp_options,
    lit_option,
    peg_option,
    peg_options,
    puzzle_option,
    read_form_option,
    size_option,
    stars_option,
    take_game,
)

if TYPE_CHECKING:
    from autoplay.extras.batch.jobs import BatchJob
    from autoplay.extras.batch.run import BatchSummary, Shard

Verb = TypeVar("Verb", bound=Callable[..., Any])

SCHEDULER: Final = re.compile(r"(tcp|tls|ws|wss|ucx)://\S+:\d+")
"""Address of a Dask scheduler."""
SHARD: Final = re.compile(r"([0-9]{1,6})/([0-9]{1,6})")
SAME_ROWS: Final = frozenset({"output", "resume", "jobs", "dask", "shard", "timeout", "pages"})
"""Options that leave rows as they are; items that ran out of --timeout are tried again anyway."""


def parse_scheduler(text: str) -> str:
    """Parse the address of a scheduler, or "local". Raises BadParameter."""
    if text != "local" and not SCHEDULER.fullmatch(text):
        raise click.BadParameter(
            f"{text!r} is neither local nor an address such as tcp://10.0.0.1:8786"
        )
    return text


def parse_shard(text: str) -> Shard:
    """Parse a part such as ``1/4``. Raises BadParameter."""
    from autoplay.extras.batch.run import Shard

    found = SHARD.fullmatch(text)
    if not found or not 1 <= int(found[1]) <= int(found[2]):
        raise click.BadParameter(f"{text!r} is not a part such as 1/4")
    return Shard(int(found[1]), int(found[2]))


def run_options(verb: Verb) -> Verb:
    """Add the options of a run, which `take_run` takes: the file of rows, and the processes or
    machines that make them."""
    for option in (
        click.option(
            "--shard",
            type=parse_shard,
            metavar="I/N",
            help="Do only part I of N, by the hash of each item: for N machines, each with its "
            "own file.",
        ),
        click.option(
            "--dask",
            type=parse_scheduler,
            metavar="ADDRESS|local",
            help="Use the Dask cluster at this address; local starts one here with --jobs workers.",
        ),
        click.option(
            "-j",
            "--jobs",
            type=click.IntRange(1, MOST_JOBS),
            metavar="N",
            help="Use N processes; by default one per core.",
        ),
        click.option(
            "--resume",
            is_flag=True,
            help="Continue the file with the same options, and skip the items that it already has.",
        ),
        click.option(
            "-o",
            "--output",
            required=True,
            metavar="FILE",
            help="File for the rows: .jsonl, .sqlite or .db. It is locked meanwhile.",
        ),
    ):
        verb = option(verb)
    return verb


def take_run(values: dict[str, Any]) -> dict[str, Any]:
    """Take the options of `run_options` out of the values of a command's options."""
    return {name: values.pop(name) for name in ("output", "resume", "jobs", "dask", "shard")}


@click.group()
def batch() -> None:
    """Read, solve or check thousands of items, with many processes.

    Each item becomes a row in a file, and a killed run continues with --resume. docs/batches.md
    describes the rows and many machines.

    \b
    Examples:
      autoplay batch read screenshots/ --output boards.jsonl
      autoplay batch solve puzzles.jsonl --output answers.sqlite --resume
      autoplay batch export boards.jsonl boards.csv
    """


@batch.command()
@click.argument(
    "images", nargs=-1, required=True, metavar="SOURCES…", shell_complete=complete_files
)
@puzzle_option
@size_option
@crop_option
@click.option("--pages", type=parse_pages, metavar="1-3,7", help="Read only these pages of a PDF.")
@every_board_option
@click.option("--solve", is_flag=True, help="Solve what was read.")
@click.option("--evidence", is_flag=True, help="Keep all measurements behind the readings.")
@run_options
@stars_option
@read_form_option
@lit_option
@peg_option
def read(
    images: tuple[str, ...],
    pages: tuple[range, ...] | None,
    evidence: bool,
    **wanted: Any,
) -> int:
    """Read the boards in pictures, given as for autoplay read: a row for each board.

    \b
    Examples:
      autoplay batch read screenshots/ --output boards.jsonl --resume
      autoplay batch read book.pdf --solve --output boards.sqlite
    """
    from autoplay.extras.batch.jobs import make_read_job
    from autoplay.games import ReadRequest

    run = take_run(wanted)
    game = take_game(wanted)
    request = ReadRequest(
        game.puzzle, game.lit, options=game.options, named_by=game.named_by, **wanted
    )
    job = make_read_job(
        images, request, pages=pages or (), evidence=evidence, options=list_options()
    )
    return _run(job, **run)


@batch.command()
@click.argument(
    "puzzles", nargs=-1, required=True, metavar="SOURCES…", shell_complete=complete_files
)
@puzzle_option
@size_option
@crop_option
@click.option("--solutions", "count", type=parse_count, metavar="N|all", help=COUNT)
@click.option("--explain", is_flag=True, help="Keep the steps to the solution.")
@timeout_option
@run_options
@stars_option
@lamp_options
@lit_option
@peg_options
@fewest_option
@peg_option
def solve(puzzles: tuple[str, ...], explain: bool, **wanted: Any) -> int:
    """Solve puzzles, given as for autoplay solve: a row for each puzzle.

    \b
    Examples:
      autoplay batch solve puzzles.jsonl --output answers.jsonl --resume
      autoplay batch solve puzzles.jsonl --shard 1/4 --output part-1.jsonl
    """
    from autoplay.extras.batch.jobs import make_solve_job

    run = take_run(wanted)
    request = request_solutions(puzzles, fixes={}, steps="all" if explain else None, **wanted)
    job = make_solve_job(puzzles, request, output=run["output"], options=list_options())
    return _run(job, **run)


@batch.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@run_options
def check(folder: Path, **run: Any) -> int:
    """Check fixtures as autoplay check does: a row for each. The exit status is 1 if any differs.

    \b
    Examples:
      autoplay batch check fixtures --output checked.jsonl
    """
    from autoplay.extras.batch.jobs import make_check_job

    if run["dask"] not in (None, "local"):
        raise WrongCombination("fixtures are read where they are", "--dask local, or without")
    return _run(make_check_job(folder), **run)


@batch.command()
@click.argument("parts", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PART…")
@click.option("-o", "--output", required=True, metavar="FILE", help="New file for all rows.")
def merge(parts: tuple[Path, ...], output: str) -> int:
    """Merge the rows of several files, such as those of shards, into a new one.

    Nothing is written if an item is in two of them, or if they were made with other options.

    \b
    Examples:
      autoplay batch merge part-*.jsonl --output answers.jsonl
    """
    from autoplay.extras.batch.export import merge_rows

    number = merge_rows(parts, output)
    print_note(f"saved: {output}, {number} rows")
    return 0


@batch.command()
@click.argument(
    "rows", type=click.Path(path_type=Path), metavar="ROWS", shell_complete=complete_files
)
@click.argument("output", metavar="OUT.csv", shell_complete=complete_files)
@click.option("--force", is_flag=True, help="Replace the file.")
def export(rows: Path, output: str, force: bool) -> int:
    """Export rows as CSV for a spreadsheet: nested values as JSON, formulas after an apostrophe.

    \b
    Examples:
      autoplay batch export boards.jsonl boards.csv
    """
    from autoplay.extras.batch.export import export_csv

    number = export_csv(rows, output, force=force)
    print_note(f"saved: {output}, {number} rows")
    return 0


def list_options() -> str:
    """Return the options of the command that change its rows, such as ``--size 5 --solve``."""
    ctx = get_current_context()
    found = []
    for option in ctx.command.params:
        value = ctx.params.get(option.name or "")
        is_empty = value is None or value is False or value in ((), {})
        if not isinstance(option, click.Option) or is_empty or option.name in SAME_ROWS:
            continue
        name = max(option.opts, key=len)
        if value is True:
            found.append(name)
        elif value != option.default:
            found.append(f"{name} {value}")
    return " ".join(sorted(found))


def _run(
    job: BatchJob[Any],
    *,
    output: str,
    resume: bool,
    jobs: int | None,
    dask: str | None,
    shard: Shard | None,
) -> int:
    """Run a job, say what became of it, and return its exit status."""
    from autoplay.extras.batch.cluster import open_dask
    from autoplay.extras.batch.run import WHOLE, run_batch
    from autoplay.workers import count_cores

    if dask not in (None, "local") and jobs:
        message = "--jobs is for this machine only: the cluster of --dask has its own workers"
        raise WrongCombination(message, "leave out --jobs")
    jobs = jobs or count_cores()
    cluster = open_dask(dask, jobs) if dask else nullcontext()
    with ProgressBar("working", job.total) as bar, cluster as executor:

        def step() -> None:
            with bar.step():
                pass

        summary = run_batch(
            job,
            output,
            executor=executor,
            jobs=jobs,
            resume=resume,
            shard=shard or WHOLE,
            each=step,
        )
    _print_summary(summary)
    return summary.exit_status


def _print_summary(summary: BatchSummary) -> None:
    """Print on stderr how many items were answered how, and where their rows are."""
    if summary.outcomes:
        kinds = ", ".join(f"{number} {kind}" for kind, number in summary.outcomes.items())
        print_note(f"{summary.outcomes.total()} in all: {kinds}")
    if summary.was_torn:
        print_note(
            f"the last line of {summary.output} was torn: it was cut off, and its item made again"
        )
    before = f", {summary.skipped} done before" if summary.skipped else ""
    print_note(f"saved: {summary.output}{before}")
