"""Choice between several readings of a picture, and games that a page names."""

from dataclasses import replace

import numpy as np
import pytest

from autoplay.games import GAMES
from autoplay.player import board_reader
from autoplay.player.board_reader import BoardReader, is_named, key, named_game
from vision import Reading
from vision.errors import AmbiguousBoard, BoardNotFound
from vision.game_reader import Attempt, ReadResult
from vision.grid.lattice import Lattice
from vision.grid.lines import find_edges

PICTURE = np.zeros((9, 9, 3), np.uint8)
STARS = Reading("star-battle", ("AB", "AB"), (0, 4, 8), (0, 4, 8), (0, 0, 8, 8))
LAMPS = Reading("lights-out", (".*", ".*"), (0, 4, 8), (0, 4, 8), (0, 0, 8, 8))


def result_of(*readings):
    """Return the result of reading a picture with these boards."""
    attempts = [Attempt(Lattice.of_reading(one), one.puzzle, reading=one) for one in readings]
    return ReadResult(PICTURE, 0, 0, find_edges(PICTURE), (), tuple(attempts))


@pytest.fixture
def reader(monkeypatch):
    """Return a maker of readers: a page names a game, its picture shows one, and both can be read alone."""
    both = {STARS.puzzle: STARS, LAMPS.puzzle: LAMPS}

    def make(named, shown):
        monkeypatch.setattr(
            board_reader,
            "inspect",
            lambda *_, puzzle=shown, **__: result_of(*filter(None, [both.get(puzzle)])),
        )
        return BoardReader([GAMES[name] for name in both], "any", lambda: named)

    monkeypatch.setattr(board_reader, "stands_upright", lambda *_: True)
    monkeypatch.setattr(type(GAMES["star-battle"].player), "is_plausible", lambda *_: False)
    return make


@pytest.mark.parametrize("named", ["", "star-battle"])
def test_the_game_that_is_shown_counts_unless_another_is_named(reader, named):
    assert reader(named, "star-battle").read(PICTURE) == STARS


def test_the_game_that_is_named_counts_before_the_one_shown(reader):
    both = reader("lights-out", "star-battle")
    with pytest.raises(AmbiguousBoard):
        both.read(PICTURE)
    assert both.read_anyhow(PICTURE) == LAMPS


def test_a_board_is_never_of_another_game_than_the_page_names(reader):
    other = reader("pegs", "lights-out")
    other.accepts_doubtful = True
    with pytest.raises(AmbiguousBoard):
        other.read_anyhow(PICTURE)
    assert not other.has_doubtful


def test_what_no_page_names_is_accepted_in_the_end(reader):
    doubtful = reader("", "")
    with pytest.raises(AmbiguousBoard):
        doubtful.read_in_doubt(PICTURE, AmbiguousBoard("alike"))
    doubtful.accepts_doubtful = doubtful.has_doubtful
    assert doubtful.read_in_doubt(PICTURE, AmbiguousBoard("alike")) == LAMPS


def test_of_several_boards_the_one_is_read_that_may_be_pressed(monkeypatch):
    other = replace(STARS, grid=("AA", "BB"), box=(0, 20, 8, 28), ys=(20, 24, 28))
    monkeypatch.setattr(board_reader, "stands_upright", lambda *_: True)
    monkeypatch.setattr(board_reader, "inspect", lambda *_, **__: result_of(STARS, other))
    games = [GAMES["star-battle"]]
    pressed = BoardReader(games, "any", may_be_pressed=lambda reading: reading.box[1] > 9)
    assert pressed.read(PICTURE).grid == other.grid
    with pytest.raises(AmbiguousBoard):
        BoardReader(games, "any").read(PICTURE)


def test_of_several_boards_that_may_be_pressed_the_first_is_read(monkeypatch):
    beside = replace(STARS, grid=("AA", "BB"), box=(20, 0, 28, 8), xs=(20, 24, 28))
    below = replace(STARS, grid=("BB", "AA"), box=(0, 20, 8, 28), ys=(20, 24, 28))
    monkeypatch.setattr(board_reader, "stands_upright", lambda *_: True)
    shown = {
        "star-battle": (below, beside, STARS),
        "lights-out": (LAMPS, replace(LAMPS, box=(20, 0, 28, 8))),
    }
    monkeypatch.setattr(board_reader, "inspect", lambda *_, puzzle, **__: result_of(*shown[puzzle]))
    reader = BoardReader([GAMES["star-battle"]], "any", may_be_pressed=lambda _: True)
    assert (reader.read(PICTURE), reader.left_out) == (STARS, 2)
    # A second board of lamps may show what is wanted.
    lamps = BoardReader([GAMES["lights-out"]], "any", may_be_pressed=lambda _: True)
    with pytest.raises(AmbiguousBoard) as caught:
        lamps.read(PICTURE)
    assert "--click" in caught.value.hint


def test_a_board_that_was_set_aside_is_not_read_again(monkeypatch):
    monkeypatch.setattr(board_reader, "inspect", lambda *_, **__: result_of(STARS))
    with pytest.raises(BoardNotFound):
        BoardReader([GAMES["star-battle"]], "any", aside={key(STARS)}).read(PICTURE)


@pytest.mark.parametrize(("text", "game"), [
    ("LIGHTS OUT", "lights-out"), ("My LightsOut clone", "lights-out"), ("/play/lights-out/", "lights-out"),
    ("Peg Solitaire!", "pegs"), ("The Peg Game", "pegs"), ("Star Battle – 10×10", "star-battle"),
    ("Éteins les lumières", "lights-out"), ("Bataille d'étoiles", "star-battle"), ("日曜のライツアウト", "lights-out"),
    ("image.jpeg", ""), ("Start the battle", ""), ("Turn the lights down, out of town", ""), ("", ""),
])  # fmt: skip
def test_titles_of_games_in_a_text(text, game):
    assert [one.name for one in GAMES.values() if is_named(one, text)] == [game] * bool(game)


def test_the_only_game_that_a_page_names(page):
    expected = {
        "<title>Lights Out</title>": "lights-out",
        "<title>Games</title><h1>Peg <i>solitaire</i></h1>": "pegs",
        "<title>Star Battle and Lights Out</title>": "",
        "<title>Puzzles</title><a href=#>Lights Out</a>": "",
    }
    named = {}
    for html in expected:
        page.set_content(html)
        named[html] = named_game(page, tuple(GAMES.values()))
    assert named == expected
