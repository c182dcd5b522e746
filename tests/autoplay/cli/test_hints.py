"""Hints of errors: they are right for the cause, and the command with what they propose works."""

import tomllib
from pathlib import Path

import pytest

from autoplay.cli import main
from autoplay.cli.terminal import find_command, fit_hint
from tests.autoplay.cli.conftest import BOARD

TABLES = tomllib.loads(Path(__file__).with_name("hints.toml").read_text("utf-8"))


@pytest.mark.parametrize(("words", "said"), TABLES["hidden_boards"].items())
def test_the_option_that_hides_the_board_is_named_with_what_is_there(run, tmp_path, words, said):
    for verb in ("read", "solve"):
        done = run(verb, BOARD, *words.split())
        assert (done.status, done.out) == (3, "")
        assert said in done.complaint
    # To record, a picture is cropped first, and has no size.
    if words.startswith(("--puzzle", "--lit")):
        done = run("record", BOARD, *words.split(), "--output", tmp_path)
        assert (done.status, said in done.complaint) == (3, True)


def test_a_size_that_the_pegs_do_not_have_is_refused(run):
    triangle = BOARD.parents[1] / "pegs-practice" / "triangle5.png"
    assert run("read", triangle, "--size", "5").status == 0
    done = run("read", triangle, "--size", "9")
    assert (done.status, done.out) == (3, "")
    assert "--size says 9x9, but the board at 84,244 has 5x9 cells" in done.complaint


@pytest.mark.parametrize(("words", "hint", "fitted"), TABLES["fitted"])
def test_a_hint_names_only_options_of_the_command(words, hint, fitted):
    assert fit_hint(hint, find_command(words.split(), main), main) == fitted


def test_new_folders_are_named(run, tmp_path):
    folder = tmp_path / "ovrelays"
    done = run("read", BOARD, "--overlay", folder)
    assert done.err.splitlines() == [f"new folder: {folder}", f"overlay: {folder / '10x10.png'}"]
    assert "new folder" not in run("read", BOARD, "--overlay", folder).err
