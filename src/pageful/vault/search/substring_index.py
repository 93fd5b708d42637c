"""The protocol of an index that finds substrings in the notes' texts."""

from __future__ import annotations

from typing import Protocol


class SubstringIndex(Protocol):
    """Finds the notes whose folded text holds a string."""

    def notes_with(self, sought: str, /) -> frozenset[str]:
        """The paths of the notes whose folded text holds a folded string, within words too."""
        ...
