"""Boards in many looks, drawn by a browser: numbers of exact, refused and wrong readings of each.

usage: python tests/qa/benchmarks/looks.py [--only LOOK,LOOK] [--count N] [--seed S] [--jobs N] [--keep DIR]

Prints a line per look: boards read exactly, refused and wrong, exact ones with correct stars and
crosses, the mean confidence, the lowest of an exact grid and the highest of a wrong one. Looks
named "no …" have nothing to read and must be refused. With ``--keep`` all pictures with an
unexpected result are written to a folder. Asserts nothing.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from autoplay.browser.start import start_browser
from tests.qa.benchmarks.degradation import HEADINGS, line
from tests.qa.benchmarks.pictures import Board, Score, in_parallel, scores
from tests.qa.looks import LOOKS
from tests.qa.looks.scene import Camera, Scene, camera
from vision.files.loading import save_image
from vision.image import Image
from vision.reading import Mark

Case = tuple[str, Image, tuple[Board, ...]]


def cases(camera: Camera, name: str, count: int, first: int = 0) -> Iterator[Case]:
    """Yield pictures of a look, each with its name and its boards."""
    for seed in range(first, first + count):
        scene = LOOKS[name](Random(f"{name} {seed}"))
        image, boxes = camera.take_with_boxes(scene)
        yield f"{name} {seed}", image, tuple(known(scene, boxes))


def known(scene: Scene, boxes: list[tuple[int, int, int, int]]) -> Iterator[Board]:
    """Yield the boards of a scene in the form that the benchmarks use."""
    # A scene to refuse may be drawn as a board with a fault.
    if not scene.boards:
        return
    for board, box in zip(scene.boards, boxes, strict=True):
        marks = {Mark(*cell, "star") for cell in board.stars} | {
            Mark(*cell, "cross") for cell in board.crosses
        }
        yield Board(
            board.grid,
            box,
            frozenset(mark for mark in marks if mark.kind in scene.kinds),
            scene.kinds,
        )


def read(case: Case, keep: Path | None) -> list[Score]:
    """Return the scores of a picture."""
    name, image, boards = case
    found = scores(image, boards)
    bad = [
        s
        for s in found
        if s.verdict == "wrong" or s.marks is False or (boards and s.verdict == "refused")
    ]
    if keep and bad:
        verdict = "wrong" if any(s.verdict == "wrong" for s in bad) else bad[0].verdict
        save_image(
            keep / re.sub(r"[ /]", "-", f"{'marks' if verdict == 'exact' else verdict} {name}.png"),
            image,
        )
    return found


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--only", default="", metavar="LOOK,LOOK", help="looks whose names begin so"
    )
    parser.add_argument("--count", type=int, default=10, help="pictures a look (10)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed (0)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--keep", type=Path, metavar="DIR", help="where to write pictures that are not read right"
    )
    options = parser.parse_args()
    names = [name for name in LOOKS if name.startswith(tuple(options.only.split(",")))]
    if not names:
        parser.error(f"no look begins with {options.only!r}; they are called {', '.join(LOOKS)}")
    print(HEADINGS)
    total: list[Score] = []
    with (
        sync_playwright() as playwright,
        start_browser(playwright) as browser,
        camera(browser) as taker,
    ):
        for name in names:
            taken = list(cases(taker, name, options.count, options.seed))
            found = [
                s
                for many in in_parallel(partial(read, keep=options.keep), taken, options.jobs)
                for s in many
            ]
            print(line(name, found), flush=True)
            total += found
    print(line("in all", total))


if __name__ == "__main__":
    main()
