"""`--dask` and fsspec addresses: the same rows in the same order, even if a worker dies."""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from pathlib import Path
from threading import Event

import pytest

fsspec = pytest.importorskip("fsspec")

PRACTICE = Path(__file__).parents[3] / "fixtures" / "practice"
SMALL = ["AABB", "CABB", "CCDB", "CDDD"]
SHOTS = ("5x5.png", "6x6.png", "8x8.png")

pytestmark = [pytest.mark.xdist_group("dask"), pytest.mark.usefixtures("process")]


@pytest.fixture
def shots(tmp_path):
    """Return a folder with three boards and a file that is not a picture."""
    folder = tmp_path / "shots"
    folder.mkdir()
    for name in SHOTS:
        shutil.copy(PRACTICE / name, folder)
    (folder / "9.png").write_bytes(b"none")
    return folder


@pytest.fixture
def memory():
    """Yield a store in this process, empty before and after the test."""
    store = fsspec.filesystem("memory")
    store.store.clear()
    yield store
    store.store.clear()


def plain(rows):
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


def worker_ids(process):
    """Return the process ids of a cluster's workers: children of the process started first, with a spawned main."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = stat.read_text().rpartition(")")[2].split()[1]
            command = (stat.parent / "cmdline").read_bytes()
        except OSError:  # it ended in between
            continue
        if int(parent) == process.pid and b"spawn_main" in command:
            found.append(int(stat.parent.name))
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc")
def test_a_worker_killed_in_mid_run_costs_no_row(begin, tmp_path):
    shots, out, number = tmp_path / "shots", tmp_path / "answers.jsonl", 24
    shots.mkdir()
    for index in range(number):
        shutil.copy(PRACTICE / "5x5.png", shots / f"{index:03}.png")
    working = begin("read", shots, "--output", out, "--dask", "local", "--jobs", 2)
    poll = Event()
    while not (out.exists() and out.stat().st_size):
        assert working.poll() is None, working.stderr.read()
        poll.wait(0.01)
    os.kill(worker_ids(working)[0], signal.SIGKILL)
    assert out.read_bytes().count(b"\n") < number
    assert working.wait(120) == 0, working.stderr.read()
    assert working.stderr.read().splitlines()[-1] == f"saved: {out}"
    found = [json.loads(line) for line in out.open()]
    assert [int(Path(row["file"]).stem) for row in found] == list(range(number))
    assert not any("error" in row for row in found)


@pytest.mark.parametrize("verb", ["read", "solve"])
def test_a_cluster_answers_what_this_machine_answers(run, shots, verb):
    if verb == "solve":
        (shots / "9.png").unlink()  # whose message names the file here only
    here, there = run(verb, shots, "--json"), run(verb, shots, "--json", "--dask", "local", "--jobs", 1)
    assert plain(there.rows) == plain(here.rows)
    assert (there.status, there.err) == (here.status, here.err)


@pytest.mark.parametrize("verb", ["read", "solve"])
def test_inputs_and_outputs_may_be_addresses(run, shots, memory, verb):
    for path in shots.iterdir():
        memory.pipe_file(f"/shots/{path.name}", path.read_bytes())
    memory.pipe_file("/shots/more.jsonl", b'{"id": 1, "grid": ["AABB", "CABB", "CCDB", "CDDD"]}\n')
    done = run(verb, "memory://shots/", "--output", "memory://out/rows.jsonl")
    assert done.err.endswith("saved: memory://out/rows.jsonl\n")
    found = [json.loads(line) for line in memory.cat_file("/out/rows.jsonl").splitlines()]
    shown = {Path(row["file"]).name: row.get("error") for row in found}
    assert shown == {**dict.fromkeys(SHOTS), "9.png": "bad-image"} | ({"more.jsonl": None} if verb == "solve" else {})
    again = run(verb, "memory://shots/", "--output", "memory://out/rows.jsonl")
    assert (again.status, "exists already" in again.complaint) == (2, True)
    again = run(verb, "memory://shots/*.png", "--output", "memory://out/rows.jsonl", "--resume")
    not_locked, saved = again.err.splitlines()
    assert not_locked.startswith("memory://out/rows.jsonl is not locked")
    assert saved == "saved: memory://out/rows.jsonl, 4 done before"
    assert [json.loads(line) for line in memory.cat_file("/out/rows.jsonl").splitlines()] == found


@pytest.mark.parametrize("ending", [".csv", ".db"])
def test_a_table_at_an_address_is_gone_on_with(run, shots, memory, tmp_path, ending):
    url = f"memory://out/rows{ending}"
    for name in SHOTS:
        assert run("read", f"file://{shots / name}", "--output", url, "--resume").status == 0
    (tmp_path / f"copy{ending}").write_bytes(memory.cat_file(f"/out/rows{ending}"))
    names = [f"file://{shots / name}" for name in SHOTS]
    done = run("read", *names, "--output", tmp_path / f"copy{ending}", "--resume")
    assert done.err.endswith("3 done before\n")


def test_remote_file_stays_until_its_copy_is_complete(run, shots, tmp_path, monkeypatch):
    out = tmp_path / "rows.jsonl"
    run("read", shots / "5x5.png", "--output", f"file://{out}")
    before = out.read_bytes()
    local = type(fsspec.filesystem("file"))

    def put_half(_, source, target):
        Path(target).write_bytes(Path(source).read_bytes()[:50])
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(local, "put_file", put_half)
        done = run("read", shots, "--output", f"file://{out}", "--resume")
    assert (done.status, f"file://{out} can't be written to" in done.complaint) == (2, True)
    assert out.read_bytes() == before
    assert run("read", shots, "--output", f"file://{out}", "--resume").err.endswith(", 1 done before\n")
    assert len(out.read_text().splitlines()) == 4


def test_a_command_installs_the_package_that_a_store_needs(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "paramiko", None)
    done = run("solve", "sftp://nowhere/a.txt")
    assert done.complaint.endswith("pip install paramiko")


@pytest.mark.parametrize(
    ("address", "what"),
    [
        ("memory://nowhere/a.png", "memory://nowhere/a.png: no such file"),
        ("memory://nowhere/*.png", "no file matches"),
        ("nosuch://bucket/a.png", "Protocol not known: nosuch"),
    ],
)
@pytest.mark.parametrize("verb", ["read", "solve"])
@pytest.mark.usefixtures("memory")
def test_an_address_that_cannot_be_opened_is_one_line(run, verb, address, what):
    done = run(verb, address)
    assert (done.status, done.out) == (2, "")
    assert what in done.complaint


def test_without_the_extra_the_error_names_it(run, monkeypatch, tmp_path):
    (tmp_path / "a.txt").write_text("\n".join(SMALL))
    for module, options in (("distributed", ["--dask", "local"]), ("fsspec", ["--output", "s3://b/rows.csv"])):
        with monkeypatch.context() as patch:
            patch.setitem(sys.modules, module, None)
            done = run("solve", tmp_path / "a.txt", *options)
        assert done.status == 2
        assert f"{module} is not installed; it comes with the extra dask. Try: " in done.complaint


def test_a_scheduler_that_does_not_answer_leaves_no_file(run, monkeypatch, tmp_path):
    monkeypatch.setattr("autoplay.batch.cluster.ANSWERS_S", 0.5)
    (tmp_path / "a.txt").write_text("\n".join(SMALL))
    done = run("solve", tmp_path / "a.txt", "--dask", "tcp://127.0.0.1:9")
    assert done.status == 2
    assert "no Dask scheduler answers at tcp://127.0.0.1:9" in done.complaint
