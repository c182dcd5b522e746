"""Boards in looks that none of our pages has, drawn by a browser, to measure how general the reader is."""

from tests.looks.around import AROUND
from tests.looks.looks import ALONE
from tests.looks.mixed import MIXED
from tests.looks.negatives import NEGATIVES
from tests.looks.rare import RARE

LOOKS = {look.__name__.replace("_", " "): look for look in (*ALONE, *RARE, *AROUND, *MIXED, *NEGATIVES)}
"""Every look by its name; those whose name begins with "no" and that show no board must be refused."""
