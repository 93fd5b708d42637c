"""The run of a view: files, filters, sorts, limit, groups, summaries, in this order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from pageful.lazy.dataclasses import dataclass
from pageful.vault.bases.base import Base, BaseView
from pageful.vault.bases.columns import Column, column
from pageful.vault.bases.errors import ExpressionError
from pageful.vault.bases.filters import RowFilter
from pageful.vault.bases.ordering import sort_values
from pageful.vault.bases.parsing import parse_expression
from pageful.vault.bases.results import RowGroup, Summary, ViewResult, ViewRow
from pageful.vault.bases.rows import Context, Row
from pageful.vault.bases.syntax import Expression
from pageful.vault.bases.texts import text_of
from pageful.vault.bases.values import Value
from pageful.vault.bases.view_summaries import summary_value

NAME = "file.name"
"""The only column of a view without `order`."""


@dataclass(frozen=True)
class ViewRun:
    """The run of one view of a base over files; nothing is evaluated before it is asked for."""

    base: Base
    view: BaseView
    files: Sequence[str]
    context: Context

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """The columns, those that the view's kind shows beside them last; each once."""
        columns = map(self._column, (*(self.view.columns or (NAME,)), *self.view.extra))
        return tuple({each.key: each for each in columns}.values())

    @cached_property
    def filter(self) -> RowFilter:
        """The filters of the base and of the view."""
        return RowFilter.of(self.base.filter, self.view.filter)

    @cached_property
    def result(self) -> ViewResult:
        """The result without its cells.

        Raises:
            OutOfBudget: it takes too much.
        """
        groups, grouped_by = list(self._groups()), self.view.group_by
        return ViewResult(
            columns=self.columns,
            paths=tuple(row.path for _, rows in groups for row in rows),
            total=len(self._kept),
            grouped_by=self._column(grouped_by.property) if grouped_by else None,
            groups=tuple(
                RowGroup(key, len(rows), tuple(self._summaries(rows)))
                for key, rows in (groups if grouped_by else [])
            ),
            summaries=tuple(self._summaries(self._shown)),
            failed=self.filter.failures(),
        )

    def rows(self, start: int, stop: int) -> Iterator[ViewRow]:
        """Yield rows with their cells, those from `start` to before `stop`.

        Raises:
            OutOfBudget: it takes too much.
        """
        by_path = {row.path: row for row in self._shown}
        for path in self.result.paths[start:stop]:
            row = by_path[path]
            self.context.budget.step()
            yield ViewRow(path, tuple([each.value(row) for each in self.columns]))

    @cached_property
    def _kept(self) -> list[Row]:
        rows = (Row(path, self.context) for path in self.files)
        return [row for row in rows if self._keeps(row)]

    def _keeps(self, row: Row) -> bool:
        self.context.budget.step()
        return self.filter.keeps(row)

    @cached_property
    def _shown(self) -> list[Row]:
        """The rows in their order, up to the limit; sorted by the last key first.

        Rows that no key orders stand by the names of their files, those of one name by paths.
        """
        rows = self._kept
        if NAME not in {key.property for key in self.view.sort}:
            rows = _sort(rows, self._column(NAME), descending=False)
        for key in reversed(self.view.sort):
            by = self._column(key.property)
            rows = _sort(rows, by, descending=key.descending)
        return rows[: self.view.limit]

    def _groups(self) -> Iterator[tuple[Value, list[Row]]]:
        """Yield the rows by their key, in the keys' order; all rows where there is none."""
        if self.view.group_by is None:
            yield None, self._shown
            return
        by = self._column(self.view.group_by.property)
        groups: dict[object, tuple[Value, list[Row]]] = {}
        for row in self._shown:
            value = by.value(row)
            groups.setdefault(self._identity(value), (value, []))[1].append(row)
        descending = self.view.group_by.descending
        yield from sort_values(
            groups.values(), lambda each: (each[0], each[1][0]), descending=descending
        )

    def _identity(self, value: Value) -> object:
        """Return what is equal for values of one group: a list is one value as a whole."""
        if isinstance(value, tuple):
            return tuple([self._identity(each) for each in value])
        if isinstance(value, bool | int | float):
            return type(value) is bool, value
        return type(value), text_of(value, self.context.clock, self.context.budget)

    def _summaries(self, rows: Sequence[Row]) -> Iterator[Summary]:
        for id_, name in self.view.summaries.items():
            of = self._column(id_)
            values = tuple([of.value(row) for row in rows])
            yield Summary(of, name, summary_value(name, values, self._own_summaries, self.context))

    @cached_property
    def _own_summaries(self) -> Mapping[str, Expression | ExpressionError]:
        return {name: expression_or_error(each.text) for name, each in self.base.summaries.items()}

    def _column(self, id_: str) -> Column:
        return self._known.setdefault(id_, column(id_, self.base.headings))

    @cached_property
    def _known(self) -> dict[str, Column]:
        return {}


def expression_or_error(text: str) -> Expression | ExpressionError:
    """Return an expression, or why there is none."""
    try:
        return parse_expression(text)
    except ExpressionError as error:
        return error


def _sort(rows: list[Row], by: Column, *, descending: bool) -> list[Row]:
    return sort_values(rows, lambda row: (by.value(row), row), descending=descending)
