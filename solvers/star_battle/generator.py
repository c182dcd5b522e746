"""New puzzles: stars first, then regions grown around them, or walls, until no other solution is
left.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import islice
from types import MappingProxyType

from solvers.cells import PLAIN, WALL, Cell, fill_grid
from solvers.deadline import MORE_TIME, Deadline
from solvers.errors import BadNotation, NotMade, SolveTimeout, count_of
from solvers.names import DIFFICULTIES
from solvers.star_battle.explanation import explain
from solvers.star_battle.model import Puzzle
from solvers.star_battle.region_growth import NODES_A_CELL, RegionGrowth, RegionRepair
from solvers.star_battle.region_partition import RegionPartition, number_cells
from solvers.star_battle.search import SolutionSearch, solve

VARIETY: Mapping[str | None, float] = MappingProxyType(
    {None: 0.6, "easy": 0.9, "normal": 0.9, "hard": 0.8, "expert": 0.3}
)
"""Difficulty → variety of the regions' sizes: the default is about as in print.

Small regions make a puzzle easier.
"""

WIDER = 0.01
"""Added to the variety after each failure: without it, large boards with few stars hardly ever
succeed.
"""

ATTEMPTS = 200
"""Maximum number of puzzles to generate until one has the requested difficulty."""

LUCKY_NODES = 300
"""Boards within which a random placement of the stars is usually found.

Otherwise the search hardly ever ends.
"""

ANOTHER = "another seed, size or difficulty"
"""Hint for arguments of which nothing comes."""

RARE_WITH_ONE_STAR = ("normal", "hard")
RARE = ("hard",)
"""Difficulties that none of 2,000 boards without regions had with one star per row, or none of
1,000 with more.
"""


def generate(
    size: int,
    stars: int,
    seed: int,
    *,
    difficulty: str | None = None,
    shapeless: bool = False,
    timeout_s: float | None = None,
) -> Puzzle:
    """Return a puzzle with exactly one solution and connected regions, or walls.

    The same for the same arguments.

    With ``difficulty``, one of DIFFICULTIES of the explanation, it is the first one explained as
    such. ``timeout_s`` does not influence which puzzle it is.

    Raises
    ------
    BadNotation
        So many stars do not fit on a board of this size, or there is no such difficulty.
    NotMade
        None of the first ATTEMPTS puzzles has this difficulty, or without regions hardly any has.
    SolveTimeout
        There was no such puzzle within ``timeout_s`` seconds.
    """
    if difficulty not in VARIETY:
        raise BadNotation(f"no difficulty {difficulty!r}", hint=", ".join(DIFFICULTIES))
    # Rather an answer at once than a search that hardly ever ends.
    if shapeless and difficulty in (RARE_WITH_ONE_STAR if stars == 1 else RARE):
        each = count_of(stars, "star")
        raise NotMade(
            f"hardly any puzzle without regions and with {each} per row is {difficulty}",
            hint="another difficulty, or regions",
        )
    deadline = Deadline(timeout_s)
    variety = None if shapeless else VARIETY[difficulty]
    puzzles = _make_puzzles(size, stars, random.Random(seed), variety, deadline)
    met = Counter[str]()
    try:
        if difficulty is None:
            return next(puzzles)
        found = _find_difficult(puzzles, difficulty, met, deadline)
    except SolveTimeout:
        what = f"{difficulty} puzzle" if difficulty else "puzzle"
        raise SolveTimeout(
            f"seed {seed}: no {what} within {timeout_s:g} s{_describe_kinds(met)}",
            hint=f"{ANOTHER}, {MORE_TIME}",
        ) from None
    if found is None:
        raise NotMade(f"seed {seed}: no {difficulty} puzzle{_describe_kinds(met)}", hint=ANOTHER)
    return found


def _find_difficult(
    puzzles: Iterator[Puzzle], difficulty: str, met: Counter[str], deadline: Deadline
) -> Puzzle | None:
    """Return the first puzzle of this difficulty; ``met`` counts the kinds of those before it."""
    for puzzle in islice(puzzles, ATTEMPTS):
        kind = _classify(puzzle, difficulty, deadline)
        if kind == difficulty:
            return puzzle
        met[kind] += 1
    return None


def _classify(puzzle: Puzzle, wanted: str, deadline: Deadline) -> str:
    """Return a puzzle's difficulty, or a rough kind if a quick search shows that it is not the
    requested one.
    """
    needs_guesses = solve(puzzle, timeout_s=deadline.left_s).nodes > 1
    # A board whose search had to guess is hard; one that needs no guess is not for experts.
    if needs_guesses and wanted in ("easy", "normal"):
        return "taken for harder"
    if not needs_guesses and wanted == "expert":
        return "taken for easier"
    return explain(puzzle, timeout_s=deadline.left_s).difficulty


def _describe_kinds(met: Counter[str]) -> str:
    kinds = ", ".join(f"{number} {kind}" for kind, number in met.most_common())
    return f" among {met.total()}: {kinds}" if met else ""


def _make_puzzles(
    size: int, stars: int, rng: random.Random, variety: float | None, deadline: Deadline
) -> Iterator[Puzzle]:
    """Yield puzzles whose regions have this variety of sizes, or that have none.

    SolveTimeout ends them.
    """
    failures = 0
    while True:
        answer = _place_stars(size, stars, rng, deadline)
        # A board that is too hard to check ends its attempt; the next one may be easier.
        with suppress(SolveTimeout):
            if variety is None:
                yield _add_walls(size, stars, answer, rng, deadline)
                continue
            # Regions of similar sizes fail most often, so each failure allows more variety.
            wider = min(1, variety + WIDER * failures)
            failures += 1
            puzzle = _divide_board(size, stars, answer, wider, rng, deadline)
            if puzzle is not None:
                failures = 0
                yield puzzle


def _place_stars(size: int, stars: int, rng: random.Random, deadline: Deadline) -> tuple[Cell, ...]:
    everywhere = Puzzle((PLAIN * size,) * size, stars)
    while not deadline.is_over:
        with suppress(SolveTimeout):
            return next(iter(SolutionSearch(everywhere, rng=rng, max_nodes=LUCKY_NODES)))
    raise SolveTimeout("the time is up")


def _divide_board(
    size: int,
    stars: int,
    answer: tuple[Cell, ...],
    variety: float,
    rng: random.Random,
    deadline: Deadline,
) -> Puzzle | None:
    partition = RegionPartition(size, stars, number_cells(answer, size))
    growth = RegionGrowth(partition, rng, variety, deadline)
    if growth.start() and RegionRepair(partition, growth, rng).complete():
        return partition.puzzle()
    return None


def _add_walls(
    size: int, stars: int, answer: tuple[Cell, ...], rng: random.Random, deadline: Deadline
) -> Puzzle:
    """Return a board whose walls leave the answer as the only solution."""
    walls: dict[Cell, str] = {}
    while True:
        puzzle = Puzzle(fill_grid(size, size, PLAIN, walls), stars)
        found = SolutionSearch(
            puzzle, rng=rng, max_nodes=NODES_A_CELL * size**2, timeout_s=deadline.left_s
        )
        # A wall on a star of another solution rules that solution out.
        other = next((stars for stars in found if stars != answer), None)
        if other is None:
            return puzzle
        walls[rng.choice(sorted(set(other).difference(answer)))] = WALL
