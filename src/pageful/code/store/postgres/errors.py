"""Translate errors of PostgreSQL into those that tell a caller what to do."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from psycopg import errors

from pageful.code.store.damage import DamagedIndexError
from pageful.code.store.postgres.address import Address
from pageful.tool.errors import ToolError

# > connection failed: FATAL:  password authentication failed for user "anna"
_FATAL = re.compile(r"FATAL:\s+(?P<reason>[^\n]+)")

_NO_PASSWORD = ("password authentication failed", "no password supplied")
_TOO_MANY = ("too many clients", "remaining connection slots", "too many connections")
_CHECK_LOGIN = (
    "Check the user, and the password in PAGEFUL_STORE, PGPASSWORD or ~/.pgpass (PGPASSFILE)."
)
_GRANT = "Ask the owner of the database for the rights, as docs/team.md lists them."


@contextmanager
def translate_errors(address: Address, schema: str = "") -> Iterator[None]:
    """Translate errors of PostgreSQL within a block; `schema` is that of the project."""
    try:
        yield
    except psycopg.Error as error:
        raise translate(error, address, schema) from error
    except DamagedIndexError as damage:
        raise _damage(str(damage), schema) from damage


def translate(error: psycopg.Error, address: Address, schema: str = "") -> ToolError:
    """Say what went wrong with a database, and what to do."""
    reason = _reason_of(error)
    if isinstance(error, errors.InsufficientPrivilege):
        user = f" {address.user}" if address.user else ""
        return ToolError(f"The database role{user} lacks rights: {reason}.", _GRANT)
    if isinstance(error, errors.ReadOnlySqlTransaction):
        return ToolError(
            f"The database at {address.place} is read-only, as a standby is.",
            "Name the primary server in the address of the store.",
        )
    if isinstance(error, errors.UndefinedTable | errors.InvalidSchemaName | errors.UndefinedColumn):
        return _damage(reason, schema)
    if isinstance(error, errors.DiskFull | errors.OutOfMemory):
        return ToolError(
            f"The database server at {address.place} has no room: {reason}.",
            "What was indexed before is kept. Make room there, then call index_repository again.",
        )
    if isinstance(error, errors.QueryCanceled | errors.LockNotAvailable):
        return ToolError(
            f"The database server at {address.place} did not answer in time: {reason}.",
            "Another process may be writing this index. Try again in a moment.",
        )
    if not isinstance(error, psycopg.OperationalError | psycopg.InterfaceError):
        return ToolError(
            f"The database at {address.place} refused a statement: {reason}.",
            "Nothing of it was written. Try again; if it stays so, report this, please.",
        )
    return _not_connected(reason, address)


def _reason_of(error: psycopg.Error) -> str:
    """Say an error in a line, without what else the message lists."""
    if error.diag.message_primary:
        return error.diag.message_primary.rstrip(".")
    text = str(error)
    fatal = _FATAL.findall(text)
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    first = lines[0].removeprefix("connection failed: ") if lines else type(error).__name__
    return str(fatal[-1] if fatal else first).rstrip(".")


def _not_connected(reason: str, address: Address) -> ToolError:
    if any(each in reason for each in _NO_PASSWORD):
        return ToolError(f"The database at {address.place} refused: {reason}.", _CHECK_LOGIN)
    if "does not exist" in reason:
        return ToolError(
            f"The server of {address.place} answered: {reason}.",
            "Check the name in the address of the store, or create it: "
            "`CREATE DATABASE …` or `CREATE ROLE …`.",
        )
    if any(each in reason for each in _TOO_MANY):
        return ToolError(
            f"The server of {address.place} takes no more connections: {reason}.",
            "Try again in a moment, or raise its `max_connections`.",
        )
    return ToolError(
        f"The database at {address.place} can't be reached: {reason}.",
        "Check that the server runs and the address of the store (`--store` or PAGEFUL_STORE). "
        "Nothing was lost; try again once it answers.",
    )


def _damage(reason: str, schema: str) -> ToolError:
    """Say that tables are missing or not as they were written; they are never dropped for that."""
    return ToolError(
        f'The index "{schema}" is damaged: {reason}.',
        "Restore it from a backup. Or drop it and index its repositories again: "
        f'`DROP SCHEMA "{schema}" CASCADE;` in the database, then index_repository.',
    )
