"""The relation of one chunk to another: caller, callee, test, sibling, or the same directory."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pageful.code.chunking.chunk import Chunk
from pageful.code.results.search import Relation
from pageful.code.terms.marks import is_test
from pageful.code.terms.splitting import file_name, parts

_LEAST_NAME = 3  # characters of a name that tells who uses it
# > __init__
# > constructor
_ANYBODYS = re.compile(r"__\w+__|constructor|main|get|set|run|new|init|test|setup|render|data")
_TEST_WORDS = frozenset({"test", "tests", "spec", "specs"})


def relation_of(path: str, chunk: Chunk, other_path: str, other: Chunk) -> Relation | None:
    """Return the relation that another chunk has to a chunk, the nearest that can be told.

    `None` means that only the words are alike.
    """
    uses = _names_one_of(other.text, chunk.defines, but=other.defines)
    tests_it = is_test(other_path) and not is_test(path)
    if tests_it and (uses or _stem(path) == _stem(other_path)):
        return Relation.TEST
    if uses:
        return Relation.CALLER
    if _names_one_of(chunk.text, other.defines, but=chunk.defines):
        return Relation.CALLEE
    if _directory(path) != _directory(other_path):
        return None
    is_sibling = path == other_path or _stem(path) == _stem(other_path)
    return Relation.SIBLING if is_sibling else Relation.DIRECTORY


def _names_one_of(text: str, names: Iterable[str], but: Iterable[str]) -> bool:
    """Return whether a text has one of some names as a whole word, called where it is a usual one.

    Of a name that both chunks define neither is known to mean the other's.
    """
    own = set(but)
    for name in names:
        if len(name) < _LEAST_NAME or name in own or _ANYBODYS.fullmatch(name):
            continue
        telling = len(parts(name)) > 1 or name[:1].isupper()
        end = r"(?!\w)" if telling else r"\s*\("
        if name in text and re.search(rf"(?<!\w){re.escape(name)}{end}", text):
            return True
    return False


def _stem(path: str) -> tuple[str, ...]:
    """Return the words of a file's name up to its first dot, without those that mean a test."""
    found = parts(file_name(path).partition(".")[0])
    own = found[:-1] if len(found) > 1 else found  # of several words the last one joins them
    return tuple(word for word in own if word not in _TEST_WORDS)


def _directory(path: str) -> str:
    return path.rpartition("/")[0]
