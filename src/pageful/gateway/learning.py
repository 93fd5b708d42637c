"""A view proposed for a server's tools, of the fields that its results had and their sizes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pageful.clients.edits import write_string
from pageful.gateway.counting import FieldSize
from pageful.lazy.dataclasses import dataclass

# Names of fields that a program follows, and a reader does not.
# > avatar_url
# > _links
# > node_id
# > resourceVersion
_FOR_PROGRAMS = re.compile(
    r"(?:^|_)(?:urls?|links|node_id|gravatar_id|etag|cursor)$|^(?:_links|self|href|uid)$"
    r"|(?:Url|Link|Href|Etag)s?$|^(?:selfLink|managedFields|resourceVersion)$",
)

ToolFields = tuple[str, Mapping[str, Sequence[int]]]
"""A tool, and the sizes of the fields of one of its results (`FieldSize`), as a log has them."""

_LONG = 600
"""Characters from which on a field's longest text is proposed to be cut."""

_CUT = 300
"""Characters that are proposed to stay: a paragraph."""

_SEVERAL = 3
"""Addresses of an object from which on a glob is shorter than their names."""

_SMALLEST_SHARE = 0.01
"""The part of a tool's characters below which a field is not worth a word in the file."""


@dataclass(frozen=True)
class Proposal:
    """A proposed wish for one field: to drop it or to cut it, why, and its part of the whole."""

    path: str
    why: str
    share: float
    cut: int | None = None


def propose(fields: Mapping[str, FieldSize]) -> tuple[Proposal, ...]:
    """Propose what to leave out of a tool's results, the largest first."""
    total = sum(size for _, _, size, _ in fields.values()) or 1
    judged = (_judge(path, size, size[2] / total) for path, size in fields.items())
    found = [
        each for each in _join_addresses(filter(None, judged)) if each.share >= _SMALLEST_SHARE
    ]
    return tuple(sorted(found, key=lambda each: -each.share))


def _join_addresses(proposals: Iterable[Proposal]) -> Iterator[Proposal]:
    """Make one proposal of several addresses that an object has: `owner.*_url`."""
    groups: dict[str, list[Proposal]] = {}
    for each in proposals:
        parent, point, name = each.path.rpartition(".")
        key = f"{parent}{point}*_url" if name.endswith("_url") else each.path
        groups.setdefault(key, []).append(each)
    for key, group in groups.items():
        if len(group) < _SEVERAL:
            yield from group
        else:
            share = sum(each.share for each in group)
            yield Proposal(key, f"{len(group)} addresses for programs", share)


def add_up_fields(results: Iterable[ToolFields]) -> dict[str, dict[str, FieldSize]]:
    """Add up the fields of results, by tool."""
    tools: dict[str, dict[str, FieldSize]] = {}
    for tool, noted in results:
        for path, size in _sizes(noted):
            fields = tools.setdefault(tool, {})
            a, b, c, d = fields.get(path, (0, 0, 0, 0))
            fields[path] = (a + size[0], b + size[1], c + size[2], max(d, size[3]))
    return tools


def write_views(server: str, tools: Mapping[str, Mapping[str, FieldSize]]) -> Iterator[str]:
    """Yield the lines of a file of views, to be read and accepted by a person."""
    yield f"# Proposed for {server!r} from the sizes of fields in its results. Read it, and keep in"
    yield "# pageful.toml what you agree with: what a view leaves out is named, and recalled whole."
    for tool, fields in sorted(tools.items()):
        if proposals := propose(fields):
            yield ""
            yield f"[gateway.server.{write_string(server)}.tool.{write_string(tool)}]"
            yield from _lines(proposals)


def _lines(proposals: Sequence[Proposal]) -> Iterator[str]:
    dropped = [each for each in proposals if each.cut is None]
    if dropped:
        yield "drop = ["
        for each in dropped:
            yield f"  {write_string(each.path)},  # {each.why}; {each.share:.0%} of the characters"
        yield "]"
    if cut := [each for each in proposals if each.cut is not None]:
        for each in cut:
            yield f"# {each.path}: {each.why}; {each.share:.0%} of the characters"
        pairs = ", ".join(f"{write_string(each.path)} = {each.cut}" for each in cut)
        yield f"cut = {{ {pairs} }}"


def _judge(path: str, size: FieldSize, share: float) -> Proposal | None:
    values, empty, _, longest = size
    if values == empty:
        return Proposal(path, "always empty", share)
    if _FOR_PROGRAMS.search(path.rpartition(".")[2]):
        return Proposal(path, "an address or a mark for programs", share)
    if longest > _LONG:
        return Proposal(path, f"up to {longest:,} characters", share, _CUT)
    return None


def _sizes(noted: Mapping[str, Sequence[int]]) -> Iterator[tuple[str, FieldSize]]:
    """Yield the fields whose sizes are such: the lines of a log may be damaged."""
    for path, size in noted.items():
        if isinstance(size, list | tuple) and len(size) == 4:
            values, empty, characters, longest = size
            if all(type(each) is int for each in size):
                yield path, (values, empty, characters, longest)
