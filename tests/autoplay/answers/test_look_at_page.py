"""Hints at an open page: what is said of each look, and that nothing is pressed."""

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from autoplay.answers.look_at_page import look_at_page, watch_page
from autoplay.errors import PageNotPlayed
from autoplay.games import SolveRequest
from vision import encode_png, load_image
from vision.errors import ReadingError

FIXTURES = Path(__file__).resolve().parents[3] / "fixtures"
NEXT = SolveRequest(steps="next", timeout_s=20)
MISTAKES = FIXTURES / "practice" / "8x8-mistakes.png"
SOLVED = FIXTURES / "practice" / "5x5-solved.png"
LAMPS = FIXTURES / "lights-out-practice" / "5x5-circles.png"


@dataclass
class SilentPage:
    """Page that shows one picture after the other, and can't be pressed: it has nothing else."""

    pictures: list[Path | bytes]
    url: str = "https://puzzles.example/board"
    stars: int | None = None
    is_gone: bool = False
    looks: list[bool] = field(default_factory=list)

    def screenshot(self, full_page, **_):
        self.looks.append(full_page)
        if len(self.pictures) == 1 and self.is_gone:
            raise RuntimeError("the page is closed")
        picture = self.pictures[0]
        if full_page or len(self.pictures) > 1:
            self.pictures = self.pictures[1:] or self.pictures
        return picture if isinstance(picture, bytes) else picture.read_bytes()

    def wait_for_timeout(self, ms):
        pass

    def is_closed(self):
        return self.is_gone


@pytest.fixture(autouse=True)
def _sites(monkeypatch):
    """Let the page be of a site that knows nothing but its stars, and shows no challenge."""
    room = "autoplay.answers.look_at_page"
    site = type("Site", (), {"stars": lambda _, page: page.stars})()
    monkeypatch.setattr(f"{room}.site_for", lambda _: site)
    monkeypatch.setattr(f"{room}.check_passed", lambda _: None)


def blank():
    return encode_png(load_image(LAMPS) * 0 + 255)


def test_a_board_below_the_window_is_seen_on_the_whole_page():
    page = SilentPage([blank(), LAMPS])
    row = look_at_page(page, NEXT).to_row()
    assert (row["file"], row["puzzle"], len(row["levels"])) == (page.url, "lights-out", 4)
    assert page.looks == [False, True]


def test_the_stars_of_the_page_count():
    board = FIXTURES / "practice" / "5x5.png"
    assert look_at_page(SilentPage([board], stars=1), NEXT).to_row()["stars"] == 1
    refused = look_at_page(SilentPage([board], stars=2), NEXT).error
    assert "2 stars per row cannot fit" in refused.message


def test_a_page_without_a_board_is_refused_in_time(monkeypatch):
    monkeypatch.setattr("autoplay.answers.look_at_page.PATIENCE_S", 0)
    report = look_at_page(SilentPage([blank()]), NEXT)
    assert isinstance(report.result, ReadingError)
    assert "bring the whole board into the window" in report.result.hint


def test_a_site_that_forbids_programs_is_not_looked_at():
    page = SilentPage([SOLVED], url="https://www.linkedin.com/games/queens/")
    with pytest.raises(PageNotPlayed, match="terms forbid automation"):
        look_at_page(page, NEXT)
    assert not page.looks


def test_each_change_of_a_watched_page_is_reported_until_it_is_done():
    page = SilentPage([MISTAKES, MISTAKES, blank(), blank(), LAMPS, LAMPS, SOLVED])
    reports = list(watch_page(page, NEXT))
    assert "3 marks are wrong" in reports[0].error.message
    assert reports[1].to_row()["levels"][0] == "look at row 1"
    assert (len(reports), reports[2].error) == (3, None)
    assert "steps" not in reports[2].to_row()


def test_a_page_that_is_closed_ends_the_watch():
    reports = watch_page(SilentPage([LAMPS, LAMPS, LAMPS], is_gone=True), NEXT)
    assert len(list(reports)) == 1
