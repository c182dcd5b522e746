"""Fixtures: a picture, what it is known to show, and how it was taken, side by side.

``fixtures/<site>/<slug>.png`` has its golden in ``<slug>.grid.txt`` and its origin in ``<slug>.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from autoplay.errors import ProcessLost
from autoplay.testing import expected_reading as golden
from autoplay.testing.expected_reading import Golden
from autoplay.writing import WHOLE, finish, write_together, write_whole
from solvers.cells import Cell
from solvers.errors import AutoplayError, about
from vision.reading import Reading

if TYPE_CHECKING:
    from vision import ReadResult

PICTURE, GOLDEN, ORIGIN = ".png", ".grid.txt", ".json"
FEW = 5


class How(TypedDict, total=False):
    """How a picture is to be read, as ``vision.read_board`` has it, where it can't be found out; part of an origin."""

    puzzle: str
    lit: str


class BadFixture(AutoplayError):
    """A fixture is there already, or there is none where some were looked for."""

    code = "bad-fixture"


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """Three files of one name in a site's folder."""

    folder: Path
    slug: str

    def __str__(self) -> str:
        return f"{self.folder.name}/{self.slug}"

    def path(self, ending: str) -> Path:
        """One of its files: ``PICTURE``, ``GOLDEN`` or ``ORIGIN``."""
        return self.folder / f"{self.slug}{ending}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """A fixture read again. ``problem`` says in one line what is wrong, "" where nothing is.

    ``expected`` is None where the golden is missing; ``got`` where the picture was refused with ``error``, and then
    ``guess`` is the grid that was likeliest, if it came to one. ``differing`` are the (row, col) of the cells that
    are not as expected in what was got or guessed.
    """

    fixture: Fixture
    expected: Golden | None
    got: Reading | None
    problem: str = ""
    differing: frozenset[Cell] = frozenset()
    guess: tuple[str, ...] | None = None
    error: AutoplayError | None = None


def find(root: Path) -> list[Fixture]:
    """Every fixture below a folder, those with a missing part too; raises BadFixture if there is none."""
    for group in sorted(root.rglob(f".*{WHOLE}")):
        finish(group.parent)
    found = {
        Fixture(path.parent, path.name.removesuffix(ending))
        for ending in (PICTURE, GOLDEN)
        for path in root.rglob(f"*{ending}")
        if not any(part.startswith(".") for part in path.relative_to(root).parts)
    }
    if not found:
        raise BadFixture(f"no fixtures below {root}", hint="the folder that holds them, or autoplay record URL|IMAGE")
    return sorted(found)


def save(
    fixture: Fixture, picture: bytes, content: Golden, origin: Mapping[str, object], *, force: bool = False
) -> None:
    """Write the three files, all or none; raises BadFixture if one is there and ``force`` is not given."""
    files = {
        fixture.path(GOLDEN): golden.format(content).encode(),
        fixture.path(ORIGIN): (json.dumps(origin, indent=2, ensure_ascii=False) + "\n").encode(),
        fixture.path(PICTURE): picture,
    }
    finish(fixture.folder)
    there = next((path for path in files if path.exists()), None)
    if there and not force:
        raise BadFixture(f"{there} is there already", hint="another --name, or --force to replace it")
    write_together(fixture.folder, fixture.slug, {path.name: data for path, data in files.items()})


def check(fixture: Fixture) -> Outcome:
    """Read the picture again and hold the reading against the golden."""
    from vision import inspect, load_image

    expected, seen, origin = None, None, _origin(fixture)
    try:
        expected = known(fixture)
        seen = inspect(load_image(fixture.path(PICTURE)), **_how(origin))
        got = seen.best()
    except AutoplayError as error:
        guess = _guess(seen, error)
        cells = _cells_apart(expected, guess) if expected and guess else frozenset()
        return Outcome(fixture, expected, None, f"{error.code}: {error.message}", cells, guess, error)
    if expected is None:
        return Outcome(fixture, None, got, f"the golden {fixture.path(GOLDEN).name} is missing")
    cells = golden.differing(expected, golden.of_reading(got))
    return Outcome(fixture, expected, got, _problem(expected, got, cells) or _origin_problem(fixture, origin), cells)


def known(fixture: Fixture) -> Golden | None:
    """The golden of a fixture, None where it is missing; raises BadNotation."""
    path = fixture.path(GOLDEN)
    with about(path.name):
        return golden.parse(path.read_text("utf-8", errors="replace")) if path.exists() else None


def lost(fixture: Fixture, how: str) -> Outcome:
    """The outcome of a fixture whose process died, and how."""
    error = ProcessLost(f"the process that read it {how}", hint="this one alone, with --jobs 1")
    return Outcome(fixture, None, None, f"{error.code}: {error.message}", error=error)


def update(outcome: Outcome) -> bool:
    """Make what was read the golden; False where nothing was read. The stars of the old golden are kept."""
    if outcome.got is None:
        return False
    stars = outcome.expected.stars if outcome.expected else None
    content = golden.format(golden.of_reading(outcome.got, stars))
    write_whole(outcome.fixture.path(GOLDEN), content.encode())
    return True


def _guess(seen: ReadResult | None, error: AutoplayError) -> tuple[str, ...] | None:
    """The likeliest grid of the board that was refused with this error."""
    verdicts = [attempt.regions for attempt in seen.attempts if attempt.refusal is error] if seen else []
    return next((verdict.grid for verdict in verdicts if verdict), None)


def _cells_apart(expected: Golden, guess: tuple[str, ...]) -> frozenset[Cell]:
    return golden.differing(Golden(expected.grid), Golden(guess))


def _origin(fixture: Fixture) -> object:
    """What the origin holds: a dictionary if it is right; None for what is no JSON, or not there."""
    with suppress(OSError, ValueError):
        return json.loads(fixture.path(ORIGIN).read_bytes())
    return None


def _how(origin: object) -> How:
    told = origin if isinstance(origin, dict) else {}
    return How(puzzle=str(told.get("puzzle", "auto")), lit=str(told.get("lit", "auto")))


def _origin_problem(fixture: Fixture, origin: object) -> str:
    path = fixture.path(ORIGIN)
    if isinstance(origin, dict):
        return ""
    return f"the origin {path.name} is no JSON object" if path.exists() else f"the origin {path.name} is missing"


def _problem(expected: Golden, got: Reading, cells: frozenset[Cell]) -> str:
    size = f"{len(expected.grid)}x{len(expected.grid[0])}"
    if size != f"{got.rows}x{got.cols}":
        return f"{got.rows}x{got.cols} cells read, {size} expected"
    if not cells:
        return ""
    places = [f"row {row + 1} column {col + 1}" for row, col in sorted(cells)[:FEW]]
    more = ", …" if len(cells) > FEW else ""
    return f"{len(cells)} of {got.rows * got.cols} cells differ: {', '.join(places)}{more}"
