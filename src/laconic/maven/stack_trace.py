"""Java stack traces: taken apart, and reduced to what tells where the application failed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from laconic.units import count

_FRAME = re.compile(r"(?P<indent>\s*)at (?:[^\s()]*/)?(?P<call>[^\s()/]+\([^()]*\))\s*\Z")
_RELATED = re.compile(r"(?P<indent>\s*)(?P<relation>Caused by|Suppressed): (?P<header>.*)\Z")
_ELLIPSIS = re.compile(r"\s*\.\.\. \d+ (?:more|common frames omitted)\s*\Z")
_TYPE = re.compile(r"(?P<type>[\w$]+(?:\.[\w$]+)+)(?:: ?(?P<message>.*))?\Z", re.DOTALL)
_ASSERTION = re.compile(
    r"(?:\w*Assert\w*Error|AssertionFailedError|\w*ComparisonFailure|MultipleFailuresError"
    r"|ConditionNotSatisfiedError|\w*ComparisonFailure|FileComparisonFailure)\Z"
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


@dataclass(frozen=True, slots=True)
class Application:
    """Which classes are the application's: those of its packages, and of the failing test's own."""

    packages: tuple[str, ...] = ()
    test_package: str = ""

    def owns(self, call: str) -> bool:
        """Whether a frame's call is the application's code."""
        if any(call.startswith(f"{each}.") for each in (*self.packages, self.test_package) if each):
            return True
        return not self.packages and not call.startswith(FRAMEWORKS)

    def short(self, call: str) -> str:
        """A call without the application's package in front."""
        for package in sorted(self.packages, key=len, reverse=True):
            if call.startswith(f"{package}."):
                return call[len(package) + 1 :]
        return call


def parse_trace(text: str) -> tuple[Thrown, ...]:
    """Take a printed trace apart, the thrown exception first, then causes in the printed order."""
    return tuple(_parse(text.split("\n")))


def _parse(lines: Sequence[str]) -> Iterator[Thrown]:
    relation, header, frames, nested = "", list[str](), list[str](), False
    for line in lines:
        related = _RELATED.match(line)
        frame = _FRAME.match(line)
        if "$$Lambda" in line:
            continue
        if related:
            yield Thrown(relation, "\n".join(header), tuple(frames), nested)
            relation, header, frames = related["relation"], [related["header"]], []
            nested = bool(related["indent"])
        elif frame:
            frames.append(frame["call"])
        elif not frames and not _ELLIPSIS.match(line):
            header.append(line)
    yield Thrown(relation, "\n".join(header).strip(), tuple(frames), nested)


def is_assertion(type_name: str) -> bool:
    """Whether an exception says that an expectation failed, so that its type adds nothing."""
    return bool(_ASSERTION.match(simple_type(type_name)))


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
    """The lines worth reading, at most `limit` of them (0: all).

    Frames of the application, or the first few where there are none; each cause's header. The
    innermost cause and its first application frame are kept whatever the limit.
    """
    owned = any(application.owns(call) for thrown in trace for call in thrown.frames)
    few = 1 if owned else _FEW
    lines: list[str] = []
    for thrown in trace:
        lines.extend(_header(thrown))
        lines.extend(_frames(thrown, application, few))
    if not limit or len(lines) <= limit:
        return tuple(lines)
    end = _innermost(trace, application)
    head = lines[: max(0, limit - len(end))]
    if lines[: len(head) + len(end)] == [*head, *end]:
        end = ()
    left = len(lines) - len(head) - len(end)
    return (*head, f"… {count(left, 'more line')}", *end)


def _header(thrown: Thrown) -> Iterator[str]:
    if thrown.relation:
        match = _TYPE.match(thrown.header)
        text = described(match["type"], match["message"] or "") if match else thrown.header
        yield from f"{thrown.relation}: {text}".split("\n")


def _frames(thrown: Thrown, application: Application, few: int) -> Iterator[str]:
    own = [call for call in thrown.frames if application.owns(call)]
    for call in own or thrown.frames[:few]:
        yield f"at {application.short(call)}"


def _innermost(trace: Sequence[Thrown], application: Application) -> tuple[str, ...]:
    """The header and first frame of the last cause on the main chain."""
    chain = [each for each in trace if each.relation == "Caused by" and not each.nested]
    if not chain:
        return ()
    return (*_header(chain[-1]), *list(_frames(chain[-1], application, 1))[:1])


def top_frame(trace: Sequence[Thrown], application: Application) -> str:
    """The first application frame of the thrown exception, empty if there is none."""
    return next((call for call in trace[0].frames if application.owns(call)), "")
