"""Pages of the code tools: results to blocks."""

from typing import TYPE_CHECKING

from pageful.tool.late_functions import late_functions

if TYPE_CHECKING:
    from pageful.code.views.find import find_page
    from pageful.code.views.indexing import index_page
    from pageful.code.views.moving import move_page
    from pageful.code.views.search import related_page, search_page
    from pageful.code.views.show import show_page
    from pageful.code.views.status import status_page

__all__ = [
    "find_page",
    "index_page",
    "move_page",
    "related_page",
    "search_page",
    "show_page",
    "status_page",
]

# A list of tools needs no views, and a call one.
__getattr__ = late_functions(
    __name__,
    {
        "find_page": "find",
        "index_page": "indexing",
        "move_page": "moving",
        "related_page": "search",
        "search_page": "search",
        "show_page": "show",
        "status_page": "status",
    },
)
