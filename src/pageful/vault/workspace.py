"""One vault with its links, words and queries, for every tool."""

from __future__ import annotations

from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from pageful.embedding.choosing import DEFAULT
from pageful.lazy.dataclasses import dataclass, field
from pageful.text.single_line import name
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.graph.adjacency import Graph, LatestGraph
from pageful.vault.meaning.vault_meaning import VaultMeaning
from pageful.vault.paths.vault_directory import find_vault
from pageful.vault.search.latest_term_index import LatestTermIndex
from pageful.vault.search.term_index import TermIndex
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.snapshot.vault import Vault

if TYPE_CHECKING:
    from pageful.vault.base_views.runner import BaseViews
    from pageful.vault.bases.vault_files import LatestVaultFiles
    from pageful.vault.dataview.engine import Engine
    from pageful.vault.finding.kept_card import KeptCard
    from pageful.vault.meaning.nearness import Nearness
    from pageful.vault.queries.queries import Queries


@dataclass
class Workspace:
    """The vault, its links, its words and the language of its queries.

    Safe to use from any thread.
    """

    vault: Vault
    embedder: str = DEFAULT
    graphs: LatestGraph = field(init=False, default_factory=LatestGraph)
    term_indexes: LatestTermIndex = field(init=False)
    meaning: VaultMeaning = field(init=False)

    def __post_init__(self) -> None:
        """Keep the term index and the vectors beside the cache of notes."""
        self.term_indexes = LatestTermIndex(self.vault.words_cache)
        self.meaning = VaultMeaning(self.embedder, self.vault.passages_cache)

    @classmethod
    def of(
        cls, directory: Path | None, *, follow_outside: bool, embedder: str = DEFAULT
    ) -> Workspace:
        """Return the workspace of a directory, or of the vault that the current one is in.

        Raises:
            ToolError: `directory` is no directory.
        """
        root = directory or find_vault(Path.cwd())
        return cls(Vault(root, follow_outside=follow_outside), embedder)

    def watch(self) -> None:
        """Let the system report changes from now on, where it can."""
        self.vault.watch()

    def prepare(self) -> None:
        """Read the vault, its words and its links, so that the first call need not wait for it."""
        with suppress(ToolError):  # which the first call will tell
            vault = self.open(Caller())
            _ = vault.term_index, vault.graph

    def card(self, caller: Caller) -> str:
        """Return the vault in a few lines; empty without notes.

        Raises:
            ToolError: the vault is not there, or can't be read.
            Cancelled: the caller gave up.
        """
        vault = self.open(caller)
        text = self.kept_card.of(vault.snapshot)
        if not text:
            from pageful.vault.finding.card import card
            from pageful.vault.finding.note_fields import note_fields

            text = card(vault.snapshot, note_fields(vault.snapshot, vault.term_index))
            self.kept_card.keep(vault.snapshot, text)
        return text

    @property
    def kept_card(self) -> KeptCard:
        """The card of the last session, beside the cache of notes."""
        from pageful.vault.finding.kept_card import KeptCard

        words = self.vault.words_cache
        return KeptCard(words.with_suffix(".card") if words else None)

    def open(self, caller: Caller) -> OpenVault:
        """Return the vault as it is now.

        Raises:
            ToolError: the vault is not there, or can't be read.
            Cancelled: the caller gave up.
        """
        return OpenVault(self, self.vault.scan(caller), caller)

    @cached_property
    def engine(self) -> Engine:
        """The engine of Dataview queries, loaded with the first: most calls do without it."""
        from pageful.vault.dataview.engine import Engine

        return Engine(self.vault.paths)

    @cached_property
    def base_files(self) -> LatestVaultFiles:
        """The files as bases see them, loaded with the first view."""
        from pageful.vault.bases.vault_files import LatestVaultFiles

        return LatestVaultFiles()


@dataclass(frozen=True, slots=True)
class OpenVault:
    """The vault as one call sees it: a snapshot with its links, words and queries, on demand.

    What takes long raises `Cancelled` if the caller gives up.
    """

    workspace: Workspace
    snapshot: VaultSnapshot
    caller: Caller

    @property
    def graph(self) -> Graph:
        """The links of the snapshot."""
        return self.workspace.graphs.of(self.snapshot, self.caller)

    @property
    def term_index(self) -> TermIndex:
        """The words of the snapshot."""
        return self.workspace.term_indexes.of(self.snapshot, self.caller)

    @property
    def meaning(self) -> VaultMeaning:
        """The vectors of what notes say."""
        return self.workspace.meaning

    def near_note(self, path: str) -> Nearness | None:
        """Return how near notes are to one of them in meaning.

        Raises:
            ToolError: there is no embedder, or it does not answer.
            Cancelled: the caller gave up.
        """
        return self.meaning.of_note(path, self.snapshot, self.caller)

    @property
    def queries(self) -> Queries:
        """Dataview queries on the snapshot."""
        from pageful.vault.queries.queries import Queries

        return Queries(self.workspace.engine, self.snapshot, self.graph, self.caller)

    @property
    def bases(self) -> BaseViews:
        """Views of bases on the snapshot."""
        from pageful.vault.base_views.runner import BaseViews

        paths, latest = self.workspace.vault.paths, self.workspace.base_files
        return BaseViews(paths, self.snapshot, self.graph, self.caller, latest=latest)

    @property
    def remarks(self) -> tuple[str, ...]:
        """A remark if there are no notes at all: another vault may be meant."""
        if self.snapshot.notes:
            return ()
        root = name(str(self.workspace.vault.paths.root))
        return (f"0 notes in {root}: is this the vault that is meant?",)
