"""The index of a snapshot's words and strings, in layers."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain

import numpy as np
import numpy.typing as npt

from pageful.lazy.dataclasses import dataclass, replace
from pageful.text.folding import fold_text
from pageful.tool.context import Caller
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.search.inverted_index import Document, Field, Integers, invert
from pageful.vault.search.segment import Segment
from pageful.vault.snapshot.snapshot import VaultSnapshot

_MOST_REMEMBERED = 256
_STEP = 256
_NO_NOTE = b"-"
"""In the place of the hash of a file that is no note, of which only the path is indexed."""


@dataclass(frozen=True, slots=True)
class IndexLayer:
    """A segment with the files that it was made of, and a hash of what was indexed of each.

    Those that are gone or changed since are not `alive`.
    """

    segment: Segment
    paths: tuple[str, ...]
    fingerprints: tuple[bytes, ...]
    alive: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.paths)

    def living_paths(self) -> list[str]:
        """Return the paths of the files that are alive."""
        return [self.paths[number] for number in np.flatnonzero(self.alive).tolist()]


class TermIndex:
    """An exact index of the strings and words in the notes of one snapshot.

    Every file of the vault has a doc_id, a number from 0, if only for its name. Not every doc_id is
    `alive`: some files are gone or changed since they got theirs.
    """

    def __init__(self, layers: Sequence[IndexLayer], notes: Mapping[str, Note]) -> None:
        self.layers = tuple(layers)
        self._notes = notes
        self._remembered: dict[str, frozenset[str]] = {}

    @classmethod
    def of(
        cls, snapshot: VaultSnapshot, before: TermIndex | None = None, caller: Caller | None = None
    ) -> TermIndex:
        """Index a snapshot; with the index of an earlier one, read only changed files.

        Raises:
            Cancelled: the caller gave up.
        """
        layers = [living(snapshot, layer) for layer in before.layers] if before else []
        known = {path for layer in layers for path in layer.living_paths()}
        fresh = [path for path in snapshot.files if path not in known]
        # Each layer stays at least twice as large as the next, so that there are few of them and
        # a note is seldom read again.
        while layers and (fresh or _is_sparse(layers[-1])) and _is_small(layers[-1], len(fresh)):
            fresh += layers.pop().living_paths()
        if fresh:
            layers.append(_layer(sorted(fresh), snapshot, caller or Caller()))
        return cls(layers, snapshot.notes)

    def notes_with(self, sought: str) -> frozenset[str]:
        """Return the paths of the notes whose folded text contains a string, within words too."""
        found = self._remembered.get(sought)
        if found is None:
            found = frozenset(map(self.paths.__getitem__, self._notes_containing(sought).tolist()))
            if len(self._remembered) >= _MOST_REMEMBERED:
                self._remembered.clear()
            self._remembered[sought] = found
        return found

    @cached_property
    def paths(self) -> list[str]:
        """The path of each document."""
        return [path for layer in self.layers for path in layer.paths]

    @cached_property
    def doc_ids(self) -> dict[str, int]:
        """The document of each file, by path."""
        paths = self.paths
        return {paths[doc_id]: doc_id for doc_id in np.flatnonzero(self.alive).tolist()}

    @cached_property
    def ranks(self) -> Integers:
        """The rank of each document in the order of paths, of shape (documents,), int64."""
        ranks = np.zeros(len(self.paths), np.int64)
        ranks[sorted(range(len(ranks)), key=self.paths.__getitem__)] = np.arange(len(ranks))
        return ranks

    @cached_property
    def alive(self) -> npt.NDArray[np.bool_]:
        """A mask of the documents that are files of this snapshot, of shape (documents,), bool."""
        return np.concatenate([np.zeros(0, np.bool_), *(layer.alive for layer in self.layers)])

    @cached_property
    def sizes(self) -> npt.NDArray[np.float64]:
        """The bytes of each document's text, of shape (documents,), float64."""
        sizes = [layer.segment.texts.sizes for layer in self.layers]
        return np.concatenate([np.zeros(0), *sizes])

    def segments(self) -> Iterable[tuple[int, Segment]]:
        """Return the segments, each with the id of its first document."""
        return zip(self._starts, (layer.segment for layer in self.layers), strict=True)

    def vocabulary(self) -> Iterator[str]:
        """Yield all words, those of deleted notes included."""
        return chain.from_iterable(segment.vocabulary() for _, segment in self.segments())

    def text(self, doc_id: int) -> str:
        """Return the folded text of a document."""
        segment, number = self._at(doc_id)
        return segment.texts[number].decode("utf-8", "surrogatepass")

    def doc_ids_named(self, sought: str, doc_ids: Integers) -> list[int]:
        """Return the documents, of those given, with a string in path, aliases or headings."""
        encoded, found = sought.encode("utf-8", "surrogatepass"), []
        for start, segment in self.segments():
            begin, end = np.searchsorted(doc_ids, (start, start + len(segment)))
            numbers = segment.heads.texts_with(encoded, (doc_ids[begin:end] - start).tolist())
            found += [start + number for number in numbers]
        return found

    def doc_ids_with_line(self, ending: str, doc_ids: Integers) -> list[int]:
        """Return the documents, of those given, whose head has a line that is or ends in `/ending`.

        These are all whose name or alias may be the ending.
        """
        ends = [f"{before}{ending}\n".encode("utf-8", "surrogatepass") for before in "\n/"]
        found = []
        for start, segment in self.segments():
            begin, end = np.searchsorted(doc_ids, (start, start + len(segment)))
            data, bounds = segment.heads.data, segment.heads.bounds
            for number in (doc_ids[begin:end] - start).tolist():
                first, last = bounds[number]
                if any(data.find(each, first, last + 1) >= 0 for each in ends):
                    found.append(start + number)
        return found

    def head(self, doc_id: int) -> str:
        """Return the folded path without `.md`, aliases and headings of a document, a line each."""
        segment, number = self._at(doc_id)
        return segment.heads[number].decode("utf-8", "surrogatepass")

    def aliases(self, doc_id: int) -> list[str]:
        """Return the folded aliases of a document."""
        note = self._notes.get(self.paths[doc_id])
        return [fold_text(alias) for alias in note.aliases] if note else []

    def density(self, doc_id: int, strings: Sequence[str]) -> float:
        """Return the saturated frequency of folded strings in a document, from 0 to less than 1."""
        segment, number = self._at(doc_id)
        data, (begin, end) = segment.texts.data, segment.texts.bounds[number]
        counts = [data.count(each.encode("utf-8", "surrogatepass"), begin, end) for each in strings]
        return sum(count / (count + 3.0) for count in counts) / max(1, len(counts))

    def _at(self, doc_id: int) -> tuple[Segment, int]:
        number = bisect_right(self._starts, doc_id) - 1
        return self.layers[number].segment, doc_id - self._starts[number]

    @cached_property
    def _starts(self) -> list[int]:
        return list(accumulate(map(len, self.layers), initial=0))[:-1]

    @cached_property
    def _are_notes(self) -> npt.NDArray[np.bool_]:
        notes = [each != _NO_NOTE for layer in self.layers for each in layer.fingerprints]
        return self.alive & np.array(notes, np.bool_)

    def _notes_containing(self, sought: str) -> Integers:
        """Return the ids of the notes whose text contains a string."""
        found = [start + segment.notes_with(sought) for start, segment in self.segments()]
        doc_ids: Integers = np.concatenate([np.zeros(0, np.int64), *found])
        return doc_ids[self._are_notes[doc_ids]]


def living(snapshot: VaultSnapshot, layer: IndexLayer) -> IndexLayer:
    """Return a layer for a snapshot: files that are gone or changed are not alive."""
    files = snapshot.files
    same = [
        path in files and known == fingerprint(path, snapshot)
        for path, known in zip(layer.paths, layer.fingerprints, strict=True)
    ]
    return replace(layer, alive=layer.alive & np.array(same, np.bool_))


def fingerprint(path: str, snapshot: VaultSnapshot) -> bytes:
    """Return a hash of all that is indexed of a file beside its path."""
    return snapshot.digest(path) if path in snapshot.notes else _NO_NOTE


def _is_sparse(layer: IndexLayer) -> bool:
    return 2 * int(layer.alive.sum()) < len(layer)


def _is_small(layer: IndexLayer, fresh: int) -> bool:
    return _is_sparse(layer) or len(layer) < 2 * fresh


def _layer(paths: Sequence[str], snapshot: VaultSnapshot, caller: Caller) -> IndexLayer:
    fingerprints = tuple(fingerprint(path, snapshot) for path in paths)
    segment = Segment(invert(_documents(paths, snapshot, caller)))
    return IndexLayer(segment, tuple(paths), fingerprints, np.ones(len(paths), np.bool_))


def _documents(paths: Sequence[str], snapshot: VaultSnapshot, caller: Caller) -> Iterator[Document]:
    for done, path in enumerate(paths):
        if done % _STEP == 0:
            caller.progress("Indexing words", done, len(paths))
            caller.checkpoint()
        yield _document(path, snapshot)


def _document(path: str, snapshot: VaultSnapshot) -> Document:
    file, note = snapshot.files[path], snapshot.notes.get(path)
    name = fold_text(f"{file.folder}/{file.name}")
    named = [(Field.TITLE, file.name), (Field.FOLDER, file.folder)]
    if note is None:
        return Document("", name, _fold(named))
    named += [(Field.ALIAS, alias) for alias in note.aliases]
    named += [(Field.HEADING, heading.text) for heading in note.headings]
    named += [(Field.TAG, tag.name) for tag in note.tags]
    return Document(fold_text(snapshot.text(path)), name, _fold(named))


def _fold(named: Sequence[tuple[Field, str]]) -> list[tuple[Field, str]]:
    return [(field, fold_text(text)) for field, text in named]
