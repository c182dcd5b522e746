"""`autoplay schedule`: prints, and installs nothing."""

from __future__ import annotations

import pytest

from autoplay.cli import schedule as verb
from autoplay.run.schedule import FORMS

HEADS = {"cron": "# cron: ", "systemd": "# systemd: ", "windows": "<!-- Windows: ", "github": "# GitHub Actions: "}


def test_all_forms_are_printed_for_the_daily(run):
    done = run("schedule")
    assert (done.status, done.err) == (0, "")
    assert all(head in done.out for head in HEADS.values())
    assert "play daily --jitter 10\n" in done.out
    assert "OnCalendar=*-*-* 09:37:00 UTC" in done.out


@pytest.mark.parametrize("form", FORMS)
def test_a_form_by_itself_is_nothing_but_that(form, run):
    done = run("schedule", "weekly", "--at", "23:05", "--form", form)
    assert done.out.startswith(HEADS[form])
    assert [head for head in HEADS.values() if head in done.out] == [HEADS[form]]
    assert {"cron": "play weekly", "systemd": "23:05:00 UTC", "windows": "T23:05:00Z", "github": "5 23 * * 1"}[
        form
    ] in done.out


@pytest.mark.parametrize("at", ["24:00", "9", "9:60", "noon", "", "09:37:00", "-1:00"])
def test_an_invalid_time_is_refused(at, run):
    done = run("schedule", "--at", at)
    assert (done.status, done.out) == (2, "")
    assert "is not a time of the day" in done.complaint


def test_the_forms_of_the_verb_are_those_there_are():
    assert tuple(FORMS) == verb.FORMS
