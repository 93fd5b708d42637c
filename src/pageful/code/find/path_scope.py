"""A part of the files of some repositories: by directories, files and globs, and by extension."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from pageful.code.find.absent_paths import absence, nearest_paths
from pageful.code.index.repository_paths import split_repository
from pageful.code.scan.ignore_rules import path_matcher
from pageful.code.scan.quoting import quote
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass
from pageful.text.units import list_names
from pageful.tool.errors import ToolError

_MOST_OFFERED = 12
# > src/*/tests
_GLOB = patterns.compile(r"[*?\[]")

OwnedPath: TypeAlias = tuple[int, str]
"""The path of a file in a repository, below that repository's number."""


@dataclass(frozen=True, slots=True)
class PathScope:
    """The part of the files that is meant: `within` are directories, files and globs.

    One that begins with `!` leaves its files out. `file_types` are extensions without the dot.
    """

    within: tuple[str, ...] = ()
    file_types: tuple[str, ...] = ()

    def mask(
        self, files: Sequence[OwnedPath], roots: Mapping[int, str], of: str = "file"
    ) -> Sequence[bool]:
        """Tell for each file whether it is meant; `roots` are the repositories by their numbers.

        Raises:
            ToolError: there are none; the error names directories or extensions that there are,
                and calls the files `of`.
        """
        kept = [True] * len(files)
        if self.file_types:
            kept = _type_mask(files, self.file_types, of)
        excluded = [text for text in self.within if text.startswith("!")]
        for text in excluded:
            test = _path_test(text[1:], files, roots)
            kept = [each and not test(file) for each, file in zip(kept, files, strict=True)]
        if len(excluded) == len(self.within):
            return kept
        meant = [False] * len(files)
        for text in (each for each in self.within if each not in excluded):
            found = _files_mask(text, files, kept, roots, of)
            meant = [a or b for a, b in zip(meant, found, strict=True)]
        return meant

    def directories(self, files: Sequence[OwnedPath], roots: Mapping[int, str]) -> tuple[str, ...]:
        """Name the directories that a name means which no directory of a repository's top has."""
        found: dict[str, None] = {}
        for text in (each for each in self.within if not each.startswith("!")):
            owner, path = split_repository(text.replace("\\", "/"), roots)
            part = f"/{path.strip('/')}/"
            at_top = any(f"/{path}".startswith(part) for _, path in files)
            if len(part) > len("/./") and not at_top:
                found |= dict.fromkeys(
                    f"/{path}"[1 : f"/{path}".index(part) + len(part) - 1]
                    for number, path in files
                    if owner in (None, number) and part in f"/{path}"
                )
        return tuple(found)


def _type_mask(files: Sequence[OwnedPath], file_types: Iterable[str], of: str) -> list[bool]:
    endings = tuple(f".{each.lstrip('*.').lower()}" for each in file_types)
    kept = [path.lower().endswith(endings) for _, path in files]
    if files and not any(kept):
        raise ToolError(
            f"No {of} ends in {quote(' or '.join(endings))}.",
            f"Extensions here: {_some(_extension(path) for _, path in files)}.",
        )
    return kept


def _files_mask(
    text: str,
    files: Sequence[OwnedPath],
    kept: Sequence[bool],
    roots: Mapping[int, str],
    of: str,
) -> list[bool]:
    test = _path_test(text, files, roots)
    found = [each and test(file) for each, file in zip(kept, files, strict=True)]
    if not any(found):
        if any(map(test, files)):
            problem = f"No {of} in {quote(text)} is left by the other filters."
            raise ToolError(problem, "Leave one of them out.")
        raise _no_file(text, files, roots, of)
    return found


def _no_file(text: str, files: Sequence[OwnedPath], roots: Mapping[int, str], of: str) -> ToolError:
    owner, path = split_repository(text.replace("\\", "/"), roots)
    paths = [path for _, path in files]
    here = f"Directories here: {_some(each.rpartition('/')[0] for each in paths)}."
    if _GLOB.search(path):
        return ToolError(f"No {of} is in {quote(text)}.", here)
    near = nearest_paths(path.strip("/"), paths)
    remedy = f"Nearest: {', '.join(near)}." if near else here
    return ToolError(f"No {of} is in {quote(text)}: {absence(path, owner, roots)}.", remedy)


@dataclass(frozen=True, slots=True)
class _PathTest:
    """A test of files by their paths, of one repository or, without `owner`, of all."""

    owner: int | None
    matches: Callable[[str], bool]

    def __call__(self, file: OwnedPath) -> bool:
        return self.owner in (None, file[0]) and self.matches(file[1])


def _path_test(text: str, files: Sequence[OwnedPath], roots: Mapping[int, str]) -> _PathTest:
    """Return a test of files: in a directory, a file or the end of its path, or named by a glob.

    A name that exists goes before a glob: a file may be called `[id].tsx`.
    """
    owner, path = split_repository(text.replace("\\", "/"), roots)
    wanted = path.strip("/")
    if wanted in ("", "."):
        return _PathTest(owner, lambda _: True)
    start, end, part = f"{wanted}/", f"/{wanted}", f"/{wanted}/"
    at_root = _PathTest(owner, lambda path: path == wanted or path.startswith(start))
    anywhere = _PathTest(owner, lambda path: path.endswith(end) or part in path)
    for test in (at_root, anywhere):
        if any(map(test, files)):
            return test
    if not _GLOB.search(wanted):
        return _PathTest(owner, lambda _: False)
    return _PathTest(owner, path_matcher(wanted if "/" in wanted else f"**/{wanted}"))


def _extension(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[2] if "." in path.rpartition("/")[2] else ""


def _some(names: Iterable[str]) -> str:
    return list_names(list(dict.fromkeys(name for name in names if name)), _MOST_OFFERED) or "none"
