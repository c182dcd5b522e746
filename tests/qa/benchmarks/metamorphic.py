"""Pictures that are read, changed in ways that leave the board as it is, and read again.

usage: python tests/qa/benchmarks/metamorphic.py [--corpus DIR]… [--game NAME] [--only CHANGE,CHANGE] [--every N]
           [--jobs N] [--list] [--keep DIR]

Each fixture, and each picture of the folders, that gives one board is resized, cropped, set on
margins, mirrored, turned, saved as JPEG and inverted in lightness, and must give the same board, or
its mirror image. Prints a line per game and change: boards read the same, refused, and read as
another board. A change that would leave cells of fewer than 16 px is left out. With ``--list`` each
picture that is not the same is named, with ``--keep`` such pictures are written to a folder.
Asserts nothing.
"""

# ruff: noqa: ARG001 (all changes take the same arguments)
from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple, TypeAlias

import cv2
import numpy as np

from autoplay.fixtures.expected_reading import canonical
from autoplay.fixtures.fixture import ORIGIN, PICTURE, find
from solvers.peg_solitaire.text import lattice_of
from tests.qa.benchmarks.degradation import night
from tests.qa.benchmarks.pictures import FIXTURES, in_parallel
from vision import inspect, load_image
from vision.errors import ReadingError
from vision.files.loading import save_image
from vision.image import Image
from vision.reading import Reading

Grid: TypeAlias = tuple[str, ...]
GAMES: Final = {
    "region": "star-battle",
    "shapeless": "star-battle",
    "lights-out": "lights-out",
    "peg": "pegs",
}
"""Games of a corpus' kinds of pictures."""
SMALLEST_CELL_PX: Final = 16
"""Smallest cell after a change, in pixels: smaller ones may be refused."""
LARGEST_PX: Final = 20_000_000
"""Largest picture after a change: larger ones take long and show nothing new."""
MARGINS: Final = {"white": (255, 255, 255), "slate": (96, 80, 64), "black": (0, 0, 0)}
"""Colours of margins: blue, green, red."""


class Source(NamedTuple):
    """Picture file, the game it shows, and the option that says which appearance is lit or a
    peg."""

    name: str
    path: Path
    game: str
    lit: str = "auto"


@dataclass(frozen=True)
class Change:
    """Change of a picture (of its pixels, given what was read in it) and of the board in it.

    ``size`` is the factor by which cells grow. ``games`` is a name that a game must contain,
    ``straight`` is True if only upright boards, and ``squared`` if only boards without triangles
    can be changed so.
    """

    name: str
    redraw: Callable[[Image, Reading], Image]
    regrid: Callable[[Grid], Grid] = tuple
    size: float = 1.0
    games: str = ""
    straight: bool = False
    squared: bool = False


def changes() -> Iterator[Change]:
    """Yield all changes."""
    for factor in (0.5, 0.75, 1.5, 2.0):
        yield Change(f"size {factor}", partial(resized, factor=factor), size=factor)
    yield Change("cropped", partial(framed, margin=0), straight=True)
    for margin in (5, 40):
        for name, colour in MARGINS.items():
            redraw = partial(framed, margin=margin, colour=colour)
            yield Change(f"{margin} px {name}", redraw, straight=True)
    yield Change("mirrored", mirrored, mirrored_grid)
    yield Change("turned", turned, turned_grid, squared=True)
    yield Change("JPEG 60", saved_as_jpeg)
    yield Change("inverted lightness", inverted, games="star-battle")


def resized(image: Image, reading: Reading, factor: float) -> Image:
    way = cv2.INTER_AREA if factor < 1 else cv2.INTER_LINEAR
    return np.asarray(cv2.resize(image, None, fx=factor, fy=factor, interpolation=way), np.uint8)


def framed(
    image: Image, reading: Reading, margin: int, colour: tuple[int, int, int] = (0, 0, 0)
) -> Image:
    """Cut out the box of the board, and put it on a margin of one colour."""
    x0, y0, x1, y1 = reading.box
    board = image[max(0, y0) : y1, max(0, x0) : x1]
    around = (margin, margin, margin, margin)
    return np.asarray(
        cv2.copyMakeBorder(board, *around, cv2.BORDER_CONSTANT, value=colour), np.uint8
    )


def mirrored(image: Image, reading: Reading) -> Image:
    return np.ascontiguousarray(image[:, ::-1])


def mirrored_grid(grid: Grid) -> Grid:
    width = max(map(len, grid))
    return tuple(row.ljust(width)[::-1] for row in grid)


def turned(image: Image, reading: Reading) -> Image:
    """Turn the picture by 90 degrees to the right."""
    return np.ascontiguousarray(np.rot90(image, -1))


def turned_grid(grid: Grid) -> Grid:
    width = max(map(len, grid))
    columns = zip(*(row.ljust(width) for row in reversed(grid)), strict=True)
    return tuple("".join(column) for column in columns)


def saved_as_jpeg(image: Image, reading: Reading) -> Image:
    data = cv2.imencode(".jpg", image, (cv2.IMWRITE_JPEG_QUALITY, 60))[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def inverted(image: Image, reading: Reading) -> Image:
    return night(image)


def sources(corpora: list[Path]) -> Iterator[Source]:
    """Yield the fixtures, and the pictures of the folders with one board."""
    for fixture in find(FIXTURES):
        origin = json.loads(fixture.path(ORIGIN).read_bytes())
        if "box" in origin:
            game = origin.get("puzzle") or "star-battle"
            lit = origin.get("lit") or "auto"
            yield Source(str(fixture), fixture.path(PICTURE), game, lit)
    for root in corpora:
        for entry in json.loads((root / "corpus.json").read_text("utf-8")):
            game = GAMES.get(entry.get("kind", "region"))
            if game and not isinstance(entry["boards"], list):
                yield Source(f"{root.name}/{entry['slug']}", root / entry["file"], game)


def read(image: Image, source: Source) -> Reading | str:
    """Return the one board of a picture, or the reason why there is none."""
    try:
        return inspect(image, puzzle=source.game, lit=source.lit).best()
    except ReadingError as error:
        return str(error)


def compare(source: Source, chosen: tuple[str, ...], keep: Path | None) -> list[tuple[str, ...]]:
    """Return (game, change, verdict, picture, what was read instead) for each change."""
    image = load_image(source.path)
    before = read(image, source)
    if isinstance(before, str):
        return []
    found = []
    for change in changes():
        if not change.name.startswith(chosen) or not _is_possible(change, before, image):
            continue
        again = change.redraw(image, before)
        after = read(again, source)
        verdict, detail = "refused", str(after)
        if isinstance(after, Reading):
            same = _plain(after.grid) == _plain(change.regrid(before.grid))
            verdict, detail = ("same", "") if same else ("other", repr(after))
        if keep and verdict != "same":
            name = re.sub(r"[ /]", "-", f"{verdict} {change.name} {source.name}.png")
            save_image(keep / name, again)
        found.append((source.game, change.name, verdict, source.name, detail))
    return found


def _is_possible(change: Change, reading: Reading, image: Image) -> bool:
    """Return True if the board is still one that should be read after the change."""
    side = min(np.diff(reading.xs).min(), np.diff(reading.ys).min())
    triangles = reading.puzzle == "pegs" and lattice_of(reading.grid) != "square"
    return (
        change.games in reading.puzzle
        and (change.size >= 1 or side * change.size >= SMALLEST_CELL_PX)
        and image.size / 3 * change.size**2 <= LARGEST_PX
        and not (change.straight and reading.warp)
        and not (change.squared and triangles)
    )


def _plain(grid: Grid) -> Grid:
    """Return the grid without the names of regions and the spaces after a row."""
    return tuple(row.rstrip() for row in canonical(grid))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--corpus", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--game", default="", help="star-battle, lights-out or pegs")
    parser.add_argument("--only", default="", metavar="CHANGE,CHANGE", help="names begin so")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="one picture in N")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--list", action="store_true", help="name pictures that are not the same")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="where to write such pictures")
    options = parser.parse_args()
    pictures = [source for source in sources(options.corpus) if options.game in source.game]
    work = partial(compare, chosen=tuple(options.only.split(",")), keep=options.keep)
    count: Counter[tuple[str, ...]] = Counter()
    for rows in in_parallel(work, pictures[:: options.every], options.jobs):
        for game, change, verdict, name, detail in rows:
            count[game, change, verdict] += 1
            count[game, "in all", verdict] += 1
            if options.list and verdict != "same":
                print(f"{verdict:8}{change:20}{name}: {detail}", flush=True)
    print(f"{'':34}{'same':>8}{'refused':>9}{'other':>7}")
    names = [*(change.name for change in changes()), "in all"]
    for game in dict.fromkeys(GAMES.values()):
        for name in names:
            verdicts = [count[game, name, verdict] for verdict in ("same", "refused", "other")]
            if any(verdicts):
                same, refused, other = verdicts
                print(f"{game:14}{name:20}{same:8}{refused:9}{other:7}")


if __name__ == "__main__":
    main()
