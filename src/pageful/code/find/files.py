"""The files that are searched: those that git would not ignore, as they are on the disk now."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pageful.code.find.matching import Place
from pageful.code.scan.freshness import changes
from pageful.code.scan.ignore_rules import path_matcher
from pageful.code.scan.quoting import quoted
from pageful.code.scan.snapshot import Snapshot
from pageful.text.units import list_names
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

_MOST_OFFERED = 12
_UNKNOWN = Snapshot({}, {}, {}, {})
# > src/*/tests
_GLOB = re.compile(r"[*?\[]")

PathTest = Callable[[str], bool]


@dataclass(frozen=True)
class FileList:
    """The files of repositories; a second look reads only the directories that have changed."""

    _snapshots: dict[Path, Snapshot] = field(default_factory=dict)

    def of(self, roots: Sequence[Path], caller: Caller) -> Sequence[Place]:
        """Return the files of these repositories by their paths; of several, by their full ones.

        Raises:
            ToolError: a repository is gone or can't be read.
            Cancelled: the caller gave up.
        """
        found: list[Place] = []
        for root in roots:
            now = changes(root, self._snapshots.get(root, _UNKNOWN), caller).snapshot
            self._snapshots[root] = now
            start = f"{root}/" if len(roots) > 1 else ""
            found += (Place(root, path, start + path) for path in sorted(now.files))
        return found


@dataclass(frozen=True, slots=True)
class Scope:
    """The part of the files that is meant: `within` are directories, files and globs.

    One that begins with `!` leaves its files out. `file_types` are extensions without the dot.
    """

    within: tuple[str, ...] = ()
    file_types: tuple[str, ...] = ()

    def narrow(self, places: Sequence[Place]) -> Sequence[Place]:
        """Return the files that are meant.

        Raises:
            ToolError: there are none; the error names directories or extensions that there are.
        """
        endings = tuple(f".{each.lstrip('*.').lower()}" for each in self.file_types)
        kept = [each for each in places if not endings or each.path.lower().endswith(endings)]
        if places and not kept:
            raise ToolError(
                f"No file ends in {quoted(' or '.join(endings))}.",
                f"Extensions here: {_some(_extension(each.path) for each in places)}.",
            )
        for text in (each for each in self.within if each.startswith("!")):
            test = _path_test(text[1:], places)
            kept = [each for each in kept if not test(each.path)]
        wanted = [each for each in self.within if not each.startswith("!")]
        if not wanted:
            return kept
        meant = set[str]()
        for text in wanted:
            test = _path_test(text, places)
            found = {each.shown for each in kept if test(each.path)}
            if not found:
                raise ToolError(
                    f"No file that is searched is in {quoted(text)}.",
                    f"Directories here: {_some(_directory(each.path) for each in places)}.",
                )
            meant |= found
        return [each for each in kept if each.shown in meant]


def _path_test(text: str, places: Sequence[Place]) -> PathTest:
    """Return a test of paths: in a directory, a file or its unique end, or named by a glob."""
    wanted = _relative(text.replace("\\", "/"), places)
    if wanted in ("", "."):
        return lambda _: True
    if any(each.path == wanted or each.path.startswith(f"{wanted}/") for each in places):
        return lambda path: path == wanted or path.startswith(f"{wanted}/")
    if _GLOB.search(wanted):
        return path_matcher(wanted if "/" in wanted else f"**/{wanted}")
    return lambda path: f"/{path}".endswith(f"/{wanted}") or f"/{wanted}/" in f"/{path}"


def _relative(text: str, places: Sequence[Place]) -> str:
    for root in {each.root for each in places}:
        text = text.removeprefix(f"{root}/")
    return text.removeprefix("./").strip("/")


def _extension(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2] if "." in path.rpartition("/")[2] else ""


def _directory(path: str) -> str:
    return path.rpartition("/")[0]


def _some(names: Iterator[str]) -> str:
    return list_names(list(dict.fromkeys(name for name in names if name)), _MOST_OFFERED) or "none"
