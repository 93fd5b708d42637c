"""Surefire's and Failsafe's XML reports, each read whole or not at all; no entity is resolved.

Format: the schema `surefire-test-report-3.0.xsd`, and what real reports hold beside it.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import iterparse

from laconic.clean import without_ansi

_DIRECTORIES = ("surefire-reports", "failsafe-reports")
_NO_MODULES = frozenset({".git", ".mvn", ".idea", "node_modules", "src", "target"})
_CHARACTER = re.compile(r"&(?:amp)?#(\d{1,7});")

Stamp = tuple[int, int]
"""When a report was written (ns) and its size: equal stamps mean an untouched file."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """What a test threw: exception type, message and printed trace, as the report has them."""

    type: str
    message: str
    trace: str


@dataclass(frozen=True, slots=True)
class Case:
    """One test as reported; `name` is empty where its whole class failed.

    `flaky` marks a test that failed first and passed on a rerun. `module` is the directory of its
    module below the project, "." for the project's own.
    """

    class_name: str
    name: str
    thrown: Thrown | None = None
    skipped: bool = False
    skip_reason: str = ""
    flaky: bool = False
    output: str = ""
    milliseconds: int = 0
    module: str = "."


@dataclass(frozen=True, slots=True)
class Reports:
    """All tests of a run, and the report files that could not be read."""

    cases: tuple[Case, ...] = ()
    unreadable: tuple[str, ...] = ()


def stamps(root: Path) -> Mapping[Path, Stamp]:
    """Every report below the project, in every module, with its stamp."""
    return {path: stamp for path in _report_files(root) if (stamp := _stamp(path))}


def _report_files(root: Path) -> Iterator[Path]:
    for module in modules(root):
        for name in _DIRECTORIES:
            with contextlib.suppress(OSError):  # another build may be cleaning up
                yield from sorted((module / "target" / name).glob("TEST-*.xml"))


def modules(root: Path) -> Iterator[Path]:
    """The directories below `root`, itself included, that have a POM."""
    for directory, names, files in os.walk(root):
        names[:] = sorted(name for name in names if name not in _NO_MODULES)
        if "pom.xml" in files or directory == str(root):
            yield Path(directory)


def _stamp(path: Path) -> Stamp | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size


def read_reports(root: Path, before: Mapping[Path, Stamp]) -> Reports:
    """The reports written since the stamps `before` were taken; older ones do not count."""
    cases: list[Case] = []
    unreadable: list[str] = []
    for path, stamp in stamps(root).items():
        if before.get(path) == stamp:
            continue
        try:
            with path.open("rb") as stream:
                cases.extend(list(_cases(stream)))
        except (ParseError, DefusedXmlException, ValueError, OSError, LookupError):
            unreadable.append(path.relative_to(root).as_posix())
    return Reports(tuple(cases), tuple(unreadable))


def _cases(stream: IO[bytes]) -> Iterator[Case]:
    """Each test case of one report, its memory given back as soon as it is read.

    Raises:
        ParseError: the report is no well-formed XML.
        DefusedXmlException: it declares entities.
    """
    events: Any = iterparse(stream, events=("start", "end"), forbid_dtd=False, forbid_entities=True)
    above: list[Element] = []
    cases = 0
    for event, element in events:
        is_case = element.tag == "testcase"
        if event == "start":
            above.append(element)
            cases += is_case
            continue
        above.pop()
        cases -= is_case
        if is_case:
            yield _case(element)
        if above and not cases:
            above[-1].clear()


def _case(element: Element) -> Case:
    children = {child.tag: child for child in reversed(element)}
    failed = children.get("failure", children.get("error"))
    skipped = children.get("skipped")
    flaky = "flakyFailure" in children or "flakyError" in children
    return Case(
        class_name=_text(element.get("classname")),
        name=_text(element.get("name")),
        thrown=None if failed is None else _thrown(failed),
        skipped=skipped is not None,
        skip_reason="" if skipped is None else _text(skipped.get("message")),
        flaky=flaky and failed is None,
        output=_output(children) if failed is not None else "",
    )


def _thrown(element: Element) -> Thrown:
    nested = element.find("stackTrace")
    text = element.text if nested is None else nested.text
    return Thrown(_text(element.get("type")), _text(element.get("message")), _text(text))


def _output(children: Mapping[str, Element]) -> str:
    parts = (_text(children[tag].text) for tag in ("system-out", "system-err") if tag in children)
    return "\n".join(part.strip("\n") for part in parts if part.strip())


def _text(text: str | None) -> str:
    """Text of a report with the control characters back that XML could not hold, and no colours."""
    if not text:
        return ""
    return without_ansi(_CHARACTER.sub(_character, text)).replace("\r\n", "\n")


def _character(match: re.Match[str]) -> str:
    code = int(match[1])
    return chr(code) if code < 0x20 or 0x7F <= code < 0xA0 or code in (0xFFFE, 0xFFFF) else match[0]
