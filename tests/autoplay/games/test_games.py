"""Games as the player sees them: solvers, moves and plausible boards."""

from dataclasses import replace

import pytest

from autoplay.games import GAMES
from autoplay.games.adapter import GoalOnPage
from autoplay.games.lights_out.options import LightsOutOptions
from autoplay.games.star_battle.options import StarBattleOptions, StarCount, find_stars, make_puzzle
from autoplay.practice.puzzles import pick, spoil
from solvers.errors import BadNotation, ManySolutions, NoSolution
from vision import Reading
from vision.errors import AmbiguousBoard, BoardCutOff

GRID = ("AAAAB", "CDAAA", "CCAAA", "CEEAA", "CCEAA")
SOLUTION = ((0, 4), (1, 1), (2, 3), (3, 0), (4, 2))
ROWS = ("AAAAA", "BBBBB", "CCCCC", "DDDDD", "EEEEE")
READING = Reading(
    "star-battle", GRID, tuple(range(0, 60, 10)), tuple(range(0, 60, 10)), (0, 0, 50, 50)
)


def solved(reading=READING, stars=None):
    return GAMES["star-battle"].player.solve_reading(reading, StarBattleOptions(stars=stars))


def test_known_stars_beat_those_in_the_picture():
    assert solved(replace(READING, stars=1))[0].stars == 1
    with pytest.raises(BadNotation, match="3 stars"):
        solved(replace(READING, stars=1), stars=3)


def test_a_board_without_a_solution_is_refused():
    grid = spoil(pick(0, 0), 0).grid
    with pytest.raises(NoSolution, match="5x5 board with 1 star"):
        solved(replace(READING, grid=grid), stars=1)


def test_a_board_without_a_unique_number_of_stars_names_the_option():
    with pytest.raises(ManySolutions, match="1 star per row") as error:
        solved(replace(READING, grid=ROWS))
    assert error.value.hint.startswith("--any")


def test_a_board_with_several_solutions_is_refused():
    with pytest.raises(ManySolutions, match="5x5 board with 1 star"):
        solved(replace(READING, grid=ROWS), stars=1)


WALLED = pick(12, 0).grid
NONOGRAM = ("#....", "##...", "###..", "##...", "#....")


def test_unique_solution_confirms_a_board_that_may_lack_a_row():
    unsure = replace(READING, whole=False)
    assert find_stars(unsure) == StarCount(1, "inferred")
    with pytest.raises(
        BoardCutOff, match="without a frame, and no number of stars gives it one"
    ) as caught:
        find_stars(replace(unsure, grid=ROWS))
    assert caught.value.box == READING.box


def test_a_board_whose_solution_was_not_found_in_time_says_so():
    unsure = replace(READING, whole=False, grid=ROWS)
    with pytest.raises(BoardCutOff, match="the search for its only solution was too long"):
        find_stars(unsure, 1, timeout_s=0)


def test_walls_without_a_solution_are_another_puzzle():
    lines = tuple(range(0, 70, 10))
    walled = replace(READING, grid=WALLED, xs=lines, ys=lines)
    assert find_stars(walled) == StarCount(1, "inferred")
    with pytest.raises(
        AmbiguousBoard, match="has walls, but no number of stars gives it one solution"
    ):
        find_stars(replace(READING, grid=NONOGRAM))


def test_given_stars_beat_seen_ones_and_those_inferred(monkeypatch):
    monkeypatch.setattr("autoplay.games.star_battle.options.infer_stars", None)
    assert find_stars(replace(READING, stars=2), 3) == StarCount(3, "given")
    assert find_stars(replace(READING, stars=2)) == StarCount(2, "picture")


@pytest.mark.parametrize(("size", "stars"), [(5, StarCount(1, "usual")), (9, StarCount())])
def test_the_usual_number_is_used_if_time_runs_out(size, stars):
    lines = tuple(range(0, 10 * size + 10, 10))
    striped = replace(
        READING, grid=tuple(chr(65 + row) * size for row in range(size)), xs=lines, ys=lines
    )
    assert find_stars(striped, timeout_s=0) == stars


def test_a_puzzle_takes_the_usual_stars_if_none_are_known():
    striped = replace(
        READING, grid=tuple(chr(65 + row) * 10 for row in range(10)), ys=tuple(range(11))
    )
    assert make_puzzle(striped, StarCount(1, "given")).stars == 1
    assert make_puzzle(striped, StarCount()).stars == 2
    nine = replace(READING, ys=tuple(range(10)))
    with pytest.raises(BadNotation, match="no single number") as caught:
        make_puzzle(nine, StarCount())
    assert caught.value.hint == "--stars K"


@pytest.mark.parametrize(("states", "is_plausible"), [(2, True), (4, True), (9, False)])
def test_lamps_of_many_states_may_be_the_regions_of_another_game(states, is_plausible):
    colour = (50.0, 0.0, 0.0)
    lines, grid = (0, 1, 2, 3), ("*.*", ".*.", "*.*")
    lamps = Reading("lights-out", grid, lines, lines, (0, 0, 3, 3), looks=(colour,) * states)
    found = GAMES["lights-out"].player.is_plausible(lamps)
    assert found == is_plausible


def test_stars_that_contradict_the_page_are_refused():
    game = GAMES["star-battle"].player
    assert game.options_on_page(None, 2).stars == 2
    assert game.options_on_page(StarBattleOptions(stars=1), None).stars == 1
    with pytest.raises(BadNotation, match="the page says 1 star per row, --stars says 3"):
        game.options_on_page(StarBattleOptions(stars=3), 1)


PATTERN = replace(READING, puzzle="lights-out", grid=("*.", ".*"))


@pytest.mark.parametrize(("given", "stated", "pictures", "target"), [
    (None, "on", [], "on"), (None, "off", [PATTERN], "off"), (None, None, [], None),
    (None, None, [PATTERN], PATTERN.grid), (None, "pattern", [PATTERN], PATTERN.grid),
    (None, None, [PATTERN, PATTERN], None), ("off", "on", [PATTERN], "off"), ("off", "pattern", [], "off"),
])  # fmt: skip
def test_the_target_of_lamps_is_what_a_person_or_the_page_says_or_shows(
    given, stated, pictures, target
):
    lamps = GAMES["lights-out"].player
    found = lamps.add_goal(
        LightsOutOptions(target=given), GoalOnPage(lambda: stated, lambda: pictures)
    )
    assert found.target == target


def test_a_pattern_that_is_nowhere_to_be_seen_is_not_guessed():
    with pytest.raises(AmbiguousBoard, match="wants the lamps to show a pattern"):
        GAMES["lights-out"].player.add_goal(None, GoalOnPage(lambda: "pattern", list))


TRIANGLE = ("   o o   ", "  o o o  ", " o o o o ", "o o o o o")


@pytest.mark.parametrize("reading", [
    READING,
    replace(READING, puzzle="lights-out", grid=("*.*", "...", "..*")),
    replace(READING, puzzle="pegs", grid=("    .    ", *TRIANGLE)),
    replace(READING, puzzle="pegs", grid=("    o    ", *TRIANGLE)),
], ids=lambda reading: reading.puzzle)  # fmt: skip
def test_the_answer_that_is_played_is_explained(reading):
    player = GAMES[reading.puzzle].player
    puzzle, solution = player.solve_reading(reading, None)
    explanation = player.explain(puzzle, solution, 10)
    assert explanation.cells == solution.cells
    assert all(step.text for step in explanation.steps)
    assert bool(explanation.difficulty) == (reading.puzzle == "star-battle")
