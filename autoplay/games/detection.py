"""Detection of a puzzle's game: from ``--puzzle``, a row of JSON Lines, the form of a text, or a
picture."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Final

import vision
from autoplay.games import GAMES
from autoplay.games.puzzle_text import PuzzleText
from autoplay.games.requests import AUTO, ReadRequest, SolveRequest
from solvers.errors import AutoplayError, BadNotation
from vision import PictureNote, ReadResult
from vision.errors import WHOLE_HINT
from vision.game_reader import GameReader
from vision.image import LoadedPicture

DEFAULT_GAME: Final = "star-battle"
"""The game assumed for a text that fits no game: its errors list the notations."""
OPTION_LINE: Final = re.compile(r"\s*([A-Za-z]+)[ \t]+\S.*\n")
"""A line above a board that sets an option: its name, as in a row of JSON Lines, and a value."""


def detect_game(text: PuzzleText, puzzle: str = AUTO) -> str:
    """Return the game of a text or a row: ``puzzle``, or if that is "auto", the game named in the
    row or detected.

    Raises BadNotation if the form fits several games, or if the row or the form contradicts
    ``puzzle``.
    """
    text.check()
    if text.is_row:
        row = text.row()
        # A row that names its game needs no detection.
        if row.get("puzzle") is not None:
            return _check_named_game(row["puzzle"], puzzle)
        possible = _find_games_of_row(row)
    else:
        possible = _find_games_of_text(text.text)
    # A form that fits no game may be a misspelt puzzle of the requested one.
    if puzzle != AUTO:
        if possible and puzzle not in possible:
            raise BadNotation(
                f"{puzzle} was requested, but this is {_join_names(possible)}",
                hint=f"leave out --puzzle, or the options that are only for {puzzle}",
            )
        return puzzle
    if len(possible) > 1:
        hint = f"--puzzle {'|'.join(possible)}"
        if text.is_row:
            hint = f'write "puzzle": "NAME" into it, or {hint}'
        raise BadNotation(f"this board could be {_join_names(possible)}", hint=hint)
    return possible[0] if possible else DEFAULT_GAME


def _check_named_game(named: object, puzzle: str) -> str:
    """Return the game that a row names.

    Raises BadNotation if it is unknown or not the one of ``--puzzle``.
    """
    if not isinstance(named, str) or named not in GAMES:
        raise BadNotation(f'"puzzle" is {str(named)[:20]!r}', hint=f"one of {', '.join(GAMES)}")
    if puzzle not in (AUTO, named):
        raise BadNotation(
            f"the row is for {named}, but {puzzle} was requested", hint="leave --puzzle out"
        )
    return named


def _find_games_of_text(text: str) -> list[str]:
    """Return the possible games of a text, by the option in its first line, else by its form."""
    # A line such as "states 3" above the board is more certain than the board's form.
    if option_line := OPTION_LINE.match(text):
        named = _find_games_with_key({option_line[1].lower()})
        if named:
            return named
    return [name for name, game in GAMES.items() if game.solver.claims_text(text)]


def _find_games_of_row(row: Mapping[str, object]) -> list[str]:
    """Return the possible games of a row, by its keys, else by its grid."""
    if named := _find_games_with_key(row.keys()):
        return named
    grid = row.get("grid")
    if not isinstance(grid, list):
        return []
    lines = []
    for line in grid:
        if isinstance(line, str):
            lines.append(line)
        elif isinstance(line, list):
            lines.append(" ".join(map(str, line)))
    text = "\n".join(lines)
    return _find_games_of_text(text) if text else []


def _find_games_with_key(keys: Set[str]) -> list[str]:
    """Return the games that have one of these keys."""
    return [name for name, game in GAMES.items() if game.solver.keys & keys]


def _join_names(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} or {names[-1]}"


def choose_puzzle(puzzle: str, note: PictureNote | None) -> str:
    """Return ``puzzle``; if it is "auto", the game that the note of a picture names."""
    if puzzle == AUTO and note and note.puzzle in GAMES:
        return note.puzzle
    return puzzle


def inspect_picture(picture: LoadedPicture, request: ReadRequest | SolveRequest) -> ReadResult:
    """Inspect a picture with the options of a request."""
    return vision.inspect(
        picture,
        puzzle=request.puzzle,
        lit=request.lit,
        size=request.size,
        crop=request.crop,
        fixes=request.fixes,
    )


def name_puzzles(error: AutoplayError, image: vision.image.Image, request: ReadRequest) -> None:
    """Add to an error's hint the values of ``--puzzle`` with which a board is read from this very
    picture."""
    from vision.inspection import READERS

    if request.puzzle != AUTO:
        return
    choices = []
    for reader in READERS:
        if _can_read(reader, image, request):
            choices.append(f"--puzzle {reader.puzzle} if it is {reader.title}")
    # The error's own hint about --puzzle does not know which values work.
    own_hint = "" if "--puzzle" in error.hint else error.hint
    error.hint = "; ".join(filter(None, [", ".join(choices), own_hint])) or WHOLE_HINT


def _can_read(reader: GameReader, image: vision.image.Image, request: ReadRequest) -> bool:
    try:
        reading = vision.read_board(
            image, puzzle=reader.puzzle, lit=request.lit, size=request.size, crop=request.crop
        )
        # Fixes are letters of regions, which other games do not have.
        GAMES[reader.puzzle].reader.report(reading, replace(request, fixes={}))
    except AutoplayError:
        return False
    return True
