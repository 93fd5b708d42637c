"""Columns of views: the values of properties by their ids, and their headings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass
from pageful.vault.bases.evaluation import compile_expression
from pageful.vault.bases.rows import Row
from pageful.vault.bases.syntax import Access, Member, Name
from pageful.vault.bases.values import Value

Owner: TypeAlias = Literal["note", "file", "formula"]

_HEADINGS = {
    "name": "file name", "basename": "file base name", "path": "file path",
    "folder": "folder", "ext": "file extension", "size": "file size",
    "ctime": "created time", "mtime": "modified time", "tags": "file tags",
    "links": "file links", "embeds": "file embeds", "backlinks": "backlinks", "file": "file",
    "properties": "file properties",
}  # fmt: skip
"""The headings of file properties without a display name, in English whatever the locale."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its id as the base writes it, whose property it is, and its heading."""

    id: str
    owner: Owner
    name: str
    heading: str
    value: Callable[[Row], Value]
    """The function from a row to its value."""

    @property
    def key(self) -> str:
        """The id with its owner: `status` is `note.status`."""
        return f"{self.owner}.{self.name}"


def column(id_: str, headings: Mapping[str, str]) -> Column:
    """Return the column of an id, with its heading among those by ids.

    A bare id is a property of the note, whose heading is that of the id with `note.`.
    """
    owner, name = _parts(id_)
    plain = _HEADINGS.get(name, f"file.{name}") if owner == "file" else name
    value = compile_expression(Access(Name(owner), (Member(name),)))
    return Column(id_, owner, name, headings.get(f"{owner}.{name}") or plain, value)


def _parts(id_: str) -> tuple[Owner, str]:
    owner, dot, name = id_.partition(".")
    if dot and name and owner in ("note", "file", "formula"):
        return owner, name  # type: ignore[return-value] # one of the three
    return "note", id_
