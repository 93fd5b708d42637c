"""Queries made from a repository itself: names that it defines, phrases of its comments, paths."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

_NAMES = re.compile(
    r"\b(?:def|class|func|fn|function|interface|struct|trait|enum|object)\s+([A-Za-z_]\w{4,40})"
)
_COMMENT = re.compile(r"(?:#|//|\*|\"\"\")[ \t]+([A-Z][a-z]+(?: [a-z]+){3,9})")
_LARGEST = 200_000
_FILES_READ = 3_000
_SHARES = ((0.45, "name"), (0.45, "phrase"), (0.10, "path"))


def made_from(root: Path, files: Sequence[str], number: int) -> list[str]:
    """So many different queries, the same for the same files."""
    chosen = random.Random(0).sample(sorted(files), min(len(files), _FILES_READ))
    found: dict[str, list[str]] = {"name": [], "phrase": [], "path": list(chosen)}
    for path in chosen:
        if (root / path).stat().st_size <= _LARGEST:
            text = (root / path).read_text("utf-8", "replace")
            found["name"] += _NAMES.findall(text)
            found["phrase"] += _COMMENT.findall(text)
    queries = [
        query
        for share, kind in _SHARES
        for query in _some(list(dict.fromkeys(found[kind])), round(share * number))
    ]
    random.Random(1).shuffle(queries)
    return queries


def annotated(file: Path) -> Iterator[str]:
    """The queries of a file of annotations."""
    for each in json.loads(file.read_text("utf-8")):
        yield each["query"]


def _some(values: Sequence[str], number: int) -> list[str]:
    return random.Random(2).sample(values, min(number, len(values)))
