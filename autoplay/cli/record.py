"""Command `autoplay record`: stores a page or a picture as a fixture."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import rich_click as click

from autoplay.cli.options import (
    complete_files,
    errors_as_json,
    preparation_options,
    print_json,
    take_preparation,
)
from autoplay.cli.terminal import print_note
from autoplay.click_options import (
    crop_option,
    lit_option,
    peg_option,
    puzzle_option,
    take_game,
)
from autoplay.errors import DIFFERENT, DONE
from autoplay.output import print_line
from autoplay.wording import MORE_OPTIONS

if TYPE_CHECKING:
    from autoplay.fixtures.fixture import CheckOutcome
    from autoplay.fixtures.recorder import TakenPicture
    from vision import Reading


def parse_viewport(ctx: click.Context, param: click.Parameter, value: str) -> tuple[int, int]:
    """Parse ``W,H`` in CSS px; raise BadParameter."""
    try:
        width, height = (int(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter(
            f"{value!r} is not two whole numbers such as 1280,1000", ctx, param
        ) from None
    if min(width, height) < 1:
        raise click.BadParameter(f"{value!r} is not the size of a window", ctx, param)
    return width, height


@click.command()
@click.argument("target", metavar="URL|IMAGE", shell_complete=complete_files)
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
@click.option(
    "--viewport",
    default="1280,1000",
    callback=parse_viewport,
    metavar="W,H",
    help="Window of the page.",
    panel=MORE_OPTIONS,
)
@click.option(
    "--scale",
    type=click.FloatRange(0.25, 8),
    default=1.0,
    metavar="S",
    help="Device pixels per CSS pixel.",
    panel=MORE_OPTIONS,
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
@click.option("--json", "as_json", is_flag=True, help="Print the fixture as a JSON object.")
@preparation_options
@lit_option
@peg_option
def record(
    target: str,
    name: str | None,
    site: str | None,
    truth: Path | None,
    viewport: tuple[int, int],
    scale: float,
    crop: tuple[int, int, int, int] | None,
    root: Path,
    force: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Store a page or a picture as a fixture with what should be read.

    Writes fixtures/<site>/<slug>.png, .grid.txt and .json. Check the .grid.txt: later readings are
    compared with it. Exit status 1 if --grid differs from what is read.

    \b
    Examples:
      autoplay record https://… --name spring
      autoplay record https://… --click 'Start Game'
      autoplay record screenshot.png --site mine --grid truth.txt
    """
    from autoplay.browser.start import BrowserOptions
    from autoplay.files import PICTURES
    from autoplay.fixtures import expected_reading, recorder
    from autoplay.fixtures.fixture import PICTURE, Fixture, ReadOptions
    from autoplay.games.requests import AUTO
    from autoplay.report.read_report import describe_reading
    from solvers.errors import about

    game = take_game(options)
    steps = take_preparation(options)
    how = ReadOptions()
    if game.puzzle != AUTO:
        how["puzzle"] = game.puzzle
    if game.lit != AUTO:
        how["lit"] = game.lit
    # The expected reading is read first: a page need not be opened for a wrong file.
    known = None
    if truth:
        with errors_as_json(as_json, file=target), about(truth):
            known = expected_reading.parse(truth.read_text("utf-8", errors="replace"))
    with errors_as_json(as_json, file=target), about(target):
        if "://" not in target and Path(target).suffix.lower() in PICTURES:
            take = recorder.take_picture(Path(target), how)
        else:
            browser = BrowserOptions(viewport=viewport, scale=scale)
            take = recorder.take_page(target, browser, steps.apply, how)
        if crop:
            take = _crop_picture(take, crop)
        fixture = Fixture(root / recorder.slug(site or take.site), recorder.slug(name or take.name))
        outcome = recorder.keep(take, fixture, known, force=force)
    reading = outcome.got
    if reading and outcome.expected:
        reading = replace(reading, stars=outcome.expected.stars)
    if as_json:
        print_json(_make_row(outcome, reading))
    else:
        print_line(fixture.path(PICTURE))
        if reading:
            print_note(f"read: {describe_reading(reading)}")
        if outcome.problem:
            print_line(f"the reading differs from {truth}: {outcome.problem}", to_stderr=True)
    return DIFFERENT if outcome.problem else DONE


def _make_row(outcome: CheckOutcome, reading: Reading | None) -> dict[str, object]:
    """Return the JSON object of a fixture that was stored, with its reading and expected stars."""
    from autoplay.fixtures.fixture import EXPECTED, ORIGIN, PICTURE

    fixture = outcome.fixture
    row: dict[str, object] = {
        "fixture": str(fixture),
        "file": str(fixture.path(PICTURE)),
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
