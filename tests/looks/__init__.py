"""Boards in looks that none of our pages has, drawn by a browser, to tell how general the reader is."""

from tests.looks.looks import ALONE

LOOKS = {look.__name__.replace("_", " "): look for look in ALONE}
"""Every look by its name; those that begin with "no" show no board."""
