"""Pages of the vault tools' results: from results to blocks."""

from pageful.vault.views.about import about_page
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
