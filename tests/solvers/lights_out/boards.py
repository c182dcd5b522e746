"""Random boards, and a brute-force solver that shares no code with the tested one."""

from itertools import chain, product

from hypothesis import strategies as st

from solvers.lights_out import RULES, STATES, Matrix, Puzzle, Rule


def brute_force(puzzle):
    """Return every way to reach the target with fewer presses of each button than states."""
    buttons = list(puzzle.buttons)
    lamps = list(puzzle.lamps)
    effects = [puzzle.rule.effect(button, puzzle.lamps) for button in buttons]
    need = [STATES.index(puzzle.target[r][c]) - STATES.index(puzzle.start[r][c]) for r, c in lamps]
    found = set()
    for times in product(range(puzzle.states), repeat=len(buttons)):
        moved = dict.fromkeys(lamps, 0)
        for often, effect in zip(times, effects, strict=True):
            for lamp, by in effect.items():
                moved[lamp] += often * by
        left = [moved[lamp] - by for lamp, by in zip(lamps, need, strict=True)]
        if all(by % puzzle.states == 0 for by in left):
            presses = [[button] * often for button, often in zip(buttons, times, strict=True)]
            found.add(tuple(chain(*presses)))
    return found


def _grids(draw, rows, cols, characters, shape=None):
    cells = [[draw(st.sampled_from(characters)) for _ in range(cols)] for _ in range(rows)]
    if shape:
        cells = [
            [" " if shape[r][c] == " " else cells[r][c] for c in range(cols)] for r in range(rows)
        ]
    return tuple("".join(row) for row in cells)


@st.composite
def puzzles(draw, most_lamps=9, most_ways=2**12):
    """Draw boards with holes, of any rule, from any start to any target."""
    modulus = draw(st.sampled_from((2, 2, 3, 4, 6)))
    rows = draw(st.integers(1, most_lamps))
    cols = draw(st.integers(1, most_lamps // rows))
    shape = _grids(draw, rows, cols, "....* ")
    if not "".join(shape).strip():
        shape = ("." * cols,) * rows
    lamps = [(r, c) for r, row in enumerate(shape) for c, lamp in enumerate(row) if lamp != " "]
    while modulus ** len(lamps) > most_ways:
        row, col = lamps.pop()
        shape = tuple(
            line[:col] + " " + line[col + 1 :] if r == row else line for r, line in enumerate(shape)
        )
    start, target = (_grids(draw, rows, cols, STATES[:modulus], shape) for _ in range(2))
    return Puzzle(start, target, modulus, draw(_rules(lamps, modulus)))


def _rules(lamps, modulus):
    named = st.builds(Rule, st.sampled_from(sorted(RULES)).map(RULES.__getitem__), st.booleans())
    shapes = st.builds(
        Rule, st.frozensets(st.tuples(*[st.integers(-2, 2)] * 2), max_size=4), st.booleans()
    )
    effect = st.dictionaries(st.sampled_from(lamps), st.integers(0, modulus), max_size=5)
    matrices = st.builds(
        Matrix, st.dictionaries(st.sampled_from(lamps), effect, max_size=len(lamps))
    )
    return named | shapes | matrices
