"""Values of Maven commands that are suggested while they are typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from pathlib import Path
from typing import Any

from pageful.tool.begun_value import BegunValue, PathKind, Suggestion

_MOST_CLASSES = 5_000
"""Test classes that are looked through: a large project's are listed within a tenth of a second."""

_PHASES = (
    "clean",
    "validate",
    "compile",
    "test-compile",
    "package",
    "verify",
    "install",
    "deploy",
    "site",
    "dependency:analyze",
    "versions:display-dependency-updates",
)
"""Phases and goals that people run by hand."""


def suggest_values(begun: BegunValue) -> Iterable[Suggestion] | PathKind:
    """Suggest modules, tests that failed, test classes and methods, builds, phases."""
    root = Path(begun.others.get("project") or ".").expanduser().resolve()
    match begun.name:
        case "modules" | "module":
            return _after_commas(begun.text, _list_modules(root))
        case "testFilter" | "test":
            return _after_commas(begun.text, _list_tests(root, begun.text.rpartition(",")[2]))
        case "build":
            return (Suggestion(f"b{number}") for number in _list_builds(root))
        case "goals":
            return map(Suggestion, _PHASES)
        case "mvn":
            return map(Suggestion, ("mvn", "mvnd", "./mvnw"))
        case _:
            return ()


def _after_commas(text: str, suggestions: Iterable[Suggestion]) -> Iterator[Suggestion]:
    """Suggest the last of several values with a comma between them."""
    before, comma, _ = text.rpartition(",")
    return (Suggestion(f"{before}{comma}{each.value}", each.note) for each in suggestions)


def _list_modules(root: Path) -> Iterator[Suggestion]:
    from pageful.maven.projects.project import Project
    from pageful.maven.projects.selection import shortest_names

    for module, name in shortest_names(Project.at(root).modules).items():
        yield Suggestion(name, module.directory)


def _list_builds(root: Path) -> list[int]:
    from pageful.builds.records.directories import build_numbers, directory_for

    return build_numbers(directory_for(root, "maven"))


def _list_tests(root: Path, text: str) -> Iterator[Suggestion]:
    """List the tests that failed when they last ran, then all classes, or a class's methods."""
    yield from _list_failed(root)
    from pageful.maven.projects.closest_tests import test_methods
    from pageful.maven.projects.layout import Layout
    from pageful.maven.projects.project import Project
    from pageful.maven.projects.staleness import test_files

    files = chain.from_iterable(test_files(Layout.of(pom)) for pom in Project.at(root).poms)
    name, is_method, _ = text.partition("#")
    for file in islice(files, _MOST_CLASSES):
        if not is_method:
            yield Suggestion(file.stem)
        elif file.stem == name:
            yield from (Suggestion(f"{name}#{method}") for method in test_methods(file))


def _list_failed(root: Path) -> Iterator[Suggestion]:
    """List the tests that failed when they last ran, as the record of the last build has them.

    Records are read here without their types, which take three times as long to load as to type on.
    """
    import msgspec

    from pageful.builds.records.directories import directory_for
    from pageful.builds.records.sealed_file import read_sealed
    from pageful.maven.projects.test_methods import base_method

    ended = directory_for(root, "maven").glob("b*/outstanding")
    last = max(ended, key=lambda file: file.stat().st_mtime_ns, default=None)
    if last is None:
        return
    failed, _ = msgspec.msgpack.decode(read_sealed(last))
    for entry in failed:
        case: dict[str, Any] = entry["case"]
        name = base_method(case["name"]) if case["name"] else ""
        simple = case["class_name"].rpartition(".")[2]
        yield Suggestion(f"{simple}#{name}" if name else simple, "failed")
