"""Real Maven on real projects, called by a real client and in a real shell."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from calling import printed_calls
from connecting import PAGEFUL, connected, maven, page
from every_scenario import EVERY
from scenarios import SCENARIOS

pytestmark = [pytest.mark.anyio, pytest.mark.maven]

_DURATION = re.compile(r"\(\d+\.\ds\)")
_PAGES = Path(__file__).parent / "pages" / "examples"


def _timeless(text: str) -> str:
    return _DURATION.sub("(0.0s)", text)


def _shell(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*PAGEFUL, "maven", *arguments],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, **environment},
        timeout=300,
    )


async def _called(project: Path, tool: str = "maven_test", **arguments: Any) -> str:
    async with connected(*maven(project)) as client:
        return page(await client.call_tool(tool, arguments))


@pytest.mark.parametrize(
    "example", ["green", "compile-error", "failing-tests"], indirect=True, ids=str
)
async def test_the_command_and_the_tool_give_the_golden_page(example: Path) -> None:
    shell = _shell("test", "--project", str(example))
    golden = (_PAGES / f"{example.name}.md").read_text(encoding="utf-8")
    again = f"pageful maven test --project {example}"
    tip = f"\nTip: to edit and build in one call, end the edit with `&& {again}{{}}`\n"
    options = {
        "green": "",
        "compile-error": tip.format(""),
        "failing-tests": tip.format(" --failed-only"),
    }
    assert _timeless(shell.stdout) == golden + options[example.name]
    again = "\n> Failed tests: 3 same since b1.\n" if example.name == "failing-tests" else ""
    assert _timeless(await _called(example)) + "\n" == golden + again
    assert shell.returncode == (0 if example.name == "green" else 1)


@pytest.mark.parametrize("example", ["failing-tests"], indirect=True)
async def test_nothing_of_an_earlier_run_appears(example: Path) -> None:
    assert "3 failed" in await _called(example)
    (example / "src/main/java/com/example/shop/Broken.java").write_text("class Broken {")
    second = await _called(example)
    assert "1 error\n\n### src/main/java/com/example/shop/Broken.java\n- L1:15 — " in second
    assert "FAILED" not in second


@pytest.mark.parametrize("example", ["failing-tests"], indirect=True)
async def test_a_filter_runs_only_what_it_names(example: Path) -> None:
    text = await _called(example, testFilter="StockTest#shipsWhatIsThere", includeTestLogs=False)
    assert text.startswith("Test FAILURE (")
    assert " — 1 run, 1 failed\n" in text
    assert "Test output:" not in text


@pytest.mark.parametrize("example", ["green"], indirect=True)
async def test_a_filter_that_matches_nothing_is_a_failure_that_names_the_closest(
    example: Path,
) -> None:
    text = await _called(example, testFilter="PricingServisTest")
    assert " — 0 run, 0 failed\n\n  No test matches testFilter PricingServisTest." in text
    assert "Closest that exist: PricingServiceTest" in text


async def test_failing_tests_that_maven_ignores_are_a_failure(tmp_path: Path) -> None:
    project = SCENARIOS["failure_ignored"].write(tmp_path)
    shell = _shell("test", "--project", str(project))
    assert shell.returncode == 1
    assert "### FAILED: CalculatorTest#adds\n" in shell.stdout


async def test_a_dead_fork_is_a_failure_that_names_its_class(tmp_path: Path) -> None:
    text = await _called(SCENARIOS["fork_crash"].write(tmp_path))
    assert "### CRASHED: ShutdownTest\n" in text


async def test_a_dead_fork_has_its_own_last_words_and_no_other_tests_error(tmp_path: Path) -> None:
    project = EVERY["overflow_and_exit"].write(tmp_path)
    text = await _called(project, testFilter="AOverTest,ZExitTest")
    first, crash, *failed = text.split("\n\n### ")
    assert first.endswith("— 2 run, 2 failed, 1 crashed")
    assert crash == (
        "CRASHED: ZExitTest\n"
        "The forked VM terminated without properly saying goodbye. "
        "VM crash or System.exit called?\n"
        "Process Exit Code: 7\n"
        "  Test output:\n"
        "  going down"
    )
    assert [section.count("equal frames") for section in failed] == [1, 0]


async def test_a_fork_that_ran_out_of_memory_names_its_class_and_method(tmp_path: Path) -> None:
    text = await _called(EVERY["fork_out_of_memory"].write(tmp_path))
    first, _, crash = text.partition("\n\n")
    assert first.endswith(" — 1 run, 0 failed, 1 crashed")
    assert crash.startswith(
        "### CRASHED: OomTest\n"
        "There was an error in the forked process\n"
        "OutOfMemoryError: Java heap space\n"
        "  at memory.OomTest.holdsManyPages(OomTest.java:10)\n"
        "  Test output:\n"
        "  filling the archive\n"
        "\n"
        "  src/test/java/com/example/memory/OomTest.java\n"
    )
    assert "\n  10> " in crash


@pytest.mark.parametrize("example", ["failing-tests"], indirect=True)
async def test_what_did_not_fit_comes_with_the_calls_that_printed_get_it(example: Path) -> None:
    seen: set[str] = set()
    calls: list[tuple[str, dict[str, Any]]] = [("maven_test", {})]
    async with connected(*maven(example, "--budget", "600")) as client:
        while calls:
            tool, arguments = calls.pop(0)
            text = page(await client.call_tool(tool, arguments))
            if "raw" not in arguments:
                assert len(text) <= 600
                seen.update(re.findall(r"### FAILED: (\w+)", text))
                calls += printed_calls(text)
    assert seen == {"CurrencyConverterTest", "PricingServiceTest", "StockTest"}


async def test_the_projects_own_wrapper_is_what_runs(tmp_path: Path) -> None:
    project = SCENARIOS["green"].write(tmp_path)
    wrapper = project / "mvnw"
    wrapper.write_text('#!/bin/sh\necho "$@" >> wrapped\nexec mvn "$@"\n')
    assert (await _called(project, "maven_clean", args=["-o"])).startswith("Clean SUCCESS")
    assert (project / "wrapped").read_text() == "-B -ntp -Dstyle.color=never clean -o\n"


async def test_arguments_reach_maven_as_they_are_and_no_shell(tmp_path: Path) -> None:
    project = SCENARIOS["green"].write(tmp_path)
    text = await _called(project, "maven_compile", args=["-Dx=$(touch hit); `touch hit`"])
    assert text.startswith("Compile SUCCESS")
    assert not list(tmp_path.rglob("hit"))


async def test_paths_with_spaces_and_letters_of_any_script_work(tmp_path: Path) -> None:
    project = SCENARIOS["compile_errors"].write(tmp_path / "mein Projekt ünï 漢字")
    text = await _called(project, "maven_compile")
    assert "### src/main/java/com/example/geometry/AreaReport.java\n" in text


class TestTestOnly:
    """`testOnly` skips the lifecycle, but never tests what is stale."""

    @pytest.mark.parametrize("example", ["green"], indirect=True)
    async def test_refuses_where_nothing_is_compiled(self, example: Path) -> None:
        text = await _called(example, testOnly=True)
        assert "target/test-classes does not exist" in text
        assert "Call maven_test without testOnly first." in text

    @pytest.mark.parametrize("example", ["green"], indirect=True)
    async def test_runs_what_is_compiled_and_recompiles_what_is_stale(self, example: Path) -> None:
        await _called(example)
        fresh = await _called(example, testOnly=True)
        assert fresh.endswith(
            "\n\n> Ran in testOnly mode (surefire:test). Lifecycle phases were skipped. "
            "If tests fail unexpectedly, re-run with testOnly=false."
        )
        test = example / "src/test/java/com/example/shop/AddedTest.java"
        test.write_text(
            "package com.example.shop;\nclass AddedTest {"
            " @org.junit.jupiter.api.Test void fails() { throw new IllegalStateException(); } }\n"
        )
        stale = await _called(example, testOnly=True)
        note = "\n\n> Ran in testOnly mode. Stale sources detected — auto-recompiled."
        assert "### FAILED: AddedTest#fails\n" in stale
        assert stale.endswith(f"{note}\n> Failed tests: 1 new since b2.")
        test.unlink()
        gone = await _called(example, testOnly=True)
        assert " — 5 run, 0 failed\n" in gone
        assert gone.endswith(note)


class TestShell:
    """Exit codes and streams of the commands."""

    async def test_a_project_that_is_none_ends_with_3_and_says_so_on_stderr(
        self, tmp_path: Path
    ) -> None:
        shell = _shell("compile", "--project", str(tmp_path))
        assert (shell.returncode, shell.stdout) == (3, "")
        assert f"There is no pom.xml in {tmp_path}." in shell.stderr

    async def test_a_time_out_ends_with_2(self, tmp_path: Path) -> None:
        project = SCENARIOS["hanging"].write(tmp_path)
        shell = _shell("test", "--project", str(project), "--timeout", "0.5")
        assert shell.returncode == 2
        assert shell.stdout.startswith("Test TIMEOUT (")

    async def test_wrong_usage_ends_with_3(self) -> None:
        assert _shell("test", "--no-such-option").returncode == 3

    @pytest.mark.parametrize("example", ["green"], indirect=True)
    async def test_what_follows_two_dashes_goes_to_maven(self, example: Path) -> None:
        shell = _shell("test", "--project", str(example), "--", "-DskipTests", "-o")
        assert shell.stdout.endswith("> Maven says: Tests are skipped.\n")

    @pytest.mark.parametrize("example", ["green"], indirect=True)
    async def test_without_maven_it_says_what_to_install(self, example: Path) -> None:
        shell = _shell("test", "--project", str(example), PATH="/nonexistent")
        assert shell.returncode == 3
        assert "apt-get install maven" in shell.stderr

    @pytest.mark.parametrize("example", ["green"], indirect=True)
    async def test_without_a_jdk_it_says_what_to_install(self, example: Path) -> None:
        shell = _shell("test", "--project", str(example), JAVA_HOME="/nonexistent")
        assert shell.returncode == 3
        assert "set JAVA_HOME" in shell.stderr


@pytest.mark.parametrize("example", ["green"], indirect=True)
async def test_what_changed_since_the_green_build_stands_on_a_golden_page(example: Path) -> None:
    await _called(example)
    service = example / "src/main/java/com/example/shop/PricingService.java"
    service.write_text(service.read_text().replace(">= BULK_LIMIT", "< BULK_LIMIT"))
    golden = (_PAGES / "changed-since-green.md").read_text(encoding="utf-8")
    assert _timeless(await _called(example)) + "\n" == golden


@pytest.mark.parametrize("example", ["failing-tests"], indirect=True)
async def test_a_deleted_method_is_named_and_its_class_is_not_run_for_it(example: Path) -> None:
    await _called(example)
    test = example / "src/test/java/com/example/shop/PricingServiceTest.java"
    test.write_text(test.read_text().replace("void theDiscountStarts", "void disabled_"))
    again = await _called(example, failedOnly=True)
    assert " — 2 run, 2 failed\n" in again
    name = "PricingServiceTest#theDiscountStartsAtOneHundred"
    assert f"> 1 test that failed is gone, as the source is: {name}.\n" in f"{again}\n"
