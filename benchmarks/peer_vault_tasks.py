"""Ten tasks about a vault, drawn from its notes, and the truth by a reader of its own."""

from __future__ import annotations

import random
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import yaml

FEW = range(3, 7)
"""Notes that an answer has which a person reads at a glance."""
MANY = range(15, 61)
"""Notes that an answer has which a list of twenty cuts."""

_FRONT = re.compile(r"\A---\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_CODE = re.compile(
    r"^(```|~~~).*?^\1[^\n]*$|`[^`\n]*`|%%.*?%%|<!--.*?-->", re.DOTALL | re.MULTILINE
)
# > see [[Rye sourdough#Steps|the bread]]
_WIKILINK = re.compile(r"\[\[([^\[\]|#^\n]*)")
# > see [the bread](Recipes/Rye%20sourdough.md)
_MARKDOWN_LINK = re.compile(r"\]\(<?([^()<>\s]+\.md)")
# > fed today #starter/rye
_TAG = re.compile(r"(?:(?<=\s)|^)#([\w/-]*[^\W\d][\w/-]*)", re.MULTILINE)
_HEADING = re.compile(r"^(#{1,6}) +(.+?) *#*$", re.MULTILINE)
# > uni-module: IDB
_PROPERTY = re.compile(r"[A-Za-z][\w-]*")
# > status: in progress
_VALUE = re.compile(r"(?!(?:true|false|yes|no|null)$)[A-Za-z][\w -]{1,29}")
_WORD = re.compile(r"[^\W\d_]{5,}")


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked, and what a right answer holds.

    `asked` fills the arguments of a peer's call; `notes` are paths that an answer must name, in any
    form that a peer names notes in, `texts` what it must say as it is.
    """

    kind: str
    asked: Mapping[str, str]
    notes: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()

    def missing(self, answer: str) -> tuple[int, int]:
        """Count the facts that an answer does not hold, and all of them."""
        plain = " ".join(answer.replace("\\n", " ").replace("\\/", "/").replace('\\"', '"').split())
        lost = [note for note in self.notes if not _named(note, plain)]
        lost += [text for text in self.texts if not _said(text, plain)]
        return len(lost), len(self.notes) + len(self.texts)


@dataclass(frozen=True)
class Note:
    """A note: its path, front matter, and text; `bare` is without code and comments."""

    path: str
    properties: Mapping[str, Any]
    text: str
    bare: str = field(repr=False)

    @classmethod
    def read(cls, root: Path, path: Path) -> Note:
        """Read a note of a vault."""
        whole = path.read_text("utf-8", "replace").replace("\r\n", "\n")
        head = _FRONT.match(whole)
        text = whole[head.end() :] if head else whole
        properties = _properties(head[1]) if head else {}
        return cls(path.relative_to(root).as_posix(), properties, text, _CODE.sub(" ", text))

    @property
    def stem(self) -> str:
        """The name without folder and extension."""
        return Path(self.path).stem

    @cached_property
    def words(self) -> frozenset[str]:
        """The longer words of the text, folded."""
        return frozenset(map(str.casefold, _WORD.findall(self.bare)))

    @cached_property
    def tags(self) -> frozenset[str]:
        """Tags of front matter and text, folded, with those above them."""
        given = self.properties.get("tags", self.properties.get("tag"))
        listed = re.split(r"[,\s]+", given) if isinstance(given, str) else given
        found = [str(each) for each in listed or ()] if isinstance(listed, list) else []
        parts = [
            tag.lstrip("#").casefold().split("/") for tag in (*found, *_TAG.findall(self.bare))
        ]
        return frozenset(
            "/".join(each[:depth]) for each in parts for depth in range(1, len(each) + 1)
        )


@dataclass(frozen=True)
class Vault:
    """The notes of a vault."""

    notes: tuple[Note, ...]

    @classmethod
    def read(cls, root: Path) -> Vault:
        """Read all notes below a directory, but for those in hidden folders."""
        paths = sorted(root.rglob("*.md"))
        shown = [
            each
            for each in paths
            if not any(_is_hidden(part, root) for part in [each, *each.parents])
        ]
        return cls(tuple(Note.read(root, path) for path in shown))

    @cached_property
    def backlinks(self) -> Mapping[str, frozenset[str]]:
        """The notes that link to a note, by its path, of those that alone have their name."""
        by_name = defaultdict[str, list[str]](list)
        for note in self.notes:
            by_name[note.stem.casefold()].append(note.path)
        by_path = {note.path.casefold().removesuffix(".md"): note.path for note in self.notes}
        found = defaultdict[str, set[str]](set)
        for note in self.notes:
            for target in _targets(note):
                named = by_name.get(target, [])
                path = by_path.get(target) or (named[0] if len(named) == 1 else None)
                if path and path != note.path:
                    found[path].add(note.path)
        alone = {paths[0] for paths in by_name.values() if len(paths) == 1}
        return {path: frozenset(of) for path, of in found.items() if path in alone}

    @cached_property
    def tagged(self) -> Mapping[str, frozenset[str]]:
        """The notes of each tag."""
        return _inverse((note.path, note.tags) for note in self.notes)

    @cached_property
    def worded(self) -> Mapping[str, frozenset[str]]:
        """The notes of each longer word."""
        return _inverse((note.path, note.words) for note in self.notes)

    @cached_property
    def valued(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """The notes of each property with a text for a value."""
        return _inverse((note.path, _texts_of(note)) for note in self.notes)


def draw(root: Path, seed: int = 23) -> list[Task]:
    """Draw the tasks of a vault; of a kind that it has nothing for there is none."""
    vault, drawing = Vault.read(root), random.Random(seed)
    makers = (
        _phrase,
        _words,
        _words,
        _few_backlinks,
        _many_backlinks,
        _tag,
        _count,
        _section,
        _value,
        _groups,
    )
    made = (maker(vault, drawing) for maker in makers)
    return [task for task in made if task]


def _phrase(vault: Vault, drawing: random.Random) -> Task | None:
    """Two neighbouring words, in few notes."""
    places = defaultdict[str, set[str]](set)
    for note in vault.notes:
        for match in re.finditer(r"(?=\b([^\W\d_]{5,} [^\W\d_]{5,})\b)", note.bare):
            places[match[1].casefold()].add(note.path)
    likely = [(phrase, paths) for phrase, paths in sorted(places.items()) if len(paths) in FEW]
    if not likely:
        return None
    phrase, paths = drawing.choice(likely)
    return Task("phrase", {"phrase": phrase, "text": phrase}, tuple(sorted(paths)))


def _words(vault: Vault, drawing: random.Random) -> Task | None:
    """Two words of a note that few other notes have both of."""
    for note in drawing.sample(vault.notes, len(vault.notes)):
        known = sorted(word for word in note.words if len(vault.worded[word]) in MANY)
        if len(known) < 2:
            continue
        first, second = drawing.sample(known, 2)
        both = vault.worded[first] & vault.worded[second]
        if len(both) in FEW:
            asked = {"text": f"{first} {second}", "first": first, "second": second}
            return Task("two words", asked, tuple(sorted(both)))
    return None


def _few_backlinks(vault: Vault, drawing: random.Random) -> Task | None:
    likely = [each for each in sorted(vault.backlinks.items()) if len(each[1]) in FEW]
    return _backlinks("backlinks, few", drawing.choice(likely)) if likely else None


def _many_backlinks(vault: Vault, drawing: random.Random) -> Task | None:
    likely = [each for each in sorted(vault.backlinks.items()) if len(each[1]) in MANY]
    return _backlinks("backlinks, many", drawing.choice(likely)) if likely else None


def _backlinks(kind: str, found: tuple[str, frozenset[str]]) -> Task:
    path, sources = found
    return Task(
        kind,
        {"path": path, "name": Path(path).stem, "text": Path(path).stem},
        tuple(sorted(sources)),
    )


def _tag(vault: Vault, drawing: random.Random) -> Task | None:
    likely = [each for each in sorted(vault.tagged.items()) if len(each[1]) in MANY]
    if not likely:
        return None
    tag, paths = drawing.choice(likely)
    return Task("notes of a tag", {"tag": tag, "text": f"#{tag}"}, tuple(sorted(paths)))


def _count(vault: Vault, _drawing: random.Random) -> Task | None:
    """How many notes have the tag that most have."""
    if not vault.tagged:
        return None
    tag, paths = max(sorted(vault.tagged.items()), key=lambda each: len(each[1]))
    return Task("count of a tag", {"tag": tag, "text": f"#{tag}"}, texts=(str(len(paths)),))


def _section(vault: Vault, drawing: random.Random) -> Task | None:
    """A section whole: every paragraph of it, and of what is beneath."""
    likely = [(note, *found) for note in vault.notes for found in _sections(note)]
    if not likely:
        return None
    nested = [each for each in likely if each[1]]
    note, _, heading, paragraphs = drawing.choice(nested or likely)
    return Task(
        "section",
        {"path": note.path, "name": note.stem, "heading": heading, "text": heading},
        texts=paragraphs,
    )


def _value(vault: Vault, drawing: random.Random) -> Task | None:
    """The notes whose property has a value."""
    likely = [each for each in sorted(vault.valued.items()) if len(each[1]) in MANY]
    if not likely:
        return None
    (name, value), paths = drawing.choice(likely)
    asked = {"property": name, "value": value, "text": f"{name}: {value}"}
    return Task("property is", asked, tuple(sorted(paths)))


def _groups(vault: Vault, drawing: random.Random) -> Task | None:
    """The three values of a property that most notes have, with how many."""
    counts = defaultdict[str, Counter[str]](Counter)
    for (name, value), paths in vault.valued.items():
        counts[name][value] = len(paths)
    likely = sorted(
        name for name, values in counts.items() if len(values) >= 4 and _is_clear(values)
    )
    if not likely:
        return None
    name = drawing.choice(likely)
    said = tuple(
        text for value, count in counts[name].most_common(3) for text in (value, str(count))
    )
    return Task("largest groups", {"property": name, "text": name}, texts=said)


def _is_clear(values: Counter[str]) -> bool:
    """Whether the three largest differ from each other and from the fourth."""
    four = [count for _, count in values.most_common(4)]
    return len(set(four)) == 4 and four[2] > 1


def _sections(note: Note) -> Iterator[tuple[bool, str, tuple[str, ...]]]:
    """Yield whether a section has one beneath it, its heading, and plain lines that it holds."""
    headings = [*_HEADING.finditer(note.bare)]
    titles = Counter(match[2] for match in headings)
    for at, match in enumerate(headings):
        level = len(match[1])
        rest = headings[at + 1 :]
        end = next((each.start() for each in rest if len(each[1]) <= level), len(note.bare))
        is_nested = any(each.start() < end for each in rest)
        text = note.bare[match.end() : end]
        plain = [
            line.strip()
            for line in text.split("\n")
            if re.fullmatch(r"[\w ,.;:()-]{20,}", line.strip())
        ]
        if level > 1 and titles[match[2]] == 1 and len(plain) >= 3 and 400 <= len(text) <= 4000:
            yield is_nested, match[2], tuple(plain)


def _targets(note: Note) -> Iterator[str]:
    for match in _WIKILINK.finditer(note.bare):
        yield match[1].strip().casefold().removesuffix(".md")
    for match in _MARKDOWN_LINK.finditer(note.bare):
        yield unquote(match[1]).casefold().removesuffix(".md")


def _properties(text: str) -> Mapping[str, Any]:
    """Read front matter as plain texts: `no` is a tag, and no boolean."""
    try:
        found = yaml.load(text, yaml.BaseLoader)
    except (yaml.YAMLError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _texts_of(note: Note) -> Iterator[tuple[str, str]]:
    """Yield each property with its value, or with each of a list."""
    for name, given in note.properties.items():
        if name in {"tags", "tag", "aliases"} or not _PROPERTY.fullmatch(name):
            continue
        for value in given if isinstance(given, list) else [given]:
            if isinstance(value, str) and _VALUE.fullmatch(value):
                yield name, value


def _inverse(pairs: Iterable[tuple[str, Iterable[Any]]]) -> Mapping[Any, frozenset[str]]:
    found = defaultdict[Any, set[str]](set)
    for path, keys in pairs:
        for key in keys:
            found[key].add(path)
    return {key: frozenset(paths) for key, paths in found.items()}


def _named(note: str, answer: str) -> bool:
    """Whether an answer names a note, by its path or its name."""
    path = note.removesuffix(".md")
    return any(
        re.search(rf"(?<!\w){re.escape(' '.join(name.split()))}(?!\w)", answer)
        for name in (path, path.rpartition("/")[2])
    )


def _said(text: str, answer: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(' '.join(text.split()))}(?!\w)", answer) is not None


def _is_hidden(part: Path, root: Path) -> bool:
    return part != root and root in part.parents and part.name.startswith(".")


def summary(tasks: Sequence[Task]) -> str:
    """Say how large the tasks' answers are, and nothing of what stands in the notes."""
    return ", ".join(f"{task.kind} ({len(task.notes) + len(task.texts)})" for task in tasks)
