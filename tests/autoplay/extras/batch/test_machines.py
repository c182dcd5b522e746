"""Batches on a Dask cluster: the same rows as in one process, none twice, even if a worker dies."""

import os
import shutil
import signal
import socket
import sys
from threading import Event

import pytest

from autoplay.errors import ClusterUnusable
from autoplay.extras.batch import cluster
from autoplay.extras.batch.cluster import open_dask
from autoplay.extras.batch.jobs import make_read_job
from autoplay.extras.batch.rows import read_rows
from autoplay.extras.batch.run import run_batch
from tests.autoplay.cli.processes import workers
from tests.autoplay.extras.batch.conftest import PRACTICE

pytestmark = [pytest.mark.xdist_group("dask"), pytest.mark.usefixtures("process")]

NUMBER = 24


def timeless(path):
    return [
        {key: value for key, value in row.items() if key != "seconds"} for row in read_rows(path)
    ]


@pytest.fixture(scope="module")
def client():
    """Yield a client of a cluster of one worker on this machine."""
    with open_dask("local", 1) as executor:
        yield executor._client


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_killed_worker_costs_no_row_and_none_is_twice(begin, tmp_path):
    shots = tmp_path / "shots"
    shots.mkdir()
    for index in range(NUMBER):
        shutil.copy(PRACTICE / ("5x5.png" if index % 2 else "6x6.png"), shots / f"{index:03}.png")
    (shots / "900.png").write_bytes(b"none")
    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    working = begin("batch", "read", shots, "--output", there, "--dask", "local", "--jobs", 2)
    poll = Event()
    while not (there.exists() and there.stat().st_size):
        assert working.poll() is None, working.stderr.read()
        poll.wait(0.01)
    os.kill(workers(working)[0], signal.SIGKILL)
    assert there.read_bytes().count(b"\n") < NUMBER
    assert working.wait(120) == 2
    expected = f"{NUMBER + 1} in all: {NUMBER} read, 1 bad-image"
    assert working.stderr.read().splitlines()[0] == expected
    run_batch(make_read_job([str(shots)]), str(here))
    assert timeless(there) == timeless(here)


def test_a_cluster_is_used_by_its_address(run, client, puzzles, tmp_path):
    rows, address = puzzles(5), client.scheduler.address
    there, here = tmp_path / "there.jsonl", tmp_path / "here.jsonl"
    assert run("batch", "solve", rows, "--output", there, "--dask", address).status == 0
    run("batch", "solve", rows, "--output", here, "--jobs", 1)
    assert timeless(there) == timeless(here)


def test_a_cluster_that_goes_away_ends_the_batch(tmp_path):
    with open_dask("local", 1) as executor:
        cluster_here = executor._client.cluster
        job = make_read_job([str(PRACTICE / "5x5.png")] * 1000)
        out, close = str(tmp_path / "rows.jsonl"), lambda: cluster_here.close(timeout=5)
        with pytest.raises(ClusterUnusable, match="no longer answers") as caught:
            run_batch(job, out, executor=executor, each=close)
    assert "--resume" in caught.value.hint


@pytest.mark.parametrize("server", ["silent", "closed"])
def test_an_address_without_a_scheduler_is_an_error(monkeypatch, server):
    monkeypatch.setattr(cluster, "CONNECTS_S", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1] if server == "silent" else 9
        address = f"tcp://127.0.0.1:{port}"
        with pytest.raises(ClusterUnusable, match=f"no Dask scheduler answers at {address}"):
            open_dask(address, 1).__enter__()


def test_workers_with_other_versions_are_an_error(client, monkeypatch):
    cluster._check_versions(client, "here")
    report = client.get_versions(packages=["puzzle-autoplay"])
    (worker,) = report["workers"].values()
    worker["packages"]["python"] = "3.0.0.final.0"
    monkeypatch.setattr(client, "get_versions", lambda **_: report)
    with pytest.raises(ClusterUnusable, match=r"has Python 3\.0, but this machine has 3\.1"):
        cluster._check_versions(client, "here")
    worker["packages"] |= report["client"]["packages"] | {"puzzle-autoplay": None}
    with pytest.raises(ClusterUnusable, match="has puzzle-autoplay None, but this machine has"):
        cluster._check_versions(client, "here")


def test_without_the_extra_the_error_names_it(run, monkeypatch, puzzles, tmp_path):
    monkeypatch.setitem(sys.modules, "distributed", None)
    done = run("batch", "solve", puzzles(1), "--dask", "local", "--output", tmp_path / "rows.jsonl")
    assert done.status == 2
    assert "distributed is not installed; it comes with the extra dask. Try: " in done.complaint
