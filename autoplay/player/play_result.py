"""Result of a puzzle that was played, with its pictures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from autoplay.browser.timeline import Timing
from autoplay.files import remove_parts
from autoplay.games import AUTO, GAMES
from autoplay.games.adapter import PuzzleLike, SolutionLike
from autoplay.games.results import number_paths
from autoplay.sites import PageResult
from solvers.cells import plain
from solvers.explained import Explanation, Step
from vision import PictureNote, Reading, save_image
from vision.image import Image

PICTURES: Final = ("before", "overlay", "after")


@dataclass(frozen=True, slots=True)
class Pictures:
    """Pictures of one puzzle: before.png, overlay.png and after.png in ``folder``, and step-01.png
    … if explained."""

    folder: Path

    def paths(self) -> dict[str, str]:
        """Return name → path of the pictures that exist, in the order in which they are taken."""
        paths: dict[str, str] = {}
        for name in PICTURES:
            path = self.folder / f"{name}.png"
            if path.exists():
                paths[name] = str(path)
        return paths

    def steps(self) -> list[str]:
        """Return the paths of the pictures of the steps, in order."""
        return sorted(map(str, self.folder.glob("step-[0-9][0-9]*.png")))

    def clear(self) -> None:
        """Remove the pictures of an earlier run, which could be mistaken for those of this one."""
        for path in list(self.paths().values()) + self.steps():
            Path(path).unlink()
        remove_parts(self.folder)

    def save(
        self,
        name: Literal["before", "overlay", "after"],
        image: Image,
        note: PictureNote | None = None,
    ) -> str:
        """Write a picture, whole or not at all, with a note of what it shows, and return its
        path."""
        path = self.folder / f"{name}.png"
        save_image(path, image, note)
        return str(path)

    def save_steps(
        self, image: Image, reading: Reading, puzzle: PuzzleLike, steps: Sequence[Step]
    ) -> None:
        """Write a picture of each step to the puzzle's solution."""
        paths = number_paths(self.folder / "step.png", len(steps))
        drawn = GAMES[reading.puzzle].solver.draw_steps(image, reading, puzzle, steps)
        for path, picture in zip(paths, drawn, strict=True):
            picture.save(path)


@dataclass(frozen=True, slots=True)
class PlayResult:
    """Result of a puzzle that was played.

    ``url`` is that of its page, ``puzzle_id`` the page's own id of it. ``reading`` is the board
    before the first press; ``presses`` counts them, ``seconds`` runs from the open page to the
    verdict. ``explanation`` is None unless it was asked for and found in time. ``gesture`` is what
    turned an empty cell into a star, press by press: ("left", "left"); () if nothing was learned.
    ``started`` are the labels of the controls that were pressed to begin the game. If
    ``is_strict``, an answer that the page does not confirm counts as a failure. ``timing`` says
    where the time went.
    """

    verdict: PageResult
    reading: Reading
    puzzle: PuzzleLike
    solution: SolutionLike
    presses: int
    seconds: float
    pictures: Pictures
    explanation: Explanation[Step] | None = None
    gesture: tuple[str, ...] = ()
    url: str = ""
    puzzle_id: str | None = None
    started: tuple[str, ...] = ()
    is_strict: bool = False
    timing: Timing | None = None

    @property
    def exit_status(self) -> int:
        """0 if what was asked for was done, else 1."""
        is_done = self.verdict.result in ("solved", "unplayed") or (
            self.verdict.result == "played" and not self.is_strict
        )
        return 0 if is_done else 1

    @property
    def message(self) -> str:
        """Message of the page."""
        return self.verdict.message

    def to_row(self) -> dict[str, Any]:
        """Return the JSON object."""
        reading = self.reading
        return {
            "url": self.url,
            "id": self.puzzle_id,
            "puzzle": reading.puzzle,
            "rows": reading.rows,
            "cols": reading.cols,
            **GAMES[reading.puzzle].player.list_facts(reading, self.puzzle, self.solution),
            "grid": self.puzzle.grid,
            "cells": self.solution.cells,
            "result": self.verdict.result,
            "message": self.verdict.message,
            "confirmed_by": self.verdict.confirmed_by or None,
            "started": self.started,
            "gesture": self.gesture,
            "presses": self.presses,
            "seconds": round(self.seconds, 3),
            **({"timing": self.timing.to_row()} if self.timing else {}),
            **self.pictures.paths(),
            **self._steps(),
        }

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, as ``autoplay play --json`` prints it."""
        return dict(plain(self.to_row()))

    def _steps(self) -> dict[str, object]:
        if not self.explanation:
            return {}
        pictures = zip(self.explanation.steps, self.pictures.steps(), strict=True)
        steps = [{**step.to_dict(), "picture": path} for step, path in pictures]
        row: dict[str, object] = {"steps": steps}
        if self.explanation.difficulty:
            row["difficulty"] = self.explanation.difficulty
        return row


def screenshot_note(reading: Reading) -> PictureNote:
    """Return the note of a screenshot with this board: its game, and the appearance of a lit lamp
    or a peg."""
    return PictureNote(reading.puzzle, lit=_find_look(reading))


def _find_look(reading: Reading) -> str:
    """Return the value of ``lit`` with which the lamps or pegs of a board are told apart; "auto" if
    it has none.

    ``Reading.looks`` has the unlit lamps or the holes first.
    """
    from vision.blobs import hex_of

    if not reading.looks:
        return AUTO
    shown = set("".join(reading.grid)) - {" "}
    if len(shown) == 1:
        return "none" if shown == {"."} else "all"
    if len(reading.looks) != 2 or reading.looks[1] is None:
        return AUTO
    return hex_of(reading.looks[1])
