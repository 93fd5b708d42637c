"""Read a note: its blocks line by line, and the links and tags within them.

`note.parse_note` does it. The rules are those of Obsidian's metadata cache, which builds on
remark's CommonMark: only what stands at the top level of a note is a section or a heading, while
list items, links and tags count wherever they stand, comments included.
"""

from __future__ import annotations

from pageful.vault.parsing.code_block import CodeBlock
from pageful.vault.parsing.note import parse_code_blocks, parse_note

__all__ = ["CodeBlock", "parse_code_blocks", "parse_note"]
