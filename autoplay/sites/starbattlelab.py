"""starbattlelab.github.io: a grid of cells; how it reports "solved" is not known, so its button is
not used."""

from __future__ import annotations

from autoplay.sites.generic import Generic


class StarBattleLab(Generic):
    """Site that knows when the board exists."""

    name = "starbattlelab"
    hosts = ("starbattlelab.github.io",)
    board = ".grid-cell"
