"""Model of the marks on a page: what presses make of them, and which one is the star."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection
from typing import Final, TypeAlias

from autoplay.player.star_battle.cell_states import EMPTY, CellStates, kind_of
from autoplay.player.star_battle.tool_palette import ToolPalette
from autoplay.player.timing import GESTURES, Gesture

Edge: TypeAlias = tuple[str, Gesture]
"""A gesture on a cell of this state."""
Paths: TypeAlias = dict[str, list[Gesture]]
"""The fewest known gestures to each state, the nearest state first."""
STAR: Final = frozenset({"star"})
NO_STAR: Final = frozenset({EMPTY, "cross", "dot"})


class Transitions:
    """Last outcome of each gesture on a cell, by the cell's state; ``states`` are all that were
    seen."""

    def __init__(self) -> None:
        self.states: set[str] = set()
        self._after: dict[Edge, str] = {}

    def learn(self, before: str, gesture: Gesture, after: str) -> None:
        """Store what one gesture has made of a cell; it replaces what was known."""
        self._after[before, gesture] = after
        self.states |= {before, after}

    def result(self, before: str, gesture: Gesture) -> str:
        """Return the state that this gesture makes of a cell; empty if that is unknown."""
        return self._after.get((before, gesture), "")

    def forget(self, before: str, gesture: Gesture) -> None:
        """Remove what is known of this gesture on a cell of this state."""
        self._after.pop((before, gesture), None)

    @property
    def used(self) -> set[Gesture]:
        """Gestures that have changed a cell."""
        return {gesture for _, gesture in self._after}

    def path(self, state: str, goals: Collection[str]) -> list[Gesture] | None:
        """Return the fewest gestures that turn a cell of this state into one of ``goals``; None if
        none are known."""
        for reached, path in self._find_paths(state).items():
            if reached in goals:
                return path
        return None

    def experiment(
        self, state: str, goals: Collection[str], dead: Collection[Edge]
    ) -> list[Gesture]:
        """Return gestures of which the last has an unknown effect.

        Gestures that have changed a cell before come first, in the nearest state in which they are
        untried; then new ones on an empty cell, as a person would try them; then new ones on marks.
        Empty if a path to the goals is known, or everything was tried. ``dead`` are gestures that
        do nothing to the cell in question.
        """
        paths = self._find_paths(state, dead)
        if not paths.keys().isdisjoint(goals):
            return []
        untried = []
        for reached, path in paths.items():
            for number, gesture in enumerate(GESTURES):
                if (reached, gesture) not in self._after and (reached, gesture) not in dead:
                    is_new = gesture not in self.used
                    rank = (is_new, is_new and reached != EMPTY, number)
                    plan = list(path)
                    plan.append(gesture)
                    untried.append((rank, plan))
        # Of equal ranks the first, nearest one is the least.
        return min(untried, key=lambda one: one[0])[1] if untried else []

    def _find_paths(self, state: str, dead: Collection[Edge] = ()) -> Paths:
        """Return the paths from a state to all that can be reached, itself included."""
        paths: Paths = {state: []}
        todo = deque([state])
        while todo:
            at = todo.popleft()
            for gesture in GESTURES:
                after = self._after.get((at, gesture), at)
                if after not in paths and (at, gesture) not in dead:
                    paths[after] = list(paths[at])
                    paths[after].append(gesture)
                    todo.append(after)
        return paths


class MarkModel:
    """Transitions between the states of cells, and what they mean.

    ``star`` is the state that counts as the star, once there is reason enough; ``has_tool`` is True
    once a tool for stars was chosen from the ``palette``. ``states`` name what cells show.

    | presses have shown                                          | the star is                   |
    |-------------------------------------------------------------|-------------------------------|
    | a star with five points                                     | that                          |
    | one mark that the reader takes for a star, of its shape or  | that                          |
    | beside a cross or a dot, that of a press or the page's own, |                               |
    | or with a tool for stars; or a fill beside one              |                               |
    | anything else, once no gesture is worth a try any more      | the clearly largest mark      |

    But if this mark is the only one, or may be none, a tool beside the board comes first.
    """

    def __init__(self, states: CellStates, palette: ToolPalette) -> None:
        self.states = states
        self.palette = palette
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
        return self.star is None or self._is_likely(self.star)

    def choose_tool(self, *, is_named: bool = False) -> bool:
        """Choose another tool, which ``is_named`` for stars if so; return False if there is none.

        What presses do is forgotten then, as they do something else: the marks so far are no stars.
        """
        if not self.palette.choose_next(is_named=is_named):
            return False
        self._refuted |= {state for state in self.marks if kind_of(state) == "star"}
        self.transitions = Transitions()
        self.star = None
        self.has_tool = True
        return True

    def meaning(self, state: str) -> str:
        """Return the kind of mark of a state on this page; once its star is known, other stars
        count as dots."""
        if state == self.star:
            return "star"
        kind = kind_of(state)
        is_other = self.star is not None or state in self._refuted
        return "dot" if kind == "star" and is_other else kind

    def find_path(self, state: str, goals: Collection[str]) -> list[Gesture] | None:
        """Return the fewest gestures from a state to one of these kinds of marks; None if none are
        known."""
        return self.transitions.path(state, self._list_goals(goals))

    def find_experiment(
        self, state: str, goals: Collection[str], dead: Collection[Edge]
    ) -> list[Gesture]:
        """Return gestures of which the last has an unknown effect; empty if none is worth it."""
        # From a mark that can't be taken away, everything is worth a try.
        is_free = state == EMPTY or self.transitions.path(state, {EMPTY}) is not None
        is_search = goals == STAR and self.star is None and is_free
        needless = self._list_needless() if is_search else set()
        return self.transitions.experiment(state, self._list_goals(goals), needless.union(dead))

    def choose_star(self, dead: Collection[Edge]) -> bool:
        """Decide which mark is the star if there is reason enough; return True if a tool was chosen
        instead. ``dead`` gestures do nothing."""
        star = self._find_star(dead) if self.star is None else None
        if star is None:
            return False
        # The tool with which a page begins may set crosses, and heavy ones have five points, too.
        is_alone = not self.has_tool and self.marks <= {star} and not self.states.has_own_crosses
        is_doubtful = is_alone or not self._is_likely(star)
        if is_doubtful and self.choose_tool(is_named=star in self.states.pointed):
            return True
        self.star = star
        self._refuted.discard(star)
        return False

    def doubt_star(self, silent: Collection[str]) -> bool:
        """Take another mark for the star if it may be one as well, and is not among those about
        which the page was ``silent`` once all were placed; return False if there is none."""
        best = self.states.choose_star(self.marks)
        if best is None:
            likely = {mark for mark in self.marks if kind_of(mark) == "star"}
        else:
            likely = {best}
        others = sorted(likely.difference(silent))
        if others:
            self.star = others[0]
        return bool(others)

    def _find_star(self, dead: Collection[Edge]) -> str | None:
        """Return the mark that is the star by what presses have shown; None if that is
        uncertain."""
        marks = self.marks
        if self.has_tool and not marks:
            # A tool that sets the same mark as before was none for stars.
            marks = self.transitions.states & self._refuted
        star = self.states.choose_star(marks)
        if not self.find_experiment(EMPTY, STAR, dead):
            return star or self.states.choose_star(self._refuted)
        if star is None or star in self.states.pointed or self.states.has_star_shape(star):
            return star
        # Of another shape it is the star only beside what means "no star".
        is_beside = any(kind_of(mark) in ("cross", "dot") for mark in marks)
        is_beside = is_beside or self.has_tool or self.states.has_own_crosses
        return star if is_beside and self._is_likely(star) else None

    def _is_likely(self, state: str) -> bool:
        """Return True if a state is a star by the reader, or fills cells."""
        return kind_of(state) == "star" or self.states.is_fill(state)

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
