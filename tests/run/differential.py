"""Lines in a shell, as they are typed and with `pageful run`: what they leave is the same.

`make differential` runs each line on at least two projects of the tests, with the installed Maven,
and a fifth of them with a second one (`--second PATH`). Compared are the exit code of the whole
line, the files of the project, and the arguments, directory and environment that Maven got.

Before files are compared, what differs between any two runs is made alike: durations and times of
day, addresses of lambdas, what other threads were at, names of temporary files, process ids, and
the dates of a jar's entries.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / name) for name in ("", "maven", "run")]

from every_scenario import EVERY  # noqa: E402
from spy import PAGEFUL  # noqa: E402

_RUN = "pageful run "
_TIMEOUT = 600

_WRAPPER = """\
#!/bin/sh
{{
  for each in "$@"; do printf '%s\\0' "$each"; done
  printf 'in %s\\0' "$PWD"
  env -0 | sort -z
}} >> {seen}
exec {maven} "$@"
"""


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
        wrapper = project / "mvnw"
        wrapper.write_text('#!/bin/sh\nexec mvn "$@"\n', encoding="utf-8")
        wrapper.chmod(0o755)
        return project


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
    Place("German", "compile_errors", environment={"LANG": "de_DE.UTF-8", "LC_ALL": "de_DE.UTF-8"}),
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
    "{} -pl core -am test",
    "{} -q -pl core,web test",
    "{} test -pl no-such-module",
    "{} -f pom.xml test",
    "{} --file=pom.xml -q compile",
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

    def __str__(self) -> str:
        return f"{self.shell} -c {self.text('')!r} in {self.place.name} ({self.maven})"


@dataclass(frozen=True)
class Trace:
    """All that a line leaves: its exit code, the files, and what its Maven was called with."""

    code: int
    files: Mapping[str, str]
    calls: str

    def differences(self, other: Trace) -> Iterator[str]:
        """Say what is different."""
        if self.code != other.code:
            yield f"exit code {self.code} became {other.code}"
        for name in sorted(self.files.keys() | other.files.keys()):
            if self.files.get(name) != other.files.get(name):
                yield f"{name} is different"
        if self.calls != other.calls:
            before, after = (set(each.split("\0")) for each in (self.calls, other.calls))
            yield f"Maven got {sorted(after - before)} for {sorted(before - after)}"


def pairs(second: str | None = None, places: int = 4) -> Iterator[Pair]:
    """Yield each line on some places, so that each place has its share; a fifth with `second`."""
    number = 0
    for index, line in enumerate(LINES):
        for turn in range(places):
            place = PLACES[(index + turn * 5 + index // len(PLACES)) % len(PLACES)]
            program, shell = _PROGRAMS[number % 5], _SHELLS[number % 3]
            if "pipefail" in line:
                shell = "bash"
            yield Pair(line, program, shell, place, "mvn")
            if second and number % 5 == 0:
                yield Pair(line, program, shell, place, second)
            number += 1


def trace(pair: Pair, prefix: str, root: Path) -> Trace:
    """Run a line in a new copy of its project, always in the same place."""
    shutil.rmtree(root, ignore_errors=True)
    project = pair.place.write(root)
    programs, seen = root / "programs", root / "seen"
    programs.mkdir()
    maven = shutil.which(pair.maven) or pair.maven
    wrapper = programs / "mvn"
    wrapper.write_text(_WRAPPER.format(seen=seen, maven=maven), encoding="utf-8")
    wrapper.chmod(0o755)
    path = os.pathsep.join((str(programs), str(PAGEFUL.parent), os.environ["PATH"]))
    own = {"XDG_CACHE_HOME": str(root.parent / "cache"), "PATH": path}
    done = subprocess.run(
        [pair.shell, "-c", pair.text(prefix)],
        cwd=project,
        env={**os.environ, **pair.place.environment, **own},
        capture_output=True,
        timeout=_TIMEOUT,
        check=False,
    )
    calls = seen.read_text(encoding="utf-8") if seen.exists() else ""
    return Trace(done.returncode, dict(_files(project)), calls)


def differences(pair: Pair, root: Path) -> list[str]:
    """Run a line both ways, and say what is different."""
    typed = trace(pair, "", root)
    return list(typed.differences(trace(pair, _RUN, root)))


# > time="0.013"
# > Time elapsed: 0.1 s
# > CartTest$$Lambda$470/0x00007fdb140d6b90
# > 	at java.base@17.0.15/java.lang.Thread.sleep(Native Method)
# > surefirebooter-20261123062011_3.jar
# > #Mon Nov 23 06:20:11 UTC 2026
# > [INFO] Finished at: 2026-11-23T06:20:11Z
_VARYING = re.compile(
    rb'(?:time|timestamp|started-at|finished-at|duration)="[^"]*"|Time elapsed: [\d.,]+ m?s'
    rb"|\$\$Lambda[\w$/.]*|^\tat [\w.]+(?:@[\w.]+/|//).*$"
    rb"|surefire[\w/-]*\d[\w.]*|^#.*\d{4}$|\d{4}-\d\d-\d\dT[\d:.,_-]+\S*|Total time:.*"
    rb"|\d+[.,]\d+ m?s\b|\b\d{2,}@[\w-]+|pid=\d+",
    re.MULTILINE,
)
# > <property name="sun.java.command" value="/x/surefirebooter1.jar …"/>
_VARYING_PROPERTY = re.compile(
    rb'<property name="(?:sun\.java\.command|env\._|java\.io\.tmpdir)".*'
)


def _files(project: Path) -> Iterator[tuple[str, str]]:
    """Yield each file below a project, with the hash of what does not vary."""
    for path in sorted(project.rglob("*")):
        if path.is_file():
            name = _VARYING.sub(b"", os.fsencode(path.relative_to(project)))
            yield os.fsdecode(name), _hash(path.read_bytes())
        elif path.is_dir():
            yield f"{path.relative_to(project)}/", ""


def _hash(data: bytes) -> str:
    if data.startswith(b"PK\x03\x04"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = [name.encode() + _plain(archive.read(name)) for name in archive.namelist()]
        data = b"\0".join(sorted(parts))
    return hashlib.sha256(_plain(data)).hexdigest()


def _plain(data: bytes) -> bytes:
    return _VARYING.sub(b"", _VARYING_PROPERTY.sub(b"", data))


def main(argv: Sequence[str]) -> int:
    """Run the pairs, print a table of what was compared, and fail where anything differs."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--second", help="another Maven, for a fifth of the pairs")
    parser.add_argument("--places", type=int, default=4, help="projects for each line")
    parser.add_argument("--part", default="0/1", help="only part I of N: I/N")
    given = parser.parse_args(argv)
    part, of = map(int, given.part.split("/"))
    wrong, counts = 0, dict[str, int]()
    with tempfile.TemporaryDirectory() as directory:
        for number, pair in enumerate(pairs(given.second, given.places)):
            if number % of != part:
                continue
            counts[pair.place.name] = counts.get(pair.place.name, 0) + 1
            if found := differences(pair, Path(directory) / "root"):
                wrong += 1
                print(f"{pair}:", *found, sep="\n  ", flush=True)
    for name, count in counts.items():
        print(f"{name:24} {count:4} lines")
    print(f"{sum(counts.values())} lines run twice, {wrong} with a difference")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
