"""Guesses which board a page of lamps wants, if no person gave the target."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from autoplay.games.adapter import Grid
from autoplay.games.lights_out.options import LampTarget
from autoplay.games.lights_out.player import PlayedLamps
from autoplay.player.board_tracker import BoardTracker
from autoplay.player.lights_out.rule_inference import LEAST_STATES, RuleInference, appearances
from solvers.lights_out import STATES
from solvers.lights_out.model import fill_lamps
from vision.blobs import brightness


class TargetGuess:
    """Guess of the target; ``lamps`` are the board in play with the current one.

    - a given target is the only one
    - of a board that shows one appearance at the start, the page wants a change: all lamps of
      another state
    - of any other board it wants all off; if it is silent then, a board of each other state

    Which lamps are lit is a matter of taste: dark ones on a bright screen are on as well. Silence
    after "all off" is the only evidence of it, however sure the reader is.
    """

    def __init__(
        self, board: BoardTracker, lamps: PlayedLamps, inference: RuleInference, start: Grid
    ) -> None:
        self.board = board
        self.lamps = lamps
        self.inference = inference
        self.start = start

    @property
    def goal(self) -> Grid:
        """Target as a board of numbered states."""
        return self.lamps.goal(self.inference.states)

    @property
    def is_order_known(self) -> bool:
        """True if it is known which appearance is which state: with a single appearance only a
        person can know."""
        return len(self.board.reading.looks) > 1 or self.lamps.is_target_given

    def list_others(self) -> list[LampTarget]:
        """Return the other boards of a single state that a page without a result may want."""
        if self.lamps.is_target_given:
            return []
        targets: list[LampTarget] = ["off"]
        targets += [fill_lamps(self.start, state) for state in range(1, self.inference.states - 1)]
        targets.append("on")
        return [target for target in targets if target != self.lamps.target]

    def exclude_start(self) -> None:
        """Choose another target than a board that shows a single state from the start."""
        if not self.lamps.is_target_given and len(appearances(self.start)) == 1:
            is_off = self.start[0].strip()[:1] == self.inference.order[0]
            self.lamps = replace(self.lamps, target="on" if is_off else "off")

    def find_unlit(self, known: Sequence[str]) -> str:
        """Return the appearance of an unlit lamp: as read, or the darkest if two appearances did
        not show it."""
        has_both = len(known) == len(appearances(self.start)) == LEAST_STATES
        is_told = self.board.lit not in ("any", "auto")
        if STATES[0] in known and (has_both or is_told):
            return STATES[0]
        colours = self.board.reading.looks
        return min(
            known,
            key=lambda look: float(brightness(np.array(colours[STATES.index(look)], np.float32))),
        )
