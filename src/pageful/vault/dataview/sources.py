"""FROM: the files of a query's sources, and their rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pageful.page.calls import Call
from pageful.tool.errors import ToolError
from pageful.vault.dataview.clauses.rows import Row
from pageful.vault.dataview.pages import Pages
from pageful.vault.dataview.syntax import (
    CombinedSource,
    CsvSource,
    FolderSource,
    LinkSource,
    NegatedSource,
    Source,
    TagSource,
)
from pageful.vault.values.values import Link, Value

ReadTable = Callable[[str], Iterable[Mapping[str, Value]]]
"""The rows of the CSV file at a path of the vault."""

_TABLE = ".csv"


def files_of(source: Source, pages: Pages, origin: str) -> list[str]:
    """Find the files of a source, in order, as seen from the note `origin`.

    The files of `and` are in the order of its right side; those of `or` are the files of its left
    side, then those of its right one.

    Raises:
        ToolError: It asks for the links out of a file that has none to ask for.
    """
    match source:
        case TagSource(tag):
            return list(pages.with_tag(tag))
        case FolderSource(folder):
            return _in_folder(folder, pages)
        case LinkSource(target, direction):
            return _link_files(target, direction, pages, origin)
        case CsvSource(path):
            return [_beside(path, pages, origin)]
        case NegatedSource(child):
            others = frozenset(files_of(child, pages, origin))
            return [path for path in pages.paths.all if path not in others]
        case CombinedSource():
            return _combine(source, pages, origin)


def rows_of(files: Iterable[str], pages: Pages, read_table: ReadTable) -> Iterator[Row]:
    """Read the rows of files: a note is one row, a CSV file has many, any other file none.

    Raises:
        ToolError: A CSV file can't be read.
    """
    for path in files:
        if path.lower().endswith(_TABLE):
            for number, fields in enumerate(read_table(path)):
                yield Row(f"{path}#{number}", fields)
        elif (page := pages.page(path)) is not None:
            yield Row(Link(path), page)


def _in_folder(folder: str, pages: Pages) -> list[str]:
    """Return the notes of a folder; else the file of that path, with or without `.md`."""
    if pages.paths.is_folder(folder):
        return list(pages.paths.within(folder))
    return [path for path in (folder, f"{folder}.md") if path in pages.snapshot.files][:1]


def _link_files(target: str, direction: str, pages: Pages, origin: str) -> list[str]:
    file = pages.snapshot.resolve(target, origin)
    if file is None:
        return list(pages.sources_of_missing(target))
    if direction == "incoming":
        return list(pages.sources_of(file))
    if pages.page(file) is None:
        raise ToolError(
            f'Could not find file "{target}" during link lookup: it is no note, so nothing is '
            "known of links out of it.",
            f"To find a note: {Call('vault_search', {'query': target})}.",
        )
    return pages.targets_of(file)


def _beside(path: str, pages: Pages, origin: str) -> str:
    """Resolve a path: from the vault after a leading slash, else first beside the note."""
    if not origin:
        return path
    if path.startswith("/"):
        return path[1:]
    beside = f"{origin.rpartition('/')[0]}/{path}"
    return beside if beside in pages.snapshot.files else path


def _combine(source: CombinedSource, pages: Pages, origin: str) -> list[str]:
    """Combine a chain of sources in a loop, as it may be as long as the query."""
    chain: list[CombinedSource] = []
    left: Source = source
    while isinstance(left, CombinedSource):
        chain.append(left)
        left = left.left
    found = files_of(left, pages, origin)
    for link in reversed(chain):
        right = files_of(link.right, pages, origin)
        if link.operator == "&":
            both = frozenset(found)
            found = [path for path in right if path in both]
        else:
            found = list(dict.fromkeys([*found, *right]))
    return found
