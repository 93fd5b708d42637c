"""Which of the files that may have changed really have."""

from __future__ import annotations

import sqlite3
from hashlib import blake2b
from pathlib import Path

from pageful.code.scan.freshness import Changes
from pageful.code.scan.source_file import HASH_BYTES, LARGEST_FILE
from pageful.code.store import contents
from pageful.code.store.writing import Repository


def pending(
    connection: sqlite3.Connection, repository: Repository, found: Changes
) -> tuple[str, ...]:
    """Paths of the files that the index does not have as they are now.

    A file written shortly before it was indexed is suspected of a change, until its content clears
    it: after a fresh clone those are all.
    """
    known = contents.hashes(connection, repository) if found.changed else {}
    changed = (path for path in found.changed if _differs(repository.root / path, known[path]))
    return (*found.added, *changed, *found.removed)


def _differs(path: Path, known: bytes) -> bool:
    """Whether a file's content is another; one that was left out unread is not looked at."""
    try:
        return bool(known) and (path.stat().st_size > LARGEST_FILE or _hash(path) != known)
    except OSError:
        return True


def _hash(path: Path) -> bytes:
    return blake2b(path.read_bytes(), digest_size=HASH_BYTES).digest()
