"""Star Battle, for all commands: boards in pictures, texts, solutions and new puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from time import perf_counter
from typing import Any, Final

import vision
from autoplay.games import GenerateRequest, ReadRequest, SolveRequest
from autoplay.games.adapter import Game, ReaderPart, SolverPart
from autoplay.games.puzzle_text import PuzzleText
from autoplay.games.results import (
    BoardReport,
    GeneratedPuzzle,
    NotedPicture,
    ReadPicture,
)
from autoplay.games.star_battle.options import (
    StarBattleOptions,
    StarCount,
    add_marks,
    find_stars,
    is_doubtful,
    make_puzzle,
)
from autoplay.games.star_battle.player import StarBattlePlayerPart
from autoplay.games.star_battle.results import MOST_CELLS_LISTED, StarBattleResult
from autoplay.games.star_battle.steps import (
    SYMBOL,
    draw_board,
    draw_mistake,
    draw_step_pictures,
    format_published,
)
from autoplay.limits import FIND_STARS_S, SOLVE_S
from solvers.cells import LETTERS, PLAIN, WALL, Cell
from solvers.deadline import Deadline
from solvers.errors import BadNotation, SolveTimeout, count_of
from solvers.names import GRID_FORM
from solvers.notation import MARKED, form_of, from_row, parse, write
from solvers.notation.boards import inference_within
from solvers.notation.rows import join_grid, split_marks
from solvers.star_battle import USUAL_STARS, Puzzle, Solution, generate, solve
from solvers.star_battle.explanation import (
    ExplanationStep,
    describe_wrong_marks,
    explain,
    hint,
    why_unsolvable,
    wrong_marks,
)
from solvers.star_battle.model import LARGEST, SMALLEST, check_stars, max_stars
from solvers.star_battle.search import SolutionSearch
from solvers.tables import parse_plain_table
from vision import Border, Reading

REGION_ROWS: Final = re.compile(rf"[{LETTERS}{WALL}{PLAIN}\s]*")
SMALL_LETTERS: Final = re.compile(r"[\s.]*[a-z][a-z\s.]*")
"""Rows with lower-case letters only; regions use those only after the capital letters."""
MOST_MARGIN: Final = 99.99
"""Margin to report for a border that a person corrected, or that nothing contradicts; its real
margin is infinite."""
USUAL_SIZE: Final = (10, 10)
"""Rows and columns of a new puzzle."""
SLOW_SIZE: Final = 20
SLOW_ROOM: Final = 3
"""From this size on, a board is made slowly if its rows have so many cells more than four a star.

Three seeds each, with a limit of 20 s: 21x21 with 5 stars, 22x22 with 5, 25x25 with 6 and 30x30
with 7 took 0.1 to 5.5 s; 20x20 with 4, 23x23 with 5, 25x25 with 5 and 30x30 with 6 hardly ever
ended. Smaller boards take up to 8 s (17x17 with 3).
"""


class StarBattleReaderPart(ReaderPart):
    """Boards of Star Battle that were read from pictures."""

    def describe(self, reading: Reading) -> str:
        """Return the size, the stars if they are known, and the number of marks."""
        return _describe_board(reading, count_of(reading.stars, "star") if reading.stars else "")

    def draw_text(self, reading: Reading) -> str:
        """Return the board with the borders of its regions and its marks."""
        return draw_board(reading.grid, {(mark.row, mark.col): mark.kind for mark in reading.marks})

    def list_evidence(self, reading: Reading) -> list[object]:
        """Return the measurements at all borders, the least certain first."""
        return [_border_row(border) for border in reading.borders]

    def describe_evidence(self, reading: Reading, limit: int) -> Iterator[str]:
        """Yield the evidence behind the confidence, then the least certain borders."""
        yield from reading.evidence
        for border in reading.borders[:limit]:
            yield _describe_border(border)

    def check_solution(self, reading: Reading, stars: int | None) -> None:
        """Raise a ReadingError for an uncertain reading without a single solution."""
        if is_doubtful(reading):
            find_stars(reading, stars)

    def report(self, reading: Reading, request: ReadRequest) -> BoardReport:
        """Return a reading with its number of stars, and its solution or notation if requested.

        Raises an AutoplayError if that fails, or if the reading is uncertain.
        """
        options = StarBattleOptions.of(request.options)
        stars = find_stars(reading, options.stars)
        if options.stars:
            check_stars(reading.rows, options.stars)
        # A puzzle is solved with the usual number of stars if its own is not known.
        usual = USUAL_STARS.get(reading.rows)
        if request.solve and not stars.number and usual:
            stars = StarCount(usual, "usual")
        board = BoardReport(
            reading,
            {"stars": stars.number, "stars_from": stars.origin},
            _describe_board(reading, stars.description),
            left_out=describe_left_out(reading, request.text_form),
        )
        if request.solve:
            solving = SolveRequest(
                options=StarBattleOptions(form=request.text_form), timeout_s=SOLVE_S
            )
            return board.add_solution(
                lambda: solve_puzzle(make_puzzle(reading, stars), solving, Deadline(SOLVE_S))
            )
        if request.text_form:
            return replace(board, written=_write_reading(reading, stars, request.text_form))
        return board


def _describe_board(reading: Reading, stars: str) -> str:
    """Return the size, the ``stars`` as text, and the number of marks."""
    parts = [f"{reading.rows}x{reading.cols}", stars, count_of(len(reading.marks), "mark")]
    return ", ".join(filter(None, parts))


def _write_reading(reading: Reading, stars: StarCount, form: str) -> str:
    """Return the puzzle in a notation, with its marks if the notation has them.

    Raises BadNotation.
    """
    if form == GRID_FORM:
        signs = {(mark.row, mark.col): SYMBOL[mark.kind] for mark in reading.marks}
        # The usual number is only a guess.
        known = None if stars.origin == "usual" else stars.number
        return join_grid(known, reading.grid, signs).rstrip("\n")
    if stars.number:
        puzzle = Puzzle(reading.grid, stars.number)
        if form in MARKED:
            puzzle = add_marks(puzzle, reading)
        return write(puzzle, form).rstrip("\n")
    # Letters hold the regions alone.
    if form == "letters":
        return "\n".join(reading.grid)
    raise BadNotation("the picture does not show the number of stars per row", hint="--stars K")


def describe_left_out(reading: Reading, form: str | None) -> str:
    """Return a note about the marks that a notation cannot hold, "" if there are none."""
    if not form or form in MARKED or not reading.marks:
        return ""
    return f"{count_of(len(reading.marks), 'mark')} left out: {form} can't hold marks"


def _border_row(border: Border) -> dict[str, object]:
    """Return a border as its JSON object."""
    return {
        "cell": [border.row, border.col],
        "side": border.side,
        "wall": border.drawn,
        "line": round(border.line, 2),
        "colour": round(border.colour, 2),
        "margin": _round_margin(border),
    }


def _describe_border(border: Border) -> str:
    """Return a border as a line of text; rows and columns from 1."""
    kind = "between regions" if border.drawn else "inside a region"
    return (
        f"row {border.row + 1}, column {border.col + 1}, {border.side}: {kind}, "
        f"{border.line:.2f} px of line, colours {border.colour:.1f} apart, "
        f"{_round_margin(border):.1f} times as sure as needed"
    )


def _round_margin(border: Border) -> float:
    return min(round(border.margin, 2), MOST_MARGIN)


class StarBattleSolverPart(SolverPart):
    """Texts, solutions, explanations and new puzzles of Star Battle."""

    keys = frozenset({"stars"})

    def claims_text(self, text: str) -> bool:
        """Return True if a text consists of several rows of regions, walls and cells without a
        region.

        Rows of lower-case letters only could be pegs with a typing error; they are regions if they
        fit no other game. Rows of True and False are lamps.
        """
        if parse_plain_table(text):
            return False
        if "\n" not in text.strip() or SMALL_LETTERS.fullmatch(text):
            return False
        with suppress(BadNotation):
            text, _ = split_marks(text)
        return REGION_ROWS.fullmatch(text) is not None

    def parse_options(self, values: Mapping[str, Any]) -> StarBattleOptions:
        """Return the options that are given."""
        return StarBattleOptions(**values)

    def solve_text(
        self, text: PuzzleText, request: SolveRequest, deadline: Deadline
    ) -> StarBattleResult:
        """Solve the puzzle of a text or a JSON row; raise BadNotation, SolveTimeout."""
        # At most half of the time goes into the number of stars, if the text does not give it.
        with inference_within(_half_of_timeout(request)):
            puzzle = parse_puzzle(text, StarBattleOptions.of(request.options).stars)
        # The marks of a grid count as those of a picture do: for steps.
        if not (request.steps or text.is_row) and form_of(text.text) == GRID_FORM:
            puzzle = replace(puzzle, given=frozenset(), crossed=frozenset())
        return solve_puzzle(puzzle, request, deadline)

    def solve_picture(
        self, picture: ReadPicture, request: SolveRequest, deadline: Deadline
    ) -> StarBattleResult:
        """Solve a board that was read; its marks are used only if steps are requested, as their
        starting point.

        Raises AmbiguousBoard or BoardCutOff if the board is doubtful, BadNotation if it is not a
        puzzle, SolveTimeout, NotWritable.
        """
        options = StarBattleOptions.of(request.options)
        # At most half of the time goes into the number of stars.
        find_s = min(_half_of_timeout(request), FIND_STARS_S)
        stars = find_stars(picture.reading, options.stars, timeout_s=find_s)
        puzzle = make_puzzle(picture.reading, stars)
        if request.steps:
            puzzle = add_marks(puzzle, picture.reading)
        result = solve_puzzle(puzzle, request, deadline)
        image = picture.image
        reading = picture.reading
        if request.overlay and result.wrong:
            drawn = draw_mistake(image, reading, result.wrong, result.reason)
            return replace(result, pictures=picture.save_overlays({request.overlay: drawn}))
        if not result.solution.cells:
            return result
        return self.add_pictures(result, picture, puzzle, result.solution.cells)

    def generate_puzzle(self, request: GenerateRequest, seed: int) -> GeneratedPuzzle:
        """Return the puzzle of a seed, the same each time.

        Raises BadNotation, NotMade, SolveTimeout.
        """
        rows, cols = request.size or USUAL_SIZE
        if rows != cols or not SMALLEST <= rows <= LARGEST:
            size = f"{rows}" if rows == cols else f"{rows}x{cols}"
            raise BadNotation(
                f"--size {size}: no Star Battle has so many rows and columns",
                hint=f"a number from {SMALLEST} to {LARGEST}",
            )
        options = StarBattleOptions.of(request.options)
        puzzle = generate(
            rows,
            options.stars or usual_stars(rows),
            seed,
            difficulty=options.difficulty,
            shapeless=options.shapeless,
            timeout_s=request.timeout_s,
        )
        text = write(puzzle, options.form or "letters").rstrip("\n")
        name = f"{rows}x{rows}-{seed}"
        command = f"--size {rows} --stars {puzzle.stars}"
        if options.difficulty:
            command += f" --difficulty {options.difficulty}"
        if options.shapeless:
            name = f"shapeless-{name}"
            command += " --shapeless"
        row: dict[str, object] = {"id": name, "stars": puzzle.stars, "grid": puzzle.grid}
        if options.form:
            row["written"] = text
        return GeneratedPuzzle(text, row, command)

    def warn_of_slowness(self, request: GenerateRequest) -> str:
        """Return a sentence if making such a puzzle usually takes minutes, otherwise ""."""
        options = StarBattleOptions.of(request.options)
        size, _ = request.size or USUAL_SIZE
        stars = options.stars or usual_stars(size)
        if options.shapeless or size < SLOW_SIZE or size - 4 * stars < SLOW_ROOM:
            return ""
        warning = f"{size}x{size} with {count_of(stars, 'star')} may take minutes"
        if request.timeout_s:
            warning += f", and is given up after {request.timeout_s:g} s (--timeout)"
        if size - 4 * max_stars(size) < SLOW_ROOM:
            warning += f"; with {max_stars(size)} stars it takes seconds"
        return warning

    def draw_steps(
        self,
        image: vision.image.Image,
        reading: Reading,
        puzzle: Puzzle,
        steps: Sequence[ExplanationStep],
    ) -> Iterator[NotedPicture]:
        """Yield a picture of the board for each step, with the step and the marks known before
        it."""
        return draw_step_pictures(image, reading, puzzle, steps)


def usual_stars(size: int) -> int:
    """Return the largest usual number of stars for a board size: in print 2 on 10x10, 3 on 14x14, 6
    on 25x25; on a large board the most that fit, as with fewer it is hardly ever made."""
    return max_stars(size) if size >= SLOW_SIZE else max(1, (size - 1) // 4)


def parse_puzzle(text: PuzzleText, stars: int | None = None) -> Puzzle:
    """Return the puzzle of a text or a JSON row, with ``stars`` per row if given.

    Raises BadNotation.
    """
    if text.is_row:
        return from_row(text.row(), stars)

    def is_file_name(content: str) -> bool:
        return form_of(content) == "letters"

    return text.parse_with(lambda content: parse(content, stars), is_file_name)


def _half_of_timeout(request: SolveRequest) -> float:
    return Deadline(request.timeout_s).timeout_s / 2


def solve_puzzle(puzzle: Puzzle, request: SolveRequest, deadline: Deadline) -> StarBattleResult:
    """Solve a puzzle, without pictures.

    Raises SolveTimeout, or BadNotation if the requested notation can't hold it.
    """
    options = StarBattleOptions.of(request.options)
    with deadline.limit("not solved") as left_s:
        if request.count is None:
            result = StarBattleResult(request, puzzle, solve(puzzle, timeout_s=left_s))
        else:
            result = _list_solutions(puzzle, request, left_s)
    # A reason, steps or a second solution: it depends on the number of solutions.
    if not result.solution.solutions:
        result = _add_reason(result, deadline)
    elif result.is_single and request.steps:
        result = _add_steps(result, deadline)
    elif not request.count and not result.is_single:
        # A second solution shows where the two differ.
        with deadline.limit("no second solution found") as left_s:
            second = next(islice(SolutionSearch(puzzle, timeout_s=left_s), 1, None))
        result = replace(result, other=second)
    if options.form:
        result = replace(result, written=_write_result(result, options.form))
    elif request.published and result.solution.solutions:
        lines = format_published(puzzle.size, result.all_shown, result.solution.seconds)
        result = replace(result, written="\n".join(lines) + "\n")
    return result


def _list_solutions(
    puzzle: Puzzle, request: SolveRequest, timeout_s: float | None
) -> StarBattleResult:
    """List and count the solutions up to ``request.count``, or those found in time.

    Raises SolveTimeout if none was.
    """
    start = perf_counter()
    search = SolutionSearch(puzzle, timeout_s=timeout_s)
    listed: list[tuple[Cell, ...]] = []
    number = 0
    cut_off = False
    try:
        for cells in islice(search, request.count):
            number += 1
            # Those that are too many to list are still counted.
            if number * len(cells) <= MOST_CELLS_LISTED:
                listed.append(cells)
    except SolveTimeout:
        # The number found in time is a lower bound, unless it is 0.
        if not number:
            raise
        cut_off = True
    first = listed[0] if listed else ()
    solution = Solution(first, number, search.nodes, perf_counter() - start, puzzle)
    return StarBattleResult(request, puzzle, solution, listed=tuple(listed), cut_off=cut_off)


def _add_reason(result: StarBattleResult, deadline: Deadline) -> StarBattleResult:
    """Add the wrong marks, else the reason why there is no solution, or neither if that takes too
    long."""
    # Marks of a person are wrong more often than the puzzle.
    with suppress(SolveTimeout), deadline.limit("no reason found") as left_s:
        wrong = wrong_marks(result.puzzle, timeout_s=left_s)
        if wrong:
            return replace(result, wrong=tuple(wrong), reason=describe_wrong_marks(wrong))
    with suppress(SolveTimeout), deadline.limit("no reason found") as left_s:
        return replace(result, reason=why_unsolvable(result.puzzle, timeout_s=left_s))
    return result


def _add_steps(result: StarBattleResult, deadline: Deadline) -> StarBattleResult:
    """Add the next step or all steps, or the reason why there are none.

    Raises SolveTimeout for the next step.
    """
    with deadline.limit("solved, but not explained") as left_s:
        if result.request.steps == "next":
            if result.is_solved:
                return result
            return replace(result, steps=(hint(result.puzzle, timeout_s=left_s),))
        # The solution is worth reporting even if its explanation takes too long.
        try:
            explanation = explain(result.puzzle, timeout_s=left_s)
        except SolveTimeout:
            return replace(
                result,
                unexplained=f"solved, but not explained within {result.request.timeout_s:g} s",
            )
        return replace(result, steps=explanation.steps, difficulty=explanation.difficulty)


def _write_result(result: StarBattleResult, form: str) -> str:
    """Return the puzzle in a notation, with its only solution if the notation holds marks, or with
    the next step if only that is requested.

    Raises BadNotation.
    """
    given = result.puzzle.given
    crossed = result.puzzle.crossed
    # Whoever asks for the next step does not want to see the others.
    if result.request.steps == "next":
        for step in result.steps:
            given |= set(step.stars)
            crossed |= set(step.crossed)
    else:
        given |= set(result.cells)
    # Several solutions, or a notation without marks, leave the puzzle as it is.
    try:
        return write(replace(result.puzzle, given=given, crossed=crossed), form)
    except BadNotation:
        return write(result.puzzle, form)


STAR_BATTLE: Final = Game(
    "star-battle", StarBattleReaderPart(), StarBattleSolverPart(), StarBattlePlayerPart()
)
"""Star Battle and Queens."""
