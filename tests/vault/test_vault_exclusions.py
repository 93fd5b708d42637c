"""The vault's own settings say which files are hidden from search and graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from folders import fill
from pageful.vault.snapshot import exclusions
from pageful.vault.snapshot.exclusions import Exclusions

SETTINGS = exclusions.SETTINGS


def excluding(*filters: object) -> Exclusions:
    return Exclusions(json.dumps({"userIgnoreFilters": filters}).encode())


def test_a_filter_is_the_beginning_of_paths() -> None:
    found = excluding("Templates/", "Draft")
    assert [found.exclude(path) for path in ("Templates/a.md", "Draft b.md", "Drafts/c.md")] == [
        True,
        True,
        True,
    ]
    assert not any(map(found.exclude, ("My Templates/a.md", "Templates.md", "a/Draft.md")))


def test_a_filter_takes_any_case() -> None:
    assert excluding("templates/").exclude("Templates/a.md")


def test_a_filter_between_slashes_is_a_regular_expression() -> None:
    found = excluding(r"/\.excalidraw\.md$/", "/(^|/)old-\\d+/")
    assert found.exclude("a/b.excalidraw.md")
    assert found.exclude("x/old-12/y.md")
    assert not found.exclude("excalidraw.md")


def test_a_broken_regular_expression_is_reported_and_the_others_count() -> None:
    found = excluding("/(/", "Good/")
    assert found.exclude("Good/a.md")
    assert not found.exclude("(")
    assert [(each.reason, each.paths) for each in found.broken] == [
        (exclusions.NO_REGEX, ("/(/",)),
    ]


def test_a_regular_expression_that_takes_too_long_is_given_up() -> None:
    found = excluding("/^(a|a?)+$/", "/b/")
    assert not found.exclude("a" * 60 + "!")
    assert [(each.reason, each.paths) for each in found.broken] == [
        (exclusions.TOO_SLOW, ("/^(a|a?)+$/",)),
    ]
    assert not found.exclude("a")
    assert found.exclude("b")


def test_all_regular_expressions_together_have_their_time(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(exclusions, "_SECONDS", -1.0)
    found = excluding("/a/", "/b/", "c")
    assert [found.exclude(path) for path in "abc"] == [False, False, True]
    assert [each.paths for each in found.broken] == [("/a/", "/b/")]


@pytest.mark.parametrize(
    "settings",
    [
        *(b"", b"\xff", b"{", b"[]", b"null", b"3", b'"x"', b"[" * 10**5),
        *(b'{"userIgnoreFilters": %s}' % each for each in (b"null", b'"x"', b'[1, null, "", {}]')),
    ],
)
def test_settings_that_are_none_exclude_nothing(settings: bytes) -> None:
    assert not Exclusions(settings).exclude("x")


def test_settings_that_cannot_be_read_are_reported() -> None:
    assert [each.paths for each in Exclusions(b"{").broken] == [(SETTINGS,)]
    assert not Exclusions(b"{}").broken


def test_filters_are_those_that_are_in_the_settings_now(tmp_path: Path) -> None:
    first = Exclusions().renew(tmp_path)
    assert not first.exclude("a.md")
    fill(tmp_path, {SETTINGS: '{"userIgnoreFilters": ["a"]}'})
    second = first.renew(tmp_path)
    assert second.exclude("a.md")
    assert second.renew(tmp_path) is second
    (tmp_path / SETTINGS).unlink()
    assert not second.renew(tmp_path).exclude("a.md")
