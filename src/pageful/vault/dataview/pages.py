"""The notes as queries see them: pages of fields, found by tag, folder or link."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from pageful.files.latest import Latest
from pageful.vault.dataview.fields import Fields
from pageful.vault.dataview.file_fields import FileFields
from pageful.vault.dataview.item_fields import ItemFields
from pageful.vault.dataview.metadata import Metadata
from pageful.vault.dataview.note_links import with_links
from pageful.vault.dataview.note_paths import NotePaths, in_order
from pageful.vault.graph.adjacency import Graph
from pageful.vault.parsing import parsed_note as notes
from pageful.vault.snapshot.snapshot import VaultFile, VaultSnapshot
from pageful.vault.values.clock import Clock
from pageful.vault.values.values import Date, Link, Value
from pageful.vault.values.zones import Zone

_FILE = "file"


class Page(Fields):
    """A note at one snapshot: `file`, then the fields written in it."""

    __slots__ = ("_fields", "_file", "_items", "_pages", "metadata", "path")

    def __init__(self, path: str, metadata: Metadata, pages: Pages) -> None:
        self.path = path
        self.metadata: Metadata = metadata
        self._pages = pages
        self._file = FileFields(self)
        self._fields: Mapping[str, Value] | None = None
        self._items: tuple[ItemFields, ...] | None = None

    def get(self, name: str, default: Any = None) -> Any:
        """Return the value of a field."""
        return self._file if name == _FILE else self.written.get(name, default)

    def __iter__(self) -> Iterator[str]:
        yield _FILE
        yield from (name for name in self.written if name != _FILE)

    @property
    def written(self) -> Mapping[str, Value]:
        """The fields written in the note."""
        if self._fields is None:
            fields = self.metadata.fields(self._pages.snapshot.text)
            self._fields = {name: with_links(value, self.resolve) for name, value in fields.items()}
        return self._fields

    @property
    def list_items(self) -> tuple[ItemFields, ...]:
        """The items of all lists, in the order of the note."""
        if self._items is None:
            by_line: dict[int, ItemFields] = {}
            for item in self.metadata.items(self._pages.snapshot.text):
                by_line[item.line] = ItemFields(self.path, item, by_line, self.resolve)
            self._items = tuple(by_line.values())
        return self._items

    @property
    def day(self) -> Date | None:
        """The day of the note."""
        return self.metadata.day(self._pages.snapshot.text)

    @property
    def text(self) -> str:
        """The text of the note, frontmatter and all."""
        return self._pages.snapshot.text(self.path)

    @property
    def stat(self) -> VaultFile:
        """The file system's facts of the note."""
        return self._pages.snapshot.files[self.path]

    @property
    def zone(self) -> Zone:
        """The zone in which the note's times are shown."""
        return self._pages.clock.zone

    @property
    def inlinks(self) -> Sequence[str]:
        """The notes that link to this one."""
        return self._pages.sources_of(self.path)

    @property
    def is_starred(self) -> bool:
        """Return whether the note has a bookmark."""
        return self.path in self._pages.starred

    def resolve(self, link: Link) -> Link:
        """Resolve a link of this note to a full path, if its file exists."""
        path = self._pages.snapshot.resolve(link.path, self.path)
        if path is None or path == link.path:
            return link
        return Link(path, link.type, link.display, link.subpath, link.embed)


class Pages:
    """All pages of a vault at one snapshot, each created at its first use.

    What is known of notes and paths `before` is taken over where it still is true.
    """

    def __init__(
        self,
        snapshot: VaultSnapshot,
        graph: Graph,
        clock: Clock,
        starred: frozenset[str] = frozenset(),
        before: Pages | None = None,
    ) -> None:
        self.snapshot = snapshot
        self.graph = graph
        self.clock = clock
        self.starred = starred
        self.paths = _paths(snapshot, before)
        self._metadata = {} if before is None else before.unchanged_metadata(snapshot)
        self._pages: dict[str, Page] = {}
        self._by_tag: Mapping[str, Sequence[str]] | None = None

    def unchanged_metadata(self, snapshot: VaultSnapshot) -> dict[str, Metadata]:
        """Return the metadata of the notes that are the same at another snapshot."""
        now, known = snapshot.notes, self._metadata.copy()
        return {path: each for path, each in known.items() if now.get(path) is each.note}

    def page(self, path: str) -> Page | None:
        """Return the page of the note at a path, or `None`."""
        page = self._pages.get(path)
        if page is None and path in self.paths:
            page = self._pages.setdefault(path, Page(path, self._metadata_of(path), self))
        return page

    def with_tag(self, tag: str) -> Sequence[str]:
        """Return the notes with a tag or one of its subtags, in any case."""
        if self._by_tag is None:
            found: dict[str, list[str]] = {}
            for path in self.paths.all:
                for name in self._metadata_of(path).tag_names:
                    found.setdefault(name, []).append(path)
            self._by_tag = found
        return self._by_tag.get(tag.lower(), ())

    @property
    def tags(self) -> Collection[str]:
        """Every tag of a note in lower case, with its parent tags."""
        self.with_tag("")
        return (self._by_tag or {}).keys()

    def field_names(self, path: str) -> Collection[str]:
        """Return the names of the fields that are written in a note."""
        return self._metadata_of(path).fields(self.snapshot.text).keys()

    def task_fields(self, path: str) -> Iterator[str]:
        """Yield the names of the fields that are written in the tasks of a note."""
        for item in self._metadata_of(path).items(self.snapshot.text):
            if item.is_task:
                yield from item.fields

    def sources_of(self, path: str) -> Sequence[str]:
        """Return the notes that link to a file, that one among them if it links to itself."""
        found = [each for each in self.graph.backlinks(path) if each in self.paths]
        if path in self.paths and self._links_to_itself(path):
            found.append(path)
        return in_order(found)

    def targets_of(self, path: str) -> list[str]:
        """List the files that a note links to: by links, then by embeds, then by properties."""
        links = sorted(self.snapshot.notes[path].links, key=_rank)
        targets = dict.fromkeys([link.target for link in links])
        found = [self.snapshot.resolve(target, path) for target in targets]
        return list(dict.fromkeys([file for file in found if file is not None]))

    def sources_of_missing(self, name: str) -> Sequence[str]:
        """Return the notes with a link to a file that does not exist, by the name they give it."""
        return [
            path
            for path in self.paths.all
            if any(link.target == name for link in self.snapshot.notes[path].links)
            and self.snapshot.resolve(name, path) is None
        ]

    def _links_to_itself(self, path: str) -> bool:
        end = path.rpartition("/")[2].removesuffix(".md").lower()
        return any(
            (not link.target or end in link.target.lower())
            and self.snapshot.resolve(link.target, path) == path
            for link in self.snapshot.notes[path].links
        )

    def _metadata_of(self, path: str) -> Metadata:
        known = self._metadata.get(path)
        if known is None:
            known = Metadata(path, self.snapshot.notes[path], self.clock)
            self._metadata[path] = known
        return known


class LatestPages:
    """The pages of a vault at its latest snapshot; the metadata of unchanged notes is kept.

    Safe to use from any thread.
    """

    def __init__(self) -> None:
        self._latest: Latest[tuple[object, ...], Pages] = Latest()

    def of(
        self,
        snapshot: VaultSnapshot,
        graph: Graph,
        clock: Clock,
        starred: frozenset[str] = frozenset(),
    ) -> Pages:
        """Return the pages at a snapshot."""

        def next_pages(last: tuple[object, Pages] | None) -> Pages:
            before = last[1] if last and last[1].clock.zone == clock.zone else None
            return Pages(snapshot, graph, clock, starred, before)

        # By its id, since comparing graphs takes long; the pages keep it from being used again.
        return self._latest.get((snapshot, id(graph), clock.zone, starred), next_pages)


def _rank(link: notes.Link) -> int:
    return 2 if link.kind == "property" else int(link.embed)


def _paths(snapshot: VaultSnapshot, before: Pages | None) -> NotePaths:
    if (
        before is not None
        and before.snapshot.notes.keys() == snapshot.notes.keys()
        and before.snapshot.files.keys() == snapshot.files.keys()
    ):
        return before.paths
    return NotePaths(snapshot)
