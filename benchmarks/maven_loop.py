"""An agent's loop: edit a class, run its test, read the page: `maven_loop.py [--mvnd PATH]`."""

from __future__ import annotations

import argparse
import itertools
import os
import subprocess
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from latency import in_turn, spread
from pageful.maven.settings import MavenSettings
from pageful.maven.tools import maven_toolset
from pageful.tool.options import Style
from real import large_projects
from tables import table

ROUNDS = 5
TEST = "Stock003Test"
SOURCE = "src/main/java/com/example/stock/Stock.java"
PLAIN = ("-B", "-ntp", "test", f"-Dtest={TEST}")
TUNED = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"

Step = Callable[[], None]


class Loop:
    """A project of 500 tests, one of its classes edited before each run."""

    def __init__(self, root: Path) -> None:
        """Write the project, and build it once."""
        self._root = large_projects.many_tests(500, 0).write(root)
        self._edits = itertools.count()
        self._command(("mvn", *PLAIN[:3]))()

    def _edit(self) -> None:
        source = self._root / SOURCE
        text = source.read_text(encoding="utf-8").partition("\n// edit ")[0]
        source.write_text(f"{text}\n// edit {next(self._edits)}\n", encoding="utf-8")

    def _command(self, argv: tuple[str, ...], **environment: str) -> Step:
        def run() -> None:
            self._edit()
            inherited = {**os.environ, **environment}
            subprocess.run(argv, cwd=self._root, env=inherited, check=True, capture_output=True)

        return run

    def _tool(self, mvn: str | None = None, **arguments: object) -> Step:
        toolset = maven_toolset(MavenSettings(self._root, mvn=mvn), Style())

        def run() -> None:
            self._edit()
            answer = toolset.call("maven_test", {"testFilter": TEST, **arguments})
            assert answer.exit_code == 0, answer.text

        return run

    def steps(self, mvnd: str | None) -> Mapping[str, Step]:
        """Every way to run the test, by its name."""
        steps = {
            "mvn test -Dtest=…": self._command(("mvn", *PLAIN)),
            "mvn test -Dtest=…, tuned JVM": self._command(("mvn", *PLAIN), MAVEN_OPTS=TUNED),
            "maven_test(testFilter)": self._tool(),
            "maven_test(testFilter, testOnly)": self._tool(testOnly=True),
        }
        if mvnd:
            steps["mvnd test -Dtest=…"] = self._command((mvnd, *PLAIN))
            steps["maven_test(testFilter), --mvn mvnd"] = self._tool(mvnd)
        return steps


def main() -> int:
    """Run every step in turn, and print seconds and ratios."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mvnd", help="the Maven Daemon's program")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        loop = Loop(Path(directory).resolve() / "project")
        times = in_turn(loop.steps(given.mvnd), given.rounds)
    plain = next(iter(times.values()))
    rows = [
        [
            name,
            spread(seconds, 2),
            spread([a / b for a, b in zip(seconds, plain, strict=True)], 2),
        ]
        for name, seconds in times.items()
    ]
    print(table(("edit, test, read", "s", "beside plain Maven"), rows))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
