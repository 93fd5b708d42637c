"""Tell a file's language by its name, its extension or its first line."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import attrgetter
from types import MappingProxyType

from pageful.code.languages.language import Language
from pageful.code.languages.table import LANGUAGES
from pageful.lazy import patterns


def _languages_by(words_of: Callable[[Language], str]) -> Mapping[str, str]:
    """Return the names of languages by each word of one of their texts."""
    return MappingProxyType(
        {word: language.name for language in LANGUAGES for word in words_of(language).split()}
    )


_EXTENSIONS = _languages_by(attrgetter("extensions"))
_NAMES = _languages_by(attrgetter("names"))
_INTERPRETERS = _languages_by(attrgetter("interpreters"))
_FENCES = {each.name: each.name if each.fence is None else each.fence for each in LANGUAGES}

# > #!/usr/bin/env python3
_SHEBANG = patterns.compile(r"\ufeff?#![ \t]*(?:\S*/)?(\S+)([^\n]*)")
# > -S PYTHONPATH=. python3 -u
_ENV_WORD = patterns.compile(r"(?:^|[ \t])(?![-\w]*=|-)(?:\S*/)?([^\s=]+)(?=[ \t]|$)")
# > python3.11
_VERSION = patterns.compile(r"[-\d.]+$")
# > class Matrix final : public Base {
# > #include <vector>
_CPP = patterns.compile(
    r"^[ \t]*(?:class\s+\w[^;]*$|namespace\b|template\s*<|using\s+\w|public:|private:|protected:"
    r"|#\s*include\s*<\w+>)|\bconstexpr\b|\bstd::",
    re.MULTILINE,
)
# > @interface Oven : NSObject
_OBJECTIVE_C = patterns.compile(
    r"^[ \t]*(?:@(?:interface|protocol|class|import)\b|#import\b)", re.MULTILINE
)


def language_of(path: str, head: str = "") -> str | None:
    """Return the lower-case name of a file's language, `None` if it is unknown.

    Args:
        path: the file's path or name, with either kind of slash.
        head: the text's beginning; without it a script that has no extension is not recognised,
            and every `.h` is taken for C.
    """
    name = path.replace("\\", "/").rpartition("/")[2].lower()
    extension = name.rpartition(".")[2] if "." in name.lstrip(".") else ""
    language = _NAMES.get(name) or _EXTENSIONS.get(extension) or _by_stem(name)
    if extension == "h":
        return _header(head)
    return language or (_by_shebang(head) if head.startswith(("#!", "\ufeff#!")) else None)


def fence_of(language: str | None) -> str:
    """Return a language's name in a code fence; empty for an unknown language."""
    return _FENCES.get(language, language) if language else ""


def _by_stem(name: str) -> str | None:
    """Look the stem up: `Dockerfile.dev`, `Makefile.am`, `README.old` are in its language."""
    return _NAMES.get(name.partition(".")[0])


def _header(head: str) -> str:
    if _OBJECTIVE_C.search(head):
        return "objectivec"
    return "cpp" if _CPP.search(head) else "c"


def _by_shebang(head: str) -> str | None:
    found = _SHEBANG.match(head)
    if not found:
        return None
    program = found[1]
    if program == "env":
        words = _ENV_WORD.search(found[2])
        program = words[1] if words else ""
    return _INTERPRETERS.get(program.lower()) or _INTERPRETERS.get(
        _VERSION.sub("", program.lower())
    )
