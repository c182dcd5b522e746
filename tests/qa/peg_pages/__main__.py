"""Play on every page and print the result of each run.

usage: python -m tests.qa.peg_pages [NAME…] [--pictures DIR]

NAME is a part of the pages' names. Exit status 1 if a run ended
unexpectedly.
"""

from __future__ import annotations

import sys

from tests.qa.lamp_pages.__main__ import main
from tests.qa.peg_pages.structures import PEG_PAGES

if __name__ == "__main__":
    sys.exit(main(PEG_PAGES))
