"""The examination of a machine: each area in its order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from pageful.configuration.family_settings import read_family_settings
from pageful.configuration.report import report_configuration
from pageful.doctor.connections import ConnectionExamination
from pageful.doctor.installation import Families, examine_installation
from pageful.doctor.report import Area, Report
from pageful.doctor.storage import examine_storage
from pageful.hook.status import find_status
from pageful.lazy.dataclasses import replace
from pageful.tool.errors import ToolError
from pageful.tool.family_setup import Finding
from pageful.tool.options import Choice
from pageful.tool.settings import placeholder_settings
from pageful.tool.tool import Family


def examine(
    families: Families, directory: Path, deadline: float, tell: Callable[[str], None]
) -> Report:
    """Look at everything; `tell` hears the name of each area before that is looked at."""
    looks: dict[str, Iterable[Finding]] = {"Installation": examine_installation(families)}
    for name in families:
        looks[f"Family {name}"] = _examine_family(families, name, directory)
    looks["Configuration"] = _examine_configuration(families)
    looks["Storage"] = examine_storage()
    looks["Clients"] = ConnectionExamination(directory, deadline).examine()
    looks["Hook"] = _examine_hook(directory)
    areas = []
    for name, findings in looks.items():
        tell(name)
        areas.append(Area(name, tuple(findings)))
    found = [area for area in areas if area.findings]
    problems = sum(each.state == "wrong" for area in found for each in area.findings)
    return Report(str(directory), problems, tuple(found))


def _examine_family(families: Families, name: str, directory: Path) -> Iterator[Finding]:
    try:
        family = families[name]()
    except ToolError:
        return  # which the installation has told
    if family.setup is None:
        return
    try:
        configured = read_family_settings(family, families, choices_of(family))
    except ToolError:
        settings = placeholder_settings(family.settings)  # the configuration is told below
    else:
        settings = replace(placeholder_settings(family.settings), **configured.settings)
    yield from family.setup().examine(settings, directory)


def choices_of(family: Family[Any]) -> list[Choice]:
    """List the choices of form that a family's tools offer."""
    toolset = family.toolset(placeholder_settings(family.settings), family.style)
    return [choice for tool in toolset.tools for choice in tool.choices]


def _examine_configuration(families: Families) -> Iterator[Finding]:
    try:
        report = report_configuration(families, (), choices_of)
    except ToolError as error:
        yield Finding("pageful.toml", "wrong", error.problem, error.remedy)
        return
    for file in report.read:
        yield Finding("pageful.toml", "ok", file)
    if not report.read:
        yield Finding("pageful.toml", "note", f"none; it could be {' or '.join(report.absent)}")


def _examine_hook(directory: Path) -> Iterator[Finding]:
    status = find_status(directory)
    for each in status.clients:
        if not each.problem:
            yield Finding(each.client, "ok", f"installed ({each.file})")
    for place in status.off:
        yield Finding("off", "note", f"switched off in {place}", "`pageful hook on` undoes it.")
    for problem in status.problems:
        subject, _, text = problem.partition(": ")
        yield Finding(subject, "wrong", text or problem, "`pageful hook status` has more.")
    if not status.clients:
        mend = "`pageful hook install --dry-run` shows what it would write."
        yield Finding("hook", "note", "not installed: what agents type stays as it is", mend)
