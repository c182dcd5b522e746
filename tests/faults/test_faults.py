"""A cell of the matrix for each kind of fault; ``python -m tests.faults`` plays them all."""

from __future__ import annotations

import pytest

from tests.faults.scene import KILL
from tests.faults.stage import play_cell
from tests.faults.table import COMMAND, FAULTS
from tests.systems import PROC

QUICK = [
    pytest.param(fault, fault.quick, marks=PROC if fault.action == KILL else ()) for fault in FAULTS if fault.quick
]
BY_COMMAND = [(fault, COMMAND) for fault in FAULTS if fault.query == "deny=1" and fault.command]


@pytest.mark.parametrize(("fault", "skin"), [*QUICK, *BY_COMMAND], ids=lambda given: getattr(given, "name", given))
def test_a_puzzle_ends_as_it_should(fault, skin, context):
    assert play_cell(fault, skin, context).problems == []
