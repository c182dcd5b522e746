"""The foreground appearance (a lit lamp, a peg): the values of the ``lit`` keyword, and how bright colours look."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from vision.image import Floats, to_bgr, to_lab
from vision.reading import Colour

FOREGROUND_WORDS: Final = ("auto", "any", "bright", "dark", "all", "none")
"""Values of the ``lit`` keyword besides a colour."""
COLOURFUL: Final = 0.7
"""Weight of chroma relative to lightness: yellow counts as lit beside white, and green beside light grey."""
MOST_COLOUR: Final = 60.0
"""Maximum chroma that is counted: pure blue, with 134, would otherwise count as brighter than it looks."""


def is_foreground_option(lit: str) -> bool:
    """Return True for a valid value of the ``lit`` keyword: one of ``FOREGROUND_WORDS`` or a colour #rrggbb."""
    return lit in FOREGROUND_WORDS or re.fullmatch(r"#[0-9a-fA-F]{6}", lit) is not None


def hex_of(colour: Colour) -> str:
    """Return a colour in L*a*b* as #rrggbb."""
    levels = to_bgr(np.array(colour, np.float32)).clip(0, 1)[::-1]
    return "#" + "".join(f"{round(255 * float(level)):02x}" for level in levels)


def lab_of(colour: str) -> Colour:
    """Return the L*a*b* values of a colour #rrggbb."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    lightness, a, b = to_lab(np.array([[[blue, green, red]]], np.uint8))[0, 0].tolist()
    return lightness, a, b


def brightness(colours: Floats) -> Floats:
    """Return the perceived brightness of colours (…, 3) in L*a*b*: lightness, increased for colourful ones."""
    chroma = np.minimum(np.hypot(colours[..., 1], colours[..., 2]), MOST_COLOUR)
    return np.asarray(colours[..., 0] + COLOURFUL * chroma, np.float32)
