"""Every example does what it says, and is short."""

import re
import runpy
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
TABLES = tomllib.loads(Path(__file__).with_name("examples.toml").read_text("utf-8"))
SAID = TABLES["said"]
"""Expected output of each example, as a pattern."""
KEPT = TABLES["kept"]
"""Files that each example writes."""


def test_there_is_a_test_for_every_example():
    assert [path.stem for path in EXAMPLES] == sorted(SAID)


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_runs_and_prints_what_it_should(path, tmp_path, monkeypatch, capsys):
    (tmp_path / "fixtures").symlink_to(ROOT / "fixtures")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.argv", [str(path)])
    runpy.run_path(str(path), run_name="__main__")
    assert re.fullmatch(SAID[path.stem], capsys.readouterr().out)
    if path.stem in KEPT:
        assert (tmp_path / KEPT[path.stem]).stat().st_size > 100


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short_and_begins_with_what_it_does(path):
    first, *lines = path.read_text("utf-8").splitlines()
    assert re.fullmatch(r'"""[A-Z].*\."""', first)
    code = [line for line in lines if line and not line.startswith(("import ", "from "))]
    assert len(code) <= 10
