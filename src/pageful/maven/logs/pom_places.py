"""Locations in POMs, as Maven prints them at the end of a line."""

from __future__ import annotations

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass

_AT = " @ "
# > com.example:shop:1.0.0, /project/pom.xml, line 29, column 15
_MODEL = patterns.compile(r"[^\s,:/\\]+:(?P<module>[^\s,:/\\]+)(?::[^\s,:/\\]+)*(?:, |\Z)")
# > /project/web/pom.xml, line 10, column 12
_FILE = patterns.compile(r"(?P<file>(?!line \d).+?\.\w{1,16})(?:, (?=line )|(?=: )|\Z)")
# > line 18, column 16
_LINE = patterns.compile(r"line (?P<line>\d{1,9}), column (?P<column>\d{1,9})(?=: |\Z)")
# > : ParseError at [row,col]:[10,3]
_MORE = patterns.compile(
    r": (?:ParseError at \[row,col\]:\[(?P<line>\d{1,9}),(?P<column>\d{1,9})\]\Z)?"
)
_URI = "file://"


@dataclass(frozen=True, slots=True)
class PomPlace:
    """A place in the POM of `module`, an artifactId. Omitted parts are those of the current POM.

    `more` is the text behind the place.
    """

    module: str | None = None
    file: str = ""
    line: int | None = None
    column: int | None = None
    more: str = ""

    @classmethod
    def parse(cls, text: str) -> PomPlace | None:
        """Parse a place, `[model][, file][, line 1, column 2][: more]`; None for another text."""
        model = _MODEL.match(text)
        file = _FILE.match(text, model.end() if model else 0)
        end = file.end() if file else model.end() if model else 0
        line = _LINE.match(text, end)
        end = line.end() if line else end
        more = _MORE.match(text, end)
        if end < len(text) and not more:
            return None
        line = line or (more if more and more["line"] else None)
        return cls(
            model["module"] if model else None,
            file["file"].removeprefix(_URI) if file else "",
            int(line["line"]) if line else None,
            int(line["column"]) if line else None,
            text[more.end() :] if more else "",
        )


def split_location(text: str) -> tuple[str, PomPlace]:
    """Return the message of a line and the location behind its last `@`; either may be empty."""
    if text.endswith(" @"):
        return text[:-2], PomPlace()
    said, at, where = text.rpartition(_AT)
    place = PomPlace.parse(where) if at else None
    return (said, place) if place else (text, PomPlace())
