"""Counts of tasks: list items with a mark and text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from pageful.vault.parsing.parsed_note import ListItem, Note
from pageful.vault.results.info import TaskCounts, TaskState

_STATES: dict[str, TaskState] = {" ": "open", "x": "done", "X": "done"}


def task_state(item: ListItem) -> TaskState:
    """Return whether a task is open `[ ]`, done `[x]` or has another mark."""
    return _STATES.get(item.status or "", "other")


def count_tasks(notes: Iterable[Note]) -> TaskCounts:
    """Count the tasks with text by their marks, and those without text apart."""
    counts, empty = Counter[TaskState](), 0
    for note in notes:
        for item in note.items:
            if item.status is not None and item.text:
                counts[task_state(item)] += 1
            elif item.status is not None:
                empty += 1
    return TaskCounts(counts["open"], counts["done"], counts["other"], empty)
