"""Read a note: its blocks line by line, and the links and tags within them.

`note.parse_note` does it. The rules are those of Obsidian's metadata cache, which builds on
remark's CommonMark: only blocks at the top level of a note are sections or headings, while list
items, links and tags count anywhere, in comments too.
"""

from __future__ import annotations

from pageful.vault.parsing.code_block import CodeBlock
from pageful.vault.parsing.note import parse_code_blocks, parse_note

__all__ = ["CodeBlock", "parse_code_blocks", "parse_note"]
