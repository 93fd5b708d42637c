"""Small projects for many modules, packaging and integration tests."""

from __future__ import annotations

from scenarios import Scenario

REACTORS: tuple[Scenario, ...] = ()
