"""Lines in a shell, as they are typed and with `pageful run`: what they leave is the same.

`make differential` runs each line on two projects of the tests with the installed Maven and with
each other that is named (`--maven PATH`), and a fifth of the lines with those of `--sample PATH`:
each Maven has a line on other projects. Compared are the exit code of the whole line and what it
echoes of codes, the files of the project, the names of files that are new or changed in the local
repository, and the arguments, directory and environment that Maven got.

Before files are compared, what differs between any two runs is made alike: durations and times of
day, addresses of lambdas, what other threads were at, names of temporary files, process ids, and
the dates of a jar's entries.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / name) for name in ("", "maven", "run")]

from every_scenario import EVERY  # noqa: E402
from local_repository import LocalRepository  # noqa: E402
from pageful.text.printable import strip_ansi  # noqa: E402
from results import Results  # noqa: E402
from spy import PAGEFUL  # noqa: E402
from traces import Trace, echoed, files_below  # noqa: E402

_RUN = "pageful run "
_TIMEOUT = 600

_SCRIPT = """\
#!/bin/sh
{{
  for each in "$@"; do printf '%s\\0' "$each"; done
  printf 'in %s\\0' "$PWD"
  env -0 | sort -z
}} >> {seen}
# A short run is quicker without the second compiler.
export MAVEN_OPTS="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC $MAVEN_OPTS"
exec {maven} -Dmaven.repo.local={repository} "$@"
"""
"""Maven behind a script that writes down how it was called, and gives it the copied repository."""


@dataclass(frozen=True)
class Place:
    """A project of the tests: its scenario, where it is below a directory, and the environment."""

    name: str
    scenario: str
    directory: str = "project"
    environment: Mapping[str, str] = field(default_factory=dict)

    def write(self, root: Path) -> Path:
        """Write the project anew, and return its directory."""
        project = root / self.directory
        if self.scenario:
            EVERY[self.scenario].write(project)
        project.mkdir(parents=True, exist_ok=True)
        if (pom := project / "pom.xml").exists():
            (project / "other.xml").write_bytes(pom.read_bytes())
        wrapper = project / "mvnw"
        wrapper.write_text('#!/bin/sh\nexec mvn "$@"\n', encoding="utf-8")
        wrapper.chmod(0o755)
        return project


# What javac says follows the JVM's language; the locale alone does not set it where it is missing.
_GERMAN = {"LANG": "de_DE.UTF-8", "JDK_JAVA_OPTIONS": "-Duser.language=de -Duser.country=DE"}

PLACES = (
    Place("green", "green"),
    Place("failing", "failing_tests"),
    Place("compile error", "compile_errors"),
    Place("ignored failures", "failure_ignored"),
    Place("integration tests", "unit_and_integration_tests"),
    Place("kotlin", "kotlin_tests"),
    Place("reactor", "reactor"),
    Place("reactor, compile error", "reactor_compile_error"),
    Place("no POM", ""),
    Place("broken POM", "bad_pom_xml"),
    Place("blanks in the path", "failing_tests", "a project/of mine"),
    Place("German", "compile_errors", environment=_GERMAN),
)

LINES = (
    "{} test",
    "{} -q test",
    "{} -B -ntp test",
    "{} -o -q compile",
    "{} -q -o clean test",
    "{} test -DskipTests",
    "{} -q package -DskipTests",
    "{} -o verify",
    "{} -q verify 2>&1",
    "{} clean",
    "{} -q clean compile",
    "{} -o test-compile -q",
    "{} test -Dtest=CalculatorTest",
    "{} -q test -Dtest='*Test' -DfailIfNoTests=false",
    "{} test '-Dtest=NoSuchTest'",
    "{} -fae test",
    "{} -fn -q test",
    "{} -ff verify",
    "{} -T2 test",
    "{} -T 2 -q -fae verify",
    "{} -q -T2 test",
    "{} -pl core -am test",
    "{} -q -pl core,web test",
    "{} test -pl no-such-module",
    "{} -f pom.xml test",
    "{} --file=pom.xml -q compile",
    "{} -f other.xml test",
    "{} -q -f other.xml package",
    "{} -f no-such-pom.xml test",
    "{} -q test; echo $?",
    "{} test && echo well",
    "{} -q compile && {} -q test",
    "{} -o test; {} -o -q test",
    "{} test | cat",
    "{} -q test 2>&1 | cat",
    "set -o pipefail; {} -q test | cat",
    "set -e; {} -q compile; echo after",
    "cd . && {} -q test",
    "cd /nonexistent && {} test",
    "{} --no-such-option test",
    "{} tset",
    "{} test -Pno-such-profile",
    "{} -q test -Dmaven.test.failure.ignore=true",
    "{} test -Dmaven.test.failure.ignore; echo code $?",
    "{} -B package -Dmaven.test.skip=true",
    "{} install -q -DskipTests -Dmaven.repo.local=repository-of-ours -o",
    "{} surefire:test",
    "{} compiler:compile -q",
    "{} -v",
    "{}",
    "{} help",
    "LC_ALL=C {} -q test",
    "MAVEN_OPTS=-Xmx300m {} -q compile",
    "MAVEN_ARGS=-q {} compile",
    "A='b c' {} -q compile -Dd='e f'",
    "{} -Dstyle.color=always test",
    "{} -q -Dstyle.color=never test",
    "{} -e test",
    "{} -X compile",
    "{} -q validate </dev/null",
    "echo input | {} -q validate",
    "{} -q site:help",
    "{} -l build.log test",
    "{} -N -q compile",
    "{} -U -o -q compile",
    "if {} -q compile; then echo yes; else echo no; fi",
    "{} -q compile || {} -q clean",
    "PAGEFUL=off {} -q test",
)
"""Our own lines; `{}` is a program: `mvn`, and of every fifth line `./mvnw` or `sh mvnw`."""

_PROGRAMS = ("mvn", "mvn", "./mvnw", "mvn", "sh mvnw")
_SHELLS = ("bash", "bash", "sh")


@dataclass(frozen=True)
class Pair:
    """One line in one place, to be run twice."""

    line: str
    program: str
    shell: str
    place: Place
    maven: str

    def text(self, prefix: str) -> str:
        """The line, with a prefix before each program."""
        return self.line.replace("{}", f"{prefix}{self.program}")

    def facts(self) -> Mapping[str, str]:
        """Name the pair, its project and its Maven."""
        return {"pair": str(self), "place": self.place.name, "maven": _version(self.maven)}

    def __str__(self) -> str:
        return f"{self.shell} -c {self.text('')!r} in {self.place.name} ({self.maven})"


def pairs(mavens: Sequence[str], samples: Sequence[str], places: int) -> Iterator[Pair]:
    """Yield each line on so many projects with each Maven, and a fifth with each of `samples`.

    No two turns have a line on the same project, as long as there are no more turns than projects.
    """
    turns = [(maven, 1) for _ in range(places) for maven in ("mvn", *mavens)]
    turns += [(maven, _SAMPLE) for _ in range(places) for maven in samples]
    for turn, (maven, step) in enumerate(turns):
        for index in range(turn % step, len(LINES), step):
            yield _pair(turn, index, maven)


_SAMPLE = 5
"""A rarer Maven has one line of five."""


def _pair(turn: int, index: int, maven: str) -> Pair:
    number, line = turn * len(LINES) + index, LINES[index]
    # 5 and 12 have no common divisor: twelve turns are twelve projects.
    place = PLACES[(index + turn * 5 + index // len(PLACES)) % len(PLACES)]
    shell = "bash" if "pipefail" in line else _SHELLS[number % 3]
    return Pair(line, _PROGRAMS[number % 5], shell, place, maven)


@cache
def _version(maven: str) -> str:
    done = subprocess.run([maven, "--version"], capture_output=True, encoding="utf-8", check=True)
    found = re.search(r"Apache Maven (\S+)", strip_ansi(done.stdout))
    return found[1] if found else maven


@dataclass(frozen=True)
class Bench:
    """The directory in which one line after the other is run, and the repository beside it."""

    root: Path
    repository: LocalRepository

    @classmethod
    def below(cls, directory: Path) -> Bench:
        """Make a bench, with a copy of the local repository."""
        return cls(directory / "root", LocalRepository(directory))

    def differences(self, pair: Pair) -> list[str]:
        """Run a line both ways, and say what is different."""
        typed = self._trace(pair, "")
        return list(typed.differences(self._trace(pair, _RUN)))

    def _trace(self, pair: Pair, prefix: str) -> Trace:
        """Run a line in a new copy of its project, always in the same place."""
        shutil.rmtree(self.root, ignore_errors=True)
        project = pair.place.write(self.root)
        seen = self.root / "seen"
        done = subprocess.run(
            [pair.shell, "-c", pair.text(prefix)],
            cwd=project,
            env={**os.environ, **pair.place.environment, **self._own(pair, seen)},
            capture_output=True,
            timeout=_TIMEOUT,
            check=False,
        )
        return Trace(
            done.returncode,
            echoed(done.stdout),
            dict(files_below(project)),
            self.repository.take_changes(),
            seen.read_text(encoding="utf-8") if seen.exists() else "",
        )

    def _own(self, pair: Pair, seen: Path) -> Mapping[str, str]:
        """Return the variables by which Maven's script is found, and nothing of the user's."""
        programs = self.root / "programs"
        programs.mkdir()
        maven = shutil.which(pair.maven) or pair.maven
        script = _SCRIPT.format(seen=seen, maven=maven, repository=self.repository.path)
        wrapper = programs / "mvn"
        wrapper.write_text(script, encoding="utf-8")
        wrapper.chmod(0o755)
        own = self.root.parent
        return {
            "XDG_CACHE_HOME": str(own / "cache"),
            "XDG_STATE_HOME": str(own / "state"),
            "PATH": os.pathsep.join((str(programs), str(PAGEFUL.parent), os.environ["PATH"])),
        }


def main(argv: Sequence[str]) -> int:
    """Run the pairs, print a table of what was compared, and fail where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--maven", action="append", default=[], help="another Maven, for all lines")
    parser.add_argument("--sample", action="append", default=[], help="one for a fifth of them")
    parser.add_argument("--places", type=int, default=2, help="projects for each line and Maven")
    parser.add_argument("--part", default="0/1", help="only part I of N: I/N")
    parser.add_argument("--results", type=Path, help="a file: pairs that it has are not run again")
    parser.add_argument("--table", action="store_true", help="run nothing: print --results")
    given = parser.parse_args(argv)
    names = [place.name for place in PLACES]
    if given.table:
        return 0 if Results(given.results).print(names) else 1
    part, of = map(int, given.part.split("/"))
    results = Results(given.results)
    with tempfile.TemporaryDirectory() as directory:
        bench = Bench.below(Path(directory))
        for number, pair in enumerate(pairs(given.maven, given.sample, given.places)):
            if number % of == part and not results.has(str(pair)):
                results.add(pair.facts(), bench.differences(pair))
    return 0 if results.print(names) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
