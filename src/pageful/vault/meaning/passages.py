"""The passages of a note that get a vector each: a few paragraphs below one heading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.scripts import UNSPACED
from pageful.vault.parsing.lines import split_lines
from pageful.vault.parsing.parsed_note import Note

LONGEST = 900
"""Characters of a passage: some 200 word pieces, as long as texts that the teachers of such vectors
read. Longer ones say too many things for one vector."""
MOST = 256
"""Passages of a note, 230,000 characters: a longer one is a file of data rather than a note."""
_LONGEST_NAME = 200
"""Characters of a title or a heading in front of a passage: longer ones are text by mistake."""
_HEADINGS = 2
"""Headings in front of a passage, the last ones: those above them are the title in most notes."""
_UNSPACED_WORTH = 1.5
"""Further characters that one of a script without spaces counts as: it says as much as that many of
an alphabet."""

_SILENT = frozenset({"yaml", "code", "comment", "math", "rule", "html"})
"""Kinds of blocks that are no prose."""
# > [[Recipes/Rye|the loaf]]
_ALIASED = patterns.compile(r"\[\[[^\[\]|\n]*\|([^\[\]\n]*)\]\]")
# > ![[photo.png]]
_EMBED = patterns.compile(r"!\[\[[^\[\]\n]*\]\]|!\[[^\[\]\n]*\]\([^()\s]*\)")
# > [the loaf](Rye.md)
_MARKDOWN_LINK = patterns.compile(r"\[([^\[\]\n]*)\]\([^()\n]*\)")
# > https://example.org/rye?day=3
_ADDRESS = patterns.compile(r"\b\w+://\S+")
# > %% a thought %%
_COMMENT = patterns.compile(r"%%[^%]*(?:%%|\Z)")
# > 日
_UNSPACED = patterns.compile(f"[{UNSPACED}]")


@dataclass(frozen=True, slots=True)
class NotePassage:
    """A passage of a note: its text with title and headings, and the line that it begins at.

    A canvas has no lines: there it is 0.
    """

    text: str
    line: int


def note_passages(
    title: str, text: str, note: Note, *, has_lines: bool = True
) -> list[NotePassage]:
    """Return the passages of a note in order, at most 256; its name alone where it has no prose."""
    name = " ".join((title, *note.aliases))[:_LONGEST_NAME]
    found: list[NotePassage] = []
    for line, above, words in _pieces(note, split_lines(text.removeprefix("\ufeff"))):
        head = ". ".join((name, *above))
        found.append(NotePassage(f"{head}. {words}", line if has_lines else 0))
        if len(found) == MOST:
            break
    return found or [NotePassage(name, 1 if has_lines else 0)]


def _pieces(note: Note, lines: Sequence[str]) -> Iterator[tuple[int, tuple[str, ...], str]]:
    """Yield each passage's first line, the headings above it and its words."""
    silent = {
        number
        for section in note.sections
        if section.kind in _SILENT
        for number in range(section.line, section.end_line + 1)
    }
    headings = {heading.line: heading for heading in note.headings}
    above: list[tuple[int, str]] = []
    gathered: list[str] = []
    first, size = 0, 0.0
    for number, line in enumerate(lines[note.body_line - 1 :], note.body_line):
        heading = headings.get(number)
        words = "" if heading or number in silent else shown_words(line)
        needed = _size(words)
        if gathered and (heading or size + needed > LONGEST):
            yield first, _last(above), " ".join(gathered)
            gathered, size = [], 0.0
        if heading:
            above = [each for each in above if each[0] < heading.level]
            above.append((heading.level, shown_words(heading.text)[:_LONGEST_NAME]))
        for part in _parts(words):
            if not gathered:
                first = number
            gathered.append(part)
            size += needed
            if needed > LONGEST:
                yield first, _last(above), " ".join(gathered)
                gathered, size = [], 0.0
    if gathered:
        yield first, _last(above), " ".join(gathered)


def _last(above: Sequence[tuple[int, str]]) -> tuple[str, ...]:
    return tuple(text for _, text in above[-_HEADINGS:])


def shown_words(line: str) -> str:
    """Return a line as a reader sees it: links by their shown text, no addresses, no comments."""
    if "%%" in line:
        line = _COMMENT.sub(" ", line)
    if "[" in line:
        line = _EMBED.sub(" ", line)
        line = _MARKDOWN_LINK.sub(r"\1", _ALIASED.sub(r"\1", line))
    if "://" in line:
        line = _ADDRESS.sub(" ", line)
    return line.strip()


def _size(words: str) -> float:
    if words.isascii():
        return len(words)
    return len(words) + _UNSPACED_WORTH * len(_UNSPACED.findall(words))


def _parts(words: str) -> Iterator[str]:
    """Yield a line, in parts where it is longer than a passage, cut at spaces if there are any."""
    longest = LONGEST if words.isascii() else max(1, int(LONGEST * len(words) / _size(words)))
    begin = 0
    while len(words) - begin > longest:
        end = words.rfind(" ", begin, begin + longest)
        end = end if end > begin else begin + longest
        yield words[begin:end]
        begin = end
    if words[begin:]:
        yield words[begin:]
