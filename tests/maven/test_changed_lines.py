"""Lines that changed since the last green build, on pages of failed ones."""

from __future__ import annotations

import shutil
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful import present, to_json
from pageful.builds.results import Build, Counts, Failure, SourceChanges, Status
from pageful.builds.views.build import build_page
from pageful.maven.projects.project import Project
from pageful.maven.sources.changed_lines import GreenBuild, with_changes
from pageful.maven.sources.excerpts import with_excerpts
from pageful.maven.sources.line_changes import changed_spots
from pageful.maven.sources.source_state import SourceState, source_state
from pageful.maven.sources.source_texts import SourceTexts

_TILL = "src/main/java/com/example/Till.java"
_TEST = "src/test/java/com/example/TillTest.java"
_FILES = {
    "pom.xml": "<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId>"
    "<artifactId>till</artifactId><version>1</version></project>",
    _TILL: """package com.example;

public class Till {
    private static final String PASSWORD = "hunter2";

    public int add(int a, int b) {
        return a + b;
    }
}
""",
    _TEST: """package com.example;

class TillTest {
    @Test
    void adds() {
        Till till = new Till();
        assertEquals(3, till.add(1, 2));
    }
}
""",
}
_FAILED = Build(
    "Test",
    Status.FAILURE,
    900,
    tests=Counts(2, 1, 0),
    failures=(
        Failure(
            ("TillTest#adds",),
            "expected: <3> but was: <-1>",
            ("at TillTest.adds(TillTest.java:7)",),
        ),
    ),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for path, text in _FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def _git(project: Path, *arguments: str) -> None:
    git = shutil.which("git")
    if not git:
        pytest.skip("there is no git")
    who = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false")
    subprocess.run((git, "-C", str(project), *who, *arguments), check=True, capture_output=True)


def _commit(project: Path) -> None:
    _git(project, "init", "--quiet")
    _git(project, "add", "--all")
    _git(project, "commit", "--quiet", "-m", "all")


def _edit(project: Path, before: str, after: str, path: str = _TILL) -> None:
    text = (project / path).read_text(encoding="utf-8")
    assert before in text
    (project / path).write_text(text.replace(before, after), encoding="utf-8")


def _now() -> int:
    return time.time_ns() + 10**9


def _green(project: Path) -> GreenBuild:
    state = source_state(project, Project(project).poms, _now())
    assert state
    again = SourceState.unpack(state.pack())
    assert again == state
    return GreenBuild("b4", again)


def _failed(project: Path, green: GreenBuild | None, build: Build = _FAILED) -> Build:
    poms, began = Project(project).poms, _now()
    build = with_excerpts(build, SourceTexts(project, poms, began), ("com.example",))
    return with_changes(build, project, poms, began, green)


def _page(build: Build) -> str:
    return present(build, build_page).text


_CHANGED = (
    "Test FAILURE (0.9s) — 2 run, 1 failed\n\n"
    "  Changed since b4, which was green:\n"
    f"  {_TILL}\n"
    "  7- return a + b;\n"
    "  7+ return a - b;\n\n"
    "### FAILED: TillTest#adds\n"
    "expected: <3> but was: <-1>\n"
    "  at TillTest.adds(TillTest.java:7)\n"
    f"  {_TEST}\n"
    "  7  assertEquals(3, till.add(1, 2));\n"
    f"  {_TILL}\n"
    "  6  public int add(int a, int b) {\n"
    "       return a - b;\n"
    "     }"
)


@pytest.mark.parametrize("in_git", [True, False])
def test_what_changed_since_a_green_build_stands_first_and_the_rest_is_short(
    project: Path, *, in_git: bool
) -> None:
    if in_git:
        _commit(project)
    green = _green(project)
    _edit(project, "a + b", "a - b")
    assert _page(_failed(project, green)) == _CHANGED


def test_what_was_changed_before_the_green_build_is_not_shown(project: Path) -> None:
    _commit(project)
    _edit(project, "int a, int b", "int a, int  b")
    green = _green(project)
    assert list(green.state.texts) == [_TILL]
    assert _failed(project, green).changes is None
    _edit(project, "a + b", "a - b")
    (spot,) = _changes(project, green).spots
    assert [(line.number, line.text, line.removed) for line in spot.lines] == [
        (7, "return a + b;", True),
        (7, "return a - b;", False),
    ]


def _changes(project: Path, green: GreenBuild | None) -> SourceChanges:
    changes = _failed(project, green).changes
    assert changes
    return changes


def test_commits_since_the_green_build_are_changes_too(project: Path) -> None:
    _commit(project)
    green = _green(project)
    _edit(project, "a + b", "a - b")
    _git(project, "commit", "--quiet", "-a", "-m", "subtract")
    assert _page(_failed(project, green)) == _CHANGED


def test_without_a_green_build_the_last_commit_is_what_counts(project: Path) -> None:
    assert _failed(project, None).changes is None
    _commit(project)
    assert _failed(project, None).changes is None
    _edit(project, "a + b", "a - b")
    assert "\n  Changed since the last commit:\n" in _page(_failed(project, None))


def test_new_and_deleted_files_are_named_and_others_that_no_build_reads_are_not(
    project: Path,
) -> None:
    _commit(project)
    green = _green(project)
    (project / "README.md").write_text("read me")
    (project / "src/main/java/com/example/Box.java").write_text("class Box {}")
    (project / _TEST).unlink()
    changes = _changes(project, green)
    assert (changes.files, changes.spots) == (2, ())
    assert changes.others == ("src/main/java/com/example/Box.java", _TEST)
    assert f"green:\n  src/main/java/com/example/Box.java, {_TEST}\n" in _page(
        _failed(project, green)
    )


def test_secrets_are_masked_on_the_page_and_in_the_record(project: Path) -> None:
    green = _green(project)
    assert b"hunter" not in green.state.pack()
    _edit(project, '"hunter2"', '"hunter3" + 1')
    assert "hunter" not in to_json(_failed(project, green))


def test_what_git_ignores_is_nowhere(project: Path) -> None:
    _commit(project)
    (project / ".gitignore").write_text("Hidden.java\n")
    hidden = project / "src/main/java/com/example/Hidden.java"
    hidden.write_text("class Hidden {}")
    green = _green(project)
    hidden.write_text("class Hidden { int a; }")
    assert _failed(project, green).changes is None
    assert not [path for path in green.state.texts if "Hidden" in path]


def test_a_file_that_was_edited_while_the_build_ran_tells_nothing(project: Path) -> None:
    green = _green(project)
    _edit(project, "a + b", "a - b")
    poms = Project(project).poms
    assert source_state(project, poms, time.time_ns() - 10**12) is None
    assert with_changes(_FAILED, project, poms, time.time_ns() - 10**12, green) == _FAILED


def test_a_commit_that_is_gone_or_a_repository_that_is_broken_tells_nothing(project: Path) -> None:
    _commit(project)
    green = _green(project)
    gone = GreenBuild("b4", SourceState("0" * 40, green.state.texts))
    assert _failed(project, gone).changes is None
    (project / ".git/HEAD").write_text("broken")
    assert _failed(project, green).changes is None
    assert source_state(project, Project(project).poms, _now()) is None
    assert SourceState.unpack(b"\xc1") is None


def test_a_project_that_a_repository_around_it_ignores_tells_nothing(project: Path) -> None:
    _git(project.parent, "init", "--quiet")
    try:
        assert source_state(project, Project(project).poms, _now()) is None
        assert _failed(project, None).changes is None
    finally:
        shutil.rmtree(project.parent / ".git")


def test_many_changes_are_bounded_and_counted(project: Path) -> None:
    numbers = range(40)
    for n in numbers:
        (project / f"src/main/java/com/example/C{n}.java").write_text("class C {\n\n}\n")
    _edit(project, "}\n}", "".join(f"\n    // {n}\n\n    int i{n};" for n in numbers) + "}\n}")
    green = _green(project)
    _edit(project, "    int i", "    long i")
    changes = _changes(project, green)
    assert (len(changes.spots), changes.more) == (6, 34)
    assert "\n  … 34 more places\n" in _page(_failed(project, green))
    for n in numbers:
        (project / f"src/main/java/com/example/C{n}.java").write_text("class D {\n\n}\n")
    changes = _changes(project, green)
    assert (changes.files, changes.spots, changes.others) == (41, (), ())
    assert "green:\n  41 files\n" in _page(_failed(project, green))


def test_of_very_many_changes_git_tells_the_number_alone(project: Path) -> None:
    _commit(project)
    for n in range(41):
        (project / f"src/main/java/com/example/C{n}.java").write_text("class C {}")
    changes = _changes(project, None)
    assert (changes.files, changes.spots, changes.others) == (41, (), ())


def test_a_project_below_the_root_of_its_repository_is_compared_alone(
    tmp_path: Path, project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    below = tmp_path / "shop"
    shutil.copytree(project / "src", below / "src")
    shutil.copy(project / "pom.xml", below)
    _commit(tmp_path)
    monkeypatch.setenv("GIT_DIR", "/nowhere")
    green = _green(below)
    _edit(project, "a + b", "a * b")
    _edit(below, "a + b", "a - b")
    changes = _changes(below, green)
    assert (changes.files, [spot.file for spot in changes.spots]) == (1, [_TILL])


def test_json_has_changes_as_data_and_nothing_without_any(project: Path) -> None:
    green = _green(project)
    assert "changes" not in to_json(_failed(project, green))
    _edit(project, "a + b", "a - b")
    assert (
        '"changes":{"since":"b4","files":1,"spots":[{"file":"src/main/java/com/example/Till.java",'
        '"line":7,"lines":[{"number":7,"text":"return a + b;","removed":true},'
    ) in to_json(_failed(project, green))


@given(st.lists(st.sampled_from("abc\n")), st.lists(st.sampled_from("abc\n")))
def test_the_spots_of_any_two_texts_are_lines_of_them(old: list[str], new: list[str]) -> None:
    before, after = "\n".join(old), "\n".join(new)
    spots = changed_spots("a", before, after)
    for line in (line for spot in spots for line in spot.lines):
        lines = (before if line.removed else after).split("\n")
        assert lines[line.number - 1] == line.text


def test_a_file_that_was_rewritten_has_no_spots() -> None:
    before, after = ("\n".join(f"{sign}{n}" for n in range(3000)) for sign in "ab")
    assert changed_spots("a", before, after) == ()
