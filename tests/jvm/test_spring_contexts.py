"""Spring's contexts that fail to load, in the words of several of its versions."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.jvm.spring_contexts import (
    configurations,
    is_context_failure,
    is_repeated,
    without_defaults,
)

OF_6 = (
    "[MergedContextConfiguration@6986bbaf testClass = a.ShopTest, locations = [], "
    "classes = [a.Shop, a.Till], contextInitializerClasses = [], activeProfiles = [], "
    "propertySourceDescriptors = [], propertySourceProperties = [], contextCustomizers = "
    "[x.Customizer@1f, x.Other@2 key = [[b], [c]]], contextLoader = x.Loader, parent = null]"
)
OF_BOOT = (
    "[WebMergedContextConfiguration@2b4d testClass = a.ShopTest, locations = [], "
    'classes = [a.Shop], activeProfiles = ["test"], propertySourceProperties = '
    '["org.springframework.boot.test.context.SpringBootTestContextBootstrapper=true", "a=b"], '
    'resourceBasePath = "src/main/webapp", contextLoader = x.Loader, parent = null]'
)
OF_5 = (
    "[MergedContextConfiguration@3 testClass = ShopTest, locations = '{}', "
    "classes = '{class a.Shop}', contextInitializerClasses = '[]', activeProfiles = '{}']"
)
FAILED = f"Failed to load ApplicationContext for {OF_6}"
REPEATED = (
    "ApplicationContext failure threshold (1) exceeded: "
    f"skipping repeated attempt to load context for {OF_6}"
)


def test_a_context_failed_or_had_failed_before() -> None:
    assert [is_context_failure(FAILED), is_repeated(FAILED)] == [True, False]
    assert [is_context_failure(REPEATED), is_repeated(REPEATED)] == [True, True]
    assert not is_context_failure("expected: <true> but was: <false>")


def test_a_context_is_known_again_by_another_test() -> None:
    exact, like = configurations(FAILED)
    other = FAILED.replace("@6986bbaf", "@1").replace("@1f", "@9").replace("a.ShopTest", "a.B")
    assert exact == OF_6
    assert configurations(REPEATED) == (exact, like)
    assert configurations(other)[0] != exact
    assert configurations(other)[1] == like
    assert configurations(FAILED.replace("a.Till", "a.Safe"))[1] != like


def test_a_message_that_does_not_say_which_context_has_none() -> None:
    assert configurations("Failed to load ApplicationContext") == ("", "")
    assert without_defaults("Failed to load ApplicationContext") == (
        "Failed to load ApplicationContext"
    )


@pytest.mark.parametrize(
    ("context", "short"),
    [
        (OF_6, "[classes = [a.Shop, a.Till]]"),
        (
            OF_BOOT,
            '[classes = [a.Shop], activeProfiles = ["test"], propertySourceProperties = ["a=b"]]',
        ),
        (OF_5, "[classes = '{class a.Shop}']"),
    ],
)
def test_of_a_context_what_the_test_set_is_told(context: str, short: str) -> None:
    assert without_defaults(f"Failed for {context}!") == f"Failed for {short}!"


@given(st.text(st.sampled_from("[]{}=,@ aC1")), st.integers(0, 3))
def test_any_text_is_a_message(text: str, times: int) -> None:
    message = "Failed to load ApplicationContext for [MergedContextConfiguration@1 " * times + text
    configurations(message)
    without_defaults(message)
