"""Pages and JSON of code searches and indexing runs: golden files, and what no page may lose."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import hostile
from forging import FORGED, forged, own_lines
from pageful import Detail, Mono, Table, View, present, to_json, to_markdown
from pageful.code.data import index_data, search_data, status_data
from pageful.code.results.indexing import (
    Indexing,
    IndexStatus,
    Language,
    RepositoryStatus,
    SkippedFiles,
    Status,
)
from pageful.code.results.search import Coverage, Hit, Search
from pageful.code.views import index_page, related_page, search_page, status_page

_PAGES = Path(__file__).parent / "pages"

_LOGIN = Hit(
    chunk_id="123e4567-e89b-12d3-a456-426614174000",
    file_path="src/auth/login.py",
    content="""\
def authenticate_user(username: str, password: str) -> User:
    \"""Authenticate user with username and password.\"""
    hashed_pw = hashlib.sha256(password.encode()).hexdigest()
    user = User.get_by_username(username)
    if user and user.password_hash == hashed_pw:
        return user
    raise AuthenticationError("Invalid credentials")""",
    start_line=10,
    end_line=25,
    similarity_score=0.9234,
    context_before="import hashlib\nfrom ..models import User\n\n",
    context_after="\n    return user\n\n",
    language="python",
    telling="def authenticate_user(username: str, password: str) -> User:",
    telling_line=10,
)
_SPECIFIED = Search(
    sought="authentication",
    results=(_LOGIN,),
    total_count=1,
    first=1,
    project_id="my-project",
    database_name="cb_proj_my_project_abc123",
    latency_ms=245,
)
_SESSION = Hit(
    chunk_id="0c9a3f52-7d43-4c55-9d5e-55a1c1f0b8a7",
    file_path="web/session.ts",
    content="""\
  /** Ends the session; the cookie is `sid`. */
  async logout(request: Request): Promise<void> {
    const id = request.cookies.get("sid") ?? request.headers.get("x-session-identifier-of-user");
    await this.store.delete(id);
  }""",
    start_line=41,
    end_line=45,
    similarity_score=0.61349,
    context_before="",
    context_after="}\n",
    language="typescript",
    symbol=("class Sessions", "method logout"),
    telling='const id = request.cookies.get("sid") ?? '
    'request.headers.get("x-session-identifier-of-user");',
    telling_line=43,
)
_HOSTILE = Hit(
    chunk_id="9b2d6a1e-0e0f-4a53-8f0e-2f6a2f8c3d11",
    file_path="docs/a|b `c`.md",
    content='"""Run it:\n\n```sh\n# ls | wc\n````\n\n|---|\n# no heading\n"""\n',
    start_line=1,
    end_line=9,
    similarity_score=0.5,
    context_before="~~~\n```\n",
    context_after="<!--\n\n> --> | x |\n",
    language="python",
    symbol=("section `a|b`", "```"),
    telling="x = `a` | ``b`` || c",
    telling_line=4,
)
_NESTED = replace(_SPECIFIED, results=(_LOGIN, _SESSION), total_count=57)
_SEVERAL = replace(
    _NESTED,
    total_count=2,
    results=(
        replace(_LOGIN, repository="/home/ada/shop"),
        replace(_SESSION, repository="/home/ada/front | end"),
    ),
)
_INDEXED = Indexing(
    repository_id="7f0c2a4e-3f0b-4a51-9c8e-1d2f3a4b5c6d",
    repository="/home/ada/shop",
    files_indexed=1234,
    chunks_created=5678,
    files_removed=0,
    files_total=1234,
    chunks_total=5678,
    duration_seconds=12.3456,
    project_id="my-project",
    database_name="cb_proj_my_project_abc123",
    status=Status.SUCCESS,
)
_PARTIAL = replace(
    _INDEXED,
    files_indexed=3,
    chunks_created=17,
    files_removed=2,
    status=Status.PARTIAL,
    errors=("src/a.py: Permission denied.", "src/b|c.py: 1. no\n# text"),
    skipped=(
        SkippedFiles("too large", ("dump.sql",)),
        SkippedFiles("generated", ("web/app.min.js", "web/lib.min.js")),
    ),
    notes=("The index was damaged, and was built anew.",),
)
_SHOP = RepositoryStatus(
    repository_id="7f0c2a4e-3f0b-4a51-9c8e-1d2f3a4b5c6d",
    repository="/home/ada/shop",
    files=1234,
    chunks=5678,
    languages=(
        Language("python", 800, 4000),
        Language("typescript", 300, 1200),
        Language("markdown", 100, 400),
        Language("other", 34, 78),
    ),
    age_seconds=187.4,
    pending_files=0,
    skipped=(SkippedFiles("too large", ("dump.sql",)),),
)
_GONE = RepositoryStatus(
    repository_id="1b4e28ba-2fa1-41d2-883f-0016d3cca427",
    repository="/mnt/stick/old",
    files=1,
    chunks=2,
    languages=(Language("go", 1, 2),),
    age_seconds=200_000.0,
    pending_files=None,
    notes=("The directory is not there any more.",),
)
_NEW = RepositoryStatus(
    repository_id="e8f5c6f0-6a0c-4a7e-8d0a-3f3d9f1f1c55",
    repository="/home/ada/new",
    files=0,
    chunks=0,
    languages=(),
    age_seconds=None,
    pending_files=40,
)
_STATUS = IndexStatus(
    project_id="my-project",
    database_name="cb_proj_my_project_abc123",
    files=1235,
    chunks=5680,
    size_bytes=4_700_000,
    embedder="static",
    indexing=True,
    repositories=(_SHOP, _GONE, _NEW),
)
_EMPTY = replace(_STATUS, files=0, chunks=0, size_bytes=8192, indexing=False, repositories=())
_NOTHING = replace(
    _SPECIFIED,
    sought="fo`o|bar",
    results=(),
    total_count=0,
    latency_ms=3,
    searched_files=1234,
    narrowed=True,
)
_BEYOND = replace(_SPECIFIED, results=(), total_count=57, first=61)
_LATER = replace(
    _NESTED, first=11, pending_files=3, notes=("No embedder: only words were compared.",)
)

_OUTDATED = replace(
    _NESTED,
    results=(_LOGIN, replace(_SESSION, outdated=True)),
    pending_files=2491,
    notes=("They are indexed in the background; the next search finds more.",),
)
_UNDER_WAY = replace(_NESTED, coverage=Coverage(1200, 6500))

_RESULTS: Mapping[str, tuple[Any, View[Any], Callable[[Any, Detail], object]]] = {
    "search": (_SPECIFIED, search_page, search_data),
    "search_part": (_NESTED, search_page, search_data),
    "search_later": (_LATER, search_page, search_data),
    "search_outdated": (_OUTDATED, search_page, search_data),
    "search_under_way": (_UNDER_WAY, search_page, search_data),
    "search_several": (_SEVERAL, search_page, search_data),
    "search_one_of_several": (
        replace(_SEVERAL, results=_SEVERAL.results[:1], total_count=1),
        search_page,
        search_data,
    ),
    "search_hostile": (replace(_SPECIFIED, results=(_HOSTILE,)), search_page, search_data),
    "search_nothing": (_NOTHING, search_page, search_data),
    "search_beyond": (_BEYOND, search_page, search_data),
    "related": (_NESTED, related_page, search_data),
    "related_nothing": (
        replace(_NOTHING, sought="src/auth/login.py:10-25"),
        related_page,
        search_data,
    ),
    "index": (_INDEXED, index_page, index_data),
    "index_partial": (_PARTIAL, index_page, index_data),
    "status": (_STATUS, status_page, status_data),
    "status_nothing": (_EMPTY, status_page, status_data),
}
_fuzzed = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
_DETAILS: tuple[Detail, ...] = ("concise", "detailed")
_GOLDEN = [(name, detail) for name in _RESULTS for detail in _DETAILS]


@pytest.mark.parametrize(("name", "detail"), _GOLDEN)
def test_a_result_has_its_golden_page(name: str, detail: Detail) -> None:
    result, view, _ = _RESULTS[name]
    golden = (_PAGES / f"{name}.{detail}.md").read_text(encoding="utf-8")
    assert present(result, view, detail=detail).text + "\n" == golden


@pytest.mark.parametrize(("name", "detail"), _GOLDEN)
def test_a_result_has_its_golden_json(name: str, detail: Detail) -> None:
    result, _, data = _RESULTS[name]
    golden = (_PAGES / f"{name}.{detail}.json").read_text(encoding="utf-8")
    assert to_json(data(result, detail)) + "\n" == golden


@pytest.mark.parametrize("detail", _DETAILS)
@pytest.mark.parametrize("name", _RESULTS)
def test_nothing_that_a_file_says_reads_like_a_line_of_the_page(name: str, detail: Detail) -> None:
    result, view, _ = _RESULTS[name]
    page = to_markdown(view(forged(result), detail))
    assert not [line for line in own_lines(page) if line.startswith(FORGED)]


def test_every_golden_file_has_its_result() -> None:
    names = {f"{name}.{detail}" for name, detail in _GOLDEN}
    assert {path.stem for path in _PAGES.glob("*.md")} == names
    assert {path.stem for path in _PAGES.glob("*.json")} == names


_SEARCHES = st.builds(
    Search,
    sought=hostile.words,
    results=st.lists(
        st.builds(
            Hit,
            chunk_id=hostile.words,
            file_path=hostile.words,
            content=hostile.words,
            start_line=st.integers(1, 9),
            end_line=st.integers(9, 99),
            similarity_score=st.floats(0, 1),
            context_before=hostile.words,
            context_after=hostile.words,
            language=st.none() | hostile.words,
            symbol=hostile.tuples(hostile.words),
            telling=hostile.words,
            repository=st.none() | hostile.words,
            outdated=st.booleans(),
        ),
        max_size=3,
    ).map(tuple),
    total_count=st.integers(0, 9),
    first=st.integers(1, 9),
    project_id=hostile.words,
    database_name=hostile.words,
    latency_ms=st.integers(0, 9),
    pending_files=st.integers(0, 2),
    notes=hostile.tuples(hostile.words),
)
_INDEXINGS = st.builds(
    Indexing,
    *[hostile.words] * 2,
    *[st.integers(0, 9)] * 5,
    st.floats(0, 9),
    *[hostile.words] * 2,
    st.sampled_from(Status),
    hostile.tuples(hostile.words),
    hostile.tuples(st.builds(SkippedFiles, hostile.words, hostile.tuples(hostile.words))),
    hostile.tuples(hostile.words),
)


def _assert_innocent(result: Any, view: View[Any], detail: Detail) -> None:
    document = tuple(view(result, detail))
    tamed = tuple(map(hostile.tame, document))
    assert hostile.structures(to_markdown(document)) == hostile.structures(to_markdown(tamed))


@_fuzzed
@given(_SEARCHES, st.sampled_from(_DETAILS))
def test_hostile_code_never_changes_the_structure_of_a_search_page(
    search: Search, detail: Detail
) -> None:
    _assert_innocent(search, search_page, detail)


@_fuzzed
@given(_INDEXINGS, st.sampled_from(_DETAILS))
def test_hostile_names_never_change_the_structure_of_an_index_page(
    indexing: Indexing, detail: Detail
) -> None:
    _assert_innocent(indexing, index_page, detail)


@_fuzzed
@given(st.text(st.sampled_from("ab \n`~|#<>-"), max_size=60))
def test_code_is_byte_faithful_within_its_fence(content: str) -> None:
    hit = replace(_HOSTILE, content=content, context_before="", context_after="")
    page = present(replace(_SPECIFIED, results=(hit,)), search_page, detail="detailed").text
    for parser in hostile.PARSERS:
        fences = [token for token in parser.parse(page) if token.type == "fence"]
        assert [(fence.content, fence.info) for fence in fences] == [(f"{content}\n", "python")]


@_fuzzed
@given(_SEARCHES)
def test_a_preview_is_one_short_line(search: Search) -> None:
    tables = (block for block in search_page(search, "concise") if isinstance(block, Table))
    for row in (row for table in tables for row in table.rows):
        assert isinstance(row[-1], Mono)
        assert len(row[-1].text) <= 80
        assert "\n" not in row[-1].text


def test_file_and_lines_stay_verbatim() -> None:
    deep = replace(_LOGIN, file_path=f"{'very_deep/' * 40}file.py", start_line=7, end_line=12345)
    page = present(replace(_SPECIFIED, results=(deep,)), search_page).text
    assert f"|{deep.file_path}|7-12345|" in page


def test_without_a_telling_line_the_first_that_is_not_blank_is_shown() -> None:
    hit = replace(_LOGIN, telling="", content="\n\n   first   of\n   two")
    assert "|`first of`|" in present(replace(_SPECIFIED, results=(hit,)), search_page).text


def test_results_that_do_not_fit_are_counted_and_named() -> None:
    hits = tuple(replace(_LOGIN, file_path=f"src/f{n}.py", chunk_id=f"id-{n}") for n in range(9))
    search = replace(_SPECIFIED, results=hits, total_count=9)
    page = present(search, search_page, detail="detailed", budget=2500)
    assert len(page.text) <= 2500
    shown = page.text.count("## Result ")
    assert 1 < shown < 9
    assert f"… {9 - shown} more results:\n\n- src/f{shown}.py:10-25\n" in page.text


def test_one_error_is_one() -> None:
    page = present(replace(_INDEXED, errors=("x",)), index_page).text
    assert page.endswith("## Errors (1)\n1 error occurred during indexing")
