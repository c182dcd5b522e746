"""Boards in looks that none of our pages has, drawn by a browser, to measure how general the reader is."""

from tests.looks.around import AROUND
from tests.looks.looks import ALONE
from tests.looks.mixed import MIXED
from tests.looks.mixed_pages import MIXED_PAGES
from tests.looks.negatives import NEGATIVES
from tests.looks.rare import RARE

LOOKS = {look.__name__.replace("_", " "): look for look in (*ALONE, *RARE, *AROUND, *MIXED, *MIXED_PAGES, *NEGATIVES)}
"""Every look by its name; those that begin with "no" and show no board are to be refused."""
