"""The list of projects of a database, and the schemas of their indexes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from secrets import token_hex

from psycopg import errors, sql

from pageful.code.store.postgres import schema
from pageful.code.store.postgres.connections import Connection
from pageful.code.store.postgres.lock import lock_key
from pageful.code.store.project_card import ProjectCard
from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError

_LEAST_PGVECTOR = (0, 7)  # which brought halfvec
# > cb_proj_shop_1a2b3c4d
_NAME = re.compile(r"[a-z0-9_]{1,63}")
_LISTED = (
    "SELECT number, name, project_id, roots, incarnation, coalesce(has_schema_privilege("
    "(SELECT oid FROM pg_namespace WHERE nspname = name), 'USAGE'), true)"
    f" FROM {schema.REGISTRY}.project"
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A project in the list: its number, its card, and how often its index was deleted."""

    number: int
    card: ProjectCard
    incarnation: int


def read_entries(connection: Connection) -> Mapping[str, Entry]:
    """Read the list of the projects that this role may use, by the names of their schemas."""
    try:
        rows = connection.execute(f"{_LISTED} ORDER BY number").fetchall()
    except errors.UndefinedTable:
        return {}
    return {
        name: Entry(number, ProjectCard(name, project_id, tuple(roots)), incarnation)
        for number, name, project_id, roots, incarnation, usable in rows
        if usable
    }


def add_entry(
    connection: Connection, name: str, project_id: str | None = None, roots: Sequence[str] = ()
) -> None:
    """Put a project into the list, or add to what the list has of it."""
    check_name(name)
    with connection.transaction():
        _create_registry(connection)
        # Numbered under a lock: a sequence may fall back when a server with `wal_level = minimal`
        # crashes soon after it was made.
        _lock(connection, schema.REGISTRY)
        connection.execute(
            f"INSERT INTO {schema.REGISTRY}.project AS known (number, name, project_id, roots)"
            " SELECT coalesce(max(number), 0) + 1, %s, %s, %s::text[]"
            f" FROM {schema.REGISTRY}.project"
            " ON CONFLICT (name) DO UPDATE SET"
            " project_id = coalesce(excluded.project_id, known.project_id),"
            " roots = known.roots || ARRAY("
            "SELECT root FROM unnest(excluded.roots) AS root WHERE root <> ALL (known.roots))",
            (name, project_id, list(roots)),
        )


def check_name(name: str) -> None:
    """Refuse a name that no project's schema has."""
    if not _NAME.fullmatch(name):
        raise ValueError(f"no name of an index: {name!r}")


def _create_registry(connection: Connection) -> None:
    if not _has_schema(connection, schema.REGISTRY):
        _lock(connection, schema.REGISTRY)
        if not _has_schema(connection, schema.REGISTRY):
            connection.execute(schema.REGISTRY_TABLES)


def _has_schema(connection: Connection, name: str) -> bool:
    # `to_regnamespace` may answer from what the connection knew before it waited for a lock.
    find = "SELECT 1 FROM pg_namespace WHERE nspname = %s"
    return connection.execute(find, (name,)).fetchone() is not None


def create_tables(connection: Connection, name: str, number: int, types: str) -> None:
    """Create the schema of a project, unless somebody else has done so meanwhile."""
    check_name(name)
    if _has_schema(connection, name):
        return
    with connection.transaction():
        _lock(connection, name)
        if not _has_schema(connection, name):
            identity = sql.Literal(token_hex(8)).as_string(connection)
            statements = schema.TABLES.format(s=f'"{name}"', p=number, v=types, identity=identity)
            connection.execute(statements.encode())


def migrate_tables(connection: Connection, name: str, number: int, types: str) -> None:
    """Bring the tables of a project to this version, all at once or not at all."""
    with connection.transaction():
        _lock(connection, name)
        row = connection.execute(
            f'SELECT version FROM "{name}".state WHERE project = %s FOR UPDATE', (number,)
        ).fetchone()
        version = row[0] if row else schema.VERSION
        for step in range(version, schema.VERSION):
            for statement in schema.MIGRATIONS[step]:
                connection.execute(statement.format(s=f'"{name}"', p=number, v=types).encode())
        connection.execute(
            f'UPDATE "{name}".state SET version = %s WHERE project = %s',
            (schema.VERSION, number),
        )


def drop_tables(connection: Connection, name: str) -> None:
    """Drop the schema of a project, and count that in the list."""
    check_name(name)
    with connection.transaction():
        _lock(connection, name)
        connection.execute(f'DROP SCHEMA IF EXISTS "{name}" CASCADE')
        _create_registry(connection)
        connection.execute(
            f"UPDATE {schema.REGISTRY}.project SET incarnation = incarnation + 1,"
            " project_id = NULL, roots = '{}' WHERE name = %s",
            (name,),
        )


def find_types(connection: Connection) -> str:
    """Find the schema with the types of pgvector.

    Raises:
        ToolError: the database has no pgvector, or one that is too old; or it is not in UTF-8.
    """
    row = connection.execute(
        "SELECT current_database(), getdatabaseencoding(), nspname, extversion FROM (SELECT 1) AS"
        " one LEFT JOIN (pg_extension JOIN pg_namespace ON pg_namespace.oid = extnamespace)"
        " ON extname = 'vector'"
    ).fetchone()
    assert row
    database, encoding, types, version = row
    if encoding != "UTF8":
        raise ToolError(
            f'The database "{database}" is in {encoding}, which has not all characters.',
            f"Create one in UTF-8: `CREATE DATABASE \"{database}_utf8\" ENCODING 'UTF8' "
            "TEMPLATE template0;`.",
        )
    if types is None:
        raise ToolError(
            f'The database "{database}" lacks the extension pgvector.',
            "Run there, as its owner or a superuser: `CREATE EXTENSION vector;`. If that finds no "
            "such extension, install pgvector on the server first.",
        )
    if _version(version) < _LEAST_PGVECTOR:
        raise ToolError(
            f'The database "{database}" has pgvector {version}, and 0.7 is needed.',
            "Update pgvector on the server, then run there: `ALTER EXTENSION vector UPDATE;`.",
        )
    return sql.Identifier(types).as_string(connection)


def _version(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(".") if part.isdigit())


def _lock(connection: Connection, name: str) -> None:
    """Wait until no other process creates, migrates or drops these tables."""
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (lock_key(f"tables of {name}"),))
