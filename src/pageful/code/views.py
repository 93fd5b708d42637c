"""Pages of code search and of indexing, in the format of the specification."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pageful.code.languages.detection import fence_of
from pageful.code.results import (
    Coverage,
    Hit,
    Indexing,
    IndexStatus,
    Language,
    RepositoryStatus,
    Search,
    Skipped,
)
from pageful.page.blocks import (
    Block,
    Bullets,
    Code,
    Fields,
    Heading,
    Line,
    Mono,
    Note,
    Numbered,
    Section,
    Sections,
    Strong,
    Table,
    Text,
)
from pageful.page.presentation import Detail
from pageful.text.excerpts import shortened
from pageful.text.single_line import name
from pageful.text.units import age, count, seconds, size

_PREVIEW = 80
"""Characters of the one line that a table shows of a chunk."""

_SOUGHT = 200

_STATE, _OUTDATED = "Since Indexed", "changed"
"""How a hit is marked whose file is another by now."""

_TOP_LANGUAGES = 3


def search_page(search: Search, detail: Detail) -> Iterator[Block]:
    """The places that a search found, best first."""
    yield Heading("Search Results", 1)
    yield from _found(search, detail)
    if not search.total_count:
        where = f" in {count(search.searched_files, 'file')}"
        yield Line(("Nothing matches ", _sought(search), f"{where}. Try {_advice(search)}."))
    yield from _notes(search.notes, search.pending_files, search.coverage)


def _advice(search: Search) -> str:
    return "without the filters" if search.narrowed else "other words"


def related_page(search: Search, detail: Detail) -> Iterator[Block]:
    """The places that are most like another, in the form of a search's page."""
    yield Heading("Related Code", 1)
    yield from _found(search, detail)
    if not search.total_count:
        yield Line(("Nothing is like ", _sought(search), "."))
    yield from _notes(search.notes, search.pending_files, search.coverage)


def _sought(search: Search) -> Mono:
    return Mono(shortened(search.sought, _SOUGHT, "…"))


def _found(search: Search, detail: Detail) -> Iterator[Block]:
    repositories = {hit.repository for hit in search.results}
    shared = repositories.pop() if len(repositories) == 1 else None
    yield Fields(tuple(_header(search, detail, shared)))
    if not search.results:
        if search.total_count:
            yield Line(f"The last of them is before result {search.first:,}.")
    elif detail == "concise":
        yield _table(search.results, by_repository=len(repositories) > 1)
    else:
        numbered = enumerate(search.results, search.first)
        sections = (_section(number, hit, shared) for number, hit in numbered)
        yield Sections(tuple(sections), of="result")


def _header(search: Search, detail: Detail, repository: str | None) -> Iterator[tuple[str, Text]]:
    yield "Total Results", _how_many(search)
    yield "Latency", f"{search.latency_ms}ms"
    yield "Project", search.project_id
    if detail == "detailed":
        yield "Database", search.database_name
    if repository:
        yield "Repository", Mono(name(repository))


def _how_many(search: Search) -> str:
    """How many of how many: a range on all pages but the first."""
    shown, total = len(search.results), f"{search.total_count:,}"
    if shown in (0, search.total_count):
        return total
    if search.first == 1:
        return f"{shown} of {total}"
    return f"{search.first:,}-{search.first + shown - 1:,} of {total}"


def _table(hits: Sequence[Hit], *, by_repository: bool) -> Table:
    columns: tuple[str, ...] = ("File", "Lines", "Score", "Content Preview")
    rows: tuple[tuple[Text, ...], ...] = tuple(map(_row, hits))
    if any(hit.outdated for hit in hits):
        columns = (*columns[:3], _STATE, *columns[3:])
        states = (_OUTDATED if hit.outdated else "" for hit in hits)
        rows = tuple((*row[:3], state, *row[3:]) for row, state in zip(rows, states, strict=True))
    if by_repository:
        columns = ("Repository", *columns)
        rows = tuple(
            (name(hit.repository or ""), *row) for hit, row in zip(hits, rows, strict=True)
        )
    return Table(columns, rows, of="result")


def _row(hit: Hit) -> tuple[Text, ...]:
    telling = hit.telling or hit.content.strip().partition("\n")[0]
    preview = Mono(shortened(" ".join(telling.split()), _PREVIEW, "…"))
    return name(hit.file_path), _lines(hit), f"{hit.similarity_score:.2f}", preview


def _lines(hit: Hit) -> str:
    return f"{hit.start_line}-{hit.end_line}"


def _section(number: int, hit: Hit, shared: str | None) -> Section:
    return Section(tuple(_hit(number, hit, shared)), name=f"{name(hit.file_path)}:{_lines(hit)}")


def _hit(number: int, hit: Hit, shared: str | None) -> Iterator[Block]:
    yield Heading(f"Result {number}", 2)
    yield Fields(tuple(_facts(hit, shared)))
    code = partial(Code, language=fence_of(hit.language))
    if hit.context_before.strip():
        yield Heading("Context Before")
        yield code(hit.context_before)
    yield Heading("Content")
    # The end of the last line: without it a fence would lose a last line that is empty.
    yield code(f"{hit.content}\n")
    if hit.context_after.strip():
        yield Heading("Context After")
        yield code(hit.context_after)


def _facts(hit: Hit, shared: str | None) -> Iterator[tuple[str, Text]]:
    yield "File", Mono(name(hit.file_path))
    yield "Lines", _lines(hit)
    yield "Similarity", f"{hit.similarity_score:.4f}"
    yield "Chunk ID", Mono(hit.chunk_id)
    if hit.outdated:
        yield _STATE, _OUTDATED
    if hit.symbol:
        yield "Symbol", Mono(" › ".join(hit.symbol))
    if hit.repository and not shared:
        yield "Repository", Mono(name(hit.repository))


def _notes(
    notes: Sequence[str], pending: int | None = None, coverage: Coverage | None = None
) -> Iterator[Note]:
    so_far = [str(coverage)] if coverage else []
    stale = [_stale(pending)] if pending else []
    if so_far or stale or notes:
        yield Note("\n".join((*so_far, *stale, *notes)))


def _stale(pending: int) -> str:
    what, they = ("file has", "it was") if pending == 1 else ("files have", "they were")
    return f"{pending:,} {what} changed since {they} indexed; new text is not in this answer yet."


def index_page(indexing: Indexing, detail: Detail) -> Iterator[Block]:
    """What an indexing run did, and what kept it from more."""
    yield Heading("Repository Indexing Results", 1)
    yield Fields(tuple(_run(indexing, detail)))
    yield Heading("Metrics", 2)
    yield Bullets(tuple(_metrics(indexing, detail)), of="metric")
    if indexing.errors:
        yield Heading(f"Errors ({len(indexing.errors):,})", 2)
        if detail == "detailed":
            yield Numbered(indexing.errors, of="error")
        else:
            yield Line(f"{count(len(indexing.errors), 'error')} occurred during indexing")
    if detail == "detailed":
        yield from _skipped(indexing.skipped, 2)
    yield from _notes(indexing.notes)


def _run(indexing: Indexing, detail: Detail) -> Iterator[tuple[str, Text]]:
    yield "Status", indexing.status.value
    yield "Repository ID", Mono(indexing.repository_id)
    yield "Project", indexing.project_id
    if detail == "detailed":
        yield "Database", indexing.database_name


def _metrics(indexing: Indexing, detail: Detail) -> Iterator[Text]:
    metrics = {
        "Files Indexed": f"{indexing.files_indexed:,}",
        "Chunks Created": f"{indexing.chunks_created:,}",
        "Duration": seconds(round(indexing.duration_seconds * 1000)),
    }
    if indexing.files_removed:
        metrics["Files Removed"] = f"{indexing.files_removed:,}"
    if indexing.files_total != indexing.files_indexed:
        metrics["Files in the Index"] = f"{indexing.files_total:,}"
        metrics["Chunks in the Index"] = f"{indexing.chunks_total:,}"
    if indexing.skipped and detail == "concise":
        metrics["Files Skipped"] = _counted(indexing.skipped)
    for label, value in metrics.items():
        yield Strong(label), ": ", value


def _counted(skipped: Sequence[Skipped]) -> str:
    """How many files were left out by rule, in all and by reason."""
    reasons = ", ".join(f"{each.reason}: {len(each.files):,}" for each in skipped)
    return f"{_total(skipped):,} ({reasons})"


def _skipped(skipped: Sequence[Skipped], level: int) -> Iterator[Block]:
    """Files left out by rule, each under the reason."""
    if skipped:
        yield Heading(f"Skipped ({_total(skipped):,})", level)
    for each in skipped:
        yield Heading(f"{each.reason} ({len(each.files):,})", level + 1)
        yield Bullets(tuple(map(name, each.files)), of="file")


def _total(skipped: Sequence[Skipped]) -> int:
    return sum(len(each.files) for each in skipped)


def status_page(status: IndexStatus, detail: Detail) -> Iterator[Block]:
    """What a project's index holds, and how fresh it is."""
    yield Heading("Index Status", 1)
    yield Fields(tuple(_index(status, detail)))
    if not status.repositories:
        yield Line("Nothing is indexed in this project: `index_repository` takes a directory.")
    elif detail == "concise":
        yield _repositories(status.repositories)
    else:
        sections = (
            Section(tuple(_repository(each)), name=name(each.repository))
            for each in status.repositories
        )
        yield Sections(tuple(sections), of="repository")
    of_each = [] if detail == "detailed" else _named_notes(status.repositories)
    yield from _notes((*status.notes, *of_each))


def _index(status: IndexStatus, detail: Detail) -> Iterator[tuple[str, Text]]:
    yield "Project", status.project_id
    if detail == "detailed":
        yield "Database", status.database_name
    yield "Files", f"{status.files:,}"
    yield "Chunks", f"{status.chunks:,}"
    yield "Size", size(status.size_bytes)
    if detail == "detailed":
        yield "Embedder", status.embedder
    if status.indexing:
        yield "Indexing", "under way"


def _repositories(repositories: Sequence[RepositoryStatus]) -> Table:
    columns = ("Repository", "Repository ID", "Files", "Languages", "Indexed", "Pending Files")
    rows = (
        (
            name(each.repository),
            each.repository_id,
            f"{each.files:,}",
            _top(each.languages),
            _indexed(each),
            _pending(each),
        )
        for each in repositories
    )
    return Table(columns, tuple(rows), of="repository")


def _top(languages: Sequence[Language]) -> str:
    """The languages with most files, and how many more there are."""
    first = sorted(languages, key=lambda language: -language.files)[:_TOP_LANGUAGES]
    named = [f"{language.name} {language.files:,}" for language in first]
    more = len(languages) - len(first)
    return ", ".join([*named, f"{more} more"] if more else named)


def _indexed(repository: RepositoryStatus) -> str:
    elapsed = repository.age_seconds
    return "never" if elapsed is None else f"{age(elapsed)} ago"


def _pending(repository: RepositoryStatus) -> str:
    return "unknown" if repository.pending_files is None else f"{repository.pending_files:,}"


def _repository(repository: RepositoryStatus) -> Iterator[Block]:
    yield Heading(name(repository.repository), 2)
    yield Fields(
        (
            ("Repository ID", Mono(repository.repository_id)),
            ("Files", f"{repository.files:,}"),
            ("Chunks", f"{repository.chunks:,}"),
            ("Indexed", _indexed(repository)),
            ("Pending Files", _pending(repository)),
        )
    )
    if repository.languages:
        rows = ((each.name, each.files, each.chunks) for each in repository.languages)
        cells = tuple((label, f"{files:,}", f"{chunks:,}") for label, files, chunks in rows)
        yield Table(("Language", "Files", "Chunks"), cells, of="language")
    yield from _skipped(repository.skipped, 3)
    yield from _notes(repository.notes)


def _named_notes(repositories: Sequence[RepositoryStatus]) -> Iterator[str]:
    return (f"{name(each.repository)}: {note}" for each in repositories for note in each.notes)
