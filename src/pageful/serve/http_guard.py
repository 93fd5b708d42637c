"""The guard of a server over HTTP: checks of each request before it is served."""

from __future__ import annotations

import hmac
import re
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any, TypeAlias

from pageful.lazy.dataclasses import dataclass

Scope: TypeAlias = MutableMapping[str, Any]
Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[Message]]
Send: TypeAlias = Callable[[Message], Awaitable[None]]
Application: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

# A name, and a port or none. Nothing else, so that `localhost:80.evil.example` and
# `127.0.0.1:x@evil.example` do not match as a whole.
# > localhost:8000
# > [::1]:8000
# > 127.0.0.1
_AUTHORITY = re.compile(r"(\[[0-9a-f:.]+\]|[0-9a-z._-]+)(?::[0-9]{1,5})?")
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


@dataclass(frozen=True)
class Refusal:
    """A refusal to serve a request: an HTTP status, and what its sender can do."""

    status: int
    text: str
    challenge: str | None = None


@dataclass(frozen=True)
class HttpGuard:
    """An ASGI application behind checks of `Host`, `Origin` and the bearer token.

    `hosts` are the allowed values of `Host`, in lower case; `None` where a server can't know them
    all, as other machines have their own names for it: there the token protects it.
    """

    application: Application
    hosts: frozenset[str] | None
    token: str | None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request, or refuse it."""
        refusal = self._refusal(scope["headers"]) if scope["type"] == "http" else None
        if refusal:
            await _refuse(refusal, send)
        else:
            await self.application(scope, receive, send)

    def _refusal(self, headers: Iterable[tuple[bytes, bytes]]) -> Refusal | None:
        given = [(name, value.decode("latin-1")) for name, value in headers]
        hosts = [value.lower() for name, value in given if name == b"host"]
        if len(hosts) != 1 or not self._is_known(hosts[0]):
            return Refusal(421, "Invalid Host header: use the address that the server was given.")
        origins = [value.lower() for name, value in given if name == b"origin"]
        if not all(self._is_friendly(origin, hosts[0]) for origin in origins):
            return Refusal(403, "Invalid Origin header: pages of other servers may not connect.")
        return self._token_refusal([value for name, value in given if name == b"authorization"])

    def _is_known(self, authority: str) -> bool:
        match = _AUTHORITY.fullmatch(authority)
        return match is not None and (self.hosts is None or match[1] in self.hosts)

    def _is_friendly(self, origin: str, host: str) -> bool:
        """Tell whether a page comes from this machine, or from this very server."""
        scheme, _, authority = origin.partition("://")
        if self.hosts is None and scheme in ("http", "https") and authority == host:
            return True
        match = _AUTHORITY.fullmatch(authority)
        return scheme == "http" and match is not None and match[1] in (self.hosts or _LOOPBACK)

    def _token_refusal(self, credentials: list[str]) -> Refusal | None:
        if self.token is None:
            return None
        challenge = 'Bearer realm="pageful"'
        if not credentials:
            return Refusal(401, "This server needs a bearer token.", challenge)
        scheme, _, token = credentials[0].partition(" ")
        is_right = hmac.compare_digest(token.strip().encode(), self.token.encode())
        if len(credentials) == 1 and scheme.lower() == "bearer" and is_right:
            return None
        return Refusal(401, "This is not the token.", f'{challenge}, error="invalid_token"')


def local_hosts(*names: str) -> frozenset[str]:
    """Return this machine's names for itself, and `names`; IPv6 in brackets."""
    more = (f"[{name}]" if ":" in name else name for name in names)
    return frozenset((*_LOOPBACK, *(name.lower() for name in more)))


async def _refuse(refusal: Refusal, send: Send) -> None:
    body = f"{refusal.text}\n".encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", str(len(body)).encode()),
    ]
    if refusal.challenge:
        headers.append((b"www-authenticate", refusal.challenge.encode()))
    await send({"type": "http.response.start", "status": refusal.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
