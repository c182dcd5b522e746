"""Detection of a puzzle's game from ``--puzzle``, from a row of JSON Lines, or from the form of a text."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from typing import TYPE_CHECKING

from autoplay.games import GAMES
from autoplay.games.requests import AUTO
from solvers.errors import BadNotation

if TYPE_CHECKING:
    from autoplay.games.puzzle_text import PuzzleText

DEFAULT = "star-battle"
"""The game assumed for a text that fits no game: its errors list the notations."""
HEAD = re.compile(r"\s*([A-Za-z]+)[ \t]+\S.*\n")
"""A line above a board that sets an option: its name, as in a row of JSON Lines, and a value."""


def detect_game(text: PuzzleText, puzzle: str = AUTO) -> str:
    """Return the game of a text or a row: ``puzzle``, or if that is "auto", the game named in the row or detected.

    Raises BadNotation if the form fits several games, or if the row or the form contradicts ``puzzle``.
    """
    text.check()
    row = text.row() if text.is_row else None
    if row and (stated := _stated(row, puzzle)):
        return stated
    claims = _claims(row) if row else _text_claims(text.text)
    if puzzle != AUTO:
        if claims and puzzle not in claims:
            hint = f"leave out --puzzle, or the options that are only for {puzzle}"
            raise BadNotation(f"{puzzle} was requested, but this is {_either(claims)}", hint=hint)
        return puzzle
    if len(claims) > 1:
        where = 'write "puzzle": "NAME" into it, or ' if row else ""
        raise BadNotation(f"this board could be {_either(claims)}", hint=f"{where}--puzzle {'|'.join(claims)}")
    return claims[0] if claims else DEFAULT


def _text_claims(text: str) -> list[str]:
    """Return the possible games of a text, by the option in its first line, else by its form."""
    if (head := HEAD.match(text)) and (named := _named({head[1].lower()})):
        return named
    return [name for name, game in GAMES.items() if game.claims(text)]


def _claims(row: Mapping[str, object]) -> list[str]:
    """Return the possible games of a row, by its keys, else by its grid."""
    if named := _named(row.keys()):
        return named
    grid = row.get("grid")
    rows = [line for line in grid if isinstance(line, str)] if isinstance(grid, list) else []
    return _text_claims("\n".join(rows)) if rows else []


def _named(keys: Set[str]) -> list[str]:
    """Return the games that have one of these keys."""
    return [name for name, game in GAMES.items() if game.keys & keys]


def _either(names: Sequence[str]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def _stated(row: Mapping[str, object], puzzle: str) -> str | None:
    stated = row.get("puzzle")
    if stated is None:
        return None
    if not isinstance(stated, str) or stated not in GAMES:
        raise BadNotation(f'"puzzle" is {str(stated)[:20]!r}', hint=f"one of {', '.join(GAMES)}")
    if puzzle not in (AUTO, stated):
        raise BadNotation(f"the row is for {stated}, but {puzzle} was requested", hint="leave --puzzle out")
    return stated
