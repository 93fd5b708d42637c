"""Pages of whatever the Maven tools find."""

from __future__ import annotations

from pageful.builds.shows import build_found_page
from pageful.maven.results import Dependencies, Found
from pageful.maven.views.dependencies import dependencies_page
from pageful.page.blocks import Document
from pageful.page.presentation import Detail


def found_page(found: Found, detail: Detail) -> Document:
    """Make the blocks of a build, ended or running, of a part of one, or of dependencies."""
    if isinstance(found, Dependencies):
        return dependencies_page(found, detail)
    return build_found_page(found, detail, "maven_build")
