"""Sites that are refused, because their terms forbid automation; their pictures can be read."""

from __future__ import annotations

from autoplay.sites.base import Site


class LinkedIn(Site):
    """LinkedIn's Queens."""

    name = "linkedin"
    hosts = ("linkedin.com",)
    terms = "LinkedIn's terms forbid automation, so its puzzles are not played"


class Netflix(Site):
    """Starstruck on netflix.com/tudum/puzzled."""

    name = "netflix"
    hosts = ("netflix.com",)
    terms = "Netflix's terms forbid automation, so its puzzles are not played"
