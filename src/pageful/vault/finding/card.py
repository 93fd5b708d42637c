"""The card of a vault: its folders with their fields, in few lines, known before any question."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property

from pageful.lazy.dataclasses import dataclass
from pageful.text.excerpts import shorten
from pageful.text.single_line import join_lines, name
from pageful.vault.finding.days import day_of_name
from pageful.vault.finding.kept_card import LONGEST
from pageful.vault.finding.note_fields import NoteFields
from pageful.vault.overview.tags import tag_counts
from pageful.vault.overview.tasks import count_tasks
from pageful.vault.results.info import TaskCounts
from pageful.vault.snapshot.snapshot import VaultSnapshot

_MOST_TAGS = 6
_MOST_FOLDERS = 10
_MOST_SUBFOLDERS = 5
_LEAST_SHARE = 0.05
"""The least part of a folder's notes that have a field which is named."""
_MOST_DIFFERENT = 10
_LEAST_REPEATED = 3
"""Values are named of fields that choose: few different ones, one of them three times."""
_LONGEST_VALUE = 40
_UNNAMED = frozenset(("publish", "cssclass", "cssclasses", "aliases", "alias", "tags", "tag"))
"""Fields that say nothing of notes; tags have a place of their own."""
_SIZES = ((8, 14), (8, 8), (5, 8), (3, 6), (0, 6), (0, 3))
"""The most values a field and fields a folder, the first with which the card has room."""


def card(snapshot: VaultSnapshot, fields: NoteFields) -> str:
    """Return the card of a vault; empty where there are no notes."""
    paths = [
        path
        for path in snapshot.notes
        if snapshot.files[path].kind == "note" and not snapshot.files[path].excluded
    ]
    if not paths:
        return ""
    first = "; ".join(_facts(snapshot, paths))
    folders = _folders(fields, paths)
    for values, names in _SIZES:
        lines = [each.line(values, names) for each in folders[:_MOST_FOLDERS]]
        text = "\n".join([first, *lines, *_further(len(folders) - len(lines))])
        if len(text) <= LONGEST:
            return text
    return _folders_with_room(first, folders)


def _folders_with_room(first: str, folders: Sequence[_Folder]) -> str:
    """Return the folders that have room, and how many have none."""
    kept = [shorten(first, LONGEST // 2, "…")]
    room = LONGEST - len(kept[0]) - len(f"\n… {len(folders):,} folders more")
    for folder in folders[:_MOST_FOLDERS]:
        line = folder.line(*_SIZES[-1])
        room -= len(line) + 1
        if room < 0:
            break
        kept.append(line)
    return "\n".join([*kept, *_further(len(folders) - len(kept) + 1)])


def _further(number: int) -> list[str]:
    return [f"… {number:,} folder{'s' if number > 1 else ''} more"] if number else []


def _facts(snapshot: VaultSnapshot, paths: Sequence[str]) -> Iterator[str]:
    yield f"{len(paths):,} {'note' if len(paths) == 1 else 'notes'}"
    if days := sorted(filter(None, map(day_of_name, paths))):
        yield f"daily {days[0]} … {days[-1]}"
    tasks = count_tasks(snapshot.notes[path] for path in paths)
    if tasks.all:
        yield f"tasks {_tasks(tasks)}"
    tags = sorted(tag_counts(snapshot), key=lambda tag: -tag.notes)[:_MOST_TAGS]
    if tags:
        yield f"tags {', '.join(f'#{name(tag.name)} {tag.notes:,}' for tag in tags)}"


def _tasks(tasks: TaskCounts) -> str:
    other = f", {tasks.other:,} other" if tasks.other else ""
    return f"{tasks.open:,} open, {tasks.done:,} done{other}"


def _folders(fields: NoteFields, paths: Sequence[str]) -> list[_Folder]:
    notes: defaultdict[str, list[str]] = defaultdict(list)
    for path in paths:
        top, _, below = path.partition("/")
        notes[f"{top}/" if below else "./"].append(path)
    largest = sorted(notes, key=lambda folder: (-len(notes[folder]), folder))
    return [_Folder(folder, notes[folder], fields) for folder in largest]


@dataclass(frozen=True)
class _Folder:
    """A folder at the top of the vault, with its notes."""

    path: str
    notes: Sequence[str]
    fields: NoteFields

    def line(self, values: int, names: int) -> str:
        """Return the folder with its subfolders and its fields, and at most `values` of each."""
        listed = [self._field(key, values) for key in self._frequent_fields[:names]]
        if len(self._frequent_fields) > names:
            listed.append("…")
        below = f" ({self._subfolders})" if self._subfolders else ""
        about = f": {', '.join(listed)}" if listed else ""
        return f"{name(self.path)} {len(self.notes):,}{below}{about}"

    @cached_property
    def _subfolders(self) -> str:
        prefix = len(self.path) if self.path != "./" else 0
        below = Counter(
            path[prefix:].partition("/")[0] for path in self.notes if "/" in path[prefix:]
        )
        listed = [f"{name(folder)} {n:,}" for folder, n in below.most_common(_MOST_SUBFOLDERS)]
        return ", ".join([*listed, *(["…"] if len(below) > _MOST_SUBFOLDERS else [])])

    @cached_property
    def _having(self) -> Counter[str]:
        return Counter(key for path in self.notes for key in self.fields.by_note[path])

    @cached_property
    def _frequent_fields(self) -> list[str]:
        """The fields of enough notes, those that most have first."""
        least = _LEAST_SHARE * len(self.notes)
        return [
            key
            for key, n in self._having.most_common()
            if n >= least and key.lower() not in _UNNAMED
        ]

    def _field(self, key: str, most: int) -> str:
        values = self._values(key)[:most]
        shown = ", ".join(shorten(join_lines(each), _LONGEST_VALUE, "…") for each in values)
        more = ", …" if values and len(self._values(key)) > len(values) else ""
        return f"{name(key)} ({shown}{more})" if shown else name(key)

    def _values(self, key: str) -> list[str]:
        """Return the values of a field that chooses, the most frequent first."""
        counts = self._counts[key]
        chosen = 0 < len(counts) <= _MOST_DIFFERENT
        return [*counts] if chosen and max(counts.values()) >= _LEAST_REPEATED else []

    @cached_property
    def _counts(self) -> dict[str, dict[str, int]]:
        counts: dict[str, dict[str, int]] = {}
        for key in self._frequent_fields:
            values = Counter(
                text
                for path in self.notes
                if key in self.fields.by_note[path]
                for text in dict.fromkeys(self.fields.texts(path, key))
            )
            counts[key] = dict(values.most_common())
        return counts
