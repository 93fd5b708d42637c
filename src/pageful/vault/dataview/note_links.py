"""The links of a note as values: as written, and resolved."""

from __future__ import annotations

from collections.abc import Callable

from pageful.vault.parsing import parsed_note as notes
from pageful.vault.values.links import link_to
from pageful.vault.values.values import Link, Value


def link_value(link: notes.Link) -> Link:
    """Convert a link to a value with its display: its own text, else `target > heading`."""
    display = link.display
    if not display and link.kind != "markdown":
        display = _display_text(link)
    if not link.subpath:
        return Link(link.target, "file", display, None, link.embed)
    found = link_to(link.target + link.subpath, display)
    return Link(found.path, found.type, display, found.subpath, link.embed)


def _display_text(link: notes.Link) -> str:
    if not link.subpath:
        return link.target
    return " > ".join(part for part in (link.target + link.subpath).split("#") if part).strip()


def in_order(links: tuple[notes.Link, ...]) -> list[notes.Link]:
    """Sort links as the language lists them: those of properties, then links, then embeds."""
    return sorted(links, key=_rank)


def _rank(link: notes.Link) -> int:
    return 0 if link.kind == "property" else 1 + link.embed


def with_links(value: Value, resolve: Callable[[Link], Link]) -> Value:
    """Resolve every link in a value."""
    if isinstance(value, Link):
        return resolve(value)
    if isinstance(value, tuple):
        return tuple([with_links(element, resolve) for element in value])
    if isinstance(value, dict):
        return {key: with_links(part, resolve) for key, part in value.items()}
    return value
