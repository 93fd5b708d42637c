"""A project's compiled tests, run at once, with as little of the lifecycle as possible.

In a reactor modules find each other's classes only once `compile` has run in the same build, and
their test classes once `test-compile` has: these phases come before `surefire:test` there. Which
modules are stale is asked of those alone that are built.
"""

from __future__ import annotations

from functools import cached_property

from pageful.lazy.dataclasses import dataclass
from pageful.maven import notes
from pageful.maven.projects import staleness
from pageful.maven.projects.layout import Layout
from pageful.maven.projects.module import Module, closure
from pageful.maven.projects.pom import Pom
from pageful.maven.projects.project import Project
from pageful.maven.projects.selection import chosen_modules, selection_args, shortest_names
from pageful.maven.projects.surefire_setup import quick_run_obstacle
from pageful.maven.projects.test_filter import TestFilter
from pageful.maven.request.errors import nothing_compiled_error

_RUN_COMPILED = "surefire:test@default-test"


@dataclass(frozen=True, slots=True)
class QuickRun:
    """Goals that run compiled tests, the modules that are enough for them, and notes.

    `selection` are Maven's arguments for the modules, absent where they are what was asked for.
    """

    goals: tuple[str, ...]
    notes: tuple[str, ...]
    selection: tuple[str, ...] | None = None


@dataclass(frozen=True)
class CompiledTests:
    """The compiled tests of a project, of the named `modules` only if there are any."""

    project: Project
    modules: tuple[str, ...] = ()
    test_filter: TestFilter | None = None

    def plan(self, whole: tuple[str, ...]) -> QuickRun:
        """Return the goals that run the tests; those of the `whole` phase where nothing less would.

        Raises:
            ToolError: none of them is compiled.
        """
        found = (reason for pom in self._built_poms.values() if (reason := quick_run_obstacle(pom)))
        if reason := next(found, None):
            return QuickRun(whole, (notes.QUICK_RUN_IMPOSSIBLE.format(reason),))
        self._check_that_there_are_some()
        return self._in_reactor() if self._reactor else self._alone()

    def _check_that_there_are_some(self) -> None:
        layouts = [layout for layout in self._layouts.values() if staleness.test_sources(layout)]
        if not layouts or any(layout.test.output.is_dir() for layout in layouts):
            return
        place = layouts[0].test.output.relative_to(layouts[0].directory).as_posix()
        missing = f"no module has {place}" if self._reactor else f"{place} does not exist"
        raise nothing_compiled_error(missing)

    def _alone(self) -> QuickRun:
        if any(map(staleness.is_stale, self._layouts.values())):
            return QuickRun(("test-compile", _RUN_COMPILED), (notes.quick_run_recompiled(()),))
        return QuickRun((_RUN_COMPILED,), (notes.quick_run(()),))

    def _in_reactor(self) -> QuickRun:
        stale = [key for key, layout in self._layouts.items() if staleness.is_stale(layout)]
        if stale:
            note = notes.quick_run_recompiled([self._by_key[key].artifact for key in stale])
            return QuickRun(("test-compile", _RUN_COMPILED), (note,), self._selection)
        before = self._before
        return QuickRun((*before, _RUN_COMPILED), (notes.quick_run(before),), self._selection)

    @property
    def _before(self) -> tuple[str, ...]:
        """The phase without which modules do not find each other."""
        built = [self._by_key[key] for key in self._built_poms]
        if any(module.needs_tests for module in built):
            return ("test-compile",)
        return ("compile",) if any(module.needs for module in built) else ()

    @property
    def _selection(self) -> tuple[str, ...] | None:
        """Maven's arguments for the modules, None if a filter leaves out none."""
        if self._tested_modules == self._selected_modules:
            return None
        names = shortest_names(self._reactor)
        return selection_args([names[module] for module in self._tested_modules], self._reactor)

    @property
    def _reactor(self) -> tuple[Module, ...]:
        return self.project.modules

    @cached_property
    def _by_key(self) -> dict[str, Module]:
        return {module.key: module for module in self._reactor}

    @cached_property
    def _selected_modules(self) -> tuple[Module, ...]:
        """The modules whose tests are asked for; those of profiles only by name."""
        chosen = chosen_modules(self.modules, self._reactor)
        return chosen if self.modules else tuple(each for each in chosen if not each.in_profile)

    @cached_property
    def _tested_modules(self) -> tuple[Module, ...]:
        """The chosen modules that have the filter's classes; all where that can't be told."""
        names = self.test_filter.class_names if self.test_filter else ()
        having = {
            name: [each for each in self._selected_modules if self._has(each, name)]
            for name in names
        }
        if not names or not all(having.values()):
            return self._selected_modules
        return tuple(
            each for each in self._selected_modules if any(each in has for has in having.values())
        )

    def _has(self, module: Module, class_name: str) -> bool:
        return class_name in self._test_classes[module.directory]

    @cached_property
    def _test_classes(self) -> dict[str, frozenset[str]]:
        """The names of the test sources of each directory that has a module."""
        return {
            module.directory: staleness.test_sources(Layout.of(pom))
            for module, pom in zip(self._reactor, self.project.poms, strict=True)
        }

    @cached_property
    def _built_poms(self) -> dict[str, Pom]:
        """The POMs of all modules that are built: those that are tested, and their needs."""
        if not self._reactor:
            return {pom.artifact: pom for pom in self.project.poms[:1]}
        needs = {module.key: module.needs for module in self._reactor}
        keys = closure([module.key for module in self._tested_modules], needs)
        poms = zip(self._reactor, self.project.poms, strict=True)
        return {module.key: pom for module, pom in poms if module.key in keys}

    @cached_property
    def _layouts(self) -> dict[str, Layout]:
        found = {key: Layout.of(pom) for key, pom in self._built_poms.items()}
        return found or {"": Layout.standard(self.project.root)}
