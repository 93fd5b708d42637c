"""A term_index without an index, which tests hold the real one against."""

from __future__ import annotations

from dataclasses import dataclass

from pageful.text.folding import fold_text
from pageful.vault.snapshot.snapshot import VaultSnapshot


@dataclass(frozen=True, slots=True)
class ScanningIndex:
    """Reads every text for every string."""

    snapshot: VaultSnapshot

    def notes_with(self, sought: str, /) -> frozenset[str]:
        return frozenset(
            path for path in self.snapshot.notes if sought in fold_text(self.snapshot.text(path))
        )
