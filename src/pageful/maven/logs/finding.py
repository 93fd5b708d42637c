"""What a checker finds, read from the lines that it prints: each checker has a form of its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine

_FILE = r"(?P<file>(?:[A-Za-z]:[\\/])?[^:\[\]]+\.\w+)"
_LINE = r"(?P<line>\d{1,9})"
_COLUMN = r"(?P<column>\d{1,9})"
_STYLE = re.compile(rf"{_FILE}:{_LINE}(?::{_COLUMN})?: (?P<text>\S.*)\Z")
_RULE = re.compile(r"[A-Za-z][\w.-]{0,100}\Z")
_STYLE_OF_PLUGIN = re.compile(
    rf"{_FILE}:?\[{_LINE}(?:[,:]{_COLUMN})?\] \([\w.-]+\) (?P<rule>[\w.-]+): (?P<text>.*)\Z"
)
_PMD = re.compile(
    rf"PMD (?P<kind>Failure|Warning): (?P<where>[^:\s]*):{_LINE} "
    r"Rule:(?P<rule>\S+) Priority:\d+ (?P<text>.*)\Z"
)
_COPIES = re.compile(r"CPD Failure: Found (?P<lines>\d{1,9}) lines of duplicated code")
_COPY = re.compile(rf"\s+(?P<file>\S.*) line {_LINE}\Z")
_BUG_CLASS = re.compile(r" \[(?P<class>[\w$.]{1,1000})\] (?=[A-Z])")
_BUG_PLACE = re.compile(
    rf"(?:[A-Z]\w*(?: \w+){{0,4}} )?(?P<file>[\w$-]+\.\w+)(?::\[lines? {_LINE}(?:-\d+)?\])?"
    r"(?: .*)?(?<= )(?P<type>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\Z"
)
_RANK = re.compile(r"(?:High|Medium|Low|Unknown): ")
_FORBIDDEN = re.compile(r"Forbidden [a-z][a-z/ ]{2,60}: \S")
_FORBIDDEN_AT = re.compile(
    rf"  in (?P<class>[\w$.]+) \((?P<file>[\w$-]+\.\w+)(?::{_LINE})?(?:, [^)]*)?\)\Z"
)
_COVERAGE = re.compile(
    r"Rule violated for (?P<element>\w[\w ]{0,20}) (?P<name>\S+): (?P<text>\w.* but expected .*)\Z"
)
_HEADER = re.compile(r"Missing header in: (?P<file>\S.*)\Z")
_PARALLEL = "Using the MultiThreadedBuilder"
_LONGEST = 10_000


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was found: a path as printed, or a class with its file's name if known."""

    path: str = ""
    class_name: str = ""
    file_name: str = ""
    line: int | None = None
    column: int | None = None


@dataclass(slots=True)
class Finding:
    """One thing that `checker` (a plugin's prefix) found; `severe` is what it calls an error.

    `rule` is the one that it breaks, empty for checkers that name none. `goal` is the one that was
    running, absent if the log does not say. Some are `undecided`: the checker prints alike what it
    fails for and what it only warns of.
    """

    checker: str
    message: str
    severe: bool
    rule: str = ""
    goal: Goal | None = None
    undecided: bool = False
    places: list[Place] = field(default_factory=list)


class FindingReader:
    """Reads a log line by line; `found` is what checkers have said so far."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self._goal: Goal | None = None
        self._parallel = False
        self._open: Finding | None = None

    def take(self, line: LogLine) -> bool:
        """Whether the next line is of a checker: then it is taken."""
        if len(line.text) > _LONGEST:
            return False
        if line.level in ("", "INFO") and not line.text.startswith("PMD "):
            self._inform(line.text)
            return False
        return self._continues(line.text) or self._starts(line)

    def _inform(self, text: str) -> None:
        self._goal = Goal.started(text) or self._goal
        self._parallel = self._parallel or text.startswith(_PARALLEL)
        self._open = None

    def _continues(self, text: str) -> bool:
        """Whether a line says where a finding is, which the line before told of."""
        pattern = _CONTINUATIONS.get(self._open.checker) if self._open else None
        match = pattern.match(text) if pattern else None
        if match and self._open:
            self._open.places.append(_place(match))
        return bool(match)

    def _starts(self, line: LogLine) -> bool:
        self._open = None
        for parse in _PARSERS:
            if finding := parse(line):
                # Where modules speak at the same time, a line may be below another one's goal.
                finding.goal = None if self._parallel and not line.thread else self._goal
                self.found.append(finding)
                self._open = finding if not finding.places else None
                return True
        return False


def _place(match: re.Match[str]) -> Place:
    part = match.groupdict()
    line, column = (int(part[key]) if part.get(key) else None for key in ("line", "column"))
    if part.get("class"):
        return Place("", part["class"], part.get("file") or "", line, column)
    return Place((part.get("file") or "").strip(), "", "", line, column)


def _style(line: LogLine) -> Finding | None:
    if not line.text.endswith("]"):
        return None
    match = _STYLE.match(line.text)
    text, opened, rule = match["text"].rpartition(" [") if match else ("", "", "")
    if not match or not opened or not _RULE.match(rule[:-1]):
        return None
    return _of_style(line, match, text, rule[:-1])


def _style_of_plugin(line: LogLine) -> Finding | None:
    match = _STYLE_OF_PLUGIN.match(line.text)
    if not match:
        return None
    return _of_style(line, match, match["text"], match["rule"])


def _of_style(line: LogLine, match: re.Match[str], text: str, rule: str) -> Finding:
    places = [_place(match)]
    return Finding("checkstyle", text, line.is_error, rule, undecided=True, places=places)


def _pmd(line: LogLine) -> Finding | None:
    match = _PMD.match(line.text)
    if not match:
        return None
    where, number = match["where"], int(match["line"])
    is_path = "/" in where or "\\" in where
    place = Place(where, line=number) if is_path else Place(class_name=where, line=number)
    text = re.sub(r"\.\.\Z", ".", match["text"].strip())
    return Finding("pmd", text, match["kind"] == "Failure", match["rule"], places=[place])


def _copies(line: LogLine) -> Finding | None:
    match = _COPIES.match(line.text)
    message = f"{match['lines']} duplicated lines" if match else ""
    return Finding("pmd", message, severe=True, rule="CPD") if match else None


def _bug(line: LogLine) -> Finding | None:
    match = _BUG_CLASS.search(line.text)
    place = _BUG_PLACE.match(line.text, match.end()) if match else None
    if not match or not place:
        return None
    text = _RANK.sub("", line.text[: match.start()], count=1)
    text = _without_package(text, match["class"].rpartition(".")[0])
    number = int(place["line"]) if place["line"] else None
    at = Place("", match["class"], place["file"], number)
    return Finding("spotbugs", text, line.is_error, place["type"], places=[at])


def _without_package(text: str, package: str) -> str:
    """A message with the types of one package by their simple names."""
    return re.sub(rf"(?<![\w.$]){re.escape(package)}\.(?=[A-Z])", "", text) if package else text


def _forbidden(line: LogLine) -> Finding | None:
    return (
        Finding("forbiddenapis", line.text, line.is_error) if _FORBIDDEN.match(line.text) else None
    )


def _coverage(line: LogLine) -> Finding | None:
    match = _COVERAGE.match(line.text)
    if not match:
        return None
    if match["element"] == "class":
        place = Place(class_name=match["name"].replace("/", "."))
        return Finding("jacoco", match["text"], severe=True, places=[place])
    message = f"{match['element']} {match['name']}: {match['text']}"
    return Finding("jacoco", message, severe=True, places=[Place()])


def _header(line: LogLine) -> Finding | None:
    match = _HEADER.match(line.text)
    if not match:
        return None
    return Finding("license", "its licence header is missing", severe=True, places=[_place(match)])


_PARSERS: tuple[Callable[[LogLine], Finding | None], ...] = (
    _style,
    _style_of_plugin,
    _pmd,
    _copies,
    _bug,
    _forbidden,
    _coverage,
    _header,
)
_CONTINUATIONS = {"pmd": _COPY, "forbiddenapis": _FORBIDDEN_AT}
