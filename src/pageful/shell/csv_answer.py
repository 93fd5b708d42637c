"""The whole of a table as CSV: all pages of a command's answer, in one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pageful.lazy.dataclasses import dataclass, field
from pageful.page.blocks import Block, Fields, Hatch, Heading, Leaf, Line, Note, Rule, Table, Tip
from pageful.page.csv_text import to_csv
from pageful.page.markdown import to_markdown
from pageful.tool.context import Caller
from pageful.tool.errors import ToolError
from pageful.tool.options import Style
from pageful.tool.tool import Outcome, Tool


@dataclass
class CsvAnswer:
    """A table of all pages, and what its pages say beside it: remarks, or that there is nothing."""

    exit_code: int = 0
    tables: list[Table] = field(default_factory=list)
    remarks: dict[str, None] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The table as CSV; empty where there is none."""
        return to_csv(self.tables)


def csv_answer(
    tool: Tool[Any], arguments: Mapping[str, Any], style: Style, caller: Caller
) -> CsvAnswer:
    """Call a tool, page after page, and collect its table.

    Raises:
        ToolError: the answer is no table, or the tool could not do its work.
        Cancelled: the caller gave up.
    """
    if "page" in arguments:
        raise ToolError("`--csv` gives the rows of all pages.", "Leave out `--page`.")
    answer = CsvAnswer()
    more: Mapping[str, Any] | None = {**(tool.shell.csv or {}), **arguments}
    while more is not None:
        outcome = tool.run(more, style, caller)
        answer.exit_code = outcome.exit_code
        _collect(outcome, answer)
        more = _next_page(outcome)
    return answer


def _next_page(outcome: Outcome[Any]) -> Mapping[str, Any] | None:
    """Return the arguments of the next page, if the call that goes on is that."""
    tool, context = outcome.tool, outcome.context
    call = tool.next_call(outcome.result, context) if tool.next_call else None
    if call is None or call.tool != tool.name:
        return None
    return call.arguments if _others(call.arguments) == _others(context.arguments) else None


def _others(arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    return {name: value for name, value in arguments.items() if name != "page"}


def _collect(outcome: Outcome[Any], answer: CsvAnswer) -> None:
    """Take the table of a page, and what it says beside that.

    Raises:
        ToolError: the page has more than a table.
    """
    blocks = tuple(outcome.tool.view(outcome.result, outcome.context.style.detail))
    tables = [block for block in blocks if isinstance(block, Table)]
    if any(not isinstance(block, _BESIDE) for block in blocks):
        problem = "This answer is no table, or more than one, so that it can't be CSV."
        raise ToolError(problem, "Ask for a table, or take `--json`.")
    answer.tables += tables
    said = _remarks(blocks) if tables else [to_markdown(blocks)]
    answer.remarks |= dict.fromkeys(said)


_BESIDE = (Table, Heading, Fields, Line, Note, Rule, Tip, Hatch)
"""The blocks that a page may have beside its table."""


def _remarks(blocks: tuple[Block, ...]) -> Iterator[str]:
    notes: list[Leaf] = [block for block in blocks if isinstance(block, Note)]
    return (to_markdown((note,)) for note in notes)
