"""The protocol of an index that finds substrings in the notes' texts."""

from __future__ import annotations

from typing import Protocol


class SubstringIndex(Protocol):
    """An index that finds the notes whose folded text contains a string."""

    def notes_with(self, sought: str, /) -> frozenset[str]:
        """Return the paths of the notes whose folded text contains a string, within words too."""
        ...
