"""Pages of the vault tools' results: from results to blocks."""

from typing import TYPE_CHECKING

from pageful.tool.late_functions import late_functions

if TYPE_CHECKING:
    from pageful.vault.views.about import about_page
    from pageful.vault.views.bases import base_page
    from pageful.vault.views.dataview import query_page, value_page
    from pageful.vault.views.file_view import file_view_page
    from pageful.vault.views.finding import find_page
    from pageful.vault.views.info import info_page
    from pageful.vault.views.listing import listing_page
    from pageful.vault.views.path import path_page
    from pageful.vault.views.reading import read_page, reading_page
    from pageful.vault.views.search import search_page
    from pageful.vault.views.tags import tags_page
    from pageful.vault.views.traversal import traversal_page

__all__ = [
    "about_page",
    "base_page",
    "file_view_page",
    "find_page",
    "info_page",
    "listing_page",
    "path_page",
    "query_page",
    "read_page",
    "reading_page",
    "search_page",
    "tags_page",
    "traversal_page",
    "value_page",
]

# A list of tools needs no views, and a call one.
__getattr__ = late_functions(
    __name__,
    {
        "about_page": "about",
        "base_page": "bases",
        "query_page": "dataview",
        "value_page": "dataview",
        "file_view_page": "file_view",
        "find_page": "finding",
        "info_page": "info",
        "listing_page": "listing",
        "path_page": "path",
        "read_page": "reading",
        "reading_page": "reading",
        "search_page": "search",
        "tags_page": "tags",
        "traversal_page": "traversal",
    },
)
