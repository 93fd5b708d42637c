"""Tokens of large builds' pages, beside JSON, logs and rtk: `maven_tokens.py [--rtk PATH]`."""

from __future__ import annotations

import argparse
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

from pageful.maven.settings import MavenSettings
from pageful.maven.tools import maven_toolset
from pageful.tool.options import Style
from real import EVERY, large_projects
from tables import table
from tokens import ENCODINGS, tokens

MAVEN = ("mvn", "-B", "-ntp", "test")
RTK = (("test",), ("err",), ("summary",))
"""The ways in which rtk 0.16 runs a program that it has no filter for."""

BUILDS = {
    "3,000 tests, 205 of them fail": large_projects.many_tests(3000, 205),
    "a reactor of 12, the 7th fails": large_projects.wide_reactor(12, 7),
    "a Spring context that fails": EVERY["spring_context"],
    "4,000 tests, all green": large_projects.many_tests(4000, 0),
}


def output(argv: tuple[str, ...], root: Path) -> str:
    """Everything that a program prints."""
    finished = subprocess.run(
        argv, cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return finished.stdout.decode("utf-8", "replace")


def forms(root: Path, rtk: str | None) -> Mapping[str, str]:
    """The same build in every form, each from a run of its own."""
    toolset = maven_toolset(MavenSettings(root), Style())
    found = {
        "page": toolset.call("maven_test", {}).text,
        "compact JSON": toolset.call("maven_test", {"raw": True}).text,
        "Maven's log": output(MAVEN, root),
    }
    for way in RTK if rtk else ():
        found[f"rtk {way[0]}"] = output((rtk or "", *way, *MAVEN), root)
    return found


def rows(every: Mapping[str, Mapping[str, str]], encoding: str) -> Iterator[list[str]]:
    """Tokens of each form, and how many times the page they are."""
    for name, texts in every.items():
        counts = [tokens(text, encoding) for text in texts.values()]
        yield [name, f"{counts[0]:,}", *(f"{n:,} ({n / counts[0]:.1f})" for n in counts[1:])]


def main() -> int:
    """Build, count, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rtk", help="the program of rtk")
    rtk = parser.parse_args().rtk
    every = {}
    for name, scenario in BUILDS.items():
        with tempfile.TemporaryDirectory() as directory:
            every[name] = forms(scenario.write(Path(directory).resolve() / "project"), rtk)
    for encoding in ENCODINGS:
        columns = ("build", *next(iter(every.values())))
        print(f"### {encoding}\n\n{table(columns, rows(every, encoding))}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
