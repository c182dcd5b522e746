"""Names of options: one meaning each over all commands, usual short names, and old names with a note."""

from __future__ import annotations

from collections import defaultdict

import pytest
import rich_click as click

from autoplay.cli import main
from autoplay.cli.play_options import practice_numbers

SHORT = {
    "-h": "--help",
    "-j": "--jobs",
    "-n": "--count",
    "-o": "--output",
    "-q": "--quiet",
    "-v": "--verbose",
    "-y": "--yes",
}
DIFFER = {
    "--output": "where results go: rows in a file, or pictures in a folder",
    "--overlay": "read draws on several pictures, and takes a folder too",
    "--size": "make also takes RxC: it makes boards that are not square",
}
"""Long name → reason why its values differ between commands."""
OLD = {
    ("play", "--size"): "--variant",
    ("read", "--debug"): "--stages",
    ("record", "--to"): "--output",
    ("solve", "--all"): "--all-solutions",
    ("solve", "--count"): "--solutions",
    ("web", "--keep"): "--output",
}


def options():
    """Yield (verb, option) for each option of each command."""
    context = click.Context(main)
    for verb in main.list_commands(context):
        for option in main.get_command(context, verb).params:
            if isinstance(option, click.Option):
                yield verb, option


def test_a_name_has_the_same_kind_of_value_in_all_commands():
    kinds = defaultdict(set)
    for _, option in options():
        if not option.hidden:
            kinds[option.opts[-1]].add((option.metavar, type(option.type), option.is_flag, option.multiple))
    assert {name for name, found in kinds.items() if len(found) > 1} == DIFFER.keys()


def test_a_name_has_the_same_short_name_in_all_commands():
    short = {name: option.opts[-1] for _, option in options() for name in option.opts if not name.startswith("--")}
    assert short.items() <= SHORT.items()
    for verb, option in options():
        missing = [name for name, long in SHORT.items() if long in option.opts and name not in option.opts]
        assert option.hidden or not missing, (verb, missing)


def test_old_names_are_hidden_and_have_a_new_one():
    hidden = {(verb, option.opts[0]) for verb, option in options() if option.hidden}
    assert hidden == OLD.keys() - {("play", "--size")}  # it has a meaning for the other pages
    visible = {(verb, name) for verb, option in options() if not option.hidden for name in option.opts}
    assert {(verb, new) for (verb, _), new in OLD.items()} <= visible


@pytest.mark.parametrize(
    ("arguments", "old", "new"),
    [
        (["solve", "--all", "4x4"], "--all", "--all-solutions"),
        (["solve", "--count", "9", "3x3"], "--count", "--solutions"),
    ],
)
def test_an_old_name_does_the_same_with_a_note(run, arguments, old, new):
    before = run(*arguments)
    now = run(*(new if word == old else word for word in arguments))
    assert (before.status, before.out) == (now.status, now.out)
    assert before.err.splitlines()[0] == f"note: {old} is called {new} now"
    assert "note:" not in now.err
    assert "note:" not in run(*arguments, "--quiet").err


def test_an_old_name_takes_the_same_values(run):
    done = run("solve", "--count", "some", "3x3")
    assert done.status == 2
    assert "'some' is neither all nor a number" in done.err


def test_the_practice_site_numbers_its_pages(capsys):
    assert practice_numbers(("demo",), None, 3) == {"demo": 3, "lights-out": 5, "pegs": 5}
    assert practice_numbers(("lights-out",), 7, None) == {"demo": 5, "lights-out": 7, "pegs": 7}
    assert capsys.readouterr().err == ""
    assert practice_numbers(("demo",), 3, None)["demo"] == 3
    assert capsys.readouterr().err == "note: for demo, --size is called --variant now\n"
