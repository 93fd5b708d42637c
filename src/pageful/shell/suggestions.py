"""Suggestions for a word that is no command or option, and quoted words."""

from __future__ import annotations

import re
from collections.abc import Iterable

# > src/main
# > --limit=5
_SAFE = re.compile(r"[\w@%+=:,./-]+", re.ASCII)


def nearest(word: str, names: Iterable[str]) -> str | None:
    """Return the name that is written most like a word, if one is at all."""
    import difflib

    close = difflib.get_close_matches(word, list(names), n=1)
    return close[0] if close else None


def quote(word: str) -> str:
    """Quote a word for bash and its like, as `shlex.quote` does without what that loads."""
    if _SAFE.fullmatch(word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"
