"""`autoplay draw`: SVG and PNG of one puzzle, and what can't be drawn."""

from xml.etree import ElementTree

import pytest

from tests.autoplay.cli.conftest import BOARD
from vision import load_image, read_board

STARS = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"
GRID = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")
LAMPS = "*.*\n.*.\n*.*\n"


@pytest.mark.parametrize("puzzle", [STARS, LAMPS, "triangle5", BOARD], ids=str)
def test_an_svg_goes_to_stdout_for_every_game(run, puzzle):
    done = run("draw", puzzle)
    assert (done.status, done.err) == (0, "")
    assert ElementTree.fromstring(done.out).tag.endswith("svg")


def test_the_board_can_do_without_the_solution(run, tmp_path):
    assert 'class="star"' in run("draw", STARS).out
    assert 'class="star"' not in run("draw", STARS, "--no-solution").out
    done = run("draw", STARS, "--no-solution", "-o", tmp_path / "new" / "one.svg")
    assert (done.out, done.err) == ("", f"drawn: {tmp_path / 'new' / 'one.svg'}\n")
    assert (tmp_path / "new" / "one.svg").read_text() == run("draw", STARS, "--no-solution").out


def test_a_puzzle_without_a_solution_is_drawn_and_reported(run):
    done = run("draw", "stars 1\nAAAA\nABBA\nACCD\nDDDD\n")
    assert (done.status, done.out.count("<svg")) == (4, 1)
    assert "no solution (4x4, 1 star)" in done.complaint


def test_a_png_is_read_without_options_as_the_puzzle_on_it(run, elsewhere, tmp_path):
    for puzzle, name, rows in (
        (STARS, "star-battle", GRID),
        (LAMPS, "lights-out", ("*.*", ".*.", "*.*")),
        ("triangle4", "pegs", ("   .   ", "  o o  ", " o o o ", "o o o o")),
    ):
        elsewhere(run, "draw", puzzle, "--output", tmp_path / f"{name}.png", "--timeout", 5)
        reading = read_board(tmp_path / f"{name}.png")
        assert (reading.puzzle, reading.grid, reading.marks) == (name, rows, ())
        # It also lies where it is drawn: lit lamps and pegs are darker than the others.
        image = load_image(tmp_path / f"{name}.png")
        levels = {state: [] for state in "*o."}
        for row, line in enumerate(reading.grid):
            for col, state in enumerate(line):
                x, y = map(round, reading.centre(row, col))
                levels.get(state, []).append(image[y - 9 : y + 10, x - 9 : x + 10].mean())
        assert max(levels["*"] + levels["o"], default=0) < min(levels["."], default=255)


def test_without_a_browser_a_png_ends_with_the_status_of_that(
    run, elsewhere, tmp_path, monkeypatch
):
    monkeypatch.setenv("AUTOPLAY_BROWSER", str(tmp_path / "none"))
    done = elsewhere(run, "draw", STARS, "--output", tmp_path / "one.png")
    assert (done.status, (tmp_path / "one.png").exists()) == (6, False)
    assert "is not a browser that can be started" in done.complaint
