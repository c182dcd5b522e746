"""Helps: a short one that fits a screen, and a long one with every option."""

from __future__ import annotations

import pytest
import rich_click as click

from autoplay.cli import main

MOST_LINES = 34
WIDTH = "80"


def commands(group, words=()):
    """Yield the words of each command, and the command, also for those of groups."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        yield (*words, name), command
        if isinstance(command, click.Group):
            yield from commands(command, (*words, name))


COMMANDS = dict(commands(main))


@pytest.fixture(autouse=True)
def screen(monkeypatch):
    monkeypatch.setenv("COLUMNS", WIDTH)


@pytest.mark.parametrize("words", [(), *COMMANDS], ids=" ".join)
def test_a_short_help_fits_a_screen_and_names_the_long_one(run, words):
    done = run(*words, "--help")
    assert done.status == 0
    assert len(done.out.splitlines()) <= MOST_LINES
    if words:
        last = done.out.strip().splitlines()[-1]
        assert last.strip() == f"All options: autoplay help {' '.join(words)}"


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
def test_a_long_help_has_every_option(run, words):
    shown = run("help", *words).out.split()
    options = [one for one in COMMANDS[words].params if isinstance(one, click.Option)]
    assert [name for one in options for name in one.opts if name not in shown] == []
    assert [one.name for one in options if not one.help] == []
    assert "All options:" not in shown


def test_help_lists_the_commands(run):
    shown = run("--help").out
    assert run("help").out == shown
    assert [name for name, *rest in COMMANDS if not rest and name not in shown] == []
