"""What won and what lost in a dependency tree, and the part of it that is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.maven.dependencies.listing import (
    DependencyQuery,
    Includes,
    find_dependencies,
    module_dependencies,
)
from pageful.maven.dependencies.tree import Tree, read_trees
from pageful.maven.request.build_request import BuildRequest
from pageful.maven.results import Conflict, Dependencies, Eviction, ModuleDependencies
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pretended_maven import pretended

_PRINTED = (Path(__file__).parent / "trees" / "reactor.txt").read_text(encoding="utf-8")
_TREES = {tree.module: tree for tree in read_trees(_PRINTED.split("\n"))}


def _found(
    tree: Tree, includes: str | None = None, *, conflicts_only: bool = True
) -> ModuleDependencies:
    return module_dependencies(tree, ".", Includes(includes), conflicts_only=conflicts_only)


def _names(found: ModuleDependencies) -> list[tuple[int, str, str]]:
    return [
        (line.depth, line.dependency.name.partition(":")[2], line.remark) for line in found.tree
    ]


def test_a_conflict_says_what_won_what_lost_and_who_asked() -> None:
    assert _found(_TREES["api"]).conflicts == (
        Conflict(
            "org.slf4j:slf4j-api",
            "1.7.36",
            ("com.example:core:1.0", "org.testng:testng:7.10.2"),
            (Eviction("2.0.13", ("com.example:core:1.0", "ch.qos.logback:logback-classic:1.5.6")),),
        ),
    )


def test_a_scope_that_others_want_is_told_only_where_it_is_another_one() -> None:
    lines = ["g:core:jar:1", "+- a:b:jar:1:test (scope not updated to test)"]
    (tree,) = read_trees([*lines, "\\- c:d:jar:1:test (scope not updated to compile)"])
    assert [node.wanted_scope for node, _ in tree.walk()] == [None, "compile"]


def test_an_artifact_is_counted_once_however_often_it_is_asked_for() -> None:
    core = _found(_TREES["core"])
    assert (core.direct, core.total) == (5, 14)


def test_a_managed_version_is_a_conflict_with_what_was_asked_for() -> None:
    (tree,) = read_trees(
        ["g:core:jar:1", "+- a:b:jar:1:compile", "|  \\- c:d:jar:2:test (version managed from 3)"]
    )
    (conflict,) = _found(tree).conflicts
    assert conflict == Conflict("c:d", "2", ("a:b:1",), (Eviction("3", ("a:b:1",)),), managed=True)


def test_only_conflicts_leaves_the_tree_out() -> None:
    assert _found(_TREES["core"]).tree == ()


def test_the_whole_tree_has_what_won_and_nothing_twice() -> None:
    found = _found(_TREES["core"], conflicts_only=False)
    assert len(found.tree) == found.total


def test_includes_shows_each_way_to_an_artifact_and_what_became_of_it() -> None:
    assert _names(_found(_TREES["core"], "slf4j")) == [
        (1, "testng", ""),
        (2, "slf4j-api", "stands elsewhere"),
        (1, "logback-classic", ""),
        (2, "slf4j-api", "lost to 1.7.36"),
        (1, "slf4j-api", "others want it in scope compile"),
    ]


@pytest.mark.parametrize("pattern", ["org.slf4j:*", "*:slf4j-api", "SLF4J-api", "x:y,org.slf4j:*"])
def test_a_pattern_may_be_a_name_with_stars_or_a_part_of_one(pattern: str) -> None:
    assert "slf4j-api" in {name for _, name, _ in _names(_found(_TREES["core"], pattern))}


@pytest.mark.parametrize("pattern", ["a b", "a:b:c", ",", "-D$x"])
def test_what_is_no_pattern_is_refused(pattern: str) -> None:
    with pytest.raises(ToolError, match="no pattern of an artifact"):
        Includes(pattern)


def test_a_very_long_pattern_is_refused() -> None:
    with pytest.raises(ToolError, match="may have 2000"):
        Includes("a," * 2000)


_PARENT = "<parent><groupId>com.example</groupId><artifactId>shop</artifactId></parent>"
_WRITES_TREES = """
(option,) = (each for each in sys.argv if each.startswith("-DoutputFile="))
pathlib.Path(option.partition("=")[2]).write_text(pathlib.Path("trees.txt").read_text())
"""


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    """A reactor of `core` and `api`, in a directory of another name."""
    root = pretended(tmp_path / "shop", _WRITES_TREES)
    listed = "<modules><module>core</module><module>parts/api</module></modules>"
    names = f"<groupId>com.example</groupId><artifactId>shop</artifactId>{listed}"
    (root / "pom.xml").write_text(f"<project>{names}</project>")
    for artifact, directory in (("core", "core"), ("api", "parts/api")):
        (root / directory).mkdir(parents=True)
        pom = f"<project>{_PARENT}<artifactId>{artifact}</artifactId></project>"
        (root / directory / "pom.xml").write_text(pom)
    (root / "trees.txt").write_text(_PRINTED)
    return root


def _listed(root: Path, module: str | None) -> list[str]:
    request = BuildRequest("Dependencies", (), (), 60.0)
    found = find_dependencies(request, root, DependencyQuery(module), Caller())
    assert isinstance(found, Dependencies)
    return [each.module for each in found.modules]


@pytest.mark.parametrize(
    "name", ["api", ":api", "com.example:api", "parts/api", "./parts/api/", " api "]
)
def test_a_module_is_found_by_every_name_that_maven_takes(shop: Path, jdk: Path, name: str) -> None:
    assert _listed(shop, name) == ["api"]


def test_several_modules_may_be_named_and_all_are_without_a_name(shop: Path, jdk: Path) -> None:
    assert _listed(shop, "api,core") == ["core", "api"]
    assert _listed(shop, None) == ["shop", "core", "api"]


def test_a_plugin_that_wrote_no_tree_is_an_error(tmp_path: Path, jdk: Path) -> None:
    root = pretended(tmp_path / "shop", 'say("[INFO] BUILD SUCCESS")\n')
    with pytest.raises(ToolError, match="wrote no tree"):
        _listed(root, None)
