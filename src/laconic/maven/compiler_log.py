"""Errors and warnings of compilers, and of Maven about a POM, read from the log.

Maven prints each compile error twice: where the compiler says it, and under the failed goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from laconic.maven.log import LogLine
from laconic.maven.results import Problem

_AT_POSITION = re.compile(
    r"(?P<file>(?:[A-Za-z]:)?[^:\[\]]*?[\w$-]+\.\w+):"
    r"\[(?P<line>\d+)(?:,(?P<column>\d+))?\] ?(?P<text>.*)\Z"
)
_IN_SOURCE = re.compile(
    r"(?P<file>(?:[A-Za-z]:)?[^:\[\]]*?[\w$-]+\.(?:java|kt|groovy|scala)): (?P<text>.+)\Z"
)
_IN_KOTLIN = re.compile(
    r"(?:file://)?(?P<file>[^()]+?\.(?:kts?|groovy|scala)):"
    r"(?: \((?P<line>\d+), (?P<column>\d+)\)|(?P<line2>\d+):(?P<column2>\d+):?) (?P<text>.*)\Z"
)
_IN_POM = re.compile(
    r"(?:Non-(?:parse|read)able POM (?P<file>.+?): )?(?P<text>.*?)(?: \(position: .*\))?"
    r" +@ (?:[^\s,]+, )?(?:(?P<other>[^,]+), )?line (?P<line>\d+), column (?P<column>\d+)"
)
_POM_OF = re.compile(r"The project .*\((?P<file>.+)\) has \d+ errors?")
_BLOCK = re.compile(r"COMPILATION (?P<kind>ERROR|WARNING) ?:")
_GENERAL = re.compile(r"(?:error|warning): |Fatal error compiling: ")
_DETAIL = re.compile(r"\s*(?P<label>symbol|location|required|found|reason): *(?P<text>.*)\Z")
_QUALIFIED = re.compile(r"\b(?:[a-z_][\w$]*\.)+(?P<simple>[A-Z][\w$]*(?:\.[A-Z][\w$]*)*)")


@dataclass(frozen=True, slots=True)
class CompilerLog:
    """What compilers said in one build, each thing once, in the log's order."""

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


@dataclass(slots=True)
class _Draft:
    level: str
    file: str | None
    line: int | None
    column: int | None
    text: str
    details: list[str] = field(default_factory=list)


def read_compiler_log(lines: Iterable[LogLine], root: str) -> CompilerLog:
    """Find the problems in a log; their files become relative to the directory `root`."""
    found: dict[str, dict[Problem, None]] = {"ERROR": {}, "WARNING": {}}
    for draft in _drafts(lines):
        found[draft.level][_problem(draft, root)] = None
    return CompilerLog(tuple(_without_echoes(found["ERROR"])), tuple(found["WARNING"]))


def _drafts(lines: Iterable[LogLine]) -> Iterator[_Draft]:
    draft: _Draft | None = None
    block, pom = "", "pom.xml"
    for line in lines:
        started = _started(line, block) or _pom_draft(line, pom)
        if draft and not started and _continues(line, block):
            draft.details.append(line.text)
        else:
            if draft:
                yield draft
            draft = started
        block = _block_after(line, block)
        named = _POM_OF.match(line.text.strip())
        pom = named["file"] if named else pom
    if draft:
        yield draft


def _block_after(line: LogLine, block: str) -> str:
    """Which of the compiler's blocks the next line stands in, if any."""
    match = _BLOCK.match(line.text)
    if match and line.level:
        return match["kind"]
    return "" if line.level == "INFO" and not line.text.startswith("---") else block


def _started(line: LogLine, block: str) -> _Draft | None:
    if line.level not in ("ERROR", "FATAL", "WARNING"):
        return None
    level = "WARNING" if line.level == "WARNING" else "ERROR"
    text = line.text
    if match := _AT_POSITION.match(text):
        return _Draft(
            level, match["file"], *_position(match["line"], match["column"]), match["text"]
        )
    if match := _IN_KOTLIN.match(text):
        line_number, column = match["line"] or match["line2"], match["column"] or match["column2"]
        return _Draft(level, match["file"], *_position(line_number, column), match["text"])
    if (match := _IN_SOURCE.match(text)) and " " not in match["file"].strip():
        return _Draft(level, match["file"], None, None, match["text"])
    general = block and text and not _BLOCK.match(text) and not text.startswith((" ", "-> "))
    if general or _GENERAL.match(text):
        return _Draft(level, None, None, None, text)
    return None


def _position(line: str, column: str | None) -> tuple[int, int | None]:
    return int(line), int(column) if column else None


def _pom_draft(line: LogLine, pom: str) -> _Draft | None:
    match = _IN_POM.match(line.text.strip()) if line.is_error else None
    if not match:
        return None
    text = f"Non-parseable POM: {match['text']}" if match["file"] else match["text"]
    file = match["file"] or match["other"] or pom
    return _Draft("ERROR", file, *_position(match["line"], match["column"]), text)


def _continues(line: LogLine, block: str) -> bool:
    if not line.text.strip():
        return False
    indented = line.text.startswith("  ")
    return line.is_error and indented if line.level else indented or bool(block)


def _problem(draft: _Draft, root: str) -> Problem:
    file = draft.file and relative(draft.file, root)
    message = _message(draft.text, draft.details, _stem(file) if file else "")
    return Problem(message, file, draft.line, draft.column)


def relative(file: str, root: str) -> str:
    """A path from Maven's log, relative to the directory `root`, with forward slashes."""
    path, base = file.replace("\\", "/"), root.replace("\\", "/").rstrip("/") + "/"
    return path.removeprefix(base)


def _stem(file: str) -> str:
    return file.rsplit("/", 1)[-1].split(".", 1)[0]


def _message(text: str, details: Sequence[str], own_class: str) -> str:
    """The message with its details on its line, types by their simple names where that is clear."""
    parts: dict[str, str] = {}
    others: list[str] = []
    for detail in details:
        match = _DETAIL.match(detail)
        if match and match["label"] not in parts:
            parts[match["label"]] = " ".join(match["text"].split())
        else:
            others.append(detail.strip())
    message = text.strip()
    if others or parts:
        message = message.rstrip(";")
    if "symbol" in parts:
        message += f": {parts['symbol']}"
    if _tells(parts.get("location", ""), own_class):
        message += f" in {parts['location']}"
    reasons = [
        f"{name}: {parts[name]}" for name in ("required", "found", "reason") if name in parts
    ]
    if reasons:
        message += f" ({'; '.join(reasons)})"
    for other in others:
        message += f" {other}" if other.startswith("(") else f"; {other}"
    return _simple_names(message)


def _tells(location: str, own_class: str) -> bool:
    """Whether a location says more than the class that the file is named after."""
    kind, _, name = location.partition(" ")
    own = kind in ("class", "interface", "enum", "record", "@interface")
    return bool(location) and not (own and _simple(name.split("<", 1)[0]) == own_class)


def _simple(name: str) -> str:
    match = _QUALIFIED.fullmatch(name)
    return match["simple"] if match else name


def _simple_names(message: str) -> str:
    """Types without their packages, as javac itself prints them, unless two would look the same."""
    packages: dict[str, set[str]] = {}
    for match in _QUALIFIED.finditer(message):
        packages.setdefault(match["simple"], set()).add(match[0])
    return _QUALIFIED.sub(
        lambda match: match["simple"] if len(packages[match["simple"]]) == 1 else match[0], message
    )


def _without_echoes(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Leave out what only repeats the start of an earlier message at the same place."""
    said: dict[tuple[str | None, int | None, int | None], list[str]] = {}
    for problem in problems:
        messages = said.setdefault((problem.file, problem.line, problem.column), [])
        if not any(message.startswith(problem.message) for message in messages):
            messages.append(problem.message)
            yield problem
