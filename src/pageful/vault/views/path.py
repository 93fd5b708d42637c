"""The page of ways from one note to another: a diagram of notes and links."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Code, Heading, Line, Note
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import amount
from pageful.vault.choices import Direction
from pageful.vault.results.graph import Approach, GraphPath, PathSearch, Step
from pageful.vault.views.titles import title

_LEADS: dict[Direction, str] = {
    "both": "No links lead from",
    "out": "No outgoing links lead from",
    "back": "No backlinks lead from",
}


def path_page(search: PathSearch, _detail: Detail) -> Iterator[Block]:
    """Yield the shortest paths, a note on each line; or the closest indirect connection."""
    yield from _found_paths(search) if search.paths else _none(search)
    if search.notes:
        yield Note("\n".join(search.notes))


def _found_paths(search: PathSearch) -> Iterator[Block]:
    length = amount(len(search.paths[0].steps), "link")
    yield Heading(f"Path: {length}{_how_many(len(search.paths), search.total)}", 1)
    if len(search.paths) == 1:
        yield Code("\n".join(_way(search.source, search.paths[0])))
    else:
        yield Code("\n".join(_ways(search)))


def _how_many(shown: int, total: int) -> str:
    """Return the number of paths of this length, if more than one."""
    if total == 1:
        return ""
    return f"; {shown:,} of {total:,} shortest paths" if shown < total else f"; {total:,} paths"


def _way(source: str, path: GraphPath) -> Iterator[str]:
    yield name(source)
    yield from map(_step, path.steps)


def _ways(search: PathSearch) -> Iterator[str]:
    """Yield several paths from one source, each numbered at its first link."""
    yield name(search.source)
    width = len(str(len(search.paths)))
    for number, path in enumerate(search.paths, 1):
        for place, step in enumerate(path.steps):
            yield f"{'' if place else number:>{width}} {_step(step).lstrip()}"


def _step(step: Step) -> str:
    place = f"[line {step.line}]--" if step.line else ""
    arrow = f"--{place}>" if step.arrow == "out" else f"<--{place}"
    return f"  {arrow} {name(step.path)}"


def _none(search: PathSearch) -> Iterator[Block]:
    yield Heading(f"No path: {title(search.source)} to {title(search.target)}", 1)
    reached = amount(search.reached, "note")
    verb = "leads" if search.reaching == 1 else "lead"
    yield Line(
        f"{_LEADS[search.direction]} {_ends(search)}. {reached} can be reached from the first, "
        f"{search.reaching:,} {verb} to the second."
    )
    if search.nearest:
        yield Line(_nearest(search.nearest))
        yield Code("\n".join(_joined_path(search.source, search.nearest)))
    else:
        yield Line("They share no tag, no unresolved link and no folder either.")


def _ends(search: PathSearch) -> str:
    """Return the two notes, by their paths if no diagram has these."""
    if search.nearest:
        return "one to the other"
    return f"{name(search.source)} to {name(search.target)}"


def _nearest(approach: Approach) -> str:
    ways = {
        "direction": "The nearest they come, following links either way:",
        "tag": "The nearest they come is a tag:",
        "unresolved": "The nearest they come is a name that both link to and no file has:",
        "folder": "The nearest they come is a folder:",
    }
    return ways[approach.means]


def _joined_path(source: str, approach: Approach) -> Iterator[str]:
    """Yield a path with a gap, where two notes share something without a link."""
    yield from _way(source, approach.path)
    if approach.means != "direction":
        shared = name(approach.shared)
        mark = {"tag": f"#{shared.removeprefix('#')}", "unresolved": f"[[{shared}]]"}
        yield f"  ~~{mark.get(approach.means, f'{shared}/')}~~ {name(approach.other)}"
    if approach.rest:
        yield from map(_step, approach.rest.steps)
