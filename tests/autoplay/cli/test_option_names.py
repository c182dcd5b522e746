"""Names of options: one meaning each over all commands, usual short names."""

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
            kinds[option.opts[-1]].add(
                (option.metavar, type(option.type), option.is_flag, option.multiple)
            )
    assert {name for name, found in kinds.items() if len(found) > 1} == DIFFER.keys()


def test_a_name_has_the_same_short_name_in_all_commands():
    short = {
        name: option.opts[-1]
        for _, option in options()
        for name in option.opts
        if not name.startswith("--")
    }
    assert short.items() <= SHORT.items()
    for verb, option in options():
        missing = [
            name for name, long in SHORT.items() if long in option.opts and name not in option.opts
        ]
        assert option.hidden or not missing, (verb, missing)


def test_the_practice_site_numbers_its_pages():
    assert practice_numbers(("demo",), None, 3) == {"demo": 3, "lights-out": 5, "pegs": 5}
    assert practice_numbers(("lights-out",), 7, None) == {"demo": 5, "lights-out": 7, "pegs": 7}
    assert practice_numbers(("demo", "pegs"), 4, None) == {"demo": 5, "lights-out": 4, "pegs": 4}
    with pytest.raises(click.UsageError, match="--size is not for demo"):
        practice_numbers(("demo",), 3, None)
