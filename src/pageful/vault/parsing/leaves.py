"""Leaf blocks while they are read: their lines so far, and the conditions that end them."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from pageful.vault.parsing.code_block import CodeBlock
from pageful.vault.parsing.html import BLANK, html_end

# > ```dataview
_FENCE = re.compile(r"`{3,}+(?=[^`]*$)|~{3,}+")
# > $$
_MATH = re.compile(r"(\${2,}+)[^$]*+$")
# > %% not yet
_COMMENT = re.compile(r"%%[^%]*+$")

LeafKind: TypeAlias = Literal[
    "paragraph", "table", "fence", "indented", "math", "comment", "html"
]  # fmt: skip
"""Kinds of leaf blocks."""


class Leaf:
    """A leaf that is open. `texts` are its lines where they may hold links.

    `code` are the lines of a fence, which is set off by `indent`; `end` is its last line so far.
    """

    __slots__ = ("brief", "code", "end", "ends", "fence", "indent", "info", "kind", "line", "texts")

    def __init__(
        self,
        kind: LeafKind,
        line: int,
        *,
        fence: str = "",
        info: str = "",
        ends: re.Pattern[str] | None = None,
    ) -> None:
        self.kind = kind
        self.line = line
        self.texts: list[str] = []
        self.fence = fence
        self.info = info
        self.code: list[str] = []
        self.indent = 0
        self.end = line
        self.ends = ends
        self.brief = kind == "paragraph" or ends is BLANK

    def is_end(self, text: str) -> bool:
        """Return whether the line, as its container has it, is the leaf's last."""
        if self.kind == "fence":
            return _ends_fence(self.fence, text)
        if self.kind == "math":
            return _ends_math(self.fence, text)
        return self.ends is not None and self.ends.search(text) is not None

    def add_code(self, line: int, text: str) -> None:
        """Add a line of the fence, and the empty ones before it."""
        self.code += [""] * (line - self.end - 1)
        self.code.append(text[: self.indent].lstrip(" ") + text[self.indent :])
        self.end = line

    def code_block(self) -> CodeBlock:
        """Return the code of a fence, unchanged."""
        language = self.info.split(maxsplit=1)[:1]
        return CodeBlock("".join(language), "\n".join(self.code), self.line, self.end)


def verbatim_leaf(number: int, line: str, at: int, *, within_paragraph: bool) -> Leaf | None:
    """Return the leaf that begins at `at` in a line and whose lines are no prose, if any."""
    mark = line[at]
    if mark in "`~" and (found := _FENCE.match(line, at)):
        return Leaf("fence", number, fence=found[0], info=line[found.end() :])
    if mark == "$" and (found := _MATH.match(line, at)):
        return Leaf("math", number, fence=found[1])
    if mark == "%" and _COMMENT.match(line, at):
        return Leaf("comment", number)
    if mark == "<":
        ends = html_end(line, at, within_paragraph=within_paragraph)
        return Leaf("html", number, ends=ends) if ends else None
    return None


def _ends_fence(fence: str, text: str) -> bool:
    """Return whether the line has nothing but a fence of the same marks, at least as many."""
    bare = text.strip()
    if len(bare) < len(fence) or bare.strip(fence[0]):
        return False
    return len(text) - len(text.lstrip(" ")) < 4


def _ends_math(fence: str, text: str) -> bool:
    """Tell if the line ends with the first dollars in it, at least as many as the fence has."""
    bare = text.rstrip(" ")
    start = bare.find("$")
    return start >= 0 and len(bare) - start >= len(fence) and not bare[start:].strip("$")
