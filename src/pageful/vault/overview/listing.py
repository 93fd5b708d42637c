"""Listings of a folder as a tree, with counts of each folder's contents, in pages."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.page.calls import Call
from pageful.text import single_line as one_line
from pageful.text import units
from pageful.text.natural_order import natural_key
from pageful.tool.errors import ToolError
from pageful.vault.results.listing import ListedFile, ListedFolder, Listing
from pageful.vault.snapshot.snapshot import VaultFile, VaultSnapshot
from pageful.vault.snapshot.times import iso_8601

ListingEntry: TypeAlias = ListedFolder | ListedFile

_LINE = 48
"""Characters of an entry's line beside its name and indentation: marks and counts."""
_COUNT = 12
"""Characters that the count of one kind of attachment takes beside the extension."""


@dataclass(slots=True)
class _Folder:
    """A folder with its entries and the counts of all below it; `below` counts folders."""

    path: str
    folders: list[_Folder] = field(default_factory=list)
    files: list[VaultFile] = field(default_factory=list)
    notes: int = 0
    below: int = 0
    others: Counter[str] = field(default_factory=Counter)
    excluded: int = 0

    def add(self, file: VaultFile) -> None:
        """Put a file into the folder."""
        self.files.append(file)
        self.excluded += file.excluded
        if file.kind == "note":
            self.notes += 1
        else:
            self.others[file.extension] += 1

    def count(self, folder: _Folder) -> None:
        """Add the counts of a folder within this one."""
        self.below += 1 + folder.below
        self.notes += folder.notes
        self.others.update(folder.others)
        self.excluded += folder.excluded

    @property
    def by_extension(self) -> dict[str, int]:
        """The number of attachments by extension, the most frequent first."""
        return dict(sorted(self.others.items(), key=lambda each: (-each[1], each[0])))

    def reversed_entries(self) -> list[_Folder | VaultFile]:
        """Return the entries, the last first: files after folders, both in natural_key order."""
        folders = sorted(self.folders, key=lambda each: natural_key(each.path), reverse=True)
        files = sorted(self.files, key=lambda each: natural_key(each.name), reverse=True)
        return [*files, *folders]


class _Page(NamedTuple):
    """The range of entries of a page, and the folders that it begins in, outermost first."""

    start: int
    end: int
    above: tuple[ListedFolder, ...]


def list_folder(
    snapshot: VaultSnapshot,
    directory: str,
    *,
    recursive: bool,
    depth: int | None,
    page: int,
    room: int,
) -> Listing:
    """List a directory of the vault by its path, the vault itself by "": folders, then files.

    Without `recursive` that is its own folders and all of its files. With it, or with a `depth` in
    levels, it is the tree below it: folders, notes, canvases and bases, while attachments are only
    counted, on their folder. Counts by extension hold all that is no note, canvases and bases
    included. A page takes about `room` characters and has one entry at least; one that begins
    within folders names these again.

    Raises:
        ToolError: there is no such page.
    """
    folder, whole = _tree(snapshot, directory), recursive or depth is not None
    entries = list(_entries(folder, depth if whole else 1, attachments=not whole))
    pages = _pages(entries, room)
    if page > len(pages):
        raise _no_page(directory, page, len(pages), {"recursive": recursive, "depth": depth})
    start, end, above = pages[page - 1]
    return Listing(
        directory=directory,
        recursive=whole,
        depth=depth,
        page=page,
        pages=len(pages),
        first=start + 1 if entries else 0,
        total=len(entries),
        notes=folder.notes,
        folders=folder.below,
        attachments=folder.by_extension,
        entries=(*(replace(each, continued=True) for each in above), *entries[start:end]),
        remarks=_remarks(folder),
    )


def _tree(snapshot: VaultSnapshot, path: str) -> _Folder:
    """Return the folder at a path, with all that is below it and its counts."""
    root = _Folder(path)
    known = {path: root}
    below = f"{path}/" if path else ""
    for file in snapshot.files.values():
        if file.path.startswith(below):
            _folder(known, file.folder).add(file)
    for folder in reversed(known.values()):
        if folder is not root:
            known[_parent(folder.path)].count(folder)
    return root


def _folder(known: dict[str, _Folder], path: str) -> _Folder:
    """Return the folder at a path, made where it is not known yet, after those that it is in."""
    missing = []
    while path not in known:
        missing.append(path)
        path = _parent(path)
    folder = known[path]
    for each in reversed(missing):
        known[each] = _Folder(each)
        folder.folders.append(known[each])
        folder = known[each]
    return folder


def _parent(path: str) -> str:
    return path.rpartition("/")[0]


def _entries(folder: _Folder, deepest: int | None, *, attachments: bool) -> Iterator[ListingEntry]:
    """Yield the entries of a folder in pre-order, down to a depth."""
    waiting: list[tuple[_Folder | VaultFile, int]] = [
        (each, 1) for each in folder.reversed_entries()
    ]
    while waiting:
        each, depth = waiting.pop()
        if isinstance(each, VaultFile):
            if attachments or each.kind != "attachment":
                yield _listed_file(each, depth)
            continue
        yield ListedFolder(each.path, depth, each.notes, each.below, each.by_extension)
        if deepest is None or depth < deepest:
            waiting.extend((inner, depth + 1) for inner in each.reversed_entries())


def _listed_file(file: VaultFile, depth: int) -> ListedFile:
    return ListedFile(file.path, depth, file.kind, file.size, iso_8601(file.modified))


def _pages(entries: list[ListingEntry], room: int) -> list[_Page]:
    """Cut the entries into pages; without entries there is one page."""
    pages, open_folders = [_Page(0, len(entries), ())], list[ListedFolder]()
    used = 0
    for n, entry in enumerate(entries):
        del open_folders[entry.depth - 1 :]
        size = _size(entry)
        if n > pages[-1].start and used + size > room:
            pages[-1] = pages[-1]._replace(end=n)
            pages.append(_Page(n, len(entries), tuple(open_folders)))
            used = sum(map(_size, open_folders))
        used += size
        if isinstance(entry, ListedFolder):
            open_folders.append(entry)
    return pages


def _size(entry: ListingEntry) -> int:
    """Estimate the characters of an entry on a page: folders are named by their paths."""
    if isinstance(entry, ListedFile):
        return 2 * entry.depth + len(entry.path.rpartition("/")[2]) + _LINE
    counts = sum(len(extension) + _COUNT for extension in entry.attachments)
    return 2 * entry.depth + len(entry.path) + _LINE + counts


def _remarks(folder: _Folder) -> tuple[str, ...]:
    if not folder.excluded:
        return ()
    files = units.count(folder.excluded, "file")
    which = "is" if folder.excluded == 1 else "are"
    return (f"Of these, {files} {which} excluded from search by the vault's settings.",)


def _no_page(path: str, page: int, pages: int, arguments: dict[str, object]) -> ToolError:
    given = {name: value for name, value in arguments.items() if value}
    last = {"page": pages} if pages > 1 else {}
    call = Call("vault_list", {"directory": path, **given, **last})
    has = f"`{one_line.name(path)}` has" if path else "The vault has"
    return ToolError(
        f"{has} {units.count(pages, 'page')} of this list; there is no page {page}.",
        f"The last page is {call}.",
    )
