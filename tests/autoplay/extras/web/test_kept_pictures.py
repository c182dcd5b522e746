"""Pictures that the web page saves: a full folder gets no more, and loses none."""

from __future__ import annotations

import pytest

from autoplay.games.requests import ReadRequest
from autoplay.extras.web import tasks
from autoplay.extras.web.limits import Limits
from autoplay.extras.web.tasks import ReadTask, run_task
from tests.autoplay.extras.web.conftest import PICTURES

DATA = PICTURES["star-battle"].read_bytes()


def read(folder):
    return run_task(ReadTask(ReadRequest(), Limits(), DATA, keep=folder))


@pytest.mark.parametrize(("name", "limit"), [("KEPT_FILES", 3), ("KEPT_BYTES", 2 * len(DATA))])
def test_a_full_folder_gets_no_more_pictures(tmp_path, monkeypatch, capsys, name, limit):
    monkeypatch.setattr(tasks, name, limit)
    tasks._warn.cache_clear()
    (tmp_path / "own.txt").write_text("older")
    assert [read(tmp_path).status for _ in range(4)] == [200] * 4
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".png", ".txt"]
    (line,) = capsys.readouterr().err.splitlines()
    assert "pictures are no longer saved" in line
    assert "--output" in line
