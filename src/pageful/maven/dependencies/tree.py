"""Dependency trees as Maven's dependency plugin prints them with `-Dverbose`, losers included.

Format: the text of `dependency:tree` of the plugin 3.x, a module's own line first, then a line for
each node, those in parentheses left out for the reason that follows them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, field
from pageful.maven.results import Dependency

# > |  +- (org.slf4j:slf4j-api:jar:1.7.36:runtime - omitted for duplicate)
# > \- org.slf4j:slf4j-api:jar:1.7.36:test (scope not updated to compile)
_NODE = patterns.compile(r"(?P<indent>(?:[| ]  )*)[+\\]- (?P<node>\S.*)\Z")
# > (org.slf4j:slf4j-api:jar:1.7.36:runtime - omitted for duplicate)
_OMITTED = patterns.compile(r"\((?P<artifact>[^\s()]+) - (?P<remarks>.*)\)\Z")
# > commons-logging:commons-logging:jar:1.1.1:compile (version managed from 1.1.1)
_KEPT = patterns.compile(
    r"(?P<artifact>[^\s()]+)(?P<optional> \(optional\))?(?: \((?P<remarks>.*)\))?\Z"
)
# > omitted for conflict with 1.7.36
_CONFLICT = patterns.compile(r"omitted for conflict with (?P<version>\S+)")
# > version managed from 1.1.1; omitted for duplicate
_MANAGED = patterns.compile(r"version managed from (?P<version>[^\s;]+)")
# > scope not updated to compile
_SCOPE_KEPT = patterns.compile(r"scope not updated to (?P<scope>\w+)")
_SCOPES = ("compile", "provided", "runtime", "test", "system", "import")
_STEP = 3


@dataclass(slots=True)
class Node:
    """One artifact in a tree, with its dependencies.

    `lost_to` is the version that won over it; `omitted` marks a node that is in the tree only to
    show that it was asked for here. `wanted_scope` is the wider scope that others ask for.
    """

    dependency: Dependency
    omitted: bool = False
    lost_to: str | None = None
    wanted_scope: str | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def coordinates(self) -> str:
        """The coordinates as a POM's author writes them: `group:name:version`."""
        return f"{self.dependency.name}:{self.dependency.version}"


@dataclass(slots=True)
class Tree:
    """The dependencies of one module; `module` is its artifactId."""

    module: str
    children: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[tuple[Node, tuple[Node, ...]]]:
        """Yield each node with those above it, from the direct dependency down, as printed."""
        waiting: list[tuple[Node, tuple[Node, ...]]] = []
        waiting.extend((child, ()) for child in reversed(self.children))
        while waiting:
            node, above = waiting.pop()
            yield node, above
            below = (*above, node)
            waiting.extend((child, below) for child in reversed(node.children))


def read_trees(lines: Iterable[str]) -> tuple[Tree, ...]:
    """Read the trees in a file of the plugin, one for each module; other lines are passed over."""
    trees: list[Tree] = []
    path: list[list[Node]] = []
    for line in map(str.rstrip, lines):
        match = _NODE.match(line)
        if not match:
            if module := _module(line):
                trees.append(module)
                path = [module.children]
            continue
        depth = len(match["indent"]) // _STEP
        node = _node(match["node"])
        if node and depth < len(path):
            path[depth].append(node)
            path[depth + 1 :] = [node.children]
    return tuple(trees)


def _module(line: str) -> Tree | None:
    parts = line.split(":")
    return Tree(parts[1]) if len(parts) >= 4 and " " not in line else None


def _node(text: str) -> Node | None:
    omitted = _OMITTED.match(text)
    match = omitted or _KEPT.match(text)
    dependency = _dependency(match["artifact"]) if match else None
    if not match or not dependency:
        return None
    remarks = match["remarks"] or ""
    conflict, managed = _CONFLICT.search(remarks), _MANAGED.search(remarks)
    scope = _SCOPE_KEPT.search(remarks)
    optional = not omitted and bool(match["optional"])
    return Node(
        _with_origin(dependency, managed["version"] if managed else None, optional=optional),
        omitted=bool(omitted),
        lost_to=conflict["version"] if conflict else None,
        wanted_scope=_wider(scope["scope"] if scope else None, dependency.scope),
    )


def _wider(wanted: str | None, scope: str) -> str | None:
    """Return the scope that others want, unless it is the same, which the plugin prints too."""
    return None if wanted == scope else wanted


def _dependency(artifact: str) -> Dependency | None:
    """Parse `group:name:type[:classifier]:version[:scope]`; None if parts are missing."""
    group, _, rest = artifact.partition(":")
    parts = rest.split(":")
    scope = parts.pop() if parts[-1] in _SCOPES else ""
    if len(parts) not in (3, 4) or not all((group, *parts)):
        return None
    name, kind, *classifier, version = parts
    return Dependency(f"{group}:{name}", version, scope, kind, next(iter(classifier), None))


def _with_origin(dependency: Dependency, managed_from: str | None, *, optional: bool) -> Dependency:
    came_from = managed_from if managed_from != dependency.version else None
    return Dependency(
        dependency.name,
        dependency.version,
        dependency.scope,
        dependency.type,
        dependency.classifier,
        optional,
        came_from,
    )
