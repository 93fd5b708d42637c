"""The emoji that date a task: `📅 2021-11-08` is its `due`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pageful.vault.dataview.inline_fields import InlineField
from pageful.vault.values.whitespace import SPACE

_DAY = rf"{SPACE}*([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})"
_SHORTHANDS = {
    # > ➕ 2025-03-01
    "created": re.compile(f"\u2795{_DAY}"),
    # > 🛫 2025-03-02
    "start": re.compile(f"\U0001f6eb{_DAY}"),
    # > ⏳ 2025-03-03
    "scheduled": re.compile(f"[\u23f3\u231b]{_DAY}"),
    # > 📅 2025-03-14
    "due": re.compile(f"(?:[\U0001f4c5\U0001f4c6]|\U0001f5d3\ufe0f?){_DAY}"),
    # > ✅ 2025-03-15
    "completion": re.compile(f"\u2705{_DAY}"),
}
"""One of ➕, 🛫, ⏳ or ⌛, 📅 or 📆 or 🗓, ✅, each with the day that follows."""

# > descale the oven 📅 2025-03-14
_ANY = re.compile("[\u2795\U0001f6eb\u23f3\u231b\U0001f4c5\U0001f4c6\U0001f5d3\u2705]")


def has_shorthand(text: str) -> bool:
    """Return whether one of the emoji is in a text."""
    return not text.isascii() and _ANY.search(text) is not None


def shorthand_fields(text: str) -> Iterator[InlineField]:
    """Yield the first date of each kind in a text."""
    if not has_shorthand(text):
        return
    for key, shorthand in _SHORTHANDS.items():
        found = shorthand.search(text)
        if found:
            yield InlineField(key, found[1], found.start(), found.end())
