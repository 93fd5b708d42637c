"""Builds that are recorded: written, read along, read again, killed, damaged, without room."""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pageful.builds.build_tool import UnfinishedBuild
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.records import build_end, build_writer, sealed_file
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.records.build_store import BuildStore
from pageful.builds.records.build_writer import BuildWriter
from pageful.builds.records.pruning import KEPT
from pageful.builds.results import (
    Activity,
    Artifact,
    Build,
    Counts,
    Failure,
    Module,
    Outcome,
    Problem,
    Running,
    Status,
)
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from pageful.maven.running.maven_tool import MAVEN
from pageful.tool.errors import ToolError
from thoroughness import examples

THROWN = ThrownException(
    "java.lang.AssertionError", "no", "java.lang.AssertionError: no\n\tat a.B.c(B.java)"
)
PASSED = Case("a.FooTest", "adds", milliseconds=12)
FAILED = Case("a.FooTest", "divides", THROWN, output="dividing\nby zero")
GREEN = Build("Test", Status.SUCCESS, 1200, tests=Counts(2, 0, 0))
RED = Build(
    "Test",
    Status.FAILURE,
    1200,
    tests=Counts(2, 1, 0),
    failures=(Failure(("FooTest#divides",), "no"),),
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    (root / "pom.xml").touch()
    return root


@pytest.fixture
def records(tmp_path: Path, project: Path) -> BuildStore:
    return BuildStore(tmp_path / "cache" / "pageful" / "maven" / "project-1", project, MAVEN)


def recorded(records: BuildStore, build: Build = GREEN, *cases: Case, log: bytes = b"") -> Build:
    with records.begin(build.operation) as recording:
        recording.write_baseline(SUREFIRE_REPORTS.stamps(records.root))
        recording.write(log)
        return recording.end(build, cases)


def ids(records: BuildStore) -> list[str]:
    return [record.id for record in records.every()]


def report(project: Path, name: str = "FooTest", *, fails: bool = False) -> None:
    directory = project / "target" / "surefire-reports"
    directory.mkdir(parents=True, exist_ok=True)
    inner = '<failure type="java.lang.AssertionError" message="no">no</failure>' * fails
    (directory / f"TEST-{name}.xml").write_text(
        f'<testsuite><testcase classname="a.{name}" name="adds">{inner}</testcase></testsuite>'
    )


class TestOneBuild:
    def test_what_was_recorded_is_read_again(self, records: BuildStore) -> None:
        with records.begin("Verify", b"an order") as recording:
            recording.write(b"[INFO] one\n")
            recording.write(b"[INFO] two\r\n")
            ended = recording.end(RED, (PASSED, FAILED))
        record = records.find()
        assert ended.id == record.id == "b1"
        assert (record.operation, record.order, record.root) == (
            "Verify",
            b"an order",
            records.root,
        )
        assert record.build() == ended
        assert record.cases() == (PASSED, FAILED)
        assert [*record.log()] == [b"[INFO] one", b"[INFO] two"]
        assert record.has_ended
        assert not record.is_running

    def test_every_part_of_a_build_comes_back(self, records: BuildStore) -> None:
        build = Build(
            "Verify",
            Status.TIMEOUT,
            7,
            errors=(Problem("no", "A.java", 3, 4, "api"),),
            warnings=(Problem("hm"),),
            tests=Counts(3, 2, 1),
            failures=(Failure(("A#b",), "m", ("t",), ("o",), crashed=True, cut=True),),
            skipped=("A#c: later",),
            output=("o",),
            activity=Activity("api", "surefire:test", "a.A", ("at x",)),
            notes=("n",),
            modules=(Module("api", Outcome.FLAKY, "api", "api", 3, Counts(1, 1, 0)),),
            artifacts=(Artifact("target/a.jar", 3, unchanged=True),),
        )
        ended = recorded(records, build)
        assert records.find("b1").build() == ended

    def test_the_log_can_be_read_along(self, records: BuildStore) -> None:
        with records.begin("Test") as recording:
            recording.write(b"[INFO] one\n[INF")
            assert [*records.find().log()] == [b"[INFO] one", b"[INF"]
            recording.write(b"O] two\n")
            assert [*records.find().log()] == [b"[INFO] one", b"[INFO] two"]

    def test_a_large_log_is_compressed_at_the_end(self, records: BuildStore) -> None:
        line = b"[INFO] the same again and again"
        recorded(records, log=(line + b"\n") * 200_000)
        record = records.find()
        assert (record.directory / "log.gz").stat().st_size < 1_000_000
        assert not (record.directory / "log").exists()
        assert [*record.log()] == [line] * 200_000

    def test_an_endless_line_is_read_in_pieces(self, records: BuildStore) -> None:
        recorded(records, log=b"x" * 200_000 + b"\ny\n")
        lines = [*records.find().log()]
        assert (len(lines), b"".join(lines[:-1]), lines[-1]) == (5, b"x" * 200_000, b"y")

    def test_nobody_else_may_read_any_of_it(self, records: BuildStore) -> None:
        recorded(records, RED, FAILED, log=b"x" * 5_000_000)
        assert records.directory
        place = records.directory
        directories = [place.parent.parent, place.parent, place, place / "b1"]
        assert {stat.S_IMODE(path.stat().st_mode) for path in directories} == {0o700}
        files = [*(place / "b1").iterdir()]
        assert len(files) > 5
        assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}

    def test_half_characters_and_odd_names_are_kept_as_far_as_they_go(
        self, records: BuildStore
    ) -> None:
        build = recorded(records, Build("Test", Status.FAILURE, 1, notes=("\udcff", "\0é")))
        assert build.notes == ("\udcff", "\0é")
        assert records.find().build().notes == ("?", "\0é")

    @settings(
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        max_examples=examples(25),
    )
    @given(text=st.text(max_size=30), log=st.binary(max_size=200))
    def test_any_text_can_be_recorded(self, records: BuildStore, text: str, log: bytes) -> None:
        case = Case(text, text, ThrownException(text, text, text), output=text, module=text)
        build = Build(text, Status.FAILURE, 1, failures=(Failure((text,), text),), output=(text,))
        ended = recorded(records, build, case, log=log)
        record = records.find()
        assert record.build() == ended
        assert record.cases() == (case,)
        assert b"\n".join(record.log()).replace(b"\r", b"") in log.replace(b"\r", b"")


class TestProgress:
    def test_others_see_how_far_a_build_is(self, records: BuildStore) -> None:
        with records.begin("Test") as recording:
            began = records.find().running()
            assert began == Running("b1", "Test", began.milliseconds)
            told = Running(
                "",
                "",
                0,
                waiting=True,
                message="a.FooTest",
                done=3,
                total=12,
                tests=Counts(30, 1, 0),
            )
            recording.write_progress(told)
            record = records.find()
            running = record.running()
            assert record.is_running
            assert (running.id, running.operation) == ("b1", "Test")
            assert running.waiting
            assert (running.message, running.done, running.total) == ("a.FooTest", 3, 12)
            assert running.tests == Counts(30, 1, 0)

    def test_the_last_word_counts(self, records: BuildStore) -> None:
        with records.begin("Test") as recording:
            for number in range(500):
                recording.write_progress(
                    Running("", "", 0, message="x" * (500 - number), done=number)
                )
            assert records.find().running().done == 499

    def test_an_odd_message_is_no_problem(self, records: BuildStore) -> None:
        with records.begin("Test") as recording:
            recording.write_progress(Running("", "", 0, message="\0\udcff" * 5000))
            assert recording.problem is None
            assert records.find().running().message.startswith("␀")

    def test_progress_that_is_damaged_is_none(self, records: BuildStore) -> None:
        with records.begin("Test"):
            record = records.find()
            (record.directory / "progress").write_bytes(b"\xff" * 100)
            assert record.running().message == ""

    def test_of_a_running_build_there_is_what_has_finished_so_far(
        self, records: BuildStore, project: Path
    ) -> None:
        report(project, "OldTest", fails=True)
        with records.begin("Test") as recording:
            recording.write_baseline(SUREFIRE_REPORTS.stamps(project))
            assert records.find().cases() == ()
            report(project, "FooTest", fails=True)
            recording.write(b"[INFO] Running a.BarTest\n")
            record = records.find()
            build = record.build()
            assert [case.class_name for case in record.cases()] == ["a.FooTest"]
            assert (build.operation, build.status) == ("Test so far", Status.FAILURE)
            assert (build.id, build.tests) == ("b1", Counts(1, 1, 0))
            assert not record.has_ended

    def test_before_maven_is_started_no_report_counts(
        self, records: BuildStore, project: Path
    ) -> None:
        with records.begin("Test"):
            report(project, "OtherTest")
            assert records.find().cases() == ()


class TestIds:
    def test_they_count_up(self, records: BuildStore) -> None:
        assert [recorded(records).id for _ in range(3)] == ["b1", "b2", "b3"]

    def test_each_project_has_its_own(self, tmp_path: Path) -> None:
        one, other = (
            BuildStore.of(tmp_path / "a", MAVEN),
            BuildStore.of(tmp_path / "b" / "a", MAVEN),
        )
        assert recorded(one).id == recorded(other).id == "b1"
        assert one.directory != other.directory
        assert BuildStore.of(tmp_path / "a", MAVEN).find().id == "b1"

    def test_the_last_are_kept(self, records: BuildStore) -> None:
        for _ in range(KEPT + 4):
            recorded(records)
        assert ids(records) == [f"b{number}" for number in range(KEPT + 4, 4, -1)]
        assert recorded(records).id == f"b{KEPT + 5}"

    def test_a_running_build_is_kept_however_old(self, records: BuildStore) -> None:
        with records.begin("Test") as recording:
            for _ in range(KEPT + 3):
                recorded(records)
            assert ids(records)[-1] == "b1"
            assert len(ids(records)) == KEPT + 1
            recording.end(GREEN, ())
        recorded(records)
        assert "b1" not in ids(records)

    def test_without_one_the_last_is_found(self, records: BuildStore) -> None:
        recorded(records)
        recorded(records)
        assert records.find().id == "b2"
        assert records.find("b1").id == "b1"

    def test_an_unknown_one_is_refused_with_those_there_are(self, records: BuildStore) -> None:
        recorded(records)
        recorded(records)
        with pytest.raises(ToolError, match="no build 'b7'") as raised:
            records.find("b7")
        assert "b2, b1" in raised.value.remedy

    @pytest.mark.parametrize("build", ["", "b0", "b01", "../b1", "b1/../b1", "B1", "b1\n", "b-1"])
    def test_what_is_no_id_is_refused(self, records: BuildStore, build: str) -> None:
        recorded(records)
        with pytest.raises(ToolError, match="There is no build"):
            records.find(build)

    def test_of_an_endless_id_only_the_beginning_is_said(self, records: BuildStore) -> None:
        recorded(records)
        with pytest.raises(ToolError, match="There is no build 'xxx") as raised:
            records.find("x" * 1_000_000)
        assert len(str(raised.value)) < 200

    def test_before_any_build_there_is_none(self, records: BuildStore) -> None:
        with pytest.raises(ToolError, match="No build of this project is recorded"):
            records.find()
        assert records.every() == ()
        assert records.failed_tests == ()

    def test_what_never_became_a_build_leaves_nothing(self, records: BuildStore) -> None:
        with records.begin("Test") as recording:
            recording.discard()
            assert recording.id is None
        assert ids(records) == []
        assert recorded(records).id == "b1"

    def test_builds_that_begin_at_once_have_ids_of_their_own(self, records: BuildStore) -> None:
        found: list[str | None] = []

        def begin() -> None:
            for _ in range(10):
                with records.begin("Test") as recording:
                    found.append(recording.id)

        threads = [threading.Thread(target=begin) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert None not in found
        assert len({*found}) == 40

    @pytest.mark.slow
    def test_two_processes_that_begin_at_once_have_ids_of_their_own(
        self, records: BuildStore
    ) -> None:
        program = """
            for _ in range(12):
                with records.begin("Test") as recording:
                    print(recording.id, recording.end(GREEN, ()).id)
        """
        children = [child(records, program) for _ in range(2)]
        told = [each.communicate(timeout=60)[0].split() for each in children]
        found = [line for lines in told for line in lines]
        assert "None" not in found
        assert len({*found}) == len(found) / 2 == 24

    def test_what_lies_around_beside_the_builds_is_no_build(self, records: BuildStore) -> None:
        recorded(records)
        assert records.directory
        for name in ("b2x", "x", ".new-1", ".old-b1-7"):
            (records.directory / name).mkdir()
        (records.directory / "README").touch()
        assert ids(records) == ["b1"]
        recorded(records)
        assert not (records.directory / ".old-b1-7").exists()
        assert (records.directory / ".new-1").exists()


class TestOutstanding:
    def test_what_failed_is_outstanding_until_it_passes(self, records: BuildStore) -> None:
        recorded(records, RED, PASSED, FAILED)
        assert [(case.class_name, case.name) for case in records.failed_tests] == [
            ("a.FooTest", "divides")
        ]
        recorded(records, GREEN, PASSED)
        assert [entry.case.name for entry in records.find().failed_tests] == ["divides"]
        ended = recorded(records, GREEN, PASSED, Case("a.FooTest", "divides"))
        assert ended.fixed == ("FooTest#divides",)
        assert records.failed_tests == ()
        assert records.find().failed_tests == ()
        assert [entry.since for entry in records.find().fixed] == ["b1"]

    def test_a_running_build_does_not_change_it(self, records: BuildStore) -> None:
        recorded(records, RED, FAILED)
        with records.begin("Test"):
            assert records.find().failed_tests == ()
            assert [case.name for case in records.failed_tests] == ["divides"]

    def test_the_build_that_ended_last_counts_and_not_the_one_begun_last(
        self, records: BuildStore
    ) -> None:
        with records.begin("Test") as first:
            recorded(records, RED, FAILED)
            first.end(GREEN, (Case("a.FooTest", "divides"),))
        assert records.failed_tests == ()

    def test_of_damaged_records_the_one_before_counts(self, records: BuildStore) -> None:
        recorded(records, RED, FAILED)
        recorded(records, GREEN, PASSED)
        damage(records.find().directory / "outstanding")
        assert [case.name for case in records.failed_tests] == ["divides"]


def damage(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])


class TestDamage:
    @pytest.mark.parametrize(
        ("name", "ask"),
        [
            ("build", BuildRecord.build),
            ("tests", BuildRecord.cases),
            ("outstanding", lambda record: record.failed_tests),
        ],
    )
    def test_a_damaged_record_says_so_and_hinders_no_other(
        self, records: BuildStore, name: str, ask: Callable[[BuildRecord], object]
    ) -> None:
        recorded(records, RED, FAILED)
        recorded(records, RED, FAILED, log=b"[INFO] x\n")
        damage(records.find().directory / name)
        with pytest.raises(ToolError, match="record of build b2 is damaged") as raised:
            ask(records.find())
        assert raised.value.remedy
        assert ask(records.find("b1"))
        assert [*records.find().log()] == [b"[INFO] x"]
        assert recorded(records).id == "b3"

    def test_one_that_is_damaged_throughout_is_left_out(self, records: BuildStore) -> None:
        recorded(records)
        recorded(records)
        damage(records.find("b1").directory / "begun")
        assert ids(records) == ["b2"]
        with pytest.raises(ToolError, match="b1 is damaged"):
            records.find("b1")

    def test_a_damaged_compressed_log_says_so(self, records: BuildStore) -> None:
        recorded(records, log=os.urandom(1000) * 5000)
        damage(records.find().directory / "log.gz")
        with pytest.raises(ToolError, match="b1 is damaged"):
            list(records.find().log())

    def test_a_log_that_can_not_be_opened_says_so(self, records: BuildStore) -> None:
        recorded(records)
        log = records.find().directory / "log"
        log.unlink()
        log.mkdir()
        with pytest.raises(ToolError, match="b1 is damaged"):
            list(records.find().log())

    def test_one_that_is_removed_while_it_is_looked_at_says_so(self, records: BuildStore) -> None:
        recorded(records, log=b"[INFO] one\n" * 100_000)
        record = records.find()
        log = record.log()
        assert next(log) == b"[INFO] one"
        shutil.rmtree(record.directory)
        with pytest.raises(ToolError, match="no record of build b1 any more"):
            record.build()
        with pytest.raises(ToolError, match="no record of build b1 any more"):
            list(record.log())
        assert sum(1 for _ in log) == 99_999

    @settings(
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
        max_examples=examples(25),
    )
    @given(foreign=st.binary(max_size=100), name=st.sampled_from(["begun", "outset", "build"]))
    def test_foreign_bytes_are_never_a_record(
        self, records: BuildStore, foreign: bytes, name: str
    ) -> None:
        recorded(records)
        assert records.directory
        (records.directory / records.find().id / name).write_bytes(foreign)
        for record in records.every():
            with contextlib.suppress(ToolError):
                assert record.build().operation.startswith("Test")


PROGRAM = """
import os, sys, time
from pathlib import Path
from pageful.builds.records.build_store import BuildStore
from pageful.builds.results import Build, Counts, Running, Status
from pageful.builds.junit.test_case import Case
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from pageful.maven.running.maven_tool import MAVEN
GREEN = Build("Test", Status.SUCCESS, 1200, tests=Counts(2, 0, 0))
records = BuildStore(Path(sys.argv[1]), Path(sys.argv[2]), MAVEN)
"""


def child(records: BuildStore, program: str) -> subprocess.Popen[str]:
    argv = [sys.executable, "-c", PROGRAM + textwrap.dedent(program)]
    return subprocess.Popen(
        [*argv, str(records.directory), str(records.root)], stdout=subprocess.PIPE, text=True
    )


def kill(process: subprocess.Popen[str], after: str | None = None) -> None:
    """Kill a program, at once or when it has printed a line."""
    assert process.stdout
    with process:
        if after:
            assert process.stdout.readline() == f"{after}\n"
        process.kill()


@pytest.mark.slow
class TestKilled:
    RUNS = """
        recording = records.begin("Test", b"order")
        recording.write_baseline(SUREFIRE_REPORTS.stamps(records.root), ("a",))
        recording.write(b"[INFO] Building project 1.0\\n"
                        b"[INFO] --- surefire:3.2.5:test (default-test) @ project ---\\n"
                        b"[INFO] Running a.BarTest\\n")
        recording.write_progress(Running("", "", 0, message="a.BarTest"))
        print("runs", flush=True)
        time.sleep(60)
    """

    def test_a_killed_build_is_judged_by_what_it_left(
        self, records: BuildStore, project: Path
    ) -> None:
        recorded(records, RED, FAILED)
        report(project, "OldTest")
        process = child(records, self.RUNS)
        assert process.stdout
        assert process.stdout.readline() == "runs\n"
        report(project, "FooTest", fails=True)
        assert records.find().is_running
        kill(process)
        record = records.find()
        build = record.build()
        assert not record.is_running
        assert not record.has_ended
        assert (build.id, build.operation, build.status) == ("b2", "Test", Status.CANCELLED)
        assert build.tests == Counts(1, 1, 0)
        assert build.activity == Activity("project", "surefire:test", "a.BarTest")
        assert [case.class_name for case in record.cases()] == ["a.FooTest"]
        assert len([*record.log()]) == 3
        assert record.order == b"order"
        assert records.find("b1").build().status is Status.FAILURE

    def test_the_next_build_settles_it(self, records: BuildStore, project: Path) -> None:
        kill(child(records, self.RUNS), "runs")
        report(project, "FooTest", fails=True)
        with records.begin("Test") as recording:
            recording.write_baseline(SUREFIRE_REPORTS.stamps(project))
            report(project, "LaterTest", fails=True)
            settled = records.find("b1")
            assert settled.has_ended
            assert [case.class_name for case in settled.cases()] == ["a.FooTest"]
            assert settled.build().status is Status.CANCELLED
            assert [case.class_name for case in records.failed_tests] == ["a.FooTest"]

    def test_one_that_was_killed_early_has_no_tests(
        self, records: BuildStore, project: Path
    ) -> None:
        program = 'r = records.begin("Test"); print("begun", flush=True); time.sleep(60)'
        kill(child(records, program), "begun")
        report(project, "FooTest")
        build = records.find().build()
        assert (build.status, build.tests) == (Status.CANCELLED, None)

    def test_of_a_reactor_it_knows_the_modules(self, records: BuildStore, project: Path) -> None:
        pom = "<project><groupId>g</groupId><artifactId>{}</artifactId>{}</project>"
        listed = "<packaging>pom</packaging><modules><module>api</module></modules>"
        (project / "api").mkdir()
        (project / "pom.xml").write_text(pom.format("shop", listed))
        (project / "api" / "pom.xml").write_text(pom.format("shop-api", ""))
        with records.begin("Test") as recording:
            recording.write_baseline({})
            recording.write(
                b"[INFO] Reactor Build Order:\n[INFO] \n[INFO] shop  [pom]\n"
                b"[INFO] shop-api  [jar]\n[INFO] \n"
                b"[INFO] Building shop 1.0  [1/2]\n"
                b"[INFO] --- maven-clean-plugin:3.2.0:clean (default-clean) @ shop ---\n"
                b"[INFO] Building shop-api 1.0  [2/2]\n"
                b"[INFO] --- maven-clean-plugin:3.2.0:clean (default-clean) @ shop-api ---\n"
            )
        assert [module.directory for module in records.find().build().modules] == [".", "api"]

    def test_its_project_may_be_gone(self, records: BuildStore, project: Path) -> None:
        kill(child(records, self.RUNS), "runs")
        shutil.rmtree(project)
        assert records.find().build().status is Status.CANCELLED

    def test_killed_ones_make_room_as_others_do(self, records: BuildStore) -> None:
        kill(child(records, self.RUNS), "runs")
        for _ in range(KEPT):
            recorded(records)
        assert "b1" not in ids(records)

    @pytest.mark.slow
    def test_killed_at_any_time_what_was_written_is_readable(
        self, records: BuildStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """However far the program is, each record is whole or that of a killed build."""
        monkeypatch.setattr("pageful.builds.records.build_record._CLAIMED_WITHIN", 0)
        program = """
            while True:
                with records.begin("Test") as recording:
                    recording.write_baseline(SUREFIRE_REPORTS.stamps(records.root))
                    for _ in range(20):
                        recording.write(b"[INFO] line\\n" * 50)
                        recording.write_progress(Running("", "", 0, message="x"))
                    cases = [Case("a.FooTest", f"t{n}", output="x" * 100) for n in range(50)]
                    recording.end(GREEN, cases)
                    print("more", flush=True)
        """
        for wait in (0.0, 0.003, 0.011, 0.017, 0.023, 0.031):
            process = child(records, program)
            assert process.stdout
            assert process.stdout.readline() == "more\n"
            time.sleep(wait)
            kill(process)
            assert ids(records)
            for record in records.every():
                build, cases = record.build(), record.cases()
                assert (build.status, len(cases)) in ((Status.SUCCESS, 50), (Status.CANCELLED, 0))
                assert record.has_ended or build.status is Status.CANCELLED
                assert {*record.log()} <= {b"[INFO] line"}
                assert not record.is_running

    def test_left_without_an_end_a_recording_counts_as_killed(self, records: BuildStore) -> None:
        with records.begin("Test") as recording:
            recording.write(b"[INFO] x\n")
        assert not records.find().is_running
        assert records.find().build().status is Status.CANCELLED
        recording.write(b"[INFO] y\n")
        assert [*records.find().log()] == [b"[INFO] x"]

    def test_a_fault_in_judging_it_hinders_no_other(self, records: BuildStore) -> None:
        def fails(_: UnfinishedBuild) -> Build:
            raise RuntimeError

        kill(child(records, self.RUNS), "runs")
        assert recorded(replace(records, tool=replace(MAVEN, judge=fails))).id == "b2"


def no_space(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Full:
    """A file on a disk that has room for so many more bytes."""

    def __init__(self, file: IO[bytes], left: int) -> None:
        self._file = file
        self._left = left

    def write(self, data: bytes) -> int:
        fitting = data[: self._left]
        if not fitting:
            no_space()
        self._left -= len(fitting)
        return self._file.write(fitting)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._file, name)


class TestNoRoom:
    def test_where_no_directory_can_be_made_there_is_a_problem_from_the_start(
        self, tmp_path: Path, project: Path
    ) -> None:
        (tmp_path / "cache").touch()
        records = BuildStore(tmp_path / "cache" / "x", project, MAVEN)
        with records.begin("Test") as recording:
            assert recording.id is None
            assert recording.problem
            recording.write_baseline({})
            recording.write(b"x")
            recording.write_progress(Running("", "", 0))
            build = recording.end(GREEN, ())
        assert (build.id, build.status) == (None, Status.SUCCESS)
        assert build.notes == (recording.problem,)
        assert "could not be recorded" in build.notes[0]
        assert records.every() == ()

    def test_without_a_home_nothing_is_kept(
        self, project: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def homeless(*_: object) -> Path:
            raise RuntimeError("Could not determine home directory.")

        monkeypatch.setattr("pageful.builds.records.directories.directory_for", homeless)
        records = BuildStore.of(project, MAVEN)
        assert recorded(records).id is None
        with pytest.raises(ToolError, match="No build"):
            records.find()

    @pytest.mark.parametrize("room", [0, 4, 50])
    def test_a_disk_that_is_full_in_the_middle_costs_only_this_record(
        self, records: BuildStore, monkeypatch: pytest.MonkeyPatch, room: int
    ) -> None:
        recorded(records, RED, FAILED, log=b"[INFO] first\n")
        with records.begin("Test") as recording:
            monkeypatch.setattr(recording, "_log", Full(recording._log, room))  # type: ignore[arg-type]
            for _ in range(10):
                recording.write(b"[INFO] second\n")
            assert "No space left on device" in (recording.problem or "")
            build = recording.end(GREEN, (PASSED,))
        assert (build.id, build.notes) == (None, (recording.problem,))
        assert ids(records) == ["b1"]
        assert records.find("b1").cases() == (FAILED,)
        with pytest.raises(ToolError, match="No space left on device") as raised:
            records.find("b2")
        assert "Make room" in raised.value.remedy
        assert recorded(records).id == "b3"

    def test_however_often_a_disk_is_full_the_records_before_stay(
        self, records: BuildStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        recorded(records, RED, FAILED)
        for _ in range(KEPT + 5):
            with records.begin("Test") as recording:
                monkeypatch.setattr(recording, "_log", Full(recording._log, 0))  # type: ignore[arg-type]
                recording.write(b"[INFO] first\n")
                assert recording.end(GREEN, ()).id is None
        assert ids(records) == ["b1"]
        assert len(list((records.directory or Path()).glob("b*"))) <= KEPT + 2
        assert recorded(records).id == f"b{KEPT + 7}"

    @pytest.mark.parametrize("failing", range(5))
    def test_a_result_that_can_not_be_written_costs_only_this_record(
        self, records: BuildStore, monkeypatch: pytest.MonkeyPatch, failing: int
    ) -> None:
        recorded(records, RED, FAILED)
        before = sealed_file.write_sealed
        written = 0

        def full(file: Path, data: bytes) -> None:
            nonlocal written
            written += 1
            no_space() if written > failing else before(file, data)

        for module in (build_end, build_writer, sealed_file):
            monkeypatch.setattr(module, "write_sealed", full)
        monkeypatch.setattr("pageful.builds.records.build_store.write_sealed", full)
        build = recorded(records, GREEN, PASSED)
        monkeypatch.undo()
        assert build.id == ("b2" if failing == 5 else None)
        assert records.find("b1").cases() == (FAILED,)
        assert [case.name for case in records.failed_tests] == ["divides"]
        assert ids(records) == ["b1"]

    def test_where_progress_can_not_be_told_the_build_goes_on(
        self, records: BuildStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with records.begin("Test") as recording:
            monkeypatch.setattr("pageful.builds.records.build_writer.write_progress", no_space)
            recording.write_progress(Running("", "", 0))
            assert recording.problem

    def test_a_log_that_can_not_be_compressed_stays_as_it_is(
        self, records: BuildStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pageful.builds.records.build_end.open_private", no_space)
        assert recorded(records, log=b"x\n" * 3_000_000).id == "b1"
        assert sum(1 for _ in records.find().log()) == 3_000_000

    def test_the_cache_may_be_deleted_in_between(self, records: BuildStore) -> None:
        recorded(records)
        assert records.directory
        with records.begin("Test") as recording:
            recording.write_baseline({})
            shutil.rmtree(records.directory.parent)
            recording.write(b"[INFO] x\n")
            recording.write_progress(Running("", "", 0))
            build = recording.end(GREEN, ())
        assert (build.id, build.status) == (None, Status.SUCCESS)
        assert "could not be recorded" in build.notes[0]
        assert recorded(records).id == "b1"


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system with room for little; only root can make one."""
    place = tmp_path / "disk"
    place.mkdir()
    mount = shutil.which("mount")
    argv = [str(mount), "-t", "tmpfs", "-o", "size=256k,mode=700", "tmpfs", str(place)]
    if not mount or subprocess.run(argv, capture_output=True).returncode:
        pytest.skip("no file system can be mounted here")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


class TestSmallDisk:
    def test_a_full_disk_costs_only_the_build_that_filled_it(
        self, small_disk: Path, project: Path
    ) -> None:
        records = BuildStore(small_disk / "pageful", project, MAVEN)
        first = recorded(records, RED, FAILED, log=b"[INFO] first\n")
        assert first.id == "b1"
        with records.begin("Test") as recording:
            for _ in range(100):
                recording.write(os.urandom(10_000))
            assert "No space left on device" in (recording.problem or "")
            assert recording.end(GREEN, ()).id is None
        assert records.find("b1").build() == first
        assert records.find("b1").cases() == (FAILED,)
        with pytest.raises(ToolError, match="No space"):
            records.find("b2")
        assert recorded(records, GREEN, PASSED).id == "b3"

    def test_on_one_that_is_full_from_the_start_nothing_is_recorded(
        self, small_disk: Path, project: Path
    ) -> None:
        records = BuildStore(small_disk / "pageful", project, MAVEN)
        recorded(records, RED, FAILED)
        with contextlib.suppress(OSError), (small_disk / "filler").open("wb", 0) as filler:
            while True:
                filler.write(os.urandom(1000))
        build = recorded(records, GREEN, PASSED)
        assert build.id is None
        assert "No space left on device" in build.notes[0]
        assert records.find("b1").cases() == (FAILED,)
        (small_disk / "filler").unlink()
        assert recorded(records, GREEN, PASSED).id == "b2"

    def test_on_one_that_is_read_only_nothing_is_recorded_and_all_is_readable(
        self, small_disk: Path, project: Path
    ) -> None:
        records = BuildStore(small_disk / "pageful", project, MAVEN)
        recorded(records, RED, FAILED)
        with records.begin("Test"):
            pass
        subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
        build = recorded(records, GREEN, PASSED)
        assert build.id is None
        assert "Read-only" in build.notes[0]
        assert records.find("b1").cases() == (FAILED,)
        assert records.find("b2").build().status is Status.CANCELLED


def test_a_recording_may_be_used_by_several_threads(records: BuildStore) -> None:
    with records.begin("Test") as recording:

        def write(letter: bytes) -> None:
            for _ in range(200):
                recording.write(letter * 50 + b"\n")
                recording.write_progress(Running("", "", 0, message=letter.decode()))

        threads = [threading.Thread(target=write, args=(each,)) for each in (b"a", b"b", b"c")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        recording.end(GREEN, ())
    assert sorted({*records.find().log()}) == [b"a" * 50, b"b" * 50, b"c" * 50]


@pytest.mark.slow
def test_what_another_process_records_can_be_read(records: BuildStore) -> None:
    program = """
        recording = records.begin("Verify")
        recording.write(b"[INFO] x\\n")
        recording.write_progress(Running("", "", 0, message="far", done=1, total=2))
        print("runs", flush=True)
        sys.stdin.readline()
    """
    process = child(records, program)
    assert process.stdout
    assert process.stdout.readline() == "runs\n"
    record = records.find()
    assert record.is_running
    assert (record.running().message, record.running().done) == ("far", 1)
    assert [*record.log()] == [b"[INFO] x"]
    kill(process)
    assert not record.is_running


def test_a_recording_of_nothing_is_quiet() -> None:
    recording = BuildWriter(None, MAVEN, "no home")
    recording.close()
    recording.discard()
    assert recording.id is None
