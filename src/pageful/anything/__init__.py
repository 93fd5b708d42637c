"""Any data as a page that is smaller than its JSON, and back."""

from pageful.anything.presenting import AnyPage, page_of, restore

__all__ = ["AnyPage", "page_of", "restore"]
