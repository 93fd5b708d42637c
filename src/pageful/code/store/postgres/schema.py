"""The tables of PostgreSQL: those of a project in its schema, and the list of all projects."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

VERSION = 1
"""The version of a project's tables and of what they hold.

An index is never thrown away here, so that each change of it needs its step in `MIGRATIONS`.
"""

MIGRATIONS: Mapping[int, Sequence[str]] = {}
"""The statements that bring tables of a version to the next, by that version."""

REGISTRY = "pageful"
"""The schema with the list of projects."""

REGISTRY_TABLES = f"""
CREATE SCHEMA {REGISTRY};
CREATE TABLE {REGISTRY}.project (
    number integer PRIMARY KEY, name text NOT NULL UNIQUE, project_id text,
    roots text[] NOT NULL DEFAULT '{{}}',
    incarnation integer NOT NULL DEFAULT 0
);
"""

# Every table is keyed by project first, and no statement touches rows without naming theirs: tables
# of several projects can be put together, and spread over servers by that column.
#
# state        One row: version, identity, embedder, the counters of changes (every change of chunks
#              counts for both) and the numbers that the next file and segment get. Whoever changes
#              anything locks it first. Numbers never return.
# repository   `indexed` is when it was last complete (Unix seconds), `complete` whether it has been
#              indexed whole, `machine` the one that does so, whose directory `root` is.
# file         One row a file, indexed or skipped. `key` is the first half of its chunks' UUIDs;
#              `size` (bytes), `modified` and `changed` (ns) and `inode` are its stamp; `hash` that
#              of its bytes, empty if unread; `chunks` their number, all of them in `segment`;
#              `skipped` the reason if there are none.
# content      Text and outline of a file with chunks, compressed already (`content.Content`).
# directory, rule, passed_by
#              Stamps of what was walked, of what decides that (NULL for a file that is looked for
#              and missing), and what was left out for a reason worth reporting.
# segment      An immutable run of chunks, by chunk in this order: `lengths` in terms (float32) and
#              `files` (int64), each with a check sum (`seals`). `embedded`: its files have vectors.
# posting      One posting list a term of a segment (`postings`), with a check sum.
# chunk_vector The vector of each chunk, by its number in its file.
# file_vector  The vector of each file (`array_vectors.centroids_of`).
#
# {s} is the schema, {p} the project's number, {v} the schema of the extension's types.
_STAMP = "size bigint, modified bigint, changed bigint, inode bigint"
_OF_PATH = 'project integer NOT NULL, repository integer NOT NULL, path text COLLATE "C" NOT NULL'
TABLES = f"""
CREATE SCHEMA {{s}};
CREATE TABLE {{s}}.state (
    project integer PRIMARY KEY CHECK (project = {{p}}), version integer NOT NULL,
    identity text NOT NULL, embedder text,
    files_generation bigint NOT NULL DEFAULT 0, chunks_generation bigint NOT NULL DEFAULT 0,
    next_file bigint NOT NULL DEFAULT 1, next_segment integer NOT NULL DEFAULT 1
);
CREATE TABLE {{s}}.repository (
    project integer NOT NULL CHECK (project = {{p}}), number integer NOT NULL, uuid uuid NOT NULL,
    root text NOT NULL, machine text, indexed double precision,
    complete boolean NOT NULL DEFAULT false,
    PRIMARY KEY (project, number), UNIQUE (project, uuid)
);
CREATE TABLE {{s}}.file (
    {_OF_PATH}, number bigint NOT NULL, key bigint NOT NULL, {_STAMP}, hash bytea, language text,
    chunks integer NOT NULL, segment integer, skipped text,
    PRIMARY KEY (project, number), UNIQUE (project, repository, path), CHECK (project = {{p}})
);
CREATE INDEX file_key ON {{s}}.file (project, key);
CREATE INDEX file_segment ON {{s}}.file (project, segment);
CREATE TABLE {{s}}.content (
    project integer NOT NULL CHECK (project = {{p}}), file bigint NOT NULL,
    text bytea STORAGE EXTERNAL NOT NULL, outline bytea STORAGE EXTERNAL NOT NULL,
    PRIMARY KEY (project, file)
);
CREATE TABLE {{s}}.directory (
    {_OF_PATH}, {_STAMP}, PRIMARY KEY (project, repository, path), CHECK (project = {{p}})
);
CREATE TABLE {{s}}.rule (
    {_OF_PATH}, {_STAMP}, PRIMARY KEY (project, repository, path), CHECK (project = {{p}})
);
CREATE TABLE {{s}}.passed_by (
    {_OF_PATH}, reason text NOT NULL, PRIMARY KEY (project, repository, path),
    CHECK (project = {{p}})
);
CREATE TABLE {{s}}.segment (
    project integer NOT NULL CHECK (project = {{p}}), number integer NOT NULL,
    chunks integer NOT NULL, lengths bytea NOT NULL, files bytea NOT NULL,
    embedded boolean NOT NULL, PRIMARY KEY (project, number)
);
CREATE TABLE {{s}}.posting (
    project integer NOT NULL CHECK (project = {{p}}), segment integer NOT NULL,
    term text COLLATE "C" NOT NULL, data bytea NOT NULL, PRIMARY KEY (project, segment, term)
);
CREATE TABLE {{s}}.chunk_vector (
    project integer NOT NULL CHECK (project = {{p}}), file bigint NOT NULL, number integer NOT NULL,
    vector {{v}}.halfvec NOT NULL, PRIMARY KEY (project, file, number)
);
CREATE TABLE {{s}}.file_vector (
    project integer NOT NULL CHECK (project = {{p}}), file bigint NOT NULL,
    vector {{v}}.vector NOT NULL, PRIMARY KEY (project, file)
);
INSERT INTO {{s}}.state (project, version, identity) VALUES ({{p}}, {VERSION}, {{identity}});
"""
