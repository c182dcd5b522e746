"""`autoplay read`: a picture in, the board on it out."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click

from autoplay.cli.options import (
    check_inside,
    crop_option,
    error_row,
    form_option,
    json_option,
    overlay_option,
    print_error,
    print_json,
    size_option,
    stars_option,
)
from solvers.errors import AutoplayError, BadNotation, SolveTimeout

PUZZLES = ("auto", "star-battle", "lights-out", "pegs")  # the last two are known, and refused
INFERENCE_S = 0.5  # a reading must not wait for the solver

if TYPE_CHECKING:
    from vision import Reading
    from vision.image import Image


@click.command()
@click.argument("images", nargs=-1, required=True, metavar="IMAGE…|-")
@click.option("--puzzle", type=click.Choice(PUZZLES), default="auto", help="The puzzle to look for.")
@size_option
@stars_option
@crop_option
@click.option("--all", "every", is_flag=True, help="Every board in the picture, not the only one.")
@overlay_option("Draw what was seen.")
@form_option
@json_option
def read(
    images: tuple[str, ...],
    puzzle: str,
    size: int | None,
    stars: int | None,
    crop: tuple[int, int, int, int] | None,
    every: bool,
    overlay: Path | None,
    form: str | None,
    as_json: bool,
) -> int:
    """Read the board in pictures: its regions, its marks, and how sure that is.

    A picture is a PNG, JPEG or WebP file, or - for stdin. A picture that can't be read with
    confidence is refused, and the rest is read all the same; the exit status is the highest of all.
    """
    if overlay and len(images) > 1:
        raise click.UsageError("--overlay draws one picture, and several were given")
    status = 0
    for name in images:
        start = time.perf_counter()
        try:
            image, readings = _read(name, every, stars, puzzle=puzzle, size=size, crop=crop)
            seconds = time.perf_counter() - start
            if overlay:
                _save_overlay(overlay, image, readings)
            for reading in readings:
                seen = Seen(name, reading, stars or _stars(reading), seconds)
                print_json(seen.row(form)) if as_json else seen.print(form)
        except AutoplayError as error:
            status = max(status, error.exit_status)
            if as_json:
                print_json(error_row(error, file=name))
            else:
                print_error(error, name)
    return status


@dataclass(frozen=True)
class Seen:
    """A board that was read from a picture, in the forms it is printed in."""

    file: str
    reading: Reading
    stars: int | None
    seconds: float

    def row(self, form: str | None) -> dict[str, object]:
        """The JSON object of the reading, with its text in a form."""
        written = {"written": self.text(form)} if form else {}
        return {
            "file": self.file,
            "puzzle": self.reading.puzzle,
            "rows": self.reading.rows,
            "cols": self.reading.cols,
            "stars": self.stars,
            "grid": self.reading.grid,
            "box": self.reading.box,
            "marks": self.reading.marks,
            "confidence": round(self.reading.confidence, 4),
            "seconds": round(self.seconds, 4),
            **written,
        }

    def print(self, form: str | None) -> None:
        """Print the board, or its text in a form; what that leaves out is said on stderr."""
        from autoplay.text import count
        from solvers.notation import MARKED

        click.echo(self.text(form) if form else self.board())
        if form and form not in MARKED and self.reading.marks:
            click.echo(f"{self.file}: {count(len(self.reading.marks), 'mark')} left out: {form} holds none", err=True)

    def text(self, form: str) -> str:
        """The puzzle as text that `autoplay solve` reads, with its marks if the form holds them.

        Raises BadNotation if it can't be written so.
        """
        from autoplay.games import with_marks
        from solvers.notation import MARKED, write
        from solvers.star_battle import Puzzle

        if self.stars:
            puzzle = Puzzle(tuple(self.reading.grid), self.stars)
            return write(with_marks(puzzle, self.reading) if form in MARKED else puzzle, form).rstrip("\n")
        if form == "letters":
            return "\n".join(self.reading.grid)
        raise BadNotation("how many stars a row holds cannot be told from the picture", hint="give --stars K")

    def board(self) -> str:
        """The board as drawn in a terminal, under a line that sums it up."""
        from autoplay.text import draw, summary

        marks = {(mark.row, mark.col): mark.kind for mark in self.reading.marks}
        head = f"{self.file}: {summary(self.reading, self.stars)} ({self.seconds:.2f} s)"
        return f"{head}\n{draw(self.reading.grid, marks)}"


def _read(
    name: str,
    every: bool,
    stars: int | None,
    *,
    puzzle: str,
    size: int | None,
    crop: tuple[int, int, int, int] | None,
) -> tuple[Image, list[Reading]]:
    from autoplay.games import find_stars
    from solvers.star_battle.model import check_stars
    from vision import read_board, read_boards
    from vision.errors import BadImage
    from vision.image import load_image

    if "://" in name:
        hint = "download the picture, or open the page with autoplay play"
        raise BadImage(f"{name} is an address, not a file", hint=hint)
    image = load_image(sys.stdin.buffer.read() if name == "-" else Path(name))
    if crop:
        check_inside(crop, image)
    if every:
        found = _sure(read_boards(image, puzzle=puzzle, size=size, crop=crop))
    else:
        found = [read_board(image, puzzle=puzzle, size=size, crop=crop)]
        find_stars(found[0], infer_s=0)
    if stars:
        for reading in found:
            check_stars(reading.rows, stars)
    return image, found


def _sure(readings: list[Reading]) -> list[Reading]:
    """Those that need not be doubted, the others named on stderr; raises if there is none."""
    from autoplay.games import find_stars

    sure, doubts = [], []
    for reading in readings:
        try:
            find_stars(reading, infer_s=0)
            sure.append(reading)
        except AutoplayError as error:
            doubts.append(error)
    if not sure:
        raise doubts[0]
    for doubt in doubts:
        print_error(doubt)
    return sure


def _stars(reading: Reading) -> int | None:
    """Stars per row: as the picture tells, else the only number that gives one solution; if slow, as usual."""
    from solvers.star_battle import USUAL_STARS, infer_stars

    if reading.stars is not None:
        return reading.stars
    try:
        return infer_stars(reading.grid, timeout_s=INFERENCE_S)
    except SolveTimeout:
        return USUAL_STARS.get(reading.rows)
    except AutoplayError:  # a board that is right to read and wrong to solve
        return None


def _save_overlay(path: Path, image: Image, readings: list[Reading]) -> None:
    from autoplay.files import writable
    from vision import draw_overlay
    from vision.image import save_image

    for reading in readings:
        image = draw_overlay(image, reading)
    save_image(writable(path.parent, "--overlay") / path.name, image)
    click.echo(f"overlay: {path}", err=True)
