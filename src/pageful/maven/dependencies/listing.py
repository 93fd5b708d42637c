"""The dependencies of a project: the versions that won and lost, and their dependents."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import translate
from pathlib import Path

from pageful.builds.results import Build, Status
from pageful.lazy import patterns
from pageful.lazy.dataclasses import dataclass, replace
from pageful.maven.dependencies.tree import Node, Tree, read_trees
from pageful.maven.projects.project import Project
from pageful.maven.projects.selection import has_name
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.results import Conflict, Dependencies, Eviction, ModuleDependencies, TreeLine
from pageful.maven.running.run_build import run_build
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError

_PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:tree"
"""The dependency plugin, in a fixed version: before 3.2 it does not report losing versions."""

# > org.slf4j:slf4j-*
# > commons
_PATTERN = patterns.compile(r"[\w.*?-]+(?::[\w.*?-]+)?\Z")
_LONGEST = 2000
_Key = tuple[str, str, str | None]


@dataclass(frozen=True, slots=True)
class DependencyQuery:
    """The dependencies that a caller asks for; `module` is an artifactId or a directory."""

    module: str | None = None
    includes: str | None = None
    conflicts_only: bool = True


def find_dependencies(
    request: BuildRequest, directory: Path, query: DependencyQuery, caller: Caller
) -> Dependencies | Build:
    """Return the dependencies of a project's modules, or the build that could not resolve them.

    Only the arguments, the time limit and the Maven to run are taken from the request.

    Raises:
        ToolError: there is no project or no Maven, the module is unknown, or `includes` is no
            pattern.
        Cancelled: the caller gave up.
    """
    includes = Includes(query.includes)
    with tempfile.TemporaryDirectory(prefix="pageful-") as place:
        file = Path(place, "trees.txt")
        options = ("-Dverbose", f"-DoutputFile={file}", "-DappendOutput=true", "-DoutputType=text")
        build = run_build(
            replace(
                request,
                goals=(_PLUGIN,),
                args=(*request.args, *options),
                modules=(query.module,) if query.module else (),
            ),
            directory,
            caller,
            keep=lambda build: build.status is not Status.SUCCESS,
        )
        if build.status is not Status.SUCCESS:
            return build
        trees = read_trees(_read_lines(file))
    modules = _select_modules(trees, Project.at(directory), query, includes)
    return Dependencies(tuple(modules), query.includes, query.conflicts_only, build.milliseconds)


def _read_lines(file: Path) -> list[str]:
    """Read the lines that the plugin wrote.

    Raises:
        ToolError: the plugin wrote no file.
    """
    try:
        return file.read_text(encoding="utf-8", errors="replace").split("\n")
    except FileNotFoundError:
        raise ToolError(
            "Maven ended well, but the dependency plugin wrote no tree.",
            "See whether the POM skips it, as with the property `mdep.skip`.",
        ) from None


def _select_modules(
    trees: Iterable[Tree], project: Project, query: DependencyQuery, includes: Includes
) -> Iterator[ModuleDependencies]:
    directories = {module.artifact: module.directory for module in project.modules}
    names = [each.strip() for each in (query.module or "").split(",")]
    wanted = {
        module.artifact
        for module in project.modules
        if any(has_name(module, each) for each in names)
    }
    for tree in trees:
        if query.module is None or tree.module in wanted:
            directory = directories.get(tree.module, ".")
            yield module_dependencies(
                tree, directory, includes, conflicts_only=query.conflicts_only
            )


class Includes:
    """The artifacts that a caller asks for: `group:name` with `*`, or a part of either's name."""

    def __init__(self, text: str | None) -> None:
        """Parse patterns, separated by commas.

        Raises:
            ToolError: one is no pattern of an artifact.
        """
        if text and len(text) > _LONGEST:
            raise ToolError(
                f"`includes` has {len(text)} characters, and may have {_LONGEST}.",
                "Name fewer artifacts, or use `*`.",
            )
        self._patterns = tuple(map(_compile, text.split(","))) if text else ()

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def match(self, node: Node) -> bool:
        """Return whether an artifact is asked for."""
        return any(pattern.search(node.dependency.name) for pattern in self._patterns)


def _compile(pattern: str) -> re.Pattern[str]:
    text = pattern.strip()
    if not _PATTERN.match(text):
        raise ToolError(
            f"`includes` holds {text!r}, which is no pattern of an artifact.",
            "Give `group:name`, in which `*` stands for anything, or a part of a name.",
        )
    if ":" in text:
        return re.compile(translate(text), re.IGNORECASE)
    return re.compile(translate(f"*{text}*"), re.IGNORECASE)


def module_dependencies(
    tree: Tree, directory: str, includes: Includes, *, conflicts_only: bool
) -> ModuleDependencies:
    """Select from the tree of one module the dependencies that are asked for.

    With `includes` these are its matches, also those that lost, and all that leads there; without
    it all that won, or none where only conflicts are asked for.
    """
    kept = [node for node, _ in tree.walk() if not node.omitted]
    lines: Iterable[TreeLine] = ()
    if includes:
        lines = _leading_to(tree, includes)
    elif not conflicts_only:
        lines = (_line(node, len(above)) for node, above in tree.walk() if not node.omitted)
    return ModuleDependencies(
        module=tree.module,
        directory=directory,
        direct=len(tree.children),
        total=len({_key(node) for node in kept}),
        tree=tuple(lines),
        conflicts=tuple(_conflicts(tree, includes)),
    )


def _leading_to(tree: Tree, includes: Includes) -> Iterator[TreeLine]:
    """Yield the matching artifacts and those above them, each line of the tree once."""
    seen: set[int] = set()
    for node, above in tree.walk():
        if includes.match(node):
            for depth, each in enumerate((*above, node)):
                if id(each) not in seen:
                    seen.add(id(each))
                    yield _line(each, depth)


def _line(node: Node, depth: int) -> TreeLine:
    return TreeLine(node.dependency, depth + 1, _remark(node))


def _remark(node: Node) -> str:
    if node.lost_to:
        return f"lost to {node.lost_to}"
    if node.wanted_scope:
        return f"others want it in scope {node.wanted_scope}"
    return "stands elsewhere" if node.omitted else ""


def _key(node: Node) -> _Key:
    return node.dependency.name, node.dependency.type, node.dependency.classifier


def _conflicts(tree: Tree, includes: Includes) -> Iterator[Conflict]:
    """Yield each artifact that was asked for in a version that lost, in the tree's order."""
    winners: dict[_Key, tuple[Node, tuple[Node, ...]]] = {}
    evicted: dict[_Key, list[Eviction]] = {}
    for node, above in tree.walk():
        if not node.omitted:
            winners[_key(node)] = node, above
        if (lost := _evicted_version(node)) and (not includes or includes.match(node)):
            evicted.setdefault(_key(node), []).append(Eviction(lost, _path(above)))
    for key, evictions in evicted.items():
        if key in winners:
            yield _conflict(*winners[key], evictions)


def _evicted_version(node: Node) -> str | None:
    """Return the version that was asked for at a node, if another one won."""
    return node.dependency.version if node.lost_to else node.dependency.managed_from


def _conflict(node: Node, above: Sequence[Node], evictions: Iterable[Eviction]) -> Conflict:
    won = node.dependency
    return Conflict(
        name=_full_name(won.name, won.type, won.classifier),
        won=won.version,
        path=_path(above),
        evicted=tuple(evictions),
        managed=won.managed_from is not None,
    )


def _full_name(name: str, kind: str, classifier: str | None) -> str:
    """Return `group:name`, with an unusual type and a classifier."""
    return ":".join(filter(None, [name, None if kind == "jar" else kind, classifier]))


def _path(above: Iterable[Node]) -> tuple[str, ...]:
    return tuple(node.coordinates for node in above)
