"""What searches of one moment need again and again: folded names, tags and properties."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate

from pageful.text.folding import fold_text
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.parsing.tag_names import levels, tag_key
from pageful.vault.search.text_spans import Spans
from pageful.vault.snapshot.snapshot import Moment, VaultFile

_MOST_KEPT = 64_000_000
"""How many characters of folded text are kept."""


class Names:
    """Names of files in a row, so that a text is looked for in all of them at once."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._paths = list(names)
        self._joined = "\n".join([*names.values(), ""])
        self._ends = list(accumulate(len(name) + 1 for name in names.values()))

    def holding(self, text: str) -> Iterator[str]:
        """The paths of the files whose name holds a text."""
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


class Catalog:
    """What is known of the files that searches can find, found when it is first needed.

    `spans` are those of blocks or sections, by their kind and the note's path, where known.
    """

    def __init__(self, moment: Moment) -> None:
        self._moment = moment
        self.spans: dict[tuple[str, str], Spans] = {}
        self._values: dict[str, Sequence[tuple[object, Sequence[str]]]] = {}
        self._texts: dict[str, str] = {}
        self._kept = 0

    @cached_property
    def files(self) -> Mapping[str, VaultFile]:
        """The files that are not excluded."""
        return {path: file for path, file in self._moment.files.items() if not file.excluded}

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
    def names(self) -> Mapping[str, str]:
        """The name of each file, with its extension."""
        return {path: path.rpartition("/")[2] for path in self.files}

    @cached_property
    def folded_paths(self) -> Mapping[str, str]:
        """The folded path of each file."""
        return {path: fold_text(path) for path in self.files}

    @cached_property
    def folded_names(self) -> Mapping[str, str]:
        """The folded name of each file, with its extension."""
        return {path: name.rpartition("/")[2] for path, name in self.folded_paths.items()}

    @cached_property
    def full_paths(self) -> Names:
        """The folded path of each note and canvas."""
        return Names({path: self.folded_paths[path] for path in self.searched})

    @cached_property
    def stems(self) -> Names:
        """The folded path of each note and canvas, without its extension."""
        return Names({path: self.folded_paths[path].rpartition(".")[0] for path in self.searched})

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
        """The values of a property by its name as it is written, each with the notes that have it.

        Lists and mappings are apart for each note.
        """
        if name not in self._values:
            self._values[name] = self._valued(name)
        return self._values[name]

    def _valued(self, name: str) -> list[tuple[object, list[str]]]:
        notes, nested = self._moment.notes, list[tuple[object, list[str]]]()
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
            for path in self.searched & self._moment.notes.keys()
            if any(item.status is not None for item in self._moment.notes[path].items)
        )

    def folded_text(self, path: str) -> str:
        """The folded text of a note or canvas."""
        text = self._texts.get(path)
        if text is None:
            text = fold_text(self._moment.text(path))
            self._keep(path, text)
        return text

    def _by_name(self, names_of: Callable[[Note], Iterable[str]]) -> Mapping[str, frozenset[str]]:
        notes: defaultdict[str, set[str]] = defaultdict(set)
        for path in self.searched & self._moment.notes.keys():
            for name in names_of(self._moment.notes[path]):
                notes[name].add(path)
        return {name: frozenset(paths) for name, paths in notes.items()}

    def _keep(self, path: str, text: str) -> None:
        if self._kept + len(text) > _MOST_KEPT:
            self._texts, self._kept = {}, 0
        self._texts[path] = text
        self._kept += len(text)


def catalog_of(moment: Moment) -> Catalog:
    """The moment's catalog; the last one is kept."""
    catalog = _KEPT.get(moment)
    if catalog is None:
        catalog = Catalog(moment)
        _KEPT.clear()
        _KEPT[moment] = catalog
    return catalog


_KEPT: dict[Moment, Catalog] = {}
