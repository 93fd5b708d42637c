"""The links and tags within passages."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pageful.vault.parsing.links import WIKI, wiki_link
from pageful.vault.parsing.parsed_note import Link, Tag
from pageful.vault.parsing.passage import Passage
from pageful.vault.parsing.scan import Scan
from pageful.vault.parsing.tags import TAG, tag_at

# > see [[Starter]] #bread
_SIMPLE = re.compile(rf"\[{WIKI}|#{TAG}")
# > [the mill](Mill.md)
_SPECIAL = re.compile(r"[\\`$<]|\]\(")


def find_references(passages: Iterable[Passage]) -> tuple[list[Link], list[Tag]]:
    """Return the links and the tags of passages, in the order of the text."""
    links: list[Link] = []
    tags: list[Tag] = []
    for passage in passages:
        if _SPECIAL.search(passage.text):
            Scan(passage).run(links, tags)
        else:
            _simple(passage, links, tags)
    return links, tags


def _simple(passage: Passage, links: list[Link], tags: list[Tag]) -> None:
    """Add the links and tags of a passage in which nothing but a link hides anything."""
    line, text = passage
    counted = after = 0
    for found in _SIMPLE.finditer(text):
        start = found.start()
        line += text.count("\n", counted, start)
        counted = start
        inner, name = found.groups()
        if inner is not None:
            link = wiki_link(inner, embed=text.startswith("!", start - 1, start), line=line)
            if link:
                links.append(link)
            after = found.end()
        elif name := tag_at(text, start, name, follows=start == after):
            tags.append(Tag(name, line))
            after = found.end()
