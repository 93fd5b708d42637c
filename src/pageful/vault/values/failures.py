"""Errors of expressions: for one row, or for the whole query."""

from __future__ import annotations

from pageful.tool.errors import ToolError

SMALLER = "Ask for less: a smaller page_size, or a WHERE or LIMIT before the expensive step."


class EvaluationError(ToolError):
    """An expression has no value for these inputs; in a query only its row is dropped."""


class EveryRowFailed(ToolError):
    """A clause has no value for any row."""


class OutOfBudget(ToolError):
    """The whole query was stopped: it took more steps, memory or time than its budget allows."""

    def __init__(self, problem: str, remedy: str = SMALLER) -> None:
        super().__init__(problem, remedy)
