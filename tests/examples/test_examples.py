"""Every example does what it says, and is short."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
SAID = {
    "compare_a_reader": r"pzpr/10x10: as expected\n(pzpr/\S+: as expected\n){4}",
    "explain": r"1\. .*\n(.|\n)*This puzzle is easy\.\n",
    "generate": r"stars 1\n([A-H]{8}\n){8}https://puzz\.link/p\?starbattle/8/8/1/\w+\n",
    "lights_out": r"4 solutions; press \(0, 0\) .*\nall off\n",
    "pegs": r"1\. \d+-\d+\n(\d+\. [\d-]+\n)+",
    "play_the_practice_site": r"solved: \d+ presses, pictures/after\.png\n",
    "read_a_picture": r"([A-J]{10}\n){10}\d+ marks, \d+% sure\n",
    "solve": r"\(\(0, 4\), \(1, 1\), \(2, 3\), \(3, 0\), \(4, 2\)\) is the only solution\n",
    "write_a_fixture": r"stars 1\nAAAAB\nCDAAA\nCCAAA\nCEEAA\nCCEAA\n",
}
"""Expected output of each example, as a pattern."""
KEPT = {
    "pegs": "moves.svg",
    "play_the_practice_site": "pictures/before.png",
    "solve": "solution.svg",
    "write_a_fixture": "mine/first/5x5.png",
}
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
