"""The results of the Maven tools: builds, and the dependencies of a project."""

from __future__ import annotations

from typing import TypeAlias

from pageful.builds.results import BuildFound
from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dependency:
    """An artifact in a dependency tree: `group:name`, with its version, scope and origin.

    `managed_from` is the version it would have without dependency management.
    """

    name: str
    version: str
    scope: str
    type: str = "jar"
    classifier: str | None = None
    optional: bool = False
    managed_from: str | None = None


@dataclass(frozen=True, slots=True)
class Eviction:
    """A version that lost; `path` are its dependents, from the direct dependency down."""

    version: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Conflict:
    """An artifact asked for in several versions: the one that won, and those that lost."""

    name: str
    won: str
    path: tuple[str, ...]
    evicted: tuple[Eviction, ...]
    managed: bool = False


@dataclass(frozen=True, slots=True)
class TreeLine:
    """One node of a dependency tree, `depth` steps below the module (direct ones have 1).

    `remark` says in a few words why the node is not simply part of the tree, else it is empty.
    """

    dependency: Dependency
    depth: int
    remark: str = ""


@dataclass(frozen=True, slots=True)
class ModuleDependencies:
    """The dependencies of one module: counts, conflicts, and the requested part of the tree."""

    module: str
    directory: str
    direct: int
    total: int
    tree: tuple[TreeLine, ...]
    conflicts: tuple[Conflict, ...] = ()


@dataclass(frozen=True, slots=True)
class Dependencies:
    """The dependencies of a project's modules; `includes` is the pattern they were filtered by."""

    modules: tuple[ModuleDependencies, ...]
    includes: str | None = None
    conflicts_only: bool = True
    milliseconds: int = 0


Found: TypeAlias = BuildFound | Dependencies
"""The results of all Maven tools."""
