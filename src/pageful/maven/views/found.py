"""Pages of whatever the Maven tools find."""

from __future__ import annotations

from collections.abc import Iterator

from pageful.builds.views.found import build_found_page
from pageful.maven.results import Dependencies, Found
from pageful.maven.views.dependencies import dependencies_page
from pageful.page.blocks import Block
from pageful.page.presentation import Detail


def found_page(found: Found, detail: Detail) -> Iterator[Block]:
    """A build as it ended, as far as it is, or one part of it; or dependencies."""
    if isinstance(found, Dependencies):
        return dependencies_page(found, detail)
    return build_found_page(found, detail, "maven_build")
