"""Interface between the reader of one game and the decision between the boards of all games."""

from __future__ import annotations

# ruff: noqa: ARG002 (the defaults need fewer arguments than the games do)
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from math import inf
from typing import Any, ClassVar, Final, NamedTuple

from vision.confidence import GIVEN, LEAST_ODDS, WEIGHTS
from vision.errors import (
    LARGER_HINT,
    AmbiguousBoard,
    BadFix,
    BoardCutOff,
    BoardNotFound,
    ReadingError,
    UnsupportedPuzzle,
)
from vision.grid.lattice import Lattice
from vision.grid.lines import Edges
from vision.image import Image
from vision.reading import (
    Border,
    Corrections,
    Reading,
    box_area,
    drop_overlapping,
    sort_in_reading_order,
)


class GameReader(ABC):
    """Reader for the boards of one game.

    Attributes
    ----------
    puzzle : name of the game in options and in ``Reading.puzzle``.
    title : name of the game in messages.
    most_odds : highest log-odds that signs can give a board of this game. The reader is not asked
        where a board of another game leads by more than that.
    reads_photos : True if ``attempts_in_photo`` finds boards that are not upright.
    symbols : characters that a grid of this game can have; a saved reading with others is ignored.
        "" is any.
    """

    puzzle: ClassVar[str]
    title: ClassVar[str]
    most_odds: ClassVar[float] = inf
    reads_photos: ClassVar[bool] = False
    symbols: ClassVar[str] = ""

    @abstractmethod
    def attempts(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the attempts to read upright boards in a picture.

        Parameters
        ----------
        image : ndarray of shape (H, W, 3) and dtype uint8, BGR.
        hints : information about the board.
        """

    @abstractmethod
    def update(self, image: Image, reading: Reading, *, learn: bool = False) -> Reading | None:
        """Return the known reading updated from the picture; the arguments are those of
        ``vision.update_reading``.

        None if the grid was not found: the caller then reads the picture from scratch and expects
        the same grid.
        """

    def attempts_apart(self, image: Image, hints: Hints) -> list[Attempt]:
        """Return the attempts to read boards whose objects touch and have to be taken apart; called
        if no board was read and nothing about one of this game is open."""
        return []

    def attempts_in_photo(self, image: Image, hints: Hints, *, slanted: bool) -> Iterable[Attempt]:
        """Return the attempts to read boards in a photo; called if no board was read or the board
        is ``slanted``."""
        return ()


@dataclass(frozen=True, slots=True)
class Hints:
    """Facts about a board that are known before it is read.

    ``size`` is the number of rows, None if unknown. ``corrections`` maps (row, col) to the letter
    of a region. ``foreground`` is the public ``lit``: which of two appearances is a lit lamp or a
    peg. (x, y) is the position of the cropped picture in the whole one, in pixels. ``is_told`` if
    a person has said which puzzle it is.
    """

    size: int | None = None
    corrections: Corrections = field(default_factory=dict)
    x: int = 0
    y: int = 0
    foreground: str = "auto"
    is_told: bool = False


@dataclass(frozen=True, slots=True)
class RegionResult:
    """Regions of a grid of cells as rows of letters, the confidence in them (0…1), and the evidence
    for it.

    ``borders`` are all measured borders, the most doubtful first. ``count`` is the number of
    regions that the clearer evidence shows by itself; 0 if it shows none.
    """

    grid: tuple[str, ...]
    confidence: float
    evidence: tuple[str, ...]
    borders: tuple[Border, ...] = ()
    count: int = 0


class Sign(NamedTuple):
    """Evidence that a grid of cells is a board of its game, or that it is not.

    ``name`` says what was measured, ``weight`` how much it changes the log-odds. ``refusal`` is
    what a person is told if this is the strongest sign against a board that is refused.
    """

    name: str
    weight: float
    refusal: ReadingError | None = None


def weigh(puzzle: str, name: str, refusal: ReadingError | None = None) -> Sign:
    """Return the sign of this name for or against a board of a game, and the refusal that belongs
    to it."""
    return Sign(name, WEIGHTS[puzzle][name], refusal)


def most_odds(puzzle: str) -> float:
    """Return the highest log-odds that signs can give a board of a game that was not given."""
    weights = WEIGHTS[puzzle]
    return sum(weight for name, weight in weights.items() if weight > 0 and name != GIVEN)


@dataclass(frozen=True, slots=True)
class Attempt:
    """One attempt to read a grid of cells as a board of the game ``puzzle``.

    ``signs`` are the evidence for and against that game; without signs, no board could be formed,
    or its reader needs no decision. Before the decision there may be a ``reading`` together with a
    ``refusal``, which is a doubt about the reading itself; afterwards one of both is None.

    ``regions`` are the classified regions, None if the attempt ended earlier. ``warp`` is, for a
    photo, the homography from the straightened picture, which contains the lattice, to the photo.
    """

    lattice: Lattice
    puzzle: str = ""
    regions: RegionResult | None = None
    reading: Reading | None = None
    refusal: ReadingError | BadFix | None = None
    warp: tuple[float, ...] | None = None
    signs: tuple[Sign, ...] = ()

    @property
    def odds(self) -> float:
        """Log-odds of a board of this game, by its signs."""
        return sum(sign.weight for sign in self.signs)

    @property
    def is_likely(self) -> bool:
        """True if the signs are clearly for a board of this game, or need not be asked."""
        return not self.signs or self.odds >= LEAST_ODDS

    @property
    def stands(self) -> bool:
        """True if a board was read, and nothing about it alone speaks against it."""
        return self.reading is not None and self.refusal is None and self.is_likely


THUMBNAIL: Final = 0.5
"""Maximum area of another picture of the main board, as a fraction of it: of two as large, either
may be meant."""
OTHER_THUMBNAIL: Final = 0.1
"""The same for pictures of other boards: a page shows one to play, and has small ones to choose
from."""


@dataclass(frozen=True, slots=True, repr=False)
class ReadResult:
    """All results of reading a picture; ``image`` is the part of it at (x, y) that was read.

    ``edges`` are the straight edges, ``meshes`` the parts of the picture whose edges are connected,
    ``attempts`` the grids that were tried. These use coordinates of that part; the readings use
    coordinates of the whole picture.
    """

    image: Image
    x: int
    y: int
    edges: Edges
    meshes: tuple[Edges, ...]
    attempts: tuple[Attempt, ...]

    def __repr__(self) -> str:
        """Return a line with the boards that were read, or the reason why there are none."""
        height, width = self.image.shape[:2]
        found = ", ".join(map(repr, self.readings)) or "no board"
        if not self.readings and self.refusals:
            found = str(self.refusals[0])
        return f"<ReadResult: {width}x{height} pixels, {found}>"

    def _repr_html_(self) -> str:
        """Return the drawings of the boards for Jupyter, or the representation if there are
        none."""
        return "".join(reading._repr_svg_() for reading in self.readings) or escape(repr(self))

    def to_dict(self) -> dict[str, Any]:
        """Return the readings and the messages of the refusals as plain data."""
        return {
            "readings": [reading.to_dict() for reading in self.readings],
            "refusals": [refusal.message for refusal in self.refusals],
        }

    @property
    def readings(self) -> list[Reading]:
        """Boards, from top to bottom and left to right."""
        found = []
        for attempt in self.attempts:
            if attempt.reading:
                found.append(attempt.reading.move_by(self.x, self.y))
        return sort_in_reading_order(drop_overlapping(found))

    @property
    def refusals(self) -> list[ReadingError | BadFix]:
        """Refusals, the most important first: that of the largest board that is cut off or
        ambiguous.

        If several games found grids, the refusals are those of the likeliest one, or the first.
        """
        refused = [attempt for attempt in self.attempts if attempt.refusal]
        likeliest = sorted(refused, key=lambda one: -one.odds if one.is_likely else 0.0)
        first = [attempt for attempt in refused if attempt.puzzle == likeliest[0].puzzle]
        given = [attempt.refusal for attempt in first if attempt.refusal]
        kinds = (BoardCutOff, AmbiguousBoard, BadFix, UnsupportedPuzzle, BoardNotFound)
        return sorted(given, key=lambda refusal: kinds.index(type(refusal)))

    def all(self) -> list[Reading]:
        """Return the boards; raise the most important refusal if there are none."""
        if readings := self.readings:
            return readings
        for refusal in self.refusals:
            raise refusal
        raise BoardNotFound("the picture shows no grid of cells", hint=LARGER_HINT)

    def best(self) -> Reading:
        """Return the only board, or the main one beside thumbnails of it and of others.

        Raises AmbiguousBoard if there are several boards, and the same errors as ``all`` if there
        are none.
        """
        found = self.all()
        main = max(found, key=lambda reading: box_area(reading.box))
        if all(reading is main or _is_thumbnail(reading, main) for reading in found):
            return main
        where = ", ".join(f"{r.rows}x{r.cols} at {r.box[0]},{r.box[1]}" for r in found)
        raise AmbiguousBoard(
            f"the picture shows {len(found)} boards: {where}",
            hint="use --all, or --crop X,Y,W,H for one",
        )


def _is_thumbnail(reading: Reading, main: Reading) -> bool:
    """Return True if a reading is a small picture of the main board, such as its printed solution,
    or a very small one of another, such as a level to choose."""
    is_same = (reading.puzzle, reading.grid) == (main.puzzle, main.grid)
    most = THUMBNAIL if is_same else OTHER_THUMBNAIL
    return box_area(reading.box) <= most * box_area(main.box)
