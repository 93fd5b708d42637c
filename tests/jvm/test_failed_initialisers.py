"""Failures that follow from a static initialiser that failed in another test."""

from __future__ import annotations

from pageful import present
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.limits import DEFAULT_LIMITS
from pageful.builds.results import Build, Counts, Status
from pageful.builds.views.build import build_page
from pageful.jvm.test_failures import group_failures

_ROOT = """java.lang.ExceptionInInitializerError
\tat com.example.Till.<clinit>(Till.java:5)
\tat com.example.TillTest.opens(TillTest.java:9)
Caused by: java.lang.NumberFormatException: For input string: "eighty"
\tat com.example.Settings.<clinit>(Settings.java:4)
"""
_LATER = """java.lang.NoClassDefFoundError: Could not initialize class com.example.Till
\tat com.example.{0}.{1}({0}.java:7)
"""


def _case(name: str, trace: str) -> Case:
    class_name, _, method = name.partition("#")
    kind, _, message = trace.partition("\n")[0].partition(": ")
    return Case(f"com.example.{class_name}", method, ThrownException(kind, message, trace))


def _cases() -> list[Case]:
    later = [_case(f"ShopTest#t{n}", _LATER.format("ShopTest", f"t{n}")) for n in range(3)]
    other = _case(
        "OtherTest#fails", "java.lang.Error: no\n\tat com.example.OtherTest.fails(O.java:1)"
    )
    return [later[0], _case("TillTest#opens", _ROOT), other, *later[1:]]


def test_those_that_only_say_that_a_class_failed_follow_its_initialiser() -> None:
    failures = group_failures(_cases(), ("com.example",), DEFAULT_LIMITS)
    assert [(each.tests[0], each.follows) for each in failures] == [
        ("TillTest#opens", None),
        ("ShopTest#t0", "Till"),
        ("OtherTest#fails", None),
    ]


def test_followers_stand_below_their_root_in_two_lines() -> None:
    failures = group_failures(_cases(), ("com.example",), DEFAULT_LIMITS)
    build = Build("Test", Status.FAILURE, 900, (), (), Counts(5, 5, 0), failures)
    assert present(build, build_page).text == (
        "Test FAILURE (0.9s) — 5 run, 5 failed\n\n"
        "### FAILED: TillTest#opens\n"
        "ExceptionInInitializerError\n"
        "  at Till.<clinit>(Till.java:5)\n"
        "  at TillTest.opens(TillTest.java:9)\n"
        '  Caused by: NumberFormatException: For input string: "eighty"\n'
        "  at Settings.<clinit>(Settings.java:4)\n\n"
        "follows from the failed initialiser of Till: ShopTest#t0+t1+t2\n"
        "NoClassDefFoundError: Could not initialize class com.example.Till\n\n"
        "### FAILED: OtherTest#fails\n"
        "Error: no\n"
        "  at OtherTest.fails(O.java:1)"
    )
