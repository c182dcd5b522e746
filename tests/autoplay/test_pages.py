"""Pages drawn from seeds: the same for a seed, judged by what their server sees, and played.

``python -m tests.qa.pages`` plays many, and prints a table by axis.
"""

import pytest

from autoplay.sites import base
from tests.qa.pages.__main__ import describe_axes
from tests.qa.pages.drawing import AXES, ELSEWHERE, draw_page
from tests.qa.pages.judging import Claim, Event, Journal, judge
from tests.qa.pages.runs import play_drawn

PLAIN = {name: next(iter(values)) for name, values in AXES.items()}
"""The usual value on each axis: a small Star Battle in a page of its own, without obstacles."""
PLAYED = (
    {"place": "turned"},
    {"place": "frame", "start": "box"},
    {"place": "foreign frame", "technique": "table"},
    {"game": "lamps", "place": "scrolled", "technique": "svg", "verdict": "dialog"},
    {"beside": "video", "technique": "closed shadow", "verdict": "narrow"},
    {"game": "lamps", "technique": "canvas", "event": "mousedown", "place": "moves"},
    {"game": "lamps", "address": "deep", "navigation": "another", "start": "late"},
    {"game": "pegs", "technique": "canvas", "cycle": "drag"},
    {"game": "pegs", "technique": "svg", "verdict": "gone"},
)
"""Pages that differ most: an angle, frames, scrolling, movement, starts, gestures and ends."""


def judged(page, states, status=0, others=()):
    """Return the judgement of a run in which the page showed these states, one press each."""
    journal = Journal()
    for number, state in enumerate(states):
        journal.events.append(Event(2.0 + number, "press", 0))
        journal.events.append(Event(2.0 + number, "state", {"level": 0, "state": state}))
    journal.events += others
    end = journal.events[-1].at + 1 if journal.events else 3.0
    return judge(
        page, journal, Claim(status, "solved" if status == 0 else "no-board", "", 0.0, end)
    )


def test_a_seed_is_a_page():
    assert draw_page(7) == draw_page(7)
    assert draw_page(7).pages != draw_page(8).pages
    assert draw_page(7, game="pegs", verdict="alert").axes["verdict"] == "alert"
    pages = [draw_page(seed) for seed in range(150)]
    for axis in ("game", "board", "technique", "start", "verdict", "place", "language"):
        assert {one.axes[axis] for one in pages} == set(AXES[axis]), axis


def test_a_solved_board_is_told_from_others():
    stars = draw_page(1, **PLAIN)
    solution = stars.dealt["solution"]
    assert judged(stars, [solution[:1], solution]).faults == ()
    for states in ([], [solution[:-1]], [solution, solution[1:]], [[*solution, "0,0"]]):
        assert judged(stars, states).is_wrong_claim
    assert not judged(stars, [solution], status=1).is_right
    lamps = draw_page(1, **{**PLAIN, "game": "lamps"})
    rows = lamps.dealt["rows"]
    assert judged(lamps, [["0" * len(row) for row in rows]]).is_right
    assert judged(lamps, [rows]).is_wrong_claim
    pegs = draw_page(1, **{**PLAIN, "game": "pegs"})
    assert judged(pegs, [["  o  ", " . . "]]).is_right
    assert judged(pegs, [["  o  ", " . o "]]).is_wrong_claim


def test_what_else_is_judged():
    page = draw_page(1, **PLAIN)
    solution = page.dealt["solution"]
    assert judged(page, [solution], others=[Event(9.0, "get", ELSEWHERE)]).leaves == 1
    assert judged(page, [solution], others=[Event(9.0, "bad", "Buy")]).faults == ("pressed Buy",)
    many = judged(page, [solution] * (page.needed + 11))
    assert many.surplus == 11
    assert len(many.faults) == 1
    empty = draw_page(1, **{**PLAIN, "board": "none"})
    quick = judged(empty, [], status=3, others=[Event(1.0, "get", "/")])
    assert (quick.faults, quick.refusal_s) == ((), 2.0)
    late = judged(empty, [], status=3, others=[Event(1.0, "get", "/"), Event(13.0, "step", 1)])
    assert late.faults == ("refused after 14.0 s",)
    assert any("stars | 2 | 50% | 1" in row for row in describe_axes([many, judged(page, [])]))


@pytest.mark.parametrize("axes", PLAYED, ids=lambda axes: ", ".join(axes.values()))
def test_a_page_is_played_as_a_person_would(axes, page, tmp_path, monkeypatch):
    monkeypatch.setattr(base, "ANNOUNCES_S", 0.1)
    monkeypatch.setattr("autoplay.player.board_finder.SEARCH_S", 60)  # however busy the machine is
    page.set_viewport_size({"width": 1100, "height": 900})
    judgement = play_drawn(page, draw_page(3, **{**PLAIN, **axes}), tmp_path)
    assert judgement.is_right, judgement.faults
    assert judgement.leaves == 0
