"""The lines that Spring Boot prints whenever a context starts, replaced by a count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.lazy import patterns
from pageful.text.elision import elision

_BANNER = "  .   ____          _            __ _ _"
# >  :: Spring Boot ::                (v3.3.5)
_BANNER_END = patterns.compile(r" *:: Spring Boot :: +\(v[^()]{1,60}\)\s*\Z")
_LONGEST_BANNER = 10
# > INFO 211 --- [main] c.e.TillTest : Starting TillTest using Java 17.0.15 with PID 211
# > INFO 211 --- [main] c.e.TillTest : No active profile set, falling back to 1 default profile
# > INFO 211 --- [main] c.e.TillTest : Started TillTest in 0.106 seconds (process running for 1.6)
# > 17:31:29.937 INFO L -- Could not detect default configuration classes for test class [a.T]
# > 17:31:30.017 [main] INFO o.s.B -- Found @SpringBootConfiguration a.Shop for test class a.T
_START = patterns.compile(
    r".{0,300}? (?::|--?) (?:Starting \S+ (?:v\S+ )?using Java "
    r"|No active profile set, falling back to |Started \S+ in [\d.]+ seconds "
    r"|Could not detect default configuration classes for test class "
    r"|Found @SpringBootConfiguration \S+ for test class )"
)
_FEW = 3
"""The fewest lines of a start that are replaced. Chosen by hand."""

_MOST_EMPTY = 3
"""The most empty lines in a row within a start: around a banner there is one."""

_REPORT = "CONDITIONS EVALUATION REPORT"
# > ============================
_RULE = patterns.compile(r"(?:=+|-+)\s*\Z")
_PARTS = ("Positive matches:", "Negative matches:", "Exclusions:", "Unconditional classes:")


def without_spring_noise(output: str) -> str:
    """Return the output with Spring Boot's starts and condition reports replaced by a count."""
    if ":: Spring Boot ::" not in output and _REPORT not in output:
        return output
    return "\n".join(_without_noise(output.split("\n")))


def _without_noise(lines: Sequence[str]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        if end := _end_of_start(lines, at):
            yield _left_out(end - at, "the start of Spring Boot")
        elif end := _end_of_report(lines, at):
            yield _left_out(end - at, "Spring Boot's condition report")
        else:
            yield lines[at]
            end = at + 1
        at = end


def _left_out(lines: int, what: str) -> str:
    return f"{elision(lines)}: {what}"


def _end_of_start(lines: Sequence[str], at: int) -> int:
    """Find the end of a start that begins at `at`, a banner and lines around it; else 0."""
    end = number = at
    while number < len(lines):
        if banner := _end_of_banner(lines, number):
            end = number = banner
        elif _START.match(lines[number]):
            end = number = number + 1
        elif number < end + _MOST_EMPTY and not lines[number].strip():
            number += 1
        else:
            break
    return end if end - at >= _FEW else 0


def _end_of_banner(lines: Sequence[str], at: int) -> int:
    """Find the end of the banner that begins at `at`, 0 if none does."""
    if lines[at].rstrip() != _BANNER:
        return 0
    ends = range(at + 1, min(at + _LONGEST_BANNER, len(lines)))
    return next((number + 1 for number in ends if _BANNER_END.match(lines[number])), 0)


def _end_of_report(lines: Sequence[str], at: int) -> int:
    """Find the end of the report that begins at `at` with a rule, 0 if none does."""
    if not _RULE.match(lines[at]) or at + 1 == len(lines) or lines[at + 1].rstrip() != _REPORT:
        return 0
    end = at + 2
    while end < len(lines) and _is_of_report(lines[end]):
        end += 1
    return end


def _is_of_report(line: str) -> bool:
    return not line.strip() or line.startswith("   ") or line in _PARTS or bool(_RULE.match(line))
