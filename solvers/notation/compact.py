"""Size, stars and one letter per cell in one line: ``{size}x{stars}.{letters}``, the letters row by row.

5x1.AAABBACCBBACDBBACDDDCCEEE

Capital and small letters mean the same, which limits it to 26 regions. A third part after another dot
holds notes about the puzzle's source, which are skipped.
"""

from __future__ import annotations

import re

from solvers.errors import BadNotation
from solvers.notation.regions import check_plain, check_size, lettered, whole
from solvers.notation.star_count import puzzle_of
from solvers.star_battle import Puzzle

MOST_REGIONS = 26
HEAD = re.compile(r"[0-9]+x[0-9]+\.")
NOTES = re.compile(r"([a-z][0-9]+)*")
HINT = "such as 5x1. and 25 letters"


def parse(text: str, stars: int | None = None) -> Puzzle:
    """Return the puzzle of such a line; raises BadNotation."""
    head, _, rest = text.strip().partition(".")
    letters, _, notes = rest.partition(".")
    side, _, stated = head.partition("x")
    size = check_size(whole(side, "the size"), whole(side, "the size"))
    if len(letters) != size * size:
        raise BadNotation(f"{len(letters)} letters, but a {size}x{size} board has {size * size} cells", hint=HINT)
    for place, letter in enumerate(letters, 1):
        if not (letter.isascii() and letter.isalpha()):
            raise BadNotation(f"letter {place} is {letter!r}, but regions are letters A-Z", hint=HINT)
    if not NOTES.fullmatch(notes):
        raise BadNotation(f"after the letters comes {notes[:20]!r}", hint=HINT)
    rows = [letters.upper()[row * size : (row + 1) * size] for row in range(size)]
    return puzzle_of(lettered(rows), stars, whole(stated, "the stars"))


def format(puzzle: Puzzle) -> str:
    """Return the puzzle in one line; raises BadNotation for walls, marks and more than 26 regions."""
    check_plain(puzzle)
    if puzzle.size > MOST_REGIONS:
        raise BadNotation(f"more than {MOST_REGIONS} regions cannot be written in this form", hint="puzz.link can")
    return f"{puzzle.size}x{puzzle.stars}.{''.join(lettered(puzzle.grid))}\n"


def looks_like(text: str) -> bool:
    """Return True if a text begins with size, stars and a dot."""
    return len(text.split()) == 1 and bool(HEAD.match(text.strip()))
