"""Names of parameters in the form that options have."""

from __future__ import annotations


def kebab_case(name: str) -> str:
    """Write a parameter's name as an option has it: `test-filter`."""
    return "".join(f"-{c.lower()}" if c.isupper() else c for c in name).replace("_", "-")
