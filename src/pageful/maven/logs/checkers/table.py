"""All checkers that are known. A new one is a record here, with a real line above each pattern.

Where two match a line, the one whose plugin runs is taken, else the first in the table.
"""

from __future__ import annotations

import re

from pageful.lazy import patterns
from pageful.maven.logs.checkers.checker import Checker, FileList, Form, always

_FILE = r"(?P<file>(?:[A-Za-z]:[\\/])?[^:\[\]]+\.\w+)"
_LINE = r"(?P<line>\d{1,9})"
_COLUMN = r"(?P<column>\d{1,9})"
_RULE = r"(?P<rule>[A-Za-z][\w.-]{0,100})"

# > /project/src/main/java/Basket.java:9:9: 'if' construct must use '{}'s. [NeedBraces]
_STYLE = patterns.compile(rf"{_FILE}:{_LINE}(?::{_COLUMN})?: (?P<text>\S.*) \[{_RULE}\]\Z")
# > src/main/java/com/example/core/Till.java:[8] (blocks) NeedBraces: 'if' construct must use '{}'s.
_STYLE_OF_PLUGIN = patterns.compile(
    rf"{_FILE}:?\[{_LINE}(?:[,:]{_COLUMN})?\] \([\w.-]+\) (?P<rule>[\w.-]+): (?P<text>.*)\Z"
)
# > You have 4 Checkstyle violations.
_STYLE_TOTALS = patterns.compile(r"You have (?P<count>\d{1,9}) Checkstyle violations?\.\Z")


def _checkstyle_form(text: str) -> re.Match[str] | None:
    return _STYLE.match(text) if text.endswith("]") else None


CHECKSTYLE = Checker(
    ("checkstyle",),
    (Form(_checkstyle_form, undecided=True), Form(_STYLE_OF_PLUGIN.match, undecided=True)),
    totals=_STYLE_TOTALS,
)

# > /project/src/main/kotlin/Till.kt:4:17: Private function `open` is unused. [UnusedPrivateMember]
# >    [detekt] /project/Till.kt:4:24: This empty block of code can be removed. [EmptyFunctionBlock]
_DETEKT = patterns.compile(
    rf"\s*(?:\[\w+\] )?(?P<file>/?[^:\[\]]+\.kts?):{_LINE}:{_COLUMN}: (?P<text>\S.*) \[{_RULE}\]\Z"
)
# > Execution x of goal a:detekt:1:check failed: Analysis failed with 3 weighted issues.
# > An Ant BuildException has occured: Java returned: 2
_DETEKT_TOTALS = patterns.compile(
    r"Execution \S+ of goal \S+ failed: (?:Analysis|Build) failed with \d+ (?:weighted )?issues?\b"
    r"|An Ant BuildException has occured: Java returned: \d"
)
"""A sum of weights, not a count of violations, as a rule can have a weight."""

DETEKT = Checker(
    ("detekt", "antrun", "exec"),
    (Form(_DETEKT.match, severe=always),),
    totals=_DETEKT_TOTALS,
    unmarked=True,
)

# > PMD Failure: a.Till:13 Rule:UnusedPrivateMethod Priority:3 Avoid unused private methods.
_PMD = patterns.compile(
    r"PMD (?P<kind>Failure|Warning): (?:(?P<file>[^:\s]*[/\\][^:\s]*)|(?P<class>[^:\s]*)):"
    rf"{_LINE} Rule:(?P<rule>\S+) Priority:\d+ (?P<text>.*)\Z"
)
# > PMD 7.7.0 has found 1 violation. For more details see: /project/api/target/pmd.xml
# > CPD 7.7.0 has found 1 duplication. For more details see: /project/target/cpd.xml
_PMD_TOTALS = patterns.compile(
    r"(?:PMD|CPD) \S+ has found (?P<count>\d{1,9}) (?:violation|duplication)s?\b.*"
)
# > CPD Failure: Found 10 lines of duplicated code at locations:
_COPIES = patterns.compile(r"CPD Failure: Found (?P<lines>\d{1,9}) lines of duplicated code")
# >     /project/src/main/java/com/example/core/Purse.java line 5
_COPY = patterns.compile(rf"\s+(?P<file>\S.*) line {_LINE}\Z")


def _pmd_message(match: re.Match[str]) -> str:
    text = match["text"].strip()
    return text[:-1] if text.endswith("..") else text


PMD = Checker(
    ("pmd",),
    (
        Form(_PMD.match, severe=lambda _, match: match["kind"] == "Failure", message=_pmd_message),
        Form(
            _COPIES.match,
            severe=always,
            message=lambda match: f"{match['lines']} duplicated lines",
            rule="CPD",
        ),
    ),
    location=_COPY,
    totals=_PMD_TOTALS,
    unmarked=True,
)

# > Medium: Load of known null value in length(String) [a.Account] At Account.java:[line 12] NP_LOAD
_BUG = patterns.compile(
    r" \[(?P<class>[\w$.]{1,1000})\] (?=[A-Z])(?:[A-Z]\w*(?: \w+){0,4} )?"
    rf"(?P<file>[\w$-]+\.\w+)(?::\[lines? {_LINE}(?:-\d+)?\])?"
    r"(?: .*)?(?<= )(?P<rule>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\Z"
)
# > failed with 4 bugs and 0 errors
_BUG_TOTALS = patterns.compile(r"failed with (?P<count>\d{1,9}) bugs? and 0 errors\s*\Z")
# > High: Null pointer dereference of name
_RANK = patterns.compile(r"(?:High|Medium|Low|Unknown): ")


def _bug_message(match: re.Match[str]) -> str:
    """Return the message before the class, with types of its package by their simple names."""
    text = _RANK.sub("", match.string[: match.start()], count=1)
    package = match["class"].rpartition(".")[0]
    return re.sub(rf"(?<![\w.$]){re.escape(package)}\.(?=[A-Z])", "", text) if package else text


SPOTBUGS = Checker(("spotbugs",), (Form(_BUG.search, message=_bug_message),), totals=_BUG_TOTALS)

# > Forbidden method invocation: java.lang.String#<init>(byte[]) [Uses default charset]
_FORBIDDEN = patterns.compile(r"Forbidden [a-z][a-z/ ]{2,60}: \S")
# >   in com.example.core.Printer (Printer.java:5)
_FORBIDDEN_AT = patterns.compile(
    rf"  in (?P<class>[\w$.]+) \((?P<file>[\w$-]+\.\w+)(?::{_LINE})?(?:, [^)]*)?\)\Z"
)
# > Check for forbidden API calls failed, see log.
_FORBIDDEN_TOTALS = patterns.compile(r"Check for forbidden API calls failed, see log\.\Z")
FORBIDDEN_APIS = Checker(
    ("forbiddenapis",),
    (Form(_FORBIDDEN.match, message=lambda match: match.string),),
    location=_FORBIDDEN_AT,
    totals=_FORBIDDEN_TOTALS,
)

# > Rule violated for bundle calculator: lines covered ratio is 0.57, but expected minimum is 0.90
_COVERAGE = patterns.compile(
    r"Rule violated for (?:class (?P<class>\S+)|(?P<element>\w[\w ]{0,20} \S+)): "
    r"(?P<text>\w.* but expected .*)\Z"
)
# > Coverage checks have not been met. See log for details.
_COVERAGE_TOTALS = patterns.compile(r"Coverage checks have not been met\. See log for details\.\Z")


def _coverage_message(match: re.Match[str]) -> str:
    return f"{match['element']}: {match['text']}" if match["element"] else match["text"]


JACOCO = Checker(
    ("jacoco",),
    (Form(_COVERAGE.match, severe=always, message=_coverage_message),),
    totals=_COVERAGE_TOTALS,
)

# > Missing header in: /project/src/main/java/com/example/core/Basket.java
_HEADER = patterns.compile(r"Missing header in: (?P<file>\S.*)\Z")
LICENSE = Checker(
    ("license",),
    (Form(_HEADER.match, severe=always, message=lambda _: "its licence header is missing"),),
)

# >     src/main/java/com/example/core/Basket.java
_SPOTLESS_FILE = patterns.compile(r" {4}(?P<file>[^\s@+-]\S*(?: \S+)*\.\w+)\Z")
# >         @@ -3,14 +3,14 @@
# > ... (8 more lines that didn't fit)
_SPOTLESS_DETAILS = patterns.compile(r" {4}|\.\.\. \(")

SPOTLESS = Checker(
    ("spotless",),
    files=FileList(
        ("The following files had format violations:", "Violations also present in:"),
        _SPOTLESS_FILE,
        _SPOTLESS_DETAILS,
    ),
)

# >  * /project/src/main/java/com/example/Foo.java
_SPRING_FILE = patterns.compile(r" \* (?P<file>\S.*\.\w+)\Z")

SPRING_JAVAFORMAT = Checker(
    ("spring-javaformat",),
    files=FileList(
        ("Formatting violations found in the following files:",), _SPRING_FILE, _SPRING_FILE
    ),
)

CHECKERS = (
    *(DETEKT, CHECKSTYLE, PMD, SPOTBUGS, FORBIDDEN_APIS, JACOCO, LICENSE),
    *(SPOTLESS, SPRING_JAVAFORMAT),
)
