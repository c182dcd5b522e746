"""`autoplay solve`: text in, stars out."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.options import error_row, json_option, print_error, print_json, stars_option
from solvers.errors import AutoplayError, ManySolutions, NoSolution

if TYPE_CHECKING:
    from autoplay.sources import Source
    from solvers.star_battle import Puzzle, Solution

SECONDS = click.FloatRange(min=0, min_open=True)


@click.command()
@click.argument("puzzles", nargs=-1, required=True, metavar="FILE…|TEXT|-")
@stars_option
@click.option("--count", type=click.IntRange(min=2), metavar="N", help="Count the solutions, up to N.")
@click.option("--timeout", type=SECONDS, metavar="S", help="Give up on a puzzle after S seconds.")
@json_option
def solve(puzzles: tuple[str, ...], stars: int | None, count: int | None, timeout: float | None, as_json: bool) -> int:
    """Solve Star Battle puzzles, and say whether the solution is the only one.

    A puzzle is a file, the text itself, or - for stdin: rows of letters, one letter a region and # a
    wall, after an optional line "stars K"; or rows of numbers separated by spaces. A .jsonl file holds
    one {"id", "stars", "grid"} a line and is answered with one JSON line each, in order.
    """
    from autoplay.sources import sources

    status, rows = 0, Counter[str]()
    for source in (source for argument in puzzles for source in sources(argument, stars)):
        found = _answer(source, count, timeout, as_json or source.is_row)
        status = max(status, _status(found, count))
        if source.is_row:
            rows[_kind(found)] += 1
    if rows:
        kinds = ", ".join(f"{number} {kind}" for kind, number in rows.items())
        click.echo(f"{rows.total()} in all: {kinds}", err=True)
    return status


def _kind(found: Solution | AutoplayError) -> str:
    if isinstance(found, AutoplayError):
        return found.code
    return ("without a solution", "with one solution", "with several solutions")[min(found.solutions, 2)]


def _status(found: Solution | AutoplayError, count: int | None) -> int:
    if isinstance(found, AutoplayError):
        return found.exit_status
    return 0 if found.solutions == 1 or (count and found.solutions) else NoSolution.exit_status


def _answer(source: Source, count: int | None, timeout: float | None, as_json: bool) -> Solution | AutoplayError:
    """Solve one puzzle and print the answer, or the error in its place."""
    from solvers.star_battle import solve as search

    try:
        puzzle = source.parse()
        found = search(puzzle, limit=count or 2, timeout_s=timeout)
    except AutoplayError as error:
        if as_json:
            print_json(error_row(error, **source.label))
        else:
            print_error(error, _where(source))
        return error
    if as_json:
        print_json({**source.label, **_row(puzzle, found)})
    else:
        _print_solution(puzzle, found, count, _where(source))
    return found


def _where(source: Source) -> str:
    return str(source.label.get("file", ""))


def _row(puzzle: Puzzle, found: Solution) -> dict[str, object]:
    return {
        "puzzle": "star-battle",
        "rows": puzzle.size,
        "cols": puzzle.size,
        "stars": puzzle.stars,
        "solutions": found.solutions,
        "cells": found.cells,
        "nodes": found.nodes,
        "seconds": round(found.seconds, 6),
    }


def _print_solution(puzzle: Puzzle, found: Solution, count: int | None, where: str) -> None:
    from autoplay.text import coordinates, draw, stars
    from autoplay.text import count as number

    what = f"{puzzle.size}x{puzzle.size}, {number(puzzle.stars, 'star')}"
    doubt = "another number of --stars, or check the regions"
    if not found.solutions:
        print_error(NoSolution(f"no solution ({what})", hint=doubt), where)
        return
    click.echo(draw(puzzle.grid, stars(found.cells)))
    click.echo(coordinates(found.cells))
    if found.solutions == 1:
        click.echo(f"{what}: this is the only solution ({found.seconds:.2f} s)", err=True)
    elif count:
        more = " or more" * (found.solutions == count)
        click.echo(f"{what}: {found.solutions} solutions{more}; this is one of them", err=True)
    else:
        print_error(ManySolutions(f"several solutions ({what}); this is one of them", hint=doubt), where)
