"""Aliases, tags and links in properties, as Obsidian reads them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pageful.vault.parsing.links import markdown_link, wiki_link
from pageful.vault.parsing.parsed_note import Link, Tag

_ALIASES = ("aliases", "alias")
_TAGS = ("tags", "tag")
# > bread, rye
_BETWEEN = re.compile(r"[,\s]+")
# > [the mill](Places/Mill%20(old).md)
_MARKDOWN = re.compile(
    r"\[(?P<text>[^\[\]]*)\]"
    r"\((?P<to><[^<>]*>|[^()\s]*(?:\([^()\s]*\)[^()\s]*)*)\)"
)


def property_aliases(properties: Mapping[str, object]) -> tuple[str, ...]:
    """Return the note's other names, each once; a text is one name, even with commas."""
    found = (text.strip() for value in _values(properties, _ALIASES) for text in _texts(value))
    return tuple(dict.fromkeys(text for text in found if text))


def property_tags(properties: Mapping[str, object]) -> tuple[Tag, ...]:
    """Return the tags without `#`, each once.

    A text is split at commas and spaces, as Obsidian did before version 1.9. In a list, what has
    a space is no tag.
    """
    found: list[str] = []
    for value in _values(properties, _TAGS):
        if isinstance(value, str):
            found += _BETWEEN.split(value)
        else:
            found += (text.strip() for text in _texts(value))
    names = (text.removeprefix("#") for text in found)
    kept = (name for name in names if name and not any(map(str.isspace, name)))
    return tuple(Tag(name, 0) for name in dict.fromkeys(kept))


def property_links(texts: Iterable[tuple[int, str]]) -> tuple[Link, ...]:
    """Return the links that are the whole text of a property, or of an item of its list."""
    found = (_link(text, line) for line, text in texts)
    return tuple(link for link in found if link)


def is_property_link(text: str) -> bool:
    """Return whether a property's whole text is `[[Note]]` or `[text](Note.md)`."""
    return (text[:2] == "[[" and text[-2:] == "]]") or bool(_MARKDOWN.fullmatch(text))


def _link(text: str, line: int) -> Link | None:
    if found := _MARKDOWN.fullmatch(text):
        link = markdown_link(found["to"], found["text"], embed=False, line=line)
        return replace(link, kind="property") if link else None
    return wiki_link(text[2:-2], line=line, kind="property")


def _values(properties: Mapping[str, object], names: tuple[str, ...]) -> list[object]:
    """Return the values of properties by these names, in any case, in the order of `names`."""
    if not properties:
        return []
    return [value for name in names for key, value in properties.items() if key.lower() == name]


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value]
    return [text for text in value if isinstance(text, str)] if isinstance(value, list) else []
