"""Choice between several readings of a picture, and games that a page names."""

import numpy as np
import pytest

from autoplay.games import GAMES
from autoplay.player import board_reader
from autoplay.player.board_reader import BoardReader, is_named, named_game
from vision import Reading
from vision.errors import AmbiguousBoard, BoardNotFound

PICTURE = np.zeros((9, 9, 3), np.uint8)
STARS = Reading("star-battle", ("AB", "AB"), (0, 4, 8), (0, 4, 8), (0, 0, 8, 8))
REFUSAL = BoardNotFound("no grid of cells")
LAMPS = Reading("lights-out", (".*", ".*"), (0, 4, 8), (0, 4, 8), (0, 0, 8, 8))


@pytest.fixture
def reader(monkeypatch):
    """Return a maker of readers for a page that names a game; by itself the picture shows the game
    ``shown``, and both games read it alone."""
    games = [GAMES["star-battle"], GAMES["lights-out"]]
    readings = {"star-battle": STARS, "lights-out": LAMPS}

    def make(named, shown=""):
        def read(*_, puzzle=shown, **__):
            if not puzzle:
                raise REFUSAL
            return readings[puzzle]

        monkeypatch.setattr(board_reader, "read_board", read)
        return BoardReader(games, "any", lambda: named)

    monkeypatch.setattr(board_reader, "stands_upright", lambda *_: True)
    for game in games:
        is_plausible = game.name == "lights-out"
        monkeypatch.setattr(type(game.player), "is_plausible", lambda *_, it=is_plausible: it)
    return make


@pytest.mark.parametrize("named", ["", "star-battle"])
def test_the_game_that_the_picture_shows_counts_unless_the_page_names_another(reader, named):
    assert reader(named, "star-battle").read(PICTURE) is STARS


def test_the_game_that_the_page_names_counts_before_the_one_that_is_shown(reader):
    both = reader("lights-out", "star-battle")
    with pytest.raises(AmbiguousBoard):
        both.read(PICTURE)
    assert both.read_anyhow(PICTURE) is LAMPS


def test_a_board_is_never_of_another_game_than_the_page_names(reader):
    other = reader("pegs", "lights-out")
    other.accepts_doubtful = True
    with pytest.raises(AmbiguousBoard):
        other.read_anyhow(PICTURE)
    assert not other.has_doubtful


def test_what_no_page_names_is_accepted_in_the_end(reader):
    doubtful = reader("")
    with pytest.raises(AmbiguousBoard):
        doubtful.read_in_doubt(PICTURE, REFUSAL)
    doubtful.accepts_doubtful = doubtful.has_doubtful
    assert doubtful.read_in_doubt(PICTURE, REFUSAL) is LAMPS


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
