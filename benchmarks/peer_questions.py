"""Questions about a repository that its own text and history answer: names, strings, meaning.

Drawn from any git checkout with a fixed seed, by patterns that are no program's parser:

- `names`: identifiers that one line of the source defines; right is the file, and its line is told.
- `strings`: constants that stand in one source file, once; right is the file, and its line is told.
- `meaning`: subjects of the latest commits that changed one or two source files, asked of the tree
  after them; right is one of these files.
"""

from __future__ import annotations

import random
import re
import subprocess
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

HOW_MANY = {"names": 10, "strings": 10, "meaning": 20}
SOURCES = frozenset({".py", ".go", ".java", ".js", ".ts", ".rs", ".rb", ".kt"})
COMMITS = 2_000
"""Commits that are looked through for subjects; of a quiet project this is years."""
FIRST_FILES = 5
"""How far down an answer a file is looked for."""

# > def localize(dt: datetime, tz: tzinfo) -> datetime:
# > func (s *Scraper) scrapeAndReport(last time.Time) error {
# > public final class CSVParser implements Iterable<CSVRecord> {
_DEFINITION = re.compile(
    r"^\s*(?:(?:export|default|pub|public|private|protected|static|final|abstract|async) )*"
    r"(?:def|class|func(?: \([^)]*\))?|type|fn|interface|enum|struct|trait|function) +(\w{5,})"
)
# > raise ValueError("end timestamp before start")
_STRING = re.compile(r"\"([^\"\\\n{}%]{12,80})\"|'([^'\\\n{}%]{12,80})'")
_TEST = re.compile(
    r"(?:^|/)(?:tests?|testdata|t|spec|e2e)/|(?:^|/)test_|_test\.|Test\.java$|\.test\."
)
# > fix(web): don't panic on absent response containers (#19461)
_DECORATION = re.compile(r"^\w+(?:\([^)]*\))?!?: |\s*\(#\d+\)$|^\[[^\]]*\] *")
# > @2=celery/utils/time.py
_LEGEND = re.compile(r"^@(\d+)=(.+)$", re.MULTILINE)
_REFERENCE = re.compile(r"@(\d+)\b")
_PATH_CHARACTERS = re.compile(r"[\w./@+-]+")


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, the files of which one is right, and the line that is to be told (0: none)."""

    kind: str
    query: str
    files: tuple[str, ...]
    line: int = 0


@dataclass(frozen=True, slots=True)
class Grade:
    """Whether the first file of an answer is right, one of the first five, and the line told."""

    first: bool
    among_five: bool
    line: bool


def tracked(root: Path) -> list[str]:
    """List the files of a checkout that exist."""
    names = _git(root, "ls-files", "-z").split("\0")
    return sorted(name for name in names if name and (root / name).is_file())


def draw(root: Path, seed: int = 23) -> list[Question]:
    """Draw the questions of a repository."""
    texts = {
        path: (root / path).read_text("utf-8", "replace").split("\n")
        for path in tracked(root)
        if _is_source(path)
    }
    likely = {
        "names": sorted(_names(texts), key=_key),
        "strings": sorted(_strings(texts), key=_key),
        "meaning": [*_subjects(root, texts)][: HOW_MANY["meaning"]],
    }
    drawing = random.Random(seed)
    return [
        each
        for kind, number in HOW_MANY.items()
        for each in drawing.sample(likely[kind], min(number, len(likely[kind])))
    ]


def grade(answer: str, question: Question, files: frozenset[str], root: Path) -> Grade:
    """Say what an answer to a question is worth."""
    named = named_files(answer, files, root)
    line = re.search(rf"(?<!\d){question.line}(?!\d)", answer) if question.line else None
    return Grade(
        bool(named) and named[0] in question.files,
        any(path in question.files for path in named[:FIRST_FILES]),
        line is not None and any(path in question.files for path in named),
    )


def named_files(answer: str, files: frozenset[str], root: Path) -> list[str]:
    """List the files of a repository that an answer names, in order and each once.

    A legend of paths names none: the rows that refer to it do.
    """
    prefix = f"{root}/"
    found = dict[str, None]()
    legend = dict(_LEGEND.findall(answer))
    rows = _LEGEND.sub("", answer.replace("\\/", "/"))
    whole_rows = _REFERENCE.sub(lambda match: legend.get(match[1], match[0]), rows)
    for match in _PATH_CHARACTERS.finditer(whole_rows):
        whole = match[0].replace(prefix, "").removeprefix("./").rstrip(".")
        if whole in files:
            found[whole] = None
    return list(found)


def _names(texts: Mapping[str, Sequence[str]]) -> Iterator[Question]:
    places = defaultdict[str, list[tuple[str, int]]](list)
    for path, lines in texts.items():
        for number, line in enumerate(lines, 1):
            if match := _DEFINITION.match(line):
                places[match[1]].append((path, number))
    for name, ((path, number), *others) in places.items():
        if not others:
            yield Question("names", name, (path,), number)


def _strings(texts: Mapping[str, Sequence[str]]) -> Iterator[Question]:
    places = defaultdict[str, list[tuple[str, int]]](list)
    for path, lines in texts.items():
        for number, line in enumerate(lines, 1):
            for match in _STRING.finditer(line):
                value = match[1] or match[2]
                if " " in value.strip() and value == value.strip():
                    places[value].append((path, number))
    everything = "\n".join("\n".join(lines) for lines in texts.values())
    for value, ((path, number), *others) in places.items():
        if not others and everything.count(value) == 1:
            yield Question("strings", value, (path,), number)


def _subjects(root: Path, texts: Mapping[str, object]) -> Iterator[Question]:
    log = _git(
        root, "log", f"--max-count={COMMITS}", "--no-merges", "--name-only", "--format=%x01%s"
    )
    seen = set[str]()
    for commit in log.split("\x01")[1:]:
        subject, *paths = (line for line in commit.split("\n") if line)
        changed = [
            path for path in paths if Path(path).suffix in SOURCES and not _TEST.search(path)
        ]
        words = _DECORATION.sub("", _DECORATION.sub("", subject)).strip()
        is_small = 1 <= len(changed) <= 2 and all(path in texts for path in changed)
        if is_small and len(words.split()) >= 4 and words not in seen:
            seen.add(words)
            yield Question("meaning", words, tuple(changed))


def _is_source(path: str) -> bool:
    return Path(path).suffix in SOURCES and not _TEST.search(path)


def _key(question: Question) -> tuple[str, tuple[str, ...]]:
    return question.query, question.files


def _git(root: Path, *arguments: str) -> str:
    command = ("git", "-C", str(root), *arguments)
    return subprocess.run(command, capture_output=True, check=True).stdout.decode(
        "utf-8", "replace"
    )
