"""The answers to the queries of one call of `vault_find`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from pageful.lazy.dataclasses import dataclass, replace
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.vault.finding import counting, forms, misses, texts
from pageful.vault.finding.ambiguities import readings
from pageful.vault.finding.counting import UnknownField, keys_of
from pageful.vault.finding.note_fields import note_fields
from pageful.vault.finding.related import find_related_notes
from pageful.vault.finding.results import Form, QueryAnswer
from pageful.vault.finding.selection import Selection, Sources
from pageful.vault.finding.visible_text import VisibleSnapshot
from pageful.vault.graph.adjacency import Graph
from pageful.vault.results.info import TaskState
from pageful.vault.search.matching import Matcher
from pageful.vault.search.operators import FIND_OPERATORS
from pageful.vault.search.query_parsing import parse_search
from pageful.vault.search.term_index import TermIndex
from pageful.vault.snapshot.snapshot import VaultSnapshot

if TYPE_CHECKING:
    from pageful.vault.meaning.nearness import Nearness

_ROWS: Mapping[str, Callable[[Selection, QueryAnswer], QueryAnswer]] = {
    "lines": forms.lines,
    "names": forms.names,
    "count": lambda _, found: found,
    "gist": forms.gist,
    "text": texts.whole_texts,
    "sections": texts.sections,
    "tasks": forms.tasks,
    "links": forms.links,
    "outline": forms.outline,
    "related": find_related_notes,
    "fields": counting.fields,
}
_STATES: Mapping[str, tuple[TaskState, ...]] = {
    "open": ("open",),
    "done": ("done",),
    "tasks": ("open", "done", "other"),
}


@dataclass(frozen=True, slots=True)
class Request:
    """A request for the notes that a query selects: the parameters of `vault_find`."""

    show: str = ""
    by: str = ""
    sort: str = ""
    under: str = ""
    comments: bool = True


def select(
    snapshot: VaultSnapshot, graph: Graph, term_index: TermIndex, text: str, caller: Caller
) -> Selection:
    """Return the notes that one query selects, in which words in comments count.

    Raises:
        ToolError: it is no query, or takes too long.
        Cancelled: the caller gave up.
    """
    sources = Sources(
        VisibleSnapshot(snapshot), graph, term_index, note_fields(snapshot, term_index)
    )
    matcher = Matcher(snapshot, term_index, caller)
    return Selection(sources, parse_search(text, FIND_OPERATORS), matcher, narrowed=False)


def find(
    snapshot: VaultSnapshot,
    graph: Graph,
    term_index: TermIndex,
    queries: Sequence[str],
    request: Request,
    caller: Caller,
    near_note: Callable[[str], Nearness | None] | None = None,
) -> tuple[QueryAnswer, ...]:
    """Return the answers to queries, in their order; `near_note` compares notes by meaning.

    Of several queries, one that fails is answered by its error, and the others as usual.

    Raises:
        ToolError: the only query is no query, takes too long, or names what is not there.
        Cancelled: the caller gave up.
    """
    visible = VisibleSnapshot(snapshot, under=request.under, comments=request.comments)
    fields = note_fields(snapshot, term_index)
    sources = Sources(visible, graph, term_index, fields, near_note)

    def answer(text: str) -> QueryAnswer:
        selection = Selection(
            sources,
            parse_search(text, FIND_OPERATORS),
            Matcher(snapshot, term_index, caller),
            narrowed=bool(request.under) or not request.comments,
        )
        return _answer(text, selection, request)

    if len(queries) == 1:
        return (answer(queries[0]),)
    return tuple(_answer_or_error(text, answer) for text in queries)


def _answer_or_error(text: str, answer: Callable[[str], QueryAnswer]) -> QueryAnswer:
    try:
        return answer(text)
    except ToolError as error:
        return QueryAnswer(text, "count", error=str(error))


def _answer(text: str, selection: Selection, request: Request) -> QueryAnswer:
    found = QueryAnswer(
        query=text,
        form=_form(selection, request),
        total=len(selection.paths),
        of=len(selection.among),
        in_queries=selection.in_queries,
        canvases=selection.canvases,
        states=_STATES.get(request.show, ()),
        sort=request.sort,
        readings=readings(selection),
    )
    if not selection.paths:
        return replace(found, remarks=misses.remarks(selection))
    try:
        return _with_rows(found, selection, request)
    except UnknownField as error:
        remark = f"none of the {found.total:,} notes has a field `{error.name}`. Their fields:"
        shown = replace(found, form="fields", states=(), sort="", remarks=(remark,))
        return counting.fields(selection, shown)


def _form(selection: Selection, request: Request) -> Form:
    if request.by:
        return "by line" if request.by == "line" else "by"
    match request.show:
        case "":
            return "names" if selection.words is None else "lines"
        case "open" | "done" | "tasks":
            return "tasks"
        case "lines" | "names" | "count" | "gist" | "links" | "outline" | "fields" | "related":
            return request.show
        case "text" | "sections":
            return request.show
        case _:
            return "columns"


def _with_rows(found: QueryAnswer, selection: Selection, request: Request) -> QueryAnswer:
    if request.by == "line":
        return counting.count_lines(selection, forms.lines(selection, found))
    if request.by and found.states:
        return counting.count_tasks(selection, forms.tasks(selection, found), keys_of(request.by))
    if request.by:
        return counting.count_notes(selection, found, keys_of(request.by))
    if found.form == "columns":
        shown = counting.columns(selection, found, keys_of(request.show))
    else:
        shown = _ROWS[found.form](selection, found)
    if request.sort and found.form not in ("count", "fields", "text", "sections"):
        return counting.sorted_rows(selection, shown, request.sort)
    return shown
