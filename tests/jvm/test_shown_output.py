"""The part of a test's output that a page shows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm.shown_output import show_output
from pageful.jvm.stack_trace import Application

_CHATTER = "\n".join(f"12:00:{n:02} INFO  c.e.Till - sold {n} x tea" for n in range(60))
_LOGGED = """12:01:00 ERROR c.e.web.Dispatcher - request for /orders failed
org.example.TemplateException: cannot render order.html
\tat org.example.Engine.render(Engine.java:12)
\tat com.example.web.Orders.show(Orders.java:30)
Caused by: java.lang.IllegalStateException: middle
\tat com.example.web.Orders.load(Orders.java:31)
Caused by: java.lang.NullPointerException: "owner" is null
\tat com.example.web.Orders.owner(Orders.java:40)"""


def _shown(output: str, told: str = "", characters: int = 500) -> tuple[str, ...]:
    return show_output(output, characters, Application(("com.example",)), told).lines


def test_of_a_long_output_the_logged_error_and_its_root_are_shown() -> None:
    output = f"{_CHATTER}\n{_LOGGED}\n{_CHATTER}"
    assert _shown(output, "expected: <200> but was: <500>") == (
        "… 60 more lines",
        "12:01:00 ERROR c.e.web.Dispatcher - request for /orders failed",
        "… 5 more lines",
        'Caused by: java.lang.NullPointerException: "owner" is null',
        "… 61 more lines",
    )


def test_a_short_output_is_whole() -> None:
    assert _shown(_LOGGED, characters=2000) == tuple(_LOGGED.split("\n"))


def test_an_error_that_the_failure_says_is_not_said_again() -> None:
    told = 'NullPointerException: "owner" is null\nrequest for /orders failed'
    shown = _shown(f"{_CHATTER}\n{_LOGGED}", told)
    assert not any("NullPointerException" in line for line in shown[:2])
    assert shown[0] == "12:00:00 INFO  c.e.Till - sold 0 x tea"


def test_four_lines_of_errors_are_shown_at_most_each_once() -> None:
    logged = "\n".join(f"SEVERE: no {n // 2}" for n in range(20))
    assert [line for line in _shown(f"{_CHATTER}\n{logged}") if "no" in line] == [
        "SEVERE: no 0",
        "SEVERE: no 1",
        "SEVERE: no 2",
        "SEVERE: no 3",
    ]


def test_words_that_are_no_level_are_no_error() -> None:
    output = f'{_CHATTER}\nsaid "ERROR in till"\nERROR_CODES=7\ncom.example.ERROR\n{_CHATTER}'
    assert _shown(output)[0] == "12:00:00 INFO  c.e.Till - sold 0 x tea"


@given(st.lists(st.sampled_from(["ERROR a", "Caused by: x", "\tat a.B.c(B.java:1)", "", "b"])))
def test_any_output_is_shown_within_its_room(lines: list[str]) -> None:
    assert len("\n".join(_shown("\n".join(lines), characters=40))) <= 40 + len("… 99 more lines\n")
