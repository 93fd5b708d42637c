"""Values of commands about code that are suggested while they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pageful.tool.begun_value import BegunValue, PathKind, Suggestion

_EMBEDDERS = (
    Suggestion("static", "the table that comes along"),
    Suggestion("none", "words alone"),
    Suggestion("model2vec:", "a model of model2vec"),
    Suggestion("ollama:", "a model of Ollama"),
)


def suggest_values(begun: BegunValue) -> Iterable[Suggestion] | PathKind:
    """Suggest projects, file types, embedders; files and directories by the shell itself."""
    match begun.name:
        case "project_id":
            return _list_projects(begun.others.get("data"))
        case "file_type":
            return _list_file_types()
        case "embedder":
            return _EMBEDDERS
        case "repo_path" | "directory":
            return "directories"
        case "places" | "file_path" | "within":
            return "files"
        case _:
            return ()


def _list_projects(data: str | None) -> Iterator[Suggestion]:
    from pageful.code.index.projects import Projects

    for project in Projects.at(Path(data) if data else None).all():
        yield Suggestion(project.id, ", ".join(map(str, project.roots)))


def _list_file_types() -> Iterator[Suggestion]:
    from pageful.code.languages.table import LANGUAGES

    for language in LANGUAGES:
        yield from (Suggestion(each, language.name) for each in language.extensions.split())
