"""The run of saved views: of a base file, of a base given as text, of those that a note shows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.page.calls import Call
from pageful.text.units import list_names
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.time_limit import TimeLimit
from pageful.vault.base_views.choosing import choose_view, locate_base, locate_this
from pageful.vault.base_views.note_bases import (
    LANGUAGE,
    BasePlace,
    NoteBase,
    base_files,
    note_bases,
)
from pageful.vault.base_views.paging import page_of
from pageful.vault.base_views.remarks import view_remarks
from pageful.vault.base_views.results import BasePage, ShownView
from pageful.vault.bases.base import Base, BaseView
from pageful.vault.bases.base_reading import read_base
from pageful.vault.bases.limits import SECONDS, SECONDS_OF_NOTE, view_budget
from pageful.vault.bases.pipeline import ViewRun, expression_or_error
from pageful.vault.bases.property_types import property_types
from pageful.vault.bases.rows import Context
from pageful.vault.bases.vault_files import LatestVaultFiles, VaultFiles
from pageful.vault.graph.adjacency import Graph
from pageful.vault.parsing.yaml_reader import LARGEST
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.queries.fence import remove_fence
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.values.clock import Clock, current_clock

_MOST_BYTES = 4 * LARGEST
"""Bytes of a base file that are read: at most four are a character."""
_MOST_NAMED = 10
_TOO_DEEP = "A value of the view nests too deep to be worked with."


@dataclass(frozen=True)
class BaseViews:
    """A runner of views on one snapshot of the vault, for a caller who may cancel."""

    paths: VaultPaths
    snapshot: VaultSnapshot
    graph: Graph
    caller: Caller = field(default_factory=Caller)
    clock: Clock = field(default_factory=current_clock)
    latest: LatestVaultFiles = field(default_factory=LatestVaultFiles)

    def run(
        self,
        path: str | None = None,
        view: str | None = None,
        base: str | None = None,
        this: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> BasePage:
        """Run a view of a base file, of a base as text, or the views that a note shows.

        Raises:
            ToolError: there is neither, or both; no such file, view or page; or it fails.
            Cancelled: the caller gave up.
        """
        if base is not None and path is not None:
            raise ToolError(
                "`path` and `base` are both given.",
                "Give one; `this` is the note that `this` means in a base given as text.",
            )
        given = {"path": path, "view": view, "base": base, "this": this}
        arguments = {name: value for name, value in given.items() if value is not None}
        meant = locate_this(self.snapshot, this) if this is not None else ""
        found, part = locate_base(self.snapshot, path) if path is not None else ("", "")
        if base is not None:
            read = read_base(remove_fence(base, LANGUAGE, "base"))
            shown = [self._run(read, BasePlace(), view or "", meant)]
        elif not found:
            raise self._nothing_given()
        else:
            shown = [*self._of_file(found, view or part, meant or found)]
        of_note = bool(found) and self.snapshot.files[found].kind != "base"
        return page_of(tuple(shown), found, arguments, page, page_size, of_note=of_note)

    def _nothing_given(self) -> ToolError:
        bases = base_files(self.snapshot)
        example = Call("base_query", {"path": bases[0] if bases else "Books.base"})
        there = f"The vault has {list_names(bases, _MOST_NAMED)}." if bases else ""
        return ToolError(
            "There is neither a base nor the text of one.",
            f"{there} Give `path`, as in {example}, or `base`.".strip(),
        )

    def _read(self, path: str) -> Base:
        """Read a base file.

        Raises:
            ToolError: it is too large, or no base.
        """
        size = self.snapshot.files[path].size
        if size > _MOST_BYTES:
            raise ToolError(
                f"{path!r} can't be read: it has {size:,} bytes, more than {_MOST_BYTES:,}.",
                "A base is a few hundred lines of YAML.",
            )
        text = self.paths.read_bytes(path).decode("utf-8-sig", "replace")
        return read_base(text, noun=repr(path))

    def _of_file(self, path: str, view: str, this: str) -> Iterator[ShownView]:
        """Run a view of a base file, or those that a note shows."""
        if self.snapshot.files[path].kind == "base":
            yield self._run(self._read(path), BasePlace(path), view, this)
        else:
            yield from self._of_note(path, view, this)

    def _of_note(self, path: str, view: str, this: str) -> Iterator[ShownView]:
        """Run the views that a note shows; a failing one does not stop the others."""
        found = note_bases(self.snapshot, path)
        if not found:
            bases = base_files(self.snapshot)
            there = f" The vault has {list_names(bases, _MOST_NAMED)}." if bases else ""
            raise ToolError(
                f"{path!r} shows no base: it has no block ```{LANGUAGE}, and embeds none.",
                f"Give the path of a base, and the note as `this`.{there}",
            )
        limit = TimeLimit(SECONDS_OF_NOTE)
        for number, each in enumerate(found):
            self.caller.progress("Running views", number, len(found))
            yield self._of_base(each, view or each.view, this, limit.seconds_left())

    def _of_base(self, each: NoteBase, view: str, this: str, seconds: float) -> ShownView:
        failed = ShownView(each.place, name=view, this=this)
        if seconds <= 0:
            return replace(failed, error="Not run: the views above took all the time there was.")
        try:
            if each.place.path:
                base = self._read(each.place.path)
            else:
                base = read_base(each.text, each.place.line)
            return self._run(base, each.place, view, this, min(SECONDS, seconds))
        except ToolError as error:
            return replace(failed, error=str(error))

    def _run(
        self, base: Base, place: BasePlace, view: str, this: str, seconds: float = SECONDS
    ) -> ShownView:
        """Run one view of a base.

        Raises:
            ToolError: it has no such view; or the view takes too much.
        """
        chosen = choose_view(base, view, place)
        run = self._view_run(base, chosen, this, seconds)
        try:
            result = run.result
        except RecursionError as error:
            raise ToolError(_TOO_DEEP, "Write it with fewer lists within lists.") from error
        return ShownView(
            place,
            chosen.name,
            chosen.kind,
            tuple(each.name for each in base.views),
            this,
            result,
            run,
            remarks=tuple(view_remarks(run, place, self.snapshot, self.caller.checkpoint)),
        )

    def _view_run(self, base: Base, view: BaseView, this: str, seconds: float) -> ViewRun:
        context = Context(
            vault=self._files,
            formulas={name: expression_or_error(each.text) for name, each in base.formulas.items()},
            this=this or None,
            clock=self.clock,
            budget=view_budget(seconds, self.caller.checkpoint),
        )
        return ViewRun(base, view, self._rows, context)

    @cached_property
    def _files(self) -> VaultFiles:
        types = property_types(self.paths.root)
        return self.latest.of(self.snapshot, self.graph, self.clock.zone, types)

    @cached_property
    def _rows(self) -> list[str]:
        """The files that views show: all but those that settings exclude."""
        return [path for path, file in self.snapshot.files.items() if not file.excluded]
