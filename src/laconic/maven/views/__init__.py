"""Pages of the Maven tools: one module for each kind of result."""

from laconic.maven.views.build import build_page

__all__ = ["build_page"]
