"""The card of a vault: what it tells, how long it is, and what is kept of it for the next start."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hostile
from folders import fill
from pageful.serve.server import BriefedToolset
from pageful.tool.context import Caller
from pageful.tool.options import Style
from pageful.tool.tool import Toolset
from pageful.vault.definitions.vault_access import VaultAccess
from pageful.vault.finding.card import card
from pageful.vault.finding.kept_card import LONGEST, KeptCard
from pageful.vault.finding.note_fields import note_fields
from pageful.vault.search.term_index import TermIndex
from pageful.vault.settings import VaultSettings
from pageful.vault.tools import vault_toolset
from pageful.vault.workspace import Workspace
from snapshots import parsed

_DOCS = Path(__file__).parents[2] / "docs" / "vault.md"
_EXAMPLE = Path(__file__).parents[2] / "examples" / "vault"


def card_of(notes: dict[str, str]) -> str:
    snapshot = parsed(notes)
    return card(snapshot, note_fields(snapshot, TermIndex.of(snapshot)))


@pytest.fixture(autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
    # However busy the machine is.
    for patience in ("_PATIENCE", "_PATIENCE_WITH_ANOTHER"):
        monkeypatch.setattr(f"pageful.vault.definitions.vault_access.{patience}", 60.0)


def test_the_documented_card_is_that_of_the_example() -> None:
    shown = vault_toolset(VaultSettings(vault=_EXAMPLE), Style())
    text = shown.call("system_info", {"card": True}).text
    assert f"```text\n{text}\n```" in _DOCS.read_text("utf-8")


def test_a_card_has_folders_with_fields_and_the_values_of_those_that_choose() -> None:
    birds = {
        f"Birds/{'Owls/' if n % 2 else ''}{n}.md": f"---\nstatus: {'in' if n < 4 else 'out'}\n"
        f"weight: {n}\npublish: true\n---\n- [ ] feed\n- [x] weigh\n- [-] sing\n- [ ] \n\n#owl\n"
        for n in range(12)
    }
    days = {"2025-03-08.md": "mood:: good\n", "2025-03-09.md": "rest\n"}
    assert card_of({**birds, **days}) == (
        "14 notes; daily 2025-03-08 … 2025-03-09; tasks 12 open, 12 done, 12 other; tags #owl 12\n"
        "Birds/ 12 (Owls 6): status (out, in), weight\n"
        "./ 2: mood"
    )


def test_a_vault_without_notes_has_no_card() -> None:
    assert card_of({}) == ""


def test_a_card_is_short_however_much_there_is_and_says_what_it_leaves_out() -> None:
    fields = "".join(f"a long name of a field {n}: value {n}\n" for n in range(60))
    text = card_of({f"Folder with a long name {n}/n.md": f"---\n{fields}---\n" for n in range(40)})
    assert len(text) <= LONGEST
    assert "folders more" in text.splitlines()[-1]


@given(
    st.dictionaries(
        hostile.words.map(lambda word: f"{word.replace('/', '')[:20]}/n.md"), hostile.words
    )
)
def test_no_note_has_a_line_of_its_own_on_the_card(notes: dict[str, str]) -> None:
    text = card_of(notes)
    assert len(text) <= LONGEST
    folders = {path.partition("/")[0] for path in notes}
    assert len(text.splitlines()) <= 3 + len(folders)


def served(vault: Path, *, with_card: bool = True) -> Toolset:
    toolset = vault_toolset(VaultSettings(vault=vault, card=with_card), Style())
    toolset.start()
    return toolset


def briefing(vault: Path, *, with_card: bool = True) -> str:
    toolset: object = served(vault, with_card=with_card)
    assert isinstance(toolset, BriefedToolset)
    return toolset.briefing()


def test_instructions_have_the_card_unless_it_is_turned_off(tmp_path: Path) -> None:
    vault = fill(tmp_path / "vault", {"Birds/Owl.md": "---\nstatus: in\n---\n"})
    assert "Birds/ 1: status" in briefing(vault)
    assert "Birds" not in briefing(vault, with_card=False)


def test_a_missing_vault_has_instructions_as_well(tmp_path: Path) -> None:
    vault = fill(tmp_path / "vault", {"n.md": ""})
    toolset = vault_toolset(VaultSettings(vault=vault), Style())
    (vault / "n.md").unlink()
    vault.rmdir()
    toolset.start()
    assert isinstance(toolset, BriefedToolset)
    assert toolset.briefing() == toolset.instructions


def test_a_kept_card_is_used_where_nothing_has_changed_and_as_long_as_reading_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = fill(tmp_path / "vault", {"Birds/Owl.md": "---\nstatus: in\n---\n"})
    first = Workspace.of(vault, follow_outside=False).card(Caller())
    monkeypatch.setattr("pageful.vault.finding.card.card", lambda *_: "made anew")
    again = Workspace.of(vault, follow_outside=False)
    assert again.card(Caller()) == first
    (vault / "Birds" / "Kite.md").write_text("new")
    assert again.card(Caller()) == "made anew"
    for patience in ("_PATIENCE", "_PATIENCE_WITH_ANOTHER"):
        monkeypatch.setattr(f"pageful.vault.definitions.vault_access.{patience}", 0.0)
    access = VaultAccess(VaultSettings(vault=vault), Style())  # which is never told to read
    assert access.card() == "made anew"


def test_without_a_card_in_time_the_call_that_shows_it_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for patience in ("_PATIENCE", "_PATIENCE_WITH_ANOTHER"):
        monkeypatch.setattr(f"pageful.vault.definitions.vault_access.{patience}", 0.0)
    vault = fill(tmp_path / "vault", {"Owl.md": ""})
    access = VaultAccess(VaultSettings(vault=vault), Style())
    assert access.card().endswith("system_info(card=true) says what it holds.")


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"x" * 10_000, b"no newline"])
def test_a_damaged_kept_card_is_no_card(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "v.card"
    file.write_bytes(content)
    kept = KeptCard(file)
    assert kept.of(parsed({"n.md": ""})) == ""
    assert len(kept.latest()) <= LONGEST


def test_a_card_that_can_not_be_kept_is_still_made(tmp_path: Path) -> None:
    kept = KeptCard(tmp_path / "file" / "v.card")
    (tmp_path / "file").write_text("no directory")
    kept.keep(parsed({"n.md": ""}), "card")
    assert kept.latest() == ""


def test_json_of_the_card_is_its_text(tmp_path: Path) -> None:
    vault = fill(tmp_path / "vault", {"Owl.md": ""})
    given = served(vault).call("system_info", {"card": True, "raw": True})
    assert json.loads(given.text) == {"text": "1 note\n./ 1"}
