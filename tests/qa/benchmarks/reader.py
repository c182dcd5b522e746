"""Times of the reader on full pages, compared with decoding their PNG, and with readers from
tutorials.

usage: python tests/qa/benchmarks/reader.py [PICTURE…] [--corpus ../shared/corpus] [--jobs 2]

Prints for each page the time to decode and to read it, their ratio, the time to look again at its
known board, the share of each step, and the peak memory of reading without the picture, in
multiples of the picture; the same time for the tutorial's reader (tutorial.py). Then the number of
pictures with one board that each of them reads exactly, wrongly, or not at all, and the share of
exact ones by maker, so that one with many pictures does not decide. --linpuzs adds the reader of
that package, if it is installed. Asserts nothing about time.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from autoplay.fixtures.expected_reading import canonical
from tests.qa.benchmarks import tutorial
from tests.qa.benchmarks.pictures import FIXTURES, Picture, add_options, chosen, in_parallel
from vision import inspect, read_boards, update_reading
from vision.errors import ReadingError
from vision.files.loading import encode_png, load_image
from vision.grid import lattice as board
from vision.image import Image
from vision.star_battle import reader as star_battle

PAGES = (
    *("practice/10x10-full", "practice/10x10-advertisements", "practice/21x21", "practice/25x25"),
    *(
        "lights-out-practice/5x5-circles",
        "lights-out-practice/20x20-zoom-0-5",
        "pegs-practice/english",
    ),
)
STEPS = {
    "edges": (board, "find_edges"),
    "meshes": (board, "find_meshes"),
    "lattices": (board, "find_lattice"),
    "measuring": (star_battle, "measure_cells"),
    "marks": (star_battle, "find_marks"),
}
# From the kernel: the peak memory since the counter was reset, less what was there before.
MEMORY = """
import re, sys
import numpy as np
from vision import inspect
def noted(what):
    return int(re.search(what + r':\\s*(\\d+)', open('/proc/self/status').read())[1])
image = np.load(sys.argv[1])
inspect(np.ascontiguousarray(image[:400, :400]))  # what is set up once
open('/proc/self/clear_refs', 'w').write('5')
before = noted('VmRSS')
inspect(image)
print((noted('VmHWM') - before) * 1024 / image.nbytes)
"""

Grid = tuple[str, ...]


def pages() -> Iterator[tuple[str, bytes]]:
    """Yield full pages as PNG: ours as they are, and one enlarged or repeated to larger screens."""
    for name in PAGES:
        yield name, (FIXTURES / f"{name}.png").read_bytes()
    page = load_image(FIXTURES / "practice/21x21.png")
    yield "21x21 enlarged", encode_png(_enlarged(page, 2560, 2000))
    yield "21x21 enlarged", encode_png(_enlarged(page, 3840, 2160))
    yield "21x21 six times", encode_png(_padded(np.tile(page, (2, 3, 1)), 3840, 2160))


def _enlarged(page: Image, width: int, height: int) -> Image:
    """Return the page enlarged as far as it fits."""
    scale = min(width / page.shape[1], height / page.shape[0])
    larger = cv2.resize(page, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return _padded(np.asarray(larger, np.uint8), width, height)


def _padded(page: Image, width: int, height: int) -> Image:
    """Return the page padded to the right and below with the colour of its last pixel."""
    full = np.full((height, width, 3), page[-1, -1], np.uint8)
    full[: page.shape[0], : page.shape[1]] = page[:height, :width]
    return full


def ours(image: Image) -> list[Grid]:
    """Return the boards in a picture; none if it is refused."""
    try:
        return [reading.grid for reading in read_boards(image)]
    except ReadingError:
        return []


def of_tutorial(image: Image) -> list[Grid]:
    """Return the board that the tutorial's reader sees."""
    grid = tutorial.read(image)
    return [grid] if grid else []


def of_linpuzs(image: Image) -> list[Grid]:
    """Return the board that the reader of the package linpuzs sees; it takes phone screenshots of
    one site."""
    from linpuzs.solvers import SolverError  # type: ignore[import-not-found]
    from linpuzs.solvers.queens import detect_board  # type: ignore[import-not-found]
    from PIL import Image as PillowImage

    try:
        regions = detect_board(
            PillowImage.fromarray(np.ascontiguousarray(image[..., ::-1]))
        ).regions
    except SolverError:
        return []
    return [tuple("".join(chr(65 + int(k)) for k in row) for row in regions)]


READERS = {"ours": ours, "tutorial": of_tutorial, "linpuzs": of_linpuzs}


def least_s(work: Callable[[], Any], times: int) -> float:
    """Return the least processor time of several runs, of all threads, in seconds."""
    found = []
    for _ in range(times):
        started = time.process_time()
        work()
        found.append(time.process_time() - started)
    return min(found)


@contextmanager
def timed() -> Iterator[dict[str, float]]:
    """Measure the seconds spent in each step during the block."""
    spent: dict[str, float] = defaultdict(float)
    plain = {step: getattr(module, name) for step, (module, name) in STEPS.items()}

    def watched(step: str) -> Callable[..., Any]:
        def run(*arguments: Any) -> Any:
            started = time.process_time()
            result = plain[step](*arguments)
            spent[step] += time.process_time() - started
            return result

        return run

    for step, (module, name) in STEPS.items():
        setattr(module, name, watched(step))
    yield spent
    for step, (module, name) in STEPS.items():
        setattr(module, name, plain[step])


def memory(image: Image) -> float:
    """Return the peak memory of reading in a fresh process, in multiples of the picture, without
    its input."""
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        np.save(file, image)
        file.flush()
        run = subprocess.run(
            [sys.executable, "-c", MEMORY, file.name], capture_output=True, text=True, check=True
        )
    return float(run.stdout)


def report(name: str, data: bytes, times: int) -> str:
    """Return one line of the table of pages."""
    image = load_image(data)
    decoding, reading = (
        least_s(lambda: load_image(data), times),
        least_s(lambda: ours(image), times),
    )
    with timed() as spent:
        least_s(lambda: ours(image), times)
    shares = "".join(f"{spent[step] / times / reading:10.0%}" for step in STEPS)
    size = f"{image.shape[1]}x{image.shape[0]}"
    baseline = least_s(lambda: of_tutorial(image), times)
    line = (
        f"{name[-22:]:22} {size:>9}{len(ours(image)):7}{decoding * 1e3:11.1f}{reading * 1e3:9.1f}"
    )
    again = f"{look_again_s(image, times) * 1e3:9.1f}"
    return (
        f"{line}{reading / decoding:7.1f}{again}{shares}{memory(image):9.1f}{baseline * 1e3:11.1f}"
    )


def look_again_s(image: Image, times: int) -> float:
    """Return the least seconds to update the first board of a picture from a copy of it; NaN
    without a board."""
    try:
        reading = inspect(image).all()[0]
    except ReadingError:
        return float("nan")
    return least_s(lambda: update_reading(image.copy(), reading), times)


def verdicts(readers: list[str], picture: Picture) -> list[str]:
    """Return the result of each reader for a picture: exact, wrong or nothing."""
    image, expected = picture.image(), [board.grid for board in picture.boards]
    found = [[canonical(grid) for grid in READERS[name](image)] for name in readers]
    return [
        "nothing" if not grids else "exact" if grids == expected else "wrong" for grids in found
    ]


def main() -> None:
    """Print the tables."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("pictures", type=Path, nargs="*", metavar="PICTURE", help="more pages")
    options.add_argument(
        "--times", type=int, default=5, metavar="N", help="of which the quickest counts"
    )
    options.add_argument("--linpuzs", action="store_true", help="with the reader of that package")
    add_options(options)
    args = options.parse_args()
    columns = "".join(f"{step:>10}" for step in STEPS)
    print(
        f"{'page':22} {'pixels':>9}{'boards':>7}{'decode ms':>11}{'read ms':>9}{'ratio':>7}{'again ms':>9}{columns}",
        end=f"{'memory':>9}",
    )
    print(f"{'tutorial ms':>12}")
    for name, data in (*pages(), *((path.name, path.read_bytes()) for path in args.pictures)):
        print(report(name, data, args.times), flush=True)
    readers = [name for name in READERS if name != "linpuzs" or args.linpuzs]
    pictures = [picture for picture in chosen(args) if len(picture.boards) < 2 and picture.asked]
    of_makers: defaultdict[str, list[bool]] = defaultdict(list)
    counts: dict[bool, list[Counter[str]]] = {
        one: [Counter() for _ in readers] for one in (True, False)
    }
    for picture, found in zip(
        pictures, in_parallel(partial(verdicts, readers), pictures, args.jobs), strict=True
    ):
        for counter, verdict in zip(counts[bool(picture.boards)], found, strict=True):
            counter[verdict] += 1
        if picture.boards:
            of_makers[picture.maker].append(found[0] == "exact")
    for one, what in ((True, "a board"), (False, "no board")):
        print(f"\npictures of {what}: {counts[one][0].total()}")
        for name, counter in zip(readers, counts[one], strict=True):
            print(
                f"  {name:10}"
                + "".join(
                    f"{counter[verdict]:6} {verdict}" for verdict in ("exact", "wrong", "nothing")
                )
            )
    shares = {maker: sum(found) / len(found) for maker, found in of_makers.items()}
    print(
        f"\nours by maker: {sum(shares.values()) / max(1, len(shares)):.1%} exact on average over {len(shares)} makers"
    )
    for maker, share in sorted(shares.items(), key=lambda one: one[1]):
        if share < 1:
            print(f"  {share:7.1%} of {len(of_makers[maker]):3}  {maker}")


if __name__ == "__main__":
    main()
