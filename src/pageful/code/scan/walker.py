"""Find the files of a repository that may be indexed.

Left out are files that the repository's ignore rules name, whether or not git tracks them, version
control's own directories, and what tools install or generate where no rules say so. Hidden files
count like any other. Symbolic links are never followed: their targets within the repository are
found anyway. Submodules and nested repositories are walked, under their own rules.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path

from pageful.code.languages.table import LANGUAGES
from pageful.code.scan.git_config import git_config
from pageful.code.scan.ignore_rules import Directory, Layer, Rule, parse
from pageful.code.scan.snapshot import Snapshot
from pageful.code.scan.work_tree import WorkTree
from pageful.files.opening import read_start
from pageful.files.path_text import escape_path, is_text
from pageful.files.stamp import Stamp, horizon, stamp, stamp_of
from pageful.lazy.dataclasses import dataclass
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

NAME_NOT_TEXT = "name is not text"
LEADS_OUTSIDE = "link leads out of the repository"
NOT_READABLE = "directory not readable"

_NEVER = frozenset({".git", ".hg", ".svn", ".jj", "CVS"})
_DEFAULTS = "".join(f"{name}/\n" for each in LANGUAGES for name in each.installed.split())
"""Names that are left out unless a rule takes them back in: nobody writes code there."""


def _outputs() -> dict[str, set[str]]:
    outputs: dict[str, set[str]] = {}
    for directory, files in chain.from_iterable(each.outputs.items() for each in LANGUAGES):
        outputs.setdefault(directory, set()).update(files.split())
    return outputs


_OUTPUT = _outputs()
"""Directories left out beside one of these files, where there are no ignore rules at all."""
_IGNORE_FILES = {".gitignore": Layer.GITIGNORE, ".ignore": Layer.IGNORE}
_LARGEST_IGNORE_FILE = 4_000_000  # bytes, some 100,000 patterns
_BETWEEN_CHECKS = 64  # directories, a few milliseconds


@dataclass(frozen=True, slots=True)
class Walk:
    """A snapshot of a repository, with counts of the entries that were left out.

    A directory that is left out counts once. `ignored` were so by rule, `links` are symbolic
    links within the repository, `special` are devices, sockets and pipes.
    """

    snapshot: Snapshot
    ignored: int
    links: int
    special: int


def walk(root: Path, caller: Caller | None = None) -> Walk:
    """Find every regular file of a repository that may be indexed.

    Args:
        root: the repository, or a directory within it.
        caller: hears of the progress, and may give up.

    Raises:
        ToolError: there is no such directory, or it can't be read.
        Cancelled: the caller gave up.
    """
    walker = Walker(root, caller)
    walker.walk("")
    return walker.result()


class Walker:
    """A walk under way, of a whole repository or of parts of it."""

    def __init__(self, root: Path, caller: Caller | None = None) -> None:
        self._root = Path(os.path.abspath(root))  # noqa: PTH100 - resolve() would follow links
        self.base = os.path.join(self._root, "")  # noqa: PTH118 - paths are joined as text
        self._real = os.path.join(os.path.realpath(self._root), "")  # noqa: PTH118
        self._caller = caller or Caller()
        self._horizon = horizon()
        self._inside: dict[str, Directory] = {}
        self._counts = {"ignored": 0, "links": 0, "special": 0}
        self.files: dict[str, Stamp] = {}
        self.directories: dict[str, Stamp] = {}
        self.rules: dict[str, Stamp | None] = {}
        self.skipped: dict[str, str] = {}
        self._outside = self._outermost()

    def result(self) -> Walk:
        """Return what was walked so far."""
        seen = Snapshot(self.files, self.directories, self.rules, self.skipped)
        return Walk(seen, **self._counts)

    def walk(self, directory: str) -> None:
        """Take in a directory with all below it."""
        pending = [directory]
        scanned = 0
        while pending:
            if scanned % _BETWEEN_CHECKS == 0:
                self._caller.checkpoint()
                self._caller.progress(f"Looking for files: {len(self.files)} so far")
            pending += self.scan(pending.pop())
            scanned += 1

    def scan(self, directory: str) -> list[str]:
        """Take in the entries of one directory, and return the directories among them."""
        place = self.base + directory
        try:
            self.directories[directory] = stamp(os.lstat(place)).settled(self._horizon)
            with os.scandir(place) as found:
                entries = list(found)
        except OSError as error:
            self._unreadable(directory, error)
            return []
        names = {entry.name for entry in entries}
        rules = self._rules_within(directory, self._rules_for(directory), names)
        self._inside[directory] = rules
        return self._sort(f"{directory}/" if directory else "", entries, names, rules)

    def _sort(
        self, prefix: str, entries: Iterable[os.DirEntry[str]], names: set[str], rules: Directory
    ) -> list[str]:
        """Take in files and links, return the directories; written out as it runs once a file."""
        below, ignored = [], 0
        for entry in entries:
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                if name in _NEVER:
                    continue
                if rules.ignores_directory(name) or self._is_output(name, names, rules):
                    ignored += 1
                elif self._is_text(prefix + name):
                    below.append(prefix + name)
            elif entry.is_file(follow_symlinks=False):
                if name == ".git":
                    continue
                if rules.ignores_file(name):
                    ignored += 1
                elif name.isascii() or self._is_text(prefix + name):
                    self._take(prefix + name, entry)
            elif not rules.ignores_file(name):
                self._pass_by(prefix + name, entry)
        self._counts["ignored"] += ignored
        return below

    def _take(self, path: str, entry: os.DirEntry[str]) -> None:
        try:
            self.files[path] = stamp(entry.stat(follow_symlinks=False)).settled(self._horizon)
        except FileNotFoundError:  # gone since the directory was read
            return
        except OSError:
            self.skipped[path] = NOT_READABLE

    def _pass_by(self, path: str, entry: os.DirEntry[str]) -> None:
        """Count a link or a special file, and report a link that a user might miss."""
        if not entry.is_symlink():
            self._counts["special"] += 1
        elif self._leads_outside(entry.path):
            self.skipped[escape_path(path)] = LEADS_OUTSIDE
        else:
            self._counts["links"] += 1

    def _leads_outside(self, link: str) -> bool:
        """Return whether a link points to an existing file outside the repository."""
        try:
            target = os.path.realpath(link)
        except OSError:  # gone since the directory was read, or one that nobody may follow
            return False
        return not f"{target}/".startswith(self._real) and os.path.exists(target)  # noqa: PTH110

    def _is_text(self, path: str) -> bool:
        if is_text(path):
            return True
        self.skipped[escape_path(path)] = NAME_NOT_TEXT
        return False

    def _unreadable(self, directory: str, error: OSError) -> None:
        if not directory:
            raise _no_repository(self._root, error) from error
        if isinstance(error, FileNotFoundError | NotADirectoryError):
            self.directories.pop(directory, None)
        else:
            self.directories[directory] = Stamp(0, -1, 0, 0)
            self.skipped[directory] = NOT_READABLE

    def _is_output(self, name: str, names: set[str], rules: Directory) -> bool:
        return name in _OUTPUT and not _OUTPUT[name].isdisjoint(names) and not rules.are_written

    def _rules_for(self, directory: str) -> Directory:
        """Return the rules for a directory from those above it."""
        if not directory:
            return self._outside
        parent, _, name = directory.rpartition("/")
        if parent not in self._inside:
            for place in _lineage(parent):
                if place not in self._inside:
                    above, names = self._rules_for(place), _names(self.base + place)
                    self._inside[place] = self._rules_within(place, above, names)
        return self._inside[parent].below(name)

    def _rules_within(self, directory: str, above: Directory, names: set[str]) -> Directory:
        """Return the rules in a directory, those written in it included."""
        if ".git" in names and directory:
            above = self._repository_rules(self._root / directory, above)
        depth = directory.count("/") + len(self._root.parts) + 1
        return self._file_rules(self.base + directory, above, names, depth)

    def _repository_rules(self, place: Path, above: Directory) -> Directory:
        tree = WorkTree.at(place)
        self._note(place / ".git" / "HEAD")
        if tree is None:
            return above
        free = above.without(Layer.REPOSITORY, Layer.GITIGNORE)
        return free.with_rules(self._read_rules(tree.exclude, Layer.REPOSITORY, free))

    def _file_rules(self, place: str, above: Directory, names: set[str], depth: int) -> Directory:
        for name, layer in _IGNORE_FILES.items():
            if name in names:
                file = Path(place, name)
                above = above.with_rules(self._read_rules(file, layer, above, depth))
        return above

    def _read_rules(
        self, file: Path, layer: Layer, within: Directory, depth: int = 0
    ) -> tuple[Rule, ...]:
        """Read the rules of a file, which may be missing."""
        self._note(file)
        return parse(_content(file), layer, depth, fold=within.fold)

    def _note(self, file: Path) -> None:
        self.rules[str(file)] = stamp_of(str(file), self._horizon)

    def _outermost(self) -> Directory:
        """Read the rules from outside the repository."""
        tree = WorkTree.around(self._root)
        for place in (self._root, *self._root.parents):
            self._note(place / ".git" / "HEAD")
            if tree and place == tree.root:
                break
        config = git_config(tree.repository if tree else None)
        for file in config.files:
            self._note(file)
        rules = Directory.of(parse(_DEFAULTS.encode(), Layer.DEFAULT, 0), fold=config.ignore_case)
        if config.excludes_file:
            rules = rules.with_rules(self._read_rules(config.excludes_file, Layer.GLOBAL, rules))
        if not tree:
            return rules
        rules = rules.with_rules(self._read_rules(tree.exclude, Layer.REPOSITORY, rules))
        return self._inherited_rules(tree, rules)

    def _inherited_rules(self, tree: WorkTree, rules: Directory) -> Directory:
        """Read the rules from the work tree's root to the repository, unless they ignore it."""
        inherited = rules
        for directory in _between(tree.root, self._root):
            depth = len(directory.parent.parts)
            names = _names(str(directory.parent))
            for name in _IGNORE_FILES:
                self._note(directory.parent / name)
            inherited = self._file_rules(str(directory.parent), inherited, names, depth)
            if inherited.ignores_directory(directory.name):
                return rules
            inherited = inherited.below(directory.name)
        return inherited


def _between(outer: Path, inner: Path) -> Iterator[Path]:
    """Yield the directories on the way from one to another, without the first."""
    for part in inner.relative_to(outer).parts:
        outer /= part
        yield outer


def _lineage(directory: str) -> Iterator[str]:
    """Yield the directories down to one, the outermost first and itself the last."""
    yield ""
    at = directory.find("/")
    while at >= 0:
        yield directory[:at]
        at = directory.find("/", at + 1)
    if directory:
        yield directory


def _names(place: str) -> set[str]:
    """Return the names of the files in a directory that bear on ignore rules."""
    telling = (*_IGNORE_FILES, ".git")
    return {name for name in telling if os.path.lexists(os.path.join(place, name))}  # noqa: PTH118


def _content(file: Path) -> bytes:
    """Read an ignore file; empty if it is missing, a link, or no file."""
    try:
        return read_start(str(file), _LARGEST_IGNORE_FILE)
    except (OSError, ValueError):
        return b""


def _no_repository(root: Path, error: OSError) -> ToolError:
    shown = escape_path(str(root))
    if isinstance(error, FileNotFoundError):
        return ToolError(f"There is no directory {shown}.", "Pass the path of a repository.")
    if isinstance(error, NotADirectoryError):
        return ToolError(f"{shown} is not a directory.", "Pass the repository that it is in.")
    return ToolError(
        f"The directory {shown} can't be read: {error.strerror}.",
        "Give this program permission to read it.",
    )
