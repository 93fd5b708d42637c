"""Resources of a project that a failure names, and the line in them that it means."""

from __future__ import annotations

from collections.abc import Sequence

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.maven.sources.source_texts import SourceText, SourceTexts

_ENDINGS = "sql|x?html|xml|json|csv|ftlh?|mustache|graphqls|properties|ya?ml"
"""Endings of the names of resources whose text may be shown."""

# > order.html
_SHOWN = patterns.compile(rf"[^/]*\.(?:{_ENDINGS})\Z")
# > Error parsing (template: "class path resource [templates/order.html]" - line 12, col 5)
# > SQL script statement #2 of URL [file:/home/you/shop/target/classes/data.sql]: INSERT INTO x
_RESOURCE = patterns.compile(
    r"(?:class path resource \[|classpath:/?|/(?:test-)?classes/)"
    rf"(?P<path>(?:[\w-]+[/.]){{1,20}}(?:{_ENDINGS}))\b"
)
# > [templates/order.html]" - line 12, col 5
_LINE = patterns.compile(r"\bline:? ?(?P<line>\d{1,7})\b")
# > data.sql]: INSERT INTO orders VALUES (1, 'tea');
_QUOTED = patterns.compile(r"\]: ?(?P<text>[^\n;]{12,80})")

_SETTINGS = ("application", "bootstrap", "settings", "secrets", "credentials", "logback")
"""Beginnings of the names of settings files, which are never shown: they hold secrets."""

_BEHIND = 400
"""Characters behind a resource's name that have its line, or the text that is wrong."""


@dataclass(frozen=True, slots=True)
class NamedLine:
    """A line (from 1) of a resource."""

    source: SourceText
    line: int


def named_line(said: Sequence[str], sources: SourceTexts) -> NamedLine | None:
    """Return the line of a resource that a failure's message or causes name, the last one's first.

    Absent where they name no file of the project, a file of settings, or no line that is there.
    """
    for text in reversed(said):
        for match in _RESOURCE.finditer(text):
            source = _source(match["path"], sources)
            line = _line(source, text[match.end() : match.end() + _BEHIND]) if source else None
            if source and line:
                return NamedLine(source, line)
    return None


def is_shown_resource(path: str) -> bool:
    """Return whether the text of a resource may be shown: it is neither binary nor settings."""
    name = path.rpartition("/")[2].lower()
    return bool(_SHOWN.match(name)) and not name.startswith(_SETTINGS)


def _source(path: str, sources: SourceTexts) -> SourceText | None:
    return sources.resource(path) if is_shown_resource(path) else None


def _line(source: SourceText, behind: str) -> int | None:
    if match := _LINE.search(behind):
        number = int(match["line"])
        return number if 1 <= number <= len(source.lines) else None
    if match := _QUOTED.search(behind):
        wanted = " ".join(match["text"].split())
        found = [n for n, each in enumerate(source.lines, 1) if wanted in " ".join(each.split())]
        return found[0] if len(found) == 1 else None
    return None
