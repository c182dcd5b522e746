"""Hints of errors: they are right for the cause, and the command with what they propose works."""

import re

import pytest

from tests.autoplay.cli.conftest import BOARD


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["read", "nodir/"],
            "autoplay: nodir/: No such file or directory. Try: check the file's name",
        ),
        (
            ["read", BOARD, "--overlay"],
            "Option '--overlay' requires an argument. Try: autoplay read --help",
        ),
        (
            ["play", "dialy"],
            "'dialy' is not the address of a page. Did you mean daily? Try: demo, lights-out, pegs, daily",
        ),
        (["play", "--site", "puzle-team"], "Did you mean puzzle-team?"),
        (["solve", "5x5", "--rule", "kinght"], "Did you mean knight?"),
        (["history", "--series", "dialy"], "Did you mean daily?"),
    ],
)
def test_the_cause_is_named(run, words, said):
    done = run(*words)
    assert done.status == 2
    assert said in done.complaint


def test_the_size_of_the_board_is_proposed(run):
    done = run("read", BOARD, "--size", "11")
    assert done.status == 3
    assert "does not have the requested size, 11x11" in done.complaint
    hint = re.search(r"Try: (--size \d+)$", done.complaint)[1]
    assert run("read", BOARD, *hint.split()).status == 0


def test_new_folders_are_named(run, tmp_path):
    folder = tmp_path / "ovrelays"
    done = run("read", BOARD, "--overlay", folder)
    assert done.err.splitlines() == [f"new folder: {folder}", f"overlay: {folder / '10x10.png'}"]
    assert "new folder" not in run("read", BOARD, "--overlay", folder).err
