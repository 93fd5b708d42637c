"""Choose the store that indexes are kept in."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.code.store.sqlite.store import SqliteStore
from pageful.tool.errors import ToolError

if TYPE_CHECKING:
    from pageful.code.store.protocol import Store

VARIABLE = "PAGEFUL_STORE"
"""The environment variable with the address of the store, where none is given."""

_SCHEMES = ("postgresql://", "postgres://")


def store_address(given: str | None, option: str = "--store") -> str:
    """Return the address that a command line's option gives, else that of PAGEFUL_STORE, or none.

    Raises:
        ToolError: the option is no address, or has a password.
    """
    if given is None:
        return os.environ.get(VARIABLE, "")
    _check_scheme(given)
    user, at, _ = given.partition("://")[2].partition("/")[0].rpartition("@")
    if (at and ":" in user) or "password=" in given:
        raise ToolError(
            f"`{option}` has a password, which everybody on this machine can see.",
            f"Leave it out there: set {VARIABLE} to the whole address instead, or PGPASSWORD, or "
            "write it into ~/.pgpass.",
        )
    return given


def store_at(data: Path, address: str = "") -> Store:
    """Return the store at an address, or without one in a directory.

    Raises:
        ToolError: the address is of no store, or what that needs is not installed.
    """
    if not address:
        return SqliteStore(data)
    _check_scheme(address)
    try:
        from pageful.code.store.postgres.store import PostgresStore
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "psycopg":
            raise
        raise ToolError(
            "An index in PostgreSQL needs the package psycopg.",
            "`pip install 'pageful[postgres]'` brings it.",
        ) from None
    return PostgresStore(address)


def _check_scheme(address: str) -> None:
    if not address.startswith(_SCHEMES):
        raise ToolError(
            "The address of the store is not one of PostgreSQL.",
            f"`--store` and {VARIABLE} take `postgresql://USER@HOST:PORT/DATABASE`; a directory is "
            "given with `--data`.",
        )
