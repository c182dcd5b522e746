"""Record the fixtures of the practice site, all its games, and of the pzpr page again.

usage: python -m tests.qa.record_fixtures [DIR] [--only TEXT]

The expected readings come from the options of the pages, never from the reader. If the reader gets
something else, a line says so and the exit status is 1.
"""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from autoplay.browser.start import BrowserOptions
from autoplay.fixtures import recorder
from autoplay.fixtures.expected_reading import ExpectedReading
from autoplay.fixtures.fixture import Fixture, ReadOptions
from autoplay.practice import serve
from autoplay.practice.lights_out import find_lamps
from autoplay.practice.peg_solitaire import find_pegs
from autoplay.practice.puzzles import StarBoard, find, pick, solution_cells
from solvers.lights_out import solve
from solvers.peg_solitaire import solve as solve_pegs
from tests.qa.fixture_shots import LAMPS, PEGS, PRACTICE, PZPR, Shot
from tests.qa.pzpr_page import serve_boards
from vision.reading import Mark

ROOT = Path(__file__).resolve().parents[2]
KINDS = {1: "star", 2: "cross"}


def main() -> int:
    """Record all shots whose name contains the text; return the exit status."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "fixtures")
    parser.add_argument("--only", default="", metavar="TEXT")
    arguments = parser.parse_args()
    recorded = (
        pages_of(arguments.folder, arguments.only)
        for pages_of in (practice, lights_out, pegs, pzpr)
    )
    problems = [
        f"{fixture}: {problem}" for fixture, problem in chain.from_iterable(recorded) if problem
    ]
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


def practice(root: Path, only: str) -> Iterator[tuple[Fixture, str]]:
    """Record the practice site: each fixture with what the reader gets wrong."""
    with serve() as site:
        for shot in PRACTICE:
            if only in shot.name:
                url = f"{site.url}/?{shot.query}"
                yield record(
                    shot,
                    Fixture(root / "practice", recorder.slug(shot.name)),
                    url,
                    partial(set_up, shot),
                )


def lights_out(root: Path, only: str) -> Iterator[tuple[Fixture, str]]:
    """Record the Lights Out pages of the practice site."""
    with serve() as site:
        for shot in LAMPS:
            if only in shot.name:
                url = f"{site.url}/lights-out?{shot.query}"
                fixture = Fixture(root / "lights-out-practice", recorder.slug(shot.name))
                yield record(
                    shot, fixture, url, partial(press_lamps, shot), {"puzzle": "lights-out"}
                )


def pegs(root: Path, only: str) -> Iterator[tuple[Fixture, str]]:
    """Record the peg solitaire pages of the practice site."""
    with serve() as site:
        for shot in PEGS:
            if only in shot.name:
                url = f"{site.url}/pegs?animate=0&{shot.query}"
                fixture = Fixture(root / "pegs-practice", recorder.slug(shot.name))
                yield record(shot, fixture, url, partial(jump_pegs, shot), {"puzzle": "pegs"})


def pzpr(root: Path, only: str) -> Iterator[tuple[Fixture, str]]:
    """Record the page on which the engine of puzz.link draws our boards."""
    shots = [shot for shot in PZPR if only in shot.name]
    with serve_boards() as address:
        for shot in shots:
            board = pick(*map(int, shot.query.split("-")))
            fixture = Fixture(root / "pzpr", recorder.slug(shot.name))
            yield record(shot, fixture, address(board), partial(press_pzpr, shot, board))


def record(
    shot: Shot,
    fixture: Fixture,
    url: str,
    prepare: Callable[[Page], ExpectedReading],
    how: ReadOptions | None = None,
) -> tuple[Fixture, str]:
    """Take the picture of a page and save it with the expected reading that ``prepare`` returns."""
    truth: list[ExpectedReading] = []
    options = BrowserOptions(viewport=shot.viewport, scale=shot.scale)
    take = recorder.take_page(url, options, lambda page: truth.append(prepare(page)), how)
    outcome = recorder.keep(take, fixture, truth[0], force=True)
    print(f"{fixture} {outcome.problem}", file=sys.stderr)
    return fixture, outcome.problem


def set_up(shot: Shot, page: Page) -> ExpectedReading:
    """Put the marks on a practice page; return its expected reading."""
    page.wait_for_selector("body.ingame")
    board = find(page.input_value("input[name=param]").partition("@")[0])  # specials show no ID
    marks = marks_of(shot.marks, board)
    if shot.marks not in ("none", "restored", "locked"):
        leave_unfinished(page, {"marks": marks})
    return expected_reading(board, marks)


def press_lamps(shot: Shot, page: Page) -> ExpectedReading:
    """Press none, half or all of the answer on a Lights Out page; return its expected reading."""
    page.wait_for_selector("body.ingame")
    puzzle = find_lamps(page.inner_text("#puzzleID")).puzzle
    presses = solve(puzzle).presses
    done = presses[: {"none": 0, "half": len(presses) // 2, "solved": len(presses)}[shot.marks]]
    if done:
        leave_unfinished(page, {"presses": [row * puzzle.cols + col for row, col in done]})
    return ExpectedReading(puzzle.after(done).grid)


def jump_pegs(shot: Shot, page: Page) -> ExpectedReading:
    """Make none, half or all jumps on a peg solitaire page, or choose a peg; return its expected
    reading."""
    page.wait_for_selector("body.ingame")
    board = find_pegs(page.inner_text("#puzzleID"))
    jumps = () if board.choose else solve_pegs(board.puzzle).jumps
    done = jumps[: {"half": len(jumps) // 2, "solved": len(jumps)}.get(shot.marks, 0)]
    if done:
        leave_unfinished(page, {"steps": done})
    if shot.marks == "chosen":
        page.locator(".peg").nth(sorted(board.start).index(jumps[0][0])).click()
        page.mouse.move(1, 1)
    rows = replace(board.puzzle, start=board.start).after(done).grid
    return ExpectedReading(
        tuple(row[::-1] for row in rows[::-1]) if "turn=180" in shot.query else rows
    )


def leave_unfinished(page: Page, played: Mapping[str, Sequence[Any]]) -> None:
    """Show a practice page again, as a game left unfinished."""
    page.evaluate(
        """(played) => {
          const config = JSON.parse(document.getElementById('pageConfig').textContent);
          const key = `unfinished-${config.skin}-${config.size}`;
          localStorage.setItem(key, JSON.stringify({ ...config.board, ...played }));
        }""",
        played,
    )
    page.reload()
    page.wait_for_selector("body.ingame")


def press_pzpr(shot: Shot, board: StarBoard, page: Page) -> ExpectedReading:
    """Put the marks on the pzpr page with the mouse; return its expected reading."""
    page.wait_for_function("ui.puzzle.ready")
    marks = marks_of(shot.marks, board)
    # The last star ends the game, so the crosses come first.
    for cell, mark in sorted(enumerate(marks), key=lambda pair: -pair[1]):
        if mark:
            x, y = page.evaluate(
                """([r, c]) => {
                  const box = document.querySelector('#divques svg').getBoundingClientRect();
                  const { x0, y0, cw, ch } = ui.puzzle.painter;
                  return [box.x + x0 + (c + 0.5) * cw, box.y + y0 + (r + 0.5) * ch];
                }""",
                list(divmod(cell, board.size)),
            )
            page.mouse.click(x, y, button="left" if mark == 1 else "right")
    if shot.marks in ("solved", "full"):
        page.click("#btnok")
    page.mouse.move(1, 1)
    return expected_reading(board, marks)


def marks_of(kind: str, board: StarBoard) -> list[int]:
    """Return the marks of a kind, row by row: 0 nothing, 1 a star, 2 a cross."""
    size = board.size
    solution = sorted(solution_cells(board.grid, board.stars, limit=1)[0])
    stars = {
        "half": solution[: len(solution) // 2],
        "stars": solution[: len(solution) // 2],
        "solved": solution,
        "full": solution,
        "wrong": [(2, 2), (2, 3), (5, 6)],
        "locked": solution[:2],
        "restored": [(size // 2, size // 2)],
    }.get(kind, [])
    near = {(r + i, c + j) for r, c in stars for i in (-1, 0, 1) for j in (-1, 0, 1)}
    crossed = {
        "half": near,
        "restored": near,
        "full": {(r, c) for r in range(size) for c in range(size)},
    }
    crosses = {cell for cell in crossed.get(kind, set()) if cell not in stars}
    cells = [(r, c) for r in range(size) for c in range(size)]
    return [
        0 if board.grid[r][c] == "#" else 1 if (r, c) in stars else 2 if (r, c) in crosses else 0
        for r, c in cells
    ]


def expected_reading(board: StarBoard, marks: list[int]) -> ExpectedReading:
    """Return the expected reading of a page that shows this board with these marks."""
    seen = [Mark(*divmod(cell, board.size), KINDS[mark]) for cell, mark in enumerate(marks) if mark]
    return ExpectedReading(board.grid, tuple(seen), board.stars)


if __name__ == "__main__":
    sys.exit(main())
