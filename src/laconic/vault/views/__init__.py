"""Pages of what the vault tools find: results to blocks."""

from laconic.vault.views.dataview import query_page, value_page
from laconic.vault.views.file_view import file_view_page
from laconic.vault.views.info import info_page
from laconic.vault.views.listing import listing_page
from laconic.vault.views.path import path_page
from laconic.vault.views.reading import reading_page
from laconic.vault.views.search import search_page
from laconic.vault.views.tags import tags_page
from laconic.vault.views.traversal import traversal_page

__all__ = [
    "file_view_page",
    "info_page",
    "listing_page",
    "path_page",
    "query_page",
    "reading_page",
    "search_page",
    "tags_page",
    "traversal_page",
    "value_page",
]
