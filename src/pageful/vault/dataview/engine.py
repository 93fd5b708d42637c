"""The engine of queries over a vault: from a query's text to its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pageful.lazy.dataclasses import dataclass
from pageful.tool.errors import ToolError
from pageful.vault.dataview.bookmarks import bookmarked_paths
from pageful.vault.dataview.clauses.rows import Row
from pageful.vault.dataview.context import Context
from pageful.vault.dataview.csv_rows import csv_rows
from pageful.vault.dataview.evaluation import evaluate
from pageful.vault.dataview.grammar import parse_expression, parse_query
from pageful.vault.dataview.pages import LatestPages, Page, Pages
from pageful.vault.dataview.pipeline import Outcome, extract_values, run_clauses
from pageful.vault.dataview.results import (
    CalendarEntry,
    CalendarResult,
    ListResult,
    QueryResult,
    TableResult,
    TaskResult,
)
from pageful.vault.dataview.sources import files_of, rows_of
from pageful.vault.dataview.syntax import (
    CalendarHeader,
    Index,
    ListHeader,
    Literal,
    Query,
    TableHeader,
    TaskHeader,
    Variable,
)
from pageful.vault.dataview.tasks import count_tasks, task_groups, task_rows
from pageful.vault.graph.adjacency import Graph
from pageful.vault.paths.paths import VaultPaths
from pageful.vault.snapshot.snapshot import VaultSnapshot
from pageful.vault.values.budget import Budget
from pageful.vault.values.clock import Clock, current_clock
from pageful.vault.values.values import ListPair, Value

ID_COLUMN = "File"
"""The header of the column that names a row's note."""

_ELSEWHERE = ("http://", "https://", "file://")
_FILE_LINK = Index(Variable("file"), Literal("link"))
_TOO_DEEP = "A value of the query nests too deep to be worked with."
_SIMPLER = "Write the query with fewer lists within lists."


class Engine:
    """The engine of queries over one vault, which keeps what it knows of unchanged notes.

    Files and bookmarks are read through `paths`; without it, there are none. Safe to use from any
    thread.
    """

    def __init__(self, paths: VaultPaths | None = None) -> None:
        self._paths = paths
        self._pages = LatestPages()

    def run(
        self,
        query: str,
        snapshot: VaultSnapshot,
        graph: Graph,
        *,
        origin: str = "",
        clock: Clock | None = None,
        budget: Budget | None = None,
    ) -> QueryResult:
        """Run a query and return its result.

        Args:
            query: The query's text.
            snapshot: The vault.
            graph: Its links.
            origin: The path of the note that `this` and `[[]]` mean, empty for none.
            clock: The moment of `date(today)`, by default now.
            budget: The limits of the query's time and memory.

        Raises:
            ToolError: The query can't be read, or fails.
            OutOfBudget: It takes too much.
        """
        clock, budget = clock or current_clock(), budget or Budget()
        parsed = parse_query(query, clock)
        run = self._run(snapshot, graph, origin, clock, budget)
        try:
            return run.result(parsed)
        except RecursionError as error:
            raise ToolError(_TOO_DEEP, _SIMPLER) from error

    def evaluate(
        self,
        expression: str,
        snapshot: VaultSnapshot,
        graph: Graph,
        *,
        origin: str = "",
        clock: Clock | None = None,
        budget: Budget | None = None,
    ) -> Value:
        """Evaluate an expression, such as `this.field` of a note; the arguments are those of `run`.

        Raises:
            ToolError: It can't be read, or has no value.
            OutOfBudget: It takes too much.
        """
        clock, budget = clock or current_clock(), budget or Budget()
        parsed = parse_expression(expression, clock)
        return evaluate(parsed, self._run(snapshot, graph, origin, clock, budget).context)

    def pages(self, snapshot: VaultSnapshot, graph: Graph, clock: Clock) -> Pages:
        """Return the pages of a snapshot, as queries see them."""
        bookmarks = bookmarked_paths(self._paths.root) if self._paths else frozenset()
        return self._pages.of(snapshot, graph, clock, bookmarks)

    def _run(
        self, snapshot: VaultSnapshot, graph: Graph, origin: str, clock: Clock, budget: Budget
    ) -> _QueryRun:
        pages = self.pages(snapshot, graph, clock)
        read = self._paths.read_bytes if self._paths else _nothing_there
        this: Mapping[str, Value] = pages.page(origin) or {}
        context = Context(_Links(pages, origin), {"this": this}, clock, budget)
        return _QueryRun(pages, origin, context, read)


@dataclass(frozen=True, slots=True)
class _QueryRun:
    """The run of one query."""

    pages: Pages
    origin: str
    context: Context
    read: Callable[[str], bytes]

    def result(self, query: Query) -> QueryResult:
        """Return the result of the query."""
        match query.header:
            case TableHeader():
                return self._table(query, query.header)
            case ListHeader():
                return self._list(query, query.header)
            case TaskHeader():
                return self._tasks(query)
            case CalendarHeader():
                return self._calendar(query, query.header)

    def _table(self, query: Query, header: TableHeader) -> TableResult:
        """Run a TABLE; the last of several columns with one name is shown for all of them."""
        outcome = self._outcome(query)
        names = [each.name for each in header.fields]
        by_name = {each.name: each for each in header.fields}
        asked = [each.field for each in by_name.values()]
        texts = [each.text for each in by_name.values()]
        found, dropped = extract_values(outcome, asked, texts, self.context)
        places = [list(by_name).index(name) for name in names]
        rows = [[values[place] for place in places] for _, values in found]
        if header.show_id:
            names.insert(0, outcome.groups[-1] if outcome.groups else ID_COLUMN)
            rows = [[found[at][0], *row] for at, row in enumerate(rows)]
        return TableResult(tuple(names), tuple(map(tuple, rows)), dropped)

    def _list(self, query: Query, header: ListHeader) -> ListResult:
        asked = [] if header.format is None else [header.format]
        texts = [header.text] * len(asked)
        found, dropped = extract_values(self._outcome(query), asked, texts, self.context)
        if not asked:
            values = [identity for identity, _ in found]
        elif header.show_id:
            values = [ListPair(identity, value) for identity, (value,) in found]
        else:
            values = [value for _, (value,) in found]
        return ListResult(tuple(values), dropped)

    def _calendar(self, query: Query, header: CalendarHeader) -> CalendarResult:
        asked = [header.field.field, _FILE_LINK]
        texts = [header.field.text, "file.link"]
        found, dropped = extract_values(self._outcome(query), asked, texts, self.context)
        entries = tuple([CalendarEntry(date, link) for _, (date, link) in found])
        return CalendarResult(entries, dropped)

    def _tasks(self, query: Query) -> TaskResult:
        files = files_of(query.source, self.pages, self.origin)
        rows = self._charged_rows(task_rows(files, self.pages))
        outcome = run_clauses(rows, query.steps, self.context)
        fields = [row.fields for row in outcome.rows]
        tasks = task_groups(fields, outcome.groups, self.context.budget)
        return TaskResult(tasks, count_tasks(fields, len(outcome.groups)), outcome.dropped)

    def _outcome(self, query: Query) -> Outcome:
        files = files_of(query.source, self.pages, self.origin)
        rows = self._charged_rows(rows_of(files, self.pages, self._table_rows))
        return run_clauses(rows, query.steps, self.context)

    def _charged_rows(self, rows: Iterable[Row]) -> list[Row]:
        """Yield the rows, and take a step of the budget for each."""
        step, counted_rows = self.context.budget.step, list[Row]()
        for row in rows:
            step()
            counted_rows.append(row)
        return counted_rows

    def _table_rows(self, path: str) -> Iterable[Mapping[str, Value]]:
        if path.lower().startswith(_ELSEWHERE):
            raise ToolError(
                f"{path!r} is not in the vault, and nothing else is read.",
                "Put the file into the vault, and write its path from there.",
            )
        text = self.read(path).decode("utf-8", "replace")
        return csv_rows(text, self.context.clock, self.context.budget)


class _Links:
    """The resolution of links in the vault, as seen from the note `origin`."""

    def __init__(self, pages: Pages, origin: str) -> None:
        self._pages = pages
        self._origin = origin
        self._found: dict[str, str | None] = {}

    def resolve(self, path: str) -> Page | None:
        """Return the page that a link leads to."""
        found = self._file(path)
        return None if found is None else self._pages.page(found)

    def normalize(self, path: str) -> str:
        """Return the path of the file that a link leads to, or the path itself."""
        return self._file(path) or path

    def _file(self, path: str) -> str | None:
        if path not in self._found:
            self._found[path] = self._pages.snapshot.resolve(path, self._origin)
        return self._found[path]


def _nothing_there(path: str) -> bytes:
    raise ToolError(f"There is no {path!r}: no files can be read here.", "Ask for notes instead.")
