"""Connections to the server: those without a request are closed, so that none keeps others out."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import Any, Final, cast

from uvicorn.protocols.http.h11_impl import H11Protocol

from autoplay.extras.web.guard import is_loopback

CONNECTIONS: Final = 100
"""Most simultaneous connections; a browser opens up to six, and the page is for one person."""
PER_ADDRESS: Final = 30
"""Most connections from one other machine, on which several people may sit."""
HEAD_S: Final = 10.0
"""Seconds for the head of a request to arrive: it is a few hundred bytes."""


class PatientConnection(H11Protocol):
    """Connection that is closed if no whole head of a request arrives for HEAD_S seconds.

    It is idle from its start, or from the end of a response, until a head has arrived. If there are
    too many connections, the one that has been idle longest is closed.
    """

    def __init__(self, *args: Any, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.idle_since = 0.0
        self._closing: asyncio.TimerHandle | None = None

    @property
    def address(self) -> str:
        """The address of the other machine."""
        return self.client[0] if self.client else ""

    @property
    def is_idle(self) -> bool:
        """True if there is no request that is received or answered."""
        return self.cycle is None or self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Close another connection if there are too many, and wait for a head."""
        super().connection_made(transport)
        self._wait_for_head()
        others = cast("Collection[PatientConnection]", self.connections)
        for one in choose_surplus(self, [one for one in others if not one.transport.is_closing()]):
            one.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        super().connection_lost(exc)
        if self._closing:
            self._closing.cancel()

    def on_response_complete(self) -> None:
        """Wait for the head of the next request: bytes that come one by one don't count."""
        super().on_response_complete()
        self._wait_for_head()

    def _wait_for_head(self) -> None:
        if self._closing:
            self._closing.cancel()
        self.idle_since = self.loop.time()
        self._closing = self.loop.call_later(HEAD_S, self._close_if_idle)

    def _close_if_idle(self) -> None:
        if self.is_idle:
            self.transport.close()


def choose_surplus(
    new: PatientConnection, every: Collection[PatientConnection]
) -> Iterable[PatientConnection]:
    """Yield the connections to close because of a new one, which is among them."""
    idle = sorted((one for one in every if one.is_idle), key=lambda one: one.idle_since)
    same = [one for one in every if one.address == new.address]
    # Everybody on this machine shares one address.
    if not is_loopback(new.address) and len(same) > PER_ADDRESS:
        yield next(one for one in idle if one.address == new.address)
    elif len(every) >= CONNECTIONS and idle[0] is not new:
        yield idle[0]
