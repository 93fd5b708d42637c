"""Links of expressions: read from texts, resolved to files, compared."""

from __future__ import annotations

import re

from pageful.vault.bases.rows import Row
from pageful.vault.bases.values import FileValue, LinkValue, UrlValue, Value
from pageful.vault.parsing.links import wiki_link

# > https://obsidian.md
# > mailto:someone@example.com
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:(?:\S|(?<=\S) )", re.IGNORECASE | re.ASCII)


def parse_link(text: str, source: str) -> LinkValue | None:
    """Read a whole text as a link in double brackets, or return None."""
    if not (text.startswith("[[") and text.endswith("]]")):
        return None
    link = wiki_link(text[2:-2])
    if link is None:
        return None
    return LinkValue(link.target + link.subpath, link.display or None, source)


def link_to(target: str, display: Value, source: str) -> LinkValue | UrlValue:
    """Make a link of a path, of a text in double brackets, or of an address."""
    text = target.strip()
    if is_address(text):
        return UrlValue(text, display)
    link = parse_link(text.removeprefix("!"), source) or LinkValue(text, None, source)
    return link if display is None else LinkValue(link.target, display, source)


def is_address(text: str) -> bool:
    """Return whether a text is an address of the web or the like, and no path in the vault."""
    return bool(_ADDRESS.match(text))


def linked_path(link: LinkValue, row: Row) -> str | None:
    """Return the path of the file that a link leads to, if there is one."""
    target = link.target.partition("#")[0]
    return row.context.vault.resolve(target, link.source or row.path)


def file_path(value: Value, row: Row) -> str | None:
    """Return the path of the file that a value means: a file, a link, or a text as a link's."""
    match value:
        case FileValue(path):
            return path
        case LinkValue():
            return linked_path(value, row)
        case str():
            link = link_to(value, None, row.path)
            return linked_path(link, row) if isinstance(link, LinkValue) else None
        case _:
            return None


def same_link(first: LinkValue, second: LinkValue, row: Row) -> bool:
    """Return whether two links lead to one file or, if there is none, are written alike."""
    if first.target == second.target and first.source == second.source:
        return True
    one, other = linked_path(first, row), linked_path(second, row)
    if one is None and other is None:
        return first.target == second.target
    return one == other
