"""Calibration of the reader's confidence, on fixtures, a corpus, spoilt copies of both, and drawn
looks.

usage: python tests/qa/benchmarks/confidence.py [--corpus DIR] [--every N] [--steps N] [--looks N] [--seed N]
       [--only LOOK,LOOK] [--jobs N] [--save FILE]

Counts every grid that was tried, before the threshold, unless it was refused for a reason other
than its confidence. Prints the number of grids in each bin of confidence and how many of them are
exact, the expected calibration error, the highest confidence of a wrong grid and the lowest of an
exact one, the number of exact ones that each threshold refuses, and for each game how many of the
readings with at least 95 % are wrong: of whole boards, and of those that lack rows or columns, of
which every reading is wrong. With ``--save`` each grid is written as a line of JSON. Asserts
nothing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from functools import partial
from itertools import product
from math import sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

from playwright.sync_api import sync_playwright

from autoplay.browser.start import start_browser
from autoplay.fixtures.expected_reading import canonical
from tests.qa.benchmarks.degradation import LARGEST_PX, steps
from tests.qa.benchmarks.looks import Case, cases
from tests.qa.benchmarks.pictures import Picture, add_options, chosen, in_parallel
from tests.qa.looks import LOOKS
from tests.qa.looks.scene import camera
from vision import inspect
from vision.confidence import LEAST_CONFIDENCE
from vision.errors import ReadingError
from vision.image import Image

BINS = (0.0, 0.2, 0.4, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 0.99, 0.999, 1.0)
SURE = 0.95
NORMAL_95 = 1.96
"""Half of a 95 % interval, in standard deviations."""
BATCH = 50
"""Number of pictures drawn before they are read, so that few are in memory."""
CUT = " cut "
"""Part of the names of copies that lack rows or columns."""
Grid = tuple[str, ...]


class Sample(NamedTuple):
    """Grid that was tried: the game, the picture, the confidence, and True if it is right.

    ``given`` is True for a reading, False for a grid that was refused because of its confidence.
    """

    game: str
    name: str
    confidence: float
    right: bool
    given: bool


def tried(name: str, image: Image, grids: tuple[Grid, ...]) -> Iterator[Sample]:
    """Yield the grids that were tried in a picture of these boards."""
    try:
        seen = inspect(image)
    except ReadingError:
        return
    for attempt in seen.attempts:
        if attempt.reading:
            right = canonical(attempt.reading.grid) in grids
            yield Sample(
                attempt.reading.puzzle, name, attempt.reading.confidence, right, given=True
            )
        elif attempt.regions and 0 < attempt.regions.confidence < LEAST_CONFIDENCE:
            right = canonical(attempt.regions.grid) in grids
            yield Sample("star-battle", name, attempt.regions.confidence, right, given=False)


def of_picture(picture: Picture, count: int) -> list[Sample]:
    """Return the samples of a picture as it is, and after a number of spoiling steps."""
    grids = tuple(board.grid for board in picture.boards)
    found = list(tried(picture.name, picture.image(), grids))
    for name, step in (
        Random(picture.name).sample(list(steps()), count) if len(picture.boards) == 1 else ()
    ):
        image, board = step(picture.image(), picture.boards[0])
        if image.size <= 3 * LARGEST_PX:
            found += tried(f"{picture.name} {name}", image, (board.grid,))
    return found


def of_look(case: Case) -> list[Sample]:
    """Return the samples of a drawn picture."""
    name, image, boards = case
    return list(tried(name, image, tuple(board.grid for board in boards)))


def of_looks(names: list[str], count: int, seed: int, jobs: int) -> Iterator[Sample]:
    """Yield the samples of ``count`` pictures of each look, from this seed."""
    with (
        sync_playwright() as playwright,
        start_browser(playwright) as browser,
        camera(browser) as taker,
    ):
        for name in names:
            for first in range(seed, seed + count, BATCH):
                drawn = list(cases(taker, name, min(BATCH, seed + count - first), first))
                for many in in_parallel(of_look, drawn, jobs):
                    yield from many


def interval(wrong: int, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share, by Wilson."""
    if not count:
        return 0.0, 1.0
    share = wrong / count
    shrink = 1 + NORMAL_95**2 / count
    middle = (share + NORMAL_95**2 / (2 * count)) / shrink
    spread = share * (1 - share) / count + (NORMAL_95 / (2 * count)) ** 2
    half = NORMAL_95 * sqrt(spread) / shrink
    return max(0.0, middle - half), middle + half


def table(samples: list[Sample]) -> Iterator[str]:
    """Yield the reliability table, line by line."""
    yield f"{'confidence':>16}{'grids':>8}{'exact':>8}{'share':>8}{'mean':>8}"
    error = 0.0
    for low, high in zip(BINS, (*BINS[1:], 1.1), strict=True):
        inside = [sample for sample in samples if low <= sample.confidence < high]
        if inside:
            right = sum(sample.right for sample in inside)
            mean = sum(sample.confidence for sample in inside) / len(inside)
            error += abs(right - mean * len(inside))
            name = f"{low:.3f}…{min(high, 1):.3f}"
            yield f"{name:>16}{len(inside):8}{right:8}{right / len(inside):8.3f}{mean:8.3f}"
    yield f"expected calibration error {error / max(1, len(samples)):.4f} over {len(samples)} grids"
    wrong = sorted(
        (sample for sample in samples if not sample.right), key=lambda sample: -sample.confidence
    )
    yield "wrong grids of most confidence: " + "; ".join(
        f"{s.confidence:.4f} {s.name}" for s in wrong[:12]
    )
    right = sorted(
        (s for s in samples if s.right and s.confidence >= LEAST_CONFIDENCE),
        key=lambda s: s.confidence,
    )
    yield "exact grids of least that are given: " + "; ".join(
        f"{s.confidence:.4f} {s.name}" for s in right[:6]
    )
    for threshold in (0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98):
        given = [sample for sample in samples if sample.confidence >= threshold]
        refused = sum(sample.right for sample in samples) - sum(sample.right for sample in given)
        wrong_ones = sum(not sample.right for sample in given)
        yield f"threshold {threshold:.2f}: {len(given)} given, {wrong_ones} wrong, {refused} exact refused"
    yield from by_game(samples)


def by_game(samples: list[Sample]) -> Iterator[str]:
    """Yield a table with two lines for each game: its whole boards, and those that lack rows or
    columns."""
    yield f"{'':>24}{'boards':>8}{'given':>8}{'wrong':>8}{f'at {SURE:.0%}':>10}{'wrong':>8}{'in 1,000':>10}{'95 %':>12}"
    for game, cut in product(sorted({sample.game for sample in samples}), (False, True)):
        tried = [
            sample for sample in samples if sample.game == game and (CUT in sample.name) is cut
        ]
        given = [sample for sample in tried if sample.given]
        sure = [sample for sample in given if sample.confidence >= SURE]
        wrong, mistaken = (sum(not sample.right for sample in part) for part in (given, sure))
        boards = len({sample.name for sample in tried})
        rate = 1000 * mistaken / max(1, len(sure))
        low, high = interval(mistaken, len(sure))
        span = f"{1000 * low:.1f}-{1000 * high:.1f}"
        what = f"{game}, {'cut off' if cut else 'whole'}"
        yield f"{what:>24}{boards:8}{len(given):8}{wrong:8}{len(sure):10}{mistaken:8}{rate:10.1f}{span:>12}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add_options(parser)
    parser.add_argument(
        "--steps", type=int, default=4, metavar="N", help="ways to spoil each picture (4)"
    )
    parser.add_argument("--looks", type=int, default=4, metavar="N", help="pictures a look (4)")
    parser.add_argument("--seed", type=int, default=0, help="the first seed of drawn pictures (0)")
    parser.add_argument("--only", default="", metavar="LOOK,LOOK", help="drawn looks alone")
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="where to write each grid as a line of JSON"
    )
    options = parser.parse_args()
    samples: list[Sample] = []
    if not options.only:
        read = partial(of_picture, count=options.steps)
        for many in in_parallel(read, chosen(options), options.jobs):
            samples += many
    names = [name for name in LOOKS if name.startswith(tuple(options.only.split(",")))]
    samples += of_looks(names, options.looks, options.seed, options.jobs)
    if options.save:
        options.save.write_text(
            "".join(json.dumps(sample._asdict()) + "\n" for sample in samples), "utf-8"
        )
    print(*table(samples), sep="\n")


if __name__ == "__main__":
    main()
