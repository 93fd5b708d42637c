"""Facts about a project beside its index, as a store keeps them."""

from __future__ import annotations

from pageful.lazy.dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ProjectCard:
    """The index of a project by its database name, the project's own name, and its repositories.

    `project_id` is `None` where that is lost; `roots` are directories as they were registered.
    """

    name: str
    project_id: str | None
    roots: tuple[str, ...] = ()
