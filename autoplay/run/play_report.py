"""Text about a puzzle that was played, for a terminal."""

from __future__ import annotations

from autoplay.games import GAMES
from autoplay.player.play_result import PlayResult
from autoplay.report.answers import step_lines
from autoplay.wording import count


def result_text(result: PlayResult, *, has_answer: bool = True) -> str:
    """Return the board with its answer, unless ``has_answer`` is False, the pictures, and the page's result."""
    game, explanation = GAMES[result.reading.puzzle].player, result.explanation
    what = f"{game.describe_puzzle(result.puzzle)}{f' {explanation.difficulty}' if explanation else ''}"
    effort = f"{count(result.presses, 'click')}, {result.seconds:.1f} s"
    return "\n".join(
        [
            *(step_lines(explanation.steps) if explanation else ()),
            *((game.draw_answer(result.puzzle, result.solution),) if has_answer else ()),
            *(f"{name:<8} {path}" for name, path in result.pictures.paths().items()),
            *(f"{'steps':<8} {steps[0]} … {steps[-1]}" for steps in [result.pictures.steps()] if steps),
            *(f"{'pressed':<8} {label}" for label in result.started),
            f"{result.verdict.result}: {result.message} ({what}; {effort})",
        ]
    )
