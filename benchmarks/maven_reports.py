"""How fast test reports are read and failures brought together: `maven_reports.py`.

Beside it stands a bare `xml.etree` iterparse of the same files, which keeps nothing of them. The
reports have Surefire's form, each with 60 system properties and a class path; one test in 25
failed. Times are those of the processor; memory is read from `/proc`, so this needs Linux.
"""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree.ElementTree import iterparse

from latency import spread
from pageful.builds.junit.test_case import Case
from pageful.builds.limits import DEFAULT_LIMITS
from pageful.jvm.test_failures import group_failures
from pageful.maven.reports.report_directories import SUREFIRE_REPORTS
from tables import table

ROUNDS = 9
SIZES = ((500, 10), (5_000, 1), (50, 100))
ONE_IN = 25
HUGE = 200_000_000
PACKAGE = "com.example"
REPORTS = "target/surefire-reports"

_JARS = ":".join(f"/home/dev/.m2/repository/org/x/lib{n}/1.0/lib{n}-1.0.jar" for n in range(150))
_PROPERTIES = "".join(
    f'    <property name="a.system.property.{number}" value="{"v" * 60}"/>\n'
    for number in range(60)
)
_FRAMES = "\n".join(f"\tat org.junit.Engine.run{number}(Engine.java:1)" for number in range(40))
_LINE = "12:00:00.000 INFO a line of a log that a passing test printed, quite a long one\n"


def report(number: int, tests: int) -> str:
    """The report of one class."""
    name = f"{PACKAGE}.Number{number}Test"
    cases = "".join(_case(name, test, number * tests + test) for test in range(tests))
    properties = f'{_PROPERTIES}    <property name="java.class.path" value="{_JARS}"/>\n'
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<testsuite version="3.0" name="{name}" time="0.1" tests="{tests}">\n'
        f"  <properties>\n{properties}  </properties>\n{cases}</testsuite>\n"
    )


def _case(class_name: str, test: int, number: int) -> str:
    head = f'  <testcase name="test{test}" classname="{class_name}" time="0.012"'
    if number % ONE_IN:
        return f"{head}/>\n"
    kind, message = "org.opentest4j.AssertionFailedError", f"expected: 1 but was: {number % 50}"
    own = f"\tat {class_name}.test{test}(Test.java:{test})"
    failure = f'<failure type="{kind}" message="{message}"><![CDATA[{kind}: {message}\n'
    return f"{head}>\n    {failure}{own}\n{_FRAMES}\n]]></failure>\n  </testcase>\n"


def written(root: Path, files: int, tests: int) -> Path:
    """A project with so many reports of so many tests each."""
    directory = root / REPORTS
    directory.mkdir(parents=True)
    (root / "pom.xml").write_text("<project/>", encoding="utf-8")
    for number in range(files):
        path = directory / f"TEST-{PACKAGE}.Number{number}Test.xml"
        path.write_text(report(number, tests), encoding="utf-8")
    return root


def bare(root: Path) -> None:
    """Parse all reports and keep nothing."""
    for path in (root / REPORTS).iterdir():
        for _, element in iterparse(path):
            element.clear()


def worked(action: Callable[[], object]) -> float:
    """Seconds of the processor that an action takes."""
    began = time.process_time()
    action()
    return time.process_time() - began


def in_turn(actions: Mapping[str, Callable[[], object]]) -> Mapping[str, list[float]]:
    """The work of each action once a round, the other way round every other round."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for number in range(ROUNDS + 1):
        for name in list(actions)[:: -1 if number % 2 else 1]:
            seconds = worked(actions[name])
            if number:
                times[name].append(seconds)
    return times


def row(files: int, tests: int) -> list[str]:
    """The figures of one project."""
    with tempfile.TemporaryDirectory() as directory:
        root = written(Path(directory).resolve(), files, tests)
        cases: tuple[Case, ...] = SUREFIRE_REPORTS.read(root, {}).cases
        assert len(cases) == files * tests
        times = in_turn(
            {
                "read": lambda: SUREFIRE_REPORTS.read(root, {}),
                "bare": lambda: bare(root),
                "group": lambda: group_failures(cases, (PACKAGE,), DEFAULT_LIMITS),
            }
        )
    ratios = [mine / floor for mine, floor in zip(times["read"], times["bare"], strict=True)]
    return [
        f"{files:,} reports of {tests}",
        spread(times["read"], 2),
        spread([files / seconds for seconds in times["read"]], 0),
        spread(times["bare"], 2),
        spread(ratios, 2),
        spread([1000 * seconds for seconds in times["group"]], 0),
    ]


def huge(root: Path) -> None:
    """Write one report of one passing test that printed a lot."""
    written(root, 0, 0)
    with (root / REPORTS / "TEST-a.BTest.xml").open("w", encoding="utf-8") as stream:
        stream.write('<testsuite><testcase classname="a.BTest" name="c"><system-out><![CDATA[')
        stream.writelines(itertools.repeat(_LINE * 1000, HUGE // len(_LINE) // 1000))
        stream.write("]]></system-out></testcase></testsuite>")


def peak(root: Path) -> None:
    """Print how many MB of memory, and seconds of work, reading takes: in a process of its own."""
    before = _memory()
    seconds = worked(lambda: SUREFIRE_REPORTS.read(root, {}))
    print(f"{(_memory() - before) / 1000:.1f} MB more at the most, {seconds:.2f} s of work")


def _memory() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.partition("VmHWM:")[2].split()[0])


def main() -> None:
    """Print the figures of all sizes, and those of one huge report."""
    if len(sys.argv) > 1:
        peak(Path(sys.argv[1]))
        return
    columns = ("", "read, s", "reports/s", "iterparse, s", "ratio", "grouped, ms")
    print(table(columns, [row(*size) for size in SIZES]), flush=True)
    with tempfile.TemporaryDirectory() as directory:
        root = Path(directory).resolve()
        huge(root)
        print(f"\nOne report with {HUGE // 1_000_000} MB of a passing test's output: ", end="")
        sys.stdout.flush()
        subprocess.run([sys.executable, __file__, os.fspath(root)], check=True)


if __name__ == "__main__":
    main()
