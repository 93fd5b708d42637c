"""The modules of builds, and how to go on where one failed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evidence import captured_log, judged_capture
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.results import Counts, Module, Outcome
from pageful.maven.logs.log import parse_log
from pageful.maven.logs.reactor import Reactor, reactor
from pageful.maven.logs.reactor_log import ReactorLog
from pageful.maven.projects.module import Module as ProjectModule

FAILED, SKIPPED = Outcome.FAILURE, Outcome.SKIPPED
SUCCESS, UNKNOWN = Outcome.SUCCESS, Outcome.UNKNOWN


def outcomes(modules: tuple[Module, ...]) -> dict[str, Outcome]:
    return {each.artifact or each.name: each.outcome for each in modules}


def member(name: str, *needs: str, packaging: str = "jar") -> ProjectModule:
    keys = frozenset(f"g:{need}" for need in needs)
    return ProjectModule("g", name, "1", name.title(), name, packaging, keys)


def told(
    rows: dict[str, str], *members: ProjectModule, hint: str = "mvn <args> -rf :x", more: str = ""
) -> Reactor:
    lines = [f"[INFO] {name} ... {outcome} [ 1 s]" for name, outcome in rows.items()]
    log = ["[INFO] Reactor Summary:", *lines, "[INFO] BUILD FAILURE", f"[ERROR]   {hint}"]
    return reactor(ReactorLog.read(parse_log([*more.split("\n"), *log])), members)


class TestCapturedBuilds:
    def test_a_compile_error_in_the_middle(self, tmp_path: Path) -> None:
        build = judged_capture("five_modules_compile_error", tmp_path)
        assert outcomes(build.modules) == {
            **dict.fromkeys(("shop", "shop-core", "shop-model"), SUCCESS),
            "shop-api": FAILED,
            **dict.fromkeys(("shop-web", "shop-app"), SKIPPED),
        }
        root, core, model, *_, app = build.modules
        assert (root.name, root.directory) == ("Shop", ".")
        assert (core.name, core.directory, core.tests) == ("Shop Core", "core", Counts(1, 0, 0))
        assert model.tests == Counts(2, 0, 0)
        assert model.milliseconds
        assert app == Module("Shop App", SKIPPED, "app", "shop-app")

    def test_names_with_versions_and_long_ones(self, tmp_path: Path) -> None:
        build = judged_capture("nested_aggregator", tmp_path)
        assert [each.directory for each in build.modules] == [
            *(".", "core", "services/billing", "services/stock", "services", "app"),
        ]
        assert build.modules[2].name.startswith("Shop Billing: ledgers, invoices")

    def test_one_that_was_ended_before_its_summary(self, tmp_path: Path) -> None:
        build = judged_capture("five_modules_hanging", tmp_path)
        assert [each.outcome for each in build.modules] == [
            *(SUCCESS, SUCCESS, SUCCESS, UNKNOWN, SKIPPED, SKIPPED),
        ]

    def test_only_what_was_selected(self, tmp_path: Path) -> None:
        build = judged_capture("selected_modules", tmp_path)
        assert "shop-app" not in outcomes(build.modules)

    @pytest.mark.parametrize("name", ["green", "compile_errors", "failing_integration_test"])
    def test_a_build_of_one_module_has_none(self, tmp_path: Path, name: str) -> None:
        assert judged_capture(name, tmp_path).modules == ()

    def test_without_poms_the_log_knows_those_that_were_begun(self) -> None:
        modules = reactor(ReactorLog.read(captured_log("five_modules_compile_error"))).modules
        assert [(each.name, each.artifact, each.directory) for each in modules[-3:]] == [
            ("Shop API", "shop-api", None),
            ("Shop Web", None, None),
            ("Shop App", None, None),
        ]


class TestTests:
    def test_a_module_whose_tests_failed_failed_also_if_maven_ignores_it(self) -> None:
        red = Case("a.FooTest", "x", ThrownException("t", "m", ""), module="api")
        skipped = Case("a.FooTest", "y", skipped=True, module="api")
        log = parse_log(["[INFO] Reactor Summary:", "[INFO] Api ... SUCCESS [ 1 s]"])
        (module,) = reactor(ReactorLog.read(log), [member("api")], [red, skipped]).modules
        assert (module.outcome, module.tests) == (FAILED, Counts(2, 1, 1))


def test_modules_of_one_name_are_told_apart_by_their_order() -> None:
    twins = (ProjectModule("g", "a", "1", "Same", "a"), ProjectModule("g", "b", "1", "Same", "b"))
    rows = ["[INFO] Reactor Summary:", *["[INFO] Same ... SUCCESS [ 1 s]"] * 3]
    modules = reactor(ReactorLog.read(parse_log(rows)), twins).modules
    assert [each.artifact for each in modules] == ["a", "b", None]


class TestEndedEarly:
    ORDER = ("[INFO] Reactor Build Order:", "[INFO] ", "[INFO] A", "[INFO] B", "[INFO] C", "[INFO]")
    BEGUN = ("[INFO] Building A 1 [1/3]", "[INFO] Building B 1 [2/3]")

    def test_what_runs_is_unknown_and_what_was_not_begun_is_skipped(self) -> None:
        modules = reactor(ReactorLog.read(parse_log([*self.ORDER, *self.BEGUN]))).modules
        assert [each.outcome for each in modules] == [SUCCESS, UNKNOWN, SKIPPED]

    def test_what_printed_errors_is_unknown(self) -> None:
        log = [*self.ORDER, self.BEGUN[0], "[ERROR] COMPILATION ERROR :", self.BEGUN[1]]
        assert reactor(ReactorLog.read(parse_log(log))).modules[0].outcome is UNKNOWN

    def test_so_is_all_that_was_begun_in_a_parallel_build(self) -> None:
        threads = "[INFO] Using the MultiThreadedBuilder implementation with a thread count of 2"
        log = [*self.ORDER, threads, *self.BEGUN]
        modules = reactor(ReactorLog.read(parse_log(log))).modules
        assert [each.outcome for each in modules] == [UNKNOWN, UNKNOWN, SKIPPED]


ROWS = {"Core": "SUCCESS", "Api": "FAILURE", "Web": "SKIPPED"}
SHOP = (member("core"), member("api", "core"), member("web", "api"))


class TestNotes:
    def test_they_say_what_failed_what_was_skipped_and_what_resumes_it(self) -> None:
        first, second = told(ROWS, *SHOP).notes()
        assert first == "Module failed: api. Skipped because of it: web."
        assert second == (
            'To resume once it is mended: modules=["api", "web"] '
            "(-rf would not find what was built before)."
        )

    def test_several_are_told_as_several(self) -> None:
        rows = {**ROWS, "Web": "FAILURE"}
        first, second = told(rows, *SHOP).notes()
        assert first == "Modules failed: api, web."
        assert second.startswith("To resume once they are mended: ")

    def test_many_are_counted(self) -> None:
        rows = {"Core": "FAILURE"} | {f"M{n}": "SKIPPED" for n in range(40)}
        assert next(told(rows).notes()) == "Module failed: Core. Skipped because of it: 40 modules."

    def test_a_directory_is_told_where_the_name_does_not_show_it(self) -> None:
        billing = ProjectModule("g", "billing", "1", "Api", "services/paying")
        rows = {"Core": "SUCCESS", "Api": "FAILURE"}
        note = next(told(rows, SHOP[0], billing).notes())
        assert note == "Module failed: billing (in services/paying)."

    def test_a_success_has_none(self) -> None:
        assert [*told({"Core": "SUCCESS"}, hint="").notes()] == []


class TestResuming:
    OWN = 'args=["-rf", ":x"]'
    PACKAGED = "[INFO] --- jar:3:jar (default-jar) @ core ---"
    INSTALLED = "[INFO] --- maven-install-plugin:3:install (default-install) @ core ---"

    def test_mavens_own_way_is_right_where_nothing_is_missed(self) -> None:
        apart = (member("core"), member("api"), member("web", "api"))
        assert told(ROWS, *apart).resume == self.OWN

    def test_and_where_what_is_missed_was_installed(self) -> None:
        assert told(ROWS, *SHOP, more=self.INSTALLED).resume == self.OWN

    def test_and_with_maven_4_where_it_was_packaged(self) -> None:
        assert "modules=" in told(ROWS, *SHOP, more=self.PACKAGED).resume
        found = told(ROWS, *SHOP, hint="mvn [args] -r", more=self.PACKAGED)
        assert found.resume == 'args=["-r"]'
        assert "modules=" in told(ROWS, *SHOP, hint="mvn [args] -r").resume

    def test_without_poms_it_is_mavens_own(self) -> None:
        assert told(ROWS).resume == self.OWN
        assert told(ROWS, *SHOP[:2]).resume == self.OWN

    def test_where_nothing_would_be_saved_there_is_none(self) -> None:
        root = member("shop", packaging="pom")
        rows = {"Shop": "SUCCESS", "Core": "FAILURE", "Api": "SKIPPED"}
        assert told(rows, root, *SHOP[:2]).resume == ""

    def test_of_many_those_are_enough_that_no_other_needs(self) -> None:
        chain = [member(f"m{n}", f"m{n - 1}" if n else "core") for n in range(9)]
        rows = {"Core": "SUCCESS", "M0": "FAILURE"} | {f"M{n}": "SKIPPED" for n in range(1, 9)}
        assert told(rows, SHOP[0], *chain).resume.startswith('modules=["m8"] (')

    def test_of_very_many_the_same_call_is_left(self) -> None:
        wide = [member(f"m{n}", "core") for n in range(40)]
        rows = {"Core": "SUCCESS", "M0": "FAILURE"} | {f"M{n}": "SKIPPED" for n in range(1, 40)}
        assert told(rows, SHOP[0], *wide).resume == "the same call again"

    def test_a_circle_of_needs_ends(self) -> None:
        circle = [member(f"m{n}", f"m{(n + 1) % 9}", "core") for n in range(9)]
        rows = {"Core": "SUCCESS", "M0": "FAILURE"} | {f"M{n}": "SKIPPED" for n in range(1, 9)}
        assert told(rows, SHOP[0], *circle).resume.startswith("modules=")


@given(st.lists(st.sampled_from(["Core", "Api", "Web", "x"]) | st.text()), st.text())
def test_any_rows_have_modules(names: list[str], hint: str) -> None:
    rows = dict.fromkeys(names, "FAILURE")
    [*told(rows, *SHOP, hint=hint).notes()]
