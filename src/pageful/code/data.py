"""The code tools' results as JSON data: the fields of the specification, in its order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pageful.code.results.find import Find
from pageful.code.results.indexing import (
    Indexing,
    IndexStatus,
    ProjectList,
    RepositoryStatus,
    SkippedFiles,
)
from pageful.code.results.lines import FoundFile, FoundPlace
from pageful.code.results.search import Coverage, Hit, HitLines, HitPlace, Search
from pageful.code.results.show import Show, ShownPlace
from pageful.page.presentation import Detail
from pageful.text.excerpts import shorten

_EXCERPT = 200
"""Characters of a chunk's text where little is asked for, as the specification has it."""

Data = dict[str, object]


def search_data(search: Search, detail: Detail) -> Data:
    """Return the hits and their number; concise without contexts, and with excerpts of the texts.

    After the specification's fields follow, only where they say something, `next_page`,
    `pending_files`, `indexing` (how far a first indexing is) and `notes`; a hit has its `symbol`
    (detailed), among several its `repository`, and `outdated` where its file has changed since.
    In lines `files` and `others` stand in place of the hits.
    """
    if search.lines is not None:
        return _lines_data(search, search.lines)
    detailed = detail == "detailed"
    hit = _whole_hit if detailed else _brief_hit
    data: Data = {
        "results": [hit(each) for each in search.results],
        "total_count": search.total_count,
        "project_id": search.project_id,
    }
    if detailed:
        data["database_name"] = search.database_name
    data["latency_ms"] = search.latency_ms
    return data | _drop_empty(
        next_page=_next_page(search),
        pending_files=search.pending_files,
        indexing=_coverage(search.coverage),
        notes=search.notes,
        within=search.within,
    )


def _lines_data(search: Search, lines: HitLines) -> Data:
    data: Data = {
        "files": [_found_file(each) for each in lines.files],
        "others": [_hit_place(each) for each in lines.others],
        "total_count": search.total_count,
        "project_id": search.project_id,
        "latency_ms": search.latency_ms,
    }
    return data | _drop_empty(
        next_page=_next_page(search),
        outdated=sorted({hit.file_path for hit in search.results if hit.outdated}),
        pending_files=search.pending_files,
        indexing=_coverage(search.coverage),
        notes=search.notes,
        within=search.within,
    )


def _hit_place(place: HitPlace) -> Data:
    data: Data = {"path": place.path, "range": [place.first, place.last]}
    return data | _drop_empty(symbol=place.symbol)


def _coverage(coverage: Coverage | None) -> Data:
    return {"files_indexed": coverage.files, "files_total": coverage.total} if coverage else {}


def _whole_hit(hit: Hit) -> Data:
    return {
        "chunk_id": hit.chunk_id,
        "file_path": hit.file_path,
        "content": hit.content,
        "start_line": hit.start_line,
        "end_line": hit.end_line,
        "similarity_score": hit.similarity_score,
        "context_before": hit.context_before,
        "context_after": hit.context_after,
    } | _drop_empty(
        symbol=hit.symbol,
        repository=hit.repository,
        outdated=hit.outdated,
        relation=hit.relation,
    )


def _brief_hit(hit: Hit) -> Data:
    return {
        "chunk_id": hit.chunk_id,
        "file_path": hit.file_path,
        "content": shorten(hit.content, _EXCERPT, "..."),
        "start_line": hit.start_line,
        "end_line": hit.end_line,
        "similarity_score": round(hit.similarity_score, 2),
    } | _drop_empty(repository=hit.repository, outdated=hit.outdated, relation=hit.relation)


def _next_page(search: Search) -> int | None:
    """Return the number of the next page, if any: a page that has another after it is full."""
    seen = search.first - 1 + len(search.results)
    return seen // len(search.results) + 1 if search.results and seen < search.total_count else None


def index_data(indexing: Indexing, detail: Detail) -> Data:
    """Return what a run did; concise with the number of errors, and only if there are any.

    After the specification's fields follow, only where they say something, `files_removed`,
    `files_total` and `chunks_total` (where the run read not all), `skipped` and `notes`.
    """
    detailed = detail == "detailed"
    seconds = indexing.duration_seconds
    data: Data = {
        "repository_id": indexing.repository_id,
        "files_indexed": indexing.files_indexed,
        "chunks_created": indexing.chunks_created,
        "duration_seconds": seconds if detailed else round(seconds, 1),
        "project_id": indexing.project_id,
    }
    if detailed:
        data["database_name"] = indexing.database_name
    data["status"] = indexing.status.value
    if detailed:
        data["errors"] = indexing.errors
    elif indexing.errors:
        data["error_count"] = len(indexing.errors)
    partly = indexing.files_total != indexing.files_indexed
    return data | _drop_empty(
        files_removed=indexing.files_removed,
        files_total=indexing.files_total if partly else None,
        chunks_total=indexing.chunks_total if partly else None,
        skipped=_skipped_by_reason(indexing.skipped, detail),
        notes=indexing.notes,
    )


def status_data(status: IndexStatus | ProjectList, detail: Detail) -> Data:
    """Return the state of a project's index, or all projects; ages in seconds, sizes in bytes.

    A repository's `languages` are files by language; detailed, chunks too. Its `age_seconds` are
    null where it never was indexed whole, its `pending_files` where it can't be read any more.
    """
    if isinstance(status, ProjectList):
        return {"projects": status.projects} | _drop_empty(notes=status.notes)
    data: Data = {"project_id": status.project_id}
    if detail == "detailed":
        data |= {"database_name": status.database_name, "embedder": status.embedder}
    data |= {
        "files": status.files,
        "chunks": status.chunks,
        "size_bytes": status.size_bytes,
        "indexing": status.indexing,
        "repositories": [_repository(each, detail) for each in status.repositories],
    }
    return data | _drop_empty(notes=status.notes)


def find_data(find: Find, _detail: Detail) -> Data:
    """Return every line that was found, with its use and the symbol around it.

    `counts` are complete, by class; a file has its lines by symbol, and the `numbers` of those
    that are not given as text. What is empty or usual is left out.
    """
    data: Data = {
        "texts": find.texts,
        "searched_files": find.searched,
        "counts": {
            each.file_class.value: {"lines": each.lines, "files": each.files}
            for each in find.counts
        },
        "shown": [each.value for each in find.shown],
        "files": [_found_file(each) for each in find.files],
    }
    return data | _drop_empty(
        defined=[{"text": each.text, **_found_file(each.file)} for each in find.defined],
        imports_left_out=find.imports_left_out,
        imports=[{"path": path, "numbers": lines} for path, lines in find.imports],
        rest=[{"path": path, "lines": lines} for path, lines in find.rest],
        counted=[{"path": path, "lines": lines} for path, lines in find.counted],
        page=find.page if find.pages > 1 else None,
        pages=find.pages if find.pages > 1 else None,
        ignored_case=find.ignored_case,
        near=find.near,
        binary_files=find.binary,
        within=find.within,
        notes=find.notes,
    )


def show_data(show: Show, detail: Detail) -> Data:
    """Return the text of each place, what is missing, and what there is no room for."""
    data: Data = {"places": [_shown_place(each) for each in show.places]}
    return data | _drop_empty(
        missing=show.missing,
        rest=show.rest,
        uses=[find_data(each, detail) for each in show.uses],
    )


def _shown_place(place: ShownPlace) -> Data:
    data: Data = {
        "place": place.place,
        "path": place.path,
        "first": place.first,
        "last": place.last,
        "file_lines": place.lines,
    }
    excerpt = place.excerpt
    return data | _drop_empty(
        symbol=place.symbol,
        text_first=excerpt.first if excerpt else None,
        text="\n".join(excerpt.rows) if excerpt else None,
        outline=place.outline,
        more_members=place.more_members,
        above=place.above,
        column=place.column,
        line_characters=place.characters,
    )


def _found_file(file: FoundFile) -> Data:
    data: Data = {"path": file.path, "class": file.file_class.value}
    return data | _drop_empty(places=[*map(_found_place, file.places)], numbers=file.numbers)


def _found_place(place: FoundPlace) -> Data:
    data: Data = {}
    if place.symbol:
        symbol = place.symbol
        data["symbol"] = symbol.name
        data["symbol_range"] = [symbol.first, symbol.last]
        data["symbol_line"] = {"line": symbol.line, "text": symbol.text}
    data["lines"] = [
        {"line": each.line, "text": each.text, "use": each.use.value} for each in place.lines
    ]
    excerpts = [{"first": each.first, "text": "\n".join(each.rows)} for each in place.excerpts]
    return data | _drop_empty(excerpts=excerpts)


def _repository(repository: RepositoryStatus, detail: Detail) -> Data:
    detailed = detail == "detailed"
    files = {language.name: language.files for language in repository.languages}
    elapsed = repository.age_seconds
    return {
        "repository_id": repository.repository_id,
        "repository": repository.repository,
        "files": repository.files,
        "chunks": repository.chunks,
        "languages": repository.languages if detailed else files,
        "age_seconds": elapsed if detailed or elapsed is None else round(elapsed),
        "pending_files": repository.pending_files,
    } | _drop_empty(skipped=_skipped_by_reason(repository.skipped, detail), notes=repository.notes)


def _skipped_by_reason(skipped: Sequence[SkippedFiles], detail: Detail) -> Mapping[str, object]:
    """Map each reason to the files left out for it; concise, to their number."""
    named = detail == "detailed"
    return {each.reason: each.files if named else len(each.files) for each in skipped}


def _drop_empty(**fields: object) -> Data:
    """Keep the fields whose value is not empty."""
    return {name: value for name, value in fields.items() if value}
