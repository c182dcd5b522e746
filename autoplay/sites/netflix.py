"""Starstruck on netflix.com/tudum/puzzled: refused, because its terms forbid automation."""

# ruff: noqa: ARG002 (the same for every page)

from __future__ import annotations

from autoplay.sites.base import Site


class Netflix(Site):
    """Site that is not played."""

    name = "netflix"
    hosts = ("netflix.com",)

    def refusal(self, url: str) -> str:
        return "Netflix's terms forbid automation, so its puzzles are not played"
