"""Lines of a failed build's sources that changed since the last green one, or the last commit."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pageful.builds.results import (
    Build,
    ChangedSpot,
    Excerpt,
    Place,
    SourceChanges,
    Status,
)
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven.projects.pom import Pom
from pageful.maven.sources.git_tree import GitTree
from pageful.maven.sources.line_changes import changed_spots
from pageful.maven.sources.source_state import (
    SourceState,
    every_source,
    is_source,
    masked_text,
    shown_text,
)

_MOST_FILES = 40
"""Changed files that are compared; where there are more, a reader looks for no single line."""

_MOST_SPOTS, _MOST_LINES = 6, 20
"""Spots that are shown, and lines of them: what a diff costs a reader of a page is 55 tokens for
each spot, and a fault among more than six is not seen at once."""

_ROOM = 4_500
"""Characters of all that a page has of the sources: some 1,200 tokens."""


@dataclass(frozen=True, slots=True)
class GreenBuild:
    """The id of a build that succeeded, and the state of its sources."""

    id: str
    state: SourceState


def with_changes(
    build: Build, root: Path, poms: Sequence[Pom], began: int, green: GreenBuild | None
) -> Build:
    """Return a failed build with what changed since a green one; the same one where that is open.

    `began` is when it began, in nanoseconds since the epoch. Without a `green` one the last commit
    stands in for it.
    """
    if build.status is Status.SUCCESS:
        return build
    comparison = _comparison(root, poms, green)
    if not comparison:
        return build
    since, differing = green.id if green else None, comparison.differing
    changes = (
        SourceChanges(since, len(differing))
        if len(differing) > _MOST_FILES
        else _changes(build, [*_changed_files(comparison, root, began)], since)
    )
    return _fit(replace(build, changes=changes)) if changes else build


@dataclass(frozen=True, slots=True)
class _Comparison:
    """The files that may have changed, and where their texts before that are."""

    paths: frozenset[str]
    state: SourceState
    tree: GitTree | None

    @property
    def differing(self) -> frozenset[str]:
        """The files that differ for sure, as git says, each of which it has to be asked for."""
        return self.paths - self.state.texts.keys() if self.tree else frozenset()

    def before(self, path: str) -> str | None:
        """The text of a file before; absent if it was not there."""
        if path in self.state.texts or not self.tree:
            return self.state.texts.get(path)
        content = self.tree.text(self.state.commit, path)
        text = content.decode("utf-8", "replace").replace("\r\n", "\n") if content else None
        return None if text is None else masked_text(path, text)


@dataclass(frozen=True, slots=True)
class _ChangedFile:
    """A file with another text than before; absent where it was not there, or is not any more."""

    path: str
    before: str | None
    after: str | None


def _comparison(root: Path, poms: Sequence[Pom], green: GreenBuild | None) -> _Comparison | None:
    """Return what is to be compared; absent where nobody knows what was there before."""
    tree = GitTree.at(root)
    state = green.state if green else SourceState(tree.head) if tree else None
    if not state or (state.commit and not tree):
        return None
    paths = tree.differing(state.commit) if tree and state.commit else every_source(root, poms)
    if paths is None:
        return None
    every = frozenset(filter(is_source, paths | state.texts.keys()))
    return _Comparison(every, state, tree if state.commit else None)


def _changed_files(comparison: _Comparison, root: Path, began: int) -> Iterator[_ChangedFile]:
    """The files whose texts differ; none of one that was changed since the build began."""
    for path in sorted(comparison.paths):
        there = (root / path).exists()
        after = shown_text(root, path, began) if there else None
        if there == (after is not None) and (before := comparison.before(path)) != after:
            yield _ChangedFile(path, before, after)


def _changes(
    build: Build, changed: Sequence[_ChangedFile], since: str | None
) -> SourceChanges | None:
    if not changed:
        return None
    paths = tuple(each.path for each in changed)
    if len(changed) > _MOST_FILES:
        return SourceChanges(since, len(changed))
    named = _named_files(build)
    spots = [
        spot
        for each in sorted(changed, key=lambda each: each.path not in named)
        if each.before is not None and each.after is not None
        for spot in changed_spots(each.path, each.before, each.after)
    ]
    shown = tuple(_select_spots(build, spots, named))
    in_spots = {spot.file for spot in shown}
    others = tuple(path for path in paths if path not in in_spots)
    return SourceChanges(since, len(changed), shown, others, len(spots) - len(shown))


def _named_files(build: Build) -> frozenset[str]:
    """The files that the errors, failures and excerpts of a build are about."""
    errors = (error.file for error in build.errors if error.file)
    places = (place.file for place in build.places or ())
    return frozenset((*errors, *places, *(each.file for each in build.excerpts or ())))


def _select_spots(
    build: Build, spots: Sequence[ChangedSpot], named: frozenset[str]
) -> Iterator[ChangedSpot]:
    """The spots to show: all if they are few, else those of files on the page, in methods first."""
    lines = sum(len(spot.lines) for spot in spots)
    if len(spots) > _MOST_SPOTS or lines > _MOST_LINES:
        spots = [spot for spot in spots if spot.file in named]
        excerpts = build.excerpts or ()
        spots = sorted(spots, key=lambda spot: not any(_has(each, spot) for each in excerpts))
    left = _MOST_LINES
    for spot in spots[:_MOST_SPOTS]:
        left -= len(spot.lines)
        if left >= 0:
            yield spot


def _has(excerpt: Excerpt, spot: ChangedSpot) -> bool:
    """Return whether a spot lies within the method of an excerpt."""
    last = excerpt.lines[-1].number + excerpt.more
    return excerpt.file == spot.file and excerpt.lines[0].number <= spot.line <= last


def _fit(build: Build) -> Build:
    """Leave out excerpts that a changed method makes needless, and those without room."""
    spots = build.changes.spots if build.changes else ()
    excerpts = build.excerpts or ()
    telling = {each for each in excerpts if any(_has(each, spot) for spot in spots)}
    settled = {each.of for each in telling}
    kept = [each for each in excerpts if each in telling or each.of not in settled]
    kept.sort(key=lambda each: each not in telling)
    left_out = [each for each in excerpts if each not in kept]
    shown = {(spot.file, line.number) for spot in spots for line in spot.lines if not line.removed}
    every = (*(build.places or ()), *_hit_lines(left_out, build.places or ()))
    places = [place for place in every if (place.file, place.line) not in shown]
    room = _ROOM - sum(len(line.text) + 4 for spot in spots for line in spot.lines)
    room -= sum(len(place.text) + 4 for place in places)
    fitting: list[Excerpt] = []
    for each in kept:
        room -= sum(len(line.text) + 4 for line in each.lines)
        if room >= 0:
            fitting.append(each)
    fitting.sort(key=excerpts.index)
    return replace(build, excerpts=tuple(fitting) or None, places=tuple(places) or None)


def _hit_lines(excerpts: Iterable[Excerpt], places: Sequence[Place]) -> Iterator[Place]:
    """The lines of excerpts that a trace names, but for those that are shown anyway."""
    shown = {(place.file, place.line) for place in places}
    for each in excerpts:
        for line in each.lines:
            if line.hit and (each.file, line.number) not in shown:
                yield Place(each.of, each.file, line.number, line.text.strip())
