"""`autoplay solve`: text in, stars out."""

from __future__ import annotations

from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.options import (
    error_row,
    form_option,
    jobs_option,
    json_option,
    overlay_option,
    print_error,
    print_json,
    stars_option,
    timeout_option,
)
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.answer import Answer, Reply, Wanted

ROWS = ".jsonl"
OVERLAY = "For a picture: draw the stars on it; the steps of --explain go into OUT-01.png and so on."
JOBS = "Solve in N processes; without it, one a core where a .jsonl file is given."


@click.command()
@click.argument("puzzles", nargs=-1, required=True, metavar="FILE…|TEXT|URL|-")
@stars_option
@click.option("--count", type=click.IntRange(min=2), metavar="N", help="Count the solutions, up to N.")
@click.option("--explain", is_flag=True, help="Show the steps to the solution, and how hard it is.")
@click.option("--hint", is_flag=True, help="Show only the next step from what is marked.")
@form_option
@overlay_option(OVERLAY)
@timeout_option
@jobs_option(JOBS)
@json_option
def solve(puzzles: tuple[str, ...], stars: int | None, jobs: int | None, as_json: bool, **wanted: Any) -> int:
    """Solve Star Battle puzzles, and say whether the solution is the only one.

    A puzzle is a file, the text itself, or - for stdin; a text or a picture. A text is rows of letters, one letter
    a region and # a wall, after an optional line "stars K"; rows of numbers; or any other form that --to writes,
    links among them. What is marked in a picture counts for --hint and --explain only.

    A .jsonl file holds one {"id", "stars", "grid"} a line, and is answered with one JSON line each, in order;
    a bad line is answered with an error in its place. JSON says a "reason" where there is no solution; where
    there are several, "other" is a second one and "differ" the cells where the two are not the same.

    --to prints the puzzle instead of the board, with its stars if there is one solution and the form holds marks.
    With --count, JSON says in "exact" whether "solutions" are all there are.
    """
    from autoplay.answer import lost, reply
    from autoplay.batch import answer_in_order, cores
    from autoplay.sources import sources

    wish = _wanted(puzzles, **wanted)
    replies = Replies(wish, as_json)
    answer_in_order(
        (source for argument in puzzles for source in sources(argument, stars)),
        partial(reply, wanted=wish),
        replies.print,
        lost,
        jobs=jobs or (cores() if any(name.endswith(ROWS) for name in puzzles) else 1),
    )
    replies.sum_up()
    return replies.status


def _wanted(
    puzzles: tuple[str, ...],
    *,
    count: int | None,
    explain: bool,
    hint: bool,
    form: str | None,
    overlay: Path | None,
    timeout: float,
) -> Wanted:
    from autoplay.answer import Wanted
    from autoplay.sources import STDIN, is_picture_name

    if hint and (explain or form or count):
        raise click.UsageError("--hint tells the next step and nothing else: leave out --explain, --to and --count")
    if overlay and not (len(puzzles) == 1 and (puzzles[0] == STDIN or is_picture_name(puzzles[0]))):
        raise click.UsageError("--overlay draws on one picture, which is the only puzzle then")
    return Wanted(count, "next" if hint else "all" if explain else None, form, overlay, timeout or None)


class Replies:
    """Prints replies as they come; ``status`` is the highest exit status of all."""

    def __init__(self, wanted: Wanted, as_json: bool) -> None:
        self.status = 0
        self._wanted = wanted
        self._as_json = as_json
        self._rows = Counter[str]()

    def print(self, reply: Reply) -> None:
        """Print an answer, or the error in its place."""
        found = reply.found
        self.status = max(self.status, self._status(found))
        if reply.is_row:
            self._rows[_kind(found)] += 1
        if self._as_json or reply.is_row:
            print_json(self._row(reply))
        elif isinstance(found, AutoplayError):
            print_error(found, str(reply.label.get("file", "")))
        else:
            self._print_answer(found, str(reply.label.get("file", "")))

    def sum_up(self) -> None:
        """Say on stderr how many rows there were of each kind."""
        if self._rows:
            kinds = ", ".join(f"{number} {kind}" for kind, number in self._rows.items())
            click.echo(f"{self._rows.total()} in all: {kinds}", err=True)

    def _status(self, found: Answer | AutoplayError) -> int:
        from autoplay.answers import complaint

        error = found if isinstance(found, AutoplayError) else complaint(found, self._wanted)
        return error.exit_status if error else 0

    def _row(self, reply: Reply) -> dict[str, object]:
        from autoplay.answers import answer_row

        if isinstance(reply.found, AutoplayError):
            return error_row(reply.found, **reply.label)
        return reply.label | answer_row(reply.found, self._wanted)

    def _print_answer(self, found: Answer, where: str) -> None:
        from autoplay.answers import answer_lines, complaint, remark

        for line in answer_lines(found, self._wanted):
            click.echo(line)
        if error := complaint(found, self._wanted):
            print_error(error, where)
        else:
            click.echo(remark(found, self._wanted), err=True)
        if found.pictures:
            more = f" and {found.pictures[1]} … {found.pictures[-1]}" if len(found.pictures) > 1 else ""
            click.echo(f"overlay: {found.pictures[0]}{more}", err=True)


def _kind(found: Answer | AutoplayError) -> str:
    if isinstance(found, AutoplayError):
        return found.code
    if found.cut_off:
        return "not all counted"
    return ("without a solution", "with one solution", "with several solutions")[min(found.solution.solutions, 2)]
