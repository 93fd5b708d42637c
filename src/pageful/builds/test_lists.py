"""Names of many tests in a few words: rows of parameters folded, tests counted by class."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from pageful.lazy import patterns
from pageful.text.units import count

FEW = 3
"""Tests of one failure that still have room in its heading."""

_MOST_LISTED = 12
"""Names that are listed; more of them would be longer than a message with its trace (some 500
characters), which tell the reader what to mend."""

_MOST_CLASSES = 8
"""Classes that are counted by name: in 28 failed builds of five projects no reader looked for a
ninth."""

# > archives
_METHOD = patterns.compile(r"[\w$]+")
# > sums(int[])[2]
_ROW = patterns.compile(r"(?P<method>[^\[]*(?:\[\][^\[]*)*)\[(?P<row>\d{1,9})\]\Z", re.DOTALL)
# > OrderTest#sums(int[])[1-3+7]
_ROWS = patterns.compile(
    r"(?P<method>[^\[]*(?:\[\][^\[]*)*)\[(?P<rows>[\d+-]{1,5000})\]\Z", re.DOTALL
)
# > 1-3
_RANGE = patterns.compile(r"(?P<first>\d{1,9})(?:-(?P<last>\d{1,9}))?")
# > OrderTest#sums(int, int)[1-3], TillTest#opens+closes
_BETWEEN_CLASSES = patterns.compile(r", (?=[\w$.]+#)")


def has_too_many_tests(tests: Sequence[str]) -> bool:
    """Return whether tests of one failure are too many to be listed by name."""
    return len(tests) > _MOST_LISTED and len(fold_rows(tests)) > _MOST_LISTED


def count_by_class(tests: Sequence[str]) -> str:
    """Write how many tests of which classes there are, and the name of one.

    The classes with the most tests come first: `90 tests: CartTest 74, TillTest 16; e.g.
    CartTest#adds`.
    """
    shown = list_classes(tests)
    return f"{count(len(tests), 'test')}: {shown}; e.g. {min(tests, key=len)}"


def list_classes(tests: Sequence[str]) -> str:
    """Write how many tests each class has, the classes with the most first."""
    classes = Counter(test.partition("#")[0] for test in tests).most_common()
    shown = [f"{name} {number}" for name, number in classes[:_MOST_CLASSES]]
    if left := len(classes) - len(shown):
        shown.append(f"… {count(left, 'more class')}")
    return ", ".join(shown)


def by_class(tests: Sequence[str]) -> Iterator[str]:
    """Write the tests of each class together, as a filter takes them: `OrderTest#sums+ships`.

    Names that are not a class's and a plain method's stay as they are; the rows of a parameterized
    test are one name.
    """
    classes: dict[str, tuple[list[str], list[str]]] = {}
    for test in fold_rows(tests):
        name, _, method = test.partition("#")
        methods, others = classes.setdefault(name, ([], []))
        if _METHOD.fullmatch(method):
            methods.append(method)
        else:
            others.append(test)
    for name, (methods, others) in classes.items():
        yield ", ".join([f"{name}#{'+'.join(methods)}"] * bool(methods) + others)


def fold_rows(tests: Sequence[str]) -> tuple[str, ...]:
    """Write three or more rows of one parameterized test as one name: `sums(int)[1-3+7]`."""
    rows: dict[str, list[int]] = {}
    for test in tests:
        if match := _ROW.match(test):
            rows.setdefault(match["method"], []).append(int(match["row"]))
    return tuple(dict.fromkeys(_fold(test, rows) for test in tests))


def find_folded(name: str, tests: Sequence[str]) -> tuple[str, ...]:
    """Return those of `tests` for which a page has one name: `OrderTest#sums+ships`.

    Each method and each range of rows in the name has to be among the tests; otherwise there is
    nothing that the name means.
    """
    found: dict[str, None] = {}
    for part in _BETWEEN_CLASSES.split(name):
        for tests_of_part in _unfold(part, tests):
            if not tests_of_part:
                return ()
            found |= dict.fromkeys(tests_of_part)
    return tuple(found)


def _unfold(part: str, tests: Sequence[str]) -> Iterator[Sequence[str]]:
    """Yield the tests of each method of a class, or of each range of a method's rows."""
    if rows := _ROWS.match(part):
        numbered = [match for test in tests if (match := _ROW.match(test))]
        of_method = [match for match in numbered if match["method"] == rows["method"]]
        for limits in map(_RANGE.fullmatch, rows["rows"].split("+")):
            first, last = (limits["first"], limits["last"] or limits["first"]) if limits else (1, 0)
            yield [match[0] for match in of_method if int(first) <= int(match["row"]) <= int(last)]
        return
    class_name, _, methods = part.partition("#")
    known = frozenset(tests)
    for method in methods.split("+"):
        yield [test for test in (f"{class_name}#{method}",) if test in known]


def _fold(test: str, rows: dict[str, list[int]]) -> str:
    match = _ROW.match(test)
    numbers = sorted(set(rows[match["method"]])) if match else []
    # Two rows are as short by themselves.
    return f"{match['method']}[{_ranges(numbers)}]" if match and len(numbers) >= FEW else test


def _ranges(numbers: Sequence[int]) -> str:
    """Write ascending numbers with runs of them as `first-last`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return "+".join(f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs)
