"""Old module names, as used by the examples of version 1.0.0."""

from __future__ import annotations

import subprocess
import sys

OLD = """
from autoplay.demo import serve
from autoplay.goldens.fixtures import Fixture, find, save
from autoplay.goldens.golden import of_reading
from autoplay.goldens.reader import Differs, hold
"""


def run(code):
    return subprocess.run([sys.executable, "-W", "default", "-c", code], capture_output=True, text=True)


def test_old_module_names_work_with_a_warning():
    done = run(OLD)
    assert done.returncode == 0, done.stderr
    assert "DeprecationWarning: autoplay.goldens.golden is now autoplay.testing.expected_reading" in done.stderr


def test_other_unknown_modules_are_still_errors():
    assert "ModuleNotFoundError" in run("import autoplay.goldens.nothing").stderr
