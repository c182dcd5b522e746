"""From where a puzzle stands to what there is to say about it, whatever kind it is of."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from autoplay.batch.sources import Source
from autoplay.errors import Defect, ProcessLost
from autoplay.games import GAMES
from autoplay.games.detect import name_of
from autoplay.games.requests import Found, Seen, Wanted
from solvers.deadline import Deadline
from solvers.errors import AutoplayError, BadNotation

OPTION: Final = re.compile(r"--\w+")
KNOWN: Final = frozenset({"--puzzle", "--lit", "--peg", "--stars"})
"""Options of solve that a reader's hint may name; the others are of read."""


@dataclass(frozen=True, slots=True)
class Reply:
    """An answer, or the error in its place, with the label and kind of the source it belongs to."""

    label: dict[str, object]
    is_row: bool
    found: Found | AutoplayError


def reply(source: Source, wanted: Wanted) -> Reply:
    """What is wanted of a puzzle, or why that is not to be had; a defect of the program ends no row but its own."""
    try:
        found: Found | AutoplayError = _answer(source, wanted, Deadline(wanted.timeout_s))
    except AutoplayError as error:
        found = error
    except Exception as error:
        if not source.is_row:
            raise
        found = Defect(f"internal error: {type(error).__name__}: {error}", hint="this puzzle alone, with --debug")
    return Reply(source.label, source.is_row, found)


def lost(source: Source, how: str) -> Reply:
    """The reply to a puzzle whose process died, and how."""
    what = f"the process that solved this puzzle {how}"
    error = ProcessLost(what, hint="this puzzle alone, with --jobs 1")
    return Reply(source.label, source.is_row, error)


def _answer(source: Source, wanted: Wanted, deadline: Deadline) -> Found:
    if source.is_picture:
        return _answer_picture(source, wanted, deadline)
    if wanted.overlay:
        raise BadNotation("--overlay draws on a picture, and this is a text", hint="leave --overlay out")
    return GAMES[name_of(source, wanted.puzzle)].verbs().answer_text(source, wanted, deadline)


def _answer_picture(source: Source, wanted: Wanted, deadline: Deadline) -> Found:
    from vision import load_image, read_board
    from vision.errors import ReadingError

    image = load_image(source.picture)
    try:
        reading = read_board(image, puzzle=wanted.puzzle, lit=wanted.lit)
        return GAMES[reading.puzzle].verbs().answer_picture(Seen(image, reading, source.file), wanted, deadline)
    except ReadingError as error:
        if set(OPTION.findall(error.hint)) - KNOWN:
            error.hint = f"autoplay read --solve {source.file}, which knows more options: {error.hint}"
        raise
