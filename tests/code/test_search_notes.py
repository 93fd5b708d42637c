"""What a search notes beside its hits: names of the query that stand nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from pageful.code.data import search_data
from pageful.code.views import search_page
from pageful.code.workspace import Workspace
from pageful.page.presentation import present
from pageful.tool.context import Caller
from repositories import SHOP, write


@pytest.fixture
def shop(tmp_path: Path) -> Path:
    return write(tmp_path / "shop", SHOP)


@pytest.fixture
def workspace(shop: Path, tmp_path: Path) -> Workspace:
    return Workspace.of([shop], tmp_path / "data", "none")


def test_a_name_that_stands_nowhere_is_said_in_every_form(workspace: Workspace) -> None:
    found = workspace.search("SessionStorage", Caller())
    note = "Nothing has the name `SessionStorage`. Nearest: `SessionStore`."

    assert found.notes == (note,)
    assert note in present(found, search_page).text
    assert search_data(found, "concise")["notes"] == (note,)
    assert workspace.search("SessionStore", Caller()).notes == ()


def test_a_name_that_the_filters_leave_out_is_said_to_be_elsewhere(workspace: Workspace) -> None:
    found = workspace.search("SessionStore", Caller(), file_types=["ts"])

    (note,) = found.notes
    assert (
        note == "Nothing that the filters leave has the name `SessionStore`; other files have it."
    )


def test_a_name_of_a_file_that_is_gone_is_none_of_the_nearest(
    workspace: Workspace, shop: Path
) -> None:
    workspace.search("SessionStore", Caller())
    (shop / "src/auth/session.py").unlink()

    (note,) = workspace.search("SessionStorage", Caller()).notes
    assert "SessionStore`" not in note
