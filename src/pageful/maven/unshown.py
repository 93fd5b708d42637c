"""Which of a build's errors and failures is the first that its cut page does not show whole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pageful.maven.results import Build, Problem
from pageful.maven.views.problems import place_of
from pageful.page.budget import Cut

_TEXTS = ("line", "character")


def first_unshown(build: Build, cuts: Sequence[Cut]) -> int | None:
    """Its position among the errors and the failures after them, from 0; none if all are whole.

    Where the cuts leave it open it is one that comes too early: what is seen twice is not lost.
    """
    cut = {each.of: each for each in reversed(cuts)}
    everything = len(build.errors) + len(build.failures)
    if "block" in cut:
        return 0 if everything else None
    error = _first_error(build.errors, cut)
    if error is not None:
        return error
    failure = _first_failure(build, cut)
    return None if failure is None else len(build.errors) + failure


def _first_error(errors: Sequence[Problem], cut: Mapping[str, Cut]) -> int | None:
    """The files stand in the order of their first errors; the last that is shown may be cut."""
    files = _by_file(errors)
    reached = cut["file"].shown if "file" in cut else len(files)
    unshown = [position for file in files[reached:] for position in file]
    if 0 < reached <= len(files):
        last = files[reached - 1]
        shown = cut["problem"].shown if "problem" in cut else len(last)
        unshown += last[max(0, shown - _is_text_cut(cut)) :]
    return min(unshown, default=None)


def _by_file(errors: Sequence[Problem]) -> list[list[int]]:
    files: dict[str, list[int]] = {}
    for position, error in enumerate(errors):
        files.setdefault(place_of(error), []).append(position)
    return list(files.values())


def _first_failure(build: Build, cut: Mapping[str, Cut]) -> int | None:
    failures = len(build.failures)
    shown = cut["failure"].shown if "failure" in cut else failures
    first = max(0, shown - (_is_text_cut(cut) or "class" in cut))
    return first if first < failures else None


def _is_text_cut(cut: Mapping[str, Cut]) -> bool:
    return any(noun in cut for noun in _TEXTS)
