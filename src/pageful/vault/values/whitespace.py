"""What counts as white space in a query: ECMAScript's set, which is not Python's."""

from __future__ import annotations

CHARACTERS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
"""Every white space character."""

SPACE = f"[{CHARACTERS}]"
"""One of them, as a pattern."""


def stripped(text: str) -> str:
    """The text without white space around it."""
    return text.strip(CHARACTERS)
