"""Commands that are killed at random moments, and what has to be on disk afterwards: a row each."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

from autoplay.fixtures import fixture as fixtures
from autoplay.fixtures.expected_reading import parse
from autoplay.fixtures.fixture import EXPECTED, Fixture
from autoplay.history import History, RunRecord
from tests.qa.kills.files import Row, damaged_pictures, rows_in, timeless

FIXTURES: Final = Path(__file__).parents[3] / "fixtures"
BOARD: Final = FIXTURES / "practice" / "5x5.png"
GRID: Final = ["AABB", "CABB", "CCDB", "CDDD"]
PUZZLES: Final = 1500
RUNS: Final = 30
FORGOTTEN: Final = 7
PICTURES: Final = 10
PAGE: Final = "/?size=1&seed=1&wait=20"
HISTORY: Final = "home/history.sqlite"

Check = Callable[["Stage"], Iterator[str]]


@dataclass(frozen=True)
class Stage:
    """Folder of one kill: ``reference`` is that of a run that was not killed, ``killed`` the rows
    after the kill.

    ``url`` is the practice site's address. ``folder`` is also the working directory of the
    commands.
    """

    folder: Path
    reference: Path
    url: str
    killed: tuple[Row, ...] = ()


@dataclass(frozen=True)
class KilledCommand:
    """Row of the table.

    ``arguments`` may contain {site} for the practice site's address; the same command runs again
    after the kill, with ``again`` added. ``statuses`` are the right exit statuses of the second
    run. ``output`` is the file of rows, "" for none; ``prepare`` fills the folder before the first
    run; ``leaves`` are patterns of the files that may be there afterwards. ``quick`` commands are
    killed in the tests, a few times each.
    """

    name: str
    arguments: tuple[str, ...]
    check: Check
    leaves: tuple[str, ...]
    again: tuple[str, ...] = ()
    statuses: tuple[int, ...] = (0,)
    output: str = ""
    prepare: Callable[[Path], None] = lambda _: None
    quick: bool = False


def _row_problems(stage: Stage, output: str) -> Iterator[str]:
    """Compare the rows with those of a run that was not killed, and with those that were there
    after the kill."""
    found, expected = rows_in(stage.folder / output), rows_in(stage.reference / output)
    if [timeless(row) for row in found] != [timeless(row) for row in expected]:
        keys, others = ([str(timeless(row)) for row in rows] for rows in (found, expected))
        lost, twice = len(set(others) - set(keys)), len(keys) - len(set(keys))
        yield f"{len(found)} rows, not {len(expected)}: {lost} lost, {twice} twice, or in another order"
    # The last item may have further boards: its rows are written again.
    last = stage.killed[-1]["item"] if stage.killed else ""
    before = [row for row in stage.killed if row["item"] != last]
    if found[: len(before)] != before:
        yield "rows that were complete before the kill were made again"


def _into(output: str) -> Check:
    return lambda stage: _row_problems(stage, output)


def _puzzles(folder: Path) -> None:
    """Write rows with puzzles, some of which have no solution or are damaged."""
    rows = (
        f'{{"id": {number}, "stars": {2 if number % 50 == 9 else 1}, "grid": {str(GRID).replace(chr(39), chr(34))}}}'
        for number in range(PUZZLES)
    )
    (folder / "puzzles.jsonl").write_text("".join(f"{row}\n" for row in rows) + "{damaged\n")


def _pictures(folder: Path) -> None:
    (folder / "shots").mkdir()
    for number in range(PICTURES):
        data = BOARD.read_bytes() if number != 2 else b"not a picture"
        (folder / "shots" / f"{number}.png").write_bytes(data)


def _history(folder: Path) -> None:
    """Write a history of runs, one a day, each with a picture; only the last is from today."""
    (folder / "home").mkdir()
    history = History(folder / HISTORY)
    for number in range(RUNS):
        pictures = folder / "home" / "runs" / str(number)
        with history.entry("http://localhost/", pictures) as entry:
            entry.identify("practice", str(number))
        pictures.mkdir(parents=True)
        (pictures / "before.png").write_bytes(BOARD.read_bytes())
    with closing(sqlite3.connect(history.path)) as database, database:
        for number in range(1, RUNS):
            day = datetime.now(UTC) - timedelta(days=RUNS - number)
            database.execute(
                "UPDATE runs SET started = ? WHERE id = ?",
                (day.isoformat(timespec="seconds"), number),
            )


def _runs(stage: Stage) -> list[RunRecord]:
    return History(stage.folder / HISTORY).runs()


def _played_problems(stage: Stage) -> Iterator[str]:
    """Check that each run has at most one row, and that the second is solved."""
    results = [run.result for run in _runs(stage)]
    if results[-1:] != ["solved"] or results[:-1] not in ([], ["unfinished"], ["solved"]):
        yield f"the history says {results}"
    missing = {"before.png", "overlay.png", "after.png"} - {
        path.name for path in stage.folder.rglob("*.png")
    }
    if missing:
        yield f"missing: {', '.join(sorted(missing))}"
    yield from damaged_pictures(stage.folder)


def _recorded_problems(stage: Stage) -> Iterator[str]:
    """Check that there is one fixture, that its picture shows its expected reading, and that it is
    the right one."""
    found = fixtures.find(stage.folder / "fixtures")
    if len(found) != 1:
        yield f"{len(found)} fixtures"
    for fixture in found:
        if problem := fixtures.check(fixture).problem:
            yield f"{fixture.slug}: {problem}"
    (expected,) = fixtures.find(stage.reference / "fixtures")
    if [_grid(fixture) for fixture in found] != [_grid(expected)]:
        yield "the fixture is another one than that of a run that was not killed"


def _grid(fixture: Fixture) -> object:
    return parse(fixture.path(EXPECTED).read_text("utf-8"))


def _all_runs(stage: Stage, without: int = 0) -> Iterator[str]:
    numbers = [run.id for run in _runs(stage)]
    expected = [number for number in range(1, RUNS + 1) if number != without]
    if numbers != expected:
        yield f"the history has the runs {numbers}"
    yield from damaged_pictures(stage.folder)


def _calendar_problems(stage: Stage) -> Iterator[str]:
    yield from _all_runs(stage)
    text = (stage.folder / "calendar.html").read_text("utf-8").rstrip()
    if not text.endswith("</html>") or len(text) != len(
        (stage.reference / "calendar.html").read_text("utf-8").strip()
    ):
        yield "the calendar is not whole"


def _pruned_problems(stage: Stage) -> Iterator[str]:
    yield from _all_runs(stage)
    left = [path.name for path in (stage.folder / "home" / "runs").iterdir()]
    if left != [str(RUNS - 1)]:
        yield f"pictures of the runs {left} are left"


def _batches() -> Iterator[KilledCommand]:
    for ending in (".jsonl", ".sqlite"):
        output = f"rows{ending}"
        quick = ending == ".jsonl"
        for jobs in ("1", "2"):
            yield KilledCommand(
                f"batch solve --output {output} --jobs {jobs}",
                ("batch", "solve", "puzzles.jsonl", "--output", output, "--jobs", jobs),
                _into(output),
                (output, "puzzles.jsonl"),
                ("--resume",),
                (4, 2, 0),  # 0 if the killed run had written all rows
                output,
                _puzzles,
                quick=quick and jobs == "1",
            )
        yield KilledCommand(
            f"batch read --output {output}",
            ("batch", "read", "shots", "--output", output, "--jobs", "2" if quick else "1"),
            _into(output),
            (output, "shots/*.png"),
            ("--resume",),
            (2, 0),
            output,
            _pictures,
        )


RUN_FILES: Final = (HISTORY, "home/runs/*/*.png")
FIXTURE_FILES: Final = ("fixtures/*/*.png", "fixtures/*/*.grid.txt", "fixtures/*/*.json")
COMMANDS: Final = (
    *_batches(),
    KilledCommand(
        "play", ("play", f"{{site}}{PAGE}", "--interval", "0"), _played_problems, RUN_FILES
    ),
    KilledCommand(
        "play --output shots",
        ("play", f"{{site}}{PAGE}", "--interval", "0", "--output", "shots"),
        _played_problems,
        (HISTORY, "shots/*.png"),
    ),
    KilledCommand(
        "record IMAGE",
        ("record", str(BOARD), "--site", "mine", "--force"),
        _recorded_problems,
        FIXTURE_FILES,
        quick=True,
    ),
    KilledCommand(
        "record URL",
        ("record", f"{{site}}{PAGE}", "--name", "page", "--force"),
        _recorded_problems,
        FIXTURE_FILES,
    ),
    KilledCommand(
        "calendar",
        ("calendar", "--output", "calendar.html"),
        _calendar_problems,
        (*RUN_FILES, "calendar.html"),
        prepare=_history,
    ),
    KilledCommand(
        "history --prune",
        ("history", "--prune", "1", "--yes"),
        _pruned_problems,
        RUN_FILES,
        prepare=_history,
    ),
    KilledCommand(
        "history --forget",
        ("history", "--forget", str(FORGOTTEN), "--yes"),
        lambda stage: _all_runs(stage, without=FORGOTTEN),
        RUN_FILES,
        statuses=(0, 2),  # 2 if the killed run has removed it already
        prepare=_history,
        quick=True,
    ),
)
"""Commands that write files. Those that only print are left out."""
