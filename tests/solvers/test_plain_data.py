"""Puzzles, solutions and explanations as plain data, which JSON can hold; names of regions."""

import json

import pytest

from solvers import lights_out, peg_solitaire, star_battle
from solvers.cells import rename_regions

GRID = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")
STARS = [[0, 4], [1, 1], [2, 3], [3, 0], [4, 2]]
PUZZLE = star_battle.Puzzle(GRID, 1, crossed={(4, 0), (0, 1)})
LAMPS = lights_out.Puzzle(("*.*", "...", "***"))
PEGS = peg_solitaire.Puzzle(peg_solitaire.named_board("triangle5"), range(1, 15), 0)


@pytest.mark.parametrize("value", [
    PUZZLE, star_battle.solve(PUZZLE), star_battle.explain(star_battle.Puzzle(GRID, 1)),
    LAMPS, lights_out.solve(LAMPS), PEGS, peg_solitaire.solve(PEGS),
], ids=lambda value: f"{type(value).__module__}.{type(value).__name__}")  # fmt: skip
def test_everything_survives_json(value):
    row = value.to_dict()
    assert json.loads(json.dumps(row)) == row
    assert "puzzle" not in row  # a solution names its puzzle only in order to draw it


def test_star_battle_has_its_fields():
    expected = {"grid": [*GRID], "stars": 1, "given": [], "crossed": [[0, 1], [4, 0]]}
    assert PUZZLE.to_dict() == expected
    assert star_battle.solve(PUZZLE).to_dict()["cells"] == STARS


def test_a_rule_and_a_lattice_are_named():
    knight = lights_out.Puzzle(LAMPS.start, rule=lights_out.named_rule("knight", LAMPS.lamps))
    assert (LAMPS.to_dict()["rule"], knight.to_dict()["rule"]) == ("", "rule knight")
    assert (PEGS.to_dict()["lattice"], PEGS.to_dict()["end"]) == ("triangular", 0)


@pytest.mark.parametrize(("grid", "reference", "expected"), [
    (("BBA", "BCA"), ("AAB", "ACB"), ("AAB", "ACB")),
    (("AAB", "ABB"), ("AAA", "ABB"), ("AAB", "ABB")),
    (("A.#", "AB#"), ("C.#", "CD#"), ("C.#", "CD#")),
    (("ABCD",), ("AAAA",), ("ABCD",)),
])  # fmt: skip
def test_regions_take_the_letters_they_share_most_cells_with(grid, reference, expected):
    assert rename_regions(grid, reference) == expected
