"""The links and tags of a passage in which code, formulas or HTML may hide some."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from typing import ClassVar, NamedTuple

from pageful.vault.parsing.html import TAG as HTML_TAG
from pageful.vault.parsing.links import WIKI, is_address, markdown_link, wiki_link
from pageful.vault.parsing.parsed_note import Link, Tag
from pageful.vault.parsing.passage import Passage
from pageful.vault.parsing.tags import TAG, tag_at

# <with spaces.md>, a\)b(c).md
_DESTINATION = r"<[^<>\n]*+>|(?=[^<\s)])[^\s()\\]*+(?:(?:\\.|\([^\s()]*+\))[^\s()\\]*+){0,1000}"
_TITLE = r"\"[^\"]{0,1000}+\"|'[^']{0,1000}+'|\([^()]{0,1000}+\)"
_BEHIND = rf"(?:\s++(?:{_TITLE}))?\s*+\)"
# > see [[Starter|Rosa]] #bread
_TOKEN = re.compile(
    r"[#\[\]\\`$<](?:"
    rf"(?<=\[)(?:{WIKI}"
    rf"|(?P<text>[^\[\]\\`<$#\n]*+)\]\(\s*+(?P<link>{_DESTINATION}){_BEHIND}"
    r"|(?P<opening>))"
    rf"|(?<=\])(?P<closing>)(?:\(\s*+(?P<closed>{_DESTINATION}){_BEHIND})?"
    rf"|(?<=#){TAG}"
    r"|(?<=\\)(?P<escape>[!-/:-@\[-`{-~])"
    r"|(?<=`)(?P<code>`*+)"
    r"|(?<=\$)(?P<math>\$?)"
    rf"|(?<=<)(?P<html>[A-Za-z][A-Za-z0-9+.-]{{1,31}}+:[^\s<>]*+>|{HTML_TAG})"
    r"|(?<=<)(?P<comment>!--))"
)
"""The beginnings of tokens: one set of characters, so that `re` skips all others at once."""

# > `code`
_RUN = re.compile(r"`++")
_LINE_END = re.compile(r"\n")
# > draft -->
_COMMENT_END = re.compile(r"-->")
# > x^2 $$
_FORMULA_END = re.compile(r"\$\$")
# > x^2$ and
_DOLLAR_END = re.compile(r"(?<![ \t\\])\$(?![0-9])")


class _Bracket(NamedTuple):
    """An open bracket: where it and the text behind it begin, and the number of tags before."""

    start: int
    content: int
    embed: bool
    tags: int


class Scan:
    """A scan of one passage, from left to right: a token hides those that begin within it.

    Every token is looked at once, and the ends of code and formulas are looked up, so that the
    work is in proportion to the text even where nothing is ever closed.
    """

    __slots__ = (
        "_after",
        "_brackets",
        "_ends",
        "_is_long",
        "_line",
        "_links",
        "_runs",
        "_tags",
        "_text",
    )

    def __init__(self, passage: Passage) -> None:
        self._line, self._text = passage
        self._is_long = "\n" in self._text
        self._after = 0
        self._brackets: list[_Bracket] = []
        self._links: list[tuple[int, Link]] = []
        self._tags: list[Tag] = []
        self._ends: dict[re.Pattern[str], list[int]] = {}
        self._runs: dict[int, list[int]] = {}

    def run(self, links: list[Link], tags: list[Tag]) -> None:
        """Add the passage's links and tags to those given."""
        text, search, tokens = self._text, _TOKEN.search, self._TOKENS
        found = search(text)
        while found:
            end = tokens[found.lastgroup or ""](self, found)
            found = search(text, end or found.end())
        self._links.sort(key=lambda place: place[0])
        links += (link for _, link in self._links)
        tags += self._tags

    # What each token does. Where something hidden ends is returned, if something is hidden.

    def _pass(self, found: re.Match[str]) -> None:
        self._after = found.end()

    def _wiki(self, found: re.Match[str]) -> None:
        start = found.start()
        line = self._line_of(start)
        self._keep(start, wiki_link(found["wiki"], embed=self._embeds(start), line=line))
        self._after = found.end()

    def _tag(self, found: re.Match[str]) -> None:
        start = found.start()
        name = tag_at(self._text, start, found["tag"], follows=start == self._after)
        if name:
            self._tags.append(Tag(name, self._line_of(start)))
            self._after = found.end()

    def _link(self, found: re.Match[str]) -> None:
        start = found.start()
        self._markdown(start, found["link"], found["text"], embed=self._embeds(start))
        self._after = found.end()

    def _open(self, found: re.Match[str]) -> None:
        start, end = found.span()
        self._brackets.append(_Bracket(start, end, self._embeds(start), len(self._tags)))

    def _drop_bracket(self, _found: re.Match[str]) -> None:
        if self._brackets:
            self._brackets.pop()

    def _close(self, found: re.Match[str]) -> None:
        if self._brackets:
            start, content, embed, tags = self._brackets.pop()
            if embed:
                del self._tags[tags:]
            text = self._text[content : found.start()]
            self._markdown(start, found["closed"], text, embed=embed)
        self._after = found.end()

    def _code(self, found: re.Match[str]) -> int:
        if not self._runs:
            for run in _RUN.finditer(self._text):
                self._runs.setdefault(len(run[0]), []).append(run.end())
        return self._hide(self._runs.get(len(found[0]), []), found.end())

    def _math(self, found: re.Match[str]) -> int:
        end = found.end()
        if found["math"]:
            return self._hide(self._places(_FORMULA_END), end)
        if self._text[end : end + 1] in {"", " ", "\t"}:
            return 0
        return self._hide(self._places(_DOLLAR_END), end)

    def _comment(self, found: re.Match[str]) -> int:
        return self._hide(self._places(_COMMENT_END), found.end())

    def _hide(self, ends: list[int], start: int) -> int:
        """Return the first of the ends behind `start`, 0 if there is none."""
        at = bisect_right(ends, start)
        if at == len(ends):
            return 0
        self._after = ends[at]
        return ends[at]

    def _places(self, end: re.Pattern[str]) -> list[int]:
        """Return the end of every match of the pattern."""
        if end not in self._ends:
            self._ends[end] = [found.end() for found in end.finditer(self._text)]
        return self._ends[end]

    def _markdown(self, start: int, destination: str, text: str, *, embed: bool) -> None:
        if not is_address(destination):
            line = self._line_of(start)
            self._keep(start, markdown_link(destination, text, embed=embed, line=line))

    def _embeds(self, start: int) -> bool:
        """Return whether a `!` that is not escaped is right before `start`."""
        return self._after < start and self._text[start - 1] == "!"

    def _keep(self, start: int, link: Link | None) -> None:
        if link:
            self._links.append((start, link))

    def _line_of(self, start: int) -> int:
        return (
            self._line + bisect_right(self._places(_LINE_END), start)
            if self._is_long
            else self._line
        )

    _TOKENS: ClassVar[dict[str, Callable[[Scan, re.Match[str]], int | None]]] = {
        "escape": _pass,
        "wiki": _wiki,
        "tag": _tag,
        "link": _link,
        "opening": _open,
        "closing": _drop_bracket,
        "closed": _close,
        "code": _code,
        "math": _math,
        "html": _pass,
        "comment": _comment,
    }
