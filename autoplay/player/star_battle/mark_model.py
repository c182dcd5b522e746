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

    ``star`` is the state that counts as the star, once there is reason enough; ``is_questioned`` is
    True once the page was silent about it, ``has_tool`` once a tool for stars was chosen. ``states``
    name what cells show.

    | presses have shown                                          | the star is                   |
    |-------------------------------------------------------------|-------------------------------|
    | a star with five points                                     | that                          |
    | one mark that the reader takes for a star, of its shape or  | that                          |
    | beside a cross or a dot                                     |                               |
    | anything else, once no gesture is worth a try any more      | the clearly largest mark      |
    """

    def __init__(self, states: CellStates) -> None:
        self.states = states
        self.transitions = Transitions()
        self.star: str | None = None
        self.is_questioned = False
        self.has_tool = False
        self._refuted: set[str] = set()

    @property
    def marks(self) -> set[str]:
        """States that presses have shown, without those of an empty cell and refuted stars."""
        return self.transitions.states - self._refuted - {EMPTY}

    @property
    def is_certain(self) -> bool:
        """True if the mark that counts as the star is one by the reader, or none is needed yet."""
        return self.star is None or kind_of(self.star) == "star"

    @property
    def may_be_other(self) -> bool:
        """True if the star is the only mark that was seen, has not five points, was not set by a
        tool for stars, and not questioned."""
        if self.is_questioned or self.has_tool:
            return False
        if self.star and self.states.is_pointed_star(self.star):
            return False
        return not self.marks - {self.star}

    def begin_with_tool(self) -> None:
        """Forget what presses do, as they do something else now: the marks so far are no stars."""
        self._refuted |= {state for state in self.marks if kind_of(state) == "star"}
        self.transitions = Transitions()
        self.star = None
        self.is_questioned = False
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
        is_search = goals == STAR and self.star is None
        needless = self._list_needless() if is_search else set()
        return self.transitions.experiment(state, self._list_goals(goals), {*dead, *needless})

    def choose_star(self, dead: Collection[Edge]) -> None:
        """Decide which mark is the star if there is reason enough; ``dead`` gestures do nothing."""
        if self.star is not None:
            return
        for state in sorted(self.marks):
            if self.states.is_pointed_star(state):
                self.star = state
        stars = [state for state in self.marks if kind_of(state) == "star"]
        if self.star is None and len(stars) == 1 and not self.is_questioned:
            has_others = any(kind_of(state) in ("cross", "dot") for state in self.marks)
            if has_others or self.states.has_star_shape(stars[0]):
                self.star = stars[0]
        is_over = not self.is_questioned and not self.find_experiment(EMPTY, STAR, dead)
        if self.star is None and is_over:
            self.star = self.states.choose_star(self.marks)

    def choose_other_star(self, star: str) -> bool:
        """Take another mark for the star than the one about which the page is silent; return False
        if none is more of one."""
        other = self.states.choose_star(self.marks - {star})
        is_better = other is not None and self.states.is_more_of_a_star(other, star)
        self.star = other if is_better else star
        return is_better

    def _list_goals(self, goals: Collection[str]) -> set[str]:
        """Return the states of these kinds of marks."""
        if goals == STAR:
            return {self.star} if self.star else set()
        return {state for state in self.marks | NO_STAR if self.meaning(state) in goals}

    def _list_needless(self) -> set[Edge]:
        """Return the gestures that are not worth a press while the star is looked for.

        Those that have changed a cell always are, as they show all marks of a cycle. Of the others
        none is once a mark may be the star; if it is a doubtful one, or questioned, a click of
        another kind on an empty cell is.
        """
        candidate = self.states.choose_star(self.marks)
        may_be_star = any(kind_of(state) == "star" for state in self.marks)
        is_toggled = candidate is not None and self.transitions.path(candidate, {EMPTY}) is not None
        if not (self.is_questioned or may_be_star or is_toggled):
            return set()
        is_doubtful = self.is_questioned or not may_be_star
        needless: set[Edge] = set()
        for state in self.marks | {EMPTY}:
            for gesture in set(GESTURES) - self.transitions.used:
                is_worth = is_doubtful and state == EMPTY and gesture != "drag"
                if not is_worth:
                    needless.add((state, gesture))
        return needless
