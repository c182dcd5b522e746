"""The one decision about a grid of cells: what speaks for a board of a game, against it, and for
another game instead.

A reader proposes boards as attempts with signs. Each sign is evidence with a weight in log-odds,
and their sum gives the probability of the board beside what other games propose in the same place,
and beside none of them. If it is too low, the strongest sign against the board says why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import exp

from vision.confidence import LEAST_CONFIDENCE, LEAST_ODDS
from vision.errors import CROP_HINT, AmbiguousBoard, BoardNotFound, ReadingError
from vision.game_reader import Attempt
from vision.reading import Box, is_hidden


def decide(
    attempts: Sequence[Attempt], titles: Mapping[str, str], at: tuple[int, int] = (0, 0)
) -> list[Attempt]:
    """Return the attempts of all games with the decision about each: a reading or a refusal.

    ``titles`` are the names of games in messages, by their names in ``Reading.puzzle``. ``at`` is
    the position (x, y) of the part that was read in the whole picture.
    """
    decided = []
    for attempt in attempts:
        box = attempt.lattice.move_by(at[0], at[1]).box
        one = _decide_one(attempt, attempts, titles, box)
        if isinstance(one.refusal, ReadingError):
            one.refusal.box = one.refusal.box or box
        decided.append(one)
    return decided


def _decide_one(
    attempt: Attempt,
    attempts: Sequence[Attempt],
    titles: Mapping[str, str],
    box: Box,
) -> Attempt:
    if not attempt.signs:
        return attempt
    rivals = _find_rivals(attempt, attempts)
    chance = probability(attempt, rivals)
    if not attempt.is_likely:
        return replace(attempt, reading=None, refusal=_strongest_refusal(attempt, titles))
    if chance < LEAST_CONFIDENCE:
        rival = max(rivals, key=lambda rival: rival.odds)
        return replace(attempt, reading=None, refusal=_rival_refusal(attempt, rival, titles, box))
    if attempt.reading is None or attempt.refusal:
        return replace(attempt, reading=None)
    confidence = min(attempt.reading.confidence, chance)
    evidence = (describe_signs(attempt), *attempt.reading.evidence)
    reading = replace(attempt.reading, confidence=confidence, evidence=evidence)
    return replace(attempt, reading=reading)


def probability(attempt: Attempt, rivals: Sequence[Attempt]) -> float:
    """Return the probability, 0…1, of a board beside its rivals and beside none of them."""
    others = sum(exp(rival.odds) for rival in rivals)
    return exp(attempt.odds) / (1 + exp(attempt.odds) + others)


def describe_signs(attempt: Attempt) -> str:
    """Describe the signs of an attempt in one line, with the weight of each."""
    parts = [f"{sign.name} {sign.weight:+.1f}" for sign in attempt.signs]
    return f"{attempt.puzzle}: {', '.join(parts)}"


def _strongest_refusal(attempt: Attempt, titles: Mapping[str, str]) -> ReadingError:
    """Return the refusal of the strongest sign against a board."""
    for sign in sorted(attempt.signs, key=lambda sign: sign.weight):
        if sign.refusal:
            return sign.refusal
    if isinstance(attempt.refusal, ReadingError):
        return attempt.refusal
    return BoardNotFound(f"too little speaks for {titles[attempt.puzzle]}", hint=CROP_HINT)


def _find_rivals(attempt: Attempt, attempts: Sequence[Attempt]) -> list[Attempt]:
    """Return the boards of other games in the same place."""
    others = [other for other in attempts if other.signs and other.puzzle != attempt.puzzle]
    return [other for other in others if are_in_one_place(attempt, other)]


def are_in_one_place(one: Attempt, other: Attempt) -> bool:
    """Return True if at least half of one grid lies in the other."""
    first, second = one.lattice.box, other.lattice.box
    return is_hidden(first, [second]) or is_hidden(second, [first])


def _rival_refusal(
    attempt: Attempt, rival: Attempt, titles: Mapping[str, str], box: Box
) -> ReadingError:
    """Return the refusal of a board whose place another game claims, or may claim as well."""
    x, y = box[:2]
    other = titles[rival.puzzle]
    if rival.odds - attempt.odds >= LEAST_ODDS:
        return BoardNotFound(f"the board at {x},{y} is {other}", hint=CROP_HINT)
    hint = f"say which: --puzzle {attempt.puzzle} or --puzzle {rival.puzzle}"
    message = f"the board at {x},{y} may be {titles[attempt.puzzle]} or {other}"
    return AmbiguousBoard(message, hint=hint)
