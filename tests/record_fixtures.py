"""Records the fixtures of the practice site and of the pzpr page anew.

usage: record_fixtures.py [DIR] [--only TEXT]

The goldens come from what the pages were told to show, never from the reader; where the reader sees
something else, a line says so and the exit status is 1.
"""

from __future__ import annotations

import importlib.util
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import ModuleType

from playwright.sync_api import Page

from autoplay import recorder
from autoplay.browser import BrowserOptions
from autoplay.demo import serve
from autoplay.demo.puzzles import Board, find, pick, solution_cells
from autoplay.fixtures import Fixture
from autoplay.golden import Golden
from vision.reading import Mark

ROOT = Path(__file__).resolve().parent.parent
KINDS = {1: "star", 2: "cross"}


@dataclass(frozen=True)
class Shot:
    """A page to be recorded: its name, its query string, the marks on it, the device px per CSS px."""

    name: str
    query: str
    marks: str = "none"
    scale: float = 1
    viewport: tuple[int, int] = (1280, 800)


PRACTICE = (
    Shot("5x5", "size=0&seed=0"),
    Shot("5x5-solved", "size=0&seed=1", "solved"),
    Shot("5x5-night", "size=0&seed=2&night=1"),
    Shot("6x6", "size=1&seed=0"),
    Shot("6x6-full", "size=1&seed=1&zoom=1", "full"),
    Shot("6x6-shapeless", "size=12&seed=0"),
    Shot("8x8", "size=3&seed=0"),
    Shot("8x8-coords", "size=3&seed=1&coords=1"),
    Shot("8x8-mistakes", "size=3&seed=2&errors=1", "wrong"),
    Shot("8x8-shapeless-half", "size=13&seed=0&zoom=1.25", "half"),
    Shot("10x10", "size=5&seed=0"),
    Shot("10x10-zoom-0.75", "size=5&seed=1&zoom=0.75"),
    Shot("10x10-zoom-1.25", "size=5&seed=2&zoom=1.25"),
    Shot("10x10-zoom-1.55", "size=5&seed=3&zoom=1.55", "half"),
    Shot("10x10-zoom-1.88", "size=5&seed=4&zoom=1.88"),
    Shot("10x10-scale-1.25", "size=5&seed=5", "half", 1.25),
    Shot("10x10-scale-1.5-zoom-1.25", "size=5&seed=0&zoom=1.25", scale=1.5),
    Shot("10x10-scale-2", "size=5&seed=1", "half", 2),
    Shot("10x10-scale-2-zoom-0.5", "size=5&seed=2&zoom=0.5", scale=2),
    Shot("10x10-solved", "size=5&seed=3", "solved"),
    Shot("10x10-full", "size=5&seed=4&zoom=1.25", "full"),
    Shot("10x10-thick", "size=5&seed=5&thick=1"),
    Shot("10x10-night-half", "size=5&seed=0&night=1&zoom=1.4", "half"),
    Shot("10x10-night-coords", "size=5&seed=1&night=1&coords=1"),
    Shot("10x10-coords-half", "size=5&seed=2&coords=1&zoom=1.25", "half"),
    Shot("10x10-advertisements", "size=5&seed=3&topad=1&bottomad=1&notice=1"),
    Shot("10x10-restored", "size=5&seed=4&restore=1", "restored"),
    Shot("10x10-shapeless", "size=14&seed=0"),
    Shot("10x10-shapeless-scale-1.25", "size=14&seed=1", "half", 1.25),
    Shot("14x14", "size=7&seed=0"),
    Shot("14x14-zoom-0.75-half", "size=7&seed=1&zoom=0.75", "half"),
    Shot("14x14-night-zoom-1.3", "size=7&seed=2&night=1&zoom=1.3", "half"),
    Shot("17x17-scale-1.25", "size=9&seed=0", scale=1.25),
    Shot("17x17-coords-half", "size=9&seed=0&coords=1", "half"),
    Shot("21x21", "size=10&seed=0", "half", viewport=(1280, 1000)),
    Shot("25x25", "size=11&seed=0", viewport=(1280, 1100)),
    Shot("25x25-zoom-0.6", "size=11&seed=0&zoom=0.6"),
    Shot("25x25-scale-2-half", "size=11&seed=0&zoom=0.7", "half", 2),
    Shot("25x25-thick-solved", "size=11&seed=0&thick=1", "solved", viewport=(1280, 1100)),
    Shot("queens-6x6", "skin=queens&size=1&seed=0"),
    Shot("queens-8x8-half", "skin=queens&size=3&seed=0", "half"),
    Shot("queens-8x8-locked", "skin=queens&size=3&seed=1&locked=2", "locked"),
    Shot("queens-8x8-colours-only", "skin=queens&size=3&seed=2&lines=0"),
    Shot("queens-8x8-colours-only-full", "skin=queens&size=3&seed=0&lines=0&zoom=1.3", "full"),
    Shot("queens-10x10-scale-1.5", "skin=queens&size=5&seed=0", "half", 1.5),
    Shot("queens-5x5-solved-zoom-1.55", "skin=queens&size=0&seed=0&zoom=1.55", "solved"),
    Shot("canvas-8x8", "skin=canvas&size=3&seed=0"),
    Shot("canvas-10x10-stars", "skin=canvas&size=5&seed=0", "stars"),
    Shot("canvas-10x10-zoom-1.25", "skin=canvas&size=5&seed=1&zoom=1.25", scale=1.25),
    Shot("canvas-5x5-solved", "skin=canvas&size=0&seed=0&zoom=0.8", "solved"),
)
PZPR = (
    Shot("5x5", "0-0"),
    Shot("6x6-scale-2", "1-0", scale=2),
    Shot("8x8-half", "3-0", "half"),
    Shot("10x10", "5-0"),
    Shot("10x10-scale-1.5-full", "5-1", "full", 1.5),
)


def main() -> int:
    """Record all shots whose name contains the text; the exit status."""
    parser = ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "fixtures")
    parser.add_argument("--only", default="", metavar="TEXT")
    arguments = parser.parse_args()
    problems = [
        f"{fixture}: {problem}"
        for fixture, problem in (*practice(arguments.folder, arguments.only), *pzpr(arguments.folder, arguments.only))
        if problem
    ]
    print(*problems, sep="\n", end="\n" if problems else "")
    return 1 if problems else 0


def practice(root: Path, only: str) -> Iterator[tuple[Fixture, str]]:
    """Record the practice site: each fixture with what the reader gets wrong."""
    with serve() as site:
        for shot in PRACTICE:
            if only in shot.name:
                url = f"{site.url}/?{shot.query}"
                yield record(shot, Fixture(root / "practice", recorder.slug(shot.name)), url, partial(set_up, shot))


def pzpr(root: Path, only: str) -> Iterator[tuple[Fixture, str]]:
    """Record the page on which the engine of puzz.link draws our boards."""
    shots = [shot for shot in PZPR if only in shot.name]
    with pages() as address:
        for shot in shots:
            board = pick(*map(int, shot.query.split("-")))
            fixture = Fixture(root / "pzpr", recorder.slug(shot.name))
            yield record(shot, fixture, address(board), partial(press_pzpr, shot, board))


def record(shot: Shot, fixture: Fixture, url: str, prepare: Callable[[Page], Golden]) -> tuple[Fixture, str]:
    """Take the picture of a page and keep it with the golden that ``prepare`` says it has."""
    truth: list[Golden] = []
    options = BrowserOptions(viewport=shot.viewport, scale=shot.scale)
    take = recorder.take_page(url, options, lambda page: truth.append(prepare(page)))
    outcome = recorder.keep(take, fixture, truth[0], force=True)
    print(f"{fixture} {outcome.problem}", file=sys.stderr)
    return fixture, outcome.problem


def set_up(shot: Shot, page: Page) -> Golden:
    """Put the marks on a practice page, as a game left unfinished; what the page shows then."""
    page.wait_for_selector("body.ingame")
    board = find(page.inner_text("#puzzleID"))
    marks = marks_of(shot.marks, board)
    if shot.marks not in ("none", "restored", "locked"):
        page.evaluate(
            """(marks) => {
              const config = JSON.parse(document.getElementById('pageConfig').textContent);
              const key = `unfinished-${config.skin}-${config.size}`;
              localStorage.setItem(key, JSON.stringify({ ...config.board, marks }));
            }""",
            marks,
        )
        page.reload()
        page.wait_for_selector("body.ingame")
    return golden(board, marks)


def press_pzpr(shot: Shot, board: Board, page: Page) -> Golden:
    """Put the marks on the pzpr page with the mouse; what the page shows then."""
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
    return golden(board, marks)


def marks_of(kind: str, board: Board) -> list[int]:
    """The marks of a kind, row by row: 0 nothing, 1 a star, 2 a cross."""
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
    crossed = {"half": near, "restored": near, "full": {(r, c) for r in range(size) for c in range(size)}}
    crosses = {cell for cell in crossed.get(kind, set()) if cell not in stars}
    cells = [(r, c) for r in range(size) for c in range(size)]
    return [0 if board.grid[r][c] == "#" else 1 if (r, c) in stars else 2 if (r, c) in crosses else 0 for r, c in cells]


def golden(board: Board, marks: list[int]) -> Golden:
    """What a page shows of this board with these marks."""
    seen = [Mark(*divmod(cell, board.size), KINDS[mark]) for cell, mark in enumerate(marks) if mark]
    return Golden(board.grid, tuple(seen), board.stars)


@contextmanager
def pages() -> Iterator[Callable[[Board], str]]:
    """The server of the pzpr page; gives the address of a board."""
    helper = load(Path(__file__).with_name("pzpr") / "conftest.py")
    with helper.serve_boards(helper.fetch(helper.CACHE / f"{helper.PACKAGE}-{helper.VERSION}")) as address:
        yield address


def load(path: Path) -> ModuleType:
    """A Python file as a module."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


if __name__ == "__main__":
    sys.exit(main())
