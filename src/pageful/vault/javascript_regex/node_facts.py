"""Facts about the nodes of an expression: their groups, what they may match, where case matters."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.vault.javascript_regex.code_points import CodePoints, with_equivalents
from pageful.vault.javascript_regex.syntax_tree import (
    AnyCharacter,
    Character,
    Choice,
    Group,
    Look,
    Node,
    OneOf,
    OneOfTexts,
    Repeat,
    Sequence,
)


def walk(node: Node) -> Iterator[Node]:
    """Yield the node and all of its descendants."""
    yield node
    match node:
        case Sequence(parts) | Choice(parts):
            for part in parts:
                yield from walk(part)
        case Group(body) | Look(body) | Repeat(body):
            yield from walk(body)
        case OneOfTexts(_, single):
            yield single
        case _:
            pass


def groups(node: Node) -> Iterator[int]:
    """Return the numbers of the groups in a node."""
    return (each.number for each in walk(node) if isinstance(each, Group) and each.number)


def optional_groups(node: Node) -> Iterator[int]:
    """Yield the numbers of the groups that need not take part when the node matches."""
    match node:
        case Choice() | Repeat(_, 0):
            yield from groups(node)
        case Sequence(parts):
            for part in parts:
                yield from optional_groups(part)
        case Group(body) | Repeat(body):
            yield from optional_groups(body)
        case Look(body, _, False):
            yield from optional_groups(body)
        case _:
            pass


def is_nullable(node: Node) -> bool:
    """Return whether a node may match nothing."""
    match node:
        case Character() | OneOf() | AnyCharacter():
            return False
        case OneOfTexts(texts):
            return () in texts
        case Sequence(parts):
            return all(map(is_nullable, parts))
        case Choice(parts):
            return any(map(is_nullable, parts))
        case Group(body):
            return is_nullable(body)
        case Repeat(body, least):
            return least == 0 or is_nullable(body)
        case _:
            return True


def weight(node: Node) -> int:
    """Count the nodes, those within repetitions as often as they are written."""
    match node:
        case Sequence(parts) | Choice(parts):
            return 1 + sum(map(weight, parts))
        case Group(body) | Look(body):
            return 1 + weight(body)
        case Repeat(body, least, most):
            return weight(body) * (least + (most != least))
        case _:
            return 1


def needs_guard(body: Node) -> bool:
    """Return whether a pass may match nothing, and not doing so makes a difference."""
    if isinstance(body, Group) and not body.number:
        return needs_guard(body.body)
    simple = isinstance(body, Repeat) and not body.lazy and not is_nullable(body.body)
    return is_nullable(body) and not (simple and not any(groups(body)))


def is_unit(node: Node) -> bool:
    """Return whether a quantifier behind the written node is of all of it."""
    return isinstance(node, Character | OneOf | OneOfTexts | AnyCharacter | Group | Choice)


def has_letter(node: Node) -> bool:
    """Return whether case can matter for the node; ignoring case costs the package much time."""
    match node:
        case Character(code):
            return chr(code).isalpha()
        case OneOf(points):
            return any(
                (low <= ord("z") and high >= ord("A")) or high >= 128 for low, high in points
            )
        case OneOfTexts():
            return True
        case _:
            return False


def is_ascii(node: Node) -> bool:
    """Return whether case makes a difference in the node for ASCII only."""
    match node:
        case Character(code):
            return code < 128
        case OneOf(points):
            cased = points[-1:] and points[-1][1] >= 128
            return not cased or _is_caseless(points)
        case OneOfTexts():
            return False
        case _:
            return True


def _is_caseless(points: CodePoints) -> bool:
    high = tuple((max(low, 128), high) for low, high in points if high >= 128)
    return with_equivalents(high, unicode=False) == high
