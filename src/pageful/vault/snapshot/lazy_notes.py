"""The notes of a snapshot, each decoded when it is asked for."""

from __future__ import annotations

from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView

from pageful.vault.parsing.parsed_note import Note
from pageful.vault.snapshot.parsed_file import ParsedFile


class LazyNotes(Mapping[str, Note]):
    """The notes of parsed files by path, without files that have none."""

    __slots__ = ("_files", "_notes", "_whole")

    def __init__(self, parsed: Mapping[str, ParsedFile]) -> None:
        self._files = {path: file for path, file in parsed.items() if file.kept is not None}
        self._notes: dict[str, Note] = {}
        self._whole: dict[str, Note] | None = None

    def __getitem__(self, path: str) -> Note:
        """Return a note."""
        found = self._notes.get(path)
        if found is None:
            found = self._files[path].note
            assert found is not None
            self._notes[path] = found
        return found

    def __iter__(self) -> Iterator[str]:
        """Iterate over paths."""
        return iter(self._files)

    def __len__(self) -> int:
        """Return the number of notes."""
        return len(self._files)

    def __contains__(self, path: object) -> bool:
        """Return whether a file is a note that could be read."""
        return path in self._files

    def keys(self) -> KeysView[str]:
        """Return the paths, without decoding a note."""
        return self._files.keys()

    def items(self) -> ItemsView[str, Note]:
        """Return paths and notes."""
        return self._all().items()

    def values(self) -> ValuesView[Note]:
        """Return the notes."""
        return self._all().values()

    def _all(self) -> dict[str, Note]:
        """Decode what is not decoded yet; the notes in the order of their paths."""
        if self._whole is None:
            self._notes = self._whole = {path: self[path] for path in self._files}
        return self._whole
