"""A client of HTTP that sends messages to one address over connections that it keeps."""

from __future__ import annotations

import http.client
import select
import socket
import ssl
import threading
from collections.abc import Mapping
from urllib.parse import urlsplit

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError

_CONNECTING = 30.0
"""Seconds for a connection: a client waits about twice as long for its first answer."""

_LARGEST_ERROR = 4096
"""Bytes that are read of a page that is no message."""


class NoConnection(OSError):
    """The server can't be reached, or has hung up."""


@dataclass
class HttpClient:
    """An address, with the headers that go with every request to it."""

    url: str
    headers: Mapping[str, str]
    _idle: list[http.client.HTTPConnection] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        """Check the address.

        Raises:
            ToolError: it is none of HTTP.
        """
        parts = urlsplit(self.url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ToolError(f"`--url {self.url}` is no address.", "Give https://HOST/PATH.")
        self._host, self._port = parts.hostname, parts.port
        self._path = f"{parts.path or '/'}{f'?{parts.query}' if parts.query else ''}"
        self._is_secret = parts.scheme == "https"

    def send(
        self, method: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> http.client.HTTPConnection:
        """Send a request; nothing is ever sent twice.

        Raises:
            NoConnection: that was not possible.
        """
        try:
            connection = self._take() or self._connect()
            connection.request(method, self._path, body, {**headers, **self.headers})
        except (OSError, http.client.HTTPException) as error:
            raise NoConnection(f"{self.url} can't be reached: {_reason(error)}") from None
        return connection

    def keep(self, connection: http.client.HTTPConnection) -> None:
        """Keep a connection whose answer was read to its end."""
        with self._lock:
            self._idle.append(connection)

    def _take(self) -> http.client.HTTPConnection | None:
        """Take a connection that is still open: what can be read of it is its end."""
        with self._lock:
            while self._idle:
                connection = self._idle.pop()
                if connection.sock and not select.select([connection.sock], [], [], 0)[0]:
                    return connection
                connection.close()
        return None

    def _connect(self) -> http.client.HTTPConnection:
        kind = http.client.HTTPSConnection if self._is_secret else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=_CONNECTING)
        connection.connect()
        # A call may take as long as it does.
        connection.sock.settimeout(None)
        connection.sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        return connection


def _reason(error: Exception) -> str:
    """Say why there is no connection, and of a certificate what can be done."""
    if isinstance(error, ssl.SSLCertVerificationError):
        remedy = "If that is to be, name its authority's certificate in SSL_CERT_FILE"
        return f"its certificate is not trusted: {error.verify_message}. {remedy}"
    if isinstance(error, ssl.SSLError) and error.reason == "WRONG_VERSION_NUMBER":
        return "it does not speak TLS; is its address http://?"
    return str(error)


def read_problem(response: http.client.HTTPResponse) -> str:
    """Read what an answer says that is no message: its status, and the start of its text."""
    text = response.read(_LARGEST_ERROR).decode(errors="replace").strip()
    first = text.splitlines()[0][:200] if text and not text.startswith("<") else ""
    return f"HTTP {response.status} {response.reason}{f': {first}' if first else ''}"
