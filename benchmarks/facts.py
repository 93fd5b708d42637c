"""The facts that a page says, as plain data for other formats: no more and no less."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from pageful.builds.results import Activity, Build, Counts, Failure, Problem

Json: TypeAlias = "str | int | float | bool | list[Json] | dict[str, Json]"


def facts(build: Build) -> dict[str, Json]:
    """What the concise page of a build says, under the names of the result's own fields.

    Empty collections, absent values and zero skipped tests are left out, and so is what the page
    leaves unsaid. Lines that belong together are one text: that is cheaper in JSON than a list.
    """
    return _present(
        {
            "operation": build.operation,
            "status": build.status.value,
            "seconds": round(build.milliseconds / 1000 + 1e-9, 1),
            "activity": _activity(build.activity) if build.activity else "",
            "errors": _problems(build.errors),
            "warnings": _warnings(build),
            "tests": _tests(build.tests) if build.tests else "",
            "failures": [_failure(failure) for failure in build.failures],
            "output": "\n".join(build.output),
            "notes": "\n".join(build.notes),
        }
    )


def _present(values: Mapping[str, Json]) -> dict[str, Json]:
    return {name: value for name, value in values.items() if value not in ("", [], {}, False)}


def _warnings(build: Build) -> Json:
    """All where they made the build fail; their number where the header has it; else none."""
    if any("-Werror" in error.message for error in build.errors):
        return _problems(build.warnings)
    counted = build.warnings and not build.tests and not build.errors
    return len(build.warnings) if counted else ""


def _problems(problems: Iterable[Problem]) -> list[Json]:
    return [
        _present(
            {
                "file": problem.file or "",
                "line": problem.line or "",
                "column": problem.column or "",
                "message": problem.message,
            }
        )
        for problem in problems
    ]


def _tests(tests: Counts) -> Json:
    skipped: Mapping[str, Json] = {"skipped": tests.skipped} if tests.skipped else {}
    return {"run": tests.run, "failed": tests.failed, **skipped}


def _failure(failure: Failure) -> Json:
    return _present(
        {
            "tests": list(failure.tests),
            "crashed": failure.crashed,
            "message": failure.message,
            "trace": "\n".join(failure.trace),
            "output": "\n".join(failure.output),
        }
    )


def _activity(activity: Activity) -> Json:
    return _present(
        {
            "module": activity.module or "",
            "goal": activity.goal or "",
            "test_class": activity.test_class or "",
            "frames": "\n".join(activity.frames),
        }
    )


def bare_values(data: dict[str, Json]) -> str:
    """The values alone, a line each; a file that follows itself is said once."""
    lines: list[str] = []
    said = ""
    for name, value in _leaves(data):
        if name == "file":
            if value == said:
                continue
            said = value
        lines.append(value)
    return "\n".join(lines)


def unsaid(data: dict[str, Json], page: str) -> list[str]:
    """Lines of the facts that are not on the page: none, if both say the same."""
    flat = _flat(page)
    lines = ((name, line) for name, value in _leaves(data) for line in value.splitlines())
    return [line for name, line in lines if not all(map(flat.__contains__, _parts(name, line)))]


def _parts(name: str, line: str) -> Iterator[str]:
    """What a page must hold of a line: of a test its class and method, which it may say apart."""
    return map(_flat, line.split("#")) if name == "tests" else iter((_flat(line),))


def _flat(text: str) -> str:
    return re.sub(r"[\\\s>\x00-\x1f\u2400-\u2421]+", "", text.casefold())


def _leaves(value: Json, name: str = "") -> Iterator[tuple[str, str]]:
    match value:
        case dict():
            for key, item in value.items():
                yield from _leaves(item, key)
        case list():
            for item in value:
                yield from _leaves(item, name)
        case bool():
            yield name, name
        case _:
            yield name, str(value)
