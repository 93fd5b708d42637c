"""Pages of the state of an index."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.code.results.indexing import (
    IndexStatus,
    Language,
    ProjectList,
    ProjectSummary,
    RepositoryStatus,
)
from pageful.code.views.notes import note_blocks
from pageful.code.views.skipped import skipped_blocks
from pageful.page.blocks import (
    Block,
    Fields,
    Heading,
    Line,
    Mono,
    Section,
    Sections,
    Table,
    Text,
    Tip,
)
from pageful.page.calls import Call, tool_name, verb
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import age, size

_TOP_LANGUAGES = 3  # those that say what a repository is about, in a cell of a table


def status_page(status: IndexStatus | ProjectList, detail: Detail) -> Iterator[Block]:
    """Show the size and the age of a project's index, or the projects that may be meant."""
    yield Heading("Index Status", 1)
    if isinstance(status, ProjectList):
        yield from _project_blocks(status)
        return
    yield Fields(tuple(_index_fields(status, detail)))
    if not status.repositories:
        tool = tool_name("index_repository", quoted=True)
        yield Line(f"Nothing is indexed in this project: {tool} takes a directory.")
    elif detail == "concise":
        yield _repository_table(status.repositories)
    else:
        sections = (
            Section(tuple(_repository_blocks(each)), name=name(each.repository))
            for each in status.repositories
        )
        yield Sections(tuple(sections), of="repository")
    of_each = [] if detail == "detailed" else _notes_by_repository(status.repositories)
    yield from note_blocks((*status.notes, *of_each))


def _project_blocks(listed: ProjectList) -> Iterator[Block]:
    yield Line(f"{len(listed.projects)} projects are indexed, and the call names none")
    rows = (
        (
            name(each.project_id),
            ", ".join(map(name, each.repositories)),
            "unknown" if each.files is None else f"{each.files:,}",
            _ago(each.age_seconds),
        )
        for each in listed.projects
    )
    yield Table(("Project", "Repositories", "Files", "Indexed"), tuple(rows), of="project")
    yield Tip((f"for one, {verb()} ", Mono(str(_status_of(listed.projects[0])))))
    yield from note_blocks(listed.notes)


def _status_of(project: ProjectSummary) -> Call:
    return Call("index_status", {"project_id": project.project_id})


def _index_fields(status: IndexStatus, detail: Detail) -> Iterator[tuple[str, Text]]:
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


def _repository_table(repositories: Sequence[RepositoryStatus]) -> Table:
    columns = ("Repository", "Repository ID", "Files", "Languages", "Indexed", "Pending Files")
    rows = (
        (
            name(each.repository),
            each.repository_id,
            f"{each.files:,}",
            _top_languages(each.languages),
            _ago(each.age_seconds),
            _pending_count(each),
        )
        for each in repositories
    )
    return Table(columns, tuple(rows), of="repository")


def _top_languages(languages: Sequence[Language]) -> str:
    """Name the languages with most files, and count the others."""
    first = sorted(languages, key=lambda language: -language.files)[:_TOP_LANGUAGES]
    named = [f"{language.name} {language.files:,}" for language in first]
    more = len(languages) - len(first)
    return ", ".join([*named, f"{more} more"] if more else named)


def _ago(elapsed: float | None) -> str:
    return "never" if elapsed is None else f"{age(elapsed)} ago"


def _pending_count(repository: RepositoryStatus) -> str:
    return "unknown" if repository.pending_files is None else f"{repository.pending_files:,}"


def _repository_blocks(repository: RepositoryStatus) -> Iterator[Block]:
    yield Heading(name(repository.repository), 2)
    yield Fields(
        (
            ("Repository ID", Mono(repository.repository_id)),
            ("Files", f"{repository.files:,}"),
            ("Chunks", f"{repository.chunks:,}"),
            ("Indexed", _ago(repository.age_seconds)),
            ("Pending Files", _pending_count(repository)),
        )
    )
    if repository.languages:
        rows = ((each.name, each.files, each.chunks) for each in repository.languages)
        cells = tuple((label, f"{files:,}", f"{chunks:,}") for label, files, chunks in rows)
        yield Table(("Language", "Files", "Chunks"), cells, of="language")
    yield from skipped_blocks(repository.skipped, 3)
    yield from note_blocks(repository.notes)


def _notes_by_repository(repositories: Sequence[RepositoryStatus]) -> Iterator[str]:
    return (f"{name(each.repository)}: {note}" for each in repositories for note in each.notes)
