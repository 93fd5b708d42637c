"""The HTTP transport: an ASGI application for clients that may be slow, but not for ever."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from pageful.serve.http_guard import Application


class PatientProtocol(H11Protocol):
    """An HTTP/1.1 protocol that closes connections whose request does not come to its end.

    uvicorn waits for ever for the rest of a request: whoever opens connections and says nothing
    could take them all.
    """

    patience = 30.0
    """Seconds for a request, header and body: 4 MiB, the most that is taken, at 140 KB a second."""

    _ending: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the time of a request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Stop the time once the request is whole."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the time."""
        super().connection_lost(exc)
        self._stop_watching()

    def _watch(self) -> None:
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._stop_watching()
        elif self._ending is None:
            self._ending = self.loop.call_later(self.patience, self.transport.close)

    def _stop_watching(self) -> None:
        if self._ending is not None:
            self._ending.cancel()
            self._ending = None


class _HttpServer(uvicorn.Server):
    """A server that leaves signals to us: builds under way must end before the process."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


async def serve_application(
    application: Application,
    listener: socket.socket,
    protocol: type[PatientProtocol] = PatientProtocol,
) -> None:
    """Serve an ASGI application on a socket that listens, until the task is cancelled."""
    config = uvicorn.Config(
        application,
        http=protocol,
        ws="none",
        lifespan="on",
        proxy_headers=False,
        log_level="warning",
    )
    await _HttpServer(config).serve([listener])
