"""The core works without an extra; ``python -m tests.qa.delete_extras`` runs more on it."""

import subprocess
import sys

import pytest

from tests.qa.delete_extras import ALL, EXTRAS, ROOT, copy_without

BOARD = ROOT / "fixtures/practice/5x5.png"


@pytest.mark.usefixtures("process")
@pytest.mark.parametrize("name", [*EXTRAS, ALL])
def test_without_an_extra_the_core_shows_help_reads_and_solves(name, tmp_path):
    folder = copy_without(name, tmp_path, ("autoplay", "vision", "solvers"))

    def run(*words):
        command = [sys.executable, "-m", "autoplay", *map(str, words)]
        return subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=True, timeout=120
        ).stdout

    where = [sys.executable, "-c", "import autoplay; print(autoplay.__file__)"]
    assert subprocess.run(where, cwd=folder, capture_output=True, text=True).stdout.startswith(
        str(folder)
    )
    assert "solve" in run("--help")
    assert run("read", BOARD)
    assert "[[0,4],[1,1],[2,3],[3,0],[4,2]]" in run("solve", BOARD)
