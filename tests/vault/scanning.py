"""A lexicon without an index, which tests hold the real one against."""

from __future__ import annotations

from dataclasses import dataclass

from pageful.text.folding import fold_text
from pageful.vault.snapshot.snapshot import Moment


@dataclass(frozen=True, slots=True)
class ScanningLexicon:
    """Reads every text for every string."""

    moment: Moment

    def notes_with(self, sought: str, /) -> frozenset[str]:
        return frozenset(
            path for path in self.moment.notes if sought in fold_text(self.moment.text(path))
        )
