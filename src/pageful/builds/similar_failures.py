"""Many similar assertion failures: one of each class whole, some in a line, the rest counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.builds.results import Failure
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.excerpts import shorten
from pageful.text.single_line import join_lines

_MANY = 13
"""Similar failures that are shown whole: readers of a page with 15 said that a line of each was
enough; a class with all kinds of JUnit's tests, which are worth their traces, has 13."""

_MOST_ROWS = 12
"""Failures that are shown in a line each: 500 characters of a page and their places, beside the one
that is whole."""

# > expected: <600> but was: <500>
# > should accept 'bob' ==> expected: <true> but was: <false>
_EXPECTED = patterns.compile(r"\b[Ee]xpected:? ?")
# > expected: <600> but was: <500>
_ACTUAL = patterns.compile(r",? but (?:was|found|got):? ?")
# > 'bob' is order 12 of <none>
_VALUE = patterns.compile(r"<[^<>]{0,500}>|'[^']{0,500}'|\"[^\"]{0,500}\"|\[[^\[\]]{0,500}\]|\d+")
# > NullPointerException: Cannot invoke "String.length()" because "code" is null
_EXCEPTION = patterns.compile(r"[\w$.]*(?:Exception|Error)(?::|\Z)")

_BUT = " but "
"""A part of every comparison that is found at once in a long message."""

_LONGEST_SHAPE = 300
"""Characters of a message by which it is compared with others: four lines of a terminal."""

_LONGEST_COMPARED = 20_000
"""Characters of a message in which an expected and an actual value are looked for."""

_LONG_VALUE = 60
"""Characters of an expected or actual value that has room in a line."""

_LONGEST_ROW = 160
"""Characters of a message in a line with its test and its place."""

_AROUND = 20
"""Characters that are shown on either side of the part in which two values differ."""


@dataclass(frozen=True, slots=True)
class SimilarFailures:
    """Positions of similar failures: the `samples` are shown whole, each of `rows` in a line.

    Classes whose samples would fail at the same place outside of them share one. A row has the
    failures of one method at one place, which differ in their parameters. `counted` are in no row.
    """

    samples: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    counted: tuple[int, ...] = ()

    @property
    def others(self) -> tuple[int, ...]:
        """All positions but those of the samples."""
        return (*(n for row in self.rows for n in row), *self.counted)


def find_similar_failures(failures: Sequence[Failure]) -> tuple[SimilarFailures, ...]:
    """Return the groups of many assertion failures that differ in their values alone."""
    shapes: dict[str, list[int]] = {}
    for position, failure in enumerate(failures):
        if _is_plain_assertion(failure):
            shapes.setdefault(_shape(failure.message), []).append(position)
    groups = (_similar_failures(each, failures) for each in shapes.values() if len(each) > _MANY)
    return tuple(group for group in groups if group.others)


def _is_plain_assertion(failure: Failure) -> bool:
    """Return whether a failure has a place, and neither cause nor output to tell it from others."""
    causes = any(line.startswith(("Caused by:", "Suppressed:")) for line in failure.trace)
    plain = failure.trace and not (failure.crashed or failure.follows or failure.output or causes)
    return bool(plain) and not _EXCEPTION.match(failure.message)


def _shape(message: str) -> str:
    """Return a message without its values; of a comparison, the text before the expected value."""
    if compared := _compared_values(message[:_LONGEST_COMPARED]):
        return f"{_VALUE.sub('…', compared.before[:_LONGEST_SHAPE])} {_BUT}"
    return _VALUE.sub("…", message[:_LONGEST_SHAPE])


def find_shortened_failures(failures: Sequence[Failure]) -> tuple[int, ...]:
    """Return the positions of failures of which a page with rows leaves something out."""
    similar = find_similar_failures(failures)
    in_rows = (n for each in similar for row in each.rows for n in _list_shortened(row, failures))
    return (*in_rows, *(n for each in similar for n in each.counted))


def _list_shortened(row: Sequence[int], failures: Sequence[Failure]) -> Iterator[int]:
    """Yield the failures of a row that has only the first one's message, and one place."""
    told = failures[row[0]].message
    is_cut = row_message(told) != join_lines(told)
    for n in row:
        if is_cut or failures[n].message != told or has_more_than_a_place(failures[n]):
            yield n


def has_more_than_a_place(failure: Failure) -> bool:
    """Return whether a trace is more than the one frame whose place a row has room for."""
    return len(failure.trace) > 1 or not all(line.endswith(")") for line in failure.trace)


def _similar_failures(positions: Sequence[int], failures: Sequence[Failure]) -> SimilarFailures:
    samples = _samples(positions, failures)
    rows: dict[tuple[str, tuple[str, ...]], list[int]] = {}
    for n in positions:
        if n not in samples:
            # Brackets without a number are an array's: `sums(int[])[2]`.
            method = failures[n].tests[0].replace("[]", "").partition("[")[0]
            rows.setdefault((method, failures[n].trace), []).append(n)
    ordered = _one_of_each_class_first([tuple(row) for row in rows.values()], failures)
    counted = sorted(n for row in ordered[_MOST_ROWS:] for n in row)
    return SimilarFailures(samples, tuple(sorted(ordered[:_MOST_ROWS])), tuple(counted))


def _samples(positions: Sequence[int], failures: Sequence[Failure]) -> tuple[int, ...]:
    """Return a failure of each class: of several that fail at one place outside, the first."""
    classes: dict[str, list[int]] = {}
    for n in positions:
        classes.setdefault(_class_of(failures[n]), []).append(n)
    samples: dict[str | int, int] = {}
    for of_class in classes.values():
        outside = next((n for n in of_class if _frame_outside(failures[n])), of_class[0])
        samples.setdefault(_frame_outside(failures[outside]) or outside, outside)
    return tuple(sorted(samples.values()))


def _frame_outside(failure: Failure) -> str:
    """Return the first frame of a trace in other code than its test's class; else nothing."""
    name = _class_of(failure).rpartition(".")[2].partition("$")[0]
    frames = (line for line in failure.trace if line.startswith("at "))
    return next((line for line in frames if f"({name}." not in line), "")


def _class_of(failure: Failure) -> str:
    return failure.tests[0].partition("#")[0]


def _one_of_each_class_first(
    rows: Sequence[tuple[int, ...]], failures: Sequence[Failure]
) -> list[tuple[int, ...]]:
    first: dict[str, tuple[int, ...]] = {}
    for row in rows:
        first.setdefault(_class_of(failures[row[0]]), row)
    chosen = set(first.values())
    return [*first.values(), *(row for row in rows if row not in chosen)]


def row_message(message: str) -> str:
    """Return a message as a line with its test and its place has room for it."""
    return shorten(join_lines(show_difference(message)), _LONGEST_ROW, "…")


def show_difference(message: str) -> str:
    """Return a message with long expected and actual values reduced to where they differ."""
    values = _compared_values(message)
    if not values or max(len(values.expected), len(values.actual)) <= _LONG_VALUE:
        return message
    expected, actual = _differing_parts(values.expected, values.actual)
    return f"{values.before}{expected}{values.between}{actual}"


@dataclass(frozen=True, slots=True)
class _ComparedValues:
    """The parts of a message: up to the expected value, it, up to the actual value, and that."""

    before: str
    expected: str
    between: str
    actual: str


def _compared_values(message: str) -> _ComparedValues | None:
    start = _EXPECTED.search(message) if _BUT in message else None
    between = _ACTUAL.search(message, start.end()) if start else None
    if not start or not between:
        return None
    expected = message[start.end() : between.start()]
    return _ComparedValues(message[: start.end()], expected, between[0], message[between.end() :])


def _differing_parts(expected: str, actual: str) -> tuple[str, str]:
    shorter = min(len(expected), len(actual))
    head = next((n for n in range(shorter) if expected[n] != actual[n]), shorter)
    rest = shorter - head
    tail = next((n for n in range(rest) if expected[-n - 1] != actual[-n - 1]), rest)
    return _around(expected, head, tail), _around(actual, head, tail)


def _around(value: str, head: int, tail: int) -> str:
    """Return a value from shortly before the part in which it differs until shortly after it."""
    start, end = max(0, head - _AROUND), min(len(value), len(value) - tail + _AROUND)
    return f"{'…' * (start > 0)}{value[start:end]}{'…' * (end < len(value))}"
