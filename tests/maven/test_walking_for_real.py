"""A large build that fails, walked by a real client along the calls that its pages print."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from calling import printed_calls
from connecting import connected, maven, page
from large_projects import many_tests

pytestmark = [pytest.mark.anyio, pytest.mark.maven]

_BUDGET = 4000
_FAILED = re.compile(r"^### FAILED: (\S+)$", re.MULTILINE)


async def test_every_one_of_205_failures_among_3000_tests_is_reached_page_by_page(
    tmp_path: Path,
) -> None:
    project = many_tests(3000, 205).write(tmp_path / "warehouse")
    whole: set[str] = set()
    async with connected(*maven(project, "--budget", str(_BUDGET))) as client:
        calls: list[tuple[str, dict[str, Any]]] = [("maven_test", {})]
        pages = 0
        while calls:
            tool, arguments = calls[0]
            text = page(await client.call_tool(tool, arguments))
            assert len(text) <= _BUDGET
            assert " — 3000 run, 205 failed" in text.partition("\n")[0]
            whole.update(_FAILED.findall(text))
            calls = printed_calls(text)
            assert all(each == "maven_build" for each, _ in calls)
            pages += 1
    assert len(whole) == 205
    assert 5 < pages < 50
