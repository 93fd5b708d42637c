"""A pytest plugin of `mutants.py`: measures tests, and runs chosen ones in a chosen order.

With `MUTANT_MEASURES` it writes what each test took and whether it passed; with `MUTANT_TESTS` it
keeps the tests that are named in that file, in that order. `MUTANT_PROCESSOR_SECONDS` ends
what does not end.
"""

from __future__ import annotations

import base64
import json
import os
import resource
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import Phase, settings

_CONFIGURED = "COVERAGE_PROCESS_CONFIG"
_seconds: dict[str, float] = {}
_failed = set[str]()


def pytest_configure() -> None:
    """Take the first case that fails: nobody reads the smallest one."""
    phases = (Phase.explicit, Phase.generate)
    settings.register_profile(
        "mutants", settings.get_profile("quick"), phases=phases, database=None
    )
    settings.load_profile("mutants")
    if seconds := os.environ.get("MUTANT_PROCESSOR_SECONDS"):
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds)))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Name the test to coverage in the processes that it starts."""
    if configured := os.environ.get(_CONFIGURED):
        data = json.loads(base64.b64decode(configured))
        data["context"] = item.nodeid
        os.environ[_CONFIGURED] = base64.b64encode(json.dumps(data).encode()).decode()
    return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    _seconds[report.nodeid] = _seconds.get(report.nodeid, 0) + report.duration
    if report.failed:
        _failed.add(report.nodeid)
    if report.skipped:
        _seconds.pop(report.nodeid)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests that are named, in their order."""
    if named := os.environ.get("MUTANT_TESTS"):
        order = {name: at for at, name in enumerate(json.loads(Path(named).read_text()))}
        items[:] = sorted(
            (each for each in items if each.nodeid in order), key=lambda each: order[each.nodeid]
        )


def pytest_sessionfinish() -> None:
    """Write what was measured."""
    if place := os.environ.get("MUTANT_MEASURES"):
        Path(place).write_text(json.dumps({"seconds": _seconds, "failed": sorted(_failed)}))
