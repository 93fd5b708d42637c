"""What the ignore rules leave out is what git itself leaves out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from git_tree import clear, git, init, not_ignored, write
from pageful.code.scan.ignore_rules import Directory, Layer, parse, path_matcher
from pageful.code.scan.walker import walk
from pageful.code.scan.wildmatch import matcher
from thoroughness import examples

NAMES = ["a", "b", "ab", "abc", "a.c", "b.c.d", "é", "a b", ".h", "[a]", "B", "a]", "-", "#a", "!a"]
GLOBS = ["*", "?", "??", "a*", "*b", "*.c", "*.?", "[ab]", "[!a]*", "[^a-b]", "[[:alpha:]]*", "**"]
HOSTILE = "ab.*?[]!\\/# -^"
# Git takes a `**` right after a literal for a component of its own, against its own manual, and a
# slash in brackets for the end of a component or not as it comes.
UNDOCUMENTED = re.compile(r"[^/*]\*\*|\[[^\]]*/|\[:|-\[")


def paths() -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(NAMES), min_size=1, max_size=4).map("/".join)


def patterns() -> st.SearchStrategy[str]:
    component = st.sampled_from(NAMES + GLOBS)
    sensible = st.builds(
        lambda sign, first, parts, last: sign + first + "/".join(parts) + last,
        st.sampled_from(["", "", "!"]),
        st.sampled_from(["", "", "/"]),
        st.lists(component, min_size=1, max_size=4),
        st.sampled_from(["", "", "/", " ", "\r", "/**"]),
    )
    line = sensible | st.text(HOSTILE, max_size=8)
    return line.filter(lambda line: not UNDOCUMENTED.search(line.replace("[:alpha:]", "")))


def rule_files() -> st.SearchStrategy[str]:
    return st.lists(patterns(), max_size=6).map("\n".join)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GIT_CONFIG_NOSYSTEM", "1")
        patch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
        patch.setenv("XDG_CONFIG_HOME", "/nowhere")
        yield init(tmp_path_factory.mktemp("ignoring"))


def walked(root: Path) -> set[str]:
    return set(walk(root).snapshot.files)


@settings(max_examples=examples(150), deadline=None)
@given(
    files=st.sets(paths(), max_size=12),
    outer=rule_files(),
    inner=st.dictionaries(paths(), rule_files(), max_size=2),
    private=rule_files(),
)
@example(files={"a/b"}, outer="a/\n!a/b", inner={}, private="")
@example(files={"a/b", "a/ab"}, outer="a/*\n!a/b", inner={}, private="")
@example(files={"a/b/a.c"}, outer="*.c", inner={"a": "!*.c"}, private="")
@example(files={"a/b/ab/b"}, outer="a/**/b", inner={}, private="")
@example(files={"a", "b"}, outer="", inner={}, private="a")
@example(files={"é"}, outer="??", inner={}, private="")
def test_a_tree_is_walked_as_git_lists_it(
    tree: Path, files: set[str], outer: str, inner: dict[str, str], private: str
) -> None:
    clear(tree)
    write(tree, dict.fromkeys(sorted(files), "x"))
    write(tree, {".gitignore": outer} | {f"{at}/.gitignore": text for at, text in inner.items()})
    (tree / ".git/info/exclude").write_text(private)
    assert walked(tree) == not_ignored(tree)


@settings(max_examples=examples(100), deadline=None)
@given(
    files=st.sets(paths(), max_size=10),
    # Git folds no case in brackets and behind a backslash.
    outer=rule_files().filter(lambda rules: not set("[\\") & set(rules)),
)
def test_letter_case_counts_as_git_is_told(tree: Path, files: set[str], outer: str) -> None:
    clear(tree)
    write(tree, dict.fromkeys(sorted(files), "x") | {".gitignore": outer.upper()})
    git(tree, "config", "core.ignoreCase", "true")
    try:
        assert walked(tree) == not_ignored(tree)
    finally:
        git(tree, "config", "--unset", "core.ignoreCase")


def ignores(rules: bytes, path: str, *, directory: bool = False) -> bool:
    *above, name = path.split("/")
    here = Directory.of(parse(rules, Layer.GITIGNORE, 0))
    for part in above:
        here = here.below(part)
    return here.ignores_directory(name) if directory else here.ignores_file(name)


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        (b"foo", "foo"),
        (b"foo", "a/b/foo"),
        (b"/foo", "foo"),
        (b"a/foo", "a/foo"),
        (b"a/**/foo", "a/foo"),
        (b"a/**/foo", "a/b/c/foo"),
        (b"**/a/foo", "x/a/foo"),
        (b"**/a/foo", "x/y/z/a/foo"),
        (b"a/**", "a/b/c"),
        (b"*.py[cod]", "x.pyc"),
        (b"*.tar.gz", "x.tar.gz"),
        (b"*a*b*", "aba"),
        (b"\\!foo", "!foo"),
        (b"\\#foo", "#foo"),
        (b"foo\\ ", "foo "),
        (b"foo  ", "foo"),
        (b"foo\r\n", "foo"),
        (b"\xef\xbb\xbffoo", "foo"),
        (b"a\\/b", "a/b"),
        (b"[[:digit:]]x", "1x"),
        (b"[]-]", "]"),
        (b"[!]a-]x", "bx"),
        (b"!foo\nfoo", "foo"),
    ],
)
def test_a_pattern_matches(rules: bytes, path: str) -> None:
    assert ignores(rules, path)


@pytest.mark.parametrize(
    ("rules", "path"),
    [
        (b"/foo", "a/foo"),
        (b"a/foo", "b/a/foo"),
        (b"foo/", "foo"),
        (b"# foo", "foo"),
        (b"/", "foo"),
        (b"a//b", "a/b"),
        (b"a/**", "a"),
        (b"a*b", "a/b"),
        (b"foo\t", "foo"),
        (b"[", "["),
        (b"[z-a]", "b"),
        (b"[[:nothing:]]", "n"),
        (b"foo\\", "foo"),
        (b"foo\n!foo", "foo"),
        (b"?", "é"),
    ],
)
def test_a_pattern_does_not_match(rules: bytes, path: str) -> None:
    assert not ignores(rules, path)


def test_a_directory_pattern_is_for_directories() -> None:
    assert ignores(b"build/", "x/build", directory=True)
    assert not ignores(b"build/", "x/build")


def test_a_later_layer_decides_whatever_its_depth() -> None:
    shared, own = parse(b"foo", Layer.GITIGNORE, 7), parse(b"!foo", Layer.IGNORE, 0)
    assert not Directory.of((*own, *shared)).ignores_file("foo")


def test_directories_with_the_same_rules_are_one() -> None:
    here = Directory.of(parse(b"*.log\n/a/b/c", Layer.GITIGNORE, 0))
    assert here.below("x").below("y") is here.below("z")


@given(st.text(), st.text("ab/", max_size=6))
def test_any_text_is_a_pattern(rules: str, path: str) -> None:
    here = Directory.of(parse(rules.encode(errors="surrogatepass"), Layer.GITIGNORE, 0))
    for part in path.split("/"):
        here.ignores_file(part)
        here = here.below(part)


def test_a_pattern_of_many_stars_takes_no_longer_than_its_name() -> None:
    assert not matcher("*a" * 60 + "b").match("a" * 250)


@pytest.mark.parametrize(
    ("glob", "path", "matches"),
    [
        ("src/*", "src/a.py", True),
        ("src/*", "src/a/b.py", True),
        ("src/*", "lib/src/a.py", False),
        ("**/auth", "auth/a.py", True),
        ("**/auth", "x/y/auth/z/a.py", True),
        ("**/auth", "x/authors/a.py", False),
        ("a/**/b", "a/b", True),
        ("a/**/b", "a/x/y/b/c", True),
        ("[!a]*/?", "größe/ä/b.py", True),
        ("[読書]", "読/a.py", True),
        ("[z-a]", "z/a.py", False),
    ],
)
def test_a_glob_names_paths_and_all_below_them(glob: str, path: str, matches: bool) -> None:
    assert path_matcher(glob)(path) is matches
