"""The exact text of a file of the vault, in pages where it is too long for one."""

from __future__ import annotations

import re

from pageful.lazy.dataclasses import dataclass, replace
from pageful.page.calls import Call
from pageful.text import single_line as one_line
from pageful.text import units
from pageful.tool.errors import ToolError
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.reading.section import part_of
from pageful.vault.reading.text_file import line_ends, text_file
from pageful.vault.reading.text_pages import Extent, text_pages
from pageful.vault.results.reading import Reading
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.times import iso_8601

_UNKNOWN = Note(lines=0)
_USUAL_FENCE = 3
_MOST = 999_999
"""A number with at least as many digits as any on a page."""
# > ````dataview
_BACKTICKS = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class NoteText:
    """A text file of the vault as it is now, with facts of a snapshot beside it."""

    text: str
    frame: Reading
    """A page without its text, with the longest possible numbers, to measure its room."""
    start: int = 0
    end: int | None = None
    """The characters that are read, of the file's: all, or those of a part."""

    @classmethod
    def of(
        cls,
        snapshot: VaultSnapshot,
        paths: VaultPaths,
        path: str,
        *,
        backlinks: int,
        bases: tuple[str, ...] = (),
    ) -> NoteText:
        """Read the file at a path, which shows these bases.

        Raises:
            ToolError: the file is no text, or can't be read.
        """
        content = paths.read_bytes(path)
        file = text_file(path, content)
        note, known = snapshot.notes.get(path, _UNKNOWN), snapshot.files.get(path)
        frame = Reading(
            path=path,
            content="",
            page=_MOST,
            pages=_MOST + 1,
            first_line=_MOST,
            last_line=_MOST,
            lines=_MOST,
            size=len(content),
            modified=iso_8601(known.modified) if known else "",
            created=iso_8601(known.created) if known else "",
            properties=note.properties,
            aliases=note.aliases,
            tags=tuple(dict.fromkeys(tag.name for tag in note.tags)),
            links=len(note.links),
            backlinks=backlinks,
            first_character=_MOST,
            last_character=_MOST,
            characters=_MOST,
            notes=(*file.remarks, *_remarks(note)),
            bases=bases,
        )
        return cls(file.text, frame)

    def part(self, wanted: str) -> NoteText:
        """Return the section below a heading, or the block with an id: see `part_of`.

        Raises:
            ToolError: there is no such heading or block.
        """
        part = part_of(self.frame.path, self.text, wanted)
        frame = replace(
            self.frame,
            part=wanted.strip(),
            headings=part.headings,
            notes=(*self.frame.notes, *part.remarks),
        )
        return replace(self, frame=frame, start=part.start, end=part.end)

    def page(self, page: int, *, room: int) -> Reading:
        """Return page `page` of the file; a page has at most `room` characters.

        A page has fewer where runs of backticks need longer fences around it than usual. The pages
        of a file, one after the other, are its text. An empty file has one page, without lines.

        Raises:
            ToolError: there is no such page.
        """
        text = self.text
        shown = text[self.start : self.end]
        extents = list(text_pages(shown, _within_fences(shown, room)))
        if page > len(extents):
            raise _no_page(self.frame, page, len(extents))
        extent = extents[page - 1].shift(self.start)
        first_line, last_line = _lines(text, extent)
        first_character, last_character, characters = _characters(extent)
        return replace(
            self.frame,
            content=text[extent.start : extent.end],
            page=page,
            pages=len(extents),
            first_line=first_line,
            last_line=last_line,
            lines=_lines_before(text, len(text)),
            first_character=first_character,
            last_character=last_character,
            characters=characters,
        )


def _within_fences(text: str, room: int) -> int:
    """Return the number of characters that each page's text may have between its fences.

    A fence is one character longer than the longest run of backticks, and a page can't contain a
    longer run than itself: so a third of the room is always left.
    """
    longest = max(map(len, _BACKTICKS.findall(text)), default=0)
    longer = max(0, longest + 1 - _USUAL_FENCE)
    return max(room - 2 * longer, room // 3)


def _lines(text: str, extent: Extent) -> tuple[int, int]:
    """Return the first and the last line of a page; 0 for both where the text has none."""
    first = line_ends(text, 0, extent.start) + 1
    last = _lines_before(text, extent.end)
    return min(first, last), last


def _lines_before(text: str, end: int) -> int:
    """Count the lines that begin before an offset."""
    open_line = end > 0 and text[end - 1] not in "\r\n"
    return line_ends(text, 0, end) + open_line


def _characters(extent: Extent) -> tuple[int, int, int]:
    """Return the first and last character of a part of a line, and the length of the line."""
    if not extent.is_partial:
        return 0, 0, 0
    start, length = extent.line_start, extent.line_end - extent.line_start
    return extent.start - start + 1, min(extent.end - start, length), length


def _remarks(note: Note) -> tuple[str, ...]:
    return (f"The properties can't be read: {note.broken}",) if note.broken else ()


def _no_page(frame: Reading, page: int, pages: int) -> ToolError:
    path, part = frame.path, frame.part
    arguments: dict[str, object] = {"path": path}
    if part.startswith("^"):
        arguments = {"path": f"{path}#{part}"}
    elif part:
        arguments["heading"] = part
    arguments |= {"page": pages} if pages > 1 else {}
    return ToolError(
        f"`{one_line.name(path)}` has {units.count(pages, 'page')}; there is no page {page}.",
        f"The last page is {Call('vault_read', arguments)}.",
    )
