"""All the small projects there are, by name."""

from __future__ import annotations

from collections.abc import Mapping

from scenarios import SCENARIOS, Scenario
from scenarios_checkers import CHECKERS
from scenarios_compilers import COMPILERS
from scenarios_endings import ENDINGS
from scenarios_frameworks import FRAMEWORKS
from scenarios_parallel import PARALLEL
from scenarios_reactors import REACTORS

EVERY: Mapping[str, Scenario] = {
    **SCENARIOS,
    **{
        each.name: each
        for each in (*COMPILERS, *CHECKERS, *FRAMEWORKS, *REACTORS, *PARALLEL, *ENDINGS)
    },
}
