"""Fixtures that run the command line."""

from tests.autoplay.cli.conftest import begin, run

__all__ = ["begin", "run"]
