"""The report that a family has for people, as the command line offers it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pageful.lazy.dataclasses import dataclass
from pageful.report.document import Report


@dataclass(frozen=True, slots=True)
class FamilyReport:
    """The function that makes a family's report, of its settings and the `part` that is chosen.

    `subject` says what it is of, and `part` what may be chosen: empty where there is nothing.
    """

    make: Callable[[Any, str | None], Report]
    subject: str
    part: str = ""
