"""Locations in compilers' output: a file, mostly with a line, sometimes with a column."""

from __future__ import annotations

import re

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass

_JAVA = frozenset(("java", "aj"))
_OTHERS = frozenset(("kt", "kts", "groovy", "gvy", "gy", "gsh", "scala", "sc"))
# > /project/src/main/java/com/example/press/Press.java:[4,1] class expected
# > /project/src/main/kotlin/com/example/Till.kt: (7, 21) Unresolved reference: price
_PLACE = patterns.compile(
    r"""
    \.(?P<extension>\w{1,16})
    (?: :\[ (?P<maven>\d{1,9}) (?:[,:](?P<maven_column>\d{1,9}))? \]
      | :[ ]\( (?P<kotlin>\d{1,9}),[ ](?P<kotlin_column>\d{1,9}) \) :?
      | : (?P<aspectj>\d{1,9}) :\d{1,9}::\d{1,9} (?=[ ])
      | : (?P<plain>\d{1,9}) (?: :(?P<plain_column>\d{1,9}) )? :? (?=[ ])
      | :[ ] (?P<groovy>\d{1,9}) : (?=[ ])
      | : (?=[ ])
    )
    """,
    re.VERBOSE,
)
"""The positions after a file's name: Maven's own form for any compiler, then those of compilers."""

_WITH_COLUMN = frozenset(("maven", "kotlin", "plain"))
# > -- [E172] Type Error: /project/src/main/scala/com/example/ledger/Ledger.scala:24:31
_SCALA = patterns.compile(
    r"-- (?:\[(?P<code>E\d{1,6})\] )?[A-Z][\w ]{0,60}?: (?P<file>.+)"
    r":(?P<line>\d{1,9}):(?P<column>\d{1,9}) ?-*\Z"
)
# > 5. ERROR in /project/src/main/java/com/example/press/Press.java (at line 4)
_ECLIPSE = patterns.compile(
    r"(?:\d{1,9}\. )?(?:ERROR|WARNING|INFO) in (?P<file>.+) \(at line (?P<line>\d{1,9})\)\Z"
)
# > 	/project/src/main/java/com/example/geometry/Circle.java:3
_BELOW = patterns.compile(
    r"(?:\t|\s+at )(?P<file>\S.*\.\w{1,16})"
    r"(?::(?P<line>\d{1,9})|\[(?P<at>\d{1,9})(?:,(?P<column>\d{1,9}))?\])\Z"
)
# > warning: no @return
# > error: type mismatch;
_SEVERITY = patterns.compile(
    r"(?P<word>error|warning|Fehler|Warnung|erreur|avertissement|エラー|警告|错误): ?"
)
_WARNINGS = ("w: ", "warning", "Warnung", "avertissement", "警告")
# > Exit code: 1 - /project/src/main/java/com/example/geometry/Shape.java:7: error: bad HTML
_SPEAKER = patterns.compile(r"(?:Exit code: \d{1,9} - )?(?:\[javac\] )?(?P<severity>[ew]: )?")
# > file:///project/src/main/kotlin/com/example/Till.kt
_BEFORE_PATH = patterns.compile(r"\A(?:file://)?(?:/(?=[A-Za-z]:[\\/]))?")
"""The prefix of a path written as a URI; Maven's own form has a slash before a drive, too."""

# > /project/src/main/java/module-info.java
_ABSOLUTE = patterns.compile(r"/|[A-Za-z]:[\\/]")


@dataclass(frozen=True, slots=True)
class Location:
    """A location and the message `text` behind it, from one line of a compiler.

    `warning` says that the compiler itself calls it one, whatever Maven's level. `raw` says that
    the line is the compiler's own, which prints an excerpt of the source below it.
    """

    file: str
    line: int | None
    column: int | None
    text: str
    warning: bool = False
    raw: bool = False


def location_in(text: str) -> Location | None:
    """Parse the location at the beginning of a line, if it has one; ignore surrounding blanks."""
    if "." not in text:
        return None
    text = text.strip()
    if text.startswith("-- "):
        return _scala(text)
    return _eclipse(text) if is_heading(text) else _by_file(text)


def location_below(text: str) -> Location | None:
    """Return the location of the message above, if the line has nothing else.

    AspectJ's compiler and version 4 of Maven's compiler plugin print such lines.
    """
    match = _BELOW.match(text) if text[:1].isspace() and text[-1:] in "]0123456789" else None
    if not match or not _is_file(_file(match["file"])):
        return None
    line = _number(match["line"] or match["at"])
    return Location(_file(match["file"]), line, _number(match["column"]), "")


def is_heading(text: str) -> bool:
    """Return whether a line has the form of the heading of Eclipse's compiler above an excerpt."""
    return text.endswith(")") and " (at line " in text


def is_absolute(file: str) -> bool:
    """Return whether a path begins at a root or a drive."""
    return bool(_ABSOLUTE.match(file))


def _scala(text: str) -> Location | None:
    """Return the location in the heading of Scala 3; the message follows below the excerpt."""
    match = _SCALA.match(text)
    if not match:
        return None
    code = f"[{match['code']}]" if match["code"] else ""
    warning = text.partition(": ")[0].endswith("Warning")
    place = _file(match["file"]), int(match["line"]), int(match["column"])
    return Location(*place, code, warning=warning, raw=True)


def _eclipse(text: str) -> Location | None:
    """Return the location in the heading of Eclipse; the message follows below the excerpt."""
    match = _ECLIPSE.match(text)
    if not match:
        return None
    warning = "ERROR in " not in text[: match.start("file")]
    return Location(_file(match["file"]), int(match["line"]), None, "", warning=warning, raw=True)


def _by_file(text: str) -> Location | None:
    """Return the location and the message of one line."""
    for match in _PLACE.finditer(text):
        form = (match.lastgroup or "").removesuffix("_column")
        if _fits(form, match["extension"]):
            return _location(text, match, form)
    return None


def _fits(form: str, extension: str) -> bool:
    """Return whether a location of this form may follow a file with this extension."""
    if form == "maven":
        return True
    return extension in (_OTHERS if form in ("kotlin", "groovy") else _JAVA | _OTHERS)


def _location(text: str, match: re.Match[str], form: str) -> Location | None:
    speaker = _SPEAKER.match(text)
    file = _file(text[speaker.end() if speaker else 0 : match.end("extension")])
    said = text[match.end() :].strip()
    label = _SEVERITY.match(said)
    if form == "plain" and not label and match["extension"] in _JAVA:
        return None  # a style checker's form
    if not _is_file(file):
        return None
    severity = label["word"] if label else (speaker and speaker["severity"]) or ""
    return Location(
        file,
        _number(match[form] if form != "extension" else None),
        _number(match[f"{form}_column"] if form in _WITH_COLUMN else None),
        said[label.end() :] if label else said,
        warning=severity in _WARNINGS,
        raw=form == "plain" and bool(label),
    )


def _file(text: str) -> str:
    return _BEFORE_PATH.sub("", text)


def _is_file(text: str) -> bool:
    """Return whether a text is a path; with blanks, a relative one may just as well be prose."""
    absolute = is_absolute(text)
    return ":" not in text[2 if absolute else 0 :] and (absolute or " " not in text)


def _number(digits: str | None) -> int | None:
    return int(digits) if digits else None


def relative(file: str, root: str) -> str:
    """Return a path from Maven's log relative to the directory `root`, with forward slashes."""
    path, base = file.replace("\\", "/"), root.replace("\\", "/").rstrip("/") + "/"
    if _drive(path) and path[:1].upper() == base[:1].upper():
        base = path[:1] + base[1:]
    return path.removeprefix(base)


def _drive(path: str) -> bool:
    return path[1:3] == ":/"
