"""Reads what people wrote out of packages: manuals, READMEs, dictionaries, stories in games."""

from __future__ import annotations

import gzip
import html
import re
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from archives import open_tar

LARGEST = 40_000_000
"""Bytes of one file: the largest dictionary, unpacked."""


@dataclass(frozen=True, slots=True)
class Block:
    """A heading or a paragraph of a document, on one line."""

    text: str
    is_heading: bool = False


END = Block("", is_heading=True)
"""The end of what belongs together, where no heading says so."""


def documents(archive: Path) -> Iterator[list[Block]]:
    """Yield the blocks of each document of an archive."""
    for name, content in _files(archive):
        read = _reader(name)
        if read is not None:
            blocks = list(read(content.decode("utf-8", "replace")))
            if blocks:
                yield blocks


def _files(archive: Path) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of each file that may be a document, unpacked."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as opened:
            for entry in opened.infolist():
                if _reader(entry.filename) and entry.file_size <= LARGEST:
                    yield entry.filename, opened.read(entry)
        return
    with open_tar(archive) as tar:
        for member in tar:
            content = tar.extractfile(member) if member.isfile() and _reader(member.name) else None
            if content is not None and member.size <= LARGEST:
                whole = content.read()
                yield member.name, _unpack(whole)


def _unpack(content: bytes) -> bytes:
    if content[:2] != b"\x1f\x8b":
        return content
    try:
        return gzip.decompress(content)[:LARGEST]
    except (OSError, EOFError):
        return b""


def _reader(name: str) -> Callable[[str], Iterator[Block]] | None:
    """Return what reads a file of that name; files that nobody wrote to be read have none."""
    path = PurePosixPath(name.lower())
    if NOT_WRITTEN.search(f"/{path}"):
        return None
    suffixes = [suffix for suffix in path.suffixes if suffix not in (".gz", ".dz")]
    if "fortunes" in path.parts and not suffixes:
        return sayings
    if path.name in ("data.noun", "data.verb", "data.adj", "data.adv"):
        return glosses
    return READERS.get(suffixes[-1] if suffixes else "")


# > /usr/share/doc/x/changelog.Debian.gz
NOT_WRITTEN = re.compile(
    r"/(?:changelog|changes|news|copyright|licen[sc]e|copying|authors|credits|thanks|contributors"
    r"|install|todo|genindex|search|py-modindex|.*\.min)\b[^/]*$|/(?:licenses?|locale|_sources"
    r"|_static|l10n|translations|node_modules|tests?|languages)/"
)
# > <pre class="x">code</pre>
_CODE = re.compile(
    r"(?is)<(script|style|pre|head|nav|footer|table|screen|programlisting)\b.*?</\1>"
)
# > <h2 id="x">Heading</h2>
_BLOCK_TAG = re.compile(
    r"(?i)</?(?:p|li|dd|dt|div|td|section|blockquote|br|para|simpara|title|item|h[1-6])\b[^>]*>"
)
# > <title>How bread rises</title>
_HEADING_TAG = re.compile(r"(?i)<(?:h[1-6]|title)\b")
_TAG = re.compile(r"(?s)<[^>]{0,400}>")


def marked_up(text: str) -> Iterator[Block]:
    """Yield the blocks of HTML, DocBook and Mallard."""
    text = _CODE.sub(" ", text)
    end, is_heading = 0, False
    for tag in _BLOCK_TAG.finditer(text):
        yield from _block(_TAG.sub("", text[end : tag.start()]), is_heading=is_heading)
        end, is_heading = tag.end(), bool(_HEADING_TAG.match(tag.group()))


_FENCE = re.compile(r"(?ms)^[ \t]*(```|~~~).*?^[ \t]*\1[^\n]*$|^---\n.*?^---$")
# > ## How bread rises
_MARKDOWN_HEADING = re.compile(r"^#{1,6}\s+(.*)")
# > =====
_UNDERLINE = re.compile(r"^\s*([=~^*\"'#+-])\1{2,}\s*$")
_LINK = re.compile(
    r"!?\[([^\]\n]*)\]\([^)\n]*\)|`([^`<\n]*)\s*<[^>\n]*>`_+|\[\[([^\]|\n]*\|)?([^\]\n]*)\]\]"
)
_MARKS = re.compile(
    r"[*_`]{1,3}|:\w+:(?=`)|<[^>\n]{0,200}>|https?://\S+|^\s*(?:[-*+•]|\d+\.)\s+|^!+ "
)


def plain(text: str) -> Iterator[Block]:
    """Yield the blocks of Markdown, reStructuredText, Texinfo's output and plain text."""
    for part in re.split(r"\n\s*\n", _FENCE.sub("\n\n", text)):
        lines = part.strip("\n").split("\n")
        heading = _MARKDOWN_HEADING.match(lines[0])
        if heading:
            yield from _block(_without_marks(heading[1]), is_heading=True)
            lines = lines[1:]
        elif len(lines) > 1 and _UNDERLINE.match(lines[1]):
            yield from _block(_without_marks(lines[0]), is_heading=True)
            lines = lines[2:]
        if lines and not lines[0].startswith(("    ", "\t", "..", "|", ">>>", "$ ")):
            for item in re.split(r"\n(?=\s*(?:[-*+•]|\d+\.)\s)", "\n".join(lines)):
                yield from _block(_without_marks(item))


def _without_marks(text: str) -> str:
    shown = _LINK.sub(lambda found: next(filter(None, found.groups()[::-1]), ""), text)
    return _MARKS.sub("", shown)


# > Suede \\Su[`e]de\\ [1913 Webster]
_SPOKEN_FORM = re.compile(r"\\[^\\\n]*\\|\[[^\]\n]*(?:Webster|PJC|WordNet)[^\]]*\]|[{}]")


def entries(text: str) -> Iterator[Block]:
    """Yield the entries of a dictionary: a word at the margin, and what is indented below it."""
    for entry in re.split(r"\n(?=\S)", text):
        yield from _block(_SPOKEN_FORM.sub(" ", entry))
        yield END


def glosses(text: str) -> Iterator[Block]:
    """Yield words and meaning of each entry of WordNet's data."""
    # > 00001740 03 n 01 entity 0 003 ~ 00001930 n 0000 | that which is perceived
    for line in text.split("\n"):
        fields, bar, gloss = line.partition(" | ")
        parts = fields.split()
        if bar and not line.startswith(" "):
            words = parts[4 : 4 + 2 * int(parts[3], 16) : 2]
            said = ", ".join(word.replace("_", " ") for word in words)
            yield from _block(f"{said}: {gloss}")
            yield END


def sayings(text: str) -> Iterator[Block]:
    """Yield the sayings of a file of fortunes."""
    for saying in text.split("\n%\n"):
        yield from _block(saying)
        yield END


def spoken(text: str) -> Iterator[Block]:
    """Yield what a game's data let people say: texts in quotes that are to be translated."""
    # > message= _ "We have to leave before the winter."
    for found in re.finditer(r'_\s*"([^"]{40,3000})"|`([^`\n]{40,3000})`', text):
        yield from _block(_TAG.sub("", found[1] or found[2]))


def tiddler(text: str) -> Iterator[Block]:
    """Yield the blocks of a note of TiddlyWiki, without its fields."""
    fields, _, body = text.partition("\n\n")
    title = re.search(r"(?m)^title: ([^$\n].*)", fields)
    if title:
        yield from _block(title[1], is_heading=True)
        yield from plain(body)


def text_file(text: str) -> Iterator[Block]:
    """Yield the blocks of a text, or of a game's data that is called one."""
    return spoken(text) if text.count("\t`") > 3 else plain(text.replace("%%%%", "\n"))


READERS: dict[str, Callable[[str], Iterator[Block]]] = {
    **dict.fromkeys((".html", ".htm", ".xhtml", ".page", ".docbook", ".xml"), marked_up),
    **dict.fromkeys((".md", ".markdown", ".rst", ".info", ".mdx"), plain),
    ".tid": tiddler,
    ".txt": text_file,
    ".dict": entries,
    ".cfg": spoken,
    "metadata": plain,
}


def _block(text: str, *, is_heading: bool = False) -> Iterator[Block]:
    text = " ".join(html.unescape(text).replace("¶", " ").replace("[source]", " ").split())
    if text:
        yield Block(text, is_heading)
