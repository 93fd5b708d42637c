"""Links and their targets, parsed from their text."""

from __future__ import annotations

import re
import unicodedata
from html import unescape
from typing import Final

from pageful.vault.parsing.parsed_note import Link, LinkKind

# [Rye bread#Crust [1]|rye]]
WIKI: Final = r"\[(?P<wiki>(?!\]\])[^\[\]\n]*+(?:(?:\[(?!\[)|\](?!\]))[^\[\]\n]*+){0,1000})\]\]"
"""The pattern of a link behind its first `[`: the innermost `[[`, to the next `]]` on the line.

Single brackets within it are rare; a bound keeps the memory small that `re` takes for each.
"""

# > a\_b
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
# > Bread &amp; butter
_ENTITY = re.compile(r"&(?:[A-Za-z][A-Za-z0-9]{1,31}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});")
# > Rye%20sourdough.md
_ENCODED = re.compile(r"(?:%[0-9a-fA-F]{2})+")
_RESERVED = frozenset(b";/?:@&=+$,#")


def wiki_link(
    inner: str, *, embed: bool = False, line: int = 0, kind: LinkKind = "wiki"
) -> Link | None:
    r"""Parse the text between `[[` and `]]` as a link; `None` if it names nothing.

    The alias begins after the first `|`, which a table writes `\|`.
    """
    inner = inner.strip()
    bar = inner.find("|")
    display = ""
    if bar > 0:
        display = inner[bar + 1 :].strip()
        inner = inner[:bar].rstrip()
    return _link(inner.removesuffix("\\"), display, embed, kind, line)


def markdown_link(destination: str, text: str, *, embed: bool, line: int) -> Link | None:
    """Return the link of `[text](destination)`; `None` if it leads out of the vault or nowhere."""
    if destination.startswith("<"):
        destination = destination[1:-1]
    if "\\" in destination:
        destination = _ESCAPED.sub(r"\1", destination)
    if "&" in destination:
        destination = _ENTITY.sub(lambda found: unescape(found[0]), destination)
    if is_address(destination):
        return None
    return _link(_decode(destination), text, embed, "markdown", line)


def is_address(destination: str) -> bool:
    """Tell if a destination leads out of the vault: it has a colon, and no `./` or `../` before."""
    return ":" in destination and not destination.lstrip("<").startswith(("./", "../"))


def _link(path: str, display: str, embed: bool, kind: LinkKind, line: int) -> Link | None:
    if not path.isascii():
        path = unicodedata.normalize("NFC", path.replace("\u00a0", " "))
    target, mark, rest = path.partition("#")
    target = target.strip()
    if not (target or rest):
        return None
    return Link(target, (mark + rest).rstrip(), display, embed, kind, line)


def _decode(destination: str) -> str:
    """Percent-decode as JavaScript's `decodeURI`: reserved characters stay encoded.

    A text that is not UTF-8 when decoded is returned as it is.
    """
    if "%" not in destination:
        return destination
    try:
        return _ENCODED.sub(lambda found: _characters(found[0]), destination)
    except UnicodeDecodeError:
        return destination


def _characters(encoded: str) -> str:
    codes = bytes.fromhex(encoded.replace("%", ""))
    if _RESERVED.isdisjoint(codes):
        return codes.decode()
    kept = (b"%%%02X" % code if code in _RESERVED else bytes((code,)) for code in codes)
    return b"".join(kept).decode()
