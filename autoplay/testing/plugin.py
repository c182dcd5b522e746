"""Pytest plugin: each fixture below a folder becomes a test of a reader, in any project.

    pytest --autoplay-fixtures fixtures --reader my_project.grid:read

The rest of the program is only imported if the options are given.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from autoplay.testing.fixtures import Fixture
    from autoplay.testing.reader import ReaderFunction

PATH, IMAGE = "path", "image"
HELP: Final = {
    "--autoplay-fixtures": "Test a reader of puzzle boards with each fixture of `autoplay record` below DIR.",
    "--reader": "The function that reads a picture. It gets one picture and returns the rows of the grid as a list of "
    "strings or of lists of numbers, a vision.Reading, or a dict with 'grid' and, to compare marks too, 'marks'.",
    "--reader-takes": "What the reader gets: the pathlib.Path of the picture (default), or the picture itself as a "
    "NumPy array (rows, columns, 3), BGR, uint8, like that of cv2.imread.",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options to ``pytest --help`` as a group."""
    group = parser.getgroup("autoplay", "fixtures of puzzle boards (puzzle-autoplay)")
    group.addoption("--autoplay-fixtures", metavar="DIR", type=Path, help=HELP["--autoplay-fixtures"])
    group.addoption("--reader", metavar="MODULE:FUNCTION", help=HELP["--reader"])
    group.addoption("--reader-takes", choices=(PATH, IMAGE), default=PATH, help=HELP["--reader-takes"])


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Add the folder to the collection. Raises UsageError for wrong options."""
    folder, reader = config.getoption("--autoplay-fixtures"), config.getoption("--reader")
    if folder is None and reader is None:
        return
    if folder is None or reader is None:
        raise pytest.UsageError("--autoplay-fixtures DIR and --reader MODULE:FUNCTION must be given together")
    bases = (config.invocation_params.dir, config.rootpath)  # the latter for options in the project's configuration
    root = next((base / folder for base in bases if (base / folder).is_dir()), folder).resolve()
    plugin = FixtureTests(root, _find(root), _load(reader, config), reader, takes=config.getoption("--reader-takes"))
    config.pluginmanager.register(plugin, "autoplay-fixtures")
    if str(root) not in config.args:  # a worker of pytest-xdist gets it from the main process
        config.args.append(str(root))


class FixtureTests:
    """Plugin that collects the fixtures below a folder; registered only with the options."""

    def __init__(self, root: Path, found: list[Fixture], reader: ReaderFunction, name: str, *, takes: str) -> None:
        from autoplay.testing.fixtures import EXPECTED, PICTURE

        paths = ((fixture, (fixture.path(PICTURE), fixture.path(EXPECTED))) for fixture in found)
        self._of = {next(path for path in both if path.exists()): fixture for fixture, both in paths}
        self._folders = {folder for path in self._of for folder in path.parents if folder.is_relative_to(root)}
        self._header = f"autoplay: {len(found)} fixtures below {root}, read by {name}"
        self._reader, self._takes = reader, takes

    def pytest_report_header(self) -> str:
        """Return the header line: number of fixtures, folder and reader."""
        return self._header

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Collect folders of fixtures whatever their names: pytest skips some, such as build."""
        return False if collection_path in self._folders else None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """Collect a fixture by its picture, or by its expected reading if the picture is missing."""
        if fixture := self._of.get(file_path):
            made: FixtureFile = FixtureFile.from_parent(parent, path=file_path)
            made.test = (fixture, self._reader, self._takes)
            return made
        return None


class FixtureFile(pytest.File):
    """The picture of a fixture, which is one test."""

    test: tuple[Fixture, ReaderFunction, str]

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the test of the fixture."""
        fixture, *_ = self.test
        item: FixtureItem = FixtureItem.from_parent(self, name=fixture.slug)
        item.test = self.test
        yield item


class FixtureItem(pytest.Item):
    """Test that reads a fixture with the tested reader and compares the result with the expected one."""

    test: tuple[Fixture, ReaderFunction, str]

    def runtest(self) -> None:
        """Read and compare. Raises Differs, BadFixture, BadNotation, BadImage, and what the reader raises."""
        from autoplay.testing.reader import hold

        fixture, reader, takes = self.test
        hold(fixture, reader, takes_image=takes == IMAGE)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the differences, or the part of the traceback that is in the reader."""
        from autoplay.testing import reader
        from solvers.errors import AutoplayError

        error = excinfo.value
        if isinstance(error, AutoplayError):
            return f"{error.code}: {error.message}"
        theirs = excinfo.traceback.cut(path=reader.__file__)[1:]
        if (
            isinstance(error, reader.Differs) or not theirs
        ):  # empty if it could not even be called, because it takes other arguments
            return str(error)
        excinfo.traceback = theirs
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Return path and name of the fixture."""
        return self.path, None, str(self.test[0])


def _find(root: Path) -> list[Fixture]:
    from autoplay.testing.fixtures import BadFixture, find

    if not root.is_dir():
        raise pytest.UsageError(f"--autoplay-fixtures: {root} is not a folder")
    try:
        return find(root)
    except BadFixture as error:
        raise pytest.UsageError(f"--autoplay-fixtures: {error.message}") from error


def _load(named: str, config: pytest.Config) -> ReaderFunction:
    """Import MODULE:FUNCTION, also from the project's root folder or the current one."""
    module, _, function = named.partition(":")
    if not (module and function):
        raise pytest.UsageError(f"--reader: {named!r} is not MODULE:FUNCTION, such as my_project.grid:read")
    for here in map(str, (config.rootpath, config.invocation_params.dir)):
        if here not in sys.path:
            sys.path.insert(0, here)
    try:
        found = import_module(module)
        for name in function.split("."):
            found = getattr(found, name)
    except Exception as error:
        raise pytest.UsageError(f"--reader {named}: {type(error).__name__}: {error}") from error
    if not callable(found):
        raise pytest.UsageError(f"--reader {named}: {function} is not a function")
    return found
