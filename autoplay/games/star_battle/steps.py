"""Steps of an explanation as lines, as JSON and as pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import vision
from autoplay.games.star_battle.board_text import draw
from solvers.cells import Cell
from vision.picture_note import drawing_note

if TYPE_CHECKING:
    from solvers.star_battle import Puzzle
    from solvers.star_battle.explanation import ExplanationStep
    from vision import Reading
    from vision.image import Image

REGION = "region"


def step_lines(steps: Sequence[ExplanationStep]) -> Iterator[str]:
    """Yield a numbered line for each step, and another for its cells if there are too many for the sentence."""
    from solvers.star_battle.rules.messages import MOST_PLACES, all_places

    width = len(str(len(steps)))
    for number, step in enumerate(steps, 1):
        yield f"{number:>{width}}. {step.text}"
        for what, cells in (("a star", step.stars), ("no star", step.crossed)):
            if len(cells) > MOST_PLACES:
                yield f"{'':{width}}  {what}: {all_places(cells)}"


def step_board(puzzle: Puzzle, step: ExplanationStep) -> str:
    """Return the board with the marks known before a step, and the marks that the step adds in brackets."""
    known = dict.fromkeys(puzzle.crossed, "cross") | dict.fromkeys(puzzle.given, "star")
    added = dict.fromkeys(step.crossed, "new cross") | dict.fromkeys(step.stars, "new star")
    return draw(puzzle.grid, known | added)


def region_legend(puzzle: Puzzle, steps: Iterable[ExplanationStep]) -> str:
    """Return a cell of each region that the steps name: "regions: B has row 1, column 4"; "" if they name none."""
    from solvers.star_battle.rules.messages import place

    units = sorted({unit for step in steps for unit in step.units if unit.startswith(REGION)})
    named = [f"{unit.split()[1]} has {place(min(unit_cells(puzzle, unit)))}" for unit in units]
    return f"regions: {'; '.join(named)}" if named else ""


def step_row(step: ExplanationStep) -> dict[str, object]:
    """Return the JSON object of a step."""
    return {
        "rule": step.rule,
        "stars": step.stars,
        "crossed": step.crossed,
        "cells": step.cells,
        "units": step.units,
        "text": step.text,
    }


def step_paths(path: Path, total: int) -> list[Path]:
    """Return a file for the picture of each step, named like ``path``: seen.png gives seen-01.png, seen-02.png …"""
    width = max(2, len(str(total)))
    return [path.with_name(f"{path.stem}-{number:0{width}}{path.suffix}") for number in range(1, total + 1)]


class StepPicture(NamedTuple):
    """Picture (H, W, 3) of a step, and the board on it with the marks that are drawn as known."""

    image: Image
    reading: Reading

    def save(self, path: Path) -> None:
        """Write the picture as PNG with a note of its board, whole or not at all; raise OSError."""
        vision.save_image(path, self.image, drawing_note([self.reading]))


def step_pictures(
    image: Image, reading: Reading, puzzle: Puzzle, steps: Sequence[ExplanationStep]
) -> Iterator[StepPicture]:
    """Yield a picture of the board for each step, with the step and the marks known before it."""
    stars, crossed = set(puzzle.given), set(puzzle.crossed)
    for number, step in enumerate(steps, 1):
        heading = f"{number}/{len(steps)} {step.rule}" if len(steps) > 1 else step.rule
        known = {**dict.fromkeys(stars, "star"), **dict.fromkeys(crossed, "cross")}
        drawn = vision.draw_step(
            image,
            reading,
            f"{heading}: {step.text}",
            stars=step.stars,
            crossed=step.crossed,
            cells=step.cells,
            lines=[unit_cells(puzzle, unit) for unit in step.units if not unit.startswith(REGION)],
            regions=[unit_cells(puzzle, unit) for unit in step.units if unit.startswith(REGION)],
            known=known,
        )
        yield _step_picture(drawn, image, reading, known)
        stars.update(step.stars)
        crossed.update(step.crossed)


def mistake_picture(image: Image, reading: Reading, wrong: Sequence[Cell], reason: str) -> StepPicture:
    """Return the picture of a board with the cells of the wrong marks shaded and outlined."""
    rings = [[cell] for cell in wrong]
    drawn = vision.draw_step(
        image, reading, reason, stars=(), crossed=(), cells=wrong, lines=(), regions=rings, known={}
    )
    return _step_picture(drawn, image, reading, {(mark.row, mark.col): mark.kind for mark in reading.marks})


def _step_picture(drawn: Image, image: Image, reading: Reading, marks: Mapping[Cell, str]) -> StepPicture:
    """Return a step drawn on a picture with this reading, and with these marks."""
    from vision.drawing.step import reading_on_step

    found = tuple(vision.Mark(row, col, kind) for (row, col), kind in sorted(marks.items()))
    return StepPicture(drawn, replace(reading_on_step(image, reading), marks=found))


def unit_cells(puzzle: Puzzle, unit: str) -> list[Cell]:
    """Return the cells of a unit by its name in a step: "row 3", "column 4" or "region B"."""
    kind, name = unit.split()
    if kind == REGION:
        return puzzle.regions[name]
    line = int(name) - 1
    return [(line, i) if kind == "row" else (i, line) for i in range(puzzle.size)]
