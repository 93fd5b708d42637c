"""Trees of Maven's dependency plugin, read from what it really printed."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.dependencies.tree import Node, Tree, read_trees

_PRINTED = (Path(__file__).parent / "trees" / "reactor.txt").read_text(encoding="utf-8")
_TREES = {tree.module: tree for tree in read_trees(_PRINTED.split("\n"))}


def _only(tree: Tree, name: str) -> Node:
    (node,) = (each for each, _ in tree.walk() if each.dependency.name == name)
    return node


def test_every_module_has_its_tree_and_a_parent_an_empty_one() -> None:
    assert {name: len(tree.children) for name, tree in _TREES.items()} == {
        "shop": 0,
        "core": 5,
        "api": 2,
    }


def test_every_line_of_a_tree_is_a_node() -> None:
    nodes = sum(1 for tree in _TREES.values() for _ in tree.walk())
    assert nodes == len(_PRINTED.strip().split("\n")) - len(_TREES)


def test_a_node_knows_what_stands_above_it() -> None:
    above = next(
        above
        for node, above in _TREES["core"].walk()
        if node.dependency.name == "io.netty:netty-resolver"
    )
    assert [node.dependency.name for node in above] == [
        "io.netty:netty-transport-native-epoll",
        "io.netty:netty-transport",
    ]


def test_type_classifier_and_scope_are_taken_apart() -> None:
    epoll = _only(_TREES["core"], "io.netty:netty-transport-native-epoll").dependency
    assert (epoll.type, epoll.classifier, epoll.version, epoll.scope) == (
        "jar",
        "linux-x86_64",
        "4.1.100.Final",
        "compile",
    )


def test_a_version_that_lost_says_to_which() -> None:
    lost = [node for node, _ in _TREES["core"].walk() if node.lost_to]
    assert [(node.coordinates, node.lost_to) for node in lost] == [
        ("org.slf4j:slf4j-api:2.0.13", "1.7.36")
    ]


def test_a_scope_that_others_want_wider_is_told() -> None:
    wanted = [node.wanted_scope for node, _ in _TREES["core"].walk() if node.wanted_scope]
    assert wanted == ["compile"]


def test_a_version_that_management_did_not_change_is_not_called_managed() -> None:
    nodes = [node for node, _ in _TREES["api"].walk()]
    assert not any(node.dependency.managed_from for node in nodes)


def test_a_managed_version_and_an_optional_node_are_told() -> None:
    (tree,) = read_trees(
        [
            "com.example:core:jar:1.0",
            "+- a:b:jar:2:compile (optional) (version managed from 1; scope managed from test)",
        ]
    )
    (node,) = tree.children
    assert (node.dependency.managed_from, node.dependency.optional) == ("1", True)


@given(st.lists(st.text() | st.from_regex(r"([|] {2}| {3}){0,3}[+\\]- [a:(), -]{0,12}")))
def test_any_text_is_read(lines: list[str]) -> None:
    for tree in read_trees(["g:a:jar:1", *lines]):
        assert all(node.dependency.name for node, _ in tree.walk())
