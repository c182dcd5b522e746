"""Random small boards, and a brute-force search: sets of cells, and every jump tried."""

from functools import cache

from hypothesis import strategies as st

from solvers.errors import BadNotation
from solvers.peg_solitaire import Board, Puzzle, named_board

STEPS = {
    "square": [(-1, 0), (1, 0), (0, -1), (0, 1)],
    "triangular": [(0, -2), (0, 2), (-1, -1), (-1, 1), (1, -1), (1, 1)],
}


def opened(name: str, hole: int, end=None) -> Puzzle:
    """Return a usual board with a single hole."""
    board = named_board(name)
    return Puzzle(board, board.full ^ 1 << hole, end)


@st.composite
def puzzles(draw, most_pegs: int = 9) -> Puzzle:
    """Draw a small board of any shape on either lattice, with any pegs and any kind of end."""
    board = draw(boards())
    numbers = st.integers(0, len(board.sites) - 1)
    pegs = draw(st.sets(numbers, min_size=1, max_size=most_pegs))
    end = draw(st.one_of(st.none(), numbers, st.frozensets(numbers, min_size=1, max_size=4)))
    return Puzzle(board, pegs, end)


@st.composite
def boards(draw) -> Board:
    lattice = draw(st.sampled_from(("square", "triangular")))
    every = [
        (row, col)
        for row in range(4)
        for col in range(7)
        if lattice == "square" or (row + col) % 2 == 0
    ]
    missing = draw(st.sets(st.sampled_from(every), max_size=8))
    sites = {
        cell for cell in every if cell not in missing and (lattice == "triangular" or cell[1] < 5)
    }
    try:
        return Board(tuple(sites), lattice)
    except BadNotation:
        return named_board(draw(st.sampled_from(("triangle4", "triangle5"))))


def jumped(pegs: frozenset, cells: frozenset, lattice: str):
    """Yield the set of pegs after every possible jump, with the cells it comes from and goes to."""
    for row, col in pegs:
        for down, right in STEPS[lattice]:
            over, to = (row + down, col + right), (row + 2 * down, col + 2 * right)
            if over in pegs and to in cells and to not in pegs:
                yield pegs - {(row, col), over} | {to}, (row, col), to


def brute_force(puzzle: Puzzle) -> tuple[int, int]:
    """Return (sequences of jumps, fewest moves) to the end by brute force; moves -1 if none."""
    sites, lattice = puzzle.board.sites, puzzle.board.lattice
    cells = frozenset(sites)
    wanted = {
        frozenset(site for number, site in enumerate(sites) if end >> number & 1)
        for end in puzzle.ends
    }

    @cache
    def found(pegs, last):
        """Search on; ``last`` is the peg that jumped last, whose next jump is not another move."""
        if pegs in wanted:
            return 1, 0
        ways, moves = 0, []
        for after, start, to in jumped(pegs, cells, lattice):
            more, least = found(after, to)
            ways += more
            moves += [least + (start != last)] if more else []
        return ways, min(moves, default=-1)

    return found(frozenset(sites[number] for number in puzzle.pegs), None)
