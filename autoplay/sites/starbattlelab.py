"""starbattlelab.github.io: a grid of cells; how it says "solved" is not known, so its button is left alone."""

from __future__ import annotations

from autoplay.sites.generic import Generic


class StarBattleLab(Generic):
    """Knows when the board is there."""

    name = "starbattlelab"
    hosts = ("starbattlelab.github.io",)
    board = ".grid-cell"
