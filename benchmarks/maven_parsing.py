"""How fast a build's log is read, and in how much memory: `maven_parsing.py [MEGABYTES [ROUNDS]]`.

Each log is read as a running build's is, judged and made a page of, in a process of its own; beside
it stand Python's bare loop over the lines of the file, and `grep -c ERROR`.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import count
from pathlib import Path

from tables import table

MEGABYTES = 200
ROUNDS = 5
MB = 1_000_000

HEAD = """\
[INFO] Scanning for projects...
[INFO]
[INFO] --------------------------< com.example:shop >--------------------------
[INFO] Building shop 1.0.0
[INFO] --------------------------------[ jar ]---------------------------------
[INFO] --- maven-compiler-plugin:3.13.0:compile (default-compile) @ shop ---
"""
TESTS = """\
[INFO] --- maven-surefire-plugin:3.2.5:test (default-test) @ shop ---
[INFO] -------------------------------------------------------
[INFO]  T E S T S
[INFO] -------------------------------------------------------
[INFO] Running com.example.shop.OrderTest
"""
FAILED = """\
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0, Time elapsed: 9.1 s <<< FAILURE! -- in \
com.example.shop.OrderTest
[INFO] Results:
[ERROR] Failures:
[ERROR]   OrderTest.sumsUp:12 expected: <7> but was: <8>
[ERROR] Tests run: 2, Failures: 1, Errors: 0, Skipped: 0
"""
END = """\
[INFO] BUILD FAILURE
[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:3.2.5:test \
(default-test) on project shop: There are test failures. -> [Help 1]
"""


def printed(n: int) -> str:
    """What a test prints: a log of its own, and a stack trace now and then."""
    if n % 10 == 0:
        return (
            f"java.lang.IllegalStateException: order {n} is closed\n"
            f"\tat com.example.shop.Order.add(Order.java:{n % 300})\n"
            "\tat com.example.shop.OrderTest.sumsUp(OrderTest.java:12)\n"
        )
    stamp = f"2026-02-16 15:{n // 60 % 60:02}:{n % 60:02}.123"
    return f"{stamp}  INFO 4711 --- [main] c.e.shop.OrderService : accepted order {n}, 3 lines\n"


def debugged(n: int) -> str:
    """What Maven prints with `-X`."""
    jar = f"org/example/lib{n % 700}/1.{n % 9}/lib{n % 700}-1.{n % 9}.jar"
    return (
        f"[DEBUG]   Included: /home/dev/.m2/repository/{jar}\n"
        f"[DEBUG]   (f) compilePath = [/project/target/classes, /home/dev/.m2/repository/{jar}]\n"
    )


def warned(n: int) -> str:
    """A warning of javac, no two of them the same."""
    file = f"/project/src/main/java/com/example/shop/Part{n // 40}.java"
    place = f"{file}:[{n % 40 + 1},9]"
    return f"[WARNING] {place} [deprecation] sum{n}() in Order has been deprecated\n"


def long_line(n: int) -> str:
    """A line of 10 MB without an end in sight."""
    return f"{n} " + "payload " * (10 * MB // 8) + "\n"


Piece = Callable[[int], str]

LOGS: Mapping[str, tuple[str, Piece, str]] = {
    "a test's output": (HEAD + TESTS, printed, FAILED + END),
    "debug output of `-X`": (HEAD, debugged, TESTS + FAILED + END),
    "100,000 warnings": (HEAD, warned, TESTS + FAILED + END),
    "lines of 10 MB": (HEAD + TESTS, long_line, FAILED + END),
}


def pieces(name: str, size: int) -> Iterator[str]:
    """The log of that name, about so many bytes."""
    head, line, end = LOGS[name]
    numbers = range(100_000) if line is warned else count()
    left = size
    yield head
    for n in numbers:
        piece = line(n)
        yield piece
        left -= len(piece)
        if left <= 0:
            break
    yield end


def read(file: str) -> None:
    """Read a log in this process; tell how long it took, and the most memory it had."""
    import resource
    import time

    from pageful import present
    from pageful.builds.junit.reports import Reports
    from pageful.maven.outcome import Evidence, build_outcome
    from pageful.maven.process_run import ProcessRun
    from pageful.maven.running.log_reader import LogReader
    from pageful.maven.views import build_page

    began = time.perf_counter()
    with Path(file).open("rb", buffering=0) as stream:
        log = LogReader(stream, len).close(seconds=3600)
    seconds = time.perf_counter() - began
    build = build_outcome(Evidence("Test", ProcessRun(1, log, 1000), Reports(), "/project"))
    page = present(build, build_page).text
    whole = time.perf_counter() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    problems = len(build.warnings) + len(build.errors)
    assert page.startswith("Test FAILURE"), page
    print(json.dumps([seconds, whole, peak, len(log), problems]))


def loop(file: str) -> None:
    """Python's own loop over the lines of a file, in this process."""
    import time

    began = time.perf_counter()
    with Path(file).open(encoding="utf-8", errors="replace") as lines:
        for _ in lines:
            pass
    print(json.dumps([time.perf_counter() - began]))


def grep(file: str) -> float:
    """Seconds that grep takes to count the lines with ERROR."""
    import time

    began = time.perf_counter()
    subprocess.run(["grep", "-c", "ERROR", file], stdout=subprocess.DEVNULL, check=False)
    return time.perf_counter() - began


def own_process(action: str, file: str) -> list[float]:
    """What an action of this program prints when it runs in a process of its own."""
    finished = subprocess.run(
        [sys.executable, __file__, action, file], stdout=subprocess.PIPE, check=True
    )
    values: list[float] = json.loads(finished.stdout)
    return values


def spread(values: list[float], digits: int) -> str:
    """The median of some values, with the smallest and the largest."""
    least, most = min(values), max(values)
    return f"{statistics.median(values):.{digits}f} ({least:.{digits}f}–{most:.{digits}f})"


def row(name: str, file: str, rounds: int) -> list[str]:
    """Read one log so many times, in turn with the bare loop and grep."""
    ours: list[list[float]] = []
    loops: list[float] = []
    greps: list[float] = []
    for _ in range(rounds):
        ours.append(own_process("read", file))
        loops += own_process("loop", file)
        greps.append(grep(file))
    size = Path(file).stat().st_size / MB
    reading = [each[0] for each in ours]
    return [
        name,
        f"{size:.0f}",
        spread([size / seconds for seconds in reading], 0),
        spread([mine / theirs for mine, theirs in zip(reading, loops, strict=True)], 0),
        spread([mine / theirs for mine, theirs in zip(reading, greps, strict=True)], 0),
        spread([each[1] - each[0] for each in ours], 2),
        spread([each[2] for each in ours], 0),
        f"{ours[0][3]:,}",
        f"{ours[0][4]:,}",
    ]


COLUMNS = (
    *("log", "MB", "read: MB/s", "× bare loop", "× grep", "page: s", "peak MB", "lines kept"),
    "problems",
)


def main(arguments: list[str]) -> None:
    """Measure every log."""
    size, rounds = (*map(int, arguments), *(MEGABYTES, ROUNDS)[len(arguments) :])
    rows = []
    with tempfile.TemporaryDirectory() as directory:
        for name in LOGS:
            file = Path(directory) / "build.log"
            with file.open("w", encoding="utf-8") as log:
                log.writelines(pieces(name, size * MB))
            rows.append(row(name, str(file), rounds))
    print(table(COLUMNS, rows))


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["read", file]:
            read(file)
        case ["loop", file]:
            loop(file)
        case arguments:
            main(arguments)
