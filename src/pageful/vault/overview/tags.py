"""The vault's tags as a tree with counts, and the notes of one tag."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from pageful.lazy.dataclasses import dataclass, field
from pageful.page.calls import Call
from pageful.page.pagination import fill_pages
from pageful.text import units
from pageful.text.similarity import find_similar
from pageful.tool.errors import ToolError
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.parsing.tag_names import levels, tag_key
from pageful.vault.results.tags import TagCount, TaggedNote, TagSearch
from pageful.vault.snapshot.snapshot import VaultSnapshot

T = TypeVar("T")

MOST_CHARACTERS = 1_000
"""The longest tag that is looked for, unless the vault has a longer one."""

_SHARE = 4
"""The part of a tag's first page that its subtags may take: a quarter."""

_COUNTS = 20
_LINE = 7
_FEW_LINES = 12


def tag_tree(snapshot: VaultSnapshot, *, page: int, room: int) -> TagSearch:
    """Return one page of the vault's tags: as many as fit about `room` characters, at least one.

    Tags are in the order of the tree, on each level the most used first, then by name. A tag that
    only its subtags are written of is among them. Notes that the vault's settings exclude have no
    part in it.

    Raises:
        ToolError: there is no such page.
    """
    tags = tag_counts(snapshot)
    pages, first, shown = _page(tags, _tag_size, page, room, {})
    return TagSearch("", page, pages, first, len(tags), shown)


def find_tag(snapshot: VaultSnapshot, tag: str, *, page: int, room: int) -> TagSearch:
    """Return one page of the notes that have a tag or one of its subtags, by path.

    A page takes about `room` characters. The first one has the subtags too, at most a quarter of
    it.

    `tag` is in any case, with or without `#`; a slash at its end is ignored. For a tag that no note
    has, `total` is 0 and `similar` are tags that may have been meant.

    Raises:
        ToolError: there is no such page, or `tag` is empty or too long.
    """
    tags = tag_counts(snapshot)
    _check_length(tag, tags)
    asked = tag.strip().removeprefix("#")
    key = tag_key(asked)
    if not key:
        raise ToolError("`tag` names no tag.", f"All tags are listed by {Call('vault_tags')}.")
    below = tuple(each for each in tags if _is_within(each.name, key))
    if not below:
        near = find_similar(asked, (each.name for each in tags))
        return TagSearch(asked, page, 1, 1, 0, (), similar=tuple(near))
    name, names = below[0].name, _names_within(snapshot, key)
    notes = [
        each
        for path, note in _included_notes(snapshot)
        if (each := _tagged_note(path, note, names))
    ]
    _, few = fill_pages(map(_tag_size, below), room // _SHARE)[0]
    left = room - room // _SHARE if few > 1 else room
    pages, first, shown = _page(notes, _note_size, page, left, {"tag": name})
    tags = below[: few if page == 1 else 1]
    return TagSearch(name, page, pages, first, len(notes), tags, shown, subtags=len(below) - 1)


def _check_length(tag: str, tags: Sequence[TagCount]) -> None:
    """Refuse a tag that is longer than any, before it is held against each of them."""
    most = max(MOST_CHARACTERS, *(len(each.name) + 2 for each in tags), 0)
    if len(tag) > most:
        raise ToolError(
            f"`tag` has {len(tag):,} characters; {most:,} are the most.",
            f"All tags are listed by {Call('vault_tags')}.",
        )


def tag_counts(snapshot: VaultSnapshot) -> tuple[TagCount, ...]:
    """Return every tag of the vault with its counts, in the order of the tree."""
    uses = _Uses()
    for path, note in _included_notes(snapshot):
        for tag in note.tags:
            uses.add(path, tag.name)
    return uses.in_order()


@dataclass(slots=True)
class _Use:
    """The spellings of a tag and its counts of notes; `last` and `last_own` were counted last."""

    spellings: Counter[str] = field(default_factory=Counter)
    notes: int = 0
    own: int = 0
    last: str = ""
    last_own: str = ""

    def tag_count(self) -> TagCount:
        # Of several spellings that are as frequent, `max` takes the first.
        return TagCount(max(self.spellings, key=self.spellings.__getitem__), self.notes, self.own)


class _Uses:
    """Counts of tags, added note by note."""

    def __init__(self) -> None:
        self._uses: dict[str, _Use] = {}
        self._by_name: dict[str, list[tuple[str, _Use]]] = {}

    def add(self, path: str, name: str) -> None:
        """Count a tag of the note at `path`, once for the note, and those above it."""
        use = None
        for level, use in self._uses_of(name):
            use.spellings[level] += 1
            use.notes += use.last != path
            use.last = path
        if use is not None:
            use.own += use.last_own != path
            use.last_own = path

    def _uses_of(self, name: str) -> list[tuple[str, _Use]]:
        if name not in self._by_name:
            each = [(level, self._uses.setdefault(level.lower(), _Use())) for level in levels(name)]
            self._by_name[name] = each
        return self._by_name[name]

    def in_order(self) -> tuple[TagCount, ...]:
        """Return all tags in the order of the tree, on each level the most used first."""
        return tuple(self._uses[key].tag_count() for key in sorted(self._uses, key=self._place))

    def _place(self, key: str) -> list[tuple[int, str]]:
        return [(-self._uses[level].notes, level) for level in levels(key)]


def _tagged_note(path: str, note: Note, names: frozenset[str]) -> TaggedNote | None:
    """Return a note with its tags of the given names, each as it is first written."""
    tags = [tag for tag in note.tags if tag.name in names]
    if not tags:
        return None
    written: dict[str, str] = {}
    for tag in tags:
        written.setdefault(tag_key(tag.name), tag.name)
    return TaggedNote(path, tuple(written.values()), tuple(sorted({tag.line for tag in tags})))


def _names_within(snapshot: VaultSnapshot, key: str) -> frozenset[str]:
    """Return every way in which the vault writes a tag or one below it."""
    names = {tag.name for _, note in _included_notes(snapshot) for tag in note.tags}
    return frozenset(name for name in names if _is_within(name, key))


def _is_within(name: str, key: str) -> bool:
    """Return whether a tag is that of the key or below it."""
    return f"{tag_key(name)}/".startswith(f"{key}/")


def _included_notes(snapshot: VaultSnapshot) -> Iterator[tuple[str, Note]]:
    """Return the notes and canvases that the vault's settings do not exclude."""
    files = snapshot.files
    return ((path, note) for path, note in snapshot.notes.items() if not files[path].excluded)


def _page(
    items: Sequence[T],
    size: Callable[[T], int],
    page: int,
    room: int,
    arguments: dict[str, object],
) -> tuple[int, int, tuple[T, ...]]:
    """Return the number of pages, that of the first item of this one, and its items."""
    pages = fill_pages(map(size, items), room)
    if page > len(pages):
        problem = f"This list has {units.count(len(pages), 'page')}; there is no page {page}."
        last = len(pages)
        call = Call("vault_tags", {**arguments, "page": last} if last > 1 else arguments)
        raise ToolError(problem, f"The last page is {call}.")
    start, end = pages[page - 1]
    return len(pages), start + 1, tuple(items[start:end])


def _tag_size(tag: TagCount) -> int:
    """Estimate the characters of a tag on a page."""
    return 2 * tag.name.count("/") + len(tag.name) + _COUNTS


def _note_size(note: TaggedNote) -> int:
    """Estimate the characters of a note on a page, with its tags and lines."""
    tags = sum(len(tag) + 3 for tag in note.tags)
    return len(note.path) + tags + _LINE * min(len(note.lines), _FEW_LINES) + _COUNTS
