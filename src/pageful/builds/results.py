"""The results of builds, ended or running, and what all parts of them have in common."""

from __future__ import annotations

from enum import Enum
from typing import Protocol, TypeAlias

from pageful.lazy.dataclasses import dataclass


class Status(Enum):
    """The end of a build; CANCELLED where its caller gave up, or the program that ran it ended."""

    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    TIMEOUT = "TIMEOUT"
    CANCELLED = "CANCELLED"


class Outcome(Enum):
    """The end of one module, or of one test."""

    SUCCESS = "SUCCESS"
    FAILURE = "FAILURE"
    SKIPPED = "SKIPPED"
    FLAKY = "FLAKY"
    UNKNOWN = "UNKNOWN"


@dataclass(frozen=True, slots=True)
class Problem:
    """One error or warning of a compiler or checker, or about a build file.

    `file` is relative to the project, with forward slashes; absent for the build as a whole, or for
    a whole `module` of a reactor. `follows` is the missing name from which it seems to follow.
    """

    message: str
    file: str | None = None
    line: int | None = None
    column: int | None = None
    module: str | None = None
    follows: str | None = None


@dataclass(frozen=True, slots=True)
class Counts:
    """Counts of a test run: `failed` are failures and errors; what passed on a rerun passed."""

    run: int
    failed: int
    skipped: int


@dataclass(frozen=True, slots=True)
class Failure:
    """One cause of failing tests: every test that failed of it, in their order.

    `trace` has the frames and causes worth reading, `output` what the first test printed. `cut`
    says that the limits of the call left out lines of either. `follows` is the class whose failed
    initialiser is the cause of another failure, which stands before this one.
    """

    tests: tuple[str, ...]
    message: str
    trace: tuple[str, ...] = ()
    output: tuple[str, ...] = ()
    crashed: bool = False
    cut: bool = False
    follows: str | None = None


@dataclass(frozen=True, slots=True)
class Module:
    """One module of a reactor: its name in the build's summary, its directory below the root.

    `artifact` is its artifactId, `directory` "." for the root, both with forward slashes;
    `milliseconds` and `tests` are absent where nothing is known of them.
    """

    name: str
    outcome: Outcome
    directory: str | None = None
    artifact: str | None = None
    milliseconds: int | None = None
    tests: Counts | None = None


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file that a build made to be shipped: its path below the root, its size in bytes."""

    path: str
    size: int
    unchanged: bool = False


@dataclass(frozen=True, slots=True)
class Activity:
    """The work of a build when it was stopped; `frames` are the application's, if known.

    `output` is what the test class printed by then, as far as the log tells it from what others
    did; `cut` says that the log has more of it.
    """

    module: str | None = None
    goal: str | None = None
    test_class: str | None = None
    frames: tuple[str, ...] = ()
    output: tuple[str, ...] = ()
    cut: bool = False


ACTIVITY = -1
"""The position that excerpts have which are about the activity of a stopped build."""


@dataclass(frozen=True, slots=True)
class SourceLine:
    """One line of a source file, with its number (from 1); `hit` marks one that a trace names."""

    number: int
    text: str
    hit: bool = False


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A part of a source file, as it was when the build began, for one error or failure.

    `of` is the position of that among all errors and the failures after them, or `ACTIVITY`. `file`
    is relative to the project, with forward slashes; `name` is that of the method or field. `more`
    are its lines after those shown.
    """

    of: int
    file: str
    name: str
    lines: tuple[SourceLine, ...]
    more: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """The text of one line that an error or a failure names, or of a declaration that it means.

    `of` and `file` are as in an excerpt.
    """

    of: int
    file: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Supply:
    """The `artifact` that has, or should have, what an error misses; `of` is as in an excerpt.

    `version` is the one in use, absent where the project does not declare it. `found` are the
    versions in the local repository that have what is `missing`; all where that is empty, as the
    artifact itself or its version is what the error misses.
    """

    of: int
    missing: str
    artifact: str
    version: str | None = None
    found: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A line that was added, or removed, with its number (from 1) now or before."""

    number: int
    text: str
    removed: bool = False


@dataclass(frozen=True, slots=True)
class ChangedSpot:
    """Lines in a row that changed, of which `line` is where the first is now, or would be."""

    file: str
    line: int
    lines: tuple[ChangedLine, ...]


@dataclass(frozen=True, slots=True)
class SourceChanges:
    """The changes of sources since the last green build alike (its id), or the last commit.

    Of `files` changed ones, `spots` are shown; `others` are files without any, `more` the spots
    that are left out of it all.
    """

    since: str | None
    files: int
    spots: tuple[ChangedSpot, ...] = ()
    others: tuple[str, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Build:
    """A build that was run, to whatever end.

    `output` is the useful rest of the log where `errors` and `failures` do not say why the
    build failed. `notes` are about the build as a whole. `modules` are those of a reactor, and
    empty otherwise. `fixed` are tests that failed in the last run that had them and pass now. `id`
    is what it is found by, absent where it could not be recorded. `excerpts` and `places` are what
    the sources have to say of errors and failures, `changes` what changed in them since all was
    well, `supplies` where dependencies have what is missing; absent where there are none.
    """

    operation: str
    status: Status
    milliseconds: int
    errors: tuple[Problem, ...] = ()
    warnings: tuple[Problem, ...] = ()
    tests: Counts | None = None
    failures: tuple[Failure, ...] = ()
    skipped: tuple[str, ...] = ()
    output: tuple[str, ...] = ()
    activity: Activity | None = None
    notes: tuple[str, ...] = ()
    modules: tuple[Module, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    fixed: tuple[str, ...] = ()
    id: str | None = None
    excerpts: tuple[Excerpt, ...] | None = None
    places: tuple[Place, ...] | None = None
    changes: SourceChanges | None = None
    supplies: tuple[Supply, ...] | None = None


@dataclass(frozen=True, slots=True)
class Running:
    """A build that has not ended: the operation, the time since its start, and its progress.

    `waiting` says that another build of the project must end first. `message` is what goes on now,
    `done` of `total` the test classes of the last run, where that is known.
    """

    id: str
    operation: str
    milliseconds: int
    waiting: bool = False
    message: str = ""
    done: int | None = None
    total: int | None = None
    tests: Counts | None = None


@dataclass(frozen=True, slots=True)
class FailurePage:
    """The failures of a build from one page on: number `first` (from 1) of `total` and following.

    `build` has these failures and errors alone; its counts are those of the whole build. Its first
    error is number `first_error` of `errors_total`. Of all failures `crashed` are JVMs that died.
    `oversized` says that all of the page is one failure or error which is larger than a page.
    """

    build: Build
    first: int
    total: int
    page: int
    pages: int
    first_error: int = 1
    errors_total: int = 0
    crashed: int = 0
    oversized: bool = False


@dataclass(frozen=True, slots=True)
class WarningGroup:
    """One warning, and every place that it was given for: `file:line`, in the log's order."""

    message: str
    places: tuple[str, ...]
    count: int


class BuildPart(Protocol):
    """A page of a part of a build: number `page` of `pages`, from 1."""

    @property
    def build(self) -> str:
        """The id of the build."""

    @property
    def page(self) -> int:
        """The number of this page."""

    @property
    def pages(self) -> int:
        """The number of all pages."""


BuildFound: TypeAlias = Build | Running | FailurePage | BuildPart
"""A build, or a part of one that was asked for."""
