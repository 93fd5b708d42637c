"""The text of notes in which words count: without query blocks, and what else a call leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pageful.text.folding import fold_text
from pageful.vault.parsing.note import parse_code_blocks
from pageful.vault.parsing.parsed_note import Note
from pageful.vault.snapshot.snapshot import SkippedPaths, VaultFile, VaultSnapshot

QUERY_LANGUAGES = ("dataview", "dataviewjs", "tasks", "query", "base", "button")
"""Languages of blocks that are programs: their words are no text of the note."""

# > ```dataview
_QUERY_FENCE = re.compile(
    rf"(?:`{{3}}|~{{3}})[ \t]*(?:{'|'.join(QUERY_LANGUAGES)})\b", re.IGNORECASE
)
# > > ```dataview
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}|~{3,})[ \t]*([^\s`]*)")
# > %% a thought %%
# > <!-- a thought -->
# > `%%`
_OPENING = re.compile(r"%%|<!--|`+")
# > ``
_BACKTICKS = re.compile(r"`+")
_CLOSINGS = {"%%": "%%", "<!--": "-->"}
# > any character but the ends of lines
_CHARACTER = re.compile(r"[^\r\n]")


class VisibleSnapshot:
    """A snapshot whose texts have blanks for what does not count; lines and columns stay.

    With `under`, only what is below a heading of that name counts; without `comments`, those
    between `%%` or in `<!-- -->` do not.
    """

    def __init__(self, snapshot: VaultSnapshot, *, under: str = "", comments: bool = True) -> None:
        self._snapshot = snapshot
        self._under = fold_text(under.strip().lstrip("#").strip())
        self._comments = comments
        self._texts: dict[str, str] = {}

    @property
    def files(self) -> Mapping[str, VaultFile]:
        """The files of the snapshot."""
        return self._snapshot.files

    @property
    def notes(self) -> Mapping[str, Note]:
        """The notes of the snapshot."""
        return self._snapshot.notes

    @property
    def skipped(self) -> Sequence[SkippedPaths]:
        """The files left out of the snapshot."""
        return self._snapshot.skipped

    def text(self, path: str) -> str:
        """Return the text with blanks for what does not count."""
        text = self._texts.get(path)
        if text is None:
            text = self._texts[path] = self._visible(path)
        return text

    def digest(self, path: str) -> bytes:
        """Return the snapshot's hash of a note."""
        return self._snapshot.digest(path)

    def resolve(self, target: str, source: str) -> str | None:
        """Return the path that a link leads to."""
        return self._snapshot.resolve(target, source)

    def _visible(self, path: str) -> str:
        text, note = self._snapshot.text(path), self._snapshot.notes[path]
        if not path.endswith(".md"):
            return text
        hidden = [*_query_blocks(text)] if may_have_query_block(text) else []
        if not self._comments:
            text = _without_comments(note, text)
        if self._under:
            shown = {number for span in self._ranges_below(note) for number in span}
            hidden += (range(number, number + 1) for number in _lines(text) if number not in shown)
        return _blank_lines(text, {number for span in hidden for number in span})

    def _ranges_below(self, note: Note) -> Iterator[range]:
        """Yield the lines below each heading of the name, to the next of its level or above."""
        for at, heading in enumerate(note.headings):
            if fold_text(heading.text) == self._under:
                following = (
                    each.line for each in note.headings[at + 1 :] if each.level <= heading.level
                )
                yield range(heading.line + 1, next(following, note.lines + 1))


def may_have_query_block(text: str) -> bool:
    """Return whether a text may have a block of a query language."""
    return _QUERY_FENCE.search(text) is not None


def _query_blocks(text: str) -> Iterator[range]:
    """Yield the lines of each block of a query language, its fences among them.

    Comments are looked into as well: plugins that publish queries keep them there.
    """
    fence, language, start = "", "", 0
    for number, line in enumerate(text.split("\n"), 1):
        found = _FENCE.match(line)
        if found is None:
            continue
        if not fence:
            fence, language, start = found[1], found[2].lower(), number
        elif found[1].startswith(fence) and not line[found.end(1) :].strip():
            if language in QUERY_LANGUAGES:
                yield range(start, number + 1)
            fence = ""
    if fence and language in QUERY_LANGUAGES:
        yield range(start, text.count("\n") + 2)


def _without_comments(note: Note, text: str) -> str:
    """Return the text with blanks for its comments; what looks like one in code stays."""
    if "%%" not in text and "<!--" not in text:
        return text
    code = [range(each.line, each.end_line + 1) for each in parse_code_blocks(note, text)]
    pieces, done = list[str](), 0
    for start, end in _comments(text, code, _offset_of_line(text, note.body_line)):
        pieces += text[done:start], _blank(text[start:end])
        done = end
    return "".join([*pieces, text[done:]])


def _comments(text: str, code: Sequence[range], at: int) -> Iterator[tuple[int, int]]:
    """Yield the offsets of each comment that is closed, from an offset on."""
    unclosed = set[str]()
    line, counted = text.count("\n", 0, at) + 1, at
    while found := _OPENING.search(text, at):
        line, counted = line + text.count("\n", counted, found.start()), found.start()
        if block := next((span for span in code if line in span), None):
            at = found.start() + _offset_of_line(text[found.start() :], block.stop - line + 1)
        elif found[0] in _CLOSINGS:
            closing = _CLOSINGS[found[0]]
            end = -1 if closing in unclosed else text.find(closing, found.end())
            at = found.end() if end < 0 else end + len(closing)
            if end < 0:
                unclosed.add(closing)
            else:
                yield found.start(), at
        else:
            at = _end_of_code(text, found[0], found.end())


def _end_of_code(text: str, fence: str, at: int) -> int:
    """Return the end of code behind backticks; without as many in its paragraph it is no code."""
    paragraph = text.find("\n\n", at)
    for closing in _BACKTICKS.finditer(text, at, len(text) if paragraph < 0 else paragraph):
        if closing[0] == fence:
            return closing.end()
    return at


def _offset_of_line(text: str, number: int) -> int:
    at = 0
    for _ in range(number - 1):
        end = text.find("\n", at)
        if end < 0:
            return len(text)
        at = end + 1
    return at


def _lines(text: str) -> range:
    return range(1, text.count("\n") + 2)


def _blank(text: str) -> str:
    return _CHARACTER.sub(" ", text)


def _blank_lines(text: str, numbers: set[int]) -> str:
    if not numbers:
        return text
    lines = text.split("\n")
    return "\n".join(
        _blank(line) if number in numbers else line for number, line in enumerate(lines, 1)
    )
