"""The answers of `autoplay solve` as JSON and as what a terminal shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from autoplay.steps import region_legend, step_board, step_lines, step_row
from autoplay.text import coordinates, count, draw, stars
from solvers.errors import AutoplayError, ManySolutions, NoSolution, SolveTimeout
from solvers.star_battle.search import MORE_TIME

if TYPE_CHECKING:
    from autoplay.answer import Answer, Wanted

DOUBT = "another number of --stars, or check the regions"


def answer_row(found: Answer, wanted: Wanted) -> dict[str, object]:
    """The JSON object of an answer; the next step alone betrays no other star."""
    puzzle, solution = found.puzzle, found.solution
    row: dict[str, object] = {
        "puzzle": "star-battle",
        "rows": puzzle.size,
        "cols": puzzle.size,
        "stars": puzzle.stars,
        "solutions": solution.solutions,
    }
    if wanted.count:
        row["exact"] = not found.cut_off and solution.solutions < wanted.count
    if not (wanted.steps == "next" and found.steps):
        row["cells"] = solution.cells
    if found.other:
        row |= {"other": found.other, "differ": differing(found)}
    for name in ("reason", "difficulty", "unexplained", "written", "pictures"):
        if value := getattr(found, name):
            row[name] = value
    if found.steps:
        row["steps"] = [step_row(step) for step in found.steps]
    return row | {"nodes": solution.nodes, "seconds": round(solution.seconds, 6)}


def answer_lines(found: Answer, wanted: Wanted) -> Iterator[str]:
    """What goes to stdout: the next step; or the way, and the stars or the puzzle in the form that was wanted."""
    solution = found.solution
    if wanted.form:
        yield from step_lines(found.steps)
        yield from _legend(found)
        yield found.written.rstrip("\n")
    elif not solution.solutions:
        return
    elif wanted.steps == "next" and found.steps:
        yield found.steps[0].text
        yield step_board(found.puzzle, found.steps[0])
        yield from _legend(found)
    elif wanted.steps == "next" and found.is_solved:
        return
    else:
        yield from step_lines(found.steps)
        yield from _legend(found)
        yield draw(found.puzzle.grid, _marks(found))
        yield coordinates(solution.cells)
        if found.other:
            yield coordinates(found.other)


def complaint(found: Answer, wanted: Wanted) -> AutoplayError | None:
    """The error of a puzzle without exactly one solution where one was promised, or of work that time cut off."""
    if found.wrong:
        return NoSolution(
            f"the puzzle ({what(found)}) has one solution, but {found.reason}",
            hint="take these marks away; those of a picture are shown by --overlay",
        )
    if not found.solution.solutions:
        why = f": {found.reason}" if found.reason else ""
        hint = "check the marks" if found.puzzle.given | found.puzzle.crossed else DOUBT
        return NoSolution(f"no solution ({what(found)}){why}", hint=hint)
    if found.cut_off:
        least = f"at least {count(found.solution.solutions, 'solution')} ({what(found)})"
        return SolveTimeout(f"{least}; not all counted within {wanted.timeout_s:g} s", hint=MORE_TIME)
    if found.other:
        apart = count(len(differing(found)), "cell")
        legend = "" if wanted.form else " (* is in both, 1 and 2 in one of them)"
        return ManySolutions(f"several solutions ({what(found)}); two of them differ in {apart}{legend}", hint=DOUBT)
    return SolveTimeout(found.unexplained, hint=MORE_TIME) if found.unexplained else None


def remark(found: Answer, wanted: Wanted) -> str:
    """The line on stderr under a solution."""
    solution = found.solution
    if wanted.steps == "next" and found.steps:
        return f"{what(found)}: the next step ({found.steps[0].rule})"
    if wanted.steps == "next" and found.is_solved:
        return f"{what(found)}: solved: every star is in its place"
    if solution.solutions == 1:
        return f"{what(found)}: this is the only solution ({_duration(solution.seconds)})"
    more = " or more" * (solution.solutions == wanted.count)
    return f"{what(found)}: {solution.solutions} solutions{more}; this is one of them"


def what(found: Answer) -> str:
    """The puzzle in a few words: size, stars, and how hard it is where that is known."""
    puzzle = found.puzzle
    parts = [f"{puzzle.size}x{puzzle.size}", count(puzzle.stars, "star"), found.difficulty]
    return ", ".join(part for part in parts if part)


def differing(found: Answer) -> list[tuple[int, int]]:
    """The (row, col) that hold a star in one of the two solutions only."""
    return sorted(set(found.solution.cells) ^ set(found.other))


def _duration(seconds: float) -> str:
    return f"{seconds:.2f} s" if seconds >= 0.01 else "under 0.01 s"


def _legend(found: Answer) -> Iterator[str]:
    if legend := region_legend(found.puzzle, found.steps):
        yield legend


def _marks(found: Answer) -> dict[tuple[int, int], str]:
    marks = stars(found.solution.cells)
    if found.other:
        marks |= {cell: "first" if cell in marks else "second" for cell in differing(found)}
    return marks
