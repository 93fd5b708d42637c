"""Results of the code tools, typed."""

from __future__ import annotations

from enum import Enum, StrEnum

from pageful.lazy.dataclasses import dataclass


class Status(Enum):
    """The outcome of an indexing run: all files, or all but those that `errors` name."""

    SUCCESS = "success"
    PARTIAL = "partial"


@dataclass(frozen=True, slots=True)
class Skipped:
    """Files left out for one reason, with their paths relative to the repository."""

    reason: str
    files: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Indexing:
    """The result of an indexing run, and the size of the repository's index after it.

    `files_indexed` and `chunks_created` count what this run read anew, `files_removed` what it
    dropped; `files_total` and `chunks_total` are the repository's. `errors` name files that could
    not be read, `skipped` those left out by rule. `notes` are for the reader.
    """

    repository_id: str
    repository: str
    files_indexed: int
    chunks_created: int
    files_removed: int
    files_total: int
    chunks_total: int
    duration_seconds: float
    project_id: str
    database_name: str
    status: Status
    errors: tuple[str, ...] = ()
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()


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
class Search:
    """One page of a search's hits: from the one numbered `first`, from 1, of `total_count`.

    `sought` is what was searched for, in the words of the call; `pending_files` have changed since
    they were indexed, and are not searched in their new form. `notes` are for the reader.
    `searched_files` counts the files searched, fewer than all if `narrowed` by a filter.
    `lines` are those of the hits that tell most, where they were asked for.
    `latency_ms` is how long the caller waited, with the look for changes and all indexing, in
    milliseconds. `coverage` is there while a first indexing is still under way.
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


@dataclass(frozen=True, slots=True)
class Language:
    """Counts of a repository's files and chunks in one language; `other` is the unknown ones'."""

    name: str
    files: int
    chunks: int


@dataclass(frozen=True, slots=True)
class RepositoryStatus:
    """The state of one repository's index.

    `age_seconds` is the time since it was last brought up to date, `None` where it never was.
    `pending_files` have changed since; `None` where the repository can't be read any more, which
    `notes` then say.
    """

    repository_id: str
    repository: str
    files: int
    chunks: int
    languages: tuple[Language, ...]
    age_seconds: float | None
    pending_files: int | None
    skipped: tuple[Skipped, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexStatus:
    """The state of a project's index. `size_bytes` is its size on disk."""

    project_id: str
    database_name: str
    files: int
    chunks: int
    size_bytes: int
    embedder: str
    indexing: bool
    repositories: tuple[RepositoryStatus, ...]
    notes: tuple[str, ...] = ()


class FileClass(StrEnum):
    """A class of files by their paths, in the order in which a search for a text shows them.

    `left_out` are those that an index leaves out: locks, generated and minified files, and files
    over 1 MB.
    """

    CODE = "code"
    DOCS = "docs"
    TESTS = "tests"
    DATA = "data"
    CHANGELOG = "changelog"
    LOCALE = "locale"
    LEFT_OUT = "left_out"


class Use(StrEnum):
    """The use that a line makes of a text; in a test file every line is a `TEST`."""

    DEFINITION = "definition"
    CALL = "call"
    IMPORT = "import"
    TEST = "test"
    COMMENT = "comment"
    STRING = "string"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class FoundSymbol:
    """The symbol around found lines: lines `first` to `last`; `line` is the one that names it.

    `name` is qualified (`Outer.name`); `text` is that line, trimmed.
    """

    name: str
    first: int
    last: int
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class FoundLine:
    """A line that has the text: its number, itself without indentation and clipped, its use."""

    line: int
    text: str
    use: Use


@dataclass(frozen=True, slots=True)
class Excerpt:
    """Whole lines of a file, as they are there, from the one numbered `first`."""

    first: int
    rows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FoundPlace:
    """Found lines within one symbol, or outside of all, and excerpts around them, if any.

    `whole` is whether the excerpt is the symbol from the line that names it to its end.
    """

    symbol: FoundSymbol | None
    lines: tuple[FoundLine, ...]
    excerpts: tuple[Excerpt, ...] = ()
    whole: bool = False


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file with found lines: `places` as text, `numbers` of the other lines on this page."""

    path: str
    file_class: FileClass
    places: tuple[FoundPlace, ...] = ()
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ClassCount:
    """The number of lines found in the files of one class, and of the files that have them."""

    file_class: FileClass
    lines: int
    files: int


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
class NearName:
    """A name like the one sought: its first place, and the number of lines with it."""

    name: str
    path: str
    line: int
    lines: int


@dataclass(frozen=True, slots=True)
class Find:
    """Every line that has one of `texts`.

    `counts` are complete, by class; `shown` are the classes that `files` and `rest` are of, where
    `imports_left_out` lines of imports are not listed. `rest` are lines after this page, by file,
    or by directory where there are too many; `counted` are the lines of docs and tests that are in
    none of `files`, in the same form. `ignored_case` is whether nothing was found but so.
    `searched` counts the files searched, `binary` those with the text that are no text.
    """

    texts: tuple[str, ...]
    counts: tuple[ClassCount, ...]
    shown: tuple[FileClass, ...]
    files: tuple[FoundFile, ...]
    searched: int
    imports_left_out: int = 0
    counted: tuple[tuple[str, int], ...] = ()
    rest: tuple[tuple[str, int], ...] = ()
    page: int = 1
    pages: int = 1
    ignored_case: bool = False
    near: tuple[NearName, ...] = ()
    binary: int = 0
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Member:
    """A symbol in an outline, and the line that names it."""

    first: int
    last: int
    text: str


@dataclass(frozen=True, slots=True)
class ShownPlace:
    """Lines of a file that were asked for as `place`: those of `excerpt`, and an outline, if any.

    `symbol` is the qualified name of the symbol that they are of, empty for none, in lines `first`
    to `last`; of a file its extent. `lines` counts those of the file. `more_members` are left out
    of `outline`. `above` is whether an earlier place of the answer has these lines. With a `column`
    the excerpt is a part of one line of so many `characters`, from that one on, counted from 1.
    """

    place: str
    path: str
    first: int
    last: int
    lines: int
    symbol: str = ""
    excerpt: Excerpt | None = None
    outline: tuple[Member, ...] = ()
    more_members: int = 0
    above: bool = False
    column: int = 0
    characters: int = 0


@dataclass(frozen=True, slots=True)
class MissingPlace:
    """A place that is not shown, why, and those that may be meant; `more` are not named."""

    place: str
    problem: str
    candidates: tuple[str, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Show:
    """Places of files as they are on the disk, in the order in which they were asked for.

    `rest` are places, or lines of them, for which this answer has no room. `uses` are of the names
    of the shown symbols.
    """

    places: tuple[ShownPlace, ...]
    missing: tuple[MissingPlace, ...] = ()
    rest: tuple[str, ...] = ()
    uses: tuple[Find, ...] = ()
