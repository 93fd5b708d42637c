"""The hits of a search of an index."""

from __future__ import annotations

from enum import StrEnum

from pageful.code.results.lines import FoundFile
from pageful.lazy.dataclasses import dataclass


class Relation(StrEnum):
    """The relation of a chunk to a place: how it is tied to it beside being like it.

    A `CALLER` uses a name that the place defines, a `CALLEE` defines one that the place uses. A
    `TEST` uses such a name too, or is named after the place's file. A `SIBLING` is in the same
    file, or in one of the same name beside it.
    """

    CALLER = "caller"
    CALLEE = "callee"
    TEST = "test"
    SIBLING = "sibling"
    DIRECTORY = "same directory"


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk that was found.

    `content` is its text as in the file, without the last line's end; `context_before` and
    `context_after` are up to ten lines around it. `symbol` are the definitions around it,
    outermost first. `telling` is the line of the chunk that tells most, without indentation, and
    `telling_line` its number. `repository` is the repository's directory, named only where a
    project has several. `outdated` is whether the file has changed since this text was read, or
    could not be looked at: the lines may be elsewhere by now, or gone. `relation` is that to the
    place that related code was asked for.
    """

    chunk_id: str
    file_path: str
    content: str
    start_line: int
    end_line: int
    similarity_score: float
    context_before: str
    context_after: str
    language: str | None = None
    symbol: tuple[str, ...] = ()
    telling: str = ""
    telling_line: int = 0
    repository: str | None = None
    outdated: bool = False
    relation: Relation | None = None


@dataclass(frozen=True, slots=True)
class Coverage:
    """The progress of a first indexing: `files` of `total` are indexed so far."""

    files: int
    total: int

    def __str__(self) -> str:
        """Say it in a sentence."""
        so_far = f"{self.files:,} of {self.total:,} files are indexed so far"
        return f"{so_far}; call again for what the others hold."


@dataclass(frozen=True, slots=True)
class HitPlace:
    """The place of a hit: the symbol around it with its whole range, else the hit's own lines."""

    path: str
    first: int
    last: int
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class HitLines:
    """The lines of hits that tell most, by file, best first; `others` are less like the query."""

    files: tuple[FoundFile, ...]
    others: tuple[HitPlace, ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """One page of a search's hits: from the one numbered `first`, from 1, of `total_count`.

    `sought` is what was searched for, in the words of the call; `pending_files` have changed since
    they were indexed, and are not searched in their new form. `notes` are for the reader.
    `searched_files` counts the files searched, fewer than all if `narrowed` by a filter.
    `lines` are those of the hits that tell most, where they were asked for.
    `latency_ms` is how long the caller waited, with the look for changes and all indexing, in
    milliseconds. `coverage` is there while a first indexing is still under way. `within` are the
    directories that a name was taken to mean, none of them at a repository's top.
    """

    sought: str
    results: tuple[Hit, ...]
    total_count: int
    first: int
    project_id: str
    database_name: str
    latency_ms: int = 0
    pending_files: int = 0
    notes: tuple[str, ...] = ()
    searched_files: int = 0
    narrowed: bool = False
    coverage: Coverage | None = None
    lines: HitLines | None = None
    within: tuple[str, ...] = ()
