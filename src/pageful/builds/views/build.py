"""Pages of builds, in the format of the specification's ten scenarios."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from pageful.builds.results import ACTIVITY, Activity, Artifact, Build, Problem, Status
from pageful.builds.views.changes import change_blocks
from pageful.builds.views.failing_tests import failure_sections
from pageful.builds.views.first_line import first_line
from pageful.builds.views.modules import module_table
from pageful.builds.views.problems import problem_sections
from pageful.builds.views.sources import separate_from_output, source_blocks
from pageful.page.blocks import Block, Bullets, Heading, Line, Note, Output
from pageful.page.presentation import Detail
from pageful.text.units import size


def build_page(build: Build, detail: Detail) -> Iterator[Block]:
    """Make a page: one line for a success, else all that a reader needs to mend the build.

    The keys of errors and failures are their positions, those of other things what shows them.
    """
    sources = partial(source_blocks, build)
    yield Line(first_line(build))
    if build.changes:
        yield from change_blocks(build.changes)
    if build.activity:
        yield from _activity(build.activity)
        yield from separate_from_output(sources([ACTIVITY], ""), build.activity.output)
    if build.status is Status.SUCCESS:
        yield from _artifacts(build.artifacts)
    brief = build.id is not None
    yield from problem_sections(
        build.errors, _warnings_to_show(build, detail), sources, brief=brief
    )
    yield from failure_sections(build.failures, len(build.errors), brief=brief, sources=sources)
    if build.output:
        yield Output("\n".join(build.output), apart=True, keys=("log",) * len(build.output))
    if detail == "detailed":
        yield from _more(build)
    if build.notes:
        yield Note("\n".join(build.notes))


def _activity(activity: Activity) -> Iterator[Block]:
    place = " @ ".join(part for part in (activity.goal, activity.module) if part)
    test = f", in {activity.test_class}" if activity.test_class else ""
    yield Line(f"Stopped while running {place}{test}")
    if activity.frames:
        yield Output("\n".join(activity.frames), keys=("activity",) * len(activity.frames))
    if activity.output:
        keys = ("log",) * len(activity.output)
        yield Output("\n".join(activity.output), label="Test output:", keys=keys)


def _warnings_to_show(build: Build, detail: Detail) -> Sequence[Problem]:
    """Return warnings where they made the build fail, or on a detailed page."""
    fatal = any("-Werror" in error.message for error in build.errors)
    return build.warnings if fatal or detail == "detailed" else ()


def _artifacts(artifacts: Sequence[Artifact]) -> Iterator[Block]:
    if artifacts:
        keys = ("artifacts",) * len(artifacts)
        yield Bullets(tuple(map(_artifact, artifacts)), of="artifact", keys=keys)


def _artifact(artifact: Artifact) -> str:
    unchanged = ", unchanged" if artifact.unchanged else ""
    return f"{artifact.path} ({size(artifact.size)}{unchanged})"


def _more(build: Build) -> Iterator[Block]:
    """Make the blocks of a detailed page alone."""
    for title, tests, noun in (
        ("Skipped", build.skipped, "skipped test"),
        ("Fixed", build.fixed, "fixed test"),
    ):
        if tests:
            yield Heading(title)
            yield Bullets(tests, of=noun, keys=("tests",) * len(tests))
    if build.artifacts and build.status is not Status.SUCCESS:
        yield Heading("Built")
        yield from _artifacts(build.artifacts)
    if build.modules:
        yield Heading("Modules")
        yield module_table(build.modules)
