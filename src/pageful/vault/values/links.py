"""The text form of links: parsing `path#heading|display`, and printing it."""

from __future__ import annotations

import re

from pageful.lazy.dataclasses import replace
from pageful.vault.values.names import file_title, heading_text
from pageful.vault.values.values import Link

# > Starter|Rosa
_PIPE = re.compile(r"(?<!\\)\|")

# > [[Starter#pH|Rosa]]
LINK = re.compile(r"\[\[([^\[\]]*?)\]\]")
"""A link in double brackets, its inside as the group."""


def inner_link(inside: str) -> Link:
    r"""Parse the text between `[[` and `]]`: `|` begins the display, `\|` is a pipe in the path."""
    pipe = _PIPE.search(inside)
    path = inside[: pipe.start()] if pipe else inside
    return link_to(path.replace("\\|", "|"), inside[pipe.end() :] if pipe else None)


def link_to(target: str, display: str | None = None) -> Link:
    """Make a link of a target: a path, with a `#heading` or `#^block` if it names one."""
    if "#^" in target:
        path, block = target.split("#^")[:2]
        return Link(path, "block", display, block)
    if "#" in target:
        path, heading = target.split("#")[:2]
        return Link(path, "header", display, heading_text(heading))
    return Link(target, "file", display)


def with_display(link: Link, display: str | None) -> Link:
    """Copy a link with another display text."""
    return replace(link, display=display)


def with_embed(link: Link, embed: bool) -> Link:
    """Copy a link as an embed, or as none."""
    return replace(link, embed=embed)


def link_text(link: Link) -> str:
    """Format a link as Markdown: `[[path#heading|display]]`."""
    shown = link.display or _title(link)
    return f"{'!' if link.embed else ''}[[{_target(link)}|{shown}]]"


def _title(link: Link) -> str:
    title = file_title(link.path)
    return title if link.type == "file" else f"{title} > {link.subpath}"


def _target(link: Link) -> str:
    path, within = link.path.replace("|", "\\|"), (link.subpath or "").replace("|", "\\|")
    if link.type == "header":
        return f"{path}#{within}"
    return f"{path}#^{within}" if link.type == "block" else path
