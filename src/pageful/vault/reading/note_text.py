"""Reads a file of the vault to the letter, in pages where it is too long for one."""

from __future__ import annotations

import re

from pageful.page.calls import Call
from pageful.text import single_line as one_line
from pageful.text import units
from pageful.tool.errors import ToolError
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.reading.text_file import line_ends, text_file
from pageful.vault.reading.text_pages import Extent, text_pages
from pageful.vault.results import Reading
from pageful.vault.snapshot.snapshot import Moment
from pageful.vault.snapshot.times import iso_8601

_UNKNOWN = Note(lines=0)
_USUAL_FENCE = 3
# > ````dataview
_BACKTICKS = re.compile(r"`{3,}")


def read(
    moment: Moment, paths: VaultPaths, path: str, *, page: int, room: int, backlinks: int
) -> Reading:
    """Read page `page` of the file as it is now; a page has at most `room` characters.

    It has fewer where runs of backticks need longer fences around it than usual. The pages of a
    file, one after the other, are its text. An empty file has one page, without lines. What is told
    beside the text is the moment's.

    Raises:
        ToolError: the file is no text, has no such page, or can't be read.
    """
    content = paths.read_bytes(path)
    file = text_file(path, content)
    extents = list(text_pages(file.text, _within_fences(file.text, room)))
    if page > len(extents):
        raise _no_page(path, page, len(extents))
    note, known = moment.notes.get(path, _UNKNOWN), moment.files.get(path)
    extent = extents[page - 1]
    first_line, last_line = _lines(file.text, extent)
    first_character, last_character, characters = _characters(extent)
    return Reading(
        path=path,
        content=file.text[extent.start : extent.end],
        page=page,
        pages=len(extents),
        first_line=first_line,
        last_line=last_line,
        lines=_lines_before(file.text, len(file.text)),
        size=len(content),
        modified=iso_8601(known.modified) if known else "",
        created=iso_8601(known.created) if known else "",
        properties=note.properties,
        aliases=note.aliases,
        tags=tuple(dict.fromkeys(tag.name for tag in note.tags)),
        links=len(note.links),
        backlinks=backlinks,
        first_character=first_character,
        last_character=last_character,
        characters=characters,
        notes=(*file.remarks, *_remarks(note)),
    )


def _within_fences(text: str, room: int) -> int:
    """Characters that are left for the text of each page between its fences.

    A fence is one longer than the longest run of backticks, which no page can have more of than it
    has characters: so a third of the room is always left.
    """
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    longer = max(0, longest + 1 - _USUAL_FENCE)
    return max(room - 2 * longer, room // 3)


def _lines(text: str, extent: Extent) -> tuple[int, int]:
    """The first and the last line of a page; 0 for both where the text has none."""
    first = line_ends(text, 0, extent.start) + 1
    last = _lines_before(text, extent.end)
    return min(first, last), last


def _lines_before(text: str, end: int) -> int:
    """How many lines begin before a place."""
    open_line = end > 0 and text[end - 1] not in "\r\n"
    return line_ends(text, 0, end) + open_line


def _characters(extent: Extent) -> tuple[int, int, int]:
    """The first and last character of a part of a line, and how many the line has."""
    if not extent.is_partial:
        return 0, 0, 0
    start, length = extent.line_start, extent.line_end - extent.line_start
    return extent.start - start + 1, min(extent.end - start, length), length


def _remarks(note: Note) -> tuple[str, ...]:
    return (f"The properties can't be read: {note.broken}",) if note.broken else ()


def _no_page(path: str, page: int, pages: int) -> ToolError:
    arguments = {"path": path} | ({"page": pages} if pages > 1 else {})
    return ToolError(
        f"`{one_line.name(path)}` has {units.count(pages, 'page')}; there is no page {page}.",
        f"The last page is {Call('vault_read', arguments)}.",
    )
