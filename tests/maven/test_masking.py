"""Secrets in shown lines of a project's files."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.results import Build, Problem, Status
from pageful.maven.sources.excerpts import with_excerpts
from pageful.maven.sources.masking import mask_secrets
from pageful.maven.sources.source_texts import SourceTexts


@pytest.mark.parametrize(
    "text",
    [
        'password = "it\'s-hunter2";',
        r'token2 = "x\"hunter5";',
        'password = """\n  hunter2\n  """;',
        'String dbPassword =\n    "hunter2";',
        'assertEquals("hunter2", user.password());',
        'assertThat(user.getPassword()).isEqualTo("hunter2");',
        'when(user.password()).thenReturn("hunter2");',
        '"hunter2".equals(password)',
        'password.equals("hunter2")',
        'if (password == "hunter2") x();',
        'props.put(DB_PASSWORD, "hunter2");',
        'map.get("password").equals("hunter2");',
        'new Credentials("hunter1", "hunter2");',
        'Password.of("hunter2");',
        'case PASSWORD -> "hunter2";',
        'for (String password : List.of("hunter2", "hunter3")) x();',
        '@X(user = "u", password = "hunter2") class A {}',
        "String sql = \"ALTER USER till PASSWORD 'hunter2'\";",
        'url = "x?password=" + "hunter2";',
        'login("bob", /* the password */ "hunter2");',
        'exec("login --password hunter2");',
        'exec("login", "--password", "hunter2");',
        "sql(\"INSERT INTO users (name, password) VALUES ('bob', 'hunter2')\");",
        'sql("INSERT INTO users (password) " + "VALUES (\'hunter2\')");',
        '@V("hunter2")\nString password();',
        'setPassword(SALT + "hunter5");',
        'passwordHash = SALT + "hunter6";',
        'Map.of("password",\n    "hunter3");',
        'url = "http://x/?access_token=hunter1";',
        'header = "Authorization: Basic hunter2";',
        'password2 = (String) "hunter9";',
        'pwd = "hunter2";',
        'passphrase = "hunter2";',
        'dbPass = "hunter2";',
        'privateKey = "hunter2";',
        'accessKey = "hunter2";',
        'client.setToken("hunter2");',
        'Map.of("token", "hunter2");',
        '@V("${db.password:hunter2}") private String dbUrl;',
        '@V("hunter2")\nprivate String password;',
        'String[] passwords = {\n  "hunter2",\n  "hunter3" };',
        'String password() {\n  return "hunter2";\n}',
        '// String password = "hunter2";',
        "/* password: hunter2 */",
        'call("a); password = "hunter2";',
        'password = "hunter2',
        'key = """\n-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----\n""";',
    ],
)
def test_literals_of_java_that_may_be_secrets_are_masked(text: str) -> None:
    masked = mask_secrets(text)
    assert "hunter" not in masked
    assert masked.count("\n") == text.count("\n")


@pytest.mark.parametrize(
    "text",
    [
        'Lexer.tokenize("a b");',
        'tokens.add("first");',
        'parse(new Token("if"));',
        'assertEquals("tokens", "x");',
        'String password = read();\nString name = "tea";',
        'assertEquals("tea", login("bob", password).name());',
        'assertThrows(E.class, () -> check(password), "must refuse");',
        'throw new InvalidPasswordException("Passwords must have 8 letters");',
        'throw new E("The password must not be empty");',
        'void refusesAPassword() {\n  assertEquals("tea", name);\n}',
        'String url = base + "/x" + (password == null);',
        'log.info("{} changed the password of {}", name, other);',
        'class PasswordTest { String name = "tea"; }',
        'form.field("password");',
        'if (token == END) fail("tea");',
    ],
)
def test_other_literals_of_java_are_shown(text: str) -> None:
    assert mask_secrets(text) == text


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("sql", "CREATE USER till IDENTIFIED BY 'hunter2';"),
        ("sql", "ALTER USER till PASSWORD 'hunter3';"),
        ("sql", "INSERT INTO users (name, password) VALUES\n('a', 'hunter2'),\n('b', 'hunter3');"),
        ("sql", "CREATE TABLE t (password TEXT);\nINSERT INTO t VALUES ('hunter2');"),
        ("properties", "pwd=hunter4"),
        ("properties", "pass=hunter4"),
        ("properties", "password hunter5"),
        ("properties", "password\\\n=hunter6"),
        ("properties", "password=a\\\nhunter6"),
        ("xml", "<password>\nhunter8\n</password>"),
        ("xml", "<password>\n\n  hunter8\n</password>"),
        ("xml", '<entry key="password" value="hunter9"/>'),
        ("xml", '<entry value="hunter9" key="password"/>'),
        ("xml", '<entry key="password" type="x"\n    value="hunter9"/>'),
        ("xml", "<name>db.password</name>\n<value>hunter2</value>"),
        ("xml", "<db.password>hunter2</db.pasword>"),
        ("yaml", "password: |\n  hunter2\n  hunter3"),
        ("yaml", "passwords:\n- hunter2\n- hunter3"),
        ("http", "Authorization: Bearer hunter2"),
        ("http", "X: Bearer hunter2"),
        ("csv", "name,password\ntill,hunter2\ntea,hunter3"),
    ],
)
def test_all_behind_a_word_for_a_secret_is_masked_in_settings(kind: str, text: str) -> None:
    masked = mask_secrets(text, kind)
    assert "hunter" not in masked
    assert masked.count("\n") == text.count("\n")


def test_other_settings_are_shown() -> None:
    text = "till:\n  name: tea\n  password: x\n  port: 80\nother: 1"
    assert mask_secrets(text, "yaml") == text.replace("x", "***")


def test_tokens_that_tell_whose_they_are_are_masked_anywhere() -> None:
    known = ("AKIA" + "HUNTER0123456789", "ghp_" + "hunter" * 6, "eyJhunterhu.eyJhunterhu.hunter")
    for token in known:
        for kind in ("java", "yaml"):
            assert mask_secrets(f'x = "{token}";', kind) == 'x = "***";'


@pytest.mark.parametrize("text", ["password(", "password.", 'f("password", ', "assert(password, "])
def test_many_words_for_secrets_are_read_in_time(text: str) -> None:
    for many in (20_000, 490):
        assert mask_secrets(text * many).count("(") == (text * many).count("(")


@given(
    st.lists(
        st.sampled_from(
            [
                "password",
                '"',
                '"""',
                "'",
                "\\",
                "\n",
                " ",
                "{",
                "}",
                ";",
                "//",
                "/*",
                "*/",
                "=",
                "(",
                ")",
                ",",
                ".",
                "a",
                "</a>",
                "://",
                "@",
            ]
        )
    ),
    st.sampled_from(["java", "xml", "sql", "csv", ""]),
)
def test_masking_keeps_the_number_of_lines(parts: list[str], kind: str) -> None:
    text = "".join(parts)
    assert mask_secrets(text, kind).count("\n") == text.count("\n")


@pytest.mark.parametrize("path", ["a.sql", "db/a.sql"])
def test_nothing_is_read_where_git_refuses_to_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    git = tmp_path / "bin" / "git"
    git.parent.mkdir()
    git.write_text("#!/bin/sh\nexit 128\n")
    git.chmod(0o755)
    monkeypatch.setenv("PATH", f"{git.parent}{os.pathsep}{os.environ['PATH']}")
    root = tmp_path / "shop"
    (root / "db").mkdir(parents=True)
    (root / path).write_text("x")
    began = time.time_ns() + 10**9
    assert SourceTexts(root, (), began).read(path)
    (tmp_path / ".git").mkdir()
    assert SourceTexts(root, (), began).read(path) is None


def test_a_file_that_git_does_not_ignore_is_read(tmp_path: Path) -> None:
    subprocess.run(("git", "init", "-q", str(tmp_path)), check=True)
    (tmp_path / ".gitignore").write_text("b.sql\n")
    for name in ("a.sql", "b.sql"):
        (tmp_path / name).write_text("x")
    sources = SourceTexts(tmp_path, (), time.time_ns() + 10**9)
    assert sources.read("a.sql")
    assert sources.read("b.sql") is None


@pytest.mark.parametrize(
    ("path", "lines", "shown"),
    [
        ("pom.xml", ("<project>", "<db.password>hunter2</db.pasword>"), "<db.password>***"),
        ("Till.java", ("String dbPassword =", '"hunter2" + 1;'), '"***" + 1;'),
    ],
)
def test_a_line_is_masked_for_the_lines_around_it(
    tmp_path: Path, path: str, lines: tuple[str, ...], shown: str
) -> None:
    (tmp_path / path).write_text("\n".join(lines))
    sources = SourceTexts(tmp_path, (), time.time_ns() + 10**9)
    failed = Build("Compile", Status.FAILURE, 900, errors=(Problem("wrong", path, 2, 1),))
    places = with_excerpts(failed, sources, ()).places or ()
    assert [place.text for place in places] == [shown]
