"""LinkedIn's Queens: its terms forbid automation, so it is refused; its pictures can be read."""

# ruff: noqa: ARG002 (what is known here is the same for every page)

from __future__ import annotations

from autoplay.sites.base import Site


class LinkedIn(Site):
    """Refused."""

    name = "linkedin"
    hosts = ("linkedin.com",)

    def refusal(self, url: str) -> str:
        return "LinkedIn's terms forbid automation, so its puzzles are not played"
