"""Pages of indexes that were copied to another store."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.code.results.indexing import IndexMove
from pageful.page.blocks import Block, Fields, Heading, Line
from pageful.page.presentation import Detail
from pageful.text.units import seconds, size


def move_page(move: IndexMove, detail: Detail) -> Iterator[Block]:
    """Show what was copied where, and that the first index is still there."""
    yield Heading("Index Copied", 1)
    fields = {
        "Project": move.project_id,
        "Database": move.database_name if detail == "detailed" else "",
        "From": move.source,
        "To": move.target,
        "Files": f"{move.files:,}",
        "Chunks": f"{move.chunks:,}",
        "Vectors": move.embedder,
        "Size": size(move.size_bytes),
        "Duration": seconds(round(move.duration_seconds * 1000)),
    }
    yield Fields(tuple((name, value) for name, value in fields.items() if value))
    yield Line("The copy was read back and is the same. The index that it was made of is left.")
