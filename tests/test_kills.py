"""A few kills of commands; ``python -m tests.qa.kills`` kills all of them, often."""

import pytest

from tests.qa.kills.__main__ import moments
from tests.qa.kills.stage import kill_and_repeat, run_whole
from tests.qa.kills.table import COMMANDS
from tests.systems import SIGNALS

KILLS = 2
QUICK = [command for command in COMMANDS if command.quick]


@pytest.mark.usefixtures("process")
@SIGNALS
@pytest.mark.parametrize("command", QUICK, ids=lambda command: command.name)
def test_a_killed_command_loses_nothing_and_leaves_nothing(command, tmp_path):
    reference = run_whole(command, tmp_path)
    for number, moment in enumerate(moments(command.name, KILLS)):
        assert kill_and_repeat(command, reference, moment, group=bool(number % 2)).problems == []
