"""Command `autoplay record`: stores a page, or pictures, as fixtures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import rich_click as click

from autoplay.cli.options import (
    complete_files,
    errors_as_json,
    make_folder,
    make_json_option,
    preparation_options,
    print_json,
    take_preparation,
)
from autoplay.cli.progress import ProgressBar
from autoplay.cli.terminal import print_error, print_note
from autoplay.click_options import (
    WrongCombination,
    crop_option,
    lit_option,
    peg_option,
    puzzle_option,
    take_game,
)
from autoplay.errors import DIFFERENT, DONE, BadFixture
from autoplay.output import error_row, print_line
from solvers.errors import AutoplayError, count_of

if TYPE_CHECKING:
    from autoplay.fixtures.fixture import CheckOutcome, ReadOptions
    from autoplay.fixtures.recorder import TakenPicture
    from vision import Reading

REVIEW: Final = "review.html"
"""File in the folder of all fixtures: the page on which a person accepts or corrects readings."""
OWN_HINT: Final = "--grid FILE with the right board, --crop X,Y,W,H for a part of the picture"


@click.command()
@click.argument("target", metavar="URL|IMAGE|FOLDER|RUN.html", shell_complete=complete_files)
@puzzle_option
@click.option(
    "--name", metavar="SLUG", help="Name of the fixture; default: made from the address or file."
)
@click.option("--site", metavar="NAME", help="Its folder below fixtures; default: the site's name.")
@click.option(
    "--grid",
    "truth",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Expected reading, if the picture may be misread.",
)
@crop_option
@click.option(
    "-o",
    "--output",
    "root",
    type=click.Path(file_okay=False, path_type=Path),
    default="fixtures",
    metavar="DIR",
    help="Folder of all fixtures; default: fixtures.",
)
@click.option("--force", is_flag=True, help="Replace a fixture of this name.")
@make_json_option("fixture")
@preparation_options
@lit_option
@peg_option
def record(
    target: str,
    name: str | None,
    site: str | None,
    truth: Path | None,
    crop: tuple[int, int, int, int] | None,
    root: Path,
    force: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Store pages and pictures as fixtures, with what should be read.

    Writes fixtures/<site>/<slug>.png, .grid.txt and .json. Later readings are compared with the
    .grid.txt: what is read now is unreviewed until you accept it, on the page that a folder gets
    or that `check --review` writes. Exit status 1 if --grid differs from what is read.

    \b
    Examples:
      autoplay record screenshots/
      autoplay record https://… --click 'Start Game'
      autoplay record screenshot.png --site mine --grid truth.txt
      autoplay record run.html            what play --report has seen
    """
    from autoplay.browser.start import BrowserOptions
    from autoplay.files import PICTURES, is_folder
    from autoplay.fixtures import expected_reading, recorder
    from autoplay.fixtures.fixture import Fixture, ReadOptions
    from autoplay.games import AUTO
    from solvers.errors import about

    game = take_game(options)
    steps = take_preparation(options)
    how = ReadOptions()
    if game.puzzle != AUTO:
        how["puzzle"] = game.puzzle
    if game.lit != AUTO:
        how["lit"] = game.lit
    if is_folder(target):
        if name or truth:
            named = "--name" if name else "--grid"
            raise WrongCombination(f"{named} is for a single picture", f"leave out {named}")
        pictures = PictureFolder(Path(target), root, site, how, crop, force, as_json, game.named_by)
        return pictures.record()
    # The expected reading is read first: a page need not be opened for a wrong file.
    known = None
    if truth:
        with errors_as_json(as_json, file=target), about(truth):
            known = expected_reading.parse(truth.read_text("utf-8", errors="replace"))
    with errors_as_json(as_json, file=target), about(target):
        if "://" not in target and Path(target).suffix.lower() in PICTURES:
            take = recorder.take_picture(Path(target), how)
        elif "://" not in target and Path(target).suffix.lower() == ".html":
            take = recorder.take_run(Path(target), how)
        else:
            with ProgressBar("opening the page"):
                take = recorder.take_page(target, BrowserOptions(), steps.apply, how)
        if crop:
            take = _crop_picture(take, crop)
        fixture = Fixture(root / recorder.slug(site or take.site), recorder.slug(name or take.name))
        with _explained(take, game.named_by, OWN_HINT):
            outcome = recorder.keep(take, fixture, known, force=force)
    _print_outcome(outcome, as_json=as_json)
    if outcome.problem and not as_json:
        print_line(f"the reading differs from {truth}: {outcome.problem}", to_stderr=True)
    return DIFFERENT if outcome.problem else DONE


@dataclass(frozen=True, slots=True)
class PictureFolder:
    """Folder of pictures to record, with the options of the command for each of them."""

    folder: Path
    root: Path
    site: str | None
    how: ReadOptions
    crop: tuple[int, int, int, int] | None
    force: bool
    as_json: bool
    named_by: str

    def record(self) -> int:
        """Record each picture, and write the page to review them; return the highest exit
        status."""
        from autoplay.fixtures.recorder import find_pictures

        with errors_as_json(self.as_json, file=str(self.folder)):
            make_folder(self.root, "--output")
            pictures = find_pictures(self.folder, self.root)
        status = DONE
        tally: Counter[str] = Counter()
        with ProgressBar("reading", len(pictures)) as bar:
            for path, trouble in pictures.items():
                with bar.step():
                    try:
                        result = self._record_picture(path, trouble)
                    except AutoplayError as error:
                        result = "refused"
                        status = max(status, error.exit_status)
                        if self.as_json:
                            print_json(error_row(error, file=str(path)))
                        else:
                            print_error(error, str(path))
                tally[result] += 1
        parts = [f"{number} {result}" for result, number in tally.items()]
        print_note(f"{count_of(len(pictures), 'picture')}: {', '.join(parts)}")
        self._write_review()
        return status

    def _record_picture(self, path: Path, trouble: AutoplayError | None) -> str:
        """Record one picture; return what became of it."""
        from autoplay.fixtures import recorder

        if trouble:
            raise trouble
        file = path.relative_to(self.folder).as_posix()
        site = recorder.slug(self.site or self.folder.resolve().name)
        fixture = recorder.choose_fixture(self.root / site, file)
        # A folder to which pictures were added is recorded again.
        if recorder.is_recorded_from(fixture, file) and not self.force:
            return "recorded before"
        take = recorder.take_picture(path, self.how)
        take = replace(take, origin=replace(take.origin, file=file))
        if self.crop:
            take = _crop_picture(take, self.crop)
        with _explained(take, self.named_by, f"this picture alone, with {OWN_HINT}"):
            outcome = recorder.keep(take, fixture, force=self.force)
        _print_outcome(outcome, as_json=self.as_json, name=str(path))
        return "recorded"

    def _write_review(self) -> None:
        """Write the page with the unreviewed fixtures of the folder of all fixtures."""
        from autoplay.fixtures.fixture import find
        from autoplay.fixtures.review import list_unreviewed, write_review

        try:
            unreviewed = list_unreviewed(find(self.root))
        except BadFixture:  # every picture was refused
            return
        if unreviewed:
            page = self.root / REVIEW
            write_review(page, unreviewed, self.root)
            print_note(f"{len(unreviewed)} unreviewed; to accept or correct, in a browser: {page}")


@contextmanager
def _explained(take: TakenPicture, named_by: str, own_hint: str) -> Iterator[None]:
    """Make a refusal of the picture say what is there, and what else this command offers."""
    from autoplay.games import AUTO, ReadRequest
    from autoplay.games.detection import explain_refusal
    from vision import load_image
    from vision.errors import ReadingError

    try:
        yield
    except ReadingError as error:
        origin = take.origin
        request = ReadRequest(origin.puzzle or AUTO, origin.lit or AUTO, named_by=named_by)
        if not explain_refusal(error, load_image(take.picture), request):
            error.hint += f"; {own_hint}"
        raise


def _print_outcome(outcome: CheckOutcome, *, as_json: bool, name: str = "") -> None:
    """Print a fixture that was stored, and what was read from it; ``name`` is its picture's."""
    from autoplay.fixtures.fixture import PICTURE
    from autoplay.report.read_report import describe_reading

    reading = outcome.got
    if reading and outcome.expected:
        reading = replace(reading, stars=outcome.expected.stars)
    if as_json:
        print_json(_make_row(outcome, reading))
        return
    print_line(outcome.fixture.path(PICTURE))
    if reading:
        what = f"{name}: read" if name else "read"
        print_note(f"{what}: {describe_reading(reading)}")


def _make_row(outcome: CheckOutcome, reading: Reading | None) -> dict[str, object]:
    """Return the JSON object of a fixture that was stored, with its reading and expected stars."""
    from autoplay.fixtures.fixture import EXPECTED, ORIGIN

    fixture = outcome.fixture
    row = fixture.to_row() | {
        "expected": str(fixture.path(EXPECTED)),
        "origin": str(fixture.path(ORIGIN)),
        "problem": outcome.problem,
    }
    if reading:
        row |= {
            "puzzle": reading.puzzle,
            "rows": reading.rows,
            "cols": reading.cols,
            "stars": reading.stars,
            "grid": reading.grid,
            "marks": reading.marks,
            "confidence": round(reading.confidence, 4),
        }
    return row


def _crop_picture(take: TakenPicture, crop: tuple[int, int, int, int]) -> TakenPicture:
    """Return the picture cropped to (x, y, width, height); raise BoardNotFound if nothing is
    left."""
    from vision import encode_png, inspect, load_image

    part = inspect(load_image(take.picture), crop=crop).image
    return replace(take, picture=encode_png(part), origin=replace(take.origin, crop=crop))
