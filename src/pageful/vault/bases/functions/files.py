"""Functions and fields of files and links."""

from __future__ import annotations

from pageful.vault.bases.functions.function import Fields, Function, Functions
from pageful.vault.bases.links import file_path, linked_path
from pageful.vault.bases.rows import Row
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import DateValue, FileValue, LinkValue, TagValue, Value
from pageful.vault.paths.spelling import spelling
from pageful.vault.snapshot.snapshot import VaultFile
from pageful.vault.values.values import Date

_NANOSECONDS = 1_000_000


def _text(value: Value, row: Row) -> str:
    return text_of(value, row.context.clock, row.context.budget)


def _as_link(_row: Row, file: FileValue, display: Value = None) -> Value:
    return LinkValue(file.path, display)


def _has_link(row: Row, file: FileValue, other: Value) -> Value:
    """Return whether a file links to another, or has a link that is written like the text."""
    links = row.context.vault.links(file.path)
    row.context.budget.step(len(links))
    if isinstance(other, (str, LinkValue)):
        written = other if isinstance(other, str) else other.target
        written = written.removeprefix("[[").removesuffix("]]").partition("|")[0]
        if any(link.target == written for link in links):
            return True
    wanted = file_path(other, row)
    return wanted is not None and any(linked_path(link, row) == wanted for link in links)


def _has_property(row: Row, file: FileValue, name: Value) -> Value:
    wanted = _text(name, row).lower()
    return any(key.lower() == wanted for key in row.context.vault.properties(file.path))


def _has_tag(row: Row, file: FileValue, *tags: Value) -> Value:
    """Return whether a file has one of some tags, or a tag within one of them, in any case."""
    wanted = [_text(tag, row).removeprefix("#").lower() for tag in tags]
    own = [tag.lower() for tag in row.context.vault.tags(file.path)]
    row.context.budget.step(len(own) * len(wanted))
    return any(tag == each or tag.startswith(f"{each}/") for each in wanted for tag in own)


def _in_folder(row: Row, file: FileValue, folder: Value) -> Value:
    """Return whether a file is in a folder or below it; the folder `/` is the vault."""
    wanted, own = spelling(_text(folder, row).strip("/")), spelling(_folder(file))
    return not wanted or own == wanted or own.startswith(f"{wanted}/")


def _folder(file: FileValue) -> str:
    """Return the path of a file's folder, `/` for the vault's own."""
    return file.path.rpartition("/")[0] or "/"


FILE_FUNCTIONS: Functions = {
    "asLink": Function(_as_link, 0, 1),
    "hasLink": Function(_has_link, 1, 1),
    "hasProperty": Function(_has_property, 1, 1),
    "hasTag": Function(_has_tag, 1, -1),
    "inFolder": Function(_in_folder, 1, 1),
}


def _stat(row: Row, file: FileValue) -> VaultFile | None:
    return row.context.vault.files.get(file.path)


def _name(_row: Row, file: FileValue) -> Value:
    return file.path.rpartition("/")[2].removesuffix(".md")


def _basename(_row: Row, file: FileValue) -> Value:
    name = file.path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


def _extension(_row: Row, file: FileValue) -> Value:
    stem, _, extension = file.path.rpartition("/")[2].rpartition(".")
    return extension if stem else ""


def _size(row: Row, file: FileValue) -> Value:
    stat = _stat(row, file)
    return float(stat.size) if stat else None


def _moment(row: Row, nanoseconds: int) -> DateValue:
    return DateValue(Date(nanoseconds // _NANOSECONDS, row.context.clock.zone))


def _creation_time(row: Row, file: FileValue) -> Value:
    stat = _stat(row, file)
    return _moment(row, stat.created) if stat else None


def _modification_time(row: Row, file: FileValue) -> Value:
    stat = _stat(row, file)
    return _moment(row, stat.modified) if stat else None


def _tags(row: Row, file: FileValue) -> Value:
    return tuple([TagValue(name) for name in row.context.vault.tags(file.path)])


def _backlinks(row: Row, file: FileValue) -> Value:
    paths = row.context.vault.backlinks(file.path)
    row.context.budget.allocate(len(paths))
    return tuple([LinkValue(path, _basename(row, FileValue(path))) for path in paths])


def _links(row: Row, file: FileValue) -> Value:
    links = tuple(row.context.vault.links(file.path))
    row.context.budget.allocate(len(links))
    return links


def _embeds(row: Row, file: FileValue) -> Value:
    return tuple(row.context.vault.embeds(file.path))


FILE_FIELDS: Fields = {
    "name": _name,
    "basename": _basename,
    "path": lambda _row, file: file.path,
    "folder": lambda _row, file: _folder(file),
    "ext": _extension,
    "size": _size,
    "ctime": _creation_time,
    "mtime": _modification_time,
    "properties": lambda row, file: row.context.vault.properties(file.path),
    "tags": _tags,
    "links": _links,
    "embeds": _embeds,
    "backlinks": _backlinks,
    "file": lambda _row, file: file,
}


def _as_file(row: Row, link: LinkValue) -> Value:
    path = linked_path(link, row)
    return None if path is None else FileValue(path)


def _links_to(row: Row, link: LinkValue, other: Value) -> Value:
    path = linked_path(link, row)
    return path is not None and _has_link(row, FileValue(path), other)


LINK_FUNCTIONS: Functions = {
    "asFile": Function(_as_file),
    "linksTo": Function(_links_to, 1, 1),
}
