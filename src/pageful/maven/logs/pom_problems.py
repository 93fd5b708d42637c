"""Problems of POMs that Maven reports before it builds anything, with the POM of each."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence

from pageful.builds.results import Problem
from pageful.jvm.compilers.locations import relative
from pageful.jvm.compilers.partial_problems import PartialProblem
from pageful.lazy import patterns
from pageful.lazy.dataclasses import replace
from pageful.maven.logs.phrases import HELP
from pageful.maven.logs.pom_places import split_location

# > Some problems were encountered while processing the POMs
# >   The project  (/project/api/pom.xml) has 1 error
_HEADING = patterns.compile(
    r"""
    (?:\[ERROR\]\ )?Some\ problems\ were\ encountered\ while\ (?:
        (?P<errors>processing\ the\ POMs)
      | building\ the\ effective\ model\ for\ [^:]+:(?P<model>[^:]+) )
    | (?P<end> The\ build\ could\ not\ read | It\ is\ highly\ recommended\ to\ fix
      | For\ this\ reason,\ future\ Maven )
    | \ *The\ project\ (?:[^:(\ ]+:(?P<module>[^:(\ ]+)[^(\ ]*)?\ ?
      \((?P<file>.+)\)\ has\ \d+\ errors?\Z
    """,
    re.VERBOSE,
)
# >     Failed to load project /p/pom.xml: 1 problem was
_LEADS_TO_LIST = patterns.compile(
    r" *Failed to load project .+: \d{1,9} problems? w(?:as|ere)\s*\Z"
)
# >     at [row,col,system-id]: [18,14,"file:///p/pom.xml"]
_PLACE_BELOW = patterns.compile(
    r" *at \[row,col(?:,system-id)?\]: \[(?P<line>\d{1,9}),(?P<column>\d{1,9})\b[^\]]*\]\Z"
)
# > - [FATAL] Non-parseable POM /p/pom.xml: Unable to read model: Unexpected close tag </a>
_LEVEL = patterns.compile(r"- \[[A-Z]{4,7}\] ")
_MESSAGE = "Message: "
# > Malformed POM /project/web/pom.xml: Unrecognised tag: 'licence'
_BROKEN = patterns.compile(
    r"(?P<what>(?:Non-parseable|Non-readable|Malformed) POM) (?P<file>.+?\.\w+): (?P<text>.*)\Z"
)


class PomProblemReader:
    """A reader of the lines about POMs that keeps track of their sections.

    Maven says each error first without its POM, then in a list under the POM's name. Of warnings it
    names only the model, by its artifactId, unless they are about an inherited POM.
    """

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        """The POMs of modules that the log names, by artifactId."""
        self._section = ""
        self._module: str | None = None
        self._file = ""
        self._text = ""
        self._last: PartialProblem | None = None

    def handles(self, text: str) -> bool:
        """Return whether a line is a heading or the end of a section, or repeats a message."""
        if not text.strip():
            self.leave()
        match = _HEADING.match(text)
        if not match:
            return self._leads(text) or self._places(text) or self._repeats(text)
        self._section = "" if match["end"] else "WARNING" if match["model"] else "ERROR"
        self._module, self._file = match["model"] or match["module"], match["file"] or ""
        if self._module and self._file:
            self.files[self._module] = self._file
        return True

    def _leads(self, text: str) -> bool:
        """Return whether a line of Maven 4 only introduces a list of the messages before it."""
        return bool(self._section) and _LEADS_TO_LIST.match(text) is not None

    def _places(self, text: str) -> bool:
        """Tell if a line is only the location of the last error, and set that."""
        match = _PLACE_BELOW.match(text) if self._section and self._last else None
        if match and self._last:
            self._last.line, self._last.column = int(match["line"]), int(match["column"])
        return match is not None

    def _repeats(self, text: str) -> bool:
        """Return whether a line only repeats the message of the XML parser."""
        _, label, said = text.partition(_MESSAGE)
        return bool(self._section and label) and said in self._text

    def leave(self) -> None:
        """Forget the section: it ends with an empty line or another level."""
        self._section = self._file = self._text = ""
        self._module = self._last = None

    def problem(self, severity: str, text: str) -> PartialProblem | None:
        """Return the problem of a POM that a line reports, if it reports one."""
        if severity != self._section and (severity != "ERROR" or " @ " not in text):
            return None
        said, place = split_location(HELP.sub("", text.strip()))
        if severity != self._section and place.line is None:
            return None
        if place.module and place.file:
            self.files[place.module] = place.file
        file = place.file or self._file
        self._text = _LEVEL.sub("", said.partition(" (position: ")[0].rstrip(), count=1)
        message = self._text
        if broken := _BROKEN.match(message):
            message, file = f"{broken['what']}: {broken['text']}", broken["file"]
        if place.more:
            message += f": {place.more}"
        module = place.module or self._module
        where = file, place.line, place.column
        self._last = PartialProblem(severity, message, severity, *where, module=module)
        return self._last


def with_named_poms(
    problems: Sequence[Problem], files: Mapping[str, str], root: str, *, several: bool
) -> Iterator[Problem]:
    """Yield each problem of a POM once, under its POM; those without one have an empty `file`.

    `files` are the POMs of modules. In a reactor (`several`), a problem whose POM is not known is
    its module's.
    """
    named: dict[tuple[int | None, int | None], list[str]] = {}
    for problem in sorted(problems, key=lambda each: each.message):
        if problem.file:
            named.setdefault((problem.line, problem.column), []).append(problem.message)
    for problem in problems:
        file = files.get(problem.module or "")
        if problem.file != "":
            yield problem
        elif file:
            yield replace(problem, file=relative(file, root), module=None)
        elif not _is_named(problem, named.get((problem.line, problem.column), ())):
            known = problem.module if several else None
            yield replace(problem, file=None if known else "pom.xml", module=known)


def _is_named(problem: Problem, messages: Sequence[str]) -> bool:
    """Return whether a POM's own list, which is sorted and may add a cause, has the problem too."""
    next_one = bisect_left(messages, problem.message)
    return next_one < len(messages) and messages[next_one].startswith(problem.message)
