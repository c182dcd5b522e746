"""Solutions of Star Battle as a published program prints them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from solvers.cells import Cell


def format_published(size: int, every: Iterable[tuple[Cell, ...]], seconds: float) -> Iterator[str]:
    """Yield the lines of a published program: for each solution the list of its stars and a picture
    of the board, and the time of the search below all of them.

    ``size`` is the number of rows and columns, ``seconds`` the time.
    """
    line = "+-" * size + "+"
    for number, cells in enumerate(every):
        if number:
            yield ""
        yield str([list(cell) for cell in cells])
        yield ""
        yield line
        stars = set(cells)
        for row in range(size):
            marks = ["*" if (row, col) in stars else " " for col in range(size)]
            yield f"|{'|'.join(marks)}|"
            yield line
    yield f"search time : {seconds:.3f}s"
