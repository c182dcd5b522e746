"""Fit of the weights of signs, on fixtures, corpora, drawn looks and damaged pictures.

usage: python -m tests.qa.benchmarks.weights [--corpus DIR]... [--no-fixtures] [--looks N]
       [--damaged N] [--seed S] [--ridge R] [--folds N] [--save FILE] [--load FILE]...

Each picture is read by the readers of all games, with and without the puzzle given. What they
propose in one place are rivals: one of them is right, or none. The weights make the right ones
likely, by a conditional logistic regression with a small ridge, in which each sign speaks in the
direction that the present table says. Prints how often each sign is on right and on wrong boards,
its weight, and what the weights decide: for parts of the pictures that were left out of the fit,
and for all. With ``--save`` the places are written to a file, which ``--load`` reads. Asserts
nothing.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple
from zlib import crc32

import numpy as np
import numpy.typing as npt
from playwright.sync_api import sync_playwright

from autoplay.browser.start import start_browser
from autoplay.fixtures.expected_reading import canonical, parse
from autoplay.fixtures.fixture import EXPECTED, ORIGIN, PICTURE, find
from solvers.errors import AutoplayError
from tests.qa.benchmarks.hostile import made
from tests.qa.benchmarks.looks import cases
from tests.qa.benchmarks.pictures import FIXTURES
from tests.qa.damage import kinds
from tests.qa.looks import LOOKS
from tests.qa.looks.scene import camera
from vision.confidence import LEAST_CONFIDENCE, WEIGHTS
from vision.decision import are_in_one_place
from vision.errors import ReadingError
from vision.files.loading import load_image
from vision.game_reader import Attempt, Hints
from vision.image import Image, read_only_view
from vision.inspection import READERS

KINDS: Final = {
    "region": "star-battle",
    "shapeless": "star-battle",
    "lights-out": "lights-out",
    "peg": "pegs",
}
"""Games by the kinds of a corpus' pictures; other kinds have no board."""
STEPS: Final = 10_000
"""Number of steps of the descent; later ones change no weight by a hundredth."""
USUAL: Final = 1.0
"""Weight towards which the ridge draws a sign, in log-odds."""
SEVERAL: Final = 0.1
"""Importance of a right board as if it had no single solution: puzzles that are published have one,
but about one in ten that people make or change has several."""
UNSOLVED: Final = "star-battle: regions without exactly one solution"
REGIONS: Final = "star-battle: N regions in N rows"
GIVEN_GAME: Final = "star-battle"
"""Game that is given too. Of the others, what is left to doubt then is not a question of weights."""
IN_VAIN: Final = 0.05
"""Importance of a picture without a board for which a game is given: people hardly ever name a game
that is not there, but every such picture is read so."""

Grid = tuple[str, ...]
Floats = npt.NDArray[np.float64]


class Truth(NamedTuple):
    """Contents of a picture: its name, the game ("" for none) and the grids."""

    name: str
    puzzle: str
    grids: frozenset[Grid]


class Place(NamedTuple):
    """Boards that are proposed in one place of a picture, each as the names of its signs.

    ``right`` is the number of the right one, -1 if there is none.
    """

    name: str
    boards: list[list[str]]
    right: int
    importance: float


def find_places(truth: Truth, image: Image) -> Iterator[Place]:
    """Yield the places of a picture, with its game given and with none given."""
    image = read_only_view(image)
    games = ["", GIVEN_GAME] if truth.puzzle in ("", GIVEN_GAME) else [""]
    for given in games:
        hints = Hints(is_told=bool(given))
        attempts: list[Attempt] = []
        for reader in READERS:
            if given in ("", reader.puzzle):
                try:
                    attempts += reader.attempts(image, hints)
                except ReadingError:
                    continue
        importance = IN_VAIN if given and not truth.puzzle else 1.0
        proposed = [attempt for attempt in attempts if attempt.signs]
        yield from _split_places(f"{truth.name} {given}", truth, proposed, importance)


def _split_places(
    name: str, truth: Truth, attempts: list[Attempt], importance: float
) -> Iterator[Place]:
    """Yield a place for each right board with its rivals, and one for each other board."""
    right = [attempt for attempt in attempts if _is_right(truth, attempt)]
    for attempt in right:
        rivals = [
            other
            for other in attempts
            if other.puzzle != attempt.puzzle and are_in_one_place(attempt, other)
        ]
        yield Place(name, [_names(board) for board in (attempt, *rivals)], 0, importance)
    for attempt in attempts:
        is_beside = any(are_in_one_place(attempt, other) for other in right)
        # What is refused for another reason needs no decision, but it may be a rival.
        if attempt.reading and not attempt.refusal and not is_beside:
            yield Place(name, [_names(attempt)], -1, importance)


def _change_to_unsolved(place: Place) -> Place | None:
    """Return the place as if its right board of regions had no single solution, or None."""
    if place.right < 0 or REGIONS not in place.boards[0] or UNSOLVED in place.boards[0]:
        return None
    boards = [[*place.boards[0], UNSOLVED], *place.boards[1:]]
    return Place(place.name, boards, 0, SEVERAL * place.importance)


def _is_right(truth: Truth, attempt: Attempt) -> bool:
    """Return True if an attempt gives the picture's board."""
    if attempt.puzzle != truth.puzzle or attempt.reading is None:
        return False
    return canonical(attempt.reading.grid) in truth.grids


def _names(attempt: Attempt) -> list[str]:
    return [f"{attempt.puzzle}: {sign.name}" for sign in attempt.signs]


def known_pictures(corpora: list[Path], *, own: bool) -> Iterator[tuple[Truth, Path]]:
    """Yield our fixtures, if ``own``, and the pictures of corpora."""
    for fixture in find(FIXTURES) if own else ():
        expected = parse(fixture.path(EXPECTED).read_text("utf-8"))
        origin = json.loads(fixture.path(ORIGIN).read_bytes())
        if "box" in origin:
            puzzle = origin.get("puzzle", "star-battle")
            yield Truth(str(fixture), puzzle, frozenset([expected.grid])), fixture.path(PICTURE)
    for root in corpora:
        for entry in json.loads((root / "corpus.json").read_text("utf-8")):
            golden = root / "images" / f"{entry['slug']}.grid.txt"
            boards = entry["boards"] if isinstance(entry.get("boards"), list) else []
            grids = [board["grid"] for board in boards]
            if golden.exists():
                grids.append(golden.read_text().splitlines())
            puzzle = KINDS.get(entry.get("kind", "region"), "")
            if not grids or {"other-puzzle", "no-solution", "negative"} & set(entry["tags"]):
                puzzle = ""
            known = frozenset(canonical(grid) for grid in grids)
            yield Truth(entry["slug"], puzzle, known), root / entry["file"]


def find_places_of_looks(count: int, seed: int) -> Iterator[Place]:
    """Yield the places of ``count`` drawn pictures of each look."""
    with (
        sync_playwright() as playwright,
        start_browser(playwright) as browser,
        camera(browser) as taker,
    ):
        for look in LOOKS:
            for name, image, boards in cases(taker, look, count, seed):
                grids = frozenset(canonical(board.grid) for board in boards)
                cells = {cell for board in boards for row in board.grid for cell in row}
                # A page with boards of several games has no single truth.
                if "pages" in look:
                    continue
                puzzle = _game_of(cells) if boards else ""
                yield from find_places(Truth(name, puzzle, grids), image)


def find_places_of_damaged(count: int, seed: int) -> Iterator[Place]:
    """Yield the places of ``count`` damaged copies of our fixtures."""
    for number in range(count):
        kind, data, grid = made(number, seed, tuple(kinds()))
        try:
            image = load_image(data)
        except AutoplayError:
            continue
        # Every name is one of its own, so that the copies of a kind fall into all parts.
        name = f"damaged-{number}-{kind}"
        truth = Truth(name, _game_of(set("".join(grid))), frozenset([grid]))
        yield from find_places(truth, image)


def _game_of(cells: set[str]) -> str:
    """Return the game whose boards are written with these cells."""
    if "*" in cells:
        return "lights-out"
    return "pegs" if "o" in cells else "star-battle"


class Table:
    """Places as arrays: the signs of each board, and which boards and which right one a place
    has."""

    def __init__(self, places: list[Place], names: list[str]) -> None:
        boards = [board for place in places for board in place.boards]
        self.signs = np.array([[name in board for name in names] for board in boards], np.float64)
        lengths = [len(place.boards) for place in places]
        self.first = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.intp)
        self.place = np.repeat(np.arange(len(places)), lengths)
        self.is_right = np.zeros(len(boards))
        has_right = np.array([place.right >= 0 for place in places])
        self.is_right[self.first[has_right]] = 1.0
        importance = np.array([place.importance for place in places])
        self.importance = importance / importance.sum()

    def probabilities(self, weights: Floats) -> Floats:
        """Return the probability of each board beside its rivals, and beside none of them."""
        odds = np.exp(np.clip(self.signs @ weights, -50, 50))
        return np.asarray(odds / (1 + np.add.reduceat(odds, self.first))[self.place])

    def gradient(self, weights: Floats) -> Floats:
        """Return the gradient of the mean loss, the negative log-likelihood of the right ones."""
        off = (self.probabilities(weights) - self.is_right) * self.importance[self.place]
        return np.asarray(self.signs.T @ off)


def fit(
    places: list[Place], names: list[str], direction: Mapping[str, float], ridge: float
) -> dict[str, float]:
    """Return the weight of each sign by projected gradient descent with momentum (Nesterov)."""
    table = Table(places, names)
    # The table says in which direction a sign speaks, so that chance can't turn it round. A sign
    # that the pictures say nothing about speaks a little.
    is_for = np.array([direction[name] >= 0 for name in names])
    usual = np.where(is_for, USUAL, -USUAL)
    scaled = table.signs * table.importance[table.place][:, None]
    step = 1 / (np.linalg.eigvalsh(table.signs.T @ scaled)[-1] / 2 + ridge)
    weights = usual.copy()
    ahead = weights
    for k in range(STEPS):
        moved = ahead - step * (table.gradient(ahead) + ridge * (ahead - usual))
        moved = np.where(is_for, np.maximum(moved, 0), np.minimum(moved, 0))
        ahead = moved + k / (k + 3) * (moved - weights)
        weights = moved
    return dict(zip(names, weights.tolist(), strict=True))


def report(title: str, places: list[Place], weights: Mapping[str, float]) -> None:
    """Print what weights decide: right boards that are accepted and wrong ones."""
    names = sorted(weights)
    table = Table(places, names)
    found = table.probabilities(np.array([weights[name] for name in names]))
    accepted = found >= LEAST_CONFIDENCE
    is_right = table.is_right > 0
    name_of = [places[number].name for number in table.place]
    wrong = [name_of[i] for i in np.flatnonzero(accepted & ~is_right)]
    lost = [name_of[i] for i in np.flatnonzero(~accepted & is_right)]
    good = int((accepted & is_right).sum())
    print(f"{title}: {good} of {int(is_right.sum())} right ones accepted, {len(wrong)} wrong ones")
    print("  wrong:", "; ".join(wrong[:12]))
    print("  lost:", "; ".join(lost[:12]))


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--corpus", type=Path, action="append", default=[], metavar="DIR")
    parser.add_argument("--no-fixtures", action="store_true", help="leave out our fixtures")
    parser.add_argument("--looks", type=int, default=0, help="drawn pictures a look (0)")
    parser.add_argument("--damaged", type=int, default=0, help="damaged copies of fixtures (0)")
    parser.add_argument("--seed", type=int, default=0, help="seed of drawn and damaged ones (0)")
    parser.add_argument("--ridge", type=float, default=1e-5)
    parser.add_argument("--folds", type=int, default=5, help="parts left out in turn (5)")
    parser.add_argument("--save", type=Path, metavar="FILE", help="where to write the places")
    parser.add_argument("--load", type=Path, action="append", default=[], metavar="FILE")
    options = parser.parse_args()
    places: list[Place] = []
    for path in options.load:
        places += [Place(*json.loads(line)) for line in path.read_text().splitlines()]
    if not options.load:
        for truth, path in known_pictures(options.corpus, own=not options.no_fixtures):
            places += find_places(truth, load_image(path))
        if options.looks:
            places += find_places_of_looks(options.looks, options.seed)
        places += find_places_of_damaged(options.damaged, options.seed)
    if options.save:
        options.save.write_text("".join(f"{json.dumps(place)}\n" for place in places))
    places += [place for place in map(_change_to_unsolved, places) if place]
    present = {
        f"{puzzle}: {name}": weight
        for puzzle, table in WEIGHTS.items()
        for name, weight in table.items()
    }
    names = sorted({name for place in places for board in place.boards for name in board})
    weights = fit(places, names, present, options.ridge)
    print(f"{'sign':60}{'right':>7}{'wrong':>7}{'weight':>8}{'now':>8}")
    for name in names:
        on = [
            place.right == number
            for place in places
            for number, board in enumerate(place.boards)
            if name in board
        ]
        counts = f"{sum(on):7}{len(on) - sum(on):7}"
        print(f"{name:60}{counts}{weights[name]:8.1f}{present[name]:8.1f}")
    fold_of = {
        place.name: crc32(place.name.split()[0].encode()) % options.folds for place in places
    }
    for fold in range(options.folds):
        inside = [place for place in places if fold_of[place.name] != fold]
        outside = [place for place in places if fold_of[place.name] == fold]
        report(f"fold {fold}", outside, fit(inside, names, present, options.ridge))
    report("fitted", places, weights)
    report("now", places, {name: present[name] for name in names})


if __name__ == "__main__":
    main()
