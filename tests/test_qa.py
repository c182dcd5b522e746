"""A few faults and kills; ``python -m tests.qa.faults`` and ``tests.qa.kills`` try all, often."""

import pytest

from tests.qa.faults.scene import KILL
from tests.qa.faults.stage import play_cell
from tests.qa.faults.table import FAULTS
from tests.qa.kills.__main__ import moments
from tests.qa.kills.stage import kill_and_repeat, run_whole
from tests.qa.kills.table import COMMANDS
from tests.systems import PROC, SIGNALS

KILLS = 2
QUICK_FAULTS = [
    pytest.param(fault, fault.quick, marks=PROC if fault.action == KILL else ())
    for fault in FAULTS
    if fault.quick
]
"""Faults that no other test plays, each with one skin."""
QUICK_COMMANDS = [command for command in COMMANDS if command.quick]


@pytest.mark.parametrize(
    ("fault", "skin"), QUICK_FAULTS, ids=lambda given: getattr(given, "name", given)
)
def test_a_puzzle_ends_as_it_should(fault, skin, context):
    assert play_cell(fault, skin, context).problems == []


@pytest.mark.usefixtures("process")
@SIGNALS
@pytest.mark.parametrize("command", QUICK_COMMANDS, ids=lambda command: command.name)
def test_a_killed_command_loses_nothing_and_leaves_nothing(command, tmp_path):
    reference = run_whole(command, tmp_path)
    for number, moment in enumerate(moments(command.name, KILLS)):
        assert kill_and_repeat(command, reference, moment, group=bool(number % 2)).problems == []
