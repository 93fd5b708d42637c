"""Captured builds as `pageful run` would show them: as right when Maven was quiet, never longer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import evidence
from evidence import CAPTURED, NAMES, captured_log, judged_capture
from pageful.builds.results import Build
from pageful.maven.logs.log import LogLine
from pageful.maven.typed_line import read_line
from pageful.text.printable import strip_ansi
from pageful.typed_command.page import SHORT, Pages

_NOT_PRINTED = {
    "bad_practice",
    "checkers_in_a_reactor",
    "copied_code",
    "coverage_too_low",
    "detekt",
    "detekt_in_ant",
    "fork_out_of_memory",
    "licence_headers",
    "scala3_errors",
}
"""Builds of which a quiet Maven does not print all: what it calls warnings or information."""

_MIXED = {"maven4_side_by_side", "mvnd_side_by_side", "threads_side_by_side"}
"""Builds in which modules print at once, and nothing says any more which of them does."""

_SUMMARISED = {"maven4_compiler"}
"""Builds whose error goes on with a summary that is nobody's."""

_SAME = sorted(set(NAMES) - _NOT_PRINTED - _MIXED - _SUMMARISED)


def _quiet(log: tuple[LogLine, ...]) -> tuple[LogLine, ...]:
    """A log without what `-q` keeps from being printed: all but errors, and programs' output."""
    kept, level = list[LogLine](), ""
    for line in log:
        level = line.level or level
        if line.is_error or (not line.level and level != "WARNING"):
            kept.append(line)
    return tuple(kept)


def _told(build: Build) -> object:
    errors = {(error.file, error.line, error.message) for error in build.errors}
    return build.status, build.tests, errors, {failure.tests for failure in build.failures}


@pytest.mark.parametrize("name", _SAME)
def test_a_quiet_build_is_judged_as_one_that_says_all(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    full = judged_capture(name, tmp_path)
    monkeypatch.setattr(evidence, "captured_log", lambda name: _quiet(captured_log(name)))
    assert _told(judged_capture(name, tmp_path)) == _told(full)


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_never_longer_than_the_output(name: str, tmp_path: Path) -> None:
    build = replace(judged_capture(name, tmp_path), id="b1")
    typed = read_line(["test"], tmp_path)
    assert typed
    raw = strip_ansi((CAPTURED / name / "build.log").read_text("utf-8", "replace"))
    code = int((CAPTURED / name / "exit").read_text())
    pages = Pages.of(typed, None)
    for output in (raw, raw[-1000:], raw[-300:], ""):
        page = pages.page(build, code, output)
        assert page is None or len(page.text) <= max(SHORT, len(output))
    assert pages.page(build, code, None)
