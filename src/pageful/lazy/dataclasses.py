"""The standard library's `dataclass`, `field` and `replace`, for modules that commands load.

To make a class there takes .3 ms and more, mostly to compile methods that are never called, and
a search loads over a hundred. Here methods are made with their first use, without `inspect`.
The classes are the same, to `dataclasses.fields`, to pickle and to other libraries too; what
`order` and `InitVar` do is only there.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import replace as replace
else:
    from pageful.lazy.record_class import dataclass, field, replace

__all__ = ["dataclass", "field", "replace"]
