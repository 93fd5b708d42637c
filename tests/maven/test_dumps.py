"""What test JVMs wrote down of their own end."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.reports.dumps import dump_files, read_dumps, trace_within

DUMP = """\
# Created at 2026-11-22T17:53:29.932
java.lang.IllegalStateException: the channel is broken
\tat org.apache.maven.surefire.booter.ForkedBooter.main(ForkedBooter.java:9)


# Created at 2026-11-22T17:53:29.999
java.lang.OutOfMemoryError: Java heap space
\tat com.example.memory.OomTest.holdsManyPages(OomTest.java:13)
\tat java.base/java.lang.reflect.Method.invoke(Method.java:569)


"""
OOM = "com.example.memory.OomTest"


@pytest.fixture
def reports(tmp_path: Path) -> Path:
    """Where the project in `tmp_path` has its reports."""
    (tmp_path / "pom.xml").touch()
    directory = tmp_path / "target/surefire-reports"
    directory.mkdir(parents=True)
    return directory


def test_the_error_that_a_class_died_of_is_found(tmp_path: Path, reports: Path) -> None:
    (reports / "2026-11-22T17-53-29_340-jvmRun1.dump").write_text(DUMP)
    traces = read_dumps(tmp_path, ())
    assert len(traces) == 2
    (thrown,) = trace_within(traces, [OOM])
    assert thrown.header == "java.lang.OutOfMemoryError: Java heap space"
    assert thrown.frames[0] == f"{OOM}.holdsManyPages(OomTest.java:13)"


@pytest.mark.parametrize("classes", [[], ["com.example.memory.Oom"], ["OomTest"]])
def test_of_no_other_class(tmp_path: Path, reports: Path, classes: list[str]) -> None:
    (reports / "2026-11-22T17-53-29_340-jvmRun1.dump").write_text(DUMP)
    assert trace_within(read_dumps(tmp_path, ()), classes) == ()


def test_what_an_earlier_run_wrote_is_not_read(tmp_path: Path, reports: Path) -> None:
    (reports / "2026-11-21T17-53-29_340-jvmRun1.dump").write_text(DUMP)
    (reports / "2026-11-22T17-53-29_340-jvmRun1.dumpstream").write_text(DUMP)
    assert read_dumps(tmp_path, dump_files(tmp_path)) == ()


def test_a_dump_that_is_no_file_is_none(tmp_path: Path, reports: Path) -> None:
    (reports / "2026-11-22T17-53-29_340-jvmRun1.dump").mkdir()
    os.mkfifo(reports / "2026-11-22T17-53-29_340-jvmRun2.dump")
    assert read_dumps(tmp_path, ()) == ()


@given(st.lists(st.sampled_from([*DUMP.split("\n"), "# Created at x"]) | st.text(max_size=9)))
def test_any_dump_is_read(lines: list[str]) -> None:
    with tempfile.TemporaryDirectory() as directory:
        reports = Path(directory, "target/surefire-reports")
        reports.mkdir(parents=True)
        (reports / "1-jvmRun1.dump").write_bytes("\n".join(lines).encode("utf-8", "replace"))
        traces = read_dumps(Path(directory), ())
    trace_within(traces, [OOM])
