"""Time limits for solving, in seconds: each is named once, and cheap to import."""

from __future__ import annotations

from typing import Final

SOLVE_S: Final = 60
"""For a puzzle unless ``--timeout`` gives another limit; also for a board that was read or is
played."""
WEB_SOLVE_S: Final = 30.0
"""For a request to the web page, where somebody waits in front of a form."""

FIND_STARS_S: Final = 10.0
"""To find the number of stars per row, where the solver is not compiled or the machine is busy: the
number of boards it visits ends the search after half a second elsewhere."""

FEWER_PRESSES_S: Final = 5.0
"""To look for fewer presses on a page; making a press takes a tenth of a second."""

PLAYED_JUMPS_S: Final = 20.0
"""To look for the jumps to play on a page: somebody watches the page meanwhile."""
HOME_HOLE_S: Final = 4.0
"""To look for jumps that end in the hole empty at the start; few pages require that."""
FIRST_PEG_S: Final = 0.2
"""At least, for each peg to take off a full board, if there is not enough time for all."""
OTHER_HOLE_S: Final = 0.3
"""To try each other hole for a hint: most are ruled out, or solved, in a tenth of it."""
