"""The place of a hit of a search, by its id: its lines as they are on the disk now."""

from __future__ import annotations

from uuid import UUID

from pageful.code.chunking.chunk import Chunk
from pageful.code.find.matching import Place, read_places
from pageful.code.find.reading import UnsearchedFile, text_of
from pageful.code.store.identity import file_key_of
from pageful.code.store.reader import IndexReader
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

_AGAIN = "Search again, or give `file:line`."


def chunk_id(text: str) -> UUID | None:
    """Return the id that a place is, `None` if it is something else."""
    try:
        return UUID(text.strip()) if len(text.strip()) == 36 else None
    except ValueError:
        return None


def place_of_chunk(reader: IndexReader, wanted: UUID, caller: Caller) -> str:
    """Return a chunk's file and lines as a place, wherever its text is in the file by now.

    Raises:
        ToolError: no chunk has this id, or its text is not in the file any more.
    """
    for file in reader.files_with_key(file_key_of(wanted)):
        content = reader.contents({file})[file]
        for number in range(len(content)):
            if content.uuid(number) == wanted:
                roots = {each.number: each.root for each in reader.repositories}
                root = roots[int(reader.catalog.repositories[file])]
                path = reader.catalog.paths[file]
                shown = f"{root}/{path}" if len(roots) > 1 else path
                return _now(Place(root, path, shown), content.chunk(number), caller)
    raise ToolError(f"No hit has the id {wanted}.", _AGAIN)


def _now(place: Place, chunk: Chunk, caller: Caller) -> str:
    for _, content in read_places([place], caller):
        text = "" if isinstance(content, UnsearchedFile) else text_of(content) or ""
        lines = f"\n{text}"
        at = lines.find(f"\n{chunk.text}")
        if at >= 0:
            first = lines.count("\n", 0, at) + 1
            return f"{place.shown}:{first}-{first + chunk.end - chunk.start}"
    raise ToolError(f"The hit in {place.shown} has changed since it was indexed.", _AGAIN)
