"""Docstrings as text: without the indentation of the code around them."""

from __future__ import annotations


def clean_docstring(text: str) -> str:
    """Return what `inspect.cleandoc` does, without `inspect`, which takes long to load."""
    first, *rest = text.expandtabs().split("\n")
    margin = min((len(line) - len(line.lstrip(" ")) for line in rest if line.strip(" ")), default=0)
    lines = [first.lstrip(" "), *(line[margin:] for line in rest)]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        del lines[0]
    return "\n".join(lines)
