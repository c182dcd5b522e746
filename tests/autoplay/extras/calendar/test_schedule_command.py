"""`autoplay schedule`: what it prints, and the plays that it starts with --run."""

from pathlib import Path

import pytest

from autoplay.extras.calendar import scheduled_run
from autoplay.extras.calendar.commands import schedule as verb
from autoplay.extras.calendar.schedule import WRITERS

HEADS = {
    "cron": "# cron: ",
    "systemd": "# systemd: ",
    "windows": "<!-- Windows: ",
    "github": "# GitHub Actions: ",
}


@pytest.mark.parametrize("form", WRITERS)
def test_a_form_by_itself_is_nothing_but_that(form, run):
    done = run("schedule", "weekly", "--at", "23:05", "--form", form)
    assert done.out.startswith(HEADS[form])
    assert [head for head in HEADS.values() if head in done.out] == [HEADS[form]]
    when = {"cron": "weekly --run", "systemd": "23:05:00 UTC", "windows": "T23:05:00Z"}
    assert when.get(form, "5 23 * * 1") in done.out


def test_options_of_play_and_addresses_become_part_of_the_schedule(run, monkeypatch):
    monkeypatch.setenv("AUTOPLAY_NOTIFY", "json://secret")
    words = ("daily", "--form", "cron", "--click", "Expert", "--headed")
    out = run("schedule", *words).out
    usual = "--patience 30 --jitter 10\n"
    assert f"schedule daily --run --click Expert --headed {usual}" in out
    words += ("--notify", "json://here", "--profile", "me", "--jitter", "0", "--patience", "2.5")
    done = run("schedule", *words, "--output=pictures")
    assert "schedule daily --run --notify json://here --click Expert --headed" in done.out
    assert done.out.endswith(" --patience 2.5 --jitter 0\n")
    for name, path in (("--profile ", "me"), ("--output=", "pictures")):
        assert f" {name}{Path(path).absolute()} " in done.out
    assert "secret" not in done.out


def test_puzzles_are_played_one_after_the_other_after_a_wait(run, monkeypatch):
    played, waits = [], []

    def play_series(series, options, notify, *, patience_min, has_window):
        played.append((series, options, notify, patience_min, has_window))
        return 4 if series == "daily" else 0

    monkeypatch.setattr(scheduled_run, "play_series", play_series)
    monkeypatch.setattr(verb.clock, "sleep", waits.append)
    done = run(
        "schedule", "daily", "weekly", "--run", "--jitter", "5", "--interval", "20", "--headed"
    )
    assert (done.status, done.err.startswith("waiting ")) == (4, True)
    options = ["--interval", "20", "--headed"]
    assert played == [(series, options, (), 30, True) for series in ("daily", "weekly")]
    assert 0 <= waits[0] <= 300
    assert waits[1:] == [20]
