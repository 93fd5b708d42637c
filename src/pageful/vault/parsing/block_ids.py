"""Names of blocks: `^name` at the end of a block, or alone after it."""

from __future__ import annotations

import re

# > ^feeding-1
_ALONE = re.compile(r"\^([a-zA-Z0-9-]+)[ \t]*")


def block_id_alone(text: str) -> str:
    """Return the block id, without `^`, that is the whole text; else an empty text."""
    found = _ALONE.fullmatch(text)
    return found[1] if found else ""


def block_id_at_end(text: str) -> str:
    """Return the block id, without `^`, that is the last word of a text; else an empty text."""
    start = text.rfind("^")
    if start < 0 or (start and not text[start - 1].isspace()):
        return ""
    return block_id_alone(text[start:])
