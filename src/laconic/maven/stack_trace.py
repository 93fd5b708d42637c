"""Java stack traces: taken apart, and reduced to what tells where the application failed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from laconic.units import count

_CALL = re.compile(r"(?:[^\s()/]*/)*(?P<call>[\w$-]+\.[^/]+)\Z")
_SOURCE = re.compile(
    r"[^()\s]*\.\w+(?::\d+)?|[^()\s]+:\d+|(?:[^()\s]*/)?(?:Native Method|Unknown Source)|<\w+>"
)
_GENERATED = ("$$Lambda", "(<generated>)")
_RELATED = re.compile(r"(?P<indent>\s*)(?P<relation>Caused by|Suppressed): (?P<header>.*)\Z")
_ELLIPSIS = re.compile(r"\s*\.\.\. \d+ (?:more|common frames omitted)\s*\Z")
_TYPE = re.compile(r"(?P<type>[\w$]+(?:\.[\w$]+)+)(?:: ?(?P<message>.*))?\Z", re.DOTALL)
_ASSERTIONS = (
    "ComparisonFailure",
    "MultipleFailuresError",
    "ConditionNotSatisfiedError",
)
_FEW = 3

FRAMEWORKS = (
    "java.", "javax.", "jdk.", "sun.", "com.sun.", "kotlin.", "kotlinx.", "groovy.", "scala.",
    "org.codehaus.groovy.", "org.apache.groovy.", "org.junit.", "junit.", "org.opentest4j.",
    "org.testng.", "org.hamcrest.", "org.assertj.", "com.google.common.truth.", "org.mockito.",
    "io.mockk.", "net.bytebuddy.", "org.spockframework.", "io.kotest.", "io.cucumber.",
    "org.apache.maven.", "org.codehaus.plexus.", "org.springframework.", "org.hibernate.",
    "org.eclipse.jetty.", "org.apache.tomcat.", "org.apache.catalina.", "io.netty.", "reactor.",
    "jakarta.", "worker.org.gradle.", "org.gradle.",
)  # fmt: skip
"""Where frames come from that no application wrote."""


@dataclass(frozen=True, slots=True)
class Thrown:
    """One exception of a trace: how it belongs to the one before, its header, its frames.

    `nested` marks what hangs on a suppressed exception, off the main chain of causes.
    """

    relation: str
    header: str
    frames: tuple[str, ...]
    nested: bool = False


Trace: TypeAlias = tuple[Thrown, ...]
"""A whole trace: the thrown exception first, then its causes in the printed order."""


@dataclass(frozen=True, slots=True)
class Application:
    """Which classes are the application's: those of its packages, and of the failing test's own."""

    packages: tuple[str, ...] = ()
    test_package: str = ""

    def owns(self, call: str) -> bool:
        """Whether a frame's call is the application's code; no framework lacks a package."""
        name = call.partition("(")[0]
        if name.count(".") == 1 and not name.startswith("$"):
            return True
        if any(call.startswith(f"{each}.") for each in (*self.packages, self.test_package) if each):
            return True
        return not self.packages and not call.startswith(FRAMEWORKS)

    def short(self, call: str) -> str:
        """A call without the application's package in front."""
        for package in sorted(self.packages, key=len, reverse=True):
            if call.startswith(f"{package}."):
                return call[len(package) + 1 :]
        return call


def parse_trace(text: str) -> Trace:
    """Take a printed trace apart, the thrown exception first, then causes in the printed order."""
    return tuple(_parse(text.split("\n")))


def _parse(lines: Sequence[str]) -> Iterator[Thrown]:
    relation, header, frames, nested = "", list[str](), list[str](), False
    in_header = True
    for line in lines:
        if related := _RELATED.match(line):
            yield Thrown(relation, "\n".join(header).strip(), tuple(frames), nested)
            relation, header, frames = related["relation"], [related["header"]], []
            nested, in_header = bool(related["indent"]), True
        elif call := _call(line):
            in_header = False
            if not any(mark in call for mark in _GENERATED):
                frames.append(call)
        elif in_header and not _ELLIPSIS.match(line):
            header.append(line)
    yield Thrown(relation, "\n".join(header).strip(), tuple(frames), nested)


def _call(line: str) -> str:
    """The call of a frame's line without loader and module; empty for any other line."""
    text = line.strip()
    if not text.startswith("at ") or not text.endswith(")"):
        return ""
    name, _, source = text[3:-1].rpartition("(")
    if not _SOURCE.fullmatch(source):
        return ""
    if "$$Lambda" in name:
        return name
    match = _CALL.match(name)
    return f"{match['call']}({source})" if match else ""


def is_assertion(type_name: str) -> bool:
    """Whether an exception says that an expectation failed, so that its type adds nothing."""
    simple = simple_type(type_name)
    return simple.endswith(_ASSERTIONS) or ("Assert" in simple and simple.endswith("Error"))


def simple_type(type_name: str) -> str:
    """A class name without its package and outer classes."""
    return re.split(r"[.$]", type_name)[-1]


def described(type_name: str, message: str) -> str:
    """A message under its exception's simple name; an assertion's stands alone."""
    if is_assertion(type_name) and message.strip():
        return message
    simple = simple_type(type_name)
    return f"{simple}: {message}" if message.strip() else simple


def reduced(trace: Sequence[Thrown], application: Application, limit: int) -> tuple[str, ...]:
    """The lines worth reading, at most `limit` of them (0: all) beside those that say a cut.

    Frames of the application, or the first few where there are none; each cause's header. The
    innermost cause and its first frame are kept whatever the limit.
    """
    owned = any(application.owns(call) for thrown in trace for call in thrown.frames)
    few = 1 if owned else _FEW
    innermost = _innermost(trace)
    lines: list[str] = []
    kept = range(0)
    for thrown in trace:
        header = list(_header(thrown, said=trace[0].header))
        frames = list(_frames(thrown, application, few))
        if thrown is innermost:
            kept = range(len(lines), len(lines) + len(header) + len(frames[:1]))
        lines += [*header, *frames]
    return tuple(_cut(lines, limit, kept) if 0 < limit < len(lines) else lines)


def _cut(lines: Sequence[str], limit: int, kept: range) -> Iterator[str]:
    """The first lines and the `kept` ones, with what says how many are left out between them."""
    others = [number for number in range(len(lines)) if number not in kept]
    shown = {*kept, *others[: max(0, limit - len(kept))]}
    left = 0
    for number, line in enumerate(lines):
        if number not in shown:
            left += 1
            continue
        if left:
            yield f"… {count(left, 'more line')}"
            left = 0
        yield line
    if left:
        yield f"… {count(left, 'more line')}"


def _header(thrown: Thrown, said: str) -> Iterator[str]:
    """How an exception belongs to the one before and what it says, if that is not `said` yet."""
    if thrown.relation == "Suppressed" and thrown.header in said:
        yield "Suppressed:"
    elif thrown.relation:
        match = _TYPE.match(thrown.header)
        text = described(match["type"], match["message"] or "") if match else thrown.header
        yield from f"{thrown.relation}: {text}".split("\n")


def _frames(thrown: Thrown, application: Application, few: int) -> Iterator[str]:
    own = [call for call in thrown.frames if application.owns(call)]
    for call in own or thrown.frames[:few]:
        yield f"at {application.short(call)}"


def _innermost(trace: Sequence[Thrown]) -> Thrown | None:
    """The last cause on the main chain."""
    chain = [each for each in trace if each.relation == "Caused by" and not each.nested]
    return chain[-1] if chain else None


def top_frame(trace: Sequence[Thrown], application: Application) -> str:
    """The first application frame of the thrown exception, empty if there is none."""
    return next((call for call in trace[0].frames if application.owns(call)), "")
