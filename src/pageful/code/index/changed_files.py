"""Compare the content of files that may have changed with the indexed one."""

from __future__ import annotations

from hashlib import blake2b
from pathlib import Path

from pageful.code.scan.freshness import Changes
from pageful.code.scan.source_file import HASH_BYTES, LARGEST_FILE
from pageful.code.store.protocol import Index
from pageful.code.store.repository import Repository


def changed_paths(index: Index, repository: Repository, found: Changes) -> tuple[str, ...]:
    """List the paths of files whose content on the disk differs from the indexed one.

    The stamp of a file written shortly before it was indexed proves nothing, so its content is
    hashed: after a fresh clone those are all files.
    """
    known = index.hashes(repository) if found.changed else {}
    changed = (
        path for path in found.changed if _differs(repository.root / path, known.get(path, b""))
    )
    return (*found.added, *changed, *found.removed)


def _differs(path: Path, known: bytes) -> bool:
    """Return whether a file's content has another hash; a file that was skipped unread has none."""
    try:
        return bool(known) and (path.stat().st_size > LARGEST_FILE or _hash(path) != known)
    except OSError:
        return True


def _hash(path: Path) -> bytes:
    return blake2b(path.read_bytes(), digest_size=HASH_BYTES).digest()
