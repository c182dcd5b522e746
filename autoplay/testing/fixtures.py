"""Fixtures: pictures with their expected readings and their origins.

``fixtures/<site>/<slug>.png`` has its expected reading in ``<slug>.grid.txt`` and its origin in ``<slug>.json``.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from autoplay.errors import ProcessLost
from autoplay.files import WHOLE, finish, write_together, write_whole
from autoplay.testing import expected_reading
from autoplay.testing.expected_reading import ExpectedReading
from solvers.cells import Cell
from solvers.errors import AutoplayError, about
from vision import ReadResult, inspect, load_image
from vision.reading import Reading

PICTURE, EXPECTED, ORIGIN = ".png", ".grid.txt", ".json"
FEW = 5


class ReadOptions(TypedDict, total=False):
    """Options of ``vision.inspect`` that a picture needs, as they are stored in its origin."""

    puzzle: str
    lit: str


class BadFixture(AutoplayError):
    """A fixture exists already, a part is missing, or a folder has no fixtures."""

    code = "bad-fixture"


@dataclass(frozen=True, slots=True, order=True)
class Fixture:
    """Three files with the same name in a site's folder."""

    folder: Path
    slug: str

    def __str__(self) -> str:
        return f"{self.folder.name}/{self.slug}"

    def path(self, ending: str) -> Path:
        """Return the path of its file: ``PICTURE``, ``EXPECTED`` or ``ORIGIN``."""
        return self.folder / f"{self.slug}{ending}"


@dataclass(frozen=True, slots=True)
class CheckOutcome:
    """Result of reading a fixture again. ``problem`` describes in one line what is wrong, "" if nothing is.

    ``expected`` is None if the expected reading is missing. If the picture was refused with ``error``, ``got`` is None
    and ``guess`` the likeliest grid, if there was one. ``differing`` holds the (row, col) of cells that differ from the
    expected ones in ``got`` or ``guess``.
    """

    fixture: Fixture
    expected: ExpectedReading | None
    got: Reading | None
    problem: str = ""
    differing: frozenset[Cell] = frozenset()
    guess: tuple[str, ...] | None = None
    error: AutoplayError | None = None


def find(root: Path) -> list[Fixture]:
    """Return all fixtures below a folder, also incomplete ones. Raises BadFixture if there are none."""
    for group in sorted(root.rglob(f".*{WHOLE}")):
        finish(group.parent)
    found = {
        Fixture(path.parent, path.name.removesuffix(ending))
        for ending in (PICTURE, EXPECTED)
        for path in root.rglob(f"*{ending}")
        if not any(part.startswith(".") for part in path.relative_to(root).parts)
    }
    if not found:
        raise BadFixture(
            f"there are no fixtures below {root}", hint="the folder with fixtures, or autoplay record URL|IMAGE"
        )
    return sorted(found)


def save(
    fixture: Fixture, picture: bytes, content: ExpectedReading, origin: Mapping[str, object], *, force: bool = False
) -> None:
    """Write the three files, all or none. Raises BadFixture if one exists, unless ``force`` is True."""
    files = {
        fixture.path(EXPECTED): expected_reading.format(content).encode(),
        fixture.path(ORIGIN): (json.dumps(origin, indent=2, ensure_ascii=False) + "\n").encode(),
        fixture.path(PICTURE): picture,
    }
    finish(fixture.folder)
    there = next((path for path in files if path.exists()), None)
    if there and not force:
        raise BadFixture(f"{there} exists already", hint="another --name, or --force to replace it")
    write_together(fixture.folder, fixture.slug, {path.name: data for path, data in files.items()})


def check(fixture: Fixture) -> CheckOutcome:
    """Read the picture again and compare the reading with the expected one."""
    expected, seen, origin = None, None, _origin(fixture)
    try:
        expected = known(fixture)
        seen = inspect(load_image(fixture.path(PICTURE)), **_read_options(origin))
        got = seen.best()
    except AutoplayError as error:
        guess = _guess(seen, error)
        cells = _cells_apart(expected, guess) if expected and guess else frozenset()
        return CheckOutcome(fixture, expected, None, f"{error.code}: {error.message}", cells, guess, error)
    if expected is None:
        return CheckOutcome(fixture, None, got, f"the expected reading {fixture.path(EXPECTED).name} is missing")
    cells = expected_reading.differing(expected, expected_reading.of_reading(got))
    return CheckOutcome(
        fixture, expected, got, _problem(expected, got, cells) or _origin_problem(fixture, origin), cells
    )


def known(fixture: Fixture) -> ExpectedReading | None:
    """Return the expected reading of a fixture, None if it is missing. Raises BadNotation."""
    path = fixture.path(EXPECTED)
    with about(path.name):
        return expected_reading.parse(path.read_text("utf-8", errors="replace")) if path.exists() else None


def lost(fixture: Fixture, how: str) -> CheckOutcome:
    """Return the outcome of a fixture whose process died; ``how`` describes its end."""
    error = ProcessLost(f"the process that read it {how}", hint="check this one alone, with --jobs 1")
    return CheckOutcome(fixture, None, None, f"{error.code}: {error.message}", error=error)


def update(outcome: CheckOutcome) -> bool:
    """Save the reading as the expected one, with the old number of stars. Return False if nothing was read."""
    if outcome.got is None:
        return False
    stars = outcome.expected.stars if outcome.expected else None
    content = expected_reading.format(expected_reading.of_reading(outcome.got, stars))
    write_whole(outcome.fixture.path(EXPECTED), content.encode())
    return True


def _guess(seen: ReadResult | None, error: AutoplayError) -> tuple[str, ...] | None:
    """Return the likeliest grid of the board that was refused with this error."""
    verdicts = [attempt.regions for attempt in seen.attempts if attempt.refusal is error] if seen else []
    return next((verdict.grid for verdict in verdicts if verdict), None)


def _cells_apart(expected: ExpectedReading, guess: tuple[str, ...]) -> frozenset[Cell]:
    return expected_reading.differing(ExpectedReading(expected.grid), ExpectedReading(guess))


def _origin(fixture: Fixture) -> object:
    """Return the contents of the origin, a dictionary if it is valid; None if it is missing or not JSON."""
    with suppress(OSError, ValueError):
        return json.loads(fixture.path(ORIGIN).read_bytes())
    return None


def _read_options(origin: object) -> ReadOptions:
    stored = origin if isinstance(origin, dict) else {}
    return ReadOptions(puzzle=str(stored.get("puzzle", "auto")), lit=str(stored.get("lit", "auto")))


def _origin_problem(fixture: Fixture, origin: object) -> str:
    path = fixture.path(ORIGIN)
    if isinstance(origin, dict):
        return ""
    return f"the origin {path.name} is not a JSON object" if path.exists() else f"the origin {path.name} is missing"


def _problem(expected: ExpectedReading, got: Reading, cells: frozenset[Cell]) -> str:
    size = f"{len(expected.grid)}x{len(expected.grid[0])}"
    if size != f"{got.rows}x{got.cols}":
        return f"{got.rows}x{got.cols} cells read, {size} expected"
    if not cells:
        return ""
    places = [f"row {row + 1} column {col + 1}" for row, col in sorted(cells)[:FEW]]
    more = ", …" if len(cells) > FEW else ""
    return f"{len(cells)} of {got.rows * got.cols} cells differ: {', '.join(places)}{more}"
