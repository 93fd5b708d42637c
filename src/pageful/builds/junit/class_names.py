"""Names of classes as JVMs have them: `package.Outer$Inner`."""

from __future__ import annotations

import re

from pageful.lazy import patterns

# > com.example.OrderTest
# > com.example.OrderSpec$an empty order
_CLASS_NAME = patterns.compile(r"[^\W\d][\w$]*(?:\.[^\W\d][\w$]*)*(?:\$.*)?\Z", re.DOTALL)

# > com.example.OrderTest
_DOTTED = patterns.compile(r"[\w$]+(?:\.[\w$]+)*\Z")


def is_dotted_name(text: str) -> bool:
    """Return whether a text is nothing but words with dots between them, as classes' names are."""
    return bool(_DOTTED.match(text))


def is_class_name(name: str) -> bool:
    """Return whether a name can be a class's; what follows a `$` may be prose, as Kotlin allows."""
    return bool(_CLASS_NAME.match(name))


def simple_name(class_name: str) -> str:
    """Return a class's name without its package."""
    return class_name.rpartition(".")[2]


def outer_class(class_name: str) -> str:
    """Return the class that a nested one is in, or the class itself."""
    return class_name.partition("$")[0]


def package_name(class_name: str) -> str:
    """Return the package of a class, empty for the default one."""
    return class_name.rpartition(".")[0]
