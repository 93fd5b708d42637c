"""The report of a Maven build."""

from __future__ import annotations

from pageful.builds.build_report import report_build
from pageful.builds.records.build_store import BuildStore
from pageful.maven.running.maven_tool import MAVEN
from pageful.maven.settings import MavenSettings
from pageful.report.document import Report


def make_report(settings: MavenSettings, chosen: str | None) -> Report:
    """Make the report of a build by its id, or of the last one.

    Raises:
        ToolError: there is no such build.
    """
    directory = settings.project.expanduser().resolve()
    records = BuildStore.of(directory, MAVEN)
    if not records.every():
        records = BuildStore.of(MAVEN.project_root(directory), MAVEN)
    record = records.find(chosen)
    return report_build(record, record.root.name)
