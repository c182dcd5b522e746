"""`autoplay make`: new puzzles, and reproducing them."""

import re
import shlex

import pytest

from solvers.notation import parse
from solvers.star_battle import generate, generator
from tests.autoplay.cli.pegs import left


def test_a_puzzle_is_printed_as_letters_with_its_stars(run):
    done = run("make", "--size", 8, "--stars", 1, "--seed", 4)
    assert done.status == 0
    assert parse(done.out) == generate(8, 1, seed=4)
    assert done.out.startswith("stars 1\n")


@pytest.mark.parametrize("arguments", ["", "--size 8 --difficulty normal", "--size 6 --shapeless"])
def test_the_seed_that_was_drawn_makes_the_same_puzzle_again(run, arguments):
    done = run("make", *arguments.split())
    again = re.fullmatch(r"made by: (.*)\n", done.err)[1]
    assert run("make", *shlex.split(again)).out == done.out
    assert run("make", *arguments.split()).out != done.out


@pytest.mark.parametrize("arguments", [
    "--puzzle lights-out --size 5", "--puzzle lights-out --size 3x7 --rule knight",
    "--puzzle lights-out --size 4 --wrap --states 3", "--puzzle lights-out --target on",
    "--puzzle lights-out --size 1", "--puzzle pegs", "--board triangle5 --end 4",
    "--board european --pegs 9 --end any", "--pegs 2",
])  # fmt: skip
def test_a_board_of_lamps_or_pegs_can_be_solved_and_made_again(run, arguments):
    made = run("make", *arguments.split(), "--json")
    again = shlex.split(re.fullmatch(r"made by: (.*)\n", made.err)[1])
    assert run("make", *again, "--json").out == made.out
    (row,) = run("solve", "-", stdin=made.out.encode()).rows
    assert (row["id"], row["solvable"]) == (made.rows[0]["id"], True)
    answer = "jumps" if row["puzzle"] == "pegs" else "presses"
    written = run("make", *again).out
    assert run("solve", "--json", "-", stdin=written.encode()).rows[0][answer] == row[answer]
    assert row[answer]
    if answer == "jumps":
        last = left(row["grid"], row["jumps"], triangular="triangle" in arguments)
        assert last == {4} if "--end 4" in arguments else len(last) == 1


def test_several_puzzles_are_of_the_seeds_that_follow(run):
    done = run("make", "--size", 6, "--seed", 7, "--count", 3, "--json")
    assert [row["id"] for row in done.rows] == ["6x6-7", "6x6-8", "6x6-9"]
    expected = [generate(6, 1, seed).grid for seed in (7, 8, 9)]
    assert [tuple(row["grid"]) for row in done.rows] == expected
    assert done.err == "made by: --size 6 --stars 1 --seed 7 --count 3\n"
    texts = run("make", "--size", 6, "--seed", 7, "--count", 3).out.split("\n\n")
    assert [parse(text).grid for text in texts] == [tuple(row["grid"]) for row in done.rows]


def test_missing_difficulty_has_its_own_exit_status(run, monkeypatch):
    monkeypatch.setattr(generator, "ATTEMPTS", 2)
    done = run("make", "--size", 4, "--difficulty", "expert", "--seed", 1)
    assert (done.status, done.out) == (4, "")
    said = "seed 1: no expert puzzle among 2: 2 taken for easier. Try: another seed, size or"
    assert said in done.complaint


def test_a_time_limit_ends_it_in_one_line(run):
    done = run("make", "--size", 30, "--seed", 1, "--timeout", 0.1)
    assert (done.status, done.out) == (4, "")
    said = "seed 1: no puzzle within 0.1 s. Try: another seed, size or difficulty, a longer"
    assert said in done.complaint


def test_a_board_that_no_press_changes_is_not_made(run):
    done = run(
        "make", *["--puzzle", "lights-out", "--size", "1", "--rule", "neighbours", "--seed", "3"]
    )
    assert (done.status, done.out) == (4, "")
    assert "seed 3: no presses change such a board" in done.complaint
