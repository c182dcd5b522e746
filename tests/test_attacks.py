"""The table of attacks names tests that exist; ``python -m tests.qa.attacks`` runs them."""

from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.qa.attacks.table import ATTACKS

ROOT = Path(__file__).parents[1]


def is_there(attack):
    """Return False for a row of an extra that was deleted: its tests went with it."""
    parts = Path(attack.file).parts
    return "extras" not in parts or (ROOT / "autoplay" / "extras" / parts[3]).is_dir()


@pytest.mark.parametrize(
    "attack", list(filter(is_there, ATTACKS)), ids=lambda attack: f"{attack.area}: {attack.name}"
)
def test_each_attack_is_held_off_by_tests_or_a_program_that_exist(attack):
    if attack.program:
        assert find_spec(attack.program[0])
    else:
        text = (ROOT / attack.file).read_text("utf-8")
        assert attack.tests
        assert [name for name in attack.tests if f"def {name}(" not in text] == []
