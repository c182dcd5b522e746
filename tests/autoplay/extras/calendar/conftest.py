"""Fixtures that run the command line, and a history of played puzzles."""

from tests.autoplay.cli.conftest import begin, run
from tests.autoplay.cli.test_history import played

__all__ = ["begin", "played", "run"]
