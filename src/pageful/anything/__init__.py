"""Any data as a page that is smaller than its JSON, and back."""

from pageful.anything.json_text import UnreadableJsonError, read_json
from pageful.anything.presenting import AnyPage, data_page, page_of, restore
from pageful.anything.reading import UnreadablePageError

__all__ = [
    "AnyPage",
    "UnreadableJsonError",
    "UnreadablePageError",
    "data_page",
    "page_of",
    "read_json",
    "restore",
]
