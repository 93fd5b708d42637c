"""Java stack traces: parsed, and reduced to the frames that tell where the application failed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from pageful.builds.junit.class_names import is_dotted_name
from pageful.jvm.repeated_frames import without_repeats
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.elision import elision

# > java.base/java.lang.reflect.Method.invoke
# > ✽.2 are left
_CALL = patterns.compile(r"(?:[^\s()/]*/)*(?P<call>[\w$✽-]+\.[^/]+)\Z")
# > Method.java:569
# > Native Method
# > classpath:bakery.feature:9
_SOURCE = patterns.compile(
    r"[^()\s]*\.\w+(?::\d+)?|[^()\s]+:\d+|(?:[^()\s]*/)?(?:Native Method|Unknown Source)|<\w+>"
)
# > at com.example.Till.open(Till.java:8) ~[spring-beans-6.1.14.jar:6.1.14]
_PACKAGED = patterns.compile(r" ~?\[[^\[\]\s]{1,300}:[^\[\]\s]{1,100}\]\Z")
"""The archive of a class, which Logback prints behind a frame."""

_GENERATED = ("$$Lambda", "(<generated>)", "_COROUTINE._")
# > com.example.kitchen.Oven$bake$1.invokeSuspend(OvenTest.kt)
_CONTINUATION = patterns.compile(r"\$\d+\.invoke(?:Suspend)?\([^():]*\.kt\)\Z")
"""A method that Kotlin's compiler makes of a suspending lambda, beside the frame with the line."""

# > 	Suppressed: java.lang.InterruptedException: sleep interrupted
# > Caused by: org.springframework.beans.TypeMismatchException: Failed to convert value
_RELATED = patterns.compile(r"(?P<indent>\s*)(?P<relation>Caused by|Suppressed): (?P<header>.*)\Z")
# > 	... 17 more
# > 	... 98 common frames omitted
_ELLIPSIS = patterns.compile(r"\s*\.\.\. \d+ (?:more|common frames omitted)\s*\Z")
# > java.lang.InterruptedException: sleep interrupted
_TYPE = patterns.compile(r"(?P<type>[\w$]+(?:\.[\w$]+)+)(?:: ?(?P<message>.*))?\Z", re.DOTALL)
_ASSERTIONS = (
    "ComparisonFailure",
    "MultipleFailuresError",
    "ConditionNotSatisfiedError",
)
_NESTED = "; nested exception is"
_WORTH_LEAVING_OUT = 10
_FEW = 3
_LONGEST_TYPE = 500
_CIRCULAR = "[CIRCULAR REFERENCE"
_STEP = "✽."
"""The beginning of a frame that is a step of a feature file."""

FRAMEWORKS = (
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "kotlinx.", "groovy.", "scala.",
    "org.codehaus.groovy.", "org.apache.groovy.", "org.junit.", "junit.", "org.opentest4j.",
    "org.testng.", "org.hamcrest.", "org.assertj.", "com.google.common.truth.", "org.mockito.",
    "io.mockk.", "net.bytebuddy.", "org.spockframework.", "io.kotest.", "io.cucumber.",
    "org.apache.maven.", "org.codehaus.plexus.", "org.springframework.", "org.hibernate.",
    "org.eclipse.jetty.", "org.apache.tomcat.", "org.apache.catalina.", "io.netty.", "reactor.",
    "jakarta.", "worker.org.gradle.", "org.gradle.", "com.tngtech.archunit.", "_COROUTINE.",
)  # fmt: skip
"""Prefixes of the classes of frameworks, whose frames are not the application's."""


@dataclass(frozen=True, slots=True)
class TracedException:
    """One exception of a trace: its relation to the one before, its header, its frames.

    `nested` marks suppressed exceptions and their causes, which are off the main chain of causes.
    """

    relation: str
    header: str
    frames: tuple[str, ...]
    nested: bool = False


Trace: TypeAlias = tuple[TracedException, ...]
"""A whole trace: the thrown exception first, then its causes in the printed order."""


@dataclass(frozen=True, slots=True)
class Application:
    """The application's classes: those of its packages, and of the failing test's package."""

    packages: tuple[str, ...] = ()
    test_package: str = ""

    def owns(self, call: str) -> bool:
        """Return whether a frame's call is the application's code; no framework lacks a package."""
        name = call.partition("(")[0]
        if name.startswith(_STEP) or (name.count(".") == 1 and not name.startswith("$")):
            return True
        if any(call.startswith(f"{each}.") for each in (*self.packages, self.test_package) if each):
            return True
        return not self.packages and not call.startswith(FRAMEWORKS)

    def short(self, call: str) -> str:
        """Return a call without the application's package in front."""
        for package in sorted(self.packages, key=len, reverse=True):
            if call.startswith(f"{package}."):
                return call[len(package) + 1 :]
        return call


def parse_trace(text: str, message: str = "") -> Trace:
    """Parse a printed trace: the thrown exception first, then causes in the printed order.

    If the `message` of the thrown exception is known, no line of it is taken for a frame.
    """
    said = _header_end(text, message.strip())
    return tuple(_parse(text[:said], text[said:].split("\n")))


def _header_end(text: str, message: str) -> int:
    """Count the characters of a trace that are the exception's type and message."""
    start = text.find(message, 0, len(message) + _LONGEST_TYPE) if message else -1
    return start + len(message) if start >= 0 and "\tat " not in text[:start] else 0


def _parse(said: str, lines: Sequence[str]) -> Iterator[TracedException]:
    relation, frames, nested = "", list[str](), False
    header = [said + lines[0]] if said else []
    in_header = True
    for line in lines[1:] if said else lines:
        if call := frame_call(line):
            in_header = False
            if not _is_generated(call):
                frames.append(call)
        elif related := _RELATED.match(line):
            yield TracedException(relation, "\n".join(header).strip(), tuple(frames), nested)
            relation, header, frames = related["relation"], [related["header"]], []
            nested, in_header = bool(related["indent"]), True
        elif in_header and not _ELLIPSIS.match(line):
            header.append(line)
    yield TracedException(relation, "\n".join(header).strip(), tuple(frames), nested)


def _is_generated(call: str) -> bool:
    """Return whether a compiler or a library generated the method."""
    return any(mark in call for mark in _GENERATED) or bool(_CONTINUATION.search(call))


def frame_call(line: str) -> str:
    """Return the call of a frame's line without loader and module; empty for other lines."""
    text = line.strip()
    if not text.startswith("at "):
        return ""
    if text.endswith("]"):
        text = _PACKAGED.sub("", text)
    if not text.endswith(")"):
        return ""
    name, _, source = text[3:-1].rpartition("(")
    if not _SOURCE.fullmatch(source):
        return ""
    if "$$Lambda" in name:
        return name
    match = _CALL.match(name)
    return f"{match['call']}({source})" if match else ""


def is_within_trace(line: str, *, frames_only: bool = False) -> bool:
    """Return whether a line belongs to a trace behind its first: frame, ellipsis or cause."""
    is_frame = bool(frame_call(line) or _ELLIPSIS.match(line))
    return is_frame or (not frames_only and bool(_RELATED.match(line)))


def is_assertion(type_name: str) -> bool:
    """Return whether an exception is a failed expectation, whose type adds nothing."""
    simple = simple_type(type_name)
    return simple.endswith(_ASSERTIONS) or ("Assert" in simple and simple.endswith("Error"))


def simple_type(type_name: str) -> str:
    """Return a class name without its package and outer classes."""
    return re.split(r"[.$]", type_name)[-1]


def describe_exception(type_name: str, message: str) -> str:
    """Return a message behind its exception's simple name; an assertion's without a name.

    A type that is no class name is the beginning of the message. A message that names its type
    already is not given it twice.
    """
    if message.startswith(f"{type_name}:"):
        return message
    is_type = is_dotted_name(type_name)
    if message.strip() and (not is_type or is_assertion(type_name)):
        return message
    simple = simple_type(type_name) if is_type else type_name
    return f"{simple}: {message}" if message.strip() else simple


def reduce_trace(
    trace: Sequence[TracedException], application: Application, limit: int
) -> tuple[str, ...]:
    """Return the lines worth reading, at most `limit` (0: all) beside those that note a cut.

    They are each cause's header and the frames of the application; if the innermost cause has no
    such frames, its first few. That header and its first frame are kept whatever the limit.
    """
    owned = any(application.owns(call) for thrown in trace for call in thrown.frames)
    innermost = root_cause(trace)
    lines: list[str] = []
    kept = range(0)
    for number, thrown in enumerate(trace):
        if number and thrown is not innermost and _is_copy(thrown, trace[number - 1], application):
            continue
        few = 0 if thrown is not innermost else 1 if owned else _FEW
        following = _cause_header(trace[number : number + 2])
        header = list(_header(thrown, said=trace[0].header, following=following))
        frames = list(_frames(thrown, application, few))
        if thrown is innermost:
            kept = range(len(lines), len(lines) + len(header) + len(frames[:1]))
        lines += [*header, *frames]
    return tuple(_shorten(lines, limit, kept) if 0 < limit < len(lines) else lines)


def _cause_header(pair: Sequence[TracedException]) -> str:
    """Return the header of an exception's cause, if that follows."""
    is_cause = pair[-1].relation == "Caused by" and pair[-1].nested == pair[0].nested
    return pair[-1].header if len(pair) > 1 and is_cause else ""


def _is_copy(thrown: TracedException, other: TracedException, application: Application) -> bool:
    """Return whether a cause only repeats its wrapper, as coroutines do to name the caller."""
    if thrown.relation != "Caused by" or thrown.header != other.header:
        return False
    return [*_frames(thrown, application, 0)] == [*_frames(other, application, 0)]


def _shorten(lines: Sequence[str], limit: int, kept: range) -> Iterator[str]:
    """Yield the first lines and the `kept` ones, with counts of those left out between."""
    others = [number for number in range(len(lines)) if number not in kept]
    shown = {*kept, *others[: max(0, limit - len(kept))]}
    left = 0
    for number, line in enumerate(lines):
        if number not in shown:
            left += 1
            continue
        if left:
            yield elision(left)
            left = 0
        yield line
    if left:
        yield elision(left)


def _header(thrown: TracedException, said: str, following: str) -> Iterator[str]:
    """Yield header lines of one exception (`Caused by: …`), without text that is in `said`.

    Text of the header `following`, that of its cause, is left out too.
    """
    header = _without_cause(following, thrown.header)
    if thrown.relation == "Suppressed" and thrown.header in said:
        yield "Suppressed:"
    elif thrown.relation:
        yield from f"{thrown.relation}: {shorten_header(header)}".split("\n")


def shorten_header(header: str) -> str:
    """Return the header of an exception with the simple name of its type."""
    match = _TYPE.match(header)
    return describe_exception(match["type"], match["message"] or "") if match else header


def _without_cause(following: str, header: str) -> str:
    """Return a header without its cause's header or message, which wrappers repeat at the end."""
    match = _TYPE.match(following)
    for said in (following, match["message"] or "" if match else ""):
        if len(said) >= _WORTH_LEAVING_OUT and header.endswith(f": {said}"):
            return header.removesuffix(said).rstrip()
        if said and header.endswith(f"{_NESTED} {said}"):
            return header.removesuffix(f"{_NESTED} {said}")
    return header


def _frames(thrown: TracedException, application: Application, few: int) -> Iterator[str]:
    own = [call for call in thrown.frames if application.owns(call)]
    shown = own or thrown.frames[:few]
    yield from without_repeats([f"at {application.short(call)}" for call in shown])


def root_cause(trace: Sequence[TracedException]) -> TracedException:
    """Return the last cause on the main chain, or the thrown exception if it has none."""
    chain = [each for each in trace if each.relation == "Caused by" and not each.nested]
    return next((each for each in reversed(chain) if _CIRCULAR not in each.header), trace[0])


def top_frame(trace: Sequence[TracedException], application: Application) -> str:
    """Return the first application frame of the thrown exception, or an empty text."""
    return next((call for call in trace[0].frames if application.owns(call)), "")
