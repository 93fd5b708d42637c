"""The state of a project's sources in one build, by which a later one tells what changed."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import msgspec

from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.projects.layout import SUFFIXES, Layout
from pageful.maven.projects.pom import Pom
from pageful.maven.sources.git_tree import GitTree, may_be_in_repository
from pageful.maven.sources.masking import mask_secrets
from pageful.maven.sources.named_resources import is_shown_resource
from pageful.maven.sources.source_texts import unchanged_text

_MOST_TEXT = 1_000_000
"""Characters of sources that a record keeps: those of a library of 300 files, 200 KB on disk."""

_MOST_FILES = 2_000
"""Files that are looked at where no git tells which changed: more have no room anyway."""


@dataclass(frozen=True, slots=True)
class SourceState:
    """The texts of the files that differ from a `commit`; without a commit, those of all files.

    A path without a text is a file that was not there. Secrets are masked.
    """

    commit: str = ""
    texts: Mapping[str, str | None] = field(default_factory=dict)

    def pack(self) -> bytes:
        """Write the state as bytes."""
        return msgspec.msgpack.encode(self)

    @classmethod
    def unpack(cls, packed: bytes) -> SourceState | None:
        """Read a state from bytes; absent if they are damaged."""
        try:
            return msgspec.msgpack.decode(packed, type=cls)
        except (msgspec.MsgspecError, RecursionError):
            return None


def source_state(root: Path, poms: Sequence[Pom], began: int) -> SourceState | None:
    """Return the state of the sources of a build that began at a time, if that can be told.

    The time is in nanoseconds since the epoch. Absent where a file was changed since, where there
    is more text than a record keeps, or where a repository does not tell what is in it.
    """
    tree = GitTree.at(root)
    if not tree and may_be_in_repository(root / "pom.xml"):
        return None
    paths = tree.differing(tree.head) if tree else every_source(root, poms)
    if paths is None:
        return None
    texts: dict[str, str | None] = {}
    left = _MOST_TEXT
    for path in filter(is_source, paths):
        there = os.path.lexists(root / path)
        text = shown_text(root, path, began) if there else None
        left -= len(text or "")
        if (there and text is None) or left < 0:
            return None
        texts[path] = text
    return SourceState(tree.head if tree else "", texts)


def is_source(path: str) -> bool:
    """Return whether a file is one that a build reads, and that may be shown."""
    name = path.rpartition("/")[2]
    is_code = path.endswith(SUFFIXES) or name == "pom.xml"
    return is_code or ("src/" in path and is_shown_resource(path))


def shown_text(root: Path, path: str, began: int) -> str | None:
    """Return the text of a file without secrets; absent if it can't be had or was changed since."""
    text = unchanged_text(root, path, began)
    return None if text is None else masked_text(path, text)


def masked_text(path: str, text: str) -> str:
    """Return the text of a file with secrets masked."""
    return mask_secrets(text, path.rpartition(".")[2].lower())


def every_source(root: Path, poms: Sequence[Pom]) -> frozenset[str] | None:
    """Return the paths of all sources; absent if they are too many."""
    found = set()
    for path in _below(root, poms):
        if path.is_relative_to(root):
            found.add(path.relative_to(root).as_posix())
        if len(found) > _MOST_FILES:
            return None
    return frozenset(found)


def _below(root: Path, poms: Sequence[Pom]) -> Iterator[Path]:
    for pom in poms:
        yield pom.file
        layout = Layout.of(pom)
        for part in (layout.main, layout.test):
            for directory in (*part.sources, *(each.source for each in part.resources)):
                if directory.is_relative_to(root):
                    for above, _, names in os.walk(directory):
                        yield from (Path(above, name) for name in names)
