"""An independent judge of rewritten lines: bash's own parser, and tree-sitter's trees of both."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

RUNNER = "pageful"
_OPTION = re.compile(r"--(?:lines|head|deadline)=\d+")
Tree: TypeAlias = "str | tuple[Tree, ...]"


@cache
def _parser() -> Parser:
    return Parser(Language(tree_sitter_bash.language()))


def is_shell(line: str) -> bool:
    """Tell whether bash can read a line. What it only warns of (a here-document's end) is none."""
    done = subprocess.run(["bash", "-n"], input=line.encode(), capture_output=True)
    return done.returncode == 0 and not done.stderr


def unreadable_lines(lines: Sequence[str]) -> list[str]:
    """List the lines that bash can't read, many of them looked at in one process."""
    if not lines or is_shell("\n:\n".join(lines)):
        return []
    if len(lines) == 1:
        return list(lines)
    half = len(lines) // 2
    return unreadable_lines(lines[:half]) + unreadable_lines(lines[half:])


def _text(node: Node) -> str:
    return (node.text or b"").decode(errors="replace")


def _tree(node: Node) -> Tree:
    """Return a tree in which a command is the list of its words."""
    if node.type == "command":
        return ("command", *(_text(each) for each in node.children))
    if not node.children:
        return _text(node)
    return (node.type, *map(_tree, node.children))


def _without_runner(tree: Tree) -> Tree:
    """Take `pageful run` and its options out of the commands that have it."""
    if isinstance(tree, str) or not tree:
        return tree
    if tree[0] == "command":
        words = list(tree)
        if RUNNER not in words:
            return tree
        start = words.index(RUNNER)
        if words[start + 1 : start + 2] != ["run"]:
            return tree
        end = start + 2
        while end < len(words) and _OPTION.fullmatch(str(words[end])):
            end += 1
        return tuple(words[:start] + words[end:])
    return tuple(map(_without_runner, tree))


def _without_viewers(tree: Tree) -> Tree:
    """Make one of all that only shows lines at the end of a pipeline."""
    if isinstance(tree, str):
        return tree
    parts = tuple(map(_without_viewers, tree))
    is_viewer = parts[:1] == ("command",) and parts[1:2] in (("tail",), ("head",), ("cat",))
    return "VIEWER" if is_viewer else parts


def is_same(old: str, new: str) -> bool:
    """Tell whether two lines have the same tree but for the inserted words and one viewer."""
    old_root, new_root = (_parser().parse(each.encode()).root_node for each in (old, new))
    if old_root.has_error != new_root.has_error:
        return False
    return _without_viewers(_tree(old_root)) == _without_viewers(_without_runner(_tree(new_root)))


def errors_of(lines: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """List the rewritten lines that are wrong, each with what it was."""
    wrong = [pair for pair in lines if not is_same(*pair)]
    unreadable = set(unreadable_lines([each for pair in lines for each in pair]))
    return wrong + [pair for pair in lines if unreadable & set(pair)]
