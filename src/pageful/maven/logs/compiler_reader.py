"""A reader of compilers' problems in a log, in one pass and in all forms."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pageful.builds.results import Problem
from pageful.jvm.compilers.locations import is_absolute, is_heading, location_below, location_in
from pageful.jvm.compilers.partial_problems import PartialProblem
from pageful.lazy import patterns
from pageful.maven.logs.compiler_goals import GoalReport
from pageful.maven.logs.goal import Goal
from pageful.maven.logs.log import LogLine
from pageful.maven.logs.phrases import MULTI_THREADED, REACTOR_ORDER
from pageful.maven.logs.pom_problems import PomProblemReader

_SEVERITIES = {"ERROR": "ERROR", "FATAL": "ERROR", "WARNING": "WARNING"}
# > COMPILATION ERROR :
_BLOCK = patterns.compile(r"COMPILATION (?P<kind>ERROR|WARNING) ?:")
_CRASH = "An exception has occurred in the compiler ("
# > An exception has occurred in the compiler (17.0.15). Please file a bug against the Java compiler
_CRASHED = patterns.compile(rf"(?P<what>{re.escape(_CRASH)}[^)]*\))")
# > error: warnings found and -Werror specified
_LABEL = patterns.compile(r"(?:error|warning): ")
# > Found 6 errors and 0 warnings.
# > 8 problems (5 errors, 3 warnings)
_OVER = patterns.compile(
    r"\s*(?:\d{1,9} (?:error|warning|problem)s?(?: found| \([^()]{1,60}\))?"
    r"|Found \d{1,9} errors? and \d{1,9} warnings?\.|-{5,})\Z"
)
"""The lines that compilers print after their problems."""

_LONGEST_TENTATIVE = 50
_INDENTED = ("  ", "\t")
# >    |                       Required: String
_GUTTER = patterns.compile(r" *(?:\d{1,9} *)?\|")


class CompilerReader:
    """A reader of a log's lines, one by one.

    A line opens a problem, belongs to the open one, or ends it. The meaning of a line without a
    place depends on its context: a compiler's block, a failed goal, or elsewhere.
    """

    def __init__(self, root: str, directories: Mapping[str, str]) -> None:
        self.root = root
        self.found: dict[str, dict[Problem, None]] = {"ERROR": {}, "WARNING": {}}
        self.explained: set[str] = set()
        self.failed_modules: dict[str, set[str | None]] = {}
        self.several = False
        self._directories = directories
        self._poms = PomProblemReader()
        self._open_problem: PartialProblem | None = None
        self._block = ""
        self._report: GoalReport | None = None
        self._general: set[str] = set()
        self._tentative: PartialProblem | None = None
        self._quiet = True
        self._module: str | None = None
        self._parallel = False
        self._erring: set[str | None] = set()

    @property
    def pom_files(self) -> Mapping[str, str]:
        """The known POMs of modules, by artifactId."""
        below = {
            artifact: "pom.xml" if directory == "." else f"{directory}/pom.xml"
            for artifact, directory in self._directories.items()
        }
        return {**below, **self._poms.files}

    def read(self, line: LogLine) -> None:
        """Take the next line."""
        if not line.level:
            self._read_unmarked(line.text)
        elif severity := _SEVERITIES.get(line.level):
            self._read_problem(severity, line)
        else:
            self._read_progress(line.text)

    def end(self) -> None:
        """Close the problem and the report that the last lines have left open."""
        self._close()
        self._end_report()

    def _read_progress(self, text: str) -> None:
        """Take a line about the progress of the build."""
        if self._open_problem and self._open_problem.raw and _GUTTER.match(text):
            self._open_problem.add(text)
            return
        if not self._quiet:
            self._close_all()
        if text.startswith("---"):
            if goal := Goal.of_start(text):
                self._block = ""
                self.several = self.several or self._module not in (None, goal.module)
                self._module = goal.module
        else:
            self._block = ""
            self.several = self.several or text.startswith(REACTOR_ORDER)
            self._parallel = self._parallel or text.startswith(MULTI_THREADED)

    def _close_all(self) -> None:
        """Close everything that errors and warnings have left open."""
        self.end()
        self._poms.leave()
        self._tentative = None
        self._quiet = True

    def _read_problem(self, severity: str, line: LogLine) -> None:
        """Take a line that Maven calls an error or a warning."""
        text = line.text
        self._quiet = False
        if self._poms.handles(text) or _OVER.match(text):
            self._close()
        elif block := _BLOCK.match(text):
            self._close()
            self._block = block["kind"]
        elif report := GoalReport.starting_with(text):
            self._begin(report)
        elif self._report:
            self._read_report(self._report, severity, line)
        elif not (self._starts(severity, line.level, text) or self._continues(line)):
            self._close()
            self._tentative = PartialProblem(severity, text, line.level)

    def _begin(self, report: GoalReport) -> None:
        self.end()
        self._block = ""
        self._report = report
        if report.cause and not self._starts("ERROR", "ERROR", report.cause):
            self._open(PartialProblem("ERROR", report.cause, "ERROR", module=report.module))
        if report.ended:
            self.end()

    def _read_report(self, report: GoalReport, severity: str, line: LogLine) -> None:
        """Take a line below a failed goal."""
        text = report.take(line.text)
        if not self._starts(severity, line.level, text):
            if not text.strip() and not report.whole:
                self._close()
            elif self._open_problem:
                self._open_problem.show(text)
            else:
                report.miss(text)
        if report.ended:
            self.end()

    def _starts(self, severity: str, level: str, text: str) -> bool:
        """Open the problem that a line begins, if it does."""
        if draft := self._poms.problem(severity, text):
            self._open(draft)
        elif place := location_in(text):
            if not (self._open_problem and self._open_problem.is_heading_of(place)):
                draft = PartialProblem.at(place, severity, level)
                draft.file = self._below_root(place.file)
                self._open(draft)
        elif self._is_general(text):
            self._general.add(text)
            crash = _CRASHED.match(text)
            said = f"{crash['what']}:" if crash else _LABEL.sub("", text, count=1)
            self._open(PartialProblem(severity, said, level, module=self._here))
        else:
            return False
        return True

    def _is_general(self, text: str) -> bool:
        """Return whether a line without a location begins a problem."""
        if text.startswith((_CRASH, "error: ", "warning: ")):
            return True
        if not text or text.startswith((" ", "\t")):
            return False
        if self._report:
            return self._report.whole and (self._open_problem is None or text in self._general)
        return bool(self._block)

    def _continues(self, line: LogLine) -> bool:
        """Add a line to the open problem, if it belongs there."""
        draft = self._open_problem
        if draft is None or draft.interrupted or line.level != draft.level:
            return False
        if not line.text.strip():
            return False
        if draft.raw:
            draft.doubt(line.text)
        elif line.text.startswith(_INDENTED):
            draft.add(line.text)
        else:
            return False
        return True

    def _read_unmarked(self, text: str) -> None:
        """Take a line without a level: it continues the open problem, if there is one."""
        draft = self._open_problem
        if draft is None:
            if text:
                self._start_unmarked(text)
        elif not text.strip():
            draft.interrupted = True
        elif is_heading(text):
            self._starts("ERROR", "", text)
        elif _OVER.match(text):
            self._close()
        elif draft.interrupted and not self._block:
            self._close()
            self._start_unmarked(text)
        else:
            draft.add(text)

    def _start_unmarked(self, text: str) -> None:
        """Open the problem of a compiler that prints past Maven, if a line begins one."""
        if text.startswith((_CRASH, "e: ", "w: ")) or is_heading(text):
            self._starts("ERROR", "", text)
        elif self._tentative:
            self._continue_tentative(self._tentative, text)

    def _continue_tentative(self, draft: PartialProblem, text: str) -> None:
        """Continue a line that may be a compiler's, if its location is going to follow."""
        if place := location_below(text):
            draft.put(place)
            draft.file = self._below_root(place.file)
            self._open(draft)
        elif draft.length < _LONGEST_TENTATIVE:
            draft.add(text)
        else:
            self._tentative = None

    def _open(self, draft: PartialProblem) -> None:
        self._close()
        self._open_problem, self._tentative = draft, None
        self._quiet = False
        if draft.severity == "ERROR":
            if self._report:
                self._report.has_messages = True
            else:
                self._erring.add(self._module)

    def _close(self) -> None:
        draft, self._open_problem = self._open_problem, None
        if draft:
            problem = draft.problem(self.root)
            self.found[draft.severity][problem] = None
            if self._report and problem.file is None:
                self.failed_modules.setdefault(problem.message, set()).add(problem.module)

    def _end_report(self) -> None:
        report, self._report = self._report, None
        if report and report.is_explained(self._erring):
            self.explained.add(report.head)

    @property
    def _here(self) -> str | None:
        """The module of a line that names no file."""
        return self._report.module if self._report else self._module

    def _below_root(self, file: str) -> str:
        """Return the path from the root of a file that may be named from its module on."""
        directory = "" if self._parallel else self._directories.get(self._here or "", "")
        bare = "/" not in file and "\\" not in file
        if bare or directory in ("", ".") or is_absolute(file) or file.startswith(f"{directory}/"):
            return file
        return f"{directory}/{file}"
