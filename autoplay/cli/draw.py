"""Command `autoplay draw`: a puzzle with its solution as SVG or PNG."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.options import complete_files, require_ending, timeout_option
from autoplay.cli.progress import ProgressBar
from autoplay.cli.solve import request_solutions
from autoplay.cli.terminal import print_error, print_note
from autoplay.click_options import picture_options, puzzle_option, solver_options
from autoplay.games import SolveRequest
from solvers.errors import AutoplayError, BadNotation

if TYPE_CHECKING:
    from autoplay.games.results import SolveResult
    from autoplay.report.sheets import SheetKind

STDOUT = Path("-")


@click.command()
@click.argument("puzzle_name", metavar="FILE|TEXT|URL|-", shell_complete=complete_files)
@puzzle_option
@picture_options
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default=STDOUT,
    callback=require_ending(".svg", ".png"),
    metavar="FILE.svg|FILE.png|-",
    help="Write the drawing into this file; - for SVG on stdout, which is the default.",
)
@click.option("--no-solution", is_flag=True, help="Draw the board alone.")
@timeout_option
@solver_options
def draw(puzzle_name: str, output: Path, no_solution: bool, **wanted: Any) -> int:
    """Draw a puzzle with its solution, as SVG or PNG.

    The puzzle is a picture, its address, a text, or - for stdin, as for `solve`. A PNG has a
    heading and a caption too, and needs the browser that also plays pages. `autoplay read` reads
    the puzzle back from it.

    \b
    Examples:
      autoplay draw screenshot.png -o board.svg
      autoplay draw triangle5 -o pegs.png
      autoplay draw puzzle.txt --no-solution > board.svg
    """
    from autoplay.report.sheets import check_output, draw_sheets, render_sheet, write_drawing

    request = request_solutions((puzzle_name,), **wanted)
    if output != STDOUT:
        check_output(output, [puzzle_name])
    kind: SheetKind = "png" if output.suffix.lower() == ".png" else "svg"
    with ProgressBar("solving") as bar:
        result = _solve_puzzle(puzzle_name, request)
        (sheet,) = draw_sheets(result)
        bar.describe("drawing")
        data = render_sheet(sheet, kind, with_solution=not no_solution)
    if output == STDOUT:
        sys.stdout.buffer.write(data)
    else:
        write_drawing(output, data)
        print_note(f"drawn: {output}")
    # A puzzle without a solution is drawn all the same, as far as it goes.
    if result.error:
        print_error(result.error)
        return result.error.exit_status
    return 0


def _solve_puzzle(name: str, request: SolveRequest) -> SolveResult:
    """Solve the only puzzle of an argument; raise BadNotation for several, or its error."""
    from autoplay.answers import solve_puzzle
    from autoplay.sources.puzzles import read_sources

    found = list(read_sources([name]))
    if len(found) > 1:
        raise BadNotation(
            f"a drawing holds one puzzle, not {len(found)}", hint="one puzzle at a time"
        )
    result = solve_puzzle(found[0], request).result
    if isinstance(result, AutoplayError):
        raise result
    return result
