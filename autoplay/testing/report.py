"""The outcome of `autoplay check` as one HTML page that opens from disk: failures first, then the rest."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

import cv2
import numpy as np

from autoplay.errors import ProcessLost
from autoplay.games.requests import summary
from autoplay.report.embed import embedded
from autoplay.report.text import count
from autoplay.testing.expected_reading import Golden, drawing, of_reading
from autoplay.testing.fixtures import PICTURE, Fixture, Outcome, check, lost
from autoplay.writing import write_whole
from solvers.cells import Cell
from solvers.errors import AutoplayError
from vision.errors import ReadingError

if TYPE_CHECKING:
    from vision.image import Image

STYLE: Final = Path(__file__).with_suffix(".css")
FAILED_PX: Final = 720
"""Longer side of the pictures of a failure: cells of a 25x25 are told apart."""
PASSED_PX: Final = 360
"""Longer side of the picture of what is as expected: hundreds of them make a page of some megabytes."""


@dataclass(frozen=True, slots=True)
class Card:
    """A fixture that was read again, and its part of the page, "" without one."""

    outcome: Outcome
    html: str


def card(fixture: Fixture, *, drawn: bool = True) -> Card:
    """Read a fixture again, and show the outcome if it is to be ``drawn``."""
    outcome = check(fixture)
    return Card(outcome, _article(outcome) if drawn else "")


def lost_card(fixture: Fixture, how: str) -> Card:
    """What there is of a fixture whose process died, and how."""
    outcome = lost(fixture, how)
    return Card(outcome, _article(outcome))


def write_report(path: Path, cards: Sequence[Card]) -> None:
    """Write the page, whole or not at all; its pictures are inside it."""
    write_whole(path, page(cards).encode())


def page(cards: Sequence[Card]) -> str:
    """The whole page as HTML."""
    failed = [card.html for card in cards if card.outcome.problem]
    passed = [card.html for card in cards if not card.outcome.problem]
    differ = f"{len(failed)} differ{'s' * (len(failed) == 1)}"
    verdict = f'<b class="bad">{differ}</b>' if failed else '<b class="good">none differs</b>'
    first = "<h2>Not as expected</h2>" + "".join(failed) if failed else ""
    rest = f'<h2>As expected</h2><div class="rest">{"".join(passed)}</div>' if passed else ""
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{differ} of {count(len(cards), 'fixture')}</title>"
        f"<style>{STYLE.read_text('utf-8')}</style>"
        f'<h1>Fixtures</h1><p class="sum">{len(cards)} read again, {verdict}</p>{first}{rest}</html>\n'
    )


def _article(outcome: Outcome) -> str:
    return _failure(outcome) if outcome.problem else _pass(outcome)


def _failure(outcome: Outcome) -> str:
    panels = [
        _figure("picture", _picture(outcome, drawn=False)),
        _figure("what was seen", _picture(outcome, drawn=True)),
        _figure("expected", _board(outcome.expected, outcome.differing, "no golden")),
        _figure("got", _got(outcome)),
    ]
    hint = f"<br>Try: {escape(outcome.error.hint)}" if outcome.error and outcome.error.hint else ""
    return (
        f'<article class="bad-card"><h3>{escape(str(outcome.fixture))}</h3>'
        f'<p class="bad">{escape(outcome.problem)}{hint}</p><div class="panels">{"".join(panels)}</div></article>'
    )


def _got(outcome: Outcome) -> str:
    if outcome.got:
        return _board(of_reading(outcome.got), outcome.differing, "")
    if outcome.guess:
        guess = _board(Golden(outcome.guess), outcome.differing, "")
        return f'<div class="guess">{guess}</div><p class="sum">refused; the best guess</p>'
    return _none("refused" if isinstance(outcome.error, ReadingError) else "nothing")


def _board(golden: Golden | None, wrong: Collection[Cell], otherwise: str) -> str:
    return drawing(golden, wrong).svg() if golden else _none(otherwise)


def _pass(outcome: Outcome) -> str:
    about = summary(outcome.got) if outcome.got else ""
    picture = _picture(outcome, drawn=True)
    return f'<article><h3>{escape(str(outcome.fixture))}</h3><p class="sum">{about}</p>{picture}</article>'


def _figure(caption: str, content: str) -> str:
    return f"<figure><figcaption>{caption}</figcaption>{content}</figure>"


def _none(text: str) -> str:
    return f'<div class="none">{text}</div>'


def _picture(outcome: Outcome, *, drawn: bool) -> str:
    """The board's part of the picture, or all of it where none was found; with what was seen ``drawn`` on it or not."""
    from vision import draw_overlay, load_image

    if isinstance(outcome.error, ProcessLost):
        return _none("not looked at: it may end this process too")
    try:
        image = load_image(outcome.fixture.path(PICTURE))
        if drawn:
            image = draw_overlay(image, outcome.got) if outcome.got else _last_stage(image)
    except AutoplayError as error:
        return _none(escape(error.message))
    most_px = FAILED_PX if outcome.problem else PASSED_PX
    return embedded(_part(image, outcome), most_px, "what was seen" if drawn else "the picture")


def _last_stage(image: Image) -> Image:
    """The last stage that the reader came to, in the size of the picture, without the words below it."""
    from vision import inspect
    from vision.drawing.stages import stage_pictures

    height, width = image.shape[:2]
    *_, (_, stage) = stage_pictures(inspect(image))
    scale = stage.shape[1] // width
    return np.asarray(cv2.resize(stage[: scale * height], (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _part(image: Image, outcome: Outcome) -> Image:
    error = outcome.error
    box = outcome.got.box if outcome.got else error.box if isinstance(error, ReadingError) else None
    if not box:
        return image
    x0, y0, x1, y1 = box
    margin = max(x1 - x0, y1 - y0) // 20
    return image[max(0, y0 - margin) : y1 + margin, max(0, x0 - margin) : x1 + margin]
