"""The bundled puzzles are those that the script beside them makes."""

from __future__ import annotations

from autoplay.demo.bundle import BATCHES
from autoplay.demo.puzzles import collection


def test_the_file_holds_just_what_the_script_makes():
    made = [(f"{b.name}-{b.size}x{b.size}-{seed}", b.size, b.stars) for b in BATCHES for seed in b.seeds]
    assert [(board.id, board.size, board.stars) for board in collection()] == made


def test_no_puzzle_is_bundled_twice():
    assert len({board.grid for board in collection()}) == len(collection())
