"""History of runs: one row each in an SQLite file, which stays whole if the program is killed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Final, Protocol
from urllib.parse import urlsplit

import msgspec

from autoplay.errors import (
    BadHistory,
    NoReply,
    PageUnreachable,
    SiteNotReached,
    TooSoon,
    choose_hint,
)
from autoplay.files import data_dir
from autoplay.output import hide_secrets, warn_once
from solvers.errors import AutoplayError, decoding

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from autoplay.games.adapter import PuzzleLike, SolutionLike
    from autoplay.sites import PageResult
    from solvers.cells import Cell
    from vision import Reading


ANOTHER_FILE: Final = "move the file away, or AUTOPLAY_HOME=FOLDER"
REST: Final = timedelta(minutes=5)
"""Minimum time between two tries of a scheduled puzzle: a site's trouble does not end sooner, and
it should not be pestered."""
WAIT_S: Final = 30.0
"""Time to wait for another program that writes to the file."""
SOLVED: Final = "solved"
ANSWERED: Final = frozenset({SOLVED, "played"})
"""Results of runs that brought the answer to the board."""
REJECTED: Final = "rejected"
UNFINISHED: Final = "unfinished"
SOLVED_BEFORE: Final = "solved-before"
NOT_REACHED: Final = SiteNotReached.code
NOT_PLAYED: Final = frozenset(
    {SOLVED_BEFORE, "unplayed", NOT_REACHED, NoReply.code, PageUnreachable.code}
)
"""Results of runs that did not have to press anything: the puzzle was not tried, or its page never
came."""
FIRST_YEAR: Final = 1970
LAST_YEAR: Final = 9999
LAYOUT: Final = """CREATE TABLE runs (
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, url TEXT NOT NULL,
    site TEXT, puzzle TEXT, rows INTEGER, cols INTEGER, stars INTEGER,
    result TEXT NOT NULL, message TEXT NOT NULL, seconds REAL, pictures TEXT NOT NULL,
    series TEXT, puzzle_id TEXT, grid TEXT, cells TEXT, box TEXT
)"""
LAYOUT_NUMBER: Final = 6
"""Number of this layout, which is the ``user_version`` of the file: one more at each change."""
PERIODS: Final[Mapping[str, Callable[[date], int]]] = {
    "daily": date.toordinal,
    # Weeks begin on Monday, as day 1 of the calendar was one.
    "weekly": lambda day: (day.toordinal() - 1) // 7,
    "monthly": lambda day: day.year * 12 + day.month,
}
"""Series → function that returns the running number of a date's day, week or month."""


class Clock:
    """Clock of this computer; tests hand in one of their own."""

    def now(self) -> datetime:
        """Return the present time in UTC."""
        return datetime.now(UTC)

    def pause(self, page: Page, seconds: float) -> None:
        """Wait while the page stays open; raise Playwright's error once a person closes it."""
        page.wait_for_timeout(seconds * 1000)


SYSTEM_CLOCK: Final = Clock()


def describe_size(rows: int, cols: int, puzzle: str | None, sign: str = "x") -> str:
    """Return ``5x5``, or ``triangle of 15 holes`` for pegs on a triangular lattice, whose columns
    are half a step wide."""
    if puzzle == "pegs" and cols == 2 * rows - 1:
        return f"triangle of {rows * (rows + 1) // 2} holes"
    return f"{rows}{sign}{cols}"


@dataclass(frozen=True, slots=True)
class RunRecord:
    """Row of the history.

    ``result`` is that of the page, the code of an error, or unfinished for a run that was killed.
    ``started`` is in UTC, ISO 8601; ``pictures`` is the folder. ``series`` is daily, weekly or
    monthly for a scheduled puzzle, ``puzzle_id`` the page's own id, or the date of a puzzle without
    one; ``grid`` and ``cells`` are the puzzle and the [row, col] of the stars or lamps that were
    played, ``box`` the board (x0, y0, x1, y1) in before.png, in pixels.
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
        """Start of the run, in UTC."""
        return datetime.fromisoformat(self.started).astimezone(UTC)

    def to_row(self) -> dict[str, object]:
        """Return the JSON object."""
        return asdict(self)


COLUMNS: Final = tuple(field.name for field in fields(RunRecord))


@dataclass(frozen=True, slots=True)
class SolvedBefore:
    """Result of a scheduled puzzle that was not played, because an earlier run has solved it."""

    record: RunRecord
    exit_status: ClassVar[int] = 0

    @property
    def message(self) -> str:
        """Time at which the puzzle was solved."""
        record = self.record
        name = f"{record.series or 'puzzle'} {record.puzzle_id or ''}".rstrip()
        time = f"{record.start.astimezone():%Y-%m-%d %H:%M:%S}"
        return f"{name}: already solved at {time}; nothing was clicked"

    def to_row(self) -> dict[str, object]:
        """Return the JSON object."""
        record = self.record
        return {
            "url": record.url,
            "id": record.puzzle_id,
            "puzzle": record.puzzle,
            "result": "solved",
            "message": self.message,
        }


class FinishedRun(Protocol):
    """Run whose result is stored."""

    @property
    def reading(self) -> Reading:
        """Board at the start."""

    @property
    def puzzle(self) -> PuzzleLike:
        """Puzzle that was played."""

    @property
    def solution(self) -> SolutionLike:
        """Answer that was played."""

    @property
    def verdict(self) -> PageResult:
        """Result of the page."""

    @property
    def seconds(self) -> float:
        """Time from the open page to the result."""


class HistoryEntry:
    """Row of a run that is in progress."""

    def __init__(self, path: Path, number: int) -> None:
        self._path = path
        self._number = number

    def identify(self, site: str, puzzle_id: str | None) -> None:
        """Store which puzzle is played: the site's name, and the page's own id or date."""
        self._update_run(site=site, puzzle_id=puzzle_id)

    def answer(self, puzzle: PuzzleLike, solution: SolutionLike) -> None:
        """Store the answer before it is played, in case the run is killed."""
        grid = json.dumps(puzzle.grid)
        self._update_run(stars=puzzle.stars, grid=grid, cells=_write_cells(solution.cells))

    def finish(self, site: str, result: FinishedRun) -> None:
        """Store the result of the run."""
        reading = result.reading
        self._update_run(
            site=site,
            puzzle=reading.puzzle,
            rows=reading.rows,
            cols=reading.cols,
            stars=result.puzzle.stars,
            result=result.verdict.result,
            message=result.verdict.message,
            seconds=round(result.seconds, 3),
            grid=json.dumps(result.puzzle.grid),
            cells=_write_cells(result.solution.cells),
            box=json.dumps([int(side) for side in reading.box]),
        )

    def repeat(self, solved: RunRecord) -> None:
        """Store that nothing was played, because an earlier run has solved the puzzle."""
        self._update_run(
            result=SOLVED_BEFORE, message=f"solved by run {solved.id} ({solved.started})"
        )

    def fail(self, error: AutoplayError) -> None:
        """Store the error that ended the run."""
        self._update_run(result=error.code, message=hide_secrets(error.message))

    def _update_run(self, **values: object) -> None:
        columns = ", ".join(f"{name} = ?" for name in values)
        with _open_history(self._path) as database:
            database.execute(
                f"UPDATE runs SET {columns} WHERE id = ?", [*values.values(), self._number]
            )


class History:
    """Runs of this user, in ``path`` or the data folder's history.sqlite.

    ``now`` returns the time in UTC.
    """

    def __init__(
        self, path: Path | None = None, now: Callable[[], datetime] = SYSTEM_CLOCK.now
    ) -> None:
        self.path = path or data_dir() / "history.sqlite"
        self._now = now

    @contextmanager
    def entry(
        self, url: str, pictures: Path, *, series: str | None = None, alone: timedelta = timedelta()
    ) -> Iterator[HistoryEntry]:
        """Store that a run starts; an error that leaves the block becomes its result.

        Raises TooSoon if another run of the series is in progress that began less than ``alone``
        ago: of two that start at the same moment, only one plays.
        """
        now = self._now()
        with _open_history(self.path) as database:
            row = database.execute(
                "INSERT INTO runs (started, url, result, message, pictures, series) "
                "SELECT ?, ?, ?, '', ?, ? WHERE NOT EXISTS "
                "(SELECT * FROM runs WHERE series = ? AND result = ? AND started > ?)",
                (
                    _format_time(now),
                    hide_secrets(url),
                    UNFINISHED,
                    str(pictures),
                    series,
                    series,
                    UNFINISHED,
                    _format_time(now - alone),
                ),
            )
        if not row.rowcount:
            raise TooSoon(
                f"another run is playing the {series} puzzle at this moment",
                hint="look at its result",
            )
        entry = HistoryEntry(self.path, row.lastrowid or 0)
        try:
            yield entry
        except AutoplayError as error:
            entry.fail(error)
            raise

    def runs(self) -> list[RunRecord]:
        """Return all runs, the oldest first."""
        return self._select("ORDER BY id")

    def find_solved(
        self, site: str, puzzle_id: str, *, series: str | None = None
    ) -> RunRecord | None:
        """Return the last run that solved the puzzle of this id, within the series: each may count
        its ids from 1."""
        return self._select_last(
            "WHERE site = ? AND puzzle_id = ? AND series IS coalesce(?, series) AND result = ?",
            (site, puzzle_id, series, SOLVED),
        )

    def find_rejected(
        self, url: str, puzzle: PuzzleLike, solution: SolutionLike
    ) -> RunRecord | None:
        """Return the run in which the address's host rejected this answer, unless it has accepted
        it since."""
        cells = _write_cells(solution.cells)
        runs = self._select(
            "WHERE grid = ? AND stars IS ? AND cells = ? AND result IN (?, ?) ORDER BY id DESC",
            (json.dumps(puzzle.grid), puzzle.stars, cells, SOLVED, REJECTED),
        )
        host = urlsplit(url).hostname
        for run in runs:
            # The last run on this host decides.
            if urlsplit(run.url).hostname == host:
                return run if run.result == REJECTED else None
        return None

    def find_last_try(self, series: str) -> RunRecord | None:
        """Return the last run of the series that may have reached the site."""
        return self._select_last("WHERE series = ? AND result != ?", (series, NOT_REACHED))

    def find_last_run(self, series: str) -> RunRecord | None:
        """Return the last run of the series, whether or not it reached the site."""
        return self._select_last("WHERE series = ?", (series,))

    def forget(self, number: int) -> bool:
        """Remove a run, which allows to submit its answer again; return False if there is no run of
        this number."""
        with _open_history(self.path) as database:
            return database.execute("DELETE FROM runs WHERE id = ?", (number,)).rowcount > 0

    def _select_last(self, where: str, values: Iterable[object]) -> RunRecord | None:
        return next(iter(self._select(f"{where} ORDER BY id DESC LIMIT 1", values)), None)

    def _select(self, clause: str, values: Iterable[object] = ()) -> list[RunRecord]:
        columns = ", ".join(COLUMNS)
        with _open_history(self.path) as database:
            rows = database.execute(f"SELECT {columns} FROM runs {clause}", tuple(values))
            records: list[RunRecord] = []
            for row in rows:
                # One damaged row must not hide all others.
                try:
                    records.append(_make_record(row))
                except BadHistory as error:
                    warn_once(f"{self.path}: {error.message}", error.hint)
            return records


def _make_record(row: tuple[Any, ...]) -> RunRecord:
    """Return the run of a row, whose last three columns are JSON or empty. Raises BadHistory."""
    hint = f"autoplay history --forget {row[0]}"
    with decoding(BadHistory, f"run {row[0]} is damaged, and left out", hint):
        values = dict(zip(COLUMNS, row, strict=True))
        for name in COLUMNS[-3:]:
            values[name] = json.loads(str(values[name])) if values[name] else None
        record = msgspec.convert(values, RunRecord)
        # All that is done with times and dates works in these years.
        if not FIRST_YEAR < record.start.year < LAST_YEAR:
            raise ValueError(f"it started in {record.start.year}")
        return record


def _format_time(time: datetime) -> str:
    return time.isoformat(timespec="seconds")


def _write_cells(cells: Iterable[Cell]) -> str:
    return json.dumps(sorted(cells))


@contextmanager
def _open_history(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the file for a block that is one transaction; raise BadHistory."""
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_S)) as database:
            database.text_factory = lambda text: text.decode(errors="replace")
            if _read_number(database) != LAYOUT_NUMBER:
                _write_layout(database, path)
            with database:
                yield database
    except sqlite3.Error as error:
        # Only a file that is no history may go: others still hold all runs.
        raise BadHistory(f"{path}: {error}", hint=choose_hint(error, ANOTHER_FILE)) from error


def _write_layout(database: sqlite3.Connection, path: Path) -> None:
    """Make the table of a new file. Raises BadHistory for a file of another version as it is."""
    with database:
        # Of two programs that start at the same moment, the second waits here for the first.
        database.execute("BEGIN IMMEDIATE")
        number = _read_number(database)
        if number == LAYOUT_NUMBER:
            return
        if number > LAYOUT_NUMBER:
            raise BadHistory(
                f"{path} was made by a newer version of this program, and is left alone",
                hint="that version, or AUTOPLAY_HOME=FOLDER",
            )
        if number or database.execute("SELECT * FROM sqlite_master").fetchone():
            raise BadHistory(
                f"{path} was made by an older version or another program, and is left alone",
                hint=ANOTHER_FILE,
            )
        database.execute(LAYOUT)
        database.execute(f"PRAGMA user_version = {LAYOUT_NUMBER}")


def _read_number(database: sqlite3.Connection) -> int:
    return int(database.execute("PRAGMA user_version").fetchone()[0])
