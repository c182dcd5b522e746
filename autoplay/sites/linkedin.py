"""LinkedIn's Queens: refused, because its terms forbid automation; its screenshots can be read."""

# ruff: noqa: ARG002 (the same for every page)

from __future__ import annotations

from autoplay.sites.base import Site


class LinkedIn(Site):
    """Site that is not played."""

    name = "linkedin"
    hosts = ("linkedin.com",)

    def refusal(self, url: str) -> str:
        return "LinkedIn's terms forbid automation, so its puzzles are not played"
