"""Set-up of the vault family: a directory of Markdown notes, Obsidian's or any other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from pageful.tool.errors import ToolError
from pageful.tool.family_setup import FamilySetup, Finding
from pageful.vault.settings import VaultSettings

_FEWEST = 3
"""Notes beside each other that are taken for a vault: a README and a changelog make no vault."""

_PARAGRAPH = """\
Notes: call `vault_about` for all on a topic, `vault_search` for the best notes (`tag:#x
[status:done] path:Journal`, Obsidian's language), `vault_find` for questions about many notes
(which, which lines, how many, by what), and `vault_read` with several places for whole notes or
their parts. `dataview_query` runs Dataview. All read the files as they are now; Obsidian need not
run.
"""


def _detect(directory: Path) -> str:
    """Say what makes a directory a vault: Obsidian's settings, or notes outside of a repository."""
    above = (directory, *directory.parents)
    if any((each / ".obsidian").is_dir() for each in above):
        return "a vault of Obsidian"
    if any((each / ".git").exists() for each in above):
        return ""
    notes = list(islice(directory.glob("*.md"), _FEWEST))
    return "Markdown notes" if len(notes) == _FEWEST else ""


def _examine(settings: VaultSettings, directory: Path) -> Iterator[Finding]:
    if settings.vault is None and not _detect(directory):
        return
    from pageful.text.units import count
    from pageful.tool.context import Caller
    from pageful.vault.workspace import Workspace

    try:
        root = settings.vault or directory
        workspace = Workspace.of(root, follow_outside=settings.follow_outside_links)
        notes = len(workspace.open(Caller()).snapshot.notes)
    except ToolError as error:
        yield Finding("vault", "wrong", error.problem, error.remedy)
        return
    yield Finding("vault", "ok", f"{count(notes, 'note')} in {root}")


SETUP = FamilySetup("vault", _detect, (), _PARAGRAPH, _examine)
