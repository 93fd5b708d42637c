"""Names in a base that nothing in the vault has, each with the nearest one."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from difflib import SequenceMatcher

from pageful.lazy.dataclasses import dataclass
from pageful.text.folding import fold_text
from pageful.text.similarity import find_similar
from pageful.text.units import count
from pageful.tool.time_limit import TimeLimit
from pageful.vault.bases.references import Reference
from pageful.vault.snapshot.snapshot import VaultSnapshot

_SECONDS = 0.5
"""Seconds of the search for names in all notes; names not found by then get no remark. Chosen by
hand."""
_MOST = 8
"""Remarks on names of one view: more would hide its rows. Chosen by hand."""
_ALIKE = 0.6
"""The least similarity, as `difflib` measures it, of a name that may be meant. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names that a base can use: those of its formulas and of the properties of all notes."""

    snapshot: VaultSnapshot
    formulas: Collection[str]
    checkpoint: Callable[[], None] = lambda: None

    def remarks(self, used: Iterable[Reference]) -> Iterator[str]:
        """Yield a remark on each name that nothing has."""
        said = [*self._of_formulas(used := tuple(dict.fromkeys(used))), *self._of_notes(used)]
        yield from said[:_MOST]
        if len(said) > _MOST:
            yield f"{count(len(said) - _MOST, 'more name')} of the base stand for nothing."

    def _of_formulas(self, used: Iterable[Reference]) -> Iterator[str]:
        for each in used:
            if each.owner == "formula" and each.name not in self.formulas:
                meant = nearest_name(each.name, self.formulas)
                yield f"The base has no formula `{each.name}`{meant}."

    def _of_notes(self, used: Iterable[Reference]) -> Iterator[str]:
        wanted = [each.name for each in used if each.owner == "note"]
        unknown, known = self._unknown_properties(wanted)
        for name in unknown:
            meant = nearest_name(name, known)
            formula = f"; `formula.{name}` is a formula" if name in self.formulas else meant
            yield f"No note has a property `{name}`{formula}."

    def _unknown_properties(self, wanted: Iterable[str]) -> tuple[list[str], list[str]]:
        """Return the names that no note has, and all that notes have; none if it takes long."""
        left = {name.lower(): name for name in reversed(list(dict.fromkeys(wanted)))}
        limit, known = TimeLimit(_SECONDS), dict[str, None]()
        for note in self.snapshot.notes.values():
            if not left:
                break
            if limit.seconds_left() <= 0:
                return [], []
            self.checkpoint()
            for name in note.properties:
                if name not in known:
                    known[name] = None
                    left.pop(name.lower(), None)
        return list(reversed(left.values())), list(known)


def nearest_name(wanted: str, names: Collection[str], quote: str = "`") -> str:
    """Return a hint at the name nearest to an unknown one; empty if none is near."""
    sought = fold_text(wanted)
    alike = {
        name: SequenceMatcher(None, sought, fold_text(name)).ratio()
        for name in find_similar(wanted, names)
    }
    nearest = max(alike, key=alike.__getitem__, default="")
    if not nearest or alike[nearest] < _ALIKE:
        return ""
    return f"; nearest: {quote}{nearest}{quote}"
