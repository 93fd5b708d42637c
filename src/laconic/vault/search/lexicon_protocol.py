"""What finding matches asks of an index of the notes' texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from laconic.vault.folding import folded
from laconic.vault.moment import Moment


class Lexicon(Protocol):
    """Finds the notes whose folded text holds a string."""

    def notes_with(self, sought: str, /) -> frozenset[str]:
        """The paths of the notes whose folded text holds a folded string, within words too."""
        ...


@dataclass(frozen=True, slots=True)
class ScanningLexicon:
    """A lexicon without an index: it reads every text for every string."""

    moment: Moment

    def notes_with(self, sought: str, /) -> frozenset[str]:
        """The paths of the notes whose folded text holds a folded string, within words too."""
        return frozenset(
            path for path in self.moment.notes if sought in folded(self.moment.text(path))
        )
