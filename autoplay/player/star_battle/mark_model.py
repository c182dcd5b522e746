"""Model of the marks on a page: what presses make of them, and which one is the star."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from autoplay.player.star_battle.cell_states import CellStates, kind_of
from autoplay.player.timing import GESTURES, Gesture
from autoplay.player.transitions import EMPTY, Edge, Transitions

STAR: Final = frozenset({"star"})
NO_STAR: Final = frozenset({EMPTY, "cross", "dot"})


class MarkModel:
    """Transitions between the states of cells, and what they mean.

    ``star`` is the state that counts as the star, once there is reason enough; ``has_tool`` is True
    once a tool for stars was chosen. ``states`` name what cells show.

    | presses have shown                                          | the star is                   |
    |-------------------------------------------------------------|-------------------------------|
    | a star with five points                                     | that                          |
    | one mark that the reader takes for a star, of its shape or  | that                          |
    | beside a cross or a dot, or with a tool for stars; or a     |                               |
    | fill beside a cross                                         |                               |
    | anything else, once no gesture is worth a try any more      | the clearly largest mark      |
    """

    def __init__(self, states: CellStates) -> None:
        self.states = states
        self.transitions = Transitions()
        self.star: str | None = None
        self.has_tool = False
        self._refuted: set[str] = set()

    @property
    def marks(self) -> set[str]:
        """States that presses have shown, without those of an empty cell and refuted stars."""
        return self.transitions.states - self._refuted - {EMPTY}

    @property
    def is_certain(self) -> bool:
        """True if the mark that counts as the star is one by the reader, or fills cells; or if none
        is needed yet."""
        if self.star is None or kind_of(self.star) == "star":
            return True
        return self.states.is_fill(self.star)

    @property
    def may_need_tool(self) -> bool:
        """True if the star may be another mark, which a tool beside the board sets."""
        if self.star is None or self.has_tool or self.states.is_pointed_star(self.star):
            return not self.is_certain
        return not self.marks - {self.star}

    def begin_with_tool(self) -> None:
        """Forget what presses do, as they do something else now: the marks so far are no stars."""
        self._refuted |= {state for state in self.marks if kind_of(state) == "star"}
        self.transitions = Transitions()
        self.star = None
        self.has_tool = True

    def meaning(self, state: str) -> str:
        """Return the kind of mark of a state on this page; once its star is known, other stars
        count as dots."""
        if state == self.star:
            return "star"
        kind = kind_of(state)
        is_other = self.star is not None or state in self._refuted
        return "dot" if kind == "star" and is_other else kind

    def find_path(
        self, state: str, goals: Collection[str], dead: Collection[Edge] = ()
    ) -> list[Gesture] | None:
        """Return the fewest gestures from a state to one of these kinds of marks; None if none are
        known."""
        return self.transitions.path(state, self._list_goals(goals), dead)

    def find_experiment(
        self, state: str, goals: Collection[str], dead: Collection[Edge] = ()
    ) -> list[Gesture]:
        """Return gestures of which the last has an unknown effect; empty if none is worth it."""
        # From a mark that can't be taken away, everything is worth a try.
        is_free = state == EMPTY or self.transitions.path(state, {EMPTY}) is not None
        is_search = goals == STAR and self.star is None and is_free
        needless = self._list_needless() if is_search else set()
        return self.transitions.experiment(state, self._list_goals(goals), needless.union(dead))

    def choose_star(self, dead: Collection[Edge]) -> None:
        """Decide which mark is the star if there is reason enough; ``dead`` gestures do nothing."""
        if self.star is not None:
            return
        for state in sorted(self.marks):
            if self.states.is_pointed_star(state):
                self.star = state
        kinds = {kind_of(state) for state in self.marks}
        stars = [state for state in self.marks if kind_of(state) == "star"]
        if "cross" in kinds:
            stars = stars or list(filter(self.states.is_fill, self.marks))
        if self.star is None and len(stars) == 1:
            is_beside = self.has_tool or bool(kinds & {"cross", "dot"})
            if is_beside or self.states.has_star_shape(stars[0]):
                self.star = stars[0]
        if self.star is None and not self.find_experiment(EMPTY, STAR, dead):
            # A tool that sets no other mark was none for stars.
            states = self.states
            self.star = states.choose_star(self.marks) or states.choose_star(self._refuted)
            self._refuted.discard(self.star or "")

    def _list_goals(self, goals: Collection[str]) -> set[str]:
        """Return the states of these kinds of marks."""
        if goals == STAR:
            return {self.star} if self.star else set()
        return {state for state in self.marks | NO_STAR if self.meaning(state) in goals}

    def _list_needless(self) -> set[Edge]:
        """Return the gestures that are not worth a press while the star is looked for.

        Those that have changed a cell always are, as they show all marks of a cycle. Beside a mark
        that may be the star, a click of the other button on an empty cell is; beside one in which
        the reader sees no star, a double click, too. Beside nothing, or a dot, everything is.
        """
        is_star = any(kind_of(state) == "star" for state in self.marks)
        candidate = self.states.choose_star(self.marks) or EMPTY
        if not is_star and (candidate == EMPTY or kind_of(candidate) == "dot"):
            return set()
        needless: set[Edge] = set()
        for state in self.marks | {EMPTY}:
            for gesture in set(GESTURES) - self.transitions.used:
                is_click = gesture == "right" or (gesture == "double" and not is_star)
                if state != EMPTY or not is_click:
                    needless.add((state, gesture))
        return needless
