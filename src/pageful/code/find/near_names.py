"""Names like one that is not found: all parts of it, or its beginning, whatever the case."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pageful.code.find.file_classes import class_of
from pageful.code.find.matching import KeptContents, Place, read_places
from pageful.code.find.reading import UnsearchedFile, text_of
from pageful.code.results.find import NearName
from pageful.code.results.lines import FileClass
from pageful.lazy.dataclasses import dataclass
from pageful.text.similarity import find_similar
from pageful.tool.context import Caller

_MOST = 3  # names: what was meant is nearly always the first
_LEAST_BEGINNING = 4  # characters: shorter beginnings are those of anything
_SHARE = 0.6  # of a name that another one begins with: `find_similar`'s own measure of likeness
_LONGEST = 100  # characters of a name
_MOST_NAMES = 2000  # names that are compared

# > read_html_file
_NAME = re.compile(r"[A-Za-z_$][\w$-]*")
# > parseHTMLFile
_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")


@dataclass(slots=True)
class _Candidate:
    """A name that is like the wanted one: its first place, and the number of lines that have it."""

    path: str
    line: int
    lines: int = 1


def near_names(
    wanted: str, places: Sequence[Place], caller: Caller, kept: KeptContents | None = None
) -> tuple[NearName, ...]:
    """Return at most three names like one that is not found; none unless it is one word."""
    parts = [part.lower() for part in _PART.findall(wanted)]
    if not _NAME.fullmatch(wanted) or not parts or len(wanted) > _LONGEST:
        return ()
    squeezed = wanted.lower().replace("_", "")
    beginning = squeezed[: max(_LEAST_BEGINNING, int(len(squeezed) * _SHARE))]
    seen: dict[str, _Candidate] = {}
    for place, content in read_places(sorted(places, key=_is_aside), caller, kept):
        if isinstance(content, UnsearchedFile) or class_of(place.path) not in _LIKELY:
            continue
        lowered = content.lower().replace(b"_", b"")
        if beginning.encode() in lowered or all(part.encode() in lowered for part in parts):
            text = text_of(content)
            _collect(seen, place.shown, text or "", parts, beginning)
        if len(seen) > _MOST_NAMES:
            break
    similar = find_similar(wanted, seen, _MOST)
    rest = sorted(seen.keys() - set(similar), key=lambda name: (abs(len(name) - len(wanted)), name))
    return tuple(
        NearName(name, seen[name].path, seen[name].line, seen[name].lines)
        for name in [*similar, *rest][:_MOST]
    )


_LIKELY = frozenset({FileClass.CODE, FileClass.TESTS, FileClass.DOCS})


def _is_aside(place: Place) -> bool:
    return class_of(place.path) is not FileClass.CODE


def _collect(
    seen: dict[str, _Candidate], path: str, text: str, parts: Sequence[str], beginning: str
) -> None:
    for number, line in enumerate(text.split("\n"), 1):
        for name in set(_like(line, parts, beginning)):
            if name in seen:
                seen[name].lines += 1
            else:
                seen[name] = _Candidate(path, number)


def _like(line: str, parts: Sequence[str], beginning: str) -> Iterator[str]:
    lowered = line.lower().replace("_", "")
    if beginning not in lowered and not all(part in lowered for part in parts):
        return
    for found in _NAME.finditer(line):
        name = found[0].rstrip("-")
        low = name.lower().replace("_", "")
        if len(name) <= _LONGEST and (
            low.startswith(beginning) or (len(parts) > 1 and all(part in low for part in parts))
        ):
            yield name
