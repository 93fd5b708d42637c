"""Results of every kind that the Maven tools give, to make pages of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pageful.builds.drilldown.log_excerpt import LogPage, Passage
from pageful.builds.drilldown.module_page import ModulePage
from pageful.builds.drilldown.test_times import TestTime, TestTimes
from pageful.builds.drilldown.warning_page import WarningPage
from pageful.builds.drilldown.whole_failure import WholeFailure
from pageful.builds.results import (
    Activity,
    Artifact,
    Build,
    Counts,
    Failure,
    FailurePage,
    Module,
    Outcome,
    Problem,
    Running,
    Status,
    WarningGroup,
)
from pageful.maven.results import (
    Conflict,
    Dependencies,
    Dependency,
    Eviction,
    Found,
    ModuleDependencies,
    TreeLine,
)

_MONEY = "core/src/main/java/com/example/core/Money.java"
_INVOICE = "api/src/main/java/com/example/api/Invoice.java"
_WARNINGS = (
    Problem("found raw type: List; missing type arguments for generic class List<E>", _MONEY, 8, 5),
    Problem("found raw type: List; missing type arguments for generic class List<E>", _MONEY, 9, 5),
    Problem("bootstrap class path is not set in conjunction with -source 8", module="core"),
)
_MODULES = (
    Module("shop", Outcome.SUCCESS, ".", "shop", 402),
    Module("shop-core", Outcome.SUCCESS, "core", "shop-core", 5210, Counts(31, 0, 1)),
    Module("shop-api", Outcome.FAILURE, "api", "shop-api", 3870, Counts(12, 2, 0)),
    Module("Shop :: Web", Outcome.SKIPPED, "web", "shop-web"),
)
_JAR = Artifact("core/target/shop-core-1.0.jar", 48_211)
_WAR = Artifact("web/target/shop-web-1.0.war", 4_718_592)
_SUMS = Failure(
    ("OrderTest#sums",),
    "expected: <100> but was: <99>",
    ("at api.OrderTest.sums(OrderTest.java:25)",),
    ("DEBUG order 1 read", "… 812 more lines", "WARN order 1 has no items"),
    cut=True,
)
_SHIPS = Failure(
    ("OrderTest#ships",), "NullPointerException: stock", ("at api.Order.ship(Order.java:7)",)
)
_CHECK = (
    "[ERROR] Failed to execute goal org.jacoco:jacoco-maven-plugin:0.8.12:check (default) on "
    "project calculator: Coverage checks have not been met. See log for details."
)
_FAILED = Build(
    "Verify",
    Status.FAILURE,
    9482,
    tests=Counts(43, 2, 1),
    failures=(_SUMS, _SHIPS),
    skipped=("MoneyTest#rounds: until 2.0",),
    notes=(
        "Modules skipped because of the failure: Shop :: Web.",
        'To resume once it is mended: args=["-rf", ":shop-api"].',
    ),
    modules=_MODULES,
    artifacts=(_JAR,),
    id="b3",
)
_MISSING = Problem("cannot find symbol: method euros() in variable total of type Money", _INVOICE)
_ERRORS = tuple(replace(_MISSING, line=line, column=9) for line in range(14, 17))

BUILDS: Mapping[str, Build] = {
    "packaged": Build(
        "Package",
        Status.SUCCESS,
        12_345,
        warnings=_WARNINGS,
        tests=Counts(43, 0, 1),
        skipped=("MoneyTest#rounds: until 2.0",),
        modules=tuple(
            replace(module, outcome=Outcome.SUCCESS, milliseconds=800) for module in _MODULES
        ),
        artifacts=(_JAR, replace(_WAR, unchanged=True)),
        fixed=("OrderTest#sums", "OrderTest#ships"),
        id="b4",
    ),
    "one_artifact": Build(
        "Package",
        Status.SUCCESS,
        5100,
        tests=Counts(42, 0, 0),
        artifacts=(Artifact("target/app-1.0.jar", 4_718_592),),
        id="b1",
    ),
    "failed_in_a_reactor": _FAILED,
    "a_module_without_a_file": Build(
        "Compile",
        Status.FAILURE,
        2000,
        errors=(
            Problem("invalid target release: 99", module="api"),
            Problem("The build could not read 1 project"),
            *_ERRORS,
        ),
        id="b5",
    ),
    "only_output": Build(
        "Verify", Status.FAILURE, 4012, tests=Counts(2, 0, 0), output=(_CHECK,), id="b6"
    ),
    "cancelled": Build(
        "Test",
        Status.CANCELLED,
        61_034,
        tests=Counts(12, 0, 0),
        activity=Activity("shop-api", "surefire:test", "com.example.api.OrderTest"),
        id="b7",
    ),
    "hours": Build("Verify", Status.SUCCESS, 7_384_560, tests=Counts(4000, 0, 12)),
}

_FAILURES = tuple(
    Failure(
        (f"Order{n}Test#sums",), f"expected: <{n}> but was: <0>", (f"at api.Order(O.java:{n})",)
    )
    for n in range(21, 24)
)
_PAGE = FailurePage(
    replace(_FAILED, failures=_FAILURES, tests=Counts(3000, 205, 0)), 21, 180, page=3, pages=9
)
_LOG = LogPage(
    "b3",
    (
        Passage(
            118,
            (
                "[INFO] Running com.example.api.OrderTest",
                "# a heading",
                "",
                "[ERROR] Tests run: 2, Failures: 1 <<< FAILURE! -- in com.example.api.OrderTest",
            ),
            (121,),
        ),
        Passage(240, ("[ERROR] Failed to execute goal", "```", "\t- x | y"), (240,)),
    ),
    5432,
    1,
    3,
    r"\[ERROR\] (Tests|Failed)",
    37,
)
_TIMES = TestTimes(
    "b3",
    (
        TestTime("OrderTest#ships", 12_310, Outcome.SUCCESS, "api"),
        TestTime("OrderTest#sums(int)[1, 2 | 3]", 4210, Outcome.FAILURE, "api"),
        TestTime("MoneyTest#adds", 160, Outcome.FLAKY, "core", "passed on the second run"),
        TestTime("MoneyTest#rounds", 0, Outcome.SKIPPED, "core", "until 2.0"),
    ),
    first=1,
    total=43,
    milliseconds=21_400,
    page=1,
    pages=11,
)

FOUND: Mapping[str, Found] = {
    "running": Running(
        "b3",
        "Test",
        62_040,
        message="surefire:test @ shop-api: OrderTest",
        done=34,
        total=120,
        tests=Counts(412, 2, 0),
    ),
    "running_for_the_first_time": Running("b3", "Verify", 900, message="Building shop 1.0 [1/4]"),
    "running_beyond_the_last_time": Running("b3", "Test", 9100, done=34, total=30),
    "waiting": Running("b3", "Test", 3000, waiting=True),
    "failures": _PAGE,
    "errors_and_failures": FailurePage(
        replace(_FAILED, errors=_ERRORS, failures=_FAILURES[:1], tests=None),
        1,
        1,
        page=4,
        pages=4,
        first_error=298,
        errors_total=300,
    ),
    "an_oversized_failure": replace(
        _PAGE, build=replace(_FAILED, failures=_FAILURES[:1]), oversized=True
    ),
    "no_failures": FailurePage(BUILDS["hours"], 1, 0, 1, 1),
    "whole_failure": WholeFailure(
        "b3",
        "OrderTest#sums",
        "expected: <100> but was: <99>",
        (
            "org.opentest4j.AssertionFailedError: expected: <100> but was: <99>",
            "\tat org.junit.jupiter.api.AssertionUtils.fail(AssertionUtils.java:55)",
            "\tat com.example.api.OrderTest.sums(OrderTest.java:25)",
            "Test output:",
            "# DEBUG order 1 read",
        ),
        1,
        5,
        1,
        1,
    ),
    "a_failure_without_a_trace": WholeFailure("b3", "DatabaseTest", "no database", (), 1, 0, 1, 1),
    "a_part_of_a_failure": WholeFailure(
        "b3", "OrderTest#sums", "expected", ("DEBUG order 2 read",) * 2, 401, 1234, 2, 4
    ),
    "tests": _TIMES,
    "tests_that_all_passed": TestTimes("b3", (TestTime("A#b", 7, Outcome.SUCCESS),), 1, 1, 7, 1, 1),
    "no_tests": TestTimes("b3", (), 1, 0, 0, 1, 1),
    "log_matches": _LOG,
    "log_without_a_match": replace(_LOG, passages=(), matches=0, page=1, pages=1),
    "log_end": LogPage("b3", (Passage(5430, ("[INFO] BUILD FAILURE", "", "x")),), 5432, 1, 55),
    "log_empty": LogPage("b3", (), 0, 1, 1),
    "warnings": WarningPage(
        "b3",
        (
            WarningGroup(
                "found raw type: List", (f"{_MONEY}:8", f"{_MONEY}:9", f"{_INVOICE}:3"), 3
            ),
            WarningGroup("1 problem was encountered\nwhile building", ("pom.xml",), 1),
            WarningGroup("system modules path not set", (), 2),
        ),
        first=1,
        groups_total=9,
        total=130,
        page=1,
        pages=3,
    ),
    "no_warnings": WarningPage("b3", (), 1, 0, 0, 1, 1),
    "modules": ModulePage("b3", _MODULES, 1, 4, 1, 1),
    "some_modules": ModulePage("b3", _MODULES[1:3], 2, 4, 2, 3),
    "no_modules": ModulePage("b3", (), 1, 0, 1, 1),
}

_GUAVA, _SLF4J = "com.google.guava:guava", "org.slf4j:slf4j-api"
_CONFLICTS = (
    Conflict(
        _SLF4J,
        "2.0.9",
        (),
        (
            Eviction("1.7.25", ("com.zaxxer:HikariCP:4.0.3",)),
            Eviction("1.7.25", ("com.example:legacy:1.2", "com.example:legacy-log:1.2")),
            Eviction("1.7.36", ("org.quartz-scheduler:quartz:2.3.2",)),
        ),
    ),
    Conflict(
        _GUAVA,
        "33.0.0-jre",
        ("com.example:search:2.1", "com.example:words:1.0"),
        (Eviction("31.1-jre", ("com.example:legacy:1.2",)),),
        managed=True,
    ),
)
_TREE = (
    TreeLine(Dependency("com.example:search", "2.1", "compile"), 1),
    TreeLine(Dependency("com.example:words", "1.0", "compile", optional=True), 2),
    TreeLine(Dependency(_GUAVA, "33.0.0-jre", "compile", managed_from="32.0-jre"), 3),
    TreeLine(Dependency("io.netty:netty-tcnative", "2.0", "runtime", "jar", "linux-x86_64"), 1),
    TreeLine(Dependency("org.junit.jupiter:junit-jupiter", "5.11.4", "test"), 1),
    TreeLine(Dependency(_SLF4J, "1.7.25", "test"), 2, "lost to 2.0.9"),
    TreeLine(Dependency("com.example:platform", "1.0", "", "pom"), 1),
)
_CORE = ModuleDependencies("shop-core", "core", 12, 48, (), _CONFLICTS)
_API = ModuleDependencies("shop-api", "api", 3, 50, (), _CONFLICTS[1:])
_WEB = ModuleDependencies("shop-web", "web", 4, 9, ())
_WITH_TREE = replace(_CORE, tree=_TREE)

DEPENDENCIES: Mapping[str, Dependencies] = {
    "conflicts": Dependencies((_CORE, _WEB, _API)),
    "conflicts_of_one": Dependencies((_CORE,)),
    "no_conflicts": Dependencies((_WEB, replace(_WEB, module="shop-app"))),
    "no_conflicts_of_one": Dependencies((_WEB,)),
    "tree": Dependencies((replace(_WITH_TREE, conflicts=()),), conflicts_only=False),
    "trees": Dependencies((_WITH_TREE, replace(_WEB, tree=_TREE[:1])), conflicts_only=False),
    "includes": Dependencies((_WEB, replace(_API, tree=_TREE[:3])), includes="guava"),
    "includes_nothing": Dependencies((replace(_CORE, conflicts=()), _WEB), includes="com.none:*"),
    "no_modules": Dependencies(()),
}
