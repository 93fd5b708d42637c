"""Read a note: its blocks line by line, and the links and tags within them.

`note.parse_note` does it. The rules are those of Obsidian's metadata cache, which builds on
remark's CommonMark: only blocks at the top level of a note are sections or headings, while list
items, links and tags count anywhere, in comments too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pageful.vault.parsing.code_block import CodeBlock
    from pageful.vault.parsing.parsed_note import Note


def parse_code_blocks(note: Note, text: str) -> tuple[CodeBlock, ...]:
    """Return the fenced blocks of a note with its text, those in quotes and lists among them.

    They are no part of `Note`, which is kept for every note: few are ever asked for.
    """
    # What reads notes takes long to load, and where none has changed nothing is read.
    from pageful.vault.parsing import note as reader

    return reader.parse_code_blocks(note, text)


def parse_note(text: str) -> Note:
    """Read a note. Never raises, and takes time in proportion to the text's length.

    A byte order mark at the start is no part of the text.
    """
    from pageful.vault.parsing import note as reader

    return reader.parse_note(text)
