"""Choose the store that indexes are kept in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pageful.code.store.sqlite.store import SqliteStore

if TYPE_CHECKING:
    from pageful.code.store.protocol import Store


def store_in(data: Path) -> Store:
    """Return the store of the indexes in a directory."""
    return SqliteStore(data)
