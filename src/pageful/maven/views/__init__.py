"""Pages of the Maven tools: one module for each kind of result."""

from typing import TYPE_CHECKING

from pageful.tool.late_functions import late_functions

if TYPE_CHECKING:
    from pageful.builds.views.build import build_page
    from pageful.maven.views.dependencies import dependencies_page
    from pageful.maven.views.found import found_page

__all__ = ["build_page", "dependencies_page", "found_page"]

# A list of tools needs no views, and a call one.
__getattr__ = late_functions(
    __name__,
    {
        "build_page": "pageful.builds.views.build",
        "dependencies_page": "dependencies",
        "found_page": "found",
    },
)
