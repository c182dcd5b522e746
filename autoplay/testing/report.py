"""Report of `autoplay check` as one HTML page without other files: failures first, then the rest."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Final

import cv2
import numpy as np
from markupsafe import Markup

from autoplay import html
from autoplay.errors import ProcessLost
from autoplay.files import write_whole
from autoplay.games.reading import inspect_picture
from autoplay.report.embed import embedded
from autoplay.report.read_report import summary
from autoplay.testing.expected_reading import ExpectedReading, drawing, of_reading
from autoplay.testing.fixtures import PICTURE, CheckOutcome, Fixture, check, lost
from autoplay.wording import count
from solvers.cells import Cell
from solvers.errors import AutoplayError
from vision import draw_overlay, load_image
from vision.drawing.stages import stage_pictures
from vision.errors import ReadingError
from vision.image import Image

PACKAGE: Final = "autoplay.testing"
STYLE: Final = Path(__file__).with_suffix(".css")
FAILED_PX: Final = 720
"""Longer side of the pictures of a failure: enough to distinguish the cells of a 25x25 board."""
PASSED_PX: Final = 360
"""Longer side of the picture of a success: with hundreds of them, the page has a few megabytes."""


@dataclass(frozen=True, slots=True)
class FixtureCard:
    """Outcome of a fixture, the time it took, and its part of the page, which is "" without a report."""

    outcome: CheckOutcome
    html: str = ""
    seconds: float = 0.0


def card(fixture: Fixture, *, drawn: bool = True) -> FixtureCard:
    """Read a fixture again; the card has HTML if ``drawn``."""
    start = perf_counter()
    outcome = check(fixture)
    seconds = perf_counter() - start
    return FixtureCard(outcome, _article(outcome) if drawn else "", seconds)


def lost_card(fixture: Fixture, how: str) -> FixtureCard:
    """Return the card of a fixture whose process died; ``how`` describes its end."""
    outcome = lost(fixture, how)
    return FixtureCard(outcome, _article(outcome))


def write_report(path: Path, cards: Sequence[FixtureCard]) -> None:
    """Write the page, whole or not at all. Its pictures are embedded."""
    write_whole(path, page(cards).encode())


def page(cards: Sequence[FixtureCard]) -> str:
    """Return the whole page as HTML."""
    failed = [card.html for card in cards if card.outcome.problem]
    return html.render(
        PACKAGE,
        "report.html",
        failed=failed,
        passed=[card.html for card in cards if not card.outcome.problem],
        differ=f"{len(failed)} differ{'s' * (len(failed) == 1)}",
        number=len(cards),
        total=count(len(cards), "fixture"),
        style=Markup(STYLE.read_text("utf-8")),
    )


def _article(outcome: CheckOutcome) -> Markup:
    if outcome.problem:
        panels = [
            ("picture", _picture(outcome, drawn=False)),
            ("reading", _picture(outcome, drawn=True)),
            ("expected", _board(outcome.expected, outcome.differing, "no expected reading")),
            ("got", _got(outcome)),
        ]
        return html.render(PACKAGE, "fixture.html", outcome=outcome, panels=panels)
    about = summary(outcome.got) if outcome.got else ""
    return html.render(PACKAGE, "fixture.html", outcome=outcome, summary=about, picture=_picture(outcome, drawn=True))


def _got(outcome: CheckOutcome) -> Markup:
    if outcome.got:
        return _board(of_reading(outcome.got), outcome.differing, "")
    if outcome.guess:
        guess = _board(ExpectedReading(outcome.guess), outcome.differing, "")
        return Markup('<div class="guess">{}</div><p class="sum">refused; the best guess</p>').format(guess)
    return _note("refused" if isinstance(outcome.error, ReadingError) else "nothing")


def _board(board: ExpectedReading | None, wrong: Collection[Cell], otherwise: str) -> Markup:
    return Markup(drawing(board, wrong).svg()) if board else _note(otherwise)


def _note(text: str) -> Markup:
    return Markup('<div class="none">{}</div>').format(text)


def _picture(outcome: CheckOutcome, *, drawn: bool) -> Markup:
    """Return the board's part of the picture, or all of it if none was found, with or without the reading."""
    if isinstance(outcome.error, ProcessLost):
        return _note("not opened: it could end this process too")
    try:
        image = load_image(outcome.fixture.path(PICTURE))
        if drawn:
            image = draw_overlay(image, outcome.got) if outcome.got else _last_stage(image)
    except AutoplayError as error:
        return _note(error.message)
    most_px = FAILED_PX if outcome.problem else PASSED_PX
    return embedded(_part(image, outcome), most_px, "the picture with the reading" if drawn else "the picture")


def _last_stage(image: Image) -> Image:
    """Return the last stage that the reader reached, in the size of the picture and without its caption."""
    height, width = image.shape[:2]
    *_, (_, stage) = stage_pictures(inspect_picture(image))
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
