"""Pages of the Maven tools: one module for each kind of result."""

from pageful.builds.views.build import build_page
from pageful.maven.views.dependencies import dependencies_page
from pageful.maven.views.found import found_page

__all__ = ["build_page", "dependencies_page", "found_page"]
