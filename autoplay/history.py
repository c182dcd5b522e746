"""The history of runs: one row each in an SQLite file, whole at any moment the program may be killed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

from autoplay.errors import BadHistory
from autoplay.files import data_dir
from solvers.errors import AutoplayError

if TYPE_CHECKING:
    from autoplay.player import Outcome

WAIT_S: Final = 30.0
UNFINISHED: Final = "unfinished"
SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS runs (
    id INTEGER PRIMARY KEY, started TEXT NOT NULL, url TEXT NOT NULL,
    site TEXT, puzzle TEXT, rows INTEGER, cols INTEGER, stars INTEGER,
    result TEXT NOT NULL, message TEXT NOT NULL, seconds REAL, pictures TEXT NOT NULL
)"""


@dataclass(frozen=True, slots=True)
class Run:
    """A row of the history.

    ``result`` is that of the verdict, the code of an error, or unfinished for a run that was killed.
    ``started`` is in UTC, ISO 8601; ``pictures`` is the folder.
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

    def row(self) -> dict[str, object]:
        """The JSON object of the run."""
        return asdict(self)


class Entry:
    """The row of a run that is under way."""

    def __init__(self, path: Path, number: int) -> None:
        self._path = path
        self._number = number

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
        )

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
    def entry(self, url: str, pictures: Path) -> Iterator[Entry]:
        """Note that a run starts; an error that leaves the block becomes its result."""
        started = datetime.now(UTC).isoformat(timespec="seconds")
        with _connected(self.path) as database:
            number = database.execute(
                "INSERT INTO runs (started, url, result, message, pictures) VALUES (?, ?, ?, '', ?)",
                (started, url, UNFINISHED, str(pictures)),
            ).lastrowid
        entry = Entry(self.path, number or 0)
        try:
            yield entry
        except AutoplayError as error:
            entry.fail(error)
            raise

    def runs(self) -> list[Run]:
        """Every run, the oldest first."""
        names = ", ".join(field.name for field in fields(Run))
        with _connected(self.path) as database:
            return [Run(*row) for row in database.execute(f"SELECT {names} FROM runs ORDER BY id")]


@contextmanager
def _connected(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection whose block is one transaction; raises BadHistory."""
    try:
        with closing(sqlite3.connect(path, timeout=WAIT_S)) as database:
            database.execute("PRAGMA journal_mode = WAL")
            with database:
                database.execute(SCHEMA)
                yield database
    except sqlite3.Error as error:
        raise BadHistory(f"{path}: {error}", hint="move the file away, or AUTOPLAY_HOME=FOLDER") from error
