"""`autoplay read`: pictures of boards, and everything else that users pass to it."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.fixtures import expected_reading
from tests.vision.boards import draw

FIXTURES = Path(__file__).parents[3] / "fixtures"
BOARD = FIXTURES / "practice" / "10x10.png"
MARKED = FIXTURES / "practice" / "5x5-solved.png"


def truth(path):
    return expected_reading.parse(path.with_suffix("").with_suffix(".grid.txt").read_text())


def test_a_person_sees_the_board_and_how_sure_it_is(run):
    done = run("read", MARKED)
    head, *lines = done.out.splitlines()
    assert head.startswith(f"{MARKED}: 5x5, 1 star (inferred), 5 marks, ")
    assert "% sure" in head
    assert "\n".join(lines).count("*") == 5
    assert done.err == ""


@pytest.fixture
def loose(save):
    """Return a picture of a board that has exactly one solution for no number of stars."""
    rows = ["AAAAAAAAB", *(chr(66 + row) * 9 for row in range(8))]
    return save(draw(tuple(rows)))


def test_board_with_unknown_stars_is_still_a_reading(run, loose):
    done = run("read", "--json", loose)
    (row,) = done.rows
    assert (done.status, row["stars"], row["stars_from"]) == (0, None, None)
    assert "9x9, stars not known, 0 marks" in run("read", loose).out
    assert run("read", "--to", "letters", loose).out == "\n".join(row["grid"]) + "\n"
    done = run("read", "--to", "puzz.link", loose)
    assert (done.status, done.out) == (2, "")
    assert "does not show the number of stars" in done.complaint
    assert "--stars" in done.complaint


def test_form_that_cannot_hold_a_board_does_not_stop_the_rest(run):
    done = run("read", "--to", "puzz.link", FIXTURES / "practice" / "6x6-shapeless.png", MARKED)
    refused, name, link = filter(None, done.out.splitlines())
    assert "6x6-shapeless.png: refused: puzz.link: a board with walls" in refused
    assert (done.status, name) == (2, f"# {MARKED}")
    assert link.startswith("https://puzz.link/p?starbattle/5/5/1/")
    assert f"{MARKED}: 5 marks left out: puzz.link can't hold marks\n" in done.err


def test_stars_may_be_given(run):
    (row,) = run("read", "--json", "--stars", "1", BOARD).rows
    assert (row["stars"], row["stars_from"]) == (1, "given")
    assert expected_reading.canonical(row["grid"]) == truth(BOARD).grid
    assert run("read", "--stars", "1", BOARD).out.startswith(f"{BOARD}: 10x10, 1 star, 0 marks")


def test_a_solution_is_given_with_the_reading(run, tmp_path):
    out = tmp_path / "solved.png"
    done = run("read", "--solve", "--json", "--overlay", out, BOARD)
    (row,) = done.rows
    (solved,) = run("solve", "--json", BOARD).rows
    assert (done.status, row["solutions"], row["cells"]) == (0, 1, solved["cells"])
    assert expected_reading.canonical(row["grid"]) == truth(BOARD).grid
    run("read", "--overlay", tmp_path / "seen.png", BOARD)
    assert np.any(cv2.imread(str(out)) != cv2.imread(str(tmp_path / "seen.png")))
    done = run("read", "--solve", BOARD)
    assert done.out.count("*") == 20
    assert "10x10, 2 stars: this is the only solution" in done.err


def test_a_reading_with_several_solutions_is_given_with_the_doubt(run, loose):
    done = run("read", "--solve", "--stars", "1", "--json", loose)
    (row,) = done.rows
    assert (done.status, row["solutions"]) == (4, 2)
    assert len(row["grid"]) == 9
    assert "several solutions (9x9, 1 star)" in row["doubt"]
    done = run("read", "--solve", "--stars", "1", loose)
    assert done.status == 4
    assert done.out.startswith(f"{loose}: 9x9, 1 star, ")
    assert "several solutions" in done.complaint


def test_reading_without_stars_is_given_unsolved(run, loose):
    done = run("read", "--solve", loose)
    assert done.status == 2
    assert "9x9, stars not known" in done.out
    assert "--stars K" in done.complaint


def test_the_number_of_stars_used_to_solve_is_shown(run, save):
    loose = save(draw(("AAAAAAAB", *(chr(66 + row) * 8 for row in range(7)))))
    (read,) = run("read", "--json", loose).rows
    (solved,) = run("read", "--solve", "--json", loose).rows
    assert (read["stars"], read["stars_from"]) == (None, None)
    assert (solved["stars"], solved["stars_from"], solved["solutions"]) == (1, "usual", 2)


def test_a_defect_is_reported_for_its_picture_and_the_rest_goes_on(run, monkeypatch):
    monkeypatch.setattr("vision.inspect", lambda *_, **__: 1 / 0)
    done = run("read", "--json", MARKED, "nowhere.png")
    assert (done.status, [row["error"] for row in done.rows]) == (70, ["defect", "bad-image"])
    assert "ZeroDivisionError" in done.rows[0]["message"]


def test_a_refusal_names_the_puzzles_that_are_read_from_this_picture(run, tmp_path):
    picture = tmp_path / "lamps.png"
    cv2.imwrite(
        str(picture), cv2.imread(str(FIXTURES / "lights-out-practice" / "6x6-circles-holes.png"))
    )  # no note
    done = run("read", picture)
    assert done.status == 3
    assert "--puzzle lights-out if it is Lights Out" in done.err
    assert "--puzzle star-battle" not in done.err
    assert run("read", "--puzzle", "lights-out", picture).status == 0
