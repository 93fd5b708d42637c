"""Queries of the tools: one, or all of a note, and the requested page of their rows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pageful.lazy.dataclasses import dataclass, field, replace
from pageful.page.calls import Call
from pageful.text.excerpts import shorten
from pageful.text.units import count
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.time_limit import TimeLimit
from pageful.vault.dataview.engine import Engine
from pageful.vault.dataview.grammar import parse_query
from pageful.vault.dataview.results import DroppedRows, QueryResult, TaskResult
from pageful.vault.graph.adjacency import Graph
from pageful.vault.parsing import parse_code_blocks
from pageful.vault.parsing.code_block import CodeBlock
from pageful.vault.queries.fence import LANGUAGE, remove_fence
from pageful.vault.queries.names import QueryNames
from pageful.vault.queries.paging import page_of
from pageful.vault.queries.results import Evaluation, QueryBlock, QueryPage
from pageful.vault.snapshot.lookup import locate
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock, current_clock
from pageful.vault.values.failures import EveryRowFailed

_SECONDS = 10.0
_SECONDS_OF_NOTE = 30.0
_SECONDS_TO_EXPLAIN = 1.0
_LONGEST = 120
# > LIST FROM #bread
_FROM = re.compile(r"\bFROM\b", re.IGNORECASE)
# > LIST FROM #bread WHERE rating SORT rating
_CLAUSE = re.compile(r"\b(?:WHERE|SORT|LIMIT|GROUP[ ]BY|FLATTEN)\b", re.IGNORECASE)
# > LIST WHERE author = this.file.link
_OWN = re.compile(r"\bthis\b|\[\[\]\]")
"""The texts that mean the note that a query belongs to."""
_MOST_CLAUSES = 50


@dataclass(frozen=True, slots=True)
class Queries:
    """A runner of queries on one snapshot of the vault, for a caller who may cancel."""

    engine: Engine
    snapshot: VaultSnapshot
    graph: Graph
    caller: Caller = field(default_factory=Caller)
    clock: Clock = field(default_factory=current_clock)

    def run(
        self,
        query: str | None,
        path: str | None = None,
        page: int | None = None,
        page_size: int | None = None,
    ) -> QueryPage:
        """Run a query, or all queries of the note at `path`, and return a page of rows.

        Raises:
            ToolError: there is neither, no such note or page, or the query fails.
            Cancelled: the caller gave up.
        """
        if query is None and path is None:
            raise ToolError(
                "There is neither a query nor a note to take queries from.",
                f"Give `query`, as in {Call('dataview_query', {'query': 'LIST LIMIT 5'})}, or the "
                "`path` of a note that holds queries.",
            )
        origin = "" if path is None else self._note(path)
        blocks = (self._only(query, origin),) if query is not None else tuple(self._all(origin))
        return page_of(blocks, origin, page, page_size, of_note=query is None)

    def evaluate(self, expression: str, path: str | None = None) -> Evaluation:
        """Evaluate an expression, with or without `=` before it.

        Raises:
            ToolError: it can't be read, or has no value; or there is no such note.
            Cancelled: the caller gave up.
        """
        origin = "" if path is None else self._note(path)
        text = expression.strip().removeprefix("=").strip()
        value = self.engine.evaluate(
            text,
            self.snapshot,
            self.graph,
            origin=origin,
            clock=self.clock,
            budget=self._budget(_SECONDS),
        )
        return Evaluation(text, origin, value)

    def _note(self, path: str) -> str:
        found = locate(self.snapshot, path)
        if self.snapshot.files[found].kind != "note" or found not in self.snapshot.notes:
            raise ToolError(
                f"{found!r} is no note, so it holds no queries and has no fields.",
                "Give the path of a Markdown note.",
            )
        return found

    def _budget(self, seconds: float) -> Budget:
        return Budget(seconds=seconds, checkpoint=self.caller.checkpoint)

    def _run(self, query: str, origin: str, seconds: float) -> QueryResult:
        return self.engine.run(
            query,
            self.snapshot,
            self.graph,
            origin=origin,
            clock=self.clock,
            budget=self._budget(seconds),
        )

    def _run_query(self, query: str, origin: str, seconds: float) -> QueryResult:
        """Run a query; if it fails for every row, the error lists unknown names."""
        try:
            return self._run(query, origin, seconds)
        except EveryRowFailed as error:
            problem = "\n".join((error.problem, *self._names(query, origin)))
            raise ToolError(problem, error.remedy) from error

    def _names(self, query: str, origin: str) -> Iterator[str]:
        """Yield remarks on names of the query that nothing in the vault has."""
        pages = self.engine.pages(self.snapshot, self.graph, self.clock)
        parsed = parse_query(query, self.clock)
        return QueryNames(parsed, pages, origin, self.caller.checkpoint).remarks()

    def _only(self, text: str, origin: str) -> QueryBlock:
        query = remove_fence(text)
        result = self._run_query(query, origin, _SECONDS)
        remarks = [*self._remarks(query, origin, result)]
        if not origin and _OWN.search(query):
            remarks.append("`this` and `[[]]` mean no note here: give its `path`.")
        return QueryBlock(query, result, remarks=tuple(remarks))

    def _all(self, origin: str) -> Iterator[QueryBlock]:
        """Run the queries of a note; a failing one does not stop the others."""
        blocks = parse_code_blocks(self.snapshot.notes[origin], self.snapshot.text(origin))
        queries = [block for block in blocks if block.language == LANGUAGE]
        if not queries:
            raise _without_queries(origin, sum(block.language == "dataviewjs" for block in blocks))
        limit = TimeLimit(_SECONDS_OF_NOTE)
        for number, block in enumerate(queries):
            self.caller.progress("Running queries", number, len(queries))
            yield self._block(block, origin, min(_SECONDS, limit.seconds_left()))

    def _block(self, block: CodeBlock, origin: str, seconds: float) -> QueryBlock:
        of_note = QueryBlock(block.text, line=block.line, end_line=block.end_line)
        if seconds <= 0:
            return replace(of_note, error="Not run: the queries above took all the time there was.")
        try:
            result = self._run_query(block.text, origin, seconds)
        except ToolError as error:
            return replace(of_note, error=str(error))
        remarks = tuple(self._remarks(block.text, origin, result))
        return replace(of_note, result=result, remarks=remarks)

    def _remarks(self, query: str, origin: str, result: QueryResult) -> Iterator[str]:
        if not result.total and (reason := self._why_empty(query, origin)):
            yield reason
        yield from map(_dropped_remark, result.dropped)
        yield from self._names(query, origin)

    def _why_empty(self, query: str, origin: str) -> str:
        """Return a remark on the clause that left no row: run the query up to each."""
        try:
            return self._last_rows(query, origin)
        except ToolError:
            return ""

    def _last_rows(self, query: str, origin: str) -> str:
        limit = TimeLimit(_SECONDS_TO_EXPLAIN)
        steps = parse_query(query, self.clock).steps
        before: QueryResult | None = None
        start = 0
        for end in _ends_of_steps(query, steps, self.clock):
            rows = self._run(query[:end], origin, limit.seconds_left())
            if not rows.total and before is None:
                return self._nothing_from(query[:end], origin, isinstance(rows, TaskResult))
            if not rows.total:
                return f"Of {_rows(before)} none was left after {_brief(query[start:end])}."
            start, before = end, rows
        return ""

    def _nothing_from(self, text: str, origin: str, of_tasks: bool) -> str:
        """Explain why there is no row before the first clause."""
        found = list(_FROM.finditer(text))
        source = text[found[-1].start() :] if found else ""
        notes = self._run(f"LIST {source}", origin, _SECONDS_TO_EXPLAIN)
        if of_tasks and notes.total:
            return f"Of {count(notes.total, 'note')}{_of(source)} none has a task."
        return f"No note is found{_of(source)}."


def _ends_of_steps(query: str, steps: tuple[object, ...], clock: Clock) -> Iterator[int]:
    """Yield the offsets at which each step begins, and the end of the query."""
    taken = 0
    for end in [*(found.start() for found in _CLAUSE.finditer(query)), len(query)][:_MOST_CLAUSES]:
        try:
            is_first = parse_query(query[:end], clock).steps == steps[:taken]
        except ToolError:
            continue
        if is_first:
            taken += 1
            yield end


def _rows(result: QueryResult | None) -> str:
    of_tasks = isinstance(result, TaskResult)
    return count(result.total if result else 0, "task" if of_tasks else "row")


def _brief(clause: str) -> str:
    return shorten(" ".join(clause.split()), _LONGEST, "…")


def _of(source: str) -> str:
    return f" {_brief(source)}" if source else " in the vault"


def _dropped_remark(dropped: DroppedRows) -> str:
    """Return a remark on the rows that a failing operation left out."""
    rows = count(dropped.rows, "row")
    reasons = "; ".join(_brief(each) for each in dropped.reasons)
    return f"Left out: {rows}, for which {dropped.operation} failed: {reasons}"


def _without_queries(path: str, programs: int) -> ToolError:
    more = (
        f" ({count(programs, 'dataviewjs block')}: programs, which are not run)" if programs else ""
    )
    return ToolError(
        f"{path!r} has no block ```{LANGUAGE}{more}.",
        "Give a `query`; `path` is then the note that `this` means in it.",
    )
