"""Places as callers name them: directories and files, relative and in full, and what is none."""

from __future__ import annotations

from pathlib import Path, PurePath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.index.repository_paths import split_repository
from pageful.code.scan.quoting import quote
from pageful.code.workspace import Workspace
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from repositories import SHOP, write

ROUTE = {"app/[id]/page.tsx": "export function CartPage() { return null }\n"}


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", SHOP | ROUTE)


@pytest.fixture
def workspace(shop: Path, tmp_path: Path) -> Workspace:
    return Workspace.of([shop], tmp_path / "data", "none")


def in_directory(workspace: Workspace, directory: str) -> set[str]:
    found = workspace.search("cart", Caller(), directory=directory)
    return {hit.file_path for hit in found.results}


def test_a_directory_may_be_named_in_full(workspace: Workspace, shop: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(shop)

    assert in_directory(workspace, str(shop / "web")) == {"web/cart.ts"}
    assert in_directory(workspace, f"{shop}/**/cart/") == {"src/cart/Cart.java"}
    assert in_directory(workspace, str(tmp_path / "link/web")) == {"web/cart.ts"}
    assert len(in_directory(workspace, str(shop))) == 3


def test_a_directory_may_be_called_like_a_glob(workspace: Workspace) -> None:
    assert in_directory(workspace, "app/[id]") == {"app/[id]/page.tsx"}


@pytest.mark.parametrize("directory", ["src//cart", "./src/cart/", "src/./cart", "src\\cart"])
def test_a_directory_may_be_written_in_several_ways(workspace: Workspace, directory: str) -> None:
    assert in_directory(workspace, directory) == {"src/cart/Cart.java"}


@pytest.mark.parametrize("directory", ["[z-a]", "[", "..", "~", "a\0b", "src\n", "x" * 5000])
def test_a_directory_that_is_none_is_told_in_few_words(
    workspace: Workspace, directory: str
) -> None:
    with pytest.raises(ToolError, match="directory") as told:
        in_directory(workspace, directory)

    assert len(str(told.value)) < 500


@pytest.mark.parametrize(
    ("extension", "remedy"), [("*.py", "'py'"), (" py", "'py'"), ("/", "'py'"), ("*.tar.gz", "gz'")]
)
def test_an_extension_that_is_none_is_told_with_one_that_is(
    workspace: Workspace, extension: str, remedy: str
) -> None:
    with pytest.raises(ToolError, match="without the dot") as told:
        workspace.search("cart", Caller(), file_types=[extension])

    assert remedy in told.value.remedy


def test_a_file_may_be_named_in_full(workspace: Workspace, shop: Path) -> None:
    relative = workspace.find_related(Caller(), file_path="web/cart.ts", line=3)

    for path in (str(shop / "web/cart.ts"), "./web/cart.ts"):
        assert workspace.find_related(Caller(), file_path=path, line=3).results == relative.results


def test_a_file_that_is_not_there_is_told_with_those_of_its_name(workspace: Workspace) -> None:
    with pytest.raises(ToolError, match=r"Is it 'web/cart\.ts'\?"):
        workspace.find_related(Caller(), file_path="cart.ts", line=1)


def test_a_file_that_several_repositories_have_is_asked_for_in_full(tmp_path: Path) -> None:
    roots = [write(tmp_path / name, {"a.py": f"{name} = shared\n"}) for name in ("one", "two")]
    workspace = Workspace.of(roots, tmp_path / "data", "none")

    with pytest.raises(ToolError, match="Several repositories") as told:
        workspace.find_related(Caller(), file_path="a.py", line=1)
    found = workspace.find_related(Caller(), file_path=str(roots[1] / "a.py"), line=1)

    assert str(roots[1] / "a.py") in told.value.remedy
    assert [hit.repository for hit in found.results] == [str(roots[0])]


def test_a_directory_in_another_repository_than_was_named_is_told(tmp_path: Path) -> None:
    roots = [write(tmp_path / name, {"src/a.py": "shared\n"}) for name in ("one", "two")]
    workspace = Workspace.of(roots, tmp_path / "data", "none")
    first = workspace.status(None, Caller()).repositories[0].repository_id

    with pytest.raises(ToolError, match="is not in the repository"):
        workspace.search("shared", Caller(), repository_id=first, directory=str(roots[1] / "src"))


@pytest.mark.parametrize("path", ["/a\0b", "~no-such-user/x", "/loop", "/caf\udce9"])
def test_what_is_no_path_is_not_indexed(workspace: Workspace, tmp_path: Path, path: str) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    if path == "/caf\udce9":
        Path(f"{tmp_path}{path}").mkdir()
    whole = path if path.startswith("~") else f"{tmp_path}{path}"

    with pytest.raises(ToolError) as told:
        workspace.index(Path(whole), None, Caller(), force=False)

    assert told.value.remedy


@given(st.text(), st.sampled_from(["/", "/a", "/a/b", "/c d/[e]"]))
def test_a_path_below_a_root_leads_back_to_itself(path: str, root: str) -> None:
    roots = {1: "/a", 2: "/a/b", 3: "/c d/[e]"}
    number, rest = split_repository(f"{root}/{path}", roots)

    if number is not None:
        assert PurePath(roots[number], rest) == PurePath(root, *PurePath(path.lstrip("/")).parts)


@given(st.text())
def test_what_is_quoted_is_one_short_line(text: str) -> None:
    shown = quote(text)

    assert len(shown) <= 120
    assert shown.isprintable()
    assert shown[0] == shown[-1] or shown.endswith("…'")
