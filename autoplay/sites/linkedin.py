"""LinkedIn's Queens: its terms forbid automation, so it is refused; its pictures can be read."""

from __future__ import annotations

from autoplay.sites.base import Site


class LinkedIn(Site):
    """Refused."""

    name = "linkedin"
    hosts = ("linkedin.com",)
    refusal = "LinkedIn's terms forbid automation, so its puzzles are not played"
