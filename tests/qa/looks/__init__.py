"""Boards in looks that none of our pages has, drawn by a browser, to measure how general the reader
is."""

from tests.qa.looks.around import AROUND
from tests.qa.looks.lamps import LAMPS
from tests.qa.looks.looks import ALONE
from tests.qa.looks.makers_diagrams import PEG_DIAGRAMS
from tests.qa.looks.makers_lamps import LAMPS_BY_MAKERS
from tests.qa.looks.makers_pages import STAR_PAGES
from tests.qa.looks.makers_pegs import PEGS_BY_MAKERS
from tests.qa.looks.makers_stars import STARS
from tests.qa.looks.mixed import MIXED
from tests.qa.looks.mixed_pages import MIXED_PAGES
from tests.qa.looks.negatives import NEGATIVES
from tests.qa.looks.pegs import PEGS
from tests.qa.looks.rare import RARE

LOOKS = {
    look.__name__.replace("_", " "): look
    for look in (*ALONE, *RARE, *AROUND, *MIXED, *MIXED_PAGES, *NEGATIVES, *PEGS)
}
LOOKS |= {f"lamps {look.__name__}": look for look in LAMPS}
LOOKS |= {f"makers stars {look.__name__.replace('_', ' ')}": look for look in (*STARS, *STAR_PAGES)}
LOOKS |= {f"makers lamps {look.__name__.replace('_', ' ')}": look for look in LAMPS_BY_MAKERS}
LOOKS |= {
    f"makers pegs {look.__name__.replace('_', ' ')}": look
    for look in (*PEGS_BY_MAKERS, *PEG_DIAGRAMS)
}
"""Every look by its name; those that begin with "no" and show no board are to be refused."""
