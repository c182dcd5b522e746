"""Commands, and the puzzles and pictures of batches."""

import json
import shutil
from pathlib import Path

import pytest

from tests.autoplay.cli.conftest import begin, run

__all__ = ["begin", "run"]

PRACTICE = Path(__file__).parents[4] / "fixtures" / "practice"
SMALL = ["AABB", "CABB", "CCDB", "CDDD"]


@pytest.fixture
def shots(tmp_path):
    """Return a folder with two boards of different sizes, and a file that is not a picture."""
    folder = tmp_path / "shots"
    folder.mkdir()
    for name in ("5x5.png", "6x6.png"):
        shutil.copy(PRACTICE / name, folder)
    (folder / "7.png").write_bytes(b"none")
    return folder


@pytest.fixture
def puzzles(tmp_path):
    """Write a number of puzzles as JSON Lines, the same with other ids, and return the file."""

    def write(number):
        path = tmp_path / "puzzles.jsonl"
        rows = [{"id": index, "stars": 1, "grid": SMALL} for index in range(number)]
        path.write_text("".join(json.dumps(row) + "\n" for row in rows))
        return path

    return write
