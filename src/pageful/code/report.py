"""The report of a code index: repositories, languages, and the files that were left out."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.code.definitions.code_access import CodeAccess
from pageful.code.results.indexing import IndexStatus, RepositoryStatus
from pageful.code.settings import CodeSettings
from pageful.report.document import Bar, Bars, Detail, Details, Fact, Listing, Report, Section
from pageful.text.units import size
from pageful.tool.context import Caller

_MOST_FILES = 200
"""Files left out for one reason, by name."""


def make_report(settings: CodeSettings, chosen: str | None) -> Report:
    """Make the report of a project's index, without updating it.

    Raises:
        ToolError: there is no such project, or it is not clear which is meant.
    """
    status = CodeAccess(settings).workspace.status(chosen, Caller())
    return Report(
        f"Index {status.project_id}",
        f"{status.database_name} · embedder {status.embedder}",
        tuple(_facts(status)),
        tuple(_sections(status)),
    )


def _facts(status: IndexStatus) -> Iterator[Fact]:
    yield Fact("Files", f"{status.files:,}")
    yield Fact("Chunks", f"{status.chunks:,}")
    yield Fact("On disk", size(status.size_bytes))
    pending = [each.pending_files for each in status.repositories if each.pending_files]
    if pending:
        yield Fact("Changed since", f"{sum(pending):,} files", "bad")


def _sections(status: IndexStatus) -> Iterator[Section]:
    for repository in status.repositories:
        yield from _repository_sections(repository)
    yield Listing("Notes", status.notes)


def _repository_sections(repository: RepositoryStatus) -> Iterator[Section]:
    languages = sorted(repository.languages, key=lambda each: (-each.chunks, each.name))
    bars = (Bar(each.name, each.chunks, f"{each.files:,} files") for each in languages)
    yield Bars(f"{repository.repository}: chunks by language", tuple(bars))
    skipped = (
        Detail(
            f"{each.reason}: {len(each.files):,}",
            "\n".join(each.files[:_MOST_FILES])
            + (
                f"\n… {len(each.files) - _MOST_FILES:,} more"
                if len(each.files) > _MOST_FILES
                else ""
            ),
        )
        for each in repository.skipped
    )
    yield Details(f"{repository.repository}: files left out", tuple(skipped))
    yield Listing(f"{repository.repository}: notes", repository.notes)
