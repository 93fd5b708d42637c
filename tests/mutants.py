"""Changes the package one small thing at a time and prints the changes that no test notices.

`python tests/mutants.py page text/bm25.py` takes rooms or modules; without any it takes the core.
A hundred changes are drawn (`--draw`), others each time unless `--seed` says which. For each the
tests of its room that run the changed line are run, then those that run others of its module, the
quickest first, until one fails. What a module does when it is imported, any of them may notice.

Which test runs which line is measured once and kept in `.venv/mutants` until a source or a test
changes. Each core has a copy of the package, so the checkout is never touched, and a pytest that is
loaded once, of which each run is a fork.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from subprocess import DEVNULL, PIPE

import pytest
from coverage import CoverageData

from mutations import Mutation, mutations

HOME = Path(__file__).resolve().parents[1]
SOURCE = Path("src") / "pageful"
CORE = ("page", "tool", "text", "files", "serve", "shell")
ALIKE = Path(__file__).with_name("mutants_alike.toml")
"""Changes that change nothing for anybody, with the reasons."""
_KEPT = HOME / ".venv" / "mutants"
_OPTIONS = ["-q", "-n", "0", "-p", "mutant_plugin", "-p", "no:cacheprovider"]
# Quick tests find most, and what takes longer than a mutant may is left to `make test`.
_LONGEST_TEST = 15.0
# Processor seconds, which a busy machine does not stretch: three times what the longest tests of a
# room come to. A change that makes a loop endless is noticed by it.
_LIMIT = {"MUTANT_PROCESSOR_SECONDS": "120"}
# A change that makes something wait forever takes no processor.
_WAITING_SECONDS = 300
_QUICK = "not maven and not slow"
_PASSED = {str(int(each)) for each in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED)}
_STEPS = (0, 10, 40)
"""Of how many tests, the quickest, each run but the last comes to: fewer are collected sooner."""


@dataclass(frozen=True)
class Mutant:
    """A change of a module."""

    module: Path
    mutation: Mutation

    def __str__(self) -> str:
        """Where it is, and what is changed."""
        within = f", {self.mutation.within}" if self.mutation.within else ""
        return f"{self.module}:{self.mutation.line}{within}: {self.mutation}"

    @property
    def name(self) -> tuple[str, str, str]:
        """What it is called whatever is added above it: module, function and change."""
        return str(self.module), self.mutation.within, str(self.mutation)


class Coverage:
    """Which tests of a room pass, how long they take, and which lines each runs."""

    def __init__(self, place: Path) -> None:
        measured = json.loads((place / "measures.json").read_text())
        self.failed: list[str] = measured["failed"]
        took: dict[str, float] = measured["seconds"]
        usable = took.keys() - set(self.failed)
        self.tests = sorted(
            (each for each in usable if took[each] < _LONGEST_TEST), key=took.__getitem__
        )
        """The tests that can judge, the quickest first."""
        data = CoverageData(str(place / "coverage"))
        data.read()
        self._lines = {
            file.rpartition(f"/{SOURCE}/")[2]: data.contexts_by_lineno(file)
            for file in data.measured_files()
        }

    def tests_of(self, module: Path, lines: Iterable[int]) -> list[str]:
        """The tests that run any of these lines of a module, the quickest first."""
        running = self._lines.get(str(module), {})
        names = {each.partition("|")[0] for line in lines for each in running.get(line, [])}
        return [each for each in self.tests if each in names]


def alike() -> set[tuple[str, str, str]]:
    """Changes that are known to change nothing: module, function and change."""
    listed = tomllib.loads(ALIKE.read_text(encoding="utf-8")).get("alike", [])
    return {(each["module"], each["within"], each["change"]) for each in listed}


def drawn_from(rooms: list[str]) -> list[Mutant]:
    """Every change of the modules of some rooms, but those that are known to change nothing."""
    known = alike()
    found = list[Mutant]()
    for room in rooms:
        place = HOME / SOURCE / room
        if not place.exists():
            sys.exit(f"There is no {SOURCE / room}. Rooms: {', '.join(_rooms())}.")
        for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
            module = path.relative_to(HOME / SOURCE)
            changes = mutations(path.read_text(encoding="utf-8"))
            made = [Mutant(module, each) for each in changes]
            found += [each for each in made if each.name not in known]
    return found


def _rooms() -> list[str]:
    return sorted(each.parent.name for each in (HOME / SOURCE).glob("*/__init__.py"))


def tests_of(room: str) -> list[str]:
    """Where the tests of a room are: those of the core stand in no directory of their own."""
    if (HOME / "tests" / room).is_dir():
        return [f"tests/{room}"]
    return sorted(str(each.relative_to(HOME)) for each in (HOME / "tests").glob("test_*.py"))


class Bench:
    """A copy of the package, in which one change at a time is tried."""

    def __init__(self, place: Path) -> None:
        self.home = place
        self._runs: subprocess.Popen[bytes] | None = None
        listing = ["git", "ls-files", "-co", "--exclude-standard", "-z"]
        listed = subprocess.run(listing, cwd=HOME, capture_output=True, check=True)
        for name in filter(None, listed.stdout.decode().split("\0")):
            if (HOME / name).is_file():
                (place / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(HOME / name, place / name)
        subprocess.run([sys.executable, "-m", "compileall", "-q", "src", "tests"], cwd=place)

    def run(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        """Start pytest on the copy."""
        return self._start("-m", DEVNULL, "pytest", *_OPTIONS, *options, **environment)

    def _start(
        self, program: str, stream: int, *options: str, **environment: str
    ) -> subprocess.Popen[bytes]:
        # Nothing is compiled to disk: two changes of one second and one length look alike there.
        path = f"{self.home / 'src'}:{self.home / 'tests'}"
        own = {"PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.Popen(
            [sys.executable, program, *options],
            cwd=self.home,
            env={**os.environ, **own, **environment},
            stdin=stream,
            stdout=stream,
            stderr=DEVNULL,
            start_new_session=True,
        )

    def notices(self, mutant: Mutant, tests: list[str]) -> bool:
        """Whether any of the tests fails with a change."""
        path = self.home / SOURCE / mutant.module
        original, times = path.read_bytes(), path.stat()
        path.write_text(mutant.mutation.apply(original.decode()), encoding="utf-8")
        try:
            steps = zip(_STEPS, (*_STEPS[1:], None), strict=True)
            parts = [tests[start:end] for start, end in steps]
            return any(self._fails(part) for part in parts if part)
        finally:
            path.write_bytes(original)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))

    def _fails(self, tests: list[str]) -> bool:
        return self.ask(["-x", *_files(tests)], MUTANT_TESTS=self._named(tests)) not in _PASSED

    def ask(self, options: list[str], **environment: str) -> str:
        """Run pytest in a fork of a process that has it loaded, and return how that ended."""
        if not self._runs:
            self._runs = self._start(str(self.home / "tests" / "mutant_runs.py"), PIPE)
        asked = {
            "options": [*_OPTIONS, *options],
            "environment": {**_LIMIT, **environment},
            "seconds": _WAITING_SECONDS,
        }
        assert self._runs.stdin
        assert self._runs.stdout
        self._runs.stdin.write(json.dumps(asked).encode() + b"\n")
        self._runs.stdin.flush()
        return self._runs.stdout.readline().decode().strip()

    def close(self) -> None:
        """End what runs its tests."""
        if self._runs:
            assert self._runs.stdin
            self._runs.stdin.close()
            self._runs.wait()

    def measure(self, tests: list[str], place: Path, quick: bool) -> None:
        """Write to a directory what the tests take, which fail, and which lines they run."""
        measures = place / "measures.json"
        cov = ("--cov", "--cov-context=test", "--cov-report=")
        covered = {"COVERAGE_FILE": str(place / "coverage"), "MUTANT_MEASURES": str(measures)}
        self.run("-m", _QUICK if quick else "not maven", *cov, *tests, **covered).wait()
        measured = json.loads(measures.read_text())
        if failed := measured["failed"]:  # some look at what is imported, and coverage imports much
            again = {"MUTANT_TESTS": self._named(failed), "MUTANT_MEASURES": str(measures)}
            self.run(*_files(failed), **again).wait()
            measured["failed"] = json.loads(measures.read_text())["failed"]
            measures.write_text(json.dumps(measured))

    def _named(self, tests: list[str]) -> str:
        names = self.home / "tests.json"
        names.write_text(json.dumps(tests))
        return str(names)


def _files(tests: list[str]) -> list[str]:
    return list(dict.fromkeys(each.partition("::")[0] for each in tests))


def measure(room: str, tests: list[str], quick: bool) -> Coverage:
    """Run the tests of a room with coverage, unless nothing has changed since that was done."""
    place = _KEPT / _digest([*tests, _QUICK] if quick else tests)
    if not place.exists():
        print(f"Measuring which tests of {room} run which line", flush=True)
        _KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="mutants-") as home:
            measured = Path(tempfile.mkdtemp(dir=_KEPT))
            Bench(Path(home)).measure(tests, measured, quick)
            measured.rename(place)
    return Coverage(place)


def _digest(tests: list[str]) -> str:
    digest = hashlib.sha256("\n".join(tests).encode())
    sources = [*(HOME / "src").rglob("*.py"), *(HOME / "tests").rglob("*.py")]
    for path in sorted(each for each in sources if not each.name.startswith("mutant")):
        digest.update(str(path).encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def judges(mutant: Mutant, coverage: Coverage) -> list[str]:
    """The tests that may notice a change, those that run its lines first."""
    source = (HOME / SOURCE / mutant.module).read_text(encoding="utf-8")
    line = mutant.mutation.line
    statement, is_imported = _statement(ast.parse(source), line)
    running = coverage.tests_of(mutant.module, statement)
    # What is computed once and kept is run by one test and used by many: its module's come next.
    near = coverage.tests_of(mutant.module, range(1, source.count("\n") + 2))
    # Nor is it known what a process ran that was ended from outside.
    others = coverage.tests if is_imported or not running else []
    return list(dict.fromkeys([*running, *near, *others]))


def _statement(tree: ast.Module, line: int) -> tuple[set[int], bool]:
    """The lines of the innermost statement at a line, and whether it runs when it is imported."""
    lines, is_imported = {line}, True
    for node in ast.walk(tree):  # outer ones before those within
        if (
            isinstance(node, ast.stmt)
            and node.end_lineno
            and node.lineno <= line <= node.end_lineno
        ):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                is_imported = line < node.body[0].lineno
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if isinstance(body, list) and body else node.end_lineno
            lines = set(range(node.lineno, max(last, node.lineno) + 1))
    return lines, is_imported


def _tried(
    mutants: list[Mutant], coverage: dict[str, Coverage], cores: int, until: float
) -> Iterator[tuple[Mutant, str]]:
    """What became of each: `noticed`, `lives` or `not tried`."""
    benches = SimpleQueue[Bench]()
    with tempfile.TemporaryDirectory(prefix="mutants-") as place:
        for number in range(cores):
            benches.put(Bench(Path(place) / str(number)))

        def attempt(mutant: Mutant) -> tuple[Mutant, str]:
            if time.monotonic() > until:
                return mutant, "not tried"
            tests = judges(mutant, coverage[mutant.module.parts[0]])
            bench = benches.get()
            try:
                return mutant, "noticed" if bench.notices(mutant, tests) else "lives"
            finally:
                benches.put(bench)

        with ThreadPoolExecutor(cores) as pool:
            yield from pool.map(attempt, mutants)
        while not benches.empty():
            benches.get().close()


def main() -> int:
    """Draw, try and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "rooms", nargs="*", default=CORE, help="rooms or modules (default: the core)"
    )
    parser.add_argument("--draw", type=int, default=100, help="how many changes (default: 100)")
    parser.add_argument(
        "--seed",
        type=int,
        default=random.randrange(10**6),
        help="which (default: others each time)",
    )
    parser.add_argument(
        "--minutes", type=float, default=20, help="when to stop (default: after 20)"
    )
    parser.add_argument(
        "--cores",
        type=int,
        default=os.cpu_count() or 1,
        help="how many at once (default: one a core)",
    )
    parser.add_argument(
        "--tests", nargs="+", help="files or directories of tests (default: those of each room)"
    )
    parser.add_argument("--quick", action="store_true", help="leave out tests that are `slow`")
    given = parser.parse_args()
    for each in given.tests or []:
        if not (HOME / each).exists():
            parser.error(f"There is no {each}. Give files or directories, as tests/test_budget.py.")
    every = drawn_from(list(given.rooms))
    drawn = random.Random(given.seed).sample(every, min(given.draw, len(every)))
    drawn_rooms = sorted({each.module.parts[0] for each in drawn})
    coverage = {
        room: measure(room, given.tests or tests_of(room), given.quick) for room in drawn_rooms
    }
    until = time.monotonic() + 60 * given.minutes
    for each in sorted({each for measured in coverage.values() for each in measured.failed}):
        print(f"Fails without any change, and judges nothing: {each}")
    print(f"{len(drawn)} of {len(every)} changes, --seed {given.seed}", flush=True)
    results = dict[str, Counter[str]]()
    for mutant, result in _tried(drawn, coverage, given.cores, until):
        results.setdefault(mutant.module.parts[0], Counter())[result] += 1
        if result == "lives":
            print(f"lives: {mutant}", flush=True)
    for room, ended in sorted(results.items()):
        print(f"{room}: {ended['noticed']} of {ended['noticed'] + ended['lives']} were noticed.")
    ends = sum(results.values(), Counter[str]())
    print(f"{ends['noticed']} of {ends['noticed'] + ends['lives']} were noticed.")
    used = os.times()
    spent = used.children_user + used.children_system
    print(f"Tests took {spent:.0f} s of processor.")
    if ends["not tried"]:
        print(f"{ends['not tried']} more were drawn, but {given.minutes:g} minutes were over.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
