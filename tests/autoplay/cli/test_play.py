"""`autoplay play` and `autoplay history` as commands."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from autoplay.practice import serve
from solvers.star_battle.explanation import DIFFICULTIES


def autoplay(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    import os

    command = [sys.executable, "-m", "autoplay", *words]
    return subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)


def test_the_practice_site_is_played_to_its_congratulations(home):
    run = autoplay("play")
    assert (run.returncode, run.stderr) == (0, "")
    *board, cells, before, overlay, after, verdict = run.stdout.splitlines()
    assert (len(board), sum(line.count("*") for line in board)) == (21, 20)
    assert len(json.loads(cells)) == 20
    for line, name in zip((before, overlay, after), ("before", "overlay", "after"), strict=True):
        path = Path(line.split(maxsplit=1)[1])
        assert (path.name, path.exists(), home in path.parents) == (f"{name}.png", True, True)
    assert verdict.startswith("solved: Congratulations!")
    listed = autoplay("history", "--json")
    assert json.loads(listed.stdout)["result"] == "solved"
    assert "10x10/2★" in autoplay("history").stdout


def test_json_is_one_object_a_puzzle(tmp_path):
    run = autoplay("play", "--size", "0", "--count", "2", "--json", "--output", str(tmp_path))
    assert run.returncode == 0
    first, second = (json.loads(line) for line in run.stdout.splitlines())
    assert first["after"] == str(tmp_path / "1" / "after.png")
    for row in (first, second):
        assert (row["result"], row["rows"], row["cols"], row["stars"], len(row["cells"])) == ("solved", 5, 5, 1, 5)


@pytest.mark.usefixtures("home")
def test_pegs_are_played_by_their_jumps():
    run = autoplay("play", "pegs", "--size", "4", "--end", "any", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    row = json.loads(run.stdout)
    assert (row["puzzle"], row["result"], row["lattice"], row["end"]) == ("pegs", "solved", "triangular", "any")
    assert (len(row["jumps"]), {len(jump) for jump in row["jumps"]}) == (8, {3})
    assert "4x7 pegs" in autoplay("history").stdout


def test_a_dry_run_leaves_the_page_alone(tmp_path):
    with serve() as site:
        run = autoplay("play", f"{site.url}/?size=0", "--dry-run", "--output", str(tmp_path / "run"), "--tracing")
        assert (run.returncode, site.submissions) == (0, [])
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == ["before.png", "overlay.png", "trace.zip"]


def test_the_steps_are_told_and_drawn(tmp_path):
    (tmp_path / "step-99.png").write_bytes(b"of an earlier run")
    with serve() as site:
        words = ("play", f"{site.url}/?size=0&seed=1", "--explain", "--output", str(tmp_path))
        run = autoplay(*words, "--dry-run", "--json")
        row = json.loads(run.stdout)
        assert (run.returncode, site.submissions) == (0, [])
        assert row["difficulty"] in DIFFICULTIES
        assert [step["picture"] for step in row["steps"]] == sorted(map(str, tmp_path.glob("step-*.png")))
        assert sorted(cell for step in row["steps"] for cell in step["stars"]) == row["cells"]
        played = autoplay(*words)
        assert (played.returncode, len(site.submissions)) == (0, 1)
    first, last = (row["steps"][index]["picture"] for index in (0, -1))
    assert f"steps    {first} … {last}" in played.stdout
    assert played.stdout.splitlines()[0].strip().startswith("1. ")


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["play", "http://127.0.0.1:1/"], 2, "does not answer"),
        (["play", "https://www.linkedin.com/games/queens"], 2, "terms"),
        (["play", "--browser", "/no/such/browser"], 6, "/no/such/browser"),
        (["play", "--site", "nowhere"], 2, "puzzle-team"),
        (["play", "--cdp", "http://localhost:1", "--profile", "."], 2, "exclude each other"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_a_status(words, status, said, home):
    run = autoplay(*words)
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (status, "", 1)
    assert said in run.stderr
    assert not list((home / "runs").glob("*/*")) if (home / "runs").exists() else True


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["daily", "--size", "5"], "--size"),
        (["demo", "daily", "--size", "5"], "--size"),
        (["weekly", "--count", "2"], "one weekly puzzle at a time"),
        (["demo", "--jitter", "3"], "--jitter"),
        (["monthly", "--jitter", "nan"], "nan"),
        (["--jobs", "2", "--profile", "."], "--profile"),
        (["--jobs", "2", "--headed", "--keep"], "--keep"),
        (["--keep"], "--headed, or --cdp"),
        (["--headed", "--ws", "ws://127.0.0.1:1"], "--ws and --headed"),
        (["--tracing=sometimes"], "sometimes"),
    ],
)
def test_options_that_make_no_sense_together(words, said, run):
    done = run("play", *words)
    assert (done.status, done.out) == (2, "")
    assert said in done.complaint


def test_a_special_is_waited_for_and_not_tried_again_at_once(run, monkeypatch, tmp_path):
    from autoplay.run.history import History
    from autoplay.sites import SPECIALS

    monkeypatch.setattr("autoplay.cli.play.random.uniform", lambda *_: 0.001)
    with History().entry(SPECIALS["daily"], tmp_path, series="daily"):
        pass
    done = run("play", "daily", "--jitter", "5")
    assert (done.status, done.out) == (1, "")
    waits, error = done.err.splitlines()
    assert waits == "waits 0 min 0 s first"
    assert "the daily puzzle was tried at" in error


def test_what_cannot_be_notified_is_said_before_anything_is_played(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "apprise", None)
    done = run("play", "--notify", "json://127.0.0.1:1")
    assert (done.status, done.out) == (2, "")
    assert " install 'apprise>=" in done.complaint


def test_of_several_pages_each_is_told_and_the_worst_counts(tmp_path):
    with serve() as site:
        run = autoplay(
            "play", "http://127.0.0.1:1/", f"{site.url}/?size=0", "--json", "--tracing", "--output", str(tmp_path)
        )
    lost, played = (json.loads(line) for line in run.stdout.splitlines())
    assert (run.returncode, lost["error"], played["result"]) == (2, "unreachable", "solved")
    assert (played["gesture"], played["after"]) == (["left"], str(tmp_path / "2" / "after.png"))
    assert played["id"].replace(",", "").isdigit()
    assert (tmp_path / "2" / "trace.zip").exists()


def test_stars_that_contradict_the_page_are_an_error():
    run = autoplay("play", "--stars", "3", "--size", "0")
    assert (run.returncode, run.stdout, run.stderr.count("\n")) == (2, "", 1)
    assert "the page says 1 star per row, --stars says 3" in run.stderr
    assert "/?size=0: " in run.stderr


def test_a_window_needs_a_display():
    run = autoplay("play", "--headed", DISPLAY="", WAYLAND_DISPLAY="")
    assert (run.returncode, run.stderr.count("\n")) == (6, 1)
    assert "xvfb-run" in run.stderr


def test_a_folder_that_cannot_be_written_names_its_option(tmp_path):
    (tmp_path / "file").write_text("")
    place = str(tmp_path / "file" / "run")
    assert "--output" in autoplay("play", "--output", place).stderr
    assert "AUTOPLAY_HOME" in autoplay("play", AUTOPLAY_HOME=place).stderr


def test_the_size_menu_is_that_of_the_practice_site():
    from autoplay.cli.play_options import OURS, SIZES
    from autoplay.practice.puzzles import KINDS

    assert list(OURS["demo"].sizes) == list(range(len(KINDS)))
    told = re.findall(r"(\d+)(?:-(\d+))?: (\d+)x", SIZES)
    assert [
        (number, int(side)) for first, last, side in told for number in range(int(first), int(last or first) + 1)
    ] == [(number, kind.size) for number, kind in enumerate(KINDS[:12])]


def test_no_runs_are_said_to_be_none():
    run = autoplay("history")
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "no runs yet\n")


def test_errors_are_json_too():
    run = autoplay("play", "http://127.0.0.1:1/", "--json")
    assert run.returncode == 2
    assert json.loads(run.stdout)["error"] == "unreachable"


def test_a_browser_named_in_the_environment_is_the_one():
    assert autoplay("play", AUTOPLAY_BROWSER="/no/such/browser").returncode == 6
