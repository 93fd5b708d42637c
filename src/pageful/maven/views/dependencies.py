"""The page of a project's dependencies: what won, what lost to it, who asked for either."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pageful.maven.results import Conflict, Dependencies, ModuleDependencies, TreeLine
from pageful.page.blocks import Block, Bullets, Code, Heading, Line, Section, Sections
from pageful.page.presentation import Detail
from pageful.text.units import count

_INDENT = "  "


def dependencies_page(result: Dependencies, _detail: Detail) -> Iterator[Block]:
    """Make the page: the conflicts of each module, and its tree where that is asked for."""
    notable = _notable_modules(result)
    yield Line(_first_line(result, notable))
    if len(result.modules) == 1:
        yield from _blocks(result.modules[0])
    elif notable:
        yield Sections(tuple(map(_section, notable)), of="module")


def _notable_modules(result: Dependencies) -> Sequence[ModuleDependencies]:
    """Return the modules with conflicts or a tree."""
    return [module for module in result.modules if module.conflicts or module.tree]


def _first_line(result: Dependencies, notable: Sequence[ModuleDependencies]) -> str:
    modules = result.modules
    of = modules[0].module if len(modules) == 1 else count(len(modules), "module")
    matching = f" that match {result.includes}" if result.includes else ""
    return f"Dependencies of {of}{matching} — {_describe_matches(result, notable)}"


def _describe_matches(result: Dependencies, notable: Sequence[ModuleDependencies]) -> str:
    if result.includes and not notable:
        return "none"
    if len(result.modules) == 1:
        return _counts(result.modules[0])
    conflicts = sum(len(module.conflicts) for module in notable)
    modules = sum(bool(module.conflicts) for module in notable)
    return f"{_conflicts(conflicts)} in {modules} of them" if conflicts else _conflicts(0)


def _counts(module: ModuleDependencies) -> str:
    return f"{module.direct} direct, {module.total} in all, {_conflicts(len(module.conflicts))}"


def _conflicts(number: int) -> str:
    return count(number, "conflict") if number else "no conflicts"


def _section(module: ModuleDependencies) -> Section:
    heading = Heading(f"{module.module} — {_counts(module)}")
    return Section((heading, *_blocks(module)), name=module.module, key=module.module)


def _blocks(module: ModuleDependencies) -> Iterator[Block]:
    if module.conflicts:
        yield Bullets(tuple(map(_conflict, module.conflicts)), of="conflict")
    if module.tree:
        yield Code("\n".join(map(_tree_line, module.tree)))


def _conflict(conflict: Conflict) -> str:
    """Write the version that won on a line, and one more line for each version that lost to it."""
    managed = ("managed",) if conflict.managed else ()
    through = ", ".join((*managed, _path(conflict.path)))
    evicted: dict[str, list[str]] = {}
    for eviction in conflict.evicted:
        evicted.setdefault(eviction.version, []).append(_path(eviction.path))
    over = (f"over {version} ({'; '.join(paths)})" for version, paths in evicted.items())
    return "\n".join((f"{conflict.name}:{conflict.won} won ({through})", *over))


def _path(path: Sequence[str]) -> str:
    return " → ".join(path) or "direct"


def _tree_line(line: TreeLine) -> str:
    of = line.dependency
    parts = (
        of.type if of.type != "jar" else "",
        of.classifier,
        of.scope if of.scope != "compile" else "",
        "optional" if of.optional else "",
        f"managed from {of.managed_from}" if of.managed_from else "",
        line.remark,
    )
    remarks = ", ".join(part for part in parts if part)
    named = f"{_INDENT * (line.depth - 1)}{of.name}:{of.version}"
    return f"{named} ({remarks})" if remarks else named
