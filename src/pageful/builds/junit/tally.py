"""The tests of a run, each counted once however many reports have it, as Maven counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from pageful.builds.junit.test_case import Case
from pageful.lazy.dataclasses import dataclass, replace


@dataclass(slots=True)
class _Entry:
    """One test: its cases, and the directory and time (ns) of its last report."""

    cases: tuple[Case, ...]
    directory: Path
    written: int


class Tally:
    """The tests of a run.

    Several tests of one report may have one name, as dynamic ones do: the first of a name in one
    report is the first of that name in another.
    """

    def __init__(self) -> None:
        self._entries: dict[tuple[str, str, str, int], _Entry] = {}

    @property
    def cases(self) -> tuple[Case, ...]:
        """Every test, in the order in which they were taken."""
        return tuple(case for entry in self._entries.values() for case in entry.cases)

    def take(self, cases: Iterable[Case], directory: Path, written: int) -> None:
        """Add the tests of a report in a directory, written at that time (ns)."""
        named: Counter[tuple[str, str]] = Counter()
        for case in cases:
            name = case.class_name, case.name
            key = (case.module, *name, named[name])
            named[name] += 1
            new = _Entry((case,), directory, written)
            old = self._entries.get(key)
            self._entries[key] = _combine(old, new) if old else new


def _combine(one: _Entry, other: _Entry) -> _Entry:
    """Combine two reports of one test."""
    first, last = sorted((one, other), key=lambda entry: entry.written)
    if one.directory == other.directory:
        return replace(last, cases=(_combine_rerun(first.cases[-1], last.cases[-1]),))
    return replace(last, cases=_combine_executions(one.cases, other.cases[0]))


def _combine_rerun(first: Case, last: Case) -> Case:
    """Combine two runs of a test in one execution: Surefire reports reruns so."""
    if first.skipped != last.skipped:
        return last if first.skipped else first
    if last.thrown:
        return first if first.thrown else last
    return replace(last, flaky=first.flaky or last.flaky or first.thrown is not None)


def _combine_executions(known: tuple[Case, ...], case: Case) -> tuple[Case, ...]:
    """Combine runs of a test in several executions: each different failure, or one pass."""
    failed = [each for each in known if each.thrown]
    if not case.thrown:
        return known if failed or case.skipped or known[0].flaky else (case,)
    if any(each.thrown and _cause(each) == _cause(case) for each in failed):
        return known
    return (*failed, case)


def _cause(case: Case) -> tuple[str, str]:
    return (case.thrown.type, case.thrown.message) if case.thrown else ("", "")
