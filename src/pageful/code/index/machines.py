"""Repositories that are indexed on another machine, where their files are."""

from __future__ import annotations

import time

from pageful.code.store.protocol import Index
from pageful.code.store.repository import Repository
from pageful.text.units import age


def note_of_other_machine(index: Index, repository: Repository) -> str:
    """Say on which machine a repository is indexed, and how old that is."""
    indexed = index.counts(repository).indexed
    when = f", {age(time.time() - indexed)} ago" if indexed else ""
    machine = index.other_machine(repository)
    return f"{repository.root} was indexed on {machine}{when}: this is what it was then."
