"""Text forms: the engine reads our texts, and we read the engine's."""

from __future__ import annotations

from itertools import groupby, islice

import pytest

from autoplay.practice.puzzles import pick
from solvers.notation import parse, write
from solvers.star_battle import Puzzle
from tests.solvers.boards import SHARED, shared_puzzles
from tests.solvers.notation.samples import SOME_MARKS, essence

CONVERT = """
texts => Promise.all(texts.map(text => new Promise(resolve => {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text, () => resolve([puzzle.getURL(), puzzle.getFileData()]));
})))
"""
STRIPES = [Puzzle(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"[:size],) * size, size // 4) for size in range(4, 31)]
TURNED = [Puzzle(tuple(letter * puzzle.size for letter in puzzle.grid[0]), puzzle.stars) for puzzle in STRIPES]
OF_A_KIND = 10
ENDS = Puzzle(SOME_MARKS.grid, 1, frozenset({(0, 0), (4, 4)}), frozenset({(0, 4), (4, 0)}))


@pytest.fixture
def convert(page, pzpr_url):
    """Return, for each text, the address and the file that the engine makes of it."""
    page.goto(pzpr_url(pick(0, 0)))
    page.wait_for_function("ui.puzzle.ready")
    return lambda texts: page.evaluate(CONVERT, texts)


def plain(puzzle):
    """Return the puzzle without its marks, which addresses do not hold."""
    return Puzzle(puzzle.grid, puzzle.stars)


def sample(puzzles):
    """Return a few puzzles of each size and number of stars: the engine is slow, and other tests cover the rest."""
    puzzles = sorted(puzzles, key=kind)
    return [puzzle for _, alike in groupby(puzzles, kind) for puzzle in islice(alike, OF_A_KIND)]


def kind(puzzle):
    return puzzle.size, puzzle.stars


def check(convert, puzzles):
    """Check that the engine reads addresses and files as intended, and that we read what it writes."""
    addresses = convert([write(plain(puzzle), "puzz.link").strip() for puzzle in puzzles])
    files = convert([write(puzzle, "pzprv3") for puzzle in puzzles])
    for puzzle, (address, _), (same, file) in zip(puzzles, addresses, files, strict=True):
        body = write(plain(puzzle), "puzz.link").strip().partition("?")[2]
        assert address.partition("?")[2] == same.partition("?")[2] == body
        assert essence(parse(address)) == essence(plain(puzzle))
        assert file == write(puzzle, "pzprv3")
        assert essence(parse(file)) == essence(puzzle)


def test_boards_of_every_size_are_the_same_to_the_engine(convert):
    check(convert, [*STRIPES, *TURNED])


def test_marks_are_the_same_to_the_engine(convert):
    check(convert, [SOME_MARKS, ENDS])


@pytest.mark.skipif(not SHARED.exists(), reason="the file of real puzzles is not here")
def test_real_puzzles_are_the_same_to_the_engine(convert):
    check(convert, sample(shared_puzzles().values()))
