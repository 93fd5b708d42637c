"""Small projects for test frameworks and what they report."""

from __future__ import annotations

from scenarios import Scenario

FRAMEWORKS: tuple[Scenario, ...] = ()
