"""The parser of a whole note."""

from __future__ import annotations

from pageful.vault.parsing.blocks import read_blocks
from pageful.vault.parsing.code_block import CodeBlock
from pageful.vault.parsing.frontmatter import read_frontmatter
from pageful.vault.parsing.lines import split_lines
from pageful.vault.parsing.parsed_note import Note, Section
from pageful.vault.parsing.passages import find_references
from pageful.vault.parsing.properties import property_aliases, property_links, property_tags


def parse_code_blocks(note: Note, text: str) -> tuple[CodeBlock, ...]:
    """Return the fenced blocks of a note with its text, those in quotes and lists among them.

    They are no part of `Note`, which is kept for every note: few are ever asked for.
    """
    lines = split_lines(text.removeprefix("\ufeff"))
    return tuple(read_blocks(lines, note.body_line - 1).code_blocks)


def parse_note(text: str) -> Note:
    """Read a note. Never raises, and takes time in proportion to the text's length.

    A byte order mark at the start is no part of the text.
    """
    lines = split_lines(text.removeprefix("\ufeff"))
    matter = read_frontmatter(lines)
    found = read_blocks(lines, matter.end)
    links, tags = find_references(found.passages)
    yaml = (Section("yaml", 1, matter.end),) if matter.end else ()
    return Note(
        lines=len(lines),
        body_line=matter.end + 1,
        properties=matter.properties,
        broken=matter.broken,
        aliases=property_aliases(matter.properties),
        tags=(*property_tags(matter.properties), *tags),
        headings=tuple(found.headings),
        links=(*property_links(matter.links), *links),
        sections=(*yaml, *found.sections),
        items=tuple(item.item() for item in found.items),
    )
