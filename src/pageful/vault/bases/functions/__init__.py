"""The functions of the language: global ones, and those of each type with its fields."""

from __future__ import annotations

from pageful.vault.bases.functions import (
    any_type,
    date_functions,
    files,
    global_functions,
    lists,
    numeric,
    objects,
    regexps,
    strings,
)
from pageful.vault.bases.functions.function import Fields, Functions
from pageful.vault.bases.values import TypeName

GLOBAL_FUNCTIONS = global_functions.FUNCTIONS

_OWN: dict[TypeName, Functions] = {
    "Number": numeric.FUNCTIONS,
    "String": strings.FUNCTIONS,
    "Date": date_functions.DATE_FUNCTIONS,
    "List": lists.FUNCTIONS,
    "Object": objects.FUNCTIONS,
    "File": files.FILE_FUNCTIONS,
    "Link": files.LINK_FUNCTIONS,
    "RegExp": regexps.FUNCTIONS,
}
TYPES: tuple[TypeName, ...] = (
    "Null", "Boolean", "Number", "String", "Date", "RelativeDate", "Duration", "List", "Object",
    "File", "Link", "Url", "Tag", "HTML", "Icon", "Image", "RegExp",
)  # fmt: skip

FUNCTIONS: dict[TypeName, Functions] = {
    name: {**_OWN.get(name, {}), **any_type.FUNCTIONS} for name in TYPES
}
"""The functions of each type, those of every type among them."""

FIELDS: dict[TypeName, Fields] = {
    "String": strings.FIELDS,
    "Date": date_functions.DATE_FIELDS,
    "Duration": date_functions.DURATION_FIELDS,
    "List": lists.FIELDS,
    "File": files.FILE_FIELDS,
}
"""The fields of the types that have some."""

ALL_NAMES = frozenset(name for functions in FUNCTIONS.values() for name in functions)
"""The names of the functions of all types."""
