"""Detection of a puzzle's game: from ``--puzzle``, a row of JSON Lines, the form of a text, or a
picture."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from typing import Final

import vision
from autoplay.games import AUTO, GAMES, PUZZLE_OPTION, BoardRequest, ReadRequest
from autoplay.games.puzzle_text import MOST_REPEATED, PuzzleText
from autoplay.wording import did_you_mean
from solvers.errors import AutoplayError, BadNotation
from vision import PictureNote, Reading, ReadResult
from vision.errors import CROP_HINT, WHOLE_HINT
from vision.files.loading import LoadedPicture

DEFAULT_GAME: Final = "star-battle"
"""The game assumed for a text that fits no game: its errors list the notations."""
OPTION_LINE: Final = re.compile(r"\s*([A-Za-z]+)[ \t]+\S.*\n")
"""A line above a board that sets an option: its name, as in a row of JSON Lines, and a value."""


def detect_game(text: PuzzleText, puzzle: str = AUTO, named_by: str = PUZZLE_OPTION) -> str:
    """Return the game of a text or a row: ``puzzle``, which the options ``named_by`` name, or if
    that is "auto", the game named in the row or detected.

    Raises BadNotation if the form fits several games, or if the row or the form contradicts
    ``puzzle``.
    """
    text.check()
    if text.is_row:
        row = text.row()
        if "grid" not in row and "error" in row:
            raise BadNotation(
                f"the row has no board, but an error: {str(row.get('message'))[:MOST_REPEATED]}",
                hint="leave such rows out",
            )
        # A row that names its game needs no detection.
        if row.get("puzzle") is not None:
            return _check_named_game(row["puzzle"], puzzle, named_by)
        possible = _find_games_of_row(row)
    else:
        possible = _find_games_of_text(text.text)
    # A form that fits no game may be a misspelt puzzle of the requested one.
    if puzzle != AUTO:
        if possible and puzzle not in possible:
            raise contradict_game(puzzle, named_by, f"this is {_join_names(possible)}")
        return puzzle
    if len(possible) > 1:
        hint = f"--puzzle {'|'.join(possible)}"
        if text.is_row:
            hint = f'write "puzzle": "NAME" into it, or {hint}'
        raise BadNotation(f"this board could be {_join_names(possible)}", hint=hint)
    if not possible:
        _check_spelling(text)
    return possible[0] if possible else DEFAULT_GAME


def _check_spelling(text: PuzzleText) -> None:
    """Raise BadNotation for an argument that is almost the name of a board."""
    names: list[str] = []
    for game in GAMES.values():
        names += game.solver.names
    word = text.text.strip()
    similar = did_you_mean(word, names)
    if similar and word.isalnum() and not text.file:
        raise BadNotation(
            f"{word[:MOST_REPEATED]!r} is neither a file nor the text of a puzzle.{similar}",
            hint="check its spelling",
        )


def _check_named_game(named: object, puzzle: str, named_by: str) -> str:
    """Return the game that a row names.

    Raises BadNotation if it is unknown or not the one that the options ``named_by`` name.
    """
    if not isinstance(named, str) or named not in GAMES:
        raise BadNotation(f'"puzzle" is {str(named)[:20]!r}', hint=f"one of {', '.join(GAMES)}")
    if puzzle not in (AUTO, named):
        raise contradict_game(puzzle, named_by, f"the row is for {named}")
    return named


def contradict_game(puzzle: str, named_by: str, what: str) -> BadNotation:
    """Return the error for options that name another game than there is; ``what`` says which."""
    if named_by == PUZZLE_OPTION:
        says = f"{named_by} says {puzzle}"
    else:
        says = f"{named_by} {'are' if ' and ' in named_by else 'is'} for {puzzle}"
    return BadNotation(f"{says}, but {what}", hint=f"leave out {named_by}")


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


def inspect_picture(
    picture: LoadedPicture | vision.image.Image, request: BoardRequest
) -> ReadResult:
    """Inspect a picture with the options of a request."""
    return vision.inspect(
        picture,
        puzzle=request.puzzle,
        lit=request.lit,
        size=request.size,
        crop=request.crop,
        fixes=request.fixes,
    )


def explain_refusal(error: AutoplayError, image: vision.image.Image, request: BoardRequest) -> bool:
    """Make an error about a picture say what was asked for, and what is there instead.

    If the picture is read without one of the given options, that option is the cause, and True is
    returned. If no game was named, the hint gets the values of ``--puzzle`` with which a board is
    read from this very picture. A hint proposes no option as it was given already.
    """
    if _blame_option(error, image, request):
        return True
    hints = [hint for hint in error.hint.split("; ") if f"--puzzle {request.puzzle}" not in hint]
    hint = "; ".join(hints).replace(CROP_HINT, _choose_part_hint(request))
    if request.puzzle == AUTO:
        choices = _list_puzzles(image, request)
        # The error's own hint about --puzzle does not know which values work.
        own_hint = "" if "--puzzle" in hint else hint
        hint = "; ".join(filter(None, [", ".join(choices), own_hint]))
    error.hint = hint or WHOLE_HINT
    return False


def _blame_option(error: AutoplayError, image: vision.image.Image, request: BoardRequest) -> bool:
    """Return True if one of the options is the only obstacle, and the error says so now."""
    # The note of a picture may name a game too.
    if request.puzzle != AUTO and request.named_by:
        found = _try_request(image, replace(request, puzzle=AUTO, lit=AUTO))
        if found and found.puzzle != request.puzzle:
            what = f"the picture shows a board of {found.puzzle}"
            cause = contradict_game(request.puzzle, request.named_by, what)
            error.message = cause.message
            error.hint = cause.hint
            return True
    if request.size:
        found = _try_request(image, replace(request, size=None))
        if found and found.rows != request.size:
            place = f"{found.box[0]},{found.box[1]}"
            error.message = (
                f"--size says {request.size}x{request.size}, "
                f"but the board at {place} has {found.rows}x{found.cols} cells"
            )
            error.hint = "leave out --size"
            return True
    if request.crop:
        found = _try_request(image, replace(request, crop=None))
        if found:
            error.message = (
                f"--crop {','.join(map(str, request.crop))} shows no whole board, "
                f"but the picture has one at {found.box[0]},{found.box[1]}"
            )
            error.hint = "leave out --crop"
            return True
    return False


def _choose_part_hint(request: BoardRequest) -> str:
    """Return the hint to say where the board is and how large, without what was said already."""
    if request.crop and request.size:
        return "use another --crop"
    if request.crop:
        return "use another --crop, or --size N"
    return "use --crop X,Y,W,H" if request.size else CROP_HINT


def _list_puzzles(image: vision.image.Image, request: BoardRequest) -> list[str]:
    """Return the values of ``--puzzle`` that work, each with the name of its game."""
    from vision.inspection import READERS

    choices = []
    for reader in READERS:
        if _try_request(image, replace(request, puzzle=reader.puzzle)):
            choices.append(f"--puzzle {reader.puzzle} if it is {reader.title}")
    return choices


def _try_request(image: vision.image.Image, request: BoardRequest) -> Reading | None:
    """Return the board that is read with these options, None if it is refused."""
    # Fixes are letters of regions, which other games do not have.
    alone = ReadRequest(
        request.puzzle, request.lit, request.size, request.crop, options=request.options
    )
    try:
        reading = inspect_picture(image, alone).best()
        GAMES[reading.puzzle].reader.report(reading, alone)
    except AutoplayError:
        return None
    return reading
