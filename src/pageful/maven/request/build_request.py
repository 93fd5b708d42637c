"""A request of one call for a build."""

from __future__ import annotations

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass

# > -T1C
# > -o
# > --update-snapshots
_HARMLESS = patterns.compile(r"-(?:T.*|[oeXU]|fae|-(?:offline|errors|debug|update-snapshots))\Z")
"""Arguments that never leave a test out."""


@dataclass(frozen=True, slots=True)
class BuildRequest:
    """Goals for Maven, and how their outcome is presented; `seconds` is the time they have.

    `modules` are the reactor's modules to build, with those that they need; none: all.
    `failed_only` runs the tests that failed when they last ran; `reruns` is how often a failing
    test gets another chance in the same build.
    """

    operation: str
    goals: tuple[str, ...]
    args: tuple[str, ...]
    seconds: float
    any_args: bool = False
    mvn: str | None = None
    modules: tuple[str, ...] = ()
    test_filter: str | None = None
    test_only: bool = False
    failed_only: bool = False
    reruns: int = 0
    package: str | None = None
    trace_lines: int = 50
    output_characters: int = 2000

    @property
    def names_methods(self) -> bool:
        """Tell if a filter, a parameter or in the arguments, may name single methods of a class."""
        return any("#" in text for text in (self.test_filter or "", *self.args))

    @property
    def has_limiting_args(self) -> bool:
        """Return whether some of the request's arguments may leave tests out."""
        return not all(map(_HARMLESS.match, self.args))
