"""Tolerance of tilted photos: fixtures on paper and on screens, taken by a simulated camera.

usage: python tests/qa/benchmarks/photos.py [--corpus DIR] [--every N] [--jobs N] [--keep DIR]

Prints for each tilt how many photos were read exactly, refused, or read wrongly, and the error of
the board's corners in pixels. Photos that cut a board off, and those of a calendar and a sudoku,
should be refused.
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

import numpy as np

from autoplay.fixtures.expected_reading import canonical
from tests.qa.benchmarks.camera import Scene, Shot, no_boards, photograph, scenes
from tests.qa.benchmarks.pictures import add_options, chosen, in_parallel
from vision import read_board
from vision.errors import ReadingError
from vision.files.loading import encode_png

TILTS = (0, 10, 20, 30, 35, 40)


class Taken(NamedTuple):
    """Photo to be taken; ``aside`` moves the view, in widths of the board; ``asked`` is True if it
    must be read."""

    scene: Scene
    shot: Shot
    aside: float = 0.0
    asked: bool = True


def outcome(taken: Taken, keep: Path | None) -> tuple[str, float]:
    """Return "exact", "refused" or "wrong", and the largest error of a corner in pixels; save wrong
    readings."""
    photo, corners = photograph(taken.scene, taken.shot, off=(taken.aside, 0.0))
    result, error = "refused", math.nan
    try:
        reading = read_board(photo)
    except ReadingError:
        pass
    else:
        right = (
            taken.asked
            and taken.scene.grid
            and canonical(reading.grid) == canonical(taken.scene.grid)
        )
        result = "exact" if right else "wrong"
        error = float(np.linalg.norm(np.array(reading.corners) - corners, axis=1).max())
    if keep and result != ("exact" if taken.asked else "refused"):
        keep.mkdir(parents=True, exist_ok=True)
        name = f"{result} {taken.shot.tilt} {taken.scene.name}.png"
        (keep / name.replace(" ", "-").replace("/", "-")).write_bytes(encode_png(photo))
    return result, error


def rows(shown: Sequence[Scene]) -> Iterator[tuple[str, list[Taken]]]:
    """Yield the photos for each row of the table."""
    for tilt in TILTS:
        yield (
            f"{tilt} °",
            [Taken(s, Shot(tilt, k * 77 % 360, k * 13 % 61 - 30, k)) for k, s in enumerate(shown)],
        )
    for name, aside, taken in (("cut off", 0.65, shown), ("no board", 0.0, list(no_boards()))):
        for tilt in (0, 20):
            shots = [Shot(tilt, k * 77 % 360, k * 7 % 31 - 15, k) for k in range(len(taken))]
            yield (
                f"{name}, {tilt} °",
                [Taken(s, shot, aside, False) for s, shot in zip(taken, shots, strict=True)],
            )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep the photos that went wrong")
    options = parser.parse_args()
    shown = list(
        scenes(picture for picture in chosen(options) if picture.asked and len(picture.boards) == 1)
    )
    print(
        f"{len(shown)} boards; corners: the largest error of a photo's four, median and worst, in pixels"
    )
    print(f"{'tilt':>14} {'exact':>6} {'refused':>8} {'wrong':>6}  corners")
    for name, taken in rows(shown):
        found = list(in_parallel(partial(outcome, keep=options.keep), taken, options.jobs))
        count = Counter(result for result, _ in found)
        errors = [error for result, error in found if result == "exact"]
        corners = f"{np.median(errors):.1f} {max(errors):.1f}" if errors else "-"
        print(
            f"{name:>14} {count['exact']:6} {count['refused']:8} {count['wrong']:6}  {corners}",
            flush=True,
        )


if __name__ == "__main__":
    main()
