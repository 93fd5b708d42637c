"""The address of a database, whose password is never shown."""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from pageful.lazy.dataclasses import dataclass, field
from pageful.tool.errors import ToolError

# A search reads a few megabytes at most, an indexer writes some ten at a time: whatever takes a
# minute waits for something that will not come. A connection that is forgotten within a
# transaction would keep the server from tidying up.
_OPTIONS = (
    "-c statement_timeout=60s -c lock_timeout=30s -c idle_in_transaction_session_timeout=10min"
)
_CONNECT_SECONDS = "10"


@dataclass(frozen=True)
class Address:
    """The place of a database, and the role that opens it.

    `place` is safe to be shown; `conninfo` is libpq's, with all that was given.
    """

    place: str
    user: str
    conninfo: str = field(repr=False)

    @classmethod
    def of(cls, given: str) -> Address:
        """Read an address as libpq does, `postgresql://user@host:port/database?sslmode=require`.

        Raises:
            ToolError: it is no such address.
        """
        try:
            parts = conninfo_to_dict(given)
        except psycopg.ProgrammingError:
            # libpq's message quotes the address, and with it the password.
            raise ToolError(
                "The address of the store is not one that PostgreSQL takes.",
                "Write `postgresql://USER@HOST:PORT/DATABASE`; in a user's name or a password "
                "`%` and a code stand for other characters, as `%40` for `@`.",
            ) from None
        options = " ".join(filter(None, (_OPTIONS, str(parts.get("options") or ""))))
        wanted: dict[str, Any] = {
            "connect_timeout": _CONNECT_SECONDS,
            "application_name": "pageful",
        }
        conninfo = make_conninfo(**wanted | parts | {"options": options, "client_encoding": "utf8"})
        host = str(parts.get("host") or parts.get("hostaddr") or "local socket")
        port = f":{parts['port']}" if parts.get("port") else ""
        name = str(parts.get("dbname") or "")
        place = f"postgresql://{host}{port}/{name}" if "/" not in host else f"{host}{port} {name}"
        return cls(place, str(parts.get("user") or ""), conninfo)
