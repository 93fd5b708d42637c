"""The blocks of a note, read line by line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from pageful.vault.parsing.block_ids import block_id_alone
from pageful.vault.parsing.containers import Container
from pageful.vault.parsing.findings import Findings
from pageful.vault.parsing.items import OpenItem
from pageful.vault.parsing.leaves import Leaf, LeafKind, verbatim_leaf
from pageful.vault.parsing.markers import (
    CODE_INDENT,
    FOOTNOTE,
    MARKER,
    UNDERLINE,
    after_spaces,
    expand_leading_tabs,
    heading_at,
    is_delimiter_row,
    is_weak,
)
from pageful.vault.parsing.open_blocks import OpenBlocks
from pageful.vault.parsing.parsed_note import Heading, SectionKind

_STARTS = frozenset(" \t#>-*+_=`~$%<|[^:0123456789")
"""The first characters of lines that may be more than the text of a paragraph."""
_CONTAINER_STARTS = frozenset(">-*+[0123456789")
_OUTER_STARTS = _CONTAINER_STARTS | {" "}
_TURNS = frozenset("=-:|")
_RULES = frozenset("-*_")


def read_blocks(lines: Sequence[str], first: int) -> Findings:
    """Read the lines of a note from index `first` on, in one pass.

    The work for a line is in proportion to its length, however deep lists and quotes are nested:
    a container that a line continues takes a character of it.
    """
    blocks = _Blocks(lines)
    blocks.read(first)
    return blocks.findings


class _Blocks(OpenBlocks):
    """A reader of blocks, line by line: which of them a line begins, continues or ends."""

    __slots__ = ("_lines", "_tail")

    def __init__(self, lines: Sequence[str]) -> None:
        super().__init__()
        self._lines = lines
        self._tail = (0, "", 0)

    def read(self, first: int) -> None:
        starts, stack = _STARTS, self._stack
        for number, line in enumerate(islice(self._lines, first, None), first + 1):
            if not line:
                self._blank()
            elif stack or line[0] in starts:
                self._line(number, line)
            elif (leaf := self._leaf) is None:
                self._text(number, line)
            elif leaf.kind == "paragraph":
                leaf.texts.append(line)
                self._sections[-1].end = number
            else:
                self._line(number, line)
        self._close_to(0)

    def _line(self, number: int, line: str) -> None:
        if "\t" in line:
            line = expand_leading_tabs(line)
        end = len(line.rstrip(" \t"))
        at, matched = self._containers.match(line, end) if self._stack else (0, 0)
        if at >= end:
            self._blank_within(number, matched) if end else self._blank()
            return
        leaf = self._leaf
        if leaf is not None and leaf.kind != "paragraph":
            if matched == len(self._stack) and self._continues(leaf, number, line, at):
                return
            self._close_to(matched)
        if line[at] in _OUTER_STARTS:
            self._begin(number, line, at, end, matched)
        else:
            self._begin_leaf(number, line, at, at, end, matched)

    # A leaf goes on

    def _continues(self, leaf: Leaf, number: int, line: str, at: int) -> bool:
        """Return whether the line belongs to the open leaf, whatever else it looks like."""
        if leaf.kind == "table" and "|" not in line[at + 1 :]:
            return False
        if leaf.kind == "indented" and not line.startswith("    ", at):
            return False
        text = line[at:]
        self._own(number, text)
        if leaf.kind == "table":
            leaf.texts.append(text)
        elif leaf.kind == "comment":
            self._comment_goes_on(leaf, number, text)
        elif leaf.is_end(text):
            leaf.end = number
            self._close_leaf()
        elif leaf.kind == "fence":
            leaf.add_code(number, text if self._stack else self._lines[number - 1])
        return True

    def _comment_goes_on(self, leaf: Leaf, number: int, text: str) -> None:
        content, end, rest = text.partition("%%")
        leaf.texts.append(content)
        if end:
            self._close_leaf()
            self.findings.add_passage(number, rest)

    # Something begins

    def _begin(self, number: int, line: str, at: int, end: int, matched: int) -> None:
        bare = after_spaces(line, at)
        while bare - at < CODE_INDENT and line[bare] in _CONTAINER_STARTS:
            after = self._container(number, line, at, bare, end, matched)
            if not after:
                break
            at, matched = after, len(self._stack)
            if at >= end:
                self._own(number, "")
                return
            bare = after_spaces(line, at)
        self._begin_leaf(number, line, at, bare, end, matched)

    def _begin_leaf(
        self, number: int, line: str, at: int, bare: int, end: int, matched: int
    ) -> None:
        if bare - at >= CODE_INDENT:
            if self._leaf is None:
                self._close_to(matched)
                self._open(Leaf("indented", number), "code")
                self._own(number, line[at:])
                return
        elif line[bare] in _STARTS and self._leaf_begins(number, line, bare, end, matched):
            if self._leaf is not None:
                self._leaf.indent = bare - at
            return
        if self._leaf is None:
            self._close_to(matched)
        self._text(number, line[bare:])

    def _container(self, number: int, line: str, at: int, bare: int, end: int, matched: int) -> int:
        """Open the container that begins at `bare`; return where its content begins, else 0."""
        mark = line[bare]
        if mark == ">":
            self._close_to(matched)
            self._push(Container(), "quote", number)
            return bare + 1 + line.startswith(" ", bare + 1)
        if mark == "[":
            found = None if self._leaf else FOOTNOTE.match(line, bare)
            if not found:
                return 0
            self._close_to(matched)
            self._push(Container(CODE_INDENT), "footnote", number)
            return found.end()
        if self._is_rule(number, line, bare, end):
            return 0
        found = MARKER.match(line, bare)
        if not found or (self._leaf and matched == len(self._stack) and is_weak(found, end)):
            return 0
        self._close_to(matched)
        return self._push_item(number, line, at, found, end)

    def _push_item(self, number: int, line: str, at: int, marker: re.Match[str], end: int) -> int:
        symbol = marker[0]
        spaces = after_spaces(line, marker.end()) - marker.end()
        if spaces > CODE_INDENT or marker.end() >= end:
            spaces = 1
        content = marker.end() + spaces
        above = self._stack[-1].item if self._stack else None
        item = OpenItem(number, above.line if above else 0, symbol)
        if self._open_items:
            self._open_items[-1].finish()
        self._push(Container(content - at, item), "list", number, symbol[-1])
        self.findings.items.append(item)
        return content

    def _leaf_begins(self, number: int, line: str, bare: int, end: int, matched: int) -> bool:
        """Tell if a leaf other than a paragraph begins, or a paragraph turns out to be one."""
        mark = line[bare]
        paragraph = self._leaf if matched == len(self._stack) else None
        if paragraph and mark in _TURNS and self._turns(paragraph, number, line, bare):
            return True
        if mark == "#":
            return self._heading(number, line, bare, end, matched)
        if mark in _RULES and self._is_rule(number, line, bare, end):
            self._close_to(matched)
            self._begin_at_top("rule", number)
            self._own(number, line[bare:])
            return True
        if mark == "^" and not self._leaf and not matched:
            return self._block_id(number, line[bare:])
        leaf = verbatim_leaf(number, line, bare, within_paragraph=self._leaf is not None)
        if not leaf:
            return False
        self._close_to(matched)
        self._open_verbatim(leaf, number, line, bare)
        return True

    def _turns(self, leaf: Leaf, number: int, line: str, bare: int) -> bool:
        """Return whether the line makes a heading or a table of the paragraph above."""
        found = UNDERLINE.match(line, bare)
        if found:
            self._underline(leaf, number, 1 if found[1][0] == "=" else 2)
            return True
        if len(leaf.texts) > 1 or "|" not in leaf.texts[0][1:] or "|" not in line[bare + 1 :]:
            return False
        if not is_delimiter_row(line[bare:]):
            return False
        leaf.kind = "table"
        leaf.texts.append("")
        if not self._stack:
            self._sections[-1].kind = "table"
        self._own(number, line[bare:])
        return True

    def _underline(self, leaf: Leaf, number: int, level: int) -> None:
        """Make the paragraph's last line a heading; the lines before stay a paragraph."""
        text = leaf.texts.pop().strip()
        if not self._stack:
            self._sections[-1].end = number - 2
            if not leaf.texts:
                self._sections.pop()
        self._close_leaf()
        self._head(number - 1, text, level)
        self._own(number, "")

    def _heading(self, number: int, line: str, bare: int, end: int, matched: int) -> bool:
        found = heading_at(line, bare, end)
        if not found:
            return False
        self._close_to(matched)
        level, text = found
        self._head(number, text, level)
        self._own(number, line[bare:])
        return True

    def _head(self, number: int, text: str, level: int) -> None:
        self._begin_at_top("heading", number)
        if not self._stack:
            self.findings.headings.append(Heading(text, level, number))
        self._name(text)
        self.findings.add_passage(number, text)

    def _block_id(self, number: int, text: str) -> bool:
        """Tell if the line names the block above: it does if an empty line or nothing follows."""
        name = block_id_alone(text)
        follows = self._lines[number] if number < len(self._lines) else ""
        if not name or follows.strip(" \t"):
            return False
        self._close_to(0)
        self._list = ""
        if self._sections:
            self._sections[-1].block_id = name
        return True

    def _open_verbatim(self, leaf: Leaf, number: int, line: str, bare: int) -> None:
        self._open(leaf, _SECTIONS[leaf.kind])
        self._own(number, line[bare:])
        if leaf.kind == "comment":
            leaf.texts.append(line[bare + 2 :])
        elif leaf.kind == "html" and leaf.ends and leaf.ends.search(line, bare):
            self._close_leaf()

    def _text(self, number: int, text: str) -> None:
        leaf = self._leaf
        if leaf is None:
            leaf = Leaf("paragraph", number)
            self._open(leaf, "paragraph")
        leaf.texts.append(text)
        self._own(number, text)

    def _is_rule(self, number: int, line: str, at: int, end: int) -> bool:
        """Return whether there are three marks or more from there on, and nothing else.

        Where the last run of marks begins is looked for once in a line.
        """
        mark = line[at]
        if mark not in _RULES or line[end - 1] != mark:
            return False
        if self._tail[:2] != (number, mark):
            self._tail = (number, mark, len(line.rstrip(mark + " \t")))
        return at >= self._tail[2] and line.count(mark, at) >= 3


_SECTIONS: dict[LeafKind, SectionKind] = {
    "fence": "code",
    "math": "math",
    "comment": "comment",
    "html": "html",
}
