"""Tables that searches of one snapshot share: folded names, tags and properties."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from pageful.files.latest import Latest
from pageful.text.folding import fold_text
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.parsing.tag_names import levels, tag_key
from pageful.vault.search.operators import Target
from pageful.vault.search.text_spans import TextSpans
from pageful.vault.snapshot.snapshot import VaultFile, VaultSnapshot

_MOST_KEPT = 64_000_000
"""The most characters of folded text that are kept. Chosen by hand."""


class JoinedNames:
    """The names of files in one text, so that a string is looked for in all of them at once."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._paths = list(names)
        self._joined = "\n".join([*names.values(), ""])
        self._ends = list(accumulate(len(name) + 1 for name in names.values()))

    def paths_with(self, text: str) -> Iterator[str]:
        """Yield the paths of the files whose name holds a text."""
        find, joined, ends = self._joined.find, self._joined, self._ends
        at = find(text) if joined else -1
        while at >= 0:
            number = bisect_right(ends, at)
            if number == len(ends):
                return
            if at + len(text) < ends[number]:
                yield self._paths[number]
                at = ends[number] - 1
            at = find(text, at + 1)


class SearchTables:
    """Tables of the files that searches can find, each made when it is first needed.

    `spans` are those of blocks or sections, by their kind and the note's path, where known.
    """

    def __init__(self, snapshot: VaultSnapshot) -> None:
        self._snapshot = snapshot
        self.spans: dict[tuple[str, str], TextSpans] = {}
        self._values: dict[str, Sequence[tuple[object, Sequence[str]]]] = {}
        self._texts: dict[str, str] = {}
        self._kept = 0

    @cached_property
    def files(self) -> Mapping[str, VaultFile]:
        """The files that are not excluded."""
        return {path: file for path, file in self._snapshot.files.items() if not file.excluded}

    @cached_property
    def all_files(self) -> frozenset[str]:
        """The paths of all files."""
        return frozenset(self.files)

    @cached_property
    def searched(self) -> frozenset[str]:
        """The paths of notes and canvases."""
        kinds = ("note", "canvas")
        return frozenset(path for path, file in self.files.items() if file.kind in kinds)

    @cached_property
    def named(self) -> frozenset[str]:
        """The paths of notes and canvases, and of bases, which words find by their names."""
        bases = (path for path, file in self.files.items() if file.kind == "base")
        return self.searched.union(bases)

    def names_for(self, target: Target, *, exact: bool) -> Mapping[str, str]:
        """Return the text of each file that a target other than its content names, by path.

        Of `file` it is the name with its extension, else the path; folded unless `exact`.
        """
        if target == "file":
            return self._names if exact else self._folded_names
        return self._paths if exact else self.folded_paths

    @cached_property
    def _paths(self) -> Mapping[str, str]:
        return {path: path for path in self.files}

    @cached_property
    def _names(self) -> Mapping[str, str]:
        return {path: path.rpartition("/")[2] for path in self.files}

    @cached_property
    def folded_paths(self) -> Mapping[str, str]:
        """The folded path of each file."""
        return {path: fold_text(path) for path in self.files}

    @cached_property
    def _folded_names(self) -> Mapping[str, str]:
        return {path: name.rpartition("/")[2] for path, name in self.folded_paths.items()}

    @cached_property
    def full_paths(self) -> JoinedNames:
        """The folded path of each note, canvas and base."""
        return JoinedNames({path: self.folded_paths[path] for path in self.named})

    @cached_property
    def stems(self) -> JoinedNames:
        """The folded path of each note, canvas and base, without its extension."""
        return JoinedNames(
            {path: self.folded_paths[path].rpartition(".")[0] for path in self.named}
        )

    @cached_property
    def tags(self) -> Mapping[str, frozenset[str]]:
        """The notes that have a tag or one below it; by the key of its name."""
        notes: defaultdict[str, set[str]] = defaultdict(set)
        for written, paths in self.written_tags.items():
            for level in levels(written):
                notes[tag_key(level)] |= paths
        return {name: frozenset(paths) for name, paths in notes.items()}

    @cached_property
    def written_tags(self) -> Mapping[str, frozenset[str]]:
        """The notes that have a tag, by its name as it is written."""
        return self._by_name(lambda note: {tag.name for tag in note.tags})

    @cached_property
    def properties(self) -> Mapping[str, frozenset[str]]:
        """The notes that have a property, by its name as it is written."""
        return self._by_name(lambda note: note.properties)

    def values_of(self, name: str) -> Sequence[tuple[object, Sequence[str]]]:
        """Return the values of a property by its name as written, each with the notes that have it.

        Lists and mappings of different notes are never merged.
        """
        if name not in self._values:
            self._values[name] = self._group_by_value(name)
        return self._values[name]

    def _group_by_value(self, name: str) -> list[tuple[object, list[str]]]:
        notes, nested = self._snapshot.notes, list[tuple[object, list[str]]]()
        plain: defaultdict[tuple[type, object], list[str]] = defaultdict(list)
        for path in self.properties[name]:
            value = notes[path].properties[name]
            if isinstance(value, list | dict):
                nested.append((value, [path]))
            else:
                plain[type(value), value].append(path)
        return [*((value, paths) for (_, value), paths in plain.items()), *nested]

    @cached_property
    def with_tasks(self) -> frozenset[str]:
        """The notes that have a task."""
        return frozenset(
            path
            for path in self.searched & self._snapshot.notes.keys()
            if any(item.status is not None for item in self._snapshot.notes[path].items)
        )

    def folded_text(self, path: str) -> str:
        """Return the folded text of a note or canvas."""
        text = self._texts.get(path)
        if text is None:
            text = fold_text(self._snapshot.text(path))
            self._keep(path, text)
        return text

    def _by_name(self, names_of: Callable[[Note], Iterable[str]]) -> Mapping[str, frozenset[str]]:
        notes: defaultdict[str, set[str]] = defaultdict(set)
        for path in self.searched & self._snapshot.notes.keys():
            for name in names_of(self._snapshot.notes[path]):
                notes[name].add(path)
        return {name: frozenset(paths) for name, paths in notes.items()}

    def _keep(self, path: str, text: str) -> None:
        if self._kept + len(text) > _MOST_KEPT:
            self._texts, self._kept = {}, 0
        self._texts[path] = text
        self._kept += len(text)


def tables_of(snapshot: VaultSnapshot) -> SearchTables:
    """Return the tables of a snapshot; the last ones are kept."""
    return _LATEST.get(snapshot, lambda _: SearchTables(snapshot))


_LATEST: Latest[VaultSnapshot, SearchTables] = Latest()
