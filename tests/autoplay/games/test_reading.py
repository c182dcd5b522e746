"""The readers of the registry of games are those of vision, in the same order."""

from __future__ import annotations

from autoplay.games import GAMES
from vision.readers import READERS


def test_each_game_is_read_by_the_reader_of_its_name():
    readers = [game.reader for game in GAMES.values()]
    assert [reader.puzzle for reader in readers] == list(GAMES)
    assert list(map(type, readers)) == list(map(type, READERS))
