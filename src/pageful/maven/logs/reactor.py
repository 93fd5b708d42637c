"""The modules of a build: the result of each, and how to resume after a failure."""

from __future__ import annotations

import json
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pageful.builds.junit.reports import count_tests
from pageful.builds.junit.test_case import Case
from pageful.builds.results import Counts, Module, Outcome
from pageful.lazy.dataclasses import dataclass
from pageful.maven import notes
from pageful.maven.logs.reactor_log import ReactorLog, Row
from pageful.maven.projects.module import Module as ProjectModule
from pageful.maven.projects.module import closure
from pageful.maven.projects.selection import shortest_names

_LEFT = (Outcome.FAILURE, Outcome.SKIPPED)


@dataclass(frozen=True, slots=True)
class Reactor:
    """The results of a build's modules, and the printed arguments of a call that resumes it."""

    modules: tuple[Module, ...] = ()
    resume: str = ""

    def notes(self) -> Iterator[str]:
        """Yield notes on the failed and the skipped modules, and on how to resume."""
        return notes.failed_modules(self.modules, self.resume)


def reactor(
    log: ReactorLog, members: Sequence[ProjectModule] = (), cases: Iterable[Case] = ()
) -> Reactor:
    """The modules that a log tells of, in the order in which they are built; none if it is one.

    `members` are the project's modules by their POMs, `cases` the tests of the build.
    """
    tests = _tests(cases)
    rows = log.rows or [*_unfinished_rows(log)]
    known = _ProjectModules(members, log.begun)
    found = [(row, known.key(row.name)) for row in rows]
    modules = tuple(_module(row, key, known.members.get(key), tests) for row, key in found)
    keys: dict[Outcome, list[str]] = {outcome: [] for outcome in Outcome}
    for (_, key), module in zip(found, modules, strict=True):
        keys[module.outcome].append(key)
    return Reactor(modules, _resume(log, known.members, keys))


def _tests(cases: Iterable[Case]) -> Mapping[str, Counts]:
    """Return the counts of each module's directory."""
    found: dict[str, list[Case]] = defaultdict(list)
    for case in cases:
        found[case.module].append(case)
    return {module: count_tests(cases) for module, cases in found.items()}


def _unfinished_rows(told: ReactorLog) -> Iterator[Row]:
    """Yield the rows of a build that was ended before its summary."""
    begun = [*told.begun]
    for name in told.ordered:
        text = next((each for each in begun if each == name or each.startswith(f"{name} ")), None)
        if text is None:
            yield Row(name, Outcome.SKIPPED)
        elif told.parallel or text in told.troubled or text == begun[-1]:
            yield Row(name, Outcome.UNKNOWN)
        else:
            yield Row(name, Outcome.SUCCESS)


class _ProjectModules:
    """The modules of the project by the names that a log has for them."""

    def __init__(self, members: Sequence[ProjectModule], begun: Mapping[str, str]) -> None:
        self.members = {member.key: member for member in members}
        self._keys: dict[str, deque[str]] = defaultdict(deque)
        self._used: set[str] = set()
        for text, key in begun.items():
            self._call((text, text.rpartition(" ")[0]), key)
        for member in members:
            self._call((member.name, f"{member.name} {member.version}"), member.key)

    def _call(self, names: Iterable[str], key: str) -> None:
        for name in names:
            if name and key:
                self._keys[name].append(key)

    def key(self, name: str) -> str:
        """Return the `group:artifact` of the next module of a name, empty if it is unknown."""
        keys = self._keys.get(name, deque())
        while keys:
            key = keys.popleft()
            if key not in self._used:
                self._used.add(key)
                return key
        return ""


def _module(
    row: Row, key: str, member: ProjectModule | None, tests: Mapping[str, Counts]
) -> Module:
    counts = tests.get(member.directory) if member else None
    failed = row.outcome is not Outcome.SKIPPED and bool(counts and counts.failed)
    return Module(
        name=member.name if member else row.name,
        # Maven calls a module a success whose failing tests it was told to ignore.
        outcome=Outcome.FAILURE if failed else row.outcome,
        directory=member.directory if member else None,
        artifact=key.rpartition(":")[2] or None,
        milliseconds=row.milliseconds,
        tests=counts,
    )


def _resume(
    told: ReactorLog, members: Mapping[str, ProjectModule], ended: Mapping[Outcome, Sequence[str]]
) -> str:
    """Return the arguments that resume a build, empty where nothing would be saved by them.

    Maven's own `-rf` leaves out what was built, and then does not find it: Maven 3 only what was
    installed, Maven 4 also what was packaged. Where that is not enough the call names modules, and
    those that they need are built again.
    """
    if not told.resume:
        return ""
    own = notes.RESUME_BY_ARGS.format(json.dumps(told.resume))
    left, done = [key for outcome in _LEFT for key in ended[outcome]], ended[Outcome.SUCCESS]
    if not left or not members.keys() >= {*left}:
        return own
    if all(members[key].packaging == "pom" for key in done if key in members):
        return ""
    needs = {key: member.needs for key, member in members.items()}
    missed = closure(left, needs) & {*done}
    kept = told.installed | (told.packaged if told.resumes_packaged else set())
    if all(key.rpartition(":")[2] in kept for key in missed):
        return own
    return _by_name(left, members, needs)


def _by_name(
    left: Sequence[str], members: Mapping[str, ProjectModule], needs: Mapping[str, frozenset[str]]
) -> str:
    """Return the remaining modules; of many, only those that no other one needs."""
    left = [key for key in left if members[key].packaging != "pom"] or left
    if len(left) > notes.FEW_MODULES // 2:
        needed = closure([need for key in left for need in needs[key]], needs)
        left = [key for key in left if key not in needed] or left
    if len(left) > notes.FEW_MODULES:
        return notes.RESUME_BY_SAME_CALL
    names = shortest_names([*members.values()])
    return notes.RESUME_BY_MODULES.format(json.dumps([names[members[key]] for key in left]))
