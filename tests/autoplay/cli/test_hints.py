"""Hints of errors: they are right for the cause, and the command with what they propose works."""

import re

import pytest

from autoplay.cli import main
from autoplay.cli.hints import find_command, fit_hint
from tests.autoplay.cli.conftest import BOARD


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--size 11", "--size says 11x11, but the board at 503,127 has 10x10 cells. Try: leave out --size"),
        ("--puzzle lights-out", "--puzzle says lights-out, but the picture shows a board of star-battle. Try: leave out --puzzle"),
        ("--lit bright", "--lit is for lights-out, but the picture shows a board of star-battle. Try: leave out --lit"),
        ("--crop 0,0,200,200", "--crop 0,0,200,200 shows no whole board, but the picture has one at 503,127."),
    ],
)  # fmt: skip
def test_the_option_that_hides_the_board_is_named_with_what_is_there(run, tmp_path, words, said):
    for verb in ("read", "solve"):
        done = run(verb, BOARD, *words.split())
        assert (done.status, done.out) == (3, "")
        assert said in done.complaint
    # To record, a picture is cropped first, and has no size.
    if words.startswith(("--puzzle", "--lit")):
        done = run("record", BOARD, *words.split(), "--output", tmp_path)
        assert (done.status, said in done.complaint) == (3, True)
    if crop := re.search(r"or (--crop \S+)$", done.complaint):
        assert run("read", BOARD, *crop[1].split()).status == 0


def test_a_size_that_the_pegs_do_not_have_is_refused(run):
    triangle = BOARD.parents[1] / "pegs-practice" / "triangle5.png"
    assert run("read", triangle, "--size", "5").status == 0
    done = run("read", triangle, "--size", "9")
    assert (done.status, done.out) == (3, "")
    assert "--size says 9x9, but the board at 85,245 has 5x9 cells" in done.complaint


@pytest.mark.parametrize(("words", "hint", "fitted"), [
    ("play demo", "use --crop 1,2,3,4 or --size N", "with autoplay read: use --crop 1,2,3,4 or --size N"),
    ("check", "a larger window; --puzzle NAME", "a larger window"),
    ("batch read", "--puzzle pegs if they are pegs", "--puzzle pegs if they are pegs"),
    ("doctor", "pip install --no-deps x", "pip install --no-deps x"),
    ("read", "autoplay solve, which has --timeout", "autoplay solve, which has --timeout"),
])  # fmt: skip
def test_a_hint_names_only_options_of_the_command(words, hint, fitted):
    assert fit_hint(hint, find_command(words.split(), main), main) == fitted


def test_new_folders_are_named(run, tmp_path):
    folder = tmp_path / "ovrelays"
    done = run("read", BOARD, "--overlay", folder)
    assert done.err.splitlines() == [f"new folder: {folder}", f"overlay: {folder / '10x10.png'}"]
    assert "new folder" not in run("read", BOARD, "--overlay", folder).err
