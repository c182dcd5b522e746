"""`autoplay read`: pictures of boards, and everything else that users pass to it."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from autoplay.fixtures import expected_reading
from tests.qa.picture_files import declared
from tests.systems import PROC
from tests.vision.boards import draw

FIXTURES = Path(__file__).parents[3] / "fixtures"
BOARD = FIXTURES / "practice" / "10x10.png"
MARKED = FIXTURES / "practice" / "5x5-solved.png"


def truth(path):
    return expected_reading.parse(path.with_suffix("").with_suffix(".grid.txt").read_text())


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


GIB = 2**30


@PROC
def test_a_picture_of_400_megapixels_is_refused_within_bounds(spawn, save):
    import resource

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (2 * GIB, 2 * GIB))

    done = spawn("read", save(declared(20_000, 20_000)), preexec_fn=limit)
    assert (done.status, done.out) == (2, "")
    assert "megapixels" in done.complaint


def test_a_crop_outside_the_picture_is_refused(run):
    done = run("read", "--crop", "9000,9000,10,10", BOARD)
    assert done.status == 3
    assert "outside the picture" in done.complaint


def test_a_person_reads_the_evidence_under_the_first_line(run):
    head, *lines = run("read", "--evidence", BOARD).out.splitlines()
    assert "% sure" in head
    assert sum("times as sure" in line for line in lines) == 10


def test_all_names_the_boards_that_are_refused_beside_those_read(run, save, board):
    image, (x0, _, x1, _) = board
    half = image[:, : (x0 + x1) // 2 - 7]
    both = np.full((len(image), 1000, 3), 255, np.uint8)
    both[:, : image.shape[1]] = image
    both[:, 1000 - half.shape[1] :] = half
    path = save(both)
    done = run("read", "--json", "--all", path)
    assert done.status == 3
    good, bad, *_ = done.rows
    assert expected_reading.canonical(good["grid"]) == truth(BOARD).grid
    assert bad["error"] == "cut-off"
    assert abs(bad["box"][0] - (1000 - half.shape[1] + x0)) < 9
    done = run("read", "--all", path)
    assert done.out.startswith(f"{path}: 10x10")
    assert "runs out of the picture" in done.err


def test_all_does_not_mention_other_grids_beside_a_board(run, save, board):
    image, (x0, y0, _, _) = board
    sheet = np.full((len(image), 400, 3), 255, np.uint8)
    for i in range(10):
        width = 4 if i % 3 == 0 else 1
        cv2.line(sheet, (x0 + 32 * i, y0), (x0 + 32 * i, y0 + 288), (0, 0, 0), width)
        cv2.line(sheet, (x0, y0 + 32 * i), (x0 + 288, y0 + 32 * i), (0, 0, 0), width)
    done = run("read", "--json", "--all", save(np.hstack([image, sheet])))
    assert [row.get("error", "read") for row in done.rows] == ["read"]
    assert (done.status, done.err) == (0, "")
    found = run("read", "--json", "--puzzle", "star-battle", "--all", save(sheet)).rows[0]["error"]
    assert found == "unsupported"
    assert run("read", "--all", save(sheet)).status == 3
