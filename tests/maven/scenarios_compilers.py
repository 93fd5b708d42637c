"""Small projects for every compiler that Maven runs."""

from __future__ import annotations

from scenarios import Scenario

COMPILERS: tuple[Scenario, ...] = ()
