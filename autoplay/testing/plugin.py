"""The pytest plugin: each fixture below a folder is a test of somebody's reader, in any project.

    pytest --autoplay-fixtures fixtures --reader my_project.grid:read

Nothing of the program is imported until the options are given.
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
    from autoplay.testing.reader import Reader

PATH, IMAGE = "path", "image"
HELP: Final = {
    "--autoplay-fixtures": "Test a reader of puzzle boards on each fixture below DIR, as `autoplay record` keeps them.",
    "--reader": "The function that reads a picture: it is given one picture, and gives the rows of the grid as a list "
    "of strings or of lists of numbers, a vision.Reading, or a dict with 'grid' and, where they are to be compared "
    "too, 'marks'.",
    "--reader-takes": "What the reader is given: the pathlib.Path of the picture (default), or the picture itself, a "
    "NumPy array (rows, columns, 3), BGR, uint8, as cv2.imread gives it.",
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options, in a group of their own in ``pytest --help``."""
    group = parser.getgroup("autoplay", "fixtures of puzzle boards (puzzle-autoplay)")
    group.addoption("--autoplay-fixtures", metavar="DIR", type=Path, help=HELP["--autoplay-fixtures"])
    group.addoption("--reader", metavar="MODULE:FUNCTION", help=HELP["--reader"])
    group.addoption("--reader-takes", choices=(PATH, IMAGE), default=PATH, help=HELP["--reader-takes"])


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Add the folder to what is collected; raises UsageError for options that can't be followed."""
    folder, reader = config.getoption("--autoplay-fixtures"), config.getoption("--reader")
    if folder is None and reader is None:
        return
    if folder is None or reader is None:
        raise pytest.UsageError("--autoplay-fixtures DIR and --reader MODULE:FUNCTION belong together")
    bases = (config.invocation_params.dir, config.rootpath)  # the latter for options out of the project's settings
    root = next((base / folder for base in bases if (base / folder).is_dir()), folder).resolve()
    plugin = FixtureTests(root, _find(root), _load(reader, config), reader, takes=config.getoption("--reader-takes"))
    config.pluginmanager.register(plugin, "autoplay-fixtures")
    if str(root) not in config.args:  # a worker of pytest-xdist is given it by the one that it works for
        config.args.append(str(root))


class FixtureTests:
    """Collects the fixtures below a folder; there only where it is asked for."""

    def __init__(self, root: Path, found: list[Fixture], reader: Reader, name: str, *, takes: str) -> None:
        from autoplay.testing.fixtures import GOLDEN, PICTURE

        paths = ((fixture, (fixture.path(PICTURE), fixture.path(GOLDEN))) for fixture in found)
        self._of = {next(path for path in both if path.exists()): fixture for fixture, both in paths}
        self._folders = {folder for path in self._of for folder in path.parents if folder.is_relative_to(root)}
        self._header = f"autoplay: {len(found)} fixtures below {root}, read by {name}"
        self._reader, self._takes = reader, takes

    def pytest_report_header(self) -> str:
        """What is tested with what."""
        return self._header

    @pytest.hookimpl(tryfirst=True)
    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """A folder of fixtures is looked into, whatever it is called: pytest leaves out some, such as build."""
        return False if collection_path in self._folders else None

    def pytest_collect_file(self, file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
        """The file of one fixture: its picture, or where that is missing its golden."""
        if fixture := self._of.get(file_path):
            made: FixtureFile = FixtureFile.from_parent(parent, path=file_path)
            made.test = (fixture, self._reader, self._takes)
            return made
        return None


class FixtureFile(pytest.File):
    """The picture of a fixture, which is one test."""

    test: tuple[Fixture, Reader, str]

    def collect(self) -> Iterator[pytest.Item]:
        """The one test."""
        fixture, *_ = self.test
        item: FixtureItem = FixtureItem.from_parent(self, name=fixture.slug)
        item.test = self.test
        yield item


class FixtureItem(pytest.Item):
    """A fixture, read by the reader that is tested and compared with its golden."""

    test: tuple[Fixture, Reader, str]

    def runtest(self) -> None:
        """Read and compare; raises Differs, BadFixture, BadNotation, BadImage, and whatever the reader raises."""
        from autoplay.testing.reader import hold

        fixture, reader, takes = self.test
        hold(fixture, reader, takes_image=takes == IMAGE)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """What differs; of an exception of the reader's the traceback from the reader on."""
        from autoplay.testing import reader
        from solvers.errors import AutoplayError

        error = excinfo.value
        if isinstance(error, AutoplayError):
            return f"{error.code}: {error.message}"
        theirs = excinfo.traceback.cut(path=reader.__file__)[1:]
        if isinstance(error, reader.Differs) or not theirs:  # not so much as called, where it takes other arguments
            return str(error)
        excinfo.traceback = theirs
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, None, str]:
        """Where the fixture is, and what it is called."""
        return self.path, None, str(self.test[0])


def _find(root: Path) -> list[Fixture]:
    from autoplay.testing.fixtures import BadFixture, find

    if not root.is_dir():
        raise pytest.UsageError(f"--autoplay-fixtures: {root} is no folder")
    try:
        return find(root)
    except BadFixture as error:
        raise pytest.UsageError(f"--autoplay-fixtures: {error.message}") from error


def _load(named: str, config: pytest.Config) -> Reader:
    """The function that MODULE:FUNCTION names, also of a module in the project's folder or in this one."""
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
        raise pytest.UsageError(f"--reader {named}: {function} is no function")
    return found
