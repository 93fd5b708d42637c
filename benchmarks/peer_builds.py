"""Builds that Maven peers tell of: projects with faults put into them, and the facts of each build.

The facts are read from plain Maven's log and from Surefire's XML, by nothing that is pageful's.
"""

from __future__ import annotations

import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

MOST_ERRORS = 2
"""Main classes that get an error of the compiler each."""

_COMPILE_FAULTS = (
    "    static int countOfPeers() { return peersWithoutDefinition; }\n",
    '    static int nameOfPeers() { return "a text"; }\n',
)

_TEST_CLASS = """package {package};

class PeersTest {{
    @org.junit.jupiter.api.Test
    void addsUpTheColumns() {{
        org.junit.jupiter.api.Assertions.assertEquals(41, 40 + 2, "the sum of both columns");
    }}

    @org.junit.jupiter.api.Test
    void saysEveryLineOfAMessage() {{
        org.junit.jupiter.api.Assertions.fail(
            "the header has three names\\nthe record has two values");
    }}

    @org.junit.jupiter.api.Test
    void opensTheLedger() {{
        try {{
            throw new java.io.IOException("address of the ledger already in use");
        }} catch (java.io.IOException cause) {{
            throw new IllegalStateException("the ledger cannot be opened", cause);
        }}
    }}
}}
"""

# > package org.apache.commons.csv;
_PACKAGE = re.compile(r"^package ([\w.]+);", re.MULTILINE)
# > [ERROR] /home/you/shop/src/main/java/shop/Receipt.java:[9,29] cannot find symbol
_ERROR = re.compile(r"^\[ERROR\] (/\S+\.java):\[(\d+),\d+\] (.+)$", re.MULTILINE)
# >   symbol:   method label()
_SYMBOL = re.compile(r"^(?:\[ERROR\] )?  symbol: +(.+)$", re.MULTILINE)
# > Caused by: java.io.IOException: address already in use
_CAUSE = re.compile(r"^Caused by: [\w.$]+: (.+)$", re.MULTILINE)
# > 	at com.example.shop.OrderTest.addsUp(OrderTest.java:12)
_FRAME = re.compile(r"^\s*at ([\w.$]+)\.[\w$<>]+\((\w+\.java):(\d+)\)", re.MULTILINE)
# > [ERROR] Tests run: 968, Failures: 5, Errors: 0, Skipped: 2
_TOTAL = re.compile(
    r"Tests run: (\d+), Failures: (\d+), Errors: (\d+), Skipped: (\d+)$", re.MULTILINE
)
_COLOURS = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True, slots=True)
class Fact:
    """Something that an answer must say: its kind, and texts of which all must be in it."""

    kind: str
    texts: tuple[str, ...]

    def missing(self, answer: str) -> bool:
        """Whether an answer does not say it. Blanks, line ends and `java.lang.` do not count."""
        return not all(_plain(text) in _plain(answer) for text in self.texts)


def _plain(text: str) -> str:
    return "".join(_COLOURS.sub("", text).replace("java.lang.", "").split())


def with_compile_errors(root: Path) -> None:
    """Put an error of the compiler into the first main classes of a project."""
    sources = sorted((root / "src" / "main" / "java").rglob("*.java"))
    classes = [each for each in sources if _is_plain_class(each)]
    for path, fault in zip(classes[:MOST_ERRORS], _COMPILE_FAULTS, strict=False):
        text = path.read_text("utf-8")
        end = text.rindex("}")
        path.write_text(f"{text[:end]}\n{fault}{text[end:]}", "utf-8")


def with_failing_tests(root: Path) -> None:
    """Put a class of three failing tests of JUnit 5 beside the first test of a project."""
    beside = next(iter(sorted((root / "src" / "test" / "java").rglob("*Test.java"))))
    package = _PACKAGE.search(beside.read_text("utf-8"))
    text = _TEST_CLASS.format(package=package[1] if package else "peers")
    (beside.parent / "PeersTest.java").write_text(text, "utf-8")


def copy_project(source: Path, target: Path) -> Path:
    """Copy a project without what was built of it."""
    ignored = shutil.ignore_patterns("target", ".git")
    return Path(shutil.copytree(source, target, ignore=ignored))


def facts_of(log: str, root: Path) -> list[Fact]:
    """List what a right answer says of a build that plain Maven has just run."""
    plain = _COLOURS.sub("", log)
    found = [*_compile_facts(plain)]
    if not found:
        found = [*_test_facts(root)]
    if not found and (totals := _TOTAL.findall(plain)):
        found = [Fact("number of tests run", (totals[-1][0],))]
    return found


def _compile_facts(log: str) -> Iterator[Fact]:
    errors = list(dict.fromkeys(_ERROR.findall(log)))
    for path, line, message in errors:
        yield Fact("place of a compile error", (Path(path).name, line))
        yield Fact("message of a compile error", (message,))
    for symbol in dict.fromkeys(_SYMBOL.findall(log)) if errors else ():
        yield Fact("symbol that is not found", (symbol.strip(),))


def _test_facts(root: Path) -> Iterator[Fact]:
    for report in sorted(root.rglob("TEST-*.xml")):
        for case in ET.parse(report).getroot().iter("testcase"):
            for kind in ("failure", "error"):
                if (problem := case.find(kind)) is not None:
                    yield from _facts_of_case(case.attrib, problem)


def _facts_of_case(case: Mapping[str, str], problem: ET.Element) -> Iterator[Fact]:
    yield Fact("name of a failing test", (case["name"].partition("(")[0],))
    if message := problem.get("message"):
        yield Fact("whole message of a failing test", tuple(message.split("\n")))
    trace = problem.text or ""
    own = [
        (file, line)
        for owner, file, line in _FRAME.findall(trace)
        if owner.split("$")[0] == case["classname"].split("$")[0]
    ]
    if own:
        yield Fact("line of a failing test", own[0])
    for cause in _CAUSE.findall(trace)[-1:]:
        yield Fact("root cause of a failing test", (cause,))


def _is_plain_class(path: Path) -> bool:
    text = path.read_text("utf-8", "replace")
    return bool(re.search(rf"^public (?:final |abstract )*class {path.stem}\b", text, re.MULTILINE))


def missing(answer: str, facts: Sequence[Fact]) -> dict[str, tuple[int, int]]:
    """Count, by kind, the facts that an answer does not say, and all of that kind."""
    kinds = dict.fromkeys(fact.kind for fact in facts)
    counted = {
        kind: (
            sum(fact.missing(answer) for fact in facts if fact.kind == kind),
            sum(fact.kind == kind for fact in facts),
        )
        for kind in kinds
    }
    return {kind: of for kind, of in counted.items() if of[0]}
