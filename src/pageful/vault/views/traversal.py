"""The page of a walk along links: a tree of notes, by their distance in links."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.page.blocks import Block, Code, Hatch, Heading, Line, Note
from pageful.page.presentation import Detail
from pageful.text.single_line import name
from pageful.text.units import amount
from pageful.vault.choices import Direction
from pageful.vault.results.graph import Arrow, GraphNode, Traversal
from pageful.vault.views.titles import title

_ARROWS: dict[Arrow, str] = {"out": "→", "back": "←", "both": "↔"}
_WAYS: dict[Direction, tuple[str, str]] = {
    "both": ("link", " either way"),
    "out": ("outgoing link", ""),
    "back": ("backlink", ""),
}
_INDENT = "  "


def traversal_page(traversal: Traversal, detail: Detail) -> Iterator[Block]:
    """Yield the notes around one: each once, below the one that it was reached from."""
    yield Heading(f"Graph: {title(traversal.path)}", 1)
    yield Line("; ".join(_counts(traversal)))
    if traversal.notes:
        yield Note("\n".join(traversal.notes))
    yield Code("\n".join(_line(node, detail) for node in traversal.nodes))
    if detail == "concise" and traversal.unresolved:
        yield Hatch(("unresolved",))


def _counts(traversal: Traversal) -> Iterator[str]:
    """Yield the counts of notes besides the first, and of those not in the tree."""
    reached, shown = traversal.reached - 1, len(traversal.nodes) - 1
    notes = amount(reached, "note") if reached else "No note"
    link, way = _WAYS[traversal.direction]
    yield f"{notes} within {amount(traversal.depth, link)}{way}"
    if shown < reached:
        yield f"the nearest {shown:,} shown"
    if traversal.beyond:
        yield f"{traversal.beyond:,} more one link further"
    if traversal.filtered:
        yield f"{traversal.filtered:,} filtered out"
    if traversal.unresolved:
        yield amount(traversal.unresolved, "unresolved link")


def _line(node: GraphNode, detail: Detail) -> str:
    arrow = f"{_ARROWS[node.arrow]} " if node.arrow else ""
    return f"{_INDENT * node.depth}{arrow}{name(node.path)}{_loose_ends(node, detail)}"


def _loose_ends(node: GraphNode, detail: Detail) -> str:
    """Write the links of a note that the tree does not follow."""
    ends = []
    if node.unresolved and detail == "detailed":
        ends.append(f"unresolved: {', '.join(map(name, node.unresolved))}")
    elif node.unresolved:
        ends.append(f"{len(node.unresolved):,} unresolved")
    if node.attachments:
        ends.append(amount(node.attachments, "attachment"))
    if node.cut:
        ends.append(f"+{node.cut:,} more")
    return f" ({'; '.join(ends)})" if ends else ""
