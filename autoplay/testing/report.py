"""Report of `autoplay check` as one HTML page: failures first, then the rest, with a search and links to the files."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Final
from urllib.parse import quote

import cv2
import numpy as np
from markupsafe import Markup

from autoplay.errors import ProcessLost
from autoplay.files import write_whole
from autoplay.report.embed import embedded
from autoplay.report.read_report import describe_reading
from autoplay.testing.expected_reading import drawing, renamed
from autoplay.testing.fixtures import EXPECTED, ORIGIN, PICTURE, CheckOutcome, Fixture, check, lost
from autoplay.wording import count, render_page
from solvers.cells import Cell
from solvers.errors import AutoplayError
from vision import draw_overlay, inspect, load_image
from vision.drawing.overlay import LEGEND
from vision.drawing.stages import stage_pictures
from vision.errors import ReadingError
from vision.image import Image
from vision.reading import Mark

PACKAGE: Final = "autoplay.testing"
STYLE: Final = Path(__file__).with_suffix(".css")
SCRIPT: Final = Path(__file__).with_suffix(".js")
LINKS: Final = {"picture": PICTURE, "expected": EXPECTED, "origin": ORIGIN}
FAILED_PX: Final = 720
"""Longer side of the pictures of a failure: enough to distinguish the cells of a 25x25 board."""
PASSED_PX: Final = 360
"""Longer side of the picture of a success: with hundreds of them, the page has a few megabytes."""


@dataclass(frozen=True, slots=True)
class FixtureCard:
    """Outcome of a fixture, the time it took, and the content of its card, which is "" without a report."""

    outcome: CheckOutcome
    html: str = ""
    seconds: float = 0.0


def card(fixture: Fixture, *, drawn: bool = True) -> FixtureCard:
    """Read a fixture again; the card has HTML if ``drawn``."""
    start = perf_counter()
    outcome = check(fixture)
    seconds = perf_counter() - start
    return FixtureCard(outcome, _content(outcome) if drawn else "", seconds)


def lost_card(fixture: Fixture, how: str) -> FixtureCard:
    """Return the card of a fixture whose process died; ``how`` describes its end."""
    outcome = lost(fixture, how)
    return FixtureCard(outcome, _content(outcome))


def write_report(path: Path, cards: Sequence[FixtureCard], command: str, now: datetime) -> None:
    """Write the page, whole or not at all. Its pictures are embedded; ``command`` is the one that made it."""
    write_whole(path, page(cards, path.parent, command, now).encode())


def page(cards: Sequence[FixtureCard], folder: Path, command: str, now: datetime) -> str:
    """Return the whole page as HTML, with links from a file in ``folder``."""
    differing = sum(bool(card.outcome.problem) for card in cards)
    return render_page(
        PACKAGE,
        "report.html",
        cards=cards,
        folders=Counter(card.outcome.fixture.folder.name for card in cards),
        differing=differing,
        differ=f"{differing} differ{'s' * (differing == 1)}",
        total=count(len(cards), "fixture"),
        legend=[(f"rgb({red} {green} {blue})", meaning) for (blue, green, red), meaning in LEGEND],
        links=lambda fixture: _links(fixture, folder),
        command=command,
        version=version("puzzle-autoplay"),
        now=now,
        style=Markup(STYLE.read_text("utf-8")),
        script=Markup(SCRIPT.read_text("utf-8")),
    )


def _links(fixture: Fixture, folder: Path) -> dict[str, str]:
    """Return the addresses of a fixture's files, relative to a folder if both are on the same drive."""
    paths = {name: fixture.path(ending).resolve() for name, ending in LINKS.items()}
    try:
        return {name: quote(Path(os.path.relpath(path, folder.resolve())).as_posix()) for name, path in paths.items()}
    except ValueError:
        return {name: path.as_uri() for name, path in paths.items()}


def _content(outcome: CheckOutcome) -> Markup:
    if outcome.problem:
        expected = outcome.expected
        panels = [
            ("picture", _picture(outcome, drawn=False)),
            ("reading", _picture(outcome, drawn=True)),
            (
                "expected",
                _board(expected.grid, expected.marks, outcome.differing) if expected else _note("no expected reading"),
            ),
            ("got", _got(outcome)),
        ]
        return render_page(PACKAGE, "fixture.html", outcome=outcome, panels=panels)
    about = describe_reading(outcome.got) if outcome.got else ""
    return render_page(PACKAGE, "fixture.html", outcome=outcome, summary=about, picture=_picture(outcome, drawn=True))


def _got(outcome: CheckOutcome) -> Markup:
    if outcome.got:
        return _board(_named(outcome.got.grid, outcome), outcome.got.marks, outcome.differing)
    if outcome.guess:
        guess = _board(_named(outcome.guess, outcome), (), outcome.differing)
        return Markup('<div class="guess">{}</div><p class="sum">refused; the best guess</p>').format(guess)
    return _note("refused" if isinstance(outcome.error, ReadingError) else "nothing")


def _named(grid: Sequence[str], outcome: CheckOutcome) -> Sequence[str]:
    """Return a grid with the expected names of its regions, so that both look alike; other sizes keep their names."""
    expected = outcome.expected.grid if outcome.expected else ()
    return renamed(expected, grid) if [*map(len, grid)] == [*map(len, expected)] else grid


def _board(grid: Sequence[str], marks: Collection[Mark], wrong: Collection[Cell]) -> Markup:
    return Markup(drawing(grid, marks, wrong).svg())


def _note(text: str) -> Markup:
    return Markup('<div class="none">{}</div>').format(text)


def _picture(outcome: CheckOutcome, *, drawn: bool) -> Markup:
    """Return the board's part of the picture, or all of it if none was found, with or without the reading."""
    if isinstance(outcome.error, ProcessLost):
        return _note("not opened: it could end this process too")
    try:
        image = load_image(outcome.fixture.path(PICTURE))
        if drawn:
            got = outcome.got and replace(outcome.got, grid=tuple(_named(outcome.got.grid, outcome)))
            image = draw_overlay(image, got) if got else _last_stage(image)
    except AutoplayError as error:
        return _note(error.message)
    most_px = FAILED_PX if outcome.problem else PASSED_PX
    return embedded(_part(image, outcome), most_px, "the picture with the reading" if drawn else "the picture")


def _last_stage(image: Image) -> Image:
    """Return the last stage that the reader reached, in the size of the picture and without its caption."""
    height, width = image.shape[:2]
    *_, (_, stage) = stage_pictures(inspect(image))
    scale = stage.shape[1] // width
    return np.asarray(cv2.resize(stage[: scale * height], (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _part(image: Image, outcome: CheckOutcome) -> Image:
    error = outcome.error
    box = outcome.got.box if outcome.got else error.box if isinstance(error, ReadingError) else None
    if not box:
        return image
    x0, y0, x1, y1 = box
    margin = max(x1 - x0, y1 - y0) // 20
    return image[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin]
