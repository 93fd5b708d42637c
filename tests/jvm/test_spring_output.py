"""What Spring Boot prints of itself, and what of it stays in a test's output."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm.spring_output import without_spring_noise
from thoroughness import size

BANNER = """\

  .   ____          _            __ _ _
 /\\\\ / ___'_ __ _ _(_)_ __  __ _ \\ \\ \\ \\
( ( )\\___ | '_ | '_| | '_ \\/ _` | \\ \\ \\ \\
 \\\\/  ___)| |_)| | | | | || (_| |  ) ) ) )
  '  |____| .__|_| |_|_| |_\\__, | / / / /
 =========|_|==============|___/=/_/_/_/

 :: Spring Boot ::                (v3.3.5)
"""
STAMP = "2026-11-22T17:31:30.509Z  INFO 21 --- [           main] c.e.TillTest  "
FOUND = f"{STAMP} : Found @SpringBootConfiguration com.example.Shop for test class com.example.T"
STARTS = f"{STAMP} : Starting TillTest using Java 17.0.15 with PID 21 (started by dev in /project)"
PROFILE = f'{STAMP} : No active profile set, falling back to 1 default profile: "default"'
STARTED = f"{STAMP} : Started TillTest in 0.106 seconds (process running for 1.675)"
FAILED = f"{STAMP.replace(' INFO', 'ERROR')} : Application run failed"
REPORT = """\
============================
CONDITIONS EVALUATION REPORT
============================


Positive matches:
-----------------

   PropertyPlaceholderAutoConfiguration matched:
      - @ConditionalOnMissingBean did not find any beans (OnBeanCondition)


Exclusions:
-----------

    None


Unconditional classes:
----------------------

    org.springframework.boot.autoconfigure.context.PropertyPlaceholderAutoConfiguration


"""


def test_the_banner_and_what_a_start_says_are_one_counted_line() -> None:
    output = f"{FOUND}\n{BANNER}\n{STARTS}\n{PROFILE}\n{STARTED}\ntill at 80"
    assert without_spring_noise(output) == "… 14 more lines: the start of Spring Boot\ntill at 80"


def test_the_condition_report_is_one_counted_line_and_what_failed_stays() -> None:
    output = f"till at 80\n{REPORT}{FAILED}\n\norg.a.B: no"
    assert without_spring_noise(output) == (
        f"till at 80\n… 24 more lines: Spring Boot's condition report\n{FAILED}\n\norg.a.B: no"
    )


def test_a_profile_that_somebody_set_stays() -> None:
    profile = f'{STAMP} : The following 1 profile is active: "till"'
    assert without_spring_noise(f"{BANNER}\n{STARTS}\n{profile}") == (
        f"… 11 more lines: the start of Spring Boot\n{profile}"
    )


@pytest.mark.parametrize(
    "output",
    [
        "till at 80",
        f"{STARTS}\n:: Spring Boot ::",
        "a\n=====\n=====\nb",
        "CONDITIONS EVALUATION REPORT",
        "  .   ____          _            __ _ _\nmy own banner",
    ],
)
def test_what_is_not_springs_stays(output: str) -> None:
    assert without_spring_noise(output) == output


def test_a_million_empty_lines_take_no_time_to_speak_of() -> None:
    output = f":: Spring Boot ::{chr(10) * size(1_000_000)}"
    assert without_spring_noise(output) == output


PIECES = st.sampled_from([BANNER, STARTS, STARTED, FAILED, REPORT, *BANNER.split("\n"), "\n", "\r"])


@given(st.lists(PIECES | st.text(max_size=5), max_size=20).map("\n".join))
def test_every_line_of_it_is_counted(output: str) -> None:
    lines = without_spring_noise(output).split("\n")
    counts = [int(line.split()[1]) for line in lines if line.startswith("… ") and ": " in line]
    assert len(lines) - len(counts) + sum(counts) == len(output.split("\n"))
