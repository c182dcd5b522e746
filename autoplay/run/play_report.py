"""What became of a puzzle on a page, as a JSON object and as text."""

from __future__ import annotations

from autoplay.games import GAMES
from autoplay.games.star_battle.steps import step_lines, step_row
from autoplay.player.player import Outcome
from autoplay.run.history import Run
from autoplay.run.puzzle_run import Played
from autoplay.wording import count


def played_row(played: Played) -> dict[str, object]:
    """The JSON object of a puzzle that was played."""
    outcome = played.outcome
    reading, verdict = outcome.reading, outcome.verdict
    return {
        "url": played.url,
        "id": played.puzzle_id,
        "puzzle": reading.puzzle,
        "rows": reading.rows,
        "cols": reading.cols,
        **GAMES[reading.puzzle].play_facts(reading, outcome.puzzle, outcome.solution),
        "grid": outcome.puzzle.grid,
        "cells": outcome.solution.cells,
        "result": verdict.result,
        "message": verdict.message,
        "gesture": outcome.gesture,
        "presses": outcome.presses,
        "seconds": round(outcome.seconds, 3),
        **outcome.pictures.paths(),
        **_steps(outcome),
    }


def played_text(played: Played) -> str:
    """The board with its answer, the pictures, and the verdict."""
    outcome = played.outcome
    game, told = GAMES[outcome.reading.puzzle], outcome.explanation
    what = f"{game.describe_puzzle(outcome.puzzle)}{f' {told.difficulty}' if told else ''}"
    effort = f"{count(outcome.presses, 'click')}, {outcome.seconds:.1f} s"
    return "\n".join(
        [
            *(step_lines(told.steps) if told else ()),
            game.draw_answer(outcome.puzzle, outcome.solution),
            *(f"{name:<8} {path}" for name, path in outcome.pictures.paths().items()),
            *(f"{'steps':<8} {steps[0]} … {steps[-1]}" for steps in [outcome.pictures.steps()] if steps),
            f"{outcome.verdict.result}: {outcome.verdict.message} ({what}; {effort})",
        ]
    )


def repeat_row(run: Run) -> dict[str, object]:
    """The JSON object of a puzzle that was not played, since this run has solved it."""
    return {"url": run.url, "id": run.puzzle_id, "puzzle": run.puzzle, "result": "solved", "message": repeat_text(run)}


def repeat_text(run: Run) -> str:
    """When the puzzle was solved, in a line."""
    name = f"{run.series or 'puzzle'}{f' {run.puzzle_id}' if run.puzzle_id else ''}"
    return f"{name}: already solved at {run.start.astimezone():%Y-%m-%d %H:%M:%S}; nothing was clicked"


def _steps(outcome: Outcome) -> dict[str, object]:
    if not outcome.explanation:
        return {}
    pictures = zip(outcome.explanation.steps, outcome.pictures.steps(), strict=True)
    steps = [{**step_row(step), "picture": path} for step, path in pictures]
    return {"difficulty": outcome.explanation.difficulty, "steps": steps}
