"""Unknown names in a query: fields, folders, tags and notes that the vault does not have."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from difflib import SequenceMatcher
from functools import cache

from pageful.lazy.dataclasses import dataclass, field
from pageful.text.folding import fold_text
from pageful.text.similarity import find_similar
from pageful.text.units import count
from pageful.tool.time_limit import TimeLimit
from pageful.vault.dataview.file_fields import file_field_names
from pageful.vault.dataview.item_fields import task_field_names
from pageful.vault.dataview.pages import Pages
from pageful.vault.dataview.references import (
    FieldReference,
    constant_sort_keys,
    field_references,
    sources,
)
from pageful.vault.dataview.syntax import (
    CsvSource,
    FolderSource,
    LinkSource,
    Query,
    Source,
    TableHeader,
    TagSource,
    TaskHeader,
    Variable,
)
from pageful.vault.values.names import canonical_name

_SECONDS = 1.0
"""Seconds of the search for names in all notes; names not found by then get no remark. Chosen by
hand."""

_MOST = 10
_ALIKE = 0.6
"""The least similarity, as `difflib` measures it, of a name that may be meant. Chosen by hand."""

_SORT = "SORT"


@dataclass(frozen=True, slots=True)
class QueryNames:
    """The names of a query in the note `origin`, compared with those of the vault."""

    query: Query
    pages: Pages
    origin: str = ""
    checkpoint: Callable[[], None] = lambda: None
    _seen: set[str] = field(default_factory=set)
    """The names of fields found so far, which may have been meant."""

    def remarks(self) -> Iterator[str]:
        """Yield a remark on each unknown name, with the one that may be meant."""
        every = sources(self.query.source)
        said = [remark for source in every if (remark := self._of_source(source))]
        said += ["SORT has the same value for every row."] * any(constant_sort_keys(self.query))
        said += self._of_fields()
        yield from said[:_MOST]
        if len(said) > _MOST:
            yield f"{count(len(said) - _MOST, 'more name')} of the query stand for nothing."

    def _of_source(self, source: Source) -> str:
        pages = self.pages
        match source:
            case TagSource(tag) if not pages.with_tag(tag):
                return f"No note has the tag {tag}{_hint(tag, pages.tags)}."
            case FolderSource(folder) if not self._is_there(folder):
                notes = [path.removesuffix(".md") for path in pages.paths.all]
                meant = _hint(folder.strip("/"), (*pages.paths.folders, *notes), '"')
                return f'There is no folder or note "{folder}"{meant}.'
            case LinkSource(target) if target and not self._is_linked(target):
                names = {path.rpartition("/")[2].removesuffix(".md") for path in pages.paths.all}
                return f"There is no [[{target}]], nor a link to it{_hint(target, sorted(names))}."
            case _:
                return ""

    def _is_there(self, folder: str) -> bool:
        files = self.pages.snapshot.files
        return self.pages.paths.is_folder(folder) or folder in files or f"{folder}.md" in files

    def _is_linked(self, target: str) -> bool:
        found = self.pages.snapshot.resolve(target, self.origin)
        return found is not None or bool(self.pages.sources_of_missing(target))

    def _of_fields(self) -> list[str]:
        if any(isinstance(source, CsvSource) for source in sources(self.query.source)):
            return []
        references = list(dict.fromkeys(field_references(self.query)))
        clauses: dict[str, list[FieldReference]] = {}
        for reference in references:
            clauses.setdefault(_field_text(reference), []).append(reference)
        unknown = self._unknown_names({each.name for each in references if not each.of_file})
        remarks = (self._of_field(each[0], each, unknown) for each in clauses.values())
        return [remark for remark in remarks if remark]

    def _of_field(
        self, reference: FieldReference, every: Sequence[FieldReference], unknown: Collection[str]
    ) -> str:
        name = reference.name
        effect = (
            ", so SORT does not order by it" if _SORT in {each.clause for each in every} else ""
        )
        if reference.of_file:
            known = file_field_names()
            near = _hint(name, known, before="file.")
            return "" if name in known else f"There is no field `file.{name}`{effect}{near}."
        grouped = [each for each in every if each.groups]
        if name not in unknown:
            return _of_groups(grouped[0]) if grouped else ""
        if name in self._columns() and reference.clause != "TABLE":
            return (
                f"`{name}` is the name of a column and no field{effect}: repeat its expression in "
                f"{reference.clause}, or FLATTEN it AS {name}."
            )
        whose = "No note or task" if self._of_tasks else "No note"
        return f"{whose} has a field `{name}`{effect}{self._meant_field(name)}."

    def _meant_field(self, name: str) -> str:
        if name in file_field_names():
            return f"; `file.{name}` is one of its file"
        return _hint(name, sorted(self._seen | self._of_every_row()), "`")

    @property
    def _of_tasks(self) -> bool:
        return isinstance(self.query.header, TaskHeader)

    def _of_every_row(self) -> set[str]:
        return {"file", *(task_field_names() if self._of_tasks else ())}

    def _columns(self) -> Collection[str]:
        """Return the names that a table gives its columns with AS."""
        header = self.query.header
        fields = header.fields if isinstance(header, TableHeader) else ()
        return {each.name for each in fields if each.field != Variable(each.name)}

    def _unknown_names(self, names: Collection[str]) -> Collection[str]:
        """Return the names that no note has as a field; empty if the search takes too long."""
        limit = TimeLimit(_SECONDS)
        left = {*names} - self._of_every_row()
        paths, notes = self.pages.paths.all, self.pages.snapshot.notes
        canonical = cache(canonical_name)
        for names_of in (
            lambda path: [*map(canonical, notes[path].properties), *notes[path].properties],
            self.pages.field_names,
            self.pages.task_fields if self._of_tasks else lambda _path: (),
        ):
            for path in paths:
                if not left:
                    return left
                if limit.seconds_left() <= 0:
                    return ()
                self.checkpoint()
                found = [*names_of(path)]
                self._seen.update(found)
                left.difference_update(found)
        return left


def _field_text(reference: FieldReference) -> str:
    return f"file.{reference.name}" if reference.of_file else reference.name


def _of_groups(reference: FieldReference) -> str:
    """Return advice for a field of notes where rows are groups."""
    names = [name for name in dict.fromkeys(reference.groups) if name.isidentifier()]
    own = ", ".join(f"`{name}`" for name in names)
    return (
        f"`{reference.name}` is no field of groups, which have {own}: in {reference.clause}, "
        f"write `rows.{reference.name}`."
    )


def _hint(wanted: str, names: Collection[str], quote: str = "", before: str = "") -> str:
    """Return a hint at the name nearest to an unknown one; empty if none is near."""
    sought = fold_text(wanted)
    alike = {
        name: SequenceMatcher(None, sought, fold_text(name)).ratio()
        for name in find_similar(wanted, names)
    }
    nearest = max(alike, key=alike.__getitem__, default="")
    if not nearest or alike[nearest] < _ALIKE:
        return ""
    mark = quote or ("`" if before else "")
    return f"; nearest: {mark}{before}{nearest}{mark}"
