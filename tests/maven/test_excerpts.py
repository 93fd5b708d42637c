"""Excerpts of sources on pages of failed builds."""

from __future__ import annotations

import shutil
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pageful import present, to_json
from pageful.builds.results import Activity, Build, Counts, Failure, Problem, Status
from pageful.builds.views.build import build_page
from pageful.maven.projects.project import Project
from pageful.maven.sources.excerpts import with_excerpts
from pageful.maven.sources.masking import mask_secrets
from pageful.maven.sources.source_texts import SourceTexts

_MAIN = "src/main/java/com/example/Till.java"
_TEST = "src/test/java/com/example/TillTest.java"
_TILL = """package com.example;

public class Till {
    static final int PORT = Integer.parseInt("eighty");

    public int add(int a, int b) {

        // the fault
        return a - b;
    }

    public String owner(String name) {
        return name.trim();
    }
}
"""
_TILL_TEST = """package com.example;

class TillTest {
    @Test
    void adds() {
        Till till = new Till();
        int sum = till.add(1, 2);
        assertEquals(3, sum);
    }

    @Test
    void hasAnOwner() {
        new Till().owner(null);
    }
}
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "pom.xml": "<project><modelVersion>4.0.0</modelVersion><groupId>com.example</groupId>"
        "<artifactId>till</artifactId><version>1</version></project>",
        _MAIN: _TILL,
        _TEST: _TILL_TEST,
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return tmp_path


def _taken(build: Build, project: Path, began: int | None = None) -> Build:
    began = time.time_ns() + 10**9 if began is None else began
    sources = SourceTexts(project, Project(project).poms, began)
    return with_excerpts(build, sources, ("com.example",))


def _failed(*trace: str, message: str = "expected: <3> but was: <-1>") -> Build:
    failure = Failure(("TillTest#adds",), message, trace)
    return Build("Test", Status.FAILURE, 900, tests=Counts(2, 1, 0), failures=(failure,))


def _uncompiled(message: str, line: int, file: str = _TEST) -> Build:
    return Build("Compile", Status.FAILURE, 900, errors=(Problem(message, file, line, 9),))


def _page(build: Build) -> str:
    return present(build, build_page).text


def test_the_method_of_the_deepest_frame_of_main_code_is_shown(project: Path) -> None:
    build = _failed(
        "at Till.owner(Till.java:13)", "at TillTest.hasAnOwner(TillTest.java:13)", message="null"
    )
    assert _page(_taken(build, project)) == (
        "Test FAILURE (0.9s) — 2 run, 1 failed\n\n"
        "### FAILED: TillTest#adds\n"
        "null\n"
        "  at Till.owner(Till.java:13)\n"
        "  at TillTest.hasAnOwner(TillTest.java:13)\n"
        f"  {_TEST}\n"
        "  13  new Till().owner(null);\n"
        f"  {_MAIN}\n"
        "  12  public String owner(String name) {\n"
        "  13>   return name.trim();\n"
        "      }"
    )


def test_of_an_assertion_the_test_and_the_code_that_it_calls_are_shown(project: Path) -> None:
    page = _page(_taken(_failed("at TillTest.adds(TillTest.java:8)"), project))
    assert page.endswith(
        "  at TillTest.adds(TillTest.java:8)\n"
        f"  {_TEST}\n"
        "  4  @Test\n"
        "  5  void adds() {\n"
        "       Till till = new Till();\n"
        "       int sum = till.add(1, 2);\n"
        "  8>   assertEquals(3, sum);\n"
        "     }\n"
        f"  {_MAIN}\n"
        "   6  public int add(int a, int b) {\n"
        "        // the fault\n"
        "        return a - b;\n"
        "  10  }"
    )


def test_the_innermost_cause_is_what_is_shown(project: Path) -> None:
    trace = (
        "at TillTest.adds(TillTest.java:8)",
        "Caused by: NumberFormatException: eighty",
        "at Till.<clinit>(Till.java:4)",
        "Suppressed: IOException: closed",
        "at Till.add(Till.java:9)",
    )
    taken = _taken(_failed(*trace), project)
    (excerpt,) = taken.excerpts or ()
    assert (excerpt.file, excerpt.name) == (_MAIN, "PORT")


@pytest.mark.parametrize(
    "frame",
    [
        "at Till.multiply(Till.java:9)",
        "at Till.add(Till.java:0)",
        "at Till.add(Till.java:2147483648)",
        "at Till.add(Till.java:400)",
        "at Till.add(Native Method)",
        "at Till.add(Till.kt:9)",
        "at ../../Till.add(Till.java:9)",
        "at Other.add(Other.java:9)",
        "at Till.add(Till.java:9) and more",
        "… 3 more lines",
    ],
)
def test_a_frame_that_the_sources_do_not_agree_with_has_no_excerpt(
    frame: str, project: Path
) -> None:
    if "and more" in frame:
        assert _taken(_failed(frame), project).excerpts
        return
    build = _failed(frame)
    assert _taken(build, project) == build


def test_a_file_that_was_edited_since_has_no_excerpt(project: Path) -> None:
    build = _failed("at Till.add(Till.java:9)")
    assert _taken(build, project, began=time.time_ns() - 10**12) == build


def test_a_file_that_is_no_text_a_link_or_gone_has_none(project: Path) -> None:
    build = _failed("at Till.add(Till.java:9)")
    (project / _MAIN).write_bytes(b"\xff\xfe{")
    assert _taken(build, project) == build
    (project / _MAIN).unlink()
    assert _taken(build, project) == build
    (project / "outside").write_text(_TILL)
    (project / _MAIN).symlink_to(project / "outside")
    assert _taken(build, project) == build


def test_what_git_ignores_has_none(project: Path) -> None:
    git = shutil.which("git")
    if not git:
        pytest.skip("there is no git")
    subprocess.run((git, "init", "--quiet", project), check=True)
    build = _failed("at Till.add(Till.java:9)")
    assert _taken(build, project).excerpts
    (project / ".gitignore").write_text("Till.java\n")
    assert _taken(build, project) == build


def test_an_error_has_the_text_of_its_line_and_what_it_may_have_meant(project: Path) -> None:
    message = "cannot find symbol: method addAll(int,int) in variable till of type Till"
    assert _page(_taken(_uncompiled(message, 7), project)) == (
        "Compile FAILURE (0.9s) — 1 error\n\n"
        f"### {_TEST}\n"
        f"- L7:9 — {message}\n"
        "\n"
        "  7  int sum = till.add(1, 2);\n"
        f"  {_MAIN}\n"
        "  6  public int add(int a, int b)"
    )


def test_wrong_arguments_have_the_declaration_that_they_are_for(project: Path) -> None:
    message = "method add in class Till cannot be applied to given types (required: int,int)"
    places = _taken(_uncompiled(message, 7), project).places or ()
    assert [place.text for place in places] == [
        "int sum = till.add(1, 2);",
        "public int add(int a, int b)",
    ]


def test_an_error_of_a_pom_has_the_text_of_its_line(project: Path) -> None:
    (project / "pom.xml").write_text("<project>\n  <version>${none}</version>\n</project>\n")
    places = _taken(_uncompiled("'version' is wrong.", 2, "pom.xml"), project).places or ()
    assert [place.text for place in places] == ["<version>${none}</version>"]
    root = _uncompiled("'version' is missing.", 1, "pom.xml")
    assert _taken(root, project) == root


def test_wrong_types_have_the_declarations_that_the_line_calls(project: Path) -> None:
    message = "incompatible types: int cannot be converted to String"
    places = _taken(_uncompiled(message, 7), project).places or ()
    assert [place.text for place in places][1:] == ["public int add(int a, int b)"]


@pytest.mark.parametrize(
    ("file", "line"),
    [("../secret.java", 1), (_MAIN, 99), (_MAIN, 0), ("a\0.java", 1), (".env", 1), ("x.java", 1)],
)
def test_an_error_elsewhere_has_nothing(file: str, line: int, project: Path) -> None:
    (project.parent / "secret.java").write_text("secret")
    build = _uncompiled("wrong", line, file)
    assert _taken(build, project) == build


def test_json_has_excerpts_and_places_as_data_and_neither_without_sources(project: Path) -> None:
    build = _failed("at Till.owner(Till.java:13)")
    assert "excerpts" not in to_json(build)
    assert "places" not in to_json(build)
    assert '"excerpts":[{"of":0,"file":"src/main' in to_json(_taken(build, project))


def test_a_success_has_none(project: Path) -> None:
    build = replace(_failed("at Till.owner(Till.java:13)"), status=Status.SUCCESS)
    assert _taken(build, project) == build


def test_what_the_sources_say_is_bounded(project: Path) -> None:
    body = "\n".join(f"        int x{n} = {n};" for n in range(3000))
    (project / _MAIN).write_text(
        f"package com.example;\nclass Till {{ void a() {{\n{body}\n}} }}\n"
    )
    failures = tuple(
        Failure((f"TillTest#t{n}",), f"no {n}", (f"at Till.a(Till.java:{n + 9})",))
        for n in range(2900)
    )
    build = replace(_failed(), failures=failures)
    taken = _taken(build, project)
    assert sum(len(place.text) for place in taken.places or ()) < 2000
    assert len(taken.excerpts or ()) == 1
    assert len(_page(taken)) <= 40_000


def test_a_page_with_long_messages_has_a_short_excerpt_and_names_the_rest(project: Path) -> None:
    body = "\n".join(f"        int number{n} = {n};" for n in range(30))
    (project / _MAIN).write_text(
        "package com.example;\nclass Till {\n"
        f"    void a() {{\n{body}\n    }}\n    void b() {{\n{body}\n    }}\n}}\n"
    )
    frames = ("at Till.a(Till.java:9)", "at Till.b(Till.java:42)")
    failures = tuple(Failure((f"TillTest#{n}",), "no", (frame,)) for n, frame in enumerate(frames))
    build = replace(_failed(), failures=failures)
    assert [each.name for each in _taken(build, project).excerpts or ()] == ["a", "b"]
    failures = (replace(failures[0], message="long " * 900), failures[1])
    taken = _taken(replace(build, failures=failures), project)
    assert [each.name for each in taken.excerpts or ()] == ["a"]
    assert "  35  void b() … to line 66\n" in _page(taken)


def test_literals_of_secrets_are_masked() -> None:
    assert mask_secrets('String DB_PASSWORD = "hunter2";') == 'String DB_PASSWORD = "***";'
    assert mask_secrets("url = jdbc:x://till:pw@host/db") == "url = jdbc:x://***@host/db"
    assert mask_secrets("-----BEGIN RSA PRIVATE KEY-----MII") == "***"
    assert mask_secrets("Token token = lexer.next();") == "Token token = lexer.next();"


@given(st.text(max_size=200))
def test_masking_takes_any_line(line: str) -> None:
    assert isinstance(mask_secrets(line), str)


def test_a_time_out_shows_the_method_that_it_was_stuck_in(project: Path) -> None:
    activity = Activity(test_class="a.TillTest", frames=("at Till.owner(Till.java:13)",))
    build = Build("Test", Status.TIMEOUT, 900, activity=activity)
    assert _page(_taken(build, project)).endswith(
        "  at Till.owner(Till.java:13)\n"
        f"  {_MAIN}\n"
        "  12  public String owner(String name) {\n"
        "  13>   return name.trim();\n"
        "      }"
    )


@settings(deadline=None)
@given(data=st.data())
def test_no_source_trace_or_message_keeps_a_page_from_being_made(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    words = st.sampled_from([*_TILL.split(), *_TILL_TEST.split(), "\n", "(", "{", '"', "/*", "<"])
    frames = st.sampled_from(
        ["at Till.add(Till.java:{})", "at TillTest.adds(TillTest.java:{})", "Caused by: x"]
    )
    messages = st.sampled_from(
        [
            "incompatible types: x",
            "cannot find symbol: method ad() in class Till",
            "method add in class Till cannot be applied to given types",
        ]
    )
    root = tmp_path_factory.getbasetemp() / "hostile"
    for path in (_MAIN, _TEST):
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        text = " ".join(data.draw(st.lists(words, max_size=60)))
        (root / path).write_text(f"package com.example; class Till {{ void add() {{ {text}")
    (root / "pom.xml").write_text("<project/>")
    trace = [each.format(data.draw(st.integers(0, 9))) for each in data.draw(st.lists(frames))]
    line = data.draw(st.integers(-1, 9))
    build = replace(_failed(*trace), errors=_uncompiled(data.draw(messages), line).errors)
    assert len(_page(_taken(build, root))) <= 40_000


def _template(project: Path, name: str = "order.html") -> None:
    directory = project / "src/main/resources/templates"
    directory.mkdir(parents=True)
    lines = [f"<p>{n}</p>" for n in range(1, 21)]
    lines[9] = "<p api-key='hunter2' th:text='${gone}'></p>"
    (directory / name).write_text("\n".join(lines))


def test_a_resource_that_is_named_is_shown_around_its_line(project: Path) -> None:
    _template(project)
    message = 'Error (template: "class path resource [templates/order.html]" - line 10, col 5)'
    assert _page(_taken(_failed(message=message), project)).endswith(
        "  src/main/resources/templates/order.html\n"
        "   6  <p>6</p>\n"
        "   7  <p>7</p>\n"
        "   8  <p>8</p>\n"
        "   9  <p>9</p>\n"
        "  10> <p api-key=***\n"
        "  11  <p>11</p>\n"
        "  12  <p>12</p>\n"
        "  13  <p>13</p>\n"
        "  14  <p>14</p>"
    )


def test_a_resource_is_shown_around_the_text_that_is_quoted_of_it(project: Path) -> None:
    _template(project)
    said = "Caused by: E: in [/p/target/classes/templates/order.html]: th:text='${gone}'"
    (excerpt,) = _taken(_failed(said), project).excerpts or ()
    assert [line.number for line in excerpt.lines if line.hit] == [10]


@pytest.mark.parametrize(
    "message",
    [
        "class path resource [templates/order.html] - line 99",
        "class path resource [templates/order.html]",
        "class path resource [templates/application-x.yml] - line 1",
        "class path resource [../../../pom.xml] - line 1",
        "class path resource [templates/gone.html] - line 1",
    ],
)
def test_a_resource_without_that_line_or_with_settings_is_not_shown(
    message: str, project: Path
) -> None:
    _template(project)
    _template(project / "other", "application-x.yml")
    build = _failed(message=message)
    assert _taken(build, project) == build
