"""Names of tests on pages, which readers recognise and filters find."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pageful.builds.junit.class_names import is_class_name, outer_class
from pageful.builds.junit.test_case import Case
from pageful.jvm.stack_trace import Application, parse_trace
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field
from pageful.text.elision import elision

# > adds(int, int)[1]
# > archives
_METHOD = patterns.compile(r"[\w$]+(?:[(\[{].*)?\Z", re.DOTALL)
# > setUp
# > beforeEach
_NO_TEST = patterns.compile(r"set_?up|tear_?down|before|after|init|clean", re.IGNORECASE)
"""The beginnings of names of methods that are called around tests."""

# > com.example.kitchen.BowlSpec$1
_ANONYMOUS = patterns.compile(r"\$\d")
# > lambda$doGetBean$0
_LAMBDA = patterns.compile(r"lambda\$(?P<method>[\w$]+)\$\d+\Z")
# > takes {braces} and #
_UNQUOTABLE = patterns.compile(r"[{}#]")
_LONGEST = 300
_HEAD, _TAIL = 180, 60


@dataclass(frozen=True, slots=True)
class Names:
    """Names of tests as `Class#method`, with the package where two classes share a simple name."""

    ambiguous: frozenset[str] = frozenset()
    places: Mapping[Case, tuple[str, str]] = field(default_factory=dict, compare=False)

    @classmethod
    def of(cls, cases: Iterable[Case]) -> Names:
        """Return names that distinguish the classes of these cases."""
        classes: dict[str, set[str]] = {}
        places = {case: locate_test(case) for case in cases}
        for class_name, _ in places.values():
            classes.setdefault(_simple(class_name), set()).add(class_name)
        return cls(frozenset(name for name, full in classes.items() if len(full) > 1), places)

    def test(self, case: Case) -> str:
        """Return the name of a test, or of its class alone where the class as a whole failed.

        The middle of a name with long arguments is left out.
        """
        class_name, name = self.places.get(case) or locate_test(case)
        simple = _simple(class_name)
        shown = class_name if simple in self.ambiguous else simple
        return f"{shown}#{_shorten(name)}" if name else shown


def locate_test(case: Case) -> tuple[str, str]:
    """Return the class and the name by which a filter finds a test; no name: the whole class.

    A name in prose is in braces behind the method that failed: `isPaid{in yen}`. If the trace has
    no method it is alone, with the class whose report has it if that is known.
    """
    is_class = _has_class(case)
    if is_class and (_is_class(case) or _METHOD.match(case.name)):
        return case.class_name, "" if _is_class(case) else case.name
    class_name, method = _failed_in(case)
    if is_class:
        return case.class_name, _behind(method, case.name) if method else case.name
    if method:
        return class_name, _behind(method, case.name)
    if case.suite:
        return case.suite, f"{case.class_name}: {case.name}"
    return case.class_name, case.name


def _has_class(case: Case) -> bool:
    """Tell if the test names its class: a name without package in another's report is not one.

    Cucumber has names of features there.
    """
    return is_class_name(case.class_name) and ("." in case.class_name or not case.suite)


def _is_class(case: Case) -> bool:
    """Return whether a case is the failure of its whole class."""
    return case.name in ("", case.class_name, _simple(case.class_name))


def _behind(method: str, prose: str) -> str:
    return method if _UNQUOTABLE.search(prose) else f"{method}{{{prose}}}"


def _failed_in(case: Case) -> tuple[str, str]:
    """Return class and method of the outermost frame, empty if that is not the test itself."""
    if not case.thrown:
        return "", ""
    frames = parse_trace(case.thrown.trace, case.thrown.message)[0].frames
    known = case.class_name if _has_class(case) else case.suite
    for frame in reversed(frames):
        class_name, _, method = frame.rpartition("(")[0].rpartition(".")
        if _is_of(class_name, known) if known else Application().owns(frame):
            match = _LAMBDA.match(method)
            method = match["method"] if match else method
            return (class_name, method) if _is_test(class_name, method) else ("", "")
    return "", ""


def _is_test(class_name: str, method: str) -> bool:
    """Return whether a method may be a test, by its name."""
    if "$" in method or _ANONYMOUS.search(class_name):  # a function that has no name
        return False
    return bool(_METHOD.match(method)) and not _NO_TEST.match(method)


def _is_of(class_name: str, other: str) -> bool:
    """Return whether two classes are nested in the same one, or are the same."""
    return outer_class(class_name) == outer_class(other)


def _shorten(name: str) -> str:
    left = len(name) - _HEAD - _TAIL
    if len(name) <= _LONGEST:
        return name
    return f"{name[:_HEAD]} {elision(left, 'more character')} … {name[-_TAIL:]}"


def _simple(class_name: str) -> str:
    """Return a class's simple name; other names, as of a scenario in prose, stay whole."""
    if not is_class_name(class_name):
        return class_name
    outer, dollar, inner = class_name.partition("$")
    return outer.rpartition(".")[2] + dollar + inner
