"""What the verbs ask about a puzzle, whatever it is, and what each kind of puzzle has to offer for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from autoplay.games import GAMES
from solvers.cells import Cell

if TYPE_CHECKING:
    from autoplay.batch.pictures import Picture
    from autoplay.batch.sources import Source
    from autoplay.report.sheets import Sheet
    from solvers.deadline import Deadline
    from solvers.errors import AutoplayError
    from vision import Reading
    from vision.image import Image


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked about each puzzle that is to be solved.

    ``puzzle`` is the game, "auto" where its form tells; ``overlay`` is where a picture with the answer is kept;
    ``timeout_s`` is for all of it, None for no limit; ``lit`` is which look of a lamp is lit, or of a site is a peg;
    so many solutions are to be counted as ``count`` says, where not None; ``terms`` are what is said of its game alone,
    as ``Verbs.terms`` makes them, None where nothing is.
    """

    puzzle: str = "auto"
    overlay: Path | None = None
    timeout_s: float | None = None
    lit: str = "auto"
    count: int | None = None
    terms: Any = None


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked about each picture that is to be read.

    The first five as for ``vision.inspect``; ``every`` board, not the only one; whether to ``solve`` it;
    ``terms`` as of ``Wanted``; ``overlay`` is a .png file for what was seen, or the folder for several of them;
    ``debug`` is the folder for pictures of the stages.
    """

    puzzle: str = "auto"
    lit: str = "auto"
    size: int | None = None
    crop: tuple[int, int, int, int] | None = None
    fixes: Mapping[Cell, str] = field(default_factory=dict)
    every: bool = False
    solve: bool = False
    terms: Any = None
    overlay: Path | None = None
    debug: Path | None = None

    def overlay_of(self, picture: Picture) -> Path:
        """The file for what was seen on this picture."""
        assert self.overlay
        return self.overlay if self.draws_one else self.overlay / f"{picture.key}.png"

    @property
    def draws_one(self) -> bool:
        """Whether ``overlay`` is a file, not a folder for several."""
        path = self.overlay
        return path is not None and path.suffix.lower() == ".png" and not path.is_dir()


@dataclass(frozen=True, slots=True)
class Order:
    """What new puzzles are to be like: ``size`` is rows and columns, None as usual; ``terms`` as of ``Wanted``."""

    size: tuple[int, int] | None = None
    timeout_s: float | None = None
    terms: Any = None


@dataclass(frozen=True, slots=True)
class Made:
    """A new puzzle as ``text``, as the JSON ``row`` that solve takes, and the options to make it ``again``."""

    text: str
    row: dict[str, object]
    again: str


class Found(Protocol):
    """What was found out about a puzzle, and how it is told.

    ``outcome`` is the sort of answer in a few words, as many of them are counted; ``cells`` are the (row, col) of the
    solution to draw, none where there is no single one; ``pictures`` are the files that show the answer.
    """

    @property
    def outcome(self) -> str: ...
    @property
    def cells(self) -> tuple[Cell, ...]: ...
    @property
    def pictures(self) -> tuple[str, ...]: ...

    def row(self, wanted: Wanted) -> dict[str, object]:
        """The JSON object."""

    def lines(self, wanted: Wanted) -> Iterator[str]:
        """What goes to stdout."""

    def complaint(self, wanted: Wanted) -> AutoplayError | None:
        """What is wrong with the puzzle, or with what time allowed to be found out."""

    def remark(self, wanted: Wanted) -> str:
        """The line on stderr where nothing is wrong."""

    def sheets(self, wanted: Wanted) -> Iterator[Sheet]:
        """What is printed of it, a sheet of paper each; raises BadNotation for what can't be."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A picture, (H, W, 3) BGR, and the board that was read on it; ``file`` is where the picture is from."""

    image: Image
    reading: Reading
    file: str

    def save_overlay(self, path: Path, cells: tuple[Cell, ...]) -> None:
        """Keep the picture with a solution's (row, col) ``cells`` drawn on it; raises NotWritable."""
        from autoplay.files import keep_apart, writable
        from vision import draw_overlay, save_image

        writable(path.parent, "--overlay")
        keep_apart([path], [Path(self.file)], "--overlay")
        save_image(path, draw_overlay(self.image, self.reading, cells))


@dataclass(frozen=True, slots=True)
class Board:
    """A board that was read.

    ``facts`` is what JSON says of it beside the reading, ``words`` the same for a person; ``answer`` is None where it
    was not solved, ``doubt`` is what its solution says against it; ``written`` is the puzzle in the form that was
    wanted, ``left_out`` what of the board that does not hold.
    """

    reading: Reading
    facts: Mapping[str, object]
    words: str
    answer: Found | None = None
    doubt: AutoplayError | None = None
    written: str = ""
    left_out: str = ""


class Verbs(Protocol):
    """What a game has of its own in the verbs that need no page, as the module ``verbs`` of its package."""

    def keys(self) -> frozenset[str]:
        """Keys that only a row of JSON Lines of such a puzzle has, and the first words of lines above its text."""

    def claims(self, content: str, /) -> bool:
        """Whether a text may be meant as such a puzzle."""

    def terms(self, said: Mapping[str, Any], /) -> object:
        """What the game's own options say, by their names, those that are given; raises BadNotation."""

    def answer_text(self, source: Source, wanted: Wanted, deadline: Deadline) -> Found:
        """The answer to a text or a row; raises BadNotation, SolveTimeout."""

    def answer_picture(self, seen: Seen, wanted: Wanted, deadline: Deadline) -> Found:
        """The answer to a board in a picture; raises a ReadingError where it is doubtful, BadNotation, SolveTimeout."""

    def board(self, reading: Reading, asked: Asked) -> Board:
        """A reading with all that is wanted of it; raises an AutoplayError if that can't be had, or must be doubted."""

    def confirm(self, reading: Reading, stars: int | None) -> None:
        """Raise a ReadingError for a reading that has to be doubted, as its solution may show."""

    def make(self, order: Order, seed: int) -> Made:
        """The puzzle of a seed, the same each time; raises BadNotation, NotMade, SolveTimeout."""

    def words(self, reading: Reading) -> str:
        """What was read, in a few words: size, what there is on it."""

    def draw(self, reading: Reading) -> str:
        """The board for a terminal."""

    def evidence(self, reading: Reading, most: int | None) -> list[object]:
        """What the reading rests on, for JSON: the ``most`` doubtful of it, None for all."""

    def evidence_lines(self, reading: Reading, most: int) -> Iterator[str]:
        """The same for a person."""


def summary(reading: Reading, words: str = "") -> str:
    """What was read, in one line: size, what there is on the board, confidence; ``words`` where they are known."""
    return f"{words or GAMES[reading.puzzle].verbs().words(reading)}, {reading.confidence:.0%} sure"
