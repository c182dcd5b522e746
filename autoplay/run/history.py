"""The history of runs: one row each in an SQLite file, whole at any moment the program may be killed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

from autoplay.errors import BadHistory, TooSoon
from autoplay.files import data_dir
from autoplay.run.streaks import Streak, streaks
from solvers.cells import Cell
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.games.puzzle import PuzzleLike, SolutionLike
    from autoplay.player.player import Outcome


WAIT_S: Final = 30.0
SOLVED: Final = "solved"
REJECTED: Final = "rejected"
UNFINISHED: Final = "unfinished"
SOLVED_BEFORE: Final = "solved-before"
NOT_PLAYED: Final = frozenset({SOLVED_BEFORE, "unplayed"})
"""Results of runs that had no wish to press anything, or no reason."""
STEPS: Final = (
    """CREATE TABLE IF NOT EXISTS runs (
        id INTEGER PRIMARY KEY, started TEXT NOT NULL, url TEXT NOT NULL,
        site TEXT, puzzle TEXT, rows INTEGER, cols INTEGER, stars INTEGER,
        result TEXT NOT NULL, message TEXT NOT NULL, seconds REAL, pictures TEXT NOT NULL
    )""",  # as version 0.1.0 made it, which counted no steps
    "ALTER TABLE runs ADD COLUMN series TEXT",
    "ALTER TABLE runs ADD COLUMN puzzle_id TEXT",
    "ALTER TABLE runs ADD COLUMN grid TEXT",
    "ALTER TABLE runs ADD COLUMN cells TEXT",
    "ALTER TABLE runs ADD COLUMN box TEXT",
)
"""What makes a new file, or an older one, what it is today; its ``user_version`` is how many of them were taken."""


@dataclass(frozen=True, slots=True)
class Run:
    """A row of the history.

    ``result`` is that of the verdict, the code of an error, or unfinished for a run that was killed.
    ``started`` is in UTC, ISO 8601; ``pictures`` is the folder. ``series`` is daily, weekly or monthly for a run of
    that special, ``puzzle_id`` what the page calls its puzzle; ``grid`` and ``cells`` are the puzzle and the
    [row, col] of the stars or lamps that were played, ``box`` the board (x0, y0, x1, y1) in before.png, in pixels.
    """

    id: int
    started: str
    url: str
    site: str | None
    puzzle: str | None
    rows: int | None
    cols: int | None
    stars: int | None
    result: str
    message: str
    seconds: float | None
    pictures: str
    series: str | None = None
    puzzle_id: str | None = None
    grid: tuple[str, ...] | None = None
    cells: tuple[list[int], ...] | None = None
    box: tuple[int, ...] | None = None

    @property
    def start(self) -> datetime:
        """When it started, in UTC."""
        return datetime.fromisoformat(self.started).astimezone(UTC)

    def row(self) -> dict[str, object]:
        """The JSON object of the run."""
        return asdict(self)


class Entry:
    """The row of a run that is under way."""

    def __init__(self, path: Path, number: int) -> None:
        self._path = path
        self._number = number

    def identify(self, site: str, puzzle_id: str | None) -> None:
        """Write down at once which puzzle is played: the site's name and what its page calls the puzzle."""
        self._set(site=site, puzzle_id=puzzle_id)

    def answer(self, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Write down the answer before any of it is played, so that it is known whatever becomes of the run."""
        self._set(stars=puzzle.stars, grid=json.dumps(puzzle.grid), cells=_cells_text(solution.cells))

    def finish(self, site: str, outcome: Outcome) -> None:
        """Write down what became of the run."""
        reading, verdict = outcome.reading, outcome.verdict
        self._set(
            site=site,
            puzzle=reading.puzzle,
            rows=reading.rows,
            cols=reading.cols,
            stars=outcome.puzzle.stars,
            result=verdict.result,
            message=verdict.message,
            seconds=round(outcome.seconds, 3),
            grid=json.dumps(outcome.puzzle.grid),
            cells=_cells_text(outcome.solution.cells),
            box=json.dumps([int(side) for side in reading.box]),
        )

    def repeat(self, run: Run) -> None:
        """Write down that nothing was played, since an earlier run has solved the puzzle."""
        self._set(result=SOLVED_BEFORE, message=f"solved by run {run.id} ({run.started})")

    def fail(self, error: AutoplayError) -> None:
        """Write down why the run ended."""
        self._set(result=error.code, message=error.message)

    def _set(self, **values: object) -> None:
        columns = ", ".join(f"{name} = ?" for name in values)
        with _connected(self._path) as database:
            database.execute(f"UPDATE runs SET {columns} WHERE id = ?", [*values.values(), self._number])


class History:
    """The runs of this user, in ``path`` or the data folder's history.sqlite."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or data_dir() / "history.sqlite"

    @contextmanager
    def entry(
        self, url: str, pictures: Path, *, series: str | None = None, alone: timedelta = timedelta()
    ) -> Iterator[Entry]:
        """Note that a run starts; an error that leaves the block becomes its result.

        Raises TooSoon if another run of the series is under way that began less than ``alone`` ago: of two that start
        at the same moment one plays.
        """
        now = datetime.now(UTC)
        with _connected(self.path) as database:
            row = database.execute(
                "INSERT INTO runs (started, url, result, message, pictures, series) SELECT ?, ?, ?, '', ?, ? "
                "WHERE NOT EXISTS (SELECT * FROM runs WHERE series = ? AND result = ? AND started > ?)",
                (_stamp(now), url, UNFINISHED, str(pictures), series, series, UNFINISHED, _stamp(now - alone)),
            )
        if not row.rowcount:
            raise TooSoon(f"another run plays the {series} puzzle at this moment", hint="look at what it says")
        entry = Entry(self.path, row.lastrowid or 0)
        try:
            yield entry
        except AutoplayError as error:
            entry.fail(error)
            raise

    def runs(self) -> list[Run]:
        """Every run, the oldest first."""
        return self._select("ORDER BY id")

    def solved(self, site: str, puzzle_id: str, *, series: str | None = None) -> Run | None:
        """The last run that solved the puzzle of this id; of this series only, where ids are counted in each."""
        return self._last(
            "WHERE site = ? AND puzzle_id = ? AND series IS coalesce(?, series) AND result = ?",
            (site, puzzle_id, series, SOLVED),
        )

    def rejected(self, url: str, puzzle: PuzzleLike, solution: SolutionLike) -> Run | None:
        """The run in which a page of the address's host rejected this very answer, unless one has accepted it since."""
        runs = self._select(
            "WHERE grid = ? AND stars IS ? AND cells = ? AND result IN (?, ?) ORDER BY id DESC",
            (json.dumps(puzzle.grid), puzzle.stars, _cells_text(solution.cells), SOLVED, REJECTED),
        )
        run = next((run for run in runs if urlsplit(run.url).hostname == urlsplit(url).hostname), None)
        return run if run and run.result == REJECTED else None

    def last_try(self, series: str) -> Run | None:
        """The last run of the series."""
        return self._last("WHERE series = ?", (series,))

    def forget(self, number: int) -> bool:
        """Remove a run, so that its answer may be handed in once more; whether there was one of this number."""
        with _connected(self.path) as database:
            return database.execute("DELETE FROM runs WHERE id = ?", (number,)).rowcount > 0

    def streaks(self, now: datetime) -> list[Streak]:
        """How many dailies, weeklies and monthlies were solved in a row, for each series that was tried."""
        return streaks(self.runs(), now)

    def _last(self, where: str, values: Iterable[object]) -> Run | None:
        return next(iter(self._select(f"{where} ORDER BY id DESC LIMIT 1", values)), None)

    def _select(self, clause: str, values: Iterable[object] = ()) -> list[Run]:
        names = ", ".join(field.name for field in fields(Run))
        with _connected(self.path) as database:
            return [_run(*row) for row in database.execute(f"SELECT {names} FROM runs {clause}", tuple(values))]


def _run(*row: Any) -> Run:
    values = list(row)
    values[-3:] = [text and tuple(json.loads(text)) for text in row[-3:]]
    return Run(*values)


def _stamp(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def _cells_text(cells: Iterable[Cell]) -> str:
    return json.dumps(sorted(cells))


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection whose block is one transaction; raises BadHistory."""
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_S)) as database:
            if _steps_taken(database) < len(STEPS):
                _bring_up(database)
            with database:
                yield database
    except sqlite3.Error as error:
        raise BadHistory(f"{path}: {error}", hint="move the file away, or AUTOPLAY_HOME=FOLDER") from error


def _bring_up(database: sqlite3.Connection) -> None:
    """Take the steps that are missing: all of them or none, and only once if two programs do it."""
    with database:
        database.execute("BEGIN IMMEDIATE")
        for step in STEPS[_steps_taken(database) :]:
            database.execute(step)
        database.execute(f"PRAGMA user_version = {len(STEPS)}")


def _steps_taken(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])
