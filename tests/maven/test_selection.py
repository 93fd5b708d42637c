"""Modules that a caller names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.maven.projects.module import Module
from pageful.maven.projects.selection import chosen_modules, selection_args, shortest_names
from pageful.tool.errors import ToolError

ROOT = Module("g", "shop", "1", "Shop", ".", "pom")
SERVICES = Module("g", "shop-services", "1", "Services", "services", "pom")
BILLING = Module("g", "shop-billing", "1", "Billing", "services/billing")
LATER = Module("g", "shop-later", "1", "Later", "services/later", in_profile=True)
API = Module("g", "shop-api", "1", "API", "api")
OTHER = Module("h", "shop-other", "1", "Other", "../other")
SHOP = (ROOT, SERVICES, BILLING, LATER, API, OTHER)


@pytest.mark.parametrize(
    ("name", "selector"),
    [
        ("shop-api", ":shop-api"),
        (":shop-api", ":shop-api"),
        ("g:shop-api", ":shop-api"),
        ("api", ":shop-api"),
        ("./api/", ":shop-api"),
        ("services/billing", ":shop-billing"),
        ("services\\billing", ":shop-billing"),
        ("../other", ":shop-other"),
        ("shop-later", ":shop-later"),
    ],
)
def test_a_module_has_several_names(name: str, selector: str) -> None:
    assert selection_args([name], SHOP) == ("-pl", selector, "-am")


def test_several_may_come_in_one_name_and_each_counts_once() -> None:
    assert selection_args(["api, shop-api", "../other"], SHOP) == (
        "-pl",
        ":shop-api,:shop-other",
        "-am",
    )


def test_what_is_left_out_alone_means_all_others() -> None:
    assert selection_args(["!api"], SHOP) == ("-pl", "!:shop-api")
    assert selection_args(["services", "!shop-billing"], SHOP) == (
        *("-pl", ":shop-services,:shop-billing,!:shop-billing", "-am"),
    )


def test_one_that_lists_others_means_those_too_unless_only_a_profile_has_them() -> None:
    assert selection_args(["services"], SHOP)[1] == ":shop-services,:shop-billing"
    everything = ":shop,:shop-services,:shop-billing,:shop-api"
    assert selection_args(["."], SHOP)[1] == everything
    assert chosen_modules(["!services"], SHOP) == (ROOT, LATER, API, OTHER)


def test_no_names_are_all_modules() -> None:
    assert selection_args([], SHOP) == ()
    assert chosen_modules([], SHOP) == SHOP


def test_what_two_modules_are_called_is_named_whole() -> None:
    twins = (ROOT, API, Module("h", "shop-api", "1", "API", "old/api"))
    assert [*shortest_names(twins).values()] == ["shop", "g:shop-api", "h:shop-api"]
    assert selection_args(["shop-api"], twins)[1] == "g:shop-api,h:shop-api"
    assert selection_args(["old/api"], twins)[1] == "h:shop-api"


def test_one_whose_name_only_maven_knows_goes_by_its_directory() -> None:
    odd = (ROOT, Module("${x}", "api_${scala}", "1", "API", "api"))
    assert selection_args(["api"], odd)[1] == "api"


class TestUnknown:
    def test_it_is_refused_with_all_there_are_the_closest_first(self) -> None:
        with pytest.raises(ToolError, match="There is no module 'biling'") as refused:
            selection_args(["api", "biling"], SHOP)
        assert refused.value.remedy.startswith(
            "Name modules by artifactId or directory: shop-billing, "
        )
        assert all(each.artifact in refused.value.remedy for each in SHOP)

    def test_of_many_there_are_the_closest_and_how_many_more(self) -> None:
        many = tuple(Module("g", f"shop-m{n}", "1", "", f"m{n}") for n in range(500))
        with pytest.raises(ToolError) as refused:
            selection_args(["m499x"], many)
        assert ": shop-m499, " in refused.value.remedy
        assert refused.value.remedy.endswith(" and 490 more.")

    @pytest.mark.parametrize("name", ["", "!", ":", "!!api", "*"])
    def test_what_is_no_name_is_none(self, name: str) -> None:
        with pytest.raises(ToolError, match="There is no module"):
            selection_args([name], SHOP)

    def test_in_a_project_without_modules_it_is_said(self) -> None:
        with pytest.raises(ToolError, match="this one has none"):
            selection_args(["api"], ())


@given(st.lists(st.text() | st.text("!:./,ap")))
def test_any_names_are_modules_or_refused(names: list[str]) -> None:
    try:
        selection = selection_args(names, SHOP)
    except ToolError:
        return
    assert not names or selection[0] == "-pl"
