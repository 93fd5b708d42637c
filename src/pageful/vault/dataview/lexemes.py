"""The lexical grammar: numbers, strings, booleans, names, links."""

from __future__ import annotations

import re

from pageful.vault.dataview.scanner import Scanner
from pageful.vault.values.links import LINK, inner_link
from pageful.vault.values.names import IDENTIFIER, TAG
from pageful.vault.values.values import Link
from pageful.vault.values.whitespace import SPACE, strip_whitespace

# > -3.5
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
# > "a \"quoted\" word"
_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"', re.DOTALL)
# > a \"quoted\" word
_ESCAPED = re.compile(r'\\(["\\]|.)', re.DOTALL)
# > true
_BOOLEAN = re.compile("true|false|True|False")
# > null
_NULL = re.compile("null")
# > // the best first
_COMMENT = re.compile(r"//([^\n]*)")
# > // the best first
_BLANK = re.compile(rf"(?:{SPACE}+|//[^\n]*)*")


def number(scanner: Scanner) -> float | None:
    """Read a number such as `3` or `-3.5`, without exponent or leading point."""
    found = scanner.match(_NUMBER, "number")
    return float(found[0]) if found else None


def string(scanner: Scanner) -> str | None:
    r"""Read a text in double quotes, in which only `\"` and `\\` are escapes."""
    found = scanner.match(_STRING, "string")
    return _ESCAPED.sub(_unescape, found[1]) if found else None


def _unescape(escaped: re.Match[str]) -> str:
    return escaped[1] if escaped[1] in '"\\' else escaped[0]


def boolean(scanner: Scanner) -> bool | None:
    """Read `true`, `false`, `True` or `False`, even at the beginning of a longer name."""
    found = scanner.match(_BOOLEAN, "boolean")
    return found[0].lower() == "true" if found else None


def null(scanner: Scanner) -> bool:
    """Read `null`; return whether it is there."""
    return scanner.match(_NULL, "null") is not None


def identifier(scanner: Scanner) -> str | None:
    """Read a name: a letter or emoji, then letters, digits, `_`, `-` and emoji."""
    found = scanner.match(IDENTIFIER, "variable")
    return found[0] if found else None


def tag(scanner: Scanner) -> str | None:
    """Read a tag: `#tag/subtag`."""
    found = scanner.match(TAG, "tag")
    return found[0] if found else None


def link(scanner: Scanner) -> Link | None:
    """Read a link: `[[path#heading|display]]`."""
    found = scanner.match(LINK, "link")
    return inner_link(found[1]) if found else None


def comment(scanner: Scanner) -> str | None:
    """Read a comment: `// …` up to the end of its line."""
    found = scanner.match(_COMMENT, "comment")
    return strip_whitespace(found[1]) if found else None


def skip_blank(scanner: Scanner) -> None:
    """Read white space and comments, if any."""
    scanner.match(_BLANK, "white space")
