"""The bundled puzzles: made by the script beside them, and as hard as their kind says."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from autoplay.practice import bundle
from autoplay.practice.puzzles import KINDS, StarKind, collection, find
from solvers.names import DIFFICULTIES
from solvers.star_battle import Puzzle, solve
from solvers.star_battle.explanation import explain

QUICK = [kind for kind in KINDS if kind.difficulty is None or kind.size <= 8]
RATED = [(normal, hard) for normal, hard in pairwise(KINDS) if hard.series == "hard"]


def bundled(kind):
    """Return the bundled puzzles of a kind."""
    boards = [find(kind.id(seed)) for seed in range(kind.bundled)]
    return [Puzzle(board.grid, board.stars) for board in boards]


def test_the_file_holds_the_puzzles_of_every_kind_in_order():
    made = [(kind.id(seed), kind.size, kind.stars) for kind in KINDS for seed in range(kind.bundled)]
    assert [(board.id, board.size, board.stars) for board in collection()] == made


@pytest.mark.parametrize("kind", QUICK, ids=lambda kind: kind.label)
def test_the_generator_makes_the_puzzles_of_the_file(kind):
    for seed in range(kind.bundled):
        assert kind.make(seed) == find(kind.id(seed))


def test_the_script_writes_what_the_site_reads(monkeypatch, tmp_path):
    monkeypatch.setattr(bundle, "KINDS", (StarKind("6x6", 6, 1, 2), StarKind("shapeless", 6, 1, 1, "shapeless")))
    monkeypatch.setattr(bundle, "files", lambda _: tmp_path)
    bundle.main()
    rows = [json.loads(line) for line in (tmp_path / "puzzles.jsonl").read_text("utf-8").splitlines()]
    assert [row["id"] for row in rows] == ["practice-6x6-0", "practice-6x6-1", "shapeless-6x6-0"]
    assert all(solve(Puzzle(tuple(row["grid"]), row["stars"])).solutions == 1 for row in rows)


def test_no_puzzle_is_bundled_twice():
    assert len({board.grid for board in collection()}) == len(collection())


@pytest.mark.parametrize(("normal", "hard"), RATED, ids=lambda kind: kind.label)
def test_hard_puzzles_are_harder_to_explain_than_normal_ones(normal, hard):
    assert DIFFICULTIES.index(hard.difficulty) > DIFFICULTIES.index(normal.difficulty)
    for kind in (normal, hard):
        # One of the largest must do: the deepest rules take seconds there.
        for puzzle in bundled(kind)[: None if kind.size < 14 else 1]:
            assert explain(puzzle).difficulty == kind.difficulty
