"""Text about a puzzle that was played, for a terminal."""

from __future__ import annotations

from autoplay.games import GAMES
from autoplay.player.play_result import PlayResult
from autoplay.report.answers import step_lines
from autoplay.wording import count


def result_text(result: PlayResult, *, has_answer: bool = True) -> str:
    """Return the board with its answer, the pictures, and the page's result.

    The answer is left out unless ``has_answer``.
    """
    game = GAMES[result.reading.puzzle].player
    lines: list[str] = []
    what = game.describe_puzzle(result.puzzle)
    if result.explanation:
        what += f" {result.explanation.difficulty}"
        lines += step_lines(result.explanation.steps)
    if has_answer:
        lines.append(game.draw_answer(result.puzzle, result.solution))
    for name, path in result.pictures.paths().items():
        lines.append(f"{name:<8} {path}")
    steps = result.pictures.steps()
    if steps:
        lines.append(f"{'steps':<8} {steps[0]} … {steps[-1]}")
    for label in result.started:
        lines.append(f"{'pressed':<8} {label}")
    effort = f"{count(result.presses, 'click')}, {result.seconds:.1f} s"
    lines.append(f"{result.verdict.result}: {result.message} ({what}; {effort})")
    return "\n".join(lines)
