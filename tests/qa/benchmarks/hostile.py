"""Damaged, odd and random pictures: read, refused, or with a wrong grid, a traceback or too much
time or memory.

usage: python tests/qa/benchmarks/hostile.py [--count 10000] [--seed 0] [--only KIND] [--jobs 2] [--keep DIR]

The pictures are made from our fixtures, each by its number: the same seed gives the same pictures.
They are read in processes with limited memory, which are counted and started again if they die or
hang. Prints for each kind how many gave the grid of the original picture, how many were refused
with each error, and the failures: another grid, a traceback, more than 2 s of one core, too much
memory, a dead process. The exit status is 1 if there were any. If interrupted, it prints the
results so far.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import NamedTuple

import numpy as np

from autoplay.fixtures.expected_reading import canonical
from solvers.errors import AutoplayError
from tests.qa.benchmarks.pictures import Picture, fixtures
from tests.qa.damage import kinds
from vision import read_board
from vision.files.loading import load_image
from vision.image import Image

SLOW_S = 2.0
HANGS_S = 60.0
MEMORY = 3 << 30
"""Bytes of address space: enough for the largest picture that is read, its intermediate results,
and the libraries."""
ENDINGS = (".png", ".jpg", ".webp", ".gif", ".bmp", ".txt", "")
NEVER = ("WRONG", "traceback", "slow", "memory", "died")
EXACT = "exact"


class Result(NamedTuple):
    """Result for one picture: its kind, the outcome, and its cost."""

    number: int
    kind: str
    outcome: str
    seconds: float
    peak: int


@cache
def boards() -> list[Picture]:
    """Return the pictures from which the others are made."""
    return [picture for picture in fixtures() if len(picture.boards) == 1]


@cache
def pixels(picture: Picture) -> Image:
    """Return the pixels of a picture; cached."""
    return picture.image()


def made(number: int, seed: int, names: tuple[str, ...]) -> tuple[str, bytes, tuple[str, ...]]:
    """Return the picture with this number: its kind, its bytes, and the grid of the board from
    which it was made."""
    rng = np.random.default_rng((seed, number))
    kind = names[number % len(names)]
    picture = boards()[int(rng.integers(len(boards())))]
    x0, y0, x1, y1 = picture.boards[0].box
    margin = int(rng.integers(20, 60))
    part = pixels(picture)[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin]
    return kind, kinds()[kind](rng, np.ascontiguousarray(part)), picture.boards[0].grid


def outcome(path: Path, grid: tuple[str, ...]) -> str:
    """Return the outcome of reading a file that may show a board."""
    try:
        return EXACT if canonical(read_board(load_image(path)).grid) == grid else "WRONG"
    except AutoplayError as error:
        return error.code
    except MemoryError:
        return "memory"
    except Exception as error:
        return "memory" if "nsufficient memory" in str(error) else "traceback"


def work(
    pipe: Connection, numbers: range, seed: int, names: tuple[str, ...], keep: Path | None
) -> None:
    """Read the pictures with these numbers; send the kind of each before, and the result after
    it."""
    import cv2

    cv2.setNumThreads(1)
    boards()
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    with tempfile.TemporaryDirectory() as folder:
        for number in numbers:
            kind, data, grid = made(number, seed, names)
            path = Path(folder) / f"picture{ENDINGS[number % len(ENDINGS)]}"
            path.write_bytes(data)
            pipe.send((number, kind))
            started = time.process_time()
            found = outcome(path, grid)
            seconds = time.process_time() - started
            if found not in NEVER and seconds > SLOW_S:
                found = "slow"
            if keep and found in NEVER:
                (keep / f"{number}-{found}").write_bytes(data)
            pipe.send(
                Result(
                    number,
                    kind,
                    found,
                    seconds,
                    resource.getrusage(resource.RUSAGE_SELF).ru_maxrss >> 10,
                )
            )


def results(
    numbers: range, seed: int, names: tuple[str, ...], jobs: int, keep: Path | None
) -> Iterator[Result]:
    """Yield the results as they come; after a process dies or hangs, a new one goes on behind the
    picture."""
    running: dict[Connection, tuple[object, range, tuple[int, str], float]] = {}
    context = get_context("spawn")

    def start(left: range) -> None:
        if left:
            ours, theirs = context.Pipe(duplex=False)
            process = context.Process(
                target=work, args=(theirs, left, seed, names, keep), daemon=True
            )
            process.start()
            theirs.close()
            running[ours] = (process, left, (left[0], ""), time.monotonic())

    for job in range(jobs):
        start(numbers[job::jobs])
    while running:
        ready = wait(list(running), timeout=1)
        for pipe, (process, left, (number, kind), since) in list(running.items()):
            try:
                message = pipe.recv() if pipe in ready else None
            except EOFError:
                message = Result(number, kind, "died", 0.0, 0)
            if message is None and time.monotonic() - since > HANGS_S:
                message = Result(number, kind, "slow", HANGS_S, 0)
            if isinstance(message, Result):
                yield message
                left = left[1:]
            if isinstance(message, Result) and (not message.peak or not left):
                process.kill()  # type: ignore[attr-defined]
                del running[pipe]
                start(left)
            elif message is not None:
                running[pipe] = (process, left, message[:2], time.monotonic())


def table(found: list[Result]) -> str:
    """Return the table: one line per kind, one column per outcome."""
    columns = [EXACT, *sorted({result.outcome for result in found} - {EXACT, *NEVER}), *NEVER]
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for result in found:
        counts[result.kind][result.outcome] += 1
        counts["all"][result.outcome] += 1
    rows = [
        ("", columns),
        *(
            (kind, [str(counted[name] or "") for name in columns])
            for kind, counted in counts.items()
        ),
    ]
    return "\n".join(
        f"{kind:30}" + "".join(f"{cell:>12}" for cell in cells) for kind, cells in rows
    )


def main() -> None:
    """Print the table, and the slowest and the largest pictures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--only", default="", metavar="KIND", help="kinds whose names begin so")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where to write what must not be")
    options = parser.parse_args()
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
    names = tuple(name for name in kinds() if name.startswith(options.only))
    found: list[Result] = []
    with suppress(KeyboardInterrupt):
        for result in results(
            range(options.count), options.seed, names, options.jobs, options.keep
        ):
            found.append(result)
    print(table(sorted(found)))
    slowest, largest = max(found, key=lambda r: r.seconds), max(found, key=lambda r: r.peak)
    print(f"slowest: {slowest.seconds:.1f} s of one core, number {slowest.number}, {slowest.kind}")
    print(f"largest: {largest.peak} MiB, by number {largest.number}, {largest.kind}")
    sys.exit(any(result.outcome in NEVER for result in found))


if __name__ == "__main__":
    main()
