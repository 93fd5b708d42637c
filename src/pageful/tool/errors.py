"""Errors of tools that could not do their work at all."""

from __future__ import annotations


class ToolError(Exception):
    """The tool itself failed: `problem` says how, `remedy` what the caller can do next."""

    def __init__(self, problem: str, remedy: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.problem}\n{self.remedy}" if self.remedy else self.problem


class NotInstalledError(ToolError):
    """A refusal for lack of packages; `remedy` says how they are installed."""


class Cancelled(Exception):
    """The caller gave up, and the work was stopped."""
