"""Errors and warnings of compilers, and of Maven about a POM, read from the log.

Maven prints each compile error twice: where the compiler says it, and under the failed goal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from laconic.maven.log import LogLine
from laconic.maven.results import Problem

_SOURCE = r"\.(?:java|kts?|groovy|scala)(?P<end>)"
_KOTLIN = r"\.(?:kts?|groovy|scala)(?P<end>)"
_PLACES = tuple(
    map(
        re.compile,
        (
            r"\.\w+(?P<end>):\[(?P<line>\d{1,9})(?:,(?P<column>\d{1,9}))?\]",
            _KOTLIN + r": \((?P<line>\d{1,9}), (?P<column>\d{1,9})\)",
            _KOTLIN + r":(?P<line>\d{1,9}):(?P<column>\d{1,9}):?(?= )",
            _SOURCE + r":(?= )",
        ),
    )
)
"""How compilers name a place: javac through Maven, Kotlin old and new, a file without a line."""

_ABSOLUTE = re.compile(r"/|[A-Za-z]:[\\/]")
_FILE_URI = re.compile(r"\Afile://(?:/(?=[A-Za-z]:))?")
_PREFIX = re.compile(r"(?:error|warning): ")
_BLOCK = re.compile(r"COMPILATION (?P<kind>ERROR|WARNING) ?:")
_FAILED_GOAL = "Failed to execute goal "
_NO_PROBLEM = (" ", "-> ", _FAILED_GOAL)
_GENERAL = re.compile(r"(?:error|warning): |Fatal error compiling: ")
_HELP = re.compile(r" -> \[Help \d+\]\Z")
_POM_OF = re.compile(r"The project [^(]*\((?P<file>.+)\) has \d+ errors?\Z")
_POM_PLACE = re.compile(
    r"(?:[^\s,:/\\]+(?::[^\s,:/\\]+)+, )?(?:(?P<file>.+), )?"
    r"line (?P<line>\d{1,9}), column (?P<column>\d{1,9})\Z"
)
_BROKEN_POM = re.compile(
    r"(?P<what>(?:Non-parseable|Non-readable|Malformed) POM) (?P<file>.+?\.\w+): (?P<text>.*)\Z"
)
_DETAIL = re.compile(r"\s*(?P<label>symbol|location|required|found|reason): *(?P<text>.*)\Z")
_QUALIFIED = re.compile(r"(?<![\w.$])(?:[a-z_][\w$]*\.)+(?P<simple>[A-Z][\w$]*(?:\.[A-Z][\w$]*)*)")
_ABOUT_PACKAGES = re.compile(
    r"\b(?:package|class file for|cannot access|duplicate class:|import -) "
)
_TYPE_ARGUMENTS = re.compile(r"<[^<>]*>")


@dataclass(frozen=True, slots=True)
class CompilerLog:
    """What compilers said in one build, each thing once, in the log's order."""

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]


@dataclass(slots=True)
class _Draft:
    """A problem while its lines come in; `file` is empty for a POM that is not named yet."""

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
    errors = _with_named_poms(tuple(found["ERROR"]))
    return CompilerLog(tuple(_without_echoes(errors)), tuple(found["WARNING"]))


def _drafts(lines: Iterable[LogLine]) -> Iterator[_Draft]:
    draft: _Draft | None = None
    block, pom = "", ""
    for line in lines:
        started = _started(line, block) or _pom_draft(line, pom)
        named = _POM_OF.match(line.text.strip()) if line.is_error else None
        if draft and not started and not named and _continues(line, block):
            draft.details.append(line.text)
        else:
            if draft:
                yield draft
            draft = started
        block = _block_after(line, block)
        pom = named["file"] if named else pom
    if draft:
        yield draft


def _block_after(line: LogLine, block: str) -> str:
    """Which of the compiler's blocks the next line stands in, if any."""
    match = _BLOCK.match(line.text)
    if match and line.level:
        return match["kind"]
    ended = line.level == "INFO" or line.text.startswith(_FAILED_GOAL)
    return "" if ended and not line.text.startswith("---") else block


def _started(line: LogLine, block: str) -> _Draft | None:
    if not line.is_error and line.level != "WARNING":
        return None
    level = "WARNING" if line.level == "WARNING" else "ERROR"
    text = line.text
    if draft := _placed(level, text.strip()):
        return draft
    general = block and text and not _BLOCK.match(text) and not text.startswith(_NO_PROBLEM)
    return _Draft(level, None, None, None, text) if general or _GENERAL.match(text) else None


def _placed(level: str, text: str) -> _Draft | None:
    for pattern in _PLACES:
        match = pattern.search(text)
        file = _FILE_URI.sub("", text[: match.end("end")]) if match else ""
        if match and _is_file(file):
            place = match.groupdict()
            said = _PREFIX.sub("", text[match.end() :].strip(), count=1)
            return _Draft(
                level, file, _number(place.get("line")), _number(place.get("column")), said
            )
    return None


def _is_file(text: str) -> bool:
    """Whether all of a text is a path; a relative one with blanks may just as well be prose."""
    absolute = bool(_ABSOLUTE.match(text))
    return ":" not in text[2 if absolute else 0 :] and (absolute or " " not in text)


def _number(digits: str | None) -> int | None:
    return int(digits) if digits else None


def _pom_draft(line: LogLine, pom: str) -> _Draft | None:
    said, at, where = _HELP.sub("", line.text.strip()).rpartition(" @ ")
    place = _POM_PLACE.match(where) if at and line.is_error else None
    if not place:
        return None
    text, file = said.partition(" (position: ")[0].rstrip(), place["file"] or pom
    if broken := _BROKEN_POM.match(text):
        text, file = f"{broken['what']}: {broken['text']}", broken["file"]
    return _Draft("ERROR", file, int(place["line"]), int(place["column"]), text)


def _continues(line: LogLine, block: str) -> bool:
    if not line.text.strip():
        return False
    indented = line.text.startswith("  ")
    return line.is_error and indented if line.level else indented or bool(block)


def _problem(draft: _Draft, root: str) -> Problem:
    file = relative(draft.file, root) if draft.file else draft.file
    message = _message(draft.text, draft.details, _stem(file or ""))
    return Problem(message, file, draft.line, draft.column)


def relative(file: str, root: str) -> str:
    """A path from Maven's log, relative to the directory `root`, with forward slashes."""
    path, base = file.replace("\\", "/"), root.replace("\\", "/").rstrip("/") + "/"
    return path.removeprefix(base)


def _stem(file: str) -> str:
    return file.rsplit("/", 1)[-1].split(".", 1)[0]


def _message(text: str, details: Sequence[str], own_class: str) -> str:
    """The message with its details on its line, types by their simple names where that is clear."""
    parts, others = _sorted_details(details)
    message = text.strip()
    if others or parts:
        message = message.rstrip(";")
    if "symbol" in parts:
        message += f": {parts['symbol']}"
    if _tells(parts.get("location", ""), own_class):
        message += f" in {parts['location']}"
    labels = ("required", "found", "reason")
    reasons = [f"{label}: {parts[label]}" for label in labels if label in parts]
    if reasons:
        message += f" ({'; '.join(reasons)})"
    for other in others:
        message += f" {other}" if other.startswith("(") else f"; {other}"
    return _simple_names(message.removeprefix("; "))


def _sorted_details(details: Iterable[str]) -> tuple[Mapping[str, str], Sequence[str]]:
    """The labelled details, each with what stands in parentheses below it, and the others."""
    parts: dict[str, str] = {}
    others: list[str] = []
    label = ""
    for detail in details:
        text = " ".join(detail.split())
        match = _DETAIL.match(text)
        if match and match["label"] not in parts:
            label = match["label"]
            parts[label] = match["text"]
        elif label and text.startswith("("):
            parts[label] += f" {text}"
        else:
            label = ""
            others.append(text)
    return parts, others


def _tells(location: str, own_class: str) -> bool:
    """Whether a location says more than the class that the file is named after."""
    kind, _, name = location.partition(" ")
    own = kind in ("class", "interface", "enum", "record", "@interface")
    return bool(location) and not (own and _simple(_without_type_arguments(name)) == own_class)


def _without_type_arguments(name: str) -> str:
    shorter = _TYPE_ARGUMENTS.sub("", name)
    return name if shorter == name else _without_type_arguments(shorter)


def _simple(name: str) -> str:
    match = _QUALIFIED.fullmatch(name)
    return match["simple"] if match else name


def _simple_names(message: str) -> str:
    """Types without their packages, as javac itself prints them.

    Where two would look the same, or packages are the matter, they stay as they are.
    """
    if _ABOUT_PACKAGES.search(message):
        return message
    packages: dict[str, set[str]] = {}
    for match in _QUALIFIED.finditer(message):
        packages.setdefault(match["simple"], set()).add(match[0])
    return _QUALIFIED.sub(
        lambda match: match["simple"] if len(packages[match["simple"]]) == 1 else match[0], message
    )


def _with_named_poms(problems: Sequence[Problem]) -> Iterator[Problem]:
    """Each problem of a POM under its POM: Maven says it first without, then under its name."""
    named = {replace(problem, file="") for problem in problems if problem.file}
    for problem in problems:
        if problem.file != "":
            yield problem
        elif problem not in named:
            yield replace(problem, file="pom.xml")


def _without_echoes(problems: Iterable[Problem]) -> Iterator[Problem]:
    """Leave out what only repeats the start of an earlier message at the same place."""
    said: dict[tuple[str, int, int | None], list[str]] = {}
    for problem in problems:
        if problem.file is not None and problem.line is not None:
            messages = said.setdefault((problem.file, problem.line, problem.column), [])
            if any(message.startswith(problem.message) for message in messages):
                continue
            messages.append(problem.message)
        yield problem
