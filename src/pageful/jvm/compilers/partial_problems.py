"""A compiler's problem that is still being read, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from pageful.builds.results import Problem
from pageful.jvm.compilers.locations import Location, relative
from pageful.jvm.compilers.messages import message
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field
from pageful.text.elision import elision

_AT = " @ line "
# > unable to resolve class Sheet @ line 10, column 16.
_POSITION = patterns.compile(r" @ line (?P<line>\d{1,9}), column (?P<column>\d{1,9})\.?\Z")
# >              ^^^^^^
_CARETS = patterns.compile(r"\s*\^")
_INDENTED = ("  ", "\t")
_MOST_LINES = 2000
_MOST_DOUBTFUL = 20


@dataclass(slots=True)
class PartialProblem:
    """A problem of severity `ERROR` or `WARNING`; `level` is Maven's level of its first line.

    `raw` problems may have an excerpt of the source below them, which only its carets distinguish
    from further lines. `module` is an artifactId.
    """

    severity: str
    text: str
    level: str = ""
    file: str | None = None
    line: int | None = None
    column: int | None = None
    raw: bool = False
    module: str | None = None
    interrupted: bool = False
    _lines: list[str] = field(default_factory=list)
    _doubtful: list[str] = field(default_factory=list)
    _left: int = 0

    @classmethod
    def at(cls, place: Location, severity: str, level: str) -> PartialProblem:
        """Return the problem of a line that begins with a location."""
        return cls(
            "WARNING" if place.warning else severity,
            place.text,
            level,
            place.file,
            place.line,
            place.column,
            place.raw,
        )

    def put(self, place: Location) -> None:
        """Set the location, which the first line did not have."""
        self.file, self.line, self.column = place.file, place.line, place.column
        self.module = None

    def add(self, text: str) -> None:
        """Add a line of the problem."""
        if len(self._lines) < _MOST_LINES:
            self._lines.append(text)
        else:
            self._left += 1

    def show(self, text: str) -> None:
        """Add a line that Maven printed unchanged: carets below an excerpt are at the column."""
        carets = _CARETS.match(text)
        if carets and self.raw and self.column is None and "\t" not in carets[0]:
            self.column = carets.end()
        self.add(text)

    def doubt(self, text: str) -> None:
        """Add a line that belongs to the problem if carets follow soon."""
        if len(self._doubtful) < _MOST_DOUBTFUL:
            self._doubtful.append(text)
        if _CARETS.match(text):
            for each in self._doubtful:
                self.show(each)
            self._doubtful.clear()

    def is_heading_of(self, place: Location) -> bool:
        """Tell if the problem has only a location so far, and a heading has the same one."""
        here = self.file is not None and place.file == self.file and place.line == self.line
        return here and not (self.text or place.text or self._lines)

    def problem(self, root: str) -> Problem:
        """Return the finished problem, its file relative to the directory `root`."""
        file = relative(self.file, root) if self.file else self.file
        text, *lines = map(self._without_position, (self.text, *self._messages))
        module = self.module if not file else None
        said = message(text, lines, file or "").replace(f"{root}/", "")
        return Problem(said, file, self.line, self.column, module)

    def _without_position(self, text: str) -> str:
        """Return a line without the position that Groovy's compiler prints at its end."""
        match = _POSITION.search(text) if self.file and _AT in text else None
        if not match:
            return text
        self.line, self.column = int(match["line"]), int(match["column"])
        return text[: match.start()]

    @property
    def length(self) -> int:
        """The number of the problem's lines."""
        return 1 + len(self._lines) + self._left

    @property
    def _messages(self) -> Iterator[str]:
        yield from self._lines
        yield from takewhile(lambda text: text.startswith(_INDENTED), self._doubtful)
        if self._left:
            yield elision(self._left)
