"""XML reports, read as far as each can be."""

from __future__ import annotations

import os
import resource
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.junit import report_reader
from pageful.builds.junit.report_reader import OutputQuota, read_report
from pageful.builds.junit.reports import ReportLayout, Reports, count_tests
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.results import Counts
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS

Write = Callable[..., Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Write a report of the project in `tmp_path`, its cases or its whole text given."""

    def written(
        text: str | bytes, name: str = "TEST-Foo.xml", module: str = ".", kind: str = "surefire"
    ) -> Path:
        directory = tmp_path / module / "target" / f"{kind}-reports"
        directory.mkdir(parents=True, exist_ok=True)
        (tmp_path / module / "pom.xml").touch()
        path = directory / name
        path.write_bytes(text.encode() if isinstance(text, str) else text)
        return path

    return written


def suite(*cases: str, before: str = "") -> str:
    return (
        f'<?xml version="1.0" encoding="UTF-8"?>\n{before}<testsuite>{"".join(cases)}</testsuite>'
    )


def case(content: str = "", name: str = "adds") -> str:
    return f'<testcase classname="a.FooTest" name="{name}">{content}</testcase>'


ABORTED = "org.opentest4j.TestAbortedException"
FAILED = '<failure type="java.lang.AssertionError" message="m"><![CDATA[trace]]></failure>'


PASSING = Case("a.FooTest", "adds")
FAILING = Case("a.FooTest", "adds", ThrownException("a.B", "m", ""))
SKIPPED = Case("a.FooTest", "adds", skipped=True)


@pytest.mark.parametrize(
    ("cases", "counts"),
    [
        ((), Counts(0, 0, 0)),
        ((PASSING, PASSING), Counts(2, 0, 0)),
        ((FAILING, FAILING), Counts(1, 1, 0)),
        ((PASSING, FAILING, PASSING), Counts(1, 1, 0)),
        ((SKIPPED, SKIPPED), Counts(1, 0, 1)),
        ((SKIPPED, PASSING), Counts(1, 0, 0)),
        ((FAILING, replace(FAILING, name="sums")), Counts(2, 2, 0)),
        ((FAILING, replace(FAILING, module="core")), Counts(2, 2, 0)),
    ],
)
def test_tests_of_one_name_are_counted_as_maven_counts_them(
    cases: tuple[Case, ...], counts: Counts
) -> None:
    assert count_tests(cases) == counts


def read(root: Path) -> Reports:
    return SUREFIRE_REPORTS.read(root, {})


def only(root: Path) -> Case:
    (found,) = read(root).cases
    return found


class TestCases:
    def test_a_passing_test_is_its_name(self, write: Write, tmp_path: Path) -> None:
        write(suite(case("<system-out>much</system-out>")))
        assert only(tmp_path) == Case("a.FooTest", "adds")

    @pytest.mark.parametrize("tag", ["failure", "error"])
    def test_failures_and_errors_are_failures(self, write: Write, tmp_path: Path, tag: str) -> None:
        write(suite(case(f'<{tag} type="a.B" message="m">trace</{tag}>')))
        assert only(tmp_path).thrown == ThrownException("a.B", "m", "trace")

    @pytest.mark.parametrize("tag", ["flakyFailure", "flakyError"])
    def test_what_passed_on_a_rerun_is_flaky(self, write: Write, tmp_path: Path, tag: str) -> None:
        write(suite(case(f'<{tag} type="a.B"><stackTrace>t</stackTrace></{tag}>')))
        assert only(tmp_path) == Case("a.FooTest", "adds", flaky=True)

    def test_of_several_failures_in_one_test_none_is_lost(
        self, write: Write, tmp_path: Path
    ) -> None:
        more = '<error type="a.B" message="n"><stackTrace>other</stackTrace></error>'
        write(suite(case(f"{FAILED}{more}<system-out>own</system-out>"), case(name="next")))
        first, second, following = read(tmp_path).cases
        assert (first.thrown, second.thrown) == (
            ThrownException("java.lang.AssertionError", "m", "trace"),
            ThrownException("a.B", "n", "other"),
        )
        assert (first.output, second.output, following.name) == ("own", "", "next")
        assert count_tests(read(tmp_path).cases) == Counts(run=2, failed=1, skipped=0)

    @pytest.mark.parametrize("tag", ["failure", "error"])
    def test_a_failure_of_the_suite_itself_is_its_class_and_is_counted(
        self, write: Write, tmp_path: Path, tag: str
    ) -> None:
        failed = f'<{tag} type="a.B" message="no context">trace</{tag}>'
        write(
            suite(case(), failed, "<system-err>printed</system-err>").replace(
                "<testsuite>", '<testsuites><testsuite name="a.FooTest">'
            )
            + "</testsuites>"
        )
        _, found = read(tmp_path).cases
        assert found == Case(
            "a.FooTest", "", ThrownException("a.B", "no context", "trace"), output="printed"
        )
        assert count_tests(read(tmp_path).cases) == Counts(run=2, failed=1, skipped=0)

    def test_a_suite_without_a_name_fails_too(self, write: Write, tmp_path: Path) -> None:
        write(suite("<error>no context</error>"))
        assert only(tmp_path) == Case("test suite", "", ThrownException("", "", "no context"))

    def test_what_failed_on_every_rerun_failed_as_at_first(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(
            suite(case(f'{FAILED}<rerunFailure type="x"><stackTrace>t</stackTrace></rerunFailure>'))
        )
        found = only(tmp_path)
        assert found.thrown == ThrownException("java.lang.AssertionError", "m", "trace")
        assert not found.flaky

    @pytest.mark.parametrize(
        ("skipped", "reason"),
        [
            ('<skipped message="later"/>', "later"),
            ("<skipped/>", ""),
            ('<skipped message="void a.FooTest.adds(int, int) is @Disabled"/>', ""),
            (
                f'<skipped type="{ABORTED}">{ABORTED}: no\nscale\n\tat a.B.c(B.java:1)</skipped>',
                "no\nscale",
            ),
        ],
    )
    def test_a_skipped_test_has_its_reason(
        self, write: Write, tmp_path: Path, skipped: str, reason: str
    ) -> None:
        write(suite(case(skipped)))
        assert (only(tmp_path).skipped, only(tmp_path).skip_reason) == (True, reason)

    @pytest.mark.parametrize(
        ("written", "milliseconds"),
        [("0.012", 12), ("1,234.5", 1_234_500), ("", 0), ("soon", 0), ("-1", 0), ("NaN", 0)],
    )
    def test_a_test_has_its_time(
        self, write: Write, tmp_path: Path, written: str, milliseconds: int
    ) -> None:
        write(suite(case()).replace("<testcase ", f'<testcase time="{written}" '))
        assert only(tmp_path).milliseconds == milliseconds

    def test_what_a_suite_printed_goes_to_its_first_failing_test_that_printed_nothing(
        self, write: Write, tmp_path: Path
    ) -> None:
        own = f"{FAILED}<system-out>own</system-out>"
        write(
            suite(
                "<system-out>before</system-out>",
                case(),
                case(own),
                case(FAILED),
                case(FAILED),
                "<system-err>after</system-err>",
            )
        )
        assert [found.output for found in read(tmp_path).cases] == ["", "own", "before\nafter", ""]

    def test_what_reruns_printed_is_not_what_the_test_printed(
        self, write: Write, tmp_path: Path
    ) -> None:
        rerun = "<rerunError><stackTrace>t</stackTrace><system-out>x</system-out></rerunError>"
        write(suite(case(FAILED + rerun)))
        assert only(tmp_path).output == ""

    def test_a_class_that_is_named_without_its_package_gets_that_of_its_suite(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(
            suite(case())
            .replace("<testsuite>", '<testsuite name="x.FooTest">', 1)
            .replace("a.F", "F")
        )
        assert (only(tmp_path).class_name, only(tmp_path).suite) == ("x.FooTest", "")

    @pytest.mark.parametrize("prose", ["Bread, v1.2 (daily)", "Examples"])
    def test_a_feature_has_the_class_of_its_suite(
        self, write: Write, tmp_path: Path, prose: str
    ) -> None:
        text = suite(case()).replace("a.FooTest", prose)
        write(text.replace("<testsuite>", '<testsuite name="x.RunTest">'))
        assert (only(tmp_path).class_name, only(tmp_path).suite) == (prose, "x.RunTest")

    @pytest.mark.parametrize(
        ("name", "found"),
        [("x.SuiteTest", "x.SuiteTest"), ("a.FooTest$Inner", ""), ("TestSuite", ""), ("All.", "")],
    )
    def test_a_class_that_another_ran_has_that_as_its_suite(
        self, write: Write, tmp_path: Path, name: str, found: str
    ) -> None:
        write(suite(case()).replace("<testsuite>", f'<testsuite name="{name}">'))
        assert (only(tmp_path).class_name, only(tmp_path).suite) == ("a.FooTest", found)

    def test_a_class_that_failed_as_a_whole_has_no_test_name(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(suite(case(FAILED, name="")))
        assert only(tmp_path).name == ""

    def test_a_nested_stack_trace_is_taken(self, write: Write, tmp_path: Path) -> None:
        write(suite(case("<error><stackTrace>t</stackTrace></error>")))
        assert only(tmp_path).thrown == ThrownException("", "", "t")

    def test_output_and_errors_of_a_failing_test_are_kept(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(suite(case(f"{FAILED}<system-out>\nout\n</system-out><system-err>err</system-err>")))
        assert only(tmp_path).output == "out\nerr"

    def test_the_totals_of_a_suite_are_not_believed(self, write: Write, tmp_path: Path) -> None:
        text = suite(case(), case(name="divides")).replace("<testsuite>", '<testsuite tests="0">')
        write(text)
        assert len(read(tmp_path).cases) == 2

    def test_suites_may_be_nested(self, write: Write, tmp_path: Path) -> None:
        inner = f"<testsuite>{case(FAILED)}</testsuite>"
        write(f"<testsuites>{inner}{inner}</testsuites>")
        assert [found.name for found in read(tmp_path).cases] == ["adds", "adds"]


class TestText:
    @pytest.mark.parametrize("written", ["&amp;#27;[31mred&amp;#27;[m", "&amp;amp#27;[1mred"])
    def test_colours_written_as_numbers_go(
        self, write: Write, tmp_path: Path, written: str
    ) -> None:
        write(suite(case(FAILED.replace('"m"', f'"{written}"'))))
        thrown = only(tmp_path).thrown
        assert thrown
        assert thrown.message == "red"

    def test_control_characters_come_back(self, write: Write, tmp_path: Path) -> None:
        write(suite(case(f"{FAILED}<system-out><![CDATA[bell&amp#7; &#0;]]></system-out>")))
        assert only(tmp_path).output == "bell\x07 \x00"

    @pytest.mark.parametrize("written", ["&#65;", "&#9999999;", "&#99999999999;", "&#55296;"])
    def test_other_numbers_stay_what_the_test_wrote(
        self, write: Write, tmp_path: Path, written: str
    ) -> None:
        write(suite(case(f"{FAILED}<system-out><![CDATA[{written}]]></system-out>")))
        assert only(tmp_path).output == written

    def test_split_cdata_is_joined(self, write: Write, tmp_path: Path) -> None:
        write(suite(case(f"{FAILED}<system-out><![CDATA[a ]]]]><![CDATA[> b]]></system-out>")))
        assert only(tmp_path).output == "a ]]> b"

    def test_windows_line_ends_are_newlines(self, write: Write, tmp_path: Path) -> None:
        write(suite(case(f"{FAILED}<system-out>a&#13;&#10;b</system-out>")))
        assert only(tmp_path).output == "a\nb"

    def test_a_declared_encoding_is_used(self, write: Write, tmp_path: Path) -> None:
        text = suite(case(name="zählt")).replace("UTF-8", "ISO-8859-1")
        write(text.encode("latin-1"))
        assert only(tmp_path).name == "zählt"


LAUGHS = '<!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {after} "{f"&{before};" * 10}">'
    for before, after in zip("abcdefgh", "bcdefghi", strict=True)
)
OUTSIDE = '<!DOCTYPE x [<!ENTITY i SYSTEM "file:///etc/hostname">]>\n'

BROKEN: dict[str, str | bytes] = {
    "empty": "",
    "blank": "\n\n",
    "truncated": suite(case(FAILED), case())[:-30],
    "billion laughs": suite(case(name="&i;"), before=f"{LAUGHS}]>\n"),
    "external entity": suite(case(name="&i;"), before=OUTSIDE),
    "external entity in text": suite(case(f"{FAILED}<system-out>&i;</system-out>"), before=OUTSIDE),
    "undeclared entity": suite(case("&nope;")),
    "undeclared latin-1": suite(case(name="zählt")).encode("latin-1"),
    "unknown encoding": suite(case()).replace("UTF-8", "KLINGON-8"),
    "multi-byte encoding": suite(case()).replace("UTF-8", "Shift_JIS"),
    "wrongly declared UTF-16": suite(case()).replace("UTF-8", "UTF-16"),
    "raw control character": suite(case("\x07")),
    "crossed tags": "<testsuite><a><b></a></b></testsuite>",
    "two roots": suite() + "<testsuite/>",
    "no XML at all": b"\x00\xff\xfe\x00" * 100,
    "half a UTF-8 character": suite(case(name="x")).encode().replace(b'"x"', b'"\xc3"'),
}


class TestUnreadableReports:
    @pytest.mark.parametrize("name", BROKEN)
    def test_a_broken_report_costs_only_itself(
        self, write: Write, tmp_path: Path, name: str
    ) -> None:
        write(BROKEN[name], "TEST-Broken.xml")
        write(suite(case()), "TEST-Whole.xml")
        reports = read(tmp_path)
        assert reports.cases == (Case("a.FooTest", "adds"),)
        assert reports.unreadable == ("target/surefire-reports/TEST-Broken.xml",)

    def test_a_report_of_several_broken_ones_is_each_named(
        self, write: Write, tmp_path: Path
    ) -> None:
        write("", module="core")
        write("", module="web", kind="failsafe")
        assert read(tmp_path).unreadable == (
            "core/target/surefire-reports/TEST-Foo.xml",
            "web/target/failsafe-reports/TEST-Foo.xml",
        )

    def test_a_directory_named_like_a_report_is_unreadable(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(suite(case()))
        (tmp_path / "target/surefire-reports/TEST-x.xml").mkdir()
        reports = read(tmp_path)
        assert len(reports.cases) == 1
        assert reports.unreadable == ("target/surefire-reports/TEST-x.xml",)

    def test_an_external_dtd_is_never_fetched(self, write: Write, tmp_path: Path) -> None:
        write(suite(case(), before='<!DOCTYPE x SYSTEM "file:///nonexistent.dtd">\n'))
        assert len(read(tmp_path).cases) + len(read(tmp_path).unreadable) == 1

    def test_a_report_that_vanishes_is_unreadable(
        self, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = write(suite(case()))
        found = SUREFIRE_REPORTS.stamps(tmp_path)
        path.unlink()
        monkeypatch.setattr(ReportLayout, "stamps", lambda self, root: found)
        assert read(tmp_path).unreadable == ("target/surefire-reports/TEST-Foo.xml",)

    def test_elements_nested_without_end_do_no_harm(self, write: Write, tmp_path: Path) -> None:
        write("<testsuite>" + "<a>" * 200_000 + "</a>" * 200_000 + case() + "</testsuite>")
        assert len(read(tmp_path).cases) == 1


@pytest.mark.slow
class TestHugeReports:
    SIZE = 50_000_000

    def test_what_passing_tests_printed_is_not_kept(self, write: Write, tmp_path: Path) -> None:
        output = "a line of output, quite long\n" * 1000
        number = self.SIZE // len(output)
        write(suite(*[case(f"<system-out>{output}</system-out>")] * number, case(FAILED)))
        began = time.process_time()
        tracemalloc.start()
        reports = read(tmp_path)
        kept, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert len(reports.cases) == number + 1
        assert kept < 5_000_000
        assert peak < 10_000_000
        assert time.process_time() - began < 30

    @pytest.mark.skipif(sys.platform != "linux", reason="the peak is counted in KB only there")
    def test_one_test_that_printed_it_all_is_read_too(self, write: Write, tmp_path: Path) -> None:
        write(suite(case("<system-out>" + "x" * 99 + "\n" * (self.SIZE) + "</system-out>")))
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        assert only(tmp_path).output == ""
        assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 400_000


class TestFreshness:
    def test_reports_of_an_earlier_run_do_not_count(self, write: Write, tmp_path: Path) -> None:
        write(suite(case(FAILED)), "TEST-Old.xml")
        before = SUREFIRE_REPORTS.stamps(tmp_path)
        write(suite(case()), "TEST-New.xml")
        assert SUREFIRE_REPORTS.read(tmp_path, before).cases == (Case("a.FooTest", "adds"),)

    def test_a_report_written_anew_counts(self, write: Write, tmp_path: Path) -> None:
        path = write(suite(case(FAILED)))
        before = SUREFIRE_REPORTS.stamps(tmp_path)
        os.utime(path, ns=(1, 1))
        assert len(SUREFIRE_REPORTS.read(tmp_path, before).cases) == 1


class TestSeveralReports:
    def test_surefire_and_failsafe_of_every_module_are_read(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(suite(case(name="a")), module="core")
        write(suite(case(name="b")), module="apps/web", kind="failsafe")
        assert [(found.name, found.module) for found in read(tmp_path).cases] == [
            ("b", "apps/web"),
            ("a", "core"),
        ]

    def test_a_test_of_surefire_and_failsafe_counts_once(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(suite(case()))
        write(suite(case(FAILED)), kind="failsafe")
        assert only(tmp_path).thrown

    def test_tests_of_one_name_in_one_report_are_several(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(suite(case(), case(FAILED), case()))
        assert [bool(found.thrown) for found in read(tmp_path).cases] == [False, True, False]


class TestLongTexts:
    def test_of_a_long_output_the_beginning_and_the_end_are_kept(
        self, write: Write, tmp_path: Path
    ) -> None:
        write(suite(case(f"{FAILED}<system-out>first{'x' * 3_000_000}last</system-out>")))
        output = only(tmp_path).output
        assert output.startswith("first")
        assert output.endswith("last")
        assert "\n… 1951433 more characters …\n" in output
        assert len(output) < 1_100_000

    def test_of_a_long_trace_the_innermost_cause_is_kept(
        self, write: Write, tmp_path: Path
    ) -> None:
        trace = "a.B: m\n" + "\tat a.B.c(B.java:1)\n" * 100_000 + "Caused by: a.C: why\n"
        write(suite(case(f'<failure type="a.B" message="m">{trace}</failure>')))
        thrown = only(tmp_path).thrown
        assert thrown
        assert thrown.trace.startswith("a.B: m\n\tat a.B.c(B.java:1)\n")
        assert thrown.trace.endswith("Caused by: a.C: why\n")

    def test_many_long_outputs_share_a_room(
        self, write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = write(suite(*[case(f"{FAILED}<system-out>{'x' * 50_000}</system-out>")] * 3))
        monkeypatch.setattr(report_reader, "_LONGEST_OUTPUT", 60_000)
        cases = read_report(path, ".", OutputQuota(60_000))
        assert [len(found.output) > 40_000 for found in cases] == [True, False, False]
        assert all(len(found.output) >= 10_000 for found in cases)


@given(st.binary(max_size=200), st.sampled_from([b"", b"<testsuite>", b"<testsuite><testcase "]))
def test_any_bytes_are_a_report_or_a_broken_one(written: bytes, start: bytes) -> None:
    with tempfile.TemporaryDirectory() as directory:
        (Path(directory) / "target/again").mkdir(parents=True)
        (Path(directory) / "target/again/TEST-a.xml").write_bytes(start + written)
        reports = read(Path(directory))
    assert not reports.cases or not reports.unreadable


TAGS = st.sampled_from(
    [
        "testsuites",
        "testsuite",
        "testcase",
        "properties",
        "failure",
        "error",
        "skipped",
        "flakyFailure",
        "rerunError",
        "stackTrace",
        "system-out",
        "system-err",
    ]
)


def element(tag: str, inside: list[str]) -> str:
    return f'<{tag} name="n" classname="a.B" type="t" time="1">x{"".join(inside)}y</{tag}>'


@given(
    st.recursive(
        st.builds(element, TAGS, st.just([])),
        lambda some: st.builds(element, TAGS, st.lists(some, max_size=4)),
    )
)
def test_any_elements_in_any_order_are_read(text: str) -> None:
    reader = report_reader._Reader(".", OutputQuota())
    reader.feed(text.encode())
    most = sum(text.count(f"<{tag} ") for tag in ("testcase", "failure", "error"))
    assert len(reader.close()) <= most
