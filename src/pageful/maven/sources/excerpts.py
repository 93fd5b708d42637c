"""Excerpts of sources for a failed build: what its errors and failing tests speak of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.builds.results import (
    ACTIVITY,
    Build,
    Excerpt,
    Failure,
    Place,
    Problem,
    SourceLine,
    Status,
    Supply,
)
from pageful.builds.similar_failures import find_similar_failures
from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.maven.projects.local_repository import LocalRepository
from pageful.maven.sources.called_methods import called_method
from pageful.maven.sources.dependency_facts import dependency_facts
from pageful.maven.sources.following_errors import with_followers
from pageful.maven.sources.java_members import JavaMember
from pageful.maven.sources.masking import mask_secrets
from pageful.maven.sources.named_resources import NamedLine, named_line
from pageful.maven.sources.near_matches import related_members
from pageful.maven.sources.null_fields import null_field_lines
from pageful.maven.sources.source_texts import SourceText, SourceTexts
from pageful.maven.sources.stack_frames import LocatedFrame, locate_frames

_ROOM_FOR_PLACES = 1900
_ROOM_FOR_EXCERPTS = 2600
"""Characters (some 500 and 700 tokens): beyond them two of three pages would have to save their
reader a look into a file to be worth their price."""

_PAGE = 4500
"""Characters that a page aims at, some 1,200 tokens: excerpts have what messages leave of it."""

_LEAST_ROOM = 1000
"""Characters for excerpts on any page: a method of twenty lines, which spares a look at least."""

_MAIN_LINES, _TEST_LINES, _CALLED_LINES = 40, 22, 60
"""Lines of a method around a frame, of a failing test, and of the code under test: nine of ten
methods of five projects are shorter."""

_TEST_LINES_BEFORE = 14
"""Lines of a test before the one that failed: they make what it is about."""

_ROOT_ELEMENT = "<project"
"""The line that Maven names for a fault of a POM as a whole: it says nothing of the fault."""

_AROUND_RESOURCE = 4
"""Lines of a resource on either side of the one that is named."""

_LONGEST_PLACE = 110
_LONGEST_LINE = 200
"""Characters of a line that is shown."""

_MOST_FRAMES = 6
"""Frames of a failure whose lines are shown."""


def with_excerpts(
    build: Build,
    sources: SourceTexts,
    packages: Sequence[str],
    repository: LocalRepository | None = None,
) -> Build:
    """Return a failed build with excerpts of its sources; the same one where they have none.

    `packages` are those that the frames of its traces leave out; `repository` is looked at for
    what dependencies have.
    """
    if build.status is Status.SUCCESS:
        return build
    build = replace(build, errors=with_followers(build.errors, sources))
    selection = _Selection(sources, _room_for_excerpts=_room_beside(build))
    for position, error in enumerate(build.errors):
        if error.follows is None:
            selection.add_error(position, error)
    supplies = selection.add_dependencies(build.errors, repository) if repository else ()
    first, whole = len(build.errors), tuple(_shown_whole(build.failures))
    stuck = build.activity.frames if build.activity else ()
    frames = {
        ACTIVITY: locate_frames(stuck, sources, packages)[:_MOST_FRAMES],
    } | {
        first + n: locate_frames(build.failures[n].trace, sources, packages)[:_MOST_FRAMES]
        for n in whole
    }
    # Frames of main code lead to more faults than tests do: they come first while there is room.
    for position in sorted(frames, key=lambda each: not _in_main_code(frames[each])):
        selection.add_failure(position, frames[position])
        if frames[position] and position >= first:
            selection.add_null_field(position, build.failures[position - first], frames[position])
    for n in whole:
        causes = (line for line in build.failures[n].trace if line.startswith("Caused by:"))
        if named := named_line((build.failures[n].message, *causes), sources):
            selection.add_resource(first + n, named)
    places, excerpts = tuple(selection.places), tuple(selection.excerpts)
    return replace(
        build, excerpts=excerpts or None, places=places or None, supplies=supplies or None
    )


def _room_beside(build: Build) -> int:
    """Return the room for excerpts beside the messages, traces and outputs of a build."""
    whole = [build.failures[n] for n in _shown_whole(build.failures)]
    texts = (text for each in whole for text in (each.message, *each.trace, *each.output))
    said = sum(map(len, texts)) + sum(len(error.message) for error in build.errors)
    return max(_LEAST_ROOM, min(_ROOM_FOR_EXCERPTS, _PAGE - said))


def _shown_whole(failures: Sequence[Failure]) -> Iterator[int]:
    in_a_row = {n for each in find_similar_failures(failures) for n in each.others}
    for n, failure in enumerate(failures):
        if n not in in_a_row and not failure.follows:
            yield n


@dataclass
class _Selection:
    """The excerpts chosen so far, within the room that there is for them."""

    sources: SourceTexts
    places: list[Place] = field(default_factory=list)
    excerpts: list[Excerpt] = field(default_factory=list)
    _room_for_places: int = _ROOM_FOR_PLACES
    _room_for_excerpts: int = _ROOM_FOR_EXCERPTS
    _seen: set[tuple[str, int]] = field(default_factory=set)

    def add_error(self, position: int, error: Problem) -> None:
        """Take the line of an error, and the declarations that it speaks of."""
        if not error.file or not error.line or not error.file.endswith((".java", "pom.xml")):
            return
        full = self._room_for_places < _LONGEST_PLACE or not self.sources.has_time
        source = None if full else self.sources.read(error.file)
        if not source or not 0 < error.line <= len(source.lines):
            return
        if _ROOT_ELEMENT not in source.lines[error.line - 1]:
            self._add_line(position, source, error.line)
        if error.file.endswith(".java"):
            for declared_in, member in related_members(
                error.message, source, error.line, self.sources
            ):
                said = mask_secrets(member.declaration)
                self._add_place(position, declared_in.path, member.declared, said)

    def add_dependencies(
        self, errors: Sequence[Problem], repository: LocalRepository
    ) -> tuple[Supply, ...]:
        """Take the lines of POMs that errors depend on, and return what else is known of that."""
        facts = dependency_facts(errors, self.sources, repository)
        for each in facts.places:
            self._add_place(each.of, each.file, each.line, each.text)
        return facts.supplies

    def add_failure(self, position: int, frames: Sequence[LocatedFrame]) -> None:
        """Take the method that failed, or the test and what it calls, and the lines of frames."""
        if main := _in_main_code(frames):
            self._add_excerpt(position, main, _hits(main, frames), _MAIN_LINES)
        elif frames:
            self._add_test(position, frames[0], frames)
        for frame in frames:
            self._add_line(position, frame.source, frame.line)

    def add_null_field(
        self, position: int, failure: Failure, frames: Sequence[LocatedFrame]
    ) -> None:
        """Take the lines that declare and set the field which a failure says is null."""
        causes = [line for line in failure.trace if line.startswith("Caused by:")]
        said = causes[-1] if causes else failure.message
        for source, line in null_field_lines(said, frames[0], self.sources):
            self._add_line(position, source, line)

    def add_resource(self, position: int, named: NamedLine) -> None:
        """Take what is around a line of a resource."""
        first = max(1, named.line - _AROUND_RESOURCE)
        last = min(len(named.source.lines), named.line + _AROUND_RESOURCE)
        self._add_lines(position, named.source, first, last, frozenset({named.line}))

    def _add_test(self, position: int, test: LocatedFrame, frames: Sequence[LocatedFrame]) -> None:
        called = called_method(test.source, test.member, test.line, self.sources)
        self._add_excerpt(position, test, _hits(test, frames), _TEST_LINES)
        if called:
            begin = LocatedFrame(called.source, called.member, called.member.first)
            self._add_excerpt(position, begin, frozenset(), _CALLED_LINES)

    def _add_line(self, position: int, source: SourceText, line: int) -> None:
        self._add_place(position, source.path, line, source.shown_lines[line - 1].strip())

    def _add_place(self, position: int, path: str, line: int, text: str) -> None:
        shown = _clip(text, _LONGEST_PLACE)
        room = self._room_for_places - len(path) - len(shown)
        if not shown or room < 0 or (path, line) in self._seen:
            return
        self._seen.add((path, line))
        self._room_for_places = room
        self.places.append(Place(position, path, line, shown))

    def _add_excerpt(
        self,
        position: int,
        frame: LocatedFrame,
        hits: frozenset[int],
        most: int,
    ) -> None:
        source, member = frame.source, frame.member
        if (source.path, -member.first) in self._seen:
            return
        first, last = _window(frame, hits, most)
        if self._add_lines(position, source, first, last, hits, member):
            self._seen.add((source.path, -member.first))
        else:
            where = f"{mask_secrets(member.declaration)} … to line {member.last}"
            self._add_place(position, source.path, member.declared, where)

    def _add_lines(
        self,
        position: int,
        source: SourceText,
        first: int,
        last: int,
        hits: frozenset[int],
        member: JavaMember | None = None,
    ) -> bool:
        """Take some lines, of a member where it is given, if there is room for them."""
        lines = tuple(
            SourceLine(number, _clip(text, _LONGEST_LINE), number in hits)
            for number in range(first, last + 1)
            if (text := source.shown_lines[number - 1].rstrip())
        )
        room = self._room_for_excerpts - sum(len(line.text) + 4 for line in lines)
        if room < 0 or not lines:
            return False
        self._room_for_excerpts = room
        self._seen |= {(source.path, line.number) for line in lines}
        more, name = (member.last - last, member.name) if member else (0, "")
        self.excerpts.append(Excerpt(position, source.path, name, lines, more))
        return True


def _in_main_code(frames: Sequence[LocatedFrame]) -> LocatedFrame | None:
    return next((frame for frame in frames if not frame.source.is_test), None)


def _hits(frame: LocatedFrame, frames: Sequence[LocatedFrame]) -> frozenset[int]:
    """The lines of all frames in the same member."""
    same = (each for each in frames if (each.source, each.member) == (frame.source, frame.member))
    return frozenset(each.line for each in same)


def _window(frame: LocatedFrame, hits: frozenset[int], most: int) -> tuple[int, int]:
    """The first and the last line to show: of a long member, those around its first hit.

    Where the frame's own line is too far from that, they are those around the frame's line.
    """
    member = frame.member
    if member.last - member.first < most:
        return member.first, member.last
    before = min(_TEST_LINES_BEFORE, most // 2 if most > _TEST_LINES else most - 1)
    first = max(member.first, min(hits, default=member.first) - before)
    if frame.line >= first + most:
        first = frame.line - before
    return first, min(member.last, first + most - 1)


def _clip(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"
