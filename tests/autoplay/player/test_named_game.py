"""Games that a page names."""

import pytest

from autoplay.games import GAMES
from autoplay.player.board_reader import is_named, named_game


@pytest.mark.parametrize(("text", "game"), [
    ("LIGHTS OUT", "lights-out"), ("My LightsOut clone", "lights-out"), ("/play/lights-out/", "lights-out"),
    ("Peg Solitaire!", "pegs"), ("The Peg Game", "pegs"), ("Star Battle – 10×10", "star-battle"),
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
