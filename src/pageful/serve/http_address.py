"""Addresses to serve HTTP on: who can reach them, and the token that requests need."""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import MutableMapping
from pathlib import Path

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError

TOKEN_VARIABLE = "PAGEFUL_HTTP_TOKEN"  # noqa: S105 -- the variable's name
"""The environment variable that may hold the bearer token."""

# A bearer token as RFC 6750 has it, from 16 characters on: 96 bits if it is random, which nobody
# guesses over a network. `python3 -c "import secrets; print(secrets.token_urlsafe())"` prints:
# > 2KgVx2i0mUYr0bJ1zP3Zl1Y0eOa7hJmA2n0m9JtqQbE
_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]{16,}=*")
_MAKING_ONE = (
    'Make one with `python3 -c "import secrets; print(secrets.token_urlsafe())"`, and put it into '
    f"the environment variable {TOKEN_VARIABLE} or into the file that `--http-token-file` names."
)

IpAddress = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class HttpAddress:
    """An address to serve HTTP on, as it was asked for.

    One that other machines can reach is refused, unless `remote` allows it and there is a `token`.
    With a token, every request needs it.
    """

    host: str
    port: int
    remote: bool = False
    token: str | None = field(default=None, repr=False)

    def listen(self) -> socket.socket:
        """Listen on the address.

        Raises:
            ToolError: other machines could reach it, and may not; or it is taken, is not this
                machine's, or is no address at all.
        """
        try:
            family, *_, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[
                0
            ]
            # What a text means is known only now: `0` and `0x0` are 0.0.0.0.
            self._check(ipaddress.ip_address(str(address[0]).partition("%")[0]))
            return socket.create_server(address[:2], family=family)
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or error
            problem = f"`--http {self}` can't be listened on: {reason}."
            raise ToolError(problem, "Name an address of this machine and a free port.") from None

    def __str__(self) -> str:
        """Write the address as it is given: `127.0.0.1:8000`, `[::1]:8000`."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def _check(self, address: IpAddress) -> None:
        if self.remote and not self.token:
            raise ToolError("`--http-remote` needs a token, and there is none.", _MAKING_ONE)
        if not self.remote and not address.is_loopback:
            means = "every address of this machine" if address.is_unspecified else str(address)
            raise ToolError(
                f"`--http {self}` is {means}, which other machines can reach.",
                "Name an address that they can't, 127.0.0.1:8000 for instance; or let them connect "
                "with `--http-remote`, which needs a token.",
            )


def http_address(text: str, *, remote: bool, token: str | None) -> HttpAddress:
    """Read `HOST:PORT`; without a host it is 127.0.0.1.

    Raises:
        ToolError: the text has another form.
    """
    host, _, port = text.rpartition(":")
    if not re.fullmatch("[0-9]{1,5}", port) or int(port) > 65535:
        raise ToolError(
            f"`--http {text}` is no address.", "Give HOST:PORT, 127.0.0.1:8000 for instance."
        )
    return HttpAddress(host.strip("[]") or "127.0.0.1", int(port), remote, token)


def http_token(file: Path | None, environment: MutableMapping[str, str]) -> str | None:
    """Read the token from a file, else take it out of the environment, where builds would see it.

    Raises:
        ToolError: the file can't be read, or it holds no bearer token.
    """
    given = environment.pop(TOKEN_VARIABLE, None)
    source = TOKEN_VARIABLE
    if file:
        source = str(file)
        try:
            given = file.read_text(encoding="utf-8")
        except (OSError, UnicodeError) as error:
            reason = getattr(error, "strerror", None) or "it is no text"
            raise ToolError(f"The token in {file} can't be read: {reason}.", _MAKING_ONE) from None
    if given is None:
        return None
    token = given.strip()
    if not _TOKEN.fullmatch(token):
        problem = f"{source} holds no token: 16 letters, digits and -._~+/ or more."
        raise ToolError(problem, _MAKING_ONE)
    return token
