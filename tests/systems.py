"""Conditions of tests on the operating system."""

import sys

import pytest

SIGNALS = pytest.mark.skipif(
    sys.platform == "win32", reason="needs signals, pipes or scripts as POSIX has them"
)
PROC = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="/proc tells of other processes"
)
