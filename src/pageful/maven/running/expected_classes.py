"""The number of test classes that a build will run, as earlier builds tell."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path

from pageful.builds.junit.reports import Stamp
from pageful.builds.records.build_record import BuildRecord
from pageful.maven.projects.lifecycle import reaches
from pageful.maven.projects.module import closure
from pageful.maven.projects.project import Project
from pageful.maven.projects.selection import chosen_modules
from pageful.maven.projects.test_filter import TestFilter
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.request.packed import unpack_request
from pageful.tool.errors import ToolError

_BUILDS_LOOKED_AT = 5
"""Builds of the same goals that are tried: those that failed to compile have no tests."""


def expected_classes(
    request: BuildRequest,
    project: Project,
    records: Iterable[BuildRecord],
    reports: Mapping[Path, Stamp],
) -> int:
    """Return the number of classes, 0 where it is unknown.

    They are those of the last build with the same goals and without a filter, as far as they are
    in modules that are built now; where none is recorded, those of the `reports` that lie around.
    """
    if not reaches(request.goals, "test"):
        return 0
    classes = _known_classes(request, project, records)
    if not classes and not request.modules:
        classes = {path.stem.removeprefix("TEST-") for path in reports}
    if request.test_filter:
        classes = set(filter(TestFilter.parse(request.test_filter).class_check(), classes))
    return len(classes)


def _known_classes(
    request: BuildRequest, project: Project, records: Iterable[BuildRecord]
) -> set[str]:
    is_built = built_modules(request, project)
    alike = (record for record in records if record.has_ended and _is_alike(record, request))
    for record in islice(alike, _BUILDS_LOOKED_AT):
        with suppress(ToolError):  # taken away, or damaged
            cases = record.cases()
            if cases:
                return {case.class_name for case in cases if is_built(case.module)}
    return set()


def built_modules(request: BuildRequest, project: Project) -> Callable[[str], bool]:
    """Return the check whether the module in a directory is built, being asked for or needed.

    Raises:
        ToolError: there is no module of a name that is asked for.
    """
    if not request.modules:
        return lambda _: True
    chosen = [module.key for module in chosen_modules(request.modules, project.modules)]
    keys = closure(chosen, {module.key: module.needs for module in project.modules})
    built = {module.directory for module in project.modules if module.key in keys}
    return built.__contains__


def _is_alike(record: BuildRecord, request: BuildRequest) -> bool:
    former = unpack_request(record.order)
    if not former or former.test_filter or former.failed_only or former.goals != request.goals:
        return False
    return former.modules in ((), request.modules)
