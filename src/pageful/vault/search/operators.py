"""Obsidian's search operators, one record each: https://help.obsidian.md/plugins/search."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pageful.lazy.dataclasses import dataclass

Target: TypeAlias = Literal["any", "content", "path", "file", "tag"]
"""The target of a word: text or path; or the text, path, file's name or tags alone."""

RegionKind: TypeAlias = Literal[
    "line", "heading", "block", "section", "task", "task-todo", "task-done"
]
"""Parts of a text; `note_regions` finds them."""


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """A search operator: its name and its meaning for the part of the query behind it.

    `target` and `exact` (case and accents count) hold for that part where they are not `None`.
    With a `region`, the part has to match within one such part of the text. `synonyms` are its
    names in other programs; an unknown operator's error suggests this one for them.

    `effort` orders the parts of a query, the cheapest first: 0 is a look into a table, 1 a test of
    each name, 3 a look at texts. A part whose operator is not `ranked` counts nothing in a score.
    `finds_any_file`: attachments are searched too. `is_of_tasks`: only notes with tasks match, and
    without a part behind it any task does. `selects_files`: its part names files by something other
    than their text, such as a day or a link, and `vault_find` looks them up before it matches.
    """

    name: str
    synonyms: tuple[str, ...] = ()
    target: Target | None = None
    exact: bool | None = None
    region: RegionKind | None = None
    effort: int = 3
    ranked: bool = True
    finds_any_file: bool = False
    is_of_tasks: bool = False
    selects_files: bool = False

    @property
    def is_transparent(self) -> bool:
        """Return whether the operator leaves its part to be looked for in the text around it."""
        return self.region is None and self.target in (None, "content")


def _names(name: Literal["file", "path"], *synonyms: str) -> Operator:
    return Operator(name, synonyms, target=name, effort=1, finds_any_file=True)


def _region(name: RegionKind) -> Operator:
    return Operator(name, target="content", region=name)


def _tasks(name: RegionKind, *synonyms: str) -> Operator:
    return Operator(name, synonyms, target="content", region=name, is_of_tasks=True)


TAG = Operator("tag", ("tags",), target="tag", effort=0, ranked=False)
PATH = _names("path", "dir", "directory", "folder", "in")

_ALL = (
    _names("file", "filename", "name", "title"),
    PATH,
    Operator("content", ("body", "text"), target="content", effort=1),
    Operator("match-case", exact=True, effort=1),
    Operator("ignore-case", exact=False, effort=1),
    TAG,
    _region("line"),
    _region("block"),
    _region("section"),
    _tasks("task", "tasks"),
    _tasks("task-todo", "todo"),
    _tasks("task-done", "done"),
)

OPERATORS = {operator.name: operator for operator in _ALL}
"""The operators of Obsidian's language, by their names."""


def _selector(name: str, *synonyms: str) -> Operator:
    return Operator(name, synonyms, effort=0, ranked=False, selects_files=True)


SELECTORS = {
    operator.name: operator
    for operator in (
        _selector("in"),
        _selector("links"),
        _selector("linked-by"),
        _selector("day"),
        _selector("is"),
    )
}
"""The operators that `vault_find` knows besides, by their names."""

_HEADING = _region("heading")

FIND_OPERATORS = OPERATORS | SELECTORS | {_HEADING.name: _HEADING}
"""The operators of `vault_find`, by their names."""

SYNONYMS = {synonym: operator.name for operator in _ALL for synonym in operator.synonyms}
"""The names of operators by their synonyms."""
