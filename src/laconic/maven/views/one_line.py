"""Names that stand on one line of a page, whatever they hold."""

from __future__ import annotations

import json


def name(text: str) -> str:
    """Write a name to the letter; one that no line can take, as a JSON string, as calls take it."""
    if text.isprintable():
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return quoted if quoted.isprintable() else json.dumps(text)
