"""Commands that are refused before they do anything: one line, status 2, and no file."""

import shlex
import shutil
import tomllib
from pathlib import Path

import pytest

from tests.autoplay.cli.conftest import BOARD
from tests.systems import SIGNALS

TABLES = [
    Path(__file__).with_name("refused.toml"),
    *Path(__file__).parents[1].glob("extras/*/refused.toml"),
]
"""Commands with what refuses them, of the core and of each extra."""
REFUSED = {
    line: said for table in TABLES for line, said in tomllib.loads(table.read_text("utf-8")).items()
}
PUZZLE = "stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n"


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """Return the current folder, with the files that the commands name."""
    desk = tmp_path / "desk"
    (desk / "folder.svg").mkdir(parents=True)
    shutil.copy(BOARD, desk / "board.png")
    shutil.copy(BOARD.with_name("5x5.png"), desk)
    (desk / "rows.jsonl").write_text('{"grid": ["**"]}\n{"grid": ["*."]}\n')
    (desk / "one.txt").write_text(PUZZLE)
    for name in ("link.svg", "link.html"):
        (desk / name).hardlink_to(desk / "one.txt")
    monkeypatch.chdir(desk)
    return desk


@pytest.mark.parametrize(("line", "said"), [
    pytest.param(line, said, marks=SIGNALS if "/dev/" in line else ())
    for line, said in REFUSED.items()
])  # fmt: skip
def test_a_refusal_is_one_line_and_leaves_nothing(run, desk, home, line, said):
    before = sorted(desk.rglob("*"))
    done = run(*shlex.split(line))
    assert (done.status, done.out) == (2, "")
    for words in [said] if isinstance(said, str) else said:
        assert words in done.complaint
    assert (sorted(desk.rglob("*")), (desk / "one.txt").read_text()) == (before, PUZZLE)
    assert not (home / "config.toml").exists()
