"""`compile` of `re` for modules that commands load, most of whose patterns a command never uses."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from re import compile as compile  # noqa: A004 - it is named as in `re`
else:
    from pageful.lazy.lazy_pattern import LazyPattern

    compile = LazyPattern  # noqa: A001

__all__ = ["compile"]
