"""One report in JUnit XML, read whole or not at all; no entity is resolved.

Format: the schema `surefire-test-report-3.0.xsd`, and what real reports hold beside it. Elements
are taken as they come: nothing is kept of the properties, and nothing that passing tests printed.
"""

from __future__ import annotations

import math
import re
from collections import deque
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from xml.parsers import expat

from pageful.builds.junit.class_names import is_class_name, outer_class
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, replace
from pageful.text.printable import strip_ansi

_CHUNK = 1 << 18
_BUFFER = 1 << 16
_LONGEST_TRACE = 1 << 20
_LONGEST_OUTPUT = 1 << 20
_SHORTEST_OUTPUT = 1 << 14
_ALL_OUTPUT = 1 << 26
# > &#27;[31mred&#27;[0m
_CHARACTER = patterns.compile(r"&(?:amp)?#(\d{1,7});")
_OUTPUTS = ("system-out", "system-err")
_FAILURES = ("failure", "error")
_NAMELESS = "test suite"
# > org.opentest4j.TestAbortedException: Assumption failed: no printer
_TYPE = patterns.compile(r"(?:[\w$]+\.)+[\w$]+: ?")
_FRAME = "\n\tat "
_NO_REASON = " is @Disabled"
"""JUnit's words in place of a reason, behind the method's whole signature."""


class EntityDeclared(Exception):
    """A report that declares entities, or uses undeclared ones."""


@dataclass(slots=True)
class OutputQuota:
    """The number of characters of output that the failing tests of a run may still keep.

    Each keeps a megabyte at the most, and some thousand characters whatever the others took.
    """

    left: int = _ALL_OUTPUT

    @property
    def longest(self) -> int:
        """The number of characters that the next output may have."""
        return max(_SHORTEST_OUTPUT, min(_LONGEST_OUTPUT, self.left))


def read_report(path: Path, module: str, room: OutputQuota) -> tuple[Case, ...]:
    """Read the tests of one report; `module` is put down as the module of each.

    Raises:
        ExpatError: it is no well-formed XML.
        EntityDeclared: it declares entities, or asks for some.
        ValueError, LookupError: its encoding is not known.
        OSError: it can't be read.
    """
    reader = _Reader(module, room)
    with path.open("rb") as stream:
        while chunk := stream.read(_CHUNK):
            reader.feed(chunk)
    return reader.close()


class _Text:
    """A text that comes in parts, of which the beginning and the end are kept."""

    def __init__(self, longest: int) -> None:
        self._head: list[str] = []
        self._head_room = longest // 4
        self._tail: deque[str] = deque()
        self._tail_size = 0
        self._longest_tail = longest - self._head_room
        self._left_out = 0

    def add(self, part: str) -> None:
        if self._head_room:
            self._head.append(part[: self._head_room])
            part = part[self._head_room :]
            self._head_room -= len(self._head[-1])
        if not part:
            return
        self._tail.append(part)
        self._tail_size += len(part)
        while self._tail_size - len(self._tail[0]) >= self._longest_tail:
            self._drop(len(self._tail.popleft()))

    def _drop(self, size: int) -> None:
        self._tail_size -= size
        self._left_out += size

    def __str__(self) -> str:
        tail = "".join(self._tail)
        if len(tail) > self._longest_tail:
            self._left_out += len(tail) - self._longest_tail
            tail = tail[-self._longest_tail :]
        cut = f"\n… {self._left_out} more characters …\n" if self._left_out else ""
        return _clean("".join(self._head) + cut + tail)


@dataclass(slots=True)
class _Failure:
    """A failure or an error that is being read."""

    attributes: Mapping[str, str]
    trace: _Text


class _Open:
    """A test whose element is being read, or a suite's failure that belongs to no test."""

    def __init__(self, attributes: Mapping[str, str], depth: int) -> None:
        self.attributes = attributes
        self.depth = depth
        self.failures: list[_Failure] = []
        self.skipped: Mapping[str, str] | None = None
        self.why_skipped: _Text | None = None
        self.flaky = False
        self.outputs: list[_Text] = []


@dataclass(slots=True)
class _Suite:
    """A suite that is being read: its name, its first test, and what was printed outside tests."""

    name: str
    depth: int
    first: int
    outputs: list[_Text]


class _Reader:
    """A reader of a report's elements as they come."""

    def __init__(self, module: str, room: OutputQuota) -> None:
        self._module = module
        self._room = room
        self._cases: list[Case] = []
        self._further: set[int] = set()
        self._suites: list[_Suite] = []
        self._case: _Open | None = None
        self._depth = 0
        self._text_depth = 0
        self._parser = self._make_parser()

    def _make_parser(self) -> Any:
        parser = expat.ParserCreate()
        parser.buffer_size = _BUFFER
        parser.buffer_text = True
        parser.EntityDeclHandler = parser.SkippedEntityHandler = _refuse
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        return parser

    def feed(self, chunk: bytes) -> None:
        self._parser.Parse(chunk)

    def close(self) -> tuple[Case, ...]:
        try:
            self._parser.Parse(b"", 1)
        finally:
            # The parser and its handlers hold each other.
            self._parser.StartElementHandler = self._parser.EndElementHandler = None
        return tuple(self._cases)

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._case:
            self._start_within(self._case, tag, attributes)
        elif tag == "testcase":
            self._case = _Open(attributes, self._depth)
        elif tag == "properties":
            self._parser.StartElementHandler = None
            self._parser.EndElementHandler = self._end_properties
        elif tag == "testsuite":
            name = attributes.get("name", "")
            self._suites.append(_Suite(name, self._depth, len(self._cases), []))
        elif self._suites and self._depth == self._suites[-1].depth + 1:
            self._start_in_suite(self._suites[-1], tag, attributes)

    def _start_in_suite(self, suite: _Suite, tag: str, attributes: dict[str, str]) -> None:
        """Take output and failures of a suite that belong to none of its tests."""
        if tag in _OUTPUTS:
            suite.outputs.append(self._collect(self._room.longest))
        elif tag in _FAILURES:
            self._case = _Open({"classname": suite.name or _NAMELESS}, self._depth)
            self._case.failures.append(_Failure(attributes, self._collect(_LONGEST_TRACE)))

    def _start_within(self, case: _Open, tag: str, attributes: dict[str, str]) -> None:
        """Take the children of a test, and the trace one level further down."""
        level = self._depth - case.depth
        if level == 2 and tag == "stackTrace" and case.failures and self._is_in_text:
            case.failures[-1].trace = self._collect(_LONGEST_TRACE)
        if level != 1:
            return
        if tag in _FAILURES:
            case.failures.append(_Failure(attributes, self._collect(_LONGEST_TRACE)))
        elif tag in _OUTPUTS:
            case.outputs.append(self._collect(self._room.longest))
        elif tag == "skipped" and case.skipped is None:
            case.skipped, case.why_skipped = attributes, self._collect(_SHORTEST_OUTPUT)
        elif tag in ("flakyFailure", "flakyError"):
            case.flaky = True

    @property
    def _is_in_text(self) -> bool:
        """Return whether the text of the element around this one is being taken."""
        return self._text_depth == self._depth - 1

    def _collect(self, longest: int) -> _Text:
        """Take the text of the element that has just begun."""
        text = _Text(longest)
        self._text_depth = self._depth
        self._parser.CharacterDataHandler = text.add
        return text

    def _end(self, tag: str) -> None:
        if self._depth == self._text_depth:
            self._text_depth = 0
            self._parser.CharacterDataHandler = None
        if self._case and self._case.depth == self._depth:
            self._close(self._case)
            self._case = None
        elif not self._case and tag == "testsuite" and self._suites:
            self._end_suite(self._suites.pop())
        self._depth -= 1

    def _end_properties(self, tag: str) -> None:
        if tag == "properties":
            self._parser.StartElementHandler = self._start
            self._parser.EndElementHandler = self._end
            self._depth -= 1

    def _end_suite(self, suite: _Suite) -> None:
        """Give output from outside the tests to the first failing one without output."""
        output = _join(suite.outputs)
        if not output:
            return
        for number in range(suite.first, len(self._cases)):
            case = self._cases[number]
            if case.thrown and not case.output and number not in self._further:
                self._cases[number] = replace(case, output=self._keep_output(output))
                return

    def _keep_output(self, output: str) -> str:
        self._room.left -= len(output)
        return output

    def _close(self, case: _Open) -> None:
        """Keep a test; one that failed several times once for each, as Surefire writes it."""
        first = self._case_of(case)
        self._cases.append(first)
        for failure in case.failures[1:]:
            self._further.add(len(self._cases))
            self._cases.append(replace(first, thrown=_error(failure), output="", milliseconds=0))

    def _case_of(self, case: _Open) -> Case:
        class_name, suite = self._class_of(case)
        failed = bool(case.failures)
        return Case(
            class_name=class_name,
            name=_clean(case.attributes.get("name")),
            thrown=_error(case.failures[0]) if failed else None,
            skipped=case.skipped is not None,
            skip_reason=_reason(case.skipped, case.why_skipped),
            flaky=case.flaky and not failed,
            output=self._keep_output(_join(case.outputs)) if failed else "",
            milliseconds=_milliseconds(case.attributes.get("time", "")),
            module=self._module,
            suite=suite,
        )

    def _class_of(self, case: _Open) -> tuple[str, str]:
        """Return a test's class, and its suite's where the test's own class was not run.

        ArchUnit names a class without its package, Cucumber a feature in its place.
        """
        suite = _clean(self._suites[-1].name) if self._suites else ""
        name = _clean(case.attributes.get("classname")) or suite
        if not is_class_name(suite) or suite == name:
            return name, ""
        if suite.endswith(f".{name}"):
            return suite, ""
        if outer_class(suite) == outer_class(name):
            return name, ""
        return name, "" if is_class_name(name) and "." not in suite else suite


def _refuse(*_: object) -> None:
    raise EntityDeclared


def _error(failure: _Failure) -> ThrownException:
    kind = _clean(failure.attributes.get("type")).partition("\n")[0]
    return ThrownException(kind, _clean(failure.attributes.get("message")), str(failure.trace))


def _reason(attributes: Mapping[str, str] | None, text: _Text | None) -> str:
    """Return a skip's reason: JUnit has a failed assumption's in the trace alone."""
    if attributes is None:
        return ""
    message = _clean(attributes.get("message")).strip()
    if message:
        return "" if message.endswith(_NO_REASON) else message
    said = str(text or "").strip().partition(_FRAME)[0]
    match = _TYPE.match(said)
    return said[match.end() if match else 0 :].strip()


def _join(outputs: list[_Text]) -> str:
    parts = (str(each) for each in outputs)
    return "\n".join(part.strip("\n") for part in parts if part.strip())


def _milliseconds(time: str) -> int:
    """Parse a time in seconds; older versions of Surefire write `1,234.5`."""
    try:
        seconds = float(time.replace(",", ""))
    except ValueError:
        return 0
    return round(seconds * 1000) if math.isfinite(seconds) and seconds > 0 else 0


def _clean(text: str | None) -> str:
    """Return text without colours, its escaped control characters restored."""
    if not text:
        return ""
    if "#" in text:
        text = _CHARACTER.sub(_character, text)
    return strip_ansi(text).replace("\r\n", "\n")


def _character(match: re.Match[str]) -> str:
    code = int(match[1])
    return chr(code) if code < 0x20 or 0x7F <= code < 0xA0 or code in (0xFFFE, 0xFFFF) else match[0]
