"""Pages of the code tools: results to blocks."""

from pageful.code.views.find import find_page
from pageful.code.views.indexing import index_page
from pageful.code.views.search import related_page, search_page
from pageful.code.views.show import show_page
from pageful.code.views.status import status_page

__all__ = ["find_page", "index_page", "related_page", "search_page", "show_page", "status_page"]
