"""Requests of the client that have no answer yet."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.gateway.faces import Face
from pageful.gateway.frames import Id
from pageful.lazy.dataclasses import dataclass, field

_CANCELLED_KEPT = 256
"""Cancelled requests that are remembered: a server may have answered before it heard of it."""


@dataclass(frozen=True, slots=True)
class OpenRequest:
    """A request as it is remembered until its answer comes; never its arguments."""

    id: Id
    method: str
    tool: str | None = None
    face: Face = "page"
    is_first_page: bool = True


@dataclass
class OpenRequests:
    """The table of requests without an answer, in the order that they came in."""

    _open: dict[Id, OpenRequest] = field(default_factory=dict)
    _cancelled: dict[Id, OpenRequest] = field(default_factory=dict)

    def add(self, request: OpenRequest) -> None:
        """Add a request."""
        self._cancelled.pop(request.id, None)
        self._open[request.id] = request

    def cancel(self, identifier: object) -> None:
        """Note that the client does not wait for an answer any more."""
        if isinstance(identifier, int | str) and (request := self._open.pop(identifier, None)):
            self._cancelled[request.id] = request
            if len(self._cancelled) > _CANCELLED_KEPT:
                self._cancelled.pop(next(iter(self._cancelled)), None)

    def settle(self, identifier: Id | None) -> OpenRequest | None:
        """Remove and return the request that an answer is for, if it is still open."""
        if identifier is None:
            return None
        return self._open.pop(identifier, None) or self._cancelled.pop(identifier, None)

    def take_all(self) -> Iterator[OpenRequest]:
        """Take out every request that is still waited for."""
        while self._open:
            yield self._open.pop(next(iter(self._open)))
