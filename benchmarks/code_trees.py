"""Trees of source files that nobody wrote: several languages, words as frequent as in real code.

Words follow Zipf's law; names are made of one to three of them, so that new ones keep coming as a
tree grows, as in real repositories, and a file uses the same few again and again. The same seed
and number give the same tree.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice
from pathlib import Path

_VOCABULARY = 20_000
_EXPONENT = 1.05
_STARTS = [*"bcdfghjklmnprstvwz", "br", "ch", "cl", "gr", "pl", "sh", "st", "tr"]
_VOWELS = ["a", "e", "i", "o", "u", "ai", "ea", "io", "ou"]
_ENDS = ["", "", "l", "m", "n", "nd", "nt", "r", "rt", "s", "st", "t", "x"]
_DRAWN = 4096
_FILES_A_FOLDER = 24
_MEAN_FUNCTIONS = 6
_NAMES = 12
_NAMES_A_FUNCTION = 2


@dataclass(frozen=True, slots=True)
class Tongue:
    """How one language writes a file of functions; `join` makes names of words."""

    extension: str
    join: Callable[[Sequence[str]], str]
    head: str
    function: str
    statement: tuple[str, ...]
    end: str
    tail: str = ""


def _snake(words: Sequence[str]) -> str:
    return "_".join(words)


def _camel(words: Sequence[str]) -> str:
    return words[0] + "".join(word.title() for word in words[1:])


_BRACES = (
    "    if ({a} > {b}) {{ return {c}({a}); }}",
    "    {a} = {b}.{c}({d});",
    "    {c}({a}, {b} + {n});",
)
_PYTHON = (
    "    if {a} > {b}:\n        return {c}({a})",
    "    {a} = {b}.{c}({d})",
    '    {c}({a}, "{d} {a}", {n})',
)
_TONGUES = (
    Tongue(
        "py",
        _snake,
        '"""{text}."""\n\nimport {a}\nfrom {b} import {c}\n',
        '\n\ndef {name}({a}, {b}={n}):\n    """{text}."""',
        _PYTHON,
        "    return {a}\n",
    ),
    Tongue(
        "js",
        _camel,
        "// {text}\nimport {{ {a}, {b} }} from './{c}';\n",
        "\n/** {text}. */\nexport function {name}({a}, {b}) {{",
        _BRACES,
        "    return {a};\n}}\n",
    ),
    Tongue(
        "ts",
        _camel,
        "import {{ {a} }} from './{b}';\n\nexport interface {name} {{ {a}: string }}\n",
        "\n/** {text}. */\nexport function {name}({a}: number, {b}: string): number {{",
        _BRACES,
        "    return {a};\n}}\n",
    ),
    Tongue(
        "java",
        _camel,
        "package {a};\n\nimport {b}.{c};\n\n/** {text}. */\npublic class {name} {{\n",
        "\n    /** {text}. */\n    public int {name}(int {a}, int {b}) {{",
        _BRACES,
        "    return {a};\n    }}\n",
        "}}\n",
    ),
    Tongue(
        "go",
        _camel,
        '// Package {a} {text}.\npackage {a}\n\nimport "{b}/{c}"\n',
        "\n// {name} {text}.\nfunc {name}({a} int, {b} int) int {{",
        ("    {a} = {b}.{c}({d})", "    if {a} > {b} {{ return {c}({a}) }}", "    {c}({a}, {n})"),
        "    return {a}\n}}\n",
    ),
    Tongue(
        "c",
        _snake,
        '/* {text}. */\n#include "{a}.h"\n\n#define {b} {n}\n',
        "\n/* {text}. */\nstatic int {name}(int {a}, int {b})\n{{",
        ("    if ({a} > {b}) return {c}({a});", "    {a} = {b}->{c};", "    {c}({a}, {b} + {n});"),
        "    return {a};\n}}\n",
    ),
    Tongue(
        "rs",
        _snake,
        "//! {text}.\nuse {a}::{b};\n",
        "\n/// {text}.\npub fn {name}({a}: i64, {b}: i64) -> i64 {{",
        (
            "    let {a} = {b}.{c}({d});",
            "    if {a} > {b} {{ return {c}({a}); }}",
            "    {c}({a}, {n});",
        ),
        "    {a}\n}}\n",
    ),
    Tongue(
        "md",
        _snake,
        "# {text}\n",
        "\n## {text}\n",
        ("{text} `{a}` {text}.", "{text}, {text}.", "- `{c}` {text}"),
        "\n",
    ),
)
_SHARES = (0.22, 0.14, 0.14, 0.14, 0.1, 0.12, 0.06, 0.08)


def written(root: Path, files: int, seed: int = 0) -> int:
    """Write a tree of so many files, and give its size in bytes."""
    author = _Author(seed)
    size = 0
    for number in range(files):
        path, text = author.file(number)
        target = root / path
        target.parent.mkdir(parents=True, exist_ok=True)
        size += target.write_bytes(text.encode())
    return size


class _Blanks(dict[str, str]):
    """What fills a template: chosen when it is first asked for, then the same."""

    def __init__(self, author: _Author, tongue: Tongue, names: Sequence[str]) -> None:
        self._author = author
        self._tongue = tongue
        self._names = names

    def __missing__(self, key: str) -> str:
        chance = self._author.random.random()
        if key == "n":
            made = str(int(1000 * chance))
        elif key == "text":
            made = self._author.text()
        elif key == "name":
            made = self._author.name(self._tongue)
        else:
            made = self._names[int(chance * chance * len(self._names))]
        self[key] = made
        return made


class _Author:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self._vocabulary = self._words()
        chances = (rank**-_EXPONENT for rank in range(1, _VOCABULARY + 1))
        self._chances = [*accumulate(chances)]
        self._stream = self._drawn()
        self._folder = ""

    def file(self, number: int) -> tuple[str, str]:
        """The path and text of the next file."""
        (tongue,) = self.random.choices(_TONGUES, _SHARES)
        if number % _FILES_A_FOLDER == 0:
            self._folder = f"{next(self._stream)}/{next(self._stream)}_{number // _FILES_A_FOLDER}"
        path = f"{self._folder}/{self.name(tongue)}_{number}.{tongue.extension}"
        functions = 1 + int(self.random.expovariate(1 / _MEAN_FUNCTIONS))
        names = [self.name(tongue) for _ in range(_NAMES + functions * _NAMES_A_FUNCTION)]
        pieces = [self._filled(tongue.head, tongue, names)]
        for _ in range(functions):
            pieces += self._function(tongue, names)
        return path, "\n".join([*pieces, self._filled(tongue.tail, tongue, names)])

    def name(self, tongue: Tongue) -> str:
        """One to three words as the language joins them."""
        return tongue.join([*islice(self._stream, 1 + int(self.random.random() * 2.5))])

    def text(self) -> str:
        """A sentence without its full stop."""
        return " ".join(islice(self._stream, 6)).capitalize()

    def _function(self, tongue: Tongue, names: Sequence[str]) -> Iterator[str]:
        yield self._filled(tongue.function, tongue, names)
        for _ in range(int(2 + 15 * self.random.random())):
            yield self._filled(self.random.choice(tongue.statement), tongue, names)
        yield self._filled(tongue.end, tongue, names)

    def _filled(self, template: str, tongue: Tongue, names: Sequence[str]) -> str:
        return template.format_map(_Blanks(self, tongue, names))

    def _drawn(self) -> Iterator[str]:
        while True:
            yield from self.random.choices(self._vocabulary, cum_weights=self._chances, k=_DRAWN)

    def _words(self) -> list[str]:
        made: dict[str, None] = {}
        pick = self.random.choice
        while len(made) < _VOCABULARY:
            syllables = self.random.randint(1, 3)
            made["".join(pick(part) for part in (_STARTS, _VOWELS, _ENDS) * syllables)] = None
        return sorted(made, key=len)
