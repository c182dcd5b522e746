"""Text forms: the engine reads our texts, and we read the engine's."""

from itertools import groupby, islice

from autoplay.practice.puzzles import pick
from solvers.notation import parse, write
from solvers.star_battle import Puzzle
from tests.solvers.boards import bundled_puzzles
from tests.solvers.notation.samples import SOME_MARKS, essence

CONVERT = """
texts => Promise.all(texts.map(text => new Promise(resolve => {
    const puzzle = new pzpr.Puzzle();
    puzzle.open(text, () => resolve([puzzle.getURL(), puzzle.getFileData()]));
})))
"""
STRIPES = [
    Puzzle(("ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"[:size],) * size, size // 4) for size in range(4, 31)
]
TURNED = [
    Puzzle(tuple(letter * puzzle.size for letter in puzzle.grid[0]), puzzle.stars)
    for puzzle in STRIPES
]
OF_A_KIND = 10
ENDS = Puzzle(SOME_MARKS.grid, 1, frozenset({(0, 0), (4, 4)}), frozenset({(0, 4), (4, 0)}))


def plain(puzzle):
    """Return the puzzle without its marks, which addresses do not hold."""
    return Puzzle(puzzle.grid, puzzle.stars)


def sample(puzzles):
    """Return a few puzzles of each size and number of stars: the engine is slow."""
    puzzles = sorted(puzzles, key=kind)
    return [puzzle for _, alike in groupby(puzzles, kind) for puzzle in islice(alike, OF_A_KIND)]


def kind(puzzle):
    return puzzle.size, puzzle.stars


def test_addresses_and_files_are_the_same_to_the_engine(page, pzpr_url):
    """The engine reads addresses and files as intended, and we read what it writes."""
    puzzles = [*STRIPES, *TURNED, SOME_MARKS, ENDS, *sample(bundled_puzzles().values())]
    page.goto(pzpr_url(pick(0, 0)))
    page.wait_for_function("ui.puzzle.ready")
    texts = [write(plain(puzzle), "puzz.link").strip() for puzzle in puzzles]
    addresses = page.evaluate(CONVERT, texts)
    files = page.evaluate(CONVERT, [write(puzzle, "pzprv3") for puzzle in puzzles])
    for puzzle, text, (address, _), (same, file) in zip(
        puzzles, texts, addresses, files, strict=True
    ):
        body = text.partition("?")[2]
        assert address.partition("?")[2] == same.partition("?")[2] == body
        assert essence(parse(address)) == essence(plain(puzzle))
        assert file == write(puzzle, "pzprv3")
        assert essence(parse(file)) == essence(puzzle)
