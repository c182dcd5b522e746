"""Pictures that the program wrote are read without options."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.autoplay.cli.conftest import BOARD
from vision import PictureNote, encode_png, load_image, load_picture, read_board, save_image

FIXTURES = Path(__file__).parents[3] / "fixtures"
LAMPS = FIXTURES / "lights-out-practice"
ONE_OF_EACH = [
    "practice/10x10-coords-half",
    "lights-out-practice/4x4-glow-three-states",
    "pegs-practice/triangle6-rings",
]


@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_overlays_are_read_back_as_what_was_drawn(name, run, tmp_path):
    picture, out = FIXTURES / f"{name}.png", tmp_path / "overlay.png"
    (read,) = run("read", picture, "--solve", "--overlay", out, "--json").rows
    (again,) = run("read", out, "--solve", "--json").rows
    for row in (read, again):
        for key in ("file", "seconds", "overlay", "evidence"):
            row.pop(key, None)
    assert again == read
    assert run("solve", out).status == run("solve", picture).status


def test_an_overlay_of_several_boards_is_read_back_with_all_of_them(run, tmp_path):
    board = load_image(BOARD)
    save_image(tmp_path / "two.png", np.vstack([board, board]))
    done = run(
        "read", tmp_path / "two.png", "--all", "--json", "--overlay", tmp_path / "overlay.png"
    )
    again = run("read", tmp_path / "overlay.png", "--json")
    assert [row["box"] for row in again.rows] == [row["box"] for row in done.rows]
    assert len(again.rows) == 2


def test_the_pictures_of_steps_are_read_back_with_the_marks_before_each(run, tmp_path):
    (row,) = run("explain", BOARD, "--json", "--overlay", tmp_path / "seen.png").rows
    overlay, first, *_, last = (read_board(path) for path in row["pictures"])
    assert overlay.grid == first.grid == last.grid == read_board(BOARD).grid
    assert not first.marks
    assert last.cells_marked("star") < {tuple(cell) for cell in row["cells"]}
    height, width = load_image(row["pictures"][-1]).shape[:2]
    assert min(last.box) >= 0
    assert last.box[2] <= width
    assert last.box[3] <= height


def test_a_recorded_picture_notes_its_puzzle_and_what_reading_it_needs(run, tmp_path):
    pixels = load_image(LAMPS / "5x5-all-off.png")
    (tmp_path / "plain.png").write_bytes(encode_png(pixels))
    options = ("--puzzle", "lights-out", "--lit", "none")
    words = ("record", tmp_path / "plain.png", "--output", tmp_path / "f", "--site", "mine")
    assert run(*words, *options).status == 0
    kept = tmp_path / "f" / "mine" / "plain.png"
    assert load_picture(kept).note == PictureNote("lights-out", lit="none")
    assert run("read", kept, "--json").rows[0]["grid"] == ["....."] * 5
    assert run("record", kept, "--output", tmp_path / "f", "--site", "again").status == 0
    origin = json.loads((tmp_path / "f" / "again" / "plain.json").read_text())
    assert (origin["puzzle"], origin["lit"]) == ("lights-out", "none")
