"""Small projects for checkers, and whatever else ends a build."""

from __future__ import annotations

from scenarios import Scenario

CHECKERS: tuple[Scenario, ...] = ()
