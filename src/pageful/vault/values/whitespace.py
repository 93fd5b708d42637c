"""The white space of queries: ECMAScript's set, which differs from Python's."""

from __future__ import annotations

CHARACTERS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""Every white space character."""

SPACE = f"[{CHARACTERS}]"
"""A pattern that matches one white space character."""


def strip_whitespace(text: str) -> str:
    """Remove white space from both ends of a text."""
    return text.strip(CHARACTERS)
