"""What one call asks of Maven."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    """Goals for Maven and how to present what comes of them; `seconds` is the time they have.

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
    notes: tuple[str, ...] = ()

    @property
    def names_methods(self) -> bool:
        """Whether a filter, its own or one in its arguments, may name single methods of a class."""
        return any("#" in text for text in (self.test_filter or "", *self.args))
