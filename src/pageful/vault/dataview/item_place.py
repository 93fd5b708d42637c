"""The surroundings of the items of one note: headings, lists, and links by line."""

from __future__ import annotations

from bisect import bisect_right

from pageful.vault.dataview.note_links import in_order, link_value
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.values.names import heading_text
from pageful.vault.values.values import Link


class ItemSurroundings:
    """The surroundings of the items of the note at `path`. Lines count from 0."""

    __slots__ = ("_by_line", "_headings", "_lists", "_note", "_sections", "path")

    def __init__(self, path: str, note: Note) -> None:
        self.path = path
        self._note = note
        self._headings: list[int] | None = None
        self._lists: tuple[list[int], list[int]] | None = None
        self._by_line: dict[int, list[Link]] | None = None
        self._sections: dict[int, Link] = {0: Link(path)}

    def section(self, line: int) -> Link:
        """Return the link to the heading above, or to the note if there is none."""
        if self._headings is None:
            self._headings = [heading.line - 1 for heading in self._note.headings]
        at = bisect_right(self._headings, line)
        if at not in self._sections:
            text = heading_text(self._note.headings[at - 1].text)
            self._sections[at] = Link(self.path, "header", None, text)
        return self._sections[at]

    def list_line(self, line: int) -> int:
        """Return the line that the list around begins on, -1 if there is none."""
        if self._lists is None:
            lists = [part for part in self._note.sections if part.kind == "list"]
            self._lists = [part.line - 1 for part in lists], [part.end_line - 1 for part in lists]
        starts, ends = self._lists
        at = bisect_right(starts, line) - 1
        return starts[at] if at >= 0 and line <= ends[at] else -1

    def links(self, line: int, count: int) -> tuple[Link, ...]:
        """Return the links on `count` lines from `line` on."""
        if self._by_line is None:
            by_line: dict[int, list[Link]] = {}
            self._by_line = by_line
            for link in in_order(self._note.links):
                if link.kind != "property":
                    by_line.setdefault(link.line - 1, []).append(link_value(link))
        if not self._by_line:
            return ()
        found = self._by_line
        return tuple([link for at in range(line, line + count) for link in found.get(at, ())])
