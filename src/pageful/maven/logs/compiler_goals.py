"""Failed goals at the end of a log, under which Maven repeats the compiler's messages."""

from __future__ import annotations

from collections.abc import Container

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.phrases import FAILED_GOAL, HELP

# > Compilation failure: Compilation failure:
_COMPILATION = patterns.compile(r"(?:Compilation failure(?:: ?| |\Z))+")
# > Fatal error compiling: error: release version 99 not supported
_FATAL = patterns.compile(r"Fatal error compiling: (?:error: )?")
# > AJC compiler errors:
# > scala compilation failed
_WORDLESS = patterns.compile(
    r"(?:startup failed|Error while generating Javadoc|AJC compiler errors):\Z"
    r"|[Cc]ompilation failed(?:: InterfaceCompileFailed)?\Z"
)
# > Cannot compile com.example:geometry:jar:1.0.0 main classes.
_SUMMARY = patterns.compile(r"Cannot compile \S+ \w+ classes\.\Z")
_ENDS = ("To see the full stack trace", "Re-run Maven using", "For more information about the err")
# > Refer to the generated Javadoc files in '/project/target/reports/apidocs' dir.
# > error at
_ADVICE = patterns.compile(
    r"\s*\Z|Exit code: \d{1,9}\Z|Command line was: |Refer to the generated Javadoc files"
    r"|(?:error|warning) at\Z"
)
# >              ^^^^^^
_CARETS = patterns.compile(r"\s*\^")


@dataclass(slots=True)
class GoalReport:
    """The lines listed under one failed goal; `head` is its own line, `module` an artifactId.

    `cause` is the head's own text on an error of the compiler. If `whole`, all the lines below it
    are a compiler's; if it is a `summary`, they repeat one error of many.
    `has_messages` says that a line was understood, `unread` counts those that were not.
    """

    head: str
    module: str | None
    whole: bool = False
    summary: bool = False
    cause: str = ""
    has_messages: bool = False
    unread: int = 0
    ended: bool = False

    @classmethod
    def starting_with(cls, text: str) -> GoalReport | None:
        """Return the report that a line begins, if it begins one."""
        if not text.startswith(FAILED_GOAL):
            return None
        goal = Goal.of_failure(text)
        report = cls(text, goal.module if goal else None)
        said = HELP.sub("", text).partition(f" on project {report.module}:")[2].strip()
        if match := _COMPILATION.match(said):
            report.whole, report.cause = True, said[match.end() :]
        elif match := _FATAL.match(said):
            report.cause = said[match.end() :] if match[0].endswith("error: ") else said
        elif _SUMMARY.match(said):
            report.summary = True
        else:
            report.unread = 0 if _WORDLESS.search(said) else 1
        report.ended = bool(HELP.search(text))
        return report

    def take(self, text: str) -> str:
        """Take a line below the head and return it without the mark that ends the report."""
        said = HELP.sub("", text)
        self.ended = said != text or text.startswith(_ENDS)
        return said

    def miss(self, text: str) -> None:
        """Count a line that was not understood, unless it is advice or an excerpt of the source."""
        if _CARETS.match(text):
            self.unread -= bool(self.unread)
        elif not (self.summary or self.ended or _ADVICE.match(text)):
            self.unread += 1

    def is_explained(self, erring: Container[str | None]) -> bool:
        """Return whether problems cover all of the report; `erring` are the modules with some."""
        return not self.unread and (self.has_messages or self.module in erring)
