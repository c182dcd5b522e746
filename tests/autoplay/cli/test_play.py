"""`autoplay play` and `autoplay history` as commands."""

import json
import re
from pathlib import Path
from zipfile import ZipFile

from autoplay.practice import serve
from solvers.names import DIFFICULTIES

ROOT = Path(__file__).parents[3]


def test_the_practice_site_is_played_to_its_congratulations(run, elsewhere, home):
    done = elsewhere(run, "play", "--variant", "0", "--explain")
    assert (done.status, done.err) == (0, "")
    lines = done.out.splitlines()
    *board, cells, before, overlay, after, steps, verdict = lines[
        [line[:1] for line in lines].index("+") :
    ]
    assert lines[0].strip().startswith("1. ")
    assert (len(board), sum(line.count("*") for line in board)) == (11, 5)
    assert len(json.loads(cells)) == 5
    for line, name in zip((before, overlay, after), ("before", "overlay", "after"), strict=True):
        path = Path(line.split(maxsplit=1)[1])
        assert (path.name, path.exists(), home in path.parents) == (f"{name}.png", True, True)
    assert re.fullmatch(r"steps +\S*step-01\.png … \S*step-\d+\.png", steps)
    assert verdict.startswith("solved: Congratulations!")
    (row,) = run("history", "--json").rows
    assert row["result"] == "solved"
    assert "5x5/1★" in run("history").out


def test_a_dry_run_of_pegs_is_traced_and_shown_as_json(run, elsewhere, tmp_path):
    words = "play pegs --size 4 --end any --json --dry-run --tracing on --output"
    done = elsewhere(run, *words.split(), tmp_path)
    assert (done.status, done.err) == (0, "")
    (row,) = done.rows
    assert (row["puzzle"], row["result"], row["lattice"]) == ("pegs", "unplayed", "triangular")
    assert row["end"] == "any"
    assert (len(row["jumps"]), {len(jump) for jump in row["jumps"]}) == (8, {3})
    assert "pegs, triangle of 10 holes" in run("history").out
    expected = ["before.png", "overlay.png", "trace.zip"]
    assert sorted(path.name for path in tmp_path.glob("*.*")) == expected


def test_steps_as_json_name_their_pictures(run, elsewhere, tmp_path):
    (tmp_path / "step-99.png").write_bytes(b"of an earlier run")
    with serve() as site:
        words = ("play", f"{site.url}/?size=0&seed=1", "--explain", "--dry-run", "--json")
        (row,) = elsewhere(run, *words, "--output", tmp_path).rows
        assert site.submissions == []
    assert row["difficulty"] in DIFFICULTIES
    expected = sorted(map(str, tmp_path.glob("step-*.png")))
    assert [step["picture"] for step in row["steps"]] == expected
    assert sorted(cell for step in row["steps"] for cell in step["stars"]) == row["cells"]


def test_a_special_is_not_tried_again_at_once(run, tmp_path):
    from autoplay.history import History
    from autoplay.sites import SPECIALS

    with History().entry(SPECIALS["daily"], tmp_path, series="daily"):
        pass
    done = run("play", "daily")
    assert (done.status, done.out) == (1, "")
    assert "the daily puzzle was tried at" in done.complaint


def test_several_pages_are_all_reported_and_the_worst_counts(run, elsewhere, tmp_path):
    with serve() as lost, serve() as site:
        lost.close()
        pages = lost.url, f"{site.url}/?size=0"
        words = ("--json", "--tracing", "on", "--output", tmp_path, "--patience", "0.005")
        done = elsewhere(run, "play", *pages, *words)
    lost, played = done.rows
    assert (done.status, lost["error"], played["result"]) == (2, "not-reached", "solved")
    assert lost["message"].endswith(", tried 2 times")
    assert "; next try at " in done.err
    assert (played["gesture"], played["after"]) == (["left"], str(tmp_path / "2" / "after.png"))
    assert played["id"].replace(",", "").isdigit()
    phases = {phase for phase, ms in played["timing"]["phases_ms"].items() if ms}
    with ZipFile(tmp_path / "2" / "trace.zip") as trace:
        groups = re.findall(
            rb'"title":"([a-z]+)"[^}]*"method":"tracingGroup"', trace.read("trace.trace")
        )
    assert phases <= {group.decode() for group in groups}
    assert "reading" in phases


def test_a_window_needs_a_display(run, elsewhere, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    done = elsewhere(run, "play", "--headed")
    assert (done.status, "xvfb-run" in done.complaint) == (6, True)


def test_a_folder_that_cannot_be_written_names_its_option(run, tmp_path, monkeypatch):
    (tmp_path / "file").write_text("")
    place = str(tmp_path / "file" / "run")
    assert "--output" in run("play", "--output", place).complaint
    monkeypatch.setenv("AUTOPLAY_HOME", place)
    assert "AUTOPLAY_HOME" in run("play").complaint


def test_the_variants_are_those_of_the_practice_site():
    from autoplay.cli.play import play
    from autoplay.practice import PRACTICE_PAGES
    from autoplay.practice.puzzles import KINDS

    assert list(PRACTICE_PAGES["demo"].numbers) == list(range(len(KINDS)))
    (variant,) = [option.help for option in play.params if option.name == "variant"]
    described = re.findall(r"(\d+)(?:-(\d+))?: (\d+)x", variant)
    assert [
        (number, int(side))
        for first, last, side in described
        for number in range(int(first), int(last or first) + 1)
    ] == [(number, kind.size) for number, kind in enumerate(KINDS[:12])]


def test_an_empty_history_says_that_there_are_no_runs(run):
    done = run("history")
    assert (done.status, done.out, done.err) == (0, "", "no runs yet\n")
