"""Drawings of boards: well-formed, and complete."""

from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from solvers import lights_out, peg_solitaire, star_battle
from solvers.drawing import CELL, draw_lamps, draw_pegs, draw_regions
from solvers.star_battle.model import tint

STARS = star_battle.Puzzle(("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA"), 1)
LAMPS = lights_out.Puzzle(("***", "***", "***"))
TRIANGLE = peg_solitaire.named_board("triangle5")
PEGS = peg_solitaire.Puzzle(TRIANGLE, TRIANGLE.full ^ 1)


def kinds(svg):
    """Return the number of shapes of each class; fails unless the text is well-formed."""
    names = [element.get("class") for element in ElementTree.fromstring(svg).iter()]
    return Counter(name for name in names if name)


def words(svg):
    elements = ElementTree.fromstring(svg).iter()
    return [element.text for element in elements if element.tag.endswith("text")]


def line_length(svg, kind):
    """Return the number of cell sides that lines of this class cover, without the frame."""
    shapes = [one for one in ElementTree.fromstring(svg).iter() if one.get("class") == kind]
    return sum(one.get("d", "").count(step) for one in shapes for step in ("v", "h"))


def test_regions_have_thick_borders_and_thin_inner_lines():
    svg = draw_regions(("AAB", "ACB", "ACB")).svg()
    assert (line_length(svg, "edge"), line_length(svg, "hair")) == (6, 6)
    regions = [one for one in ElementTree.fromstring(svg).iter() if one.get("class") == "region"]
    assert {one.get("fill") for one in regions} == set(map(tint, "ABC"))


def test_each_piece_of_a_region_in_several_is_named():
    grid = ("AAB", "CCA", "CCA")
    assert words(draw_regions(grid).svg()) == ["A", "A"]
    assert words(draw_regions(grid, named=True).svg()) == ["A", "A", "B", "C"]


def test_marks_walls_and_frames_are_drawn_each_in_its_way():
    marks = {(0, 0): "star", (0, 1): "cross", (1, 0): "dot", (2, 0): "first", (2, 2): "second"}
    svg = draw_regions(("...", ".#.", "..."), marks, frames=[(0, 2), (7, 7)]).svg()
    found = kinds(svg)
    assert {found[kind] for kind in ("wall", "star", "cross", "dot", "framed")} == {1}
    assert found["either"] == 2
    assert words(svg) == ["1", "2"]
    assert not found["region"]


def test_stars_of_one_or_two_solutions_and_marks_differ():
    found = kinds(STARS.drawing([(0, 1), (0, 4)], others=[(0, 4), (2, 3)]).svg())
    assert (found["star"], found["either"]) == (1, 2)
    found = kinds(replace(STARS, given={(0, 4)}, crossed={(0, 3), (1, 4)}).drawing().svg())
    assert (found["star"], found["cross"]) == (1, 2)


def test_lamps_show_their_states_and_number_of_presses():
    svg = draw_lamps(("*2.", " .3"), presses=[(0, 0), (1, 1), (1, 1)]).svg()
    found = kinds(svg)
    assert [found[kind] for kind in ("lit", "unlit", "press")] == [2 * 3, 2, 2]
    assert words(svg) == ["2", "3", "2"]


@pytest.mark.parametrize(("said", "title"), [
    ({}, "Lights Out 2x2, to be all off"),
    (
        {"target": "on", "rule": lights_out.Rule(lights_out.RULES["knight"], wrap=True)},
        "Lights Out 2x2, rule knight, edges joined, to be all on",
    ),
    ({"target": ("*.", "2."), "states": 3}, "Lights Out 2x2, 3 states, to be as on the right"),
    (
        {"rule": lights_out.Rule(frozenset({(0, 0)}))},
        "Lights Out 2x2, rule of its own, to be all off",
    ),
])  # fmt: skip
def test_the_title_of_lamps_names_the_rule_and_the_target(said, title):
    drawing = lights_out.Puzzle(("*.", ".*"), **said).drawing()
    assert drawing.title == title
    assert drawing.width == (5 * CELL if "right" in title else 2 * CELL)


def test_pegs_have_numbers_and_holes_too():
    svg = draw_pegs(
        ("  o  ", " . o ", "o . o"), "triangular", jumps=[(5, 2, 0)], frames=[(0, 2), (0, 0)]
    ).svg()
    found = kinds(svg)
    assert [found[kind] for kind in ("peg", "hole", "jump", "framed")] == [4, 2, 1, 1]
    assert words(svg) == [*"012345"]


def test_each_move_of_pegs_has_a_board_and_so_has_the_end():
    solution = peg_solitaire.solve(PEGS)
    svg = PEGS.drawing(solution.jumps).svg()
    assert kinds(svg)["jump"] == len(solution.jumps)
    expected = [*(f"{move}." for move in range(1, solution.moves + 1)), "End"]
    assert [word for word in words(svg) if not word.isdigit()] == expected
    assert kinds(PEGS.after(solution.jumps).drawing().svg())["peg"] == 1


@pytest.mark.parametrize(
    "puzzle", [STARS, LAMPS, PEGS], ids=lambda puzzle: type(puzzle).__module__.split(".")[1]
)
def test_a_notebook_shows_puzzles_and_solutions(puzzle):
    game = {STARS: star_battle, LAMPS: lights_out, PEGS: peg_solitaire}[puzzle]
    solution = game.solve(puzzle)
    assert "<title>" in puzzle._repr_svg_()
    mark = {STARS: "star", LAMPS: "press", PEGS: "jump"}[puzzle]
    assert kinds(puzzle._repr_svg_())[mark] == 0
    assert kinds(solution._repr_svg_())[mark] > 0
    assert "puzzle" not in repr(solution)
    assert replace(solution, puzzle=None) == solution
    assert replace(solution, puzzle=None)._repr_svg_() is None


def test_a_notebook_is_not_given_a_million_lamps(monkeypatch):
    many = lights_out.Puzzle(("*" * 1000,) * 1000)
    monkeypatch.setattr("solvers.lights_out.model.draw_lamps", None)  # not drawn at all
    assert many._repr_svg_() is None
