"""Texts of a project's files, as they were when its build began, within bounds of work."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.projects.layout import Layout
from pageful.maven.projects.pom import Pom
from pageful.maven.sources.git_tree import may_be_in_repository
from pageful.maven.sources.java_members import JavaMember, java_members
from pageful.maven.sources.masking import mask_secrets

_MOST_FILES = 30
_MOST_SECONDS = 0.3
"""Work for one page: processor time which a reader does not notice, and the files that 28 failed
builds of five projects needed thrice over."""

_LONGEST_WAIT = 3.0
"""Seconds on a clock after which nothing more is read: ten times the work, on a busy machine."""

_LARGEST_FILE = 1_000_000
"""Bytes of a file that is read: the largest source of a JDK that people write has 450,000."""

_NOT_IGNORED, _REFUSED = 1, 128
"""Exit codes of `git check-ignore`."""


@dataclass(frozen=True)
class SourceText:
    """A file of a project: its path below the root, its text, and whether it is a test's."""

    path: str
    text: str
    is_test: bool = False

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """The lines without their ends."""
        return tuple(self.text.split("\n"))

    @cached_property
    def shown_lines(self) -> tuple[str, ...]:
        """The lines with secrets masked, as their neighbours tell what is one."""
        return tuple(mask_secrets(self.text, self.path.rpartition(".")[2].lower()).split("\n"))

    @cached_property
    def members(self) -> tuple[JavaMember, ...]:
        """The members of its classes, if it is a Java file."""
        return java_members(self.text)


@dataclass
class SourceTexts:
    """The sources of the modules below `root`, as long as there is time for them.

    A file that was changed after `began` (in nanoseconds since the epoch), when the build was
    started, is left out: its lines are not those that the build speaks of.
    """

    root: Path
    poms: Sequence[Pom]
    began: int
    _until: float = field(default_factory=lambda: time.thread_time() + _MOST_SECONDS)
    _waits_until: float = field(default_factory=lambda: time.monotonic() + _LONGEST_WAIT)
    _read: dict[str, SourceText | None] = field(default_factory=dict)
    _classes: dict[tuple[str, str], SourceText | None] = field(default_factory=dict)

    def of_class(self, name: str, file_name: str) -> SourceText | None:
        """Return the source of a class by its qualified name; absent if several files may be it."""
        key = (name, file_name)
        if key not in self._classes:
            self._classes[key] = self._of_class(name, file_name)
        return self._classes[key]

    def _of_class(self, name: str, file_name: str) -> SourceText | None:
        package = name.rpartition(".")[0].replace(".", "/")
        if not file_name.endswith(".java") or "/" in file_name or "\0" in name:
            return None
        found = {
            place.relative_to(self.root).as_posix(): is_test
            for directory, is_test in self._directories
            if self.has_time and (place := directory / package / file_name).is_file()
        }
        if len(found) != 1:
            return None
        ((path, is_test),) = found.items()
        return self.read(path, is_test=is_test)

    def resource(self, path: str) -> SourceText | None:
        """Return a resource by its path on the class path; absent if several files may be it."""
        places = {
            place.relative_to(self.root).as_posix()
            for layout in map(Layout.of, self.poms if self.has_time else ())
            for part in (layout.main, layout.test)
            for each in part.resources
            if (place := each.source / path).is_relative_to(self.root) and place.is_file()
        }
        return self.read(places.pop()) if len(places) == 1 else None

    def read(self, path: str, *, is_test: bool = False) -> SourceText | None:
        """Return the text of a file, given its path below the root; absent if it can't be had."""
        if path not in self._read:
            allowed = self.has_time and len(self._read) < _MOST_FILES
            self._read[path] = self._text_of(path, is_test=is_test) if allowed else None
        return self._read[path]

    @property
    def has_time(self) -> bool:
        """Return whether there is time for more."""
        return time.thread_time() < self._until and time.monotonic() < self._waits_until

    @cached_property
    def _directories(self) -> tuple[tuple[Path, bool], ...]:
        """The directories of sources within the root, and whether they are the tests'."""
        layouts = map(Layout.of, self.poms)
        every = (
            (source, is_test)
            for layout in layouts
            for part, is_test in ((layout.main, False), (layout.test, True))
            for source in part.sources
        )
        return tuple(
            dict.fromkeys(
                (source, is_test)
                for source, is_test in every
                if source.is_relative_to(self.root) and self.has_time and source.is_dir()
            )
        )

    def _text_of(self, path: str, *, is_test: bool) -> SourceText | None:
        text = unchanged_text(self.root, path, self.began)
        if text is None or self._is_ignored(path):
            return None
        return SourceText(path, text, is_test)

    def _is_ignored(self, path: str) -> bool:
        """Return whether git ignores a file, as may be one with secrets; also if it can't say."""
        git = shutil.which("git")
        if not git:
            return may_be_in_repository(self.root / path)
        left = max(0.01, self._waits_until - time.monotonic())
        try:
            done = subprocess.run(
                (
                    git,
                    "-C",
                    str(self.root),
                    "-c",
                    "core.fsmonitor=false",
                    "check-ignore",
                    "--quiet",
                    "--",
                    path,
                ),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=left,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return True
        if done.returncode == _REFUSED:  # as for want of a repository, or of its owner's trust
            return may_be_in_repository(self.root / path)
        return done.returncode != _NOT_IGNORED


def unchanged_text(root: Path, path: str, began: int) -> str | None:
    """Return the text of a file below `root`, if it was not changed after a build `began`.

    Absent for a link, a file outside, a large one and one that is no text in UTF-8.
    """
    try:
        file = (root / path).resolve()
        stat = file.stat()
        inside = file.is_relative_to(root) and file == root / path
        changed = max(stat.st_mtime_ns, stat.st_ctime_ns) >= began
        if not inside or changed or stat.st_size > _LARGEST_FILE:
            return None
        return file.read_text(encoding="utf-8")
    except (OSError, ValueError, RuntimeError):  # gone, in another encoding, a loop of links
        return None
