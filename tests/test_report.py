"""Reports: one HTML file that says what the family's work came to, whatever the texts in it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chromium import PROGRAM, Browser, browser
from pageful.builds.build_report import report_build, time_text
from pageful.builds.junit.test_case import Case, ThrownException
from pageful.builds.records.build_record import BuildRecord
from pageful.builds.results import (
    Artifact,
    Build,
    Counts,
    Failure,
    Module,
    Outcome,
    Problem,
    Status,
)
from pageful.report.document import Bar, Bars, Detail, Details, Fact, Listing, Report
from pageful.report.html import write_html

_VOID = {"meta"}


class _Reader(HTMLParser):
    """Reads HTML whose elements all end, and keeps names and text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: set[str] = set()
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.add(tag)
        assert not any(name.startswith("on") or name in ("src", "href") for name, _ in attrs)
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)


def _read(html: str) -> _Reader:
    reader = _Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


_TEXTS = st.text(max_size=40)


@given(_TEXTS, _TEXTS, st.floats(0, 1e12))
def test_any_text_stays_text(label: str, text: str, value: float) -> None:
    sections = (
        Bars(label, (Bar(label, value, text), Bar(text, 0, label)), 3, "rows"),
        Details(text, (Detail(label, text), Detail(text)), 1, "causes"),
        Listing(label, (text, label)),
        Listing("nothing", ()),
    )
    html = write_html(Report(text, label, (Fact(label, text, "bad"),), sections))
    read = _read(html)
    assert not {"script", "img", "link", "iframe", "a"} & read.names
    assert "nothing" not in read.words
    assert "… 3 more rows" in read.words


def test_a_bar_is_as_long_as_its_share_of_the_longest() -> None:
    bars = Bars("Times", (Bar("a", 8, "8 s"), Bar("b", 2, "2 s"), Bar("c", 0, "0 s")))
    html = write_html(Report("t", "", (), (bars,)))
    assert [part.split("%")[0] for part in html.split('style="width:')[1:]] == [
        "100.00",
        "25.00",
        "0.00",
    ]


def test_a_text_that_browsers_could_not_show_is_cut_and_says_so() -> None:
    html = write_html(Report("t", "", (), (Details("d", (Detail("s", "x" * 100_007),)),)))
    assert "… 7 more characters" in html
    assert len(html) < 110_000


@dataclass(frozen=True)
class _Record:
    whole: tuple[Build, tuple[Case, ...]]
    id: str = "b7"
    has_ended: bool = True


def _report(build: Build, *cases: Case, ended: bool = True) -> Report:
    return report_build(cast(BuildRecord, _Record((build, cases), has_ended=ended)), "shop")


def test_a_failed_build_has_its_causes_and_where_the_time_went() -> None:
    build = Build(
        "Verify",
        Status.FAILURE,
        185_000,
        errors=(Problem("cannot find symbol\n  symbol: x", "src/A.java", 3, 7),),
        warnings=(Problem("old", module="core"),),
        tests=Counts(4, 2, 1),
        failures=(Failure(("ATest#a", "ATest#b"), "boom", ("at A.a(A.java:3)",), ("said",)),),
        modules=(
            Module("core", Outcome.SUCCESS, milliseconds=900),
            Module("web", Outcome.FAILURE, milliseconds=61_000, tests=Counts(4, 2, 1)),
        ),
        artifacts=(Artifact("core/target/core.jar", 2048),),
        notes=("a note",),
        fixed=("ATest#c",),
    )
    thrown = ThrownException("E", "boom", "")
    report = _report(
        build,
        Case("x.ATest", "a", thrown, milliseconds=1500),
        Case("x.ATest", "b", thrown, milliseconds=20),
        Case("x.BTest", "c", skipped=True),
        Case("x.CTest", "d", milliseconds=7, module="web"),
    )
    assert (report.title, report.tone) == ("shop: Verify", "bad")
    assert report.subtitle == "Build b7, FAILURE"
    words = "\n".join(_read(write_html(report)).words)
    for said in ("3:05 min", "src/A.java:3:7 cannot find symbol", "ATest#a and 1 more: boom",
                 "at A.a(A.java:3)", "said", "1:01 min · 2 failed", "ATest (.)", "CTest (web)",
                 "core/target/core.jar · 2.0 KB", "a note", "Mended"):  # fmt: skip
        assert said in words, said
    classes = next(each for each in report.sections if each.title == "Test classes by time")
    assert isinstance(classes, Bars)
    assert [bar.tone for bar in classes.bars] == ["bad", "plain", "faint"]


def test_a_build_that_runs_or_ended_without_a_cause_says_so() -> None:
    build = Build("Test", Status.FAILURE, 10, output=("the last line",))
    report = _report(build, ended=False)
    assert report.subtitle == "Build b7, FAILURE so far"
    assert "the last line" in write_html(report)
    assert _report(Build("Test", Status.SUCCESS, 10)).tone == "good"


def test_what_is_too_much_is_counted() -> None:
    failures = tuple(Failure((f"T#t{n}",), "boom") for n in range(503))
    many = Failure(tuple(f"T#t{n}" for n in range(60)), "boom")
    html = write_html(_report(Build("Test", Status.FAILURE, 10, failures=(many, *failures))))
    assert "… 4 more causes of failures" in html
    assert "… 10 more" in html


@pytest.mark.parametrize(
    ("milliseconds", "text"),
    [(0, "0 ms"), (999, "999 ms"), (1000, "1.0s"), (59_999, "60.0s"), (60_000, "1:00 min")],
)
def test_times_are_as_people_say_them(milliseconds: int, text: str) -> None:
    assert time_text(milliseconds) == text


def _run(*argv: str, home: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "XDG_CACHE_HOME": str(home), "XDG_DATA_HOME": str(home)}
    return subprocess.run(
        [sys.executable, "-m", "pageful", "report", *argv],
        capture_output=True,
        text=True,
        cwd=home,
        env=environment,
    )


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A vault with a tag, a link to nothing, and a note without links."""
    vault = tmp_path / "notes"
    (vault / "People").mkdir(parents=True)
    (vault / "Home.md").write_text("# Home\n#house [[Ada]] and [[Nobody]]\n- [ ] call her\n")
    (vault / "People" / "Ada.md").write_text("An engineer.\n")
    (vault / "Alone.md").write_text("Nothing leads here.\n")
    return vault


def test_the_report_of_a_vault_has_tags_orphans_and_links_to_nothing(notes: Path) -> None:
    ran = _run("vault", str(notes), "--output", "vault.html", home=notes.parent)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(f"Written: {notes.parent / 'vault.html'} (")
    words = _read((notes.parent / "vault.html").read_text(encoding="utf-8")).words
    for said in ("#house", "Alone.md", "Nobody (1)", "Home.md:2", "1 open, 0 done", "People"):
        assert said in words, said


def test_the_report_of_an_index_has_its_languages(tmp_path: Path) -> None:
    repository = tmp_path / "shop"
    repository.mkdir()
    (repository / "cart.py").write_text("def add_item(cart, item):\n    cart.append(item)\n")
    index = [sys.executable, "-m", "pageful", "code", "index", str(repository)]
    environment = {**os.environ, "XDG_CACHE_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    subprocess.run(index, check=True, capture_output=True, env=environment)
    ran = _run("code", "--repo", str(repository), "--output", "-", home=tmp_path)
    assert ran.returncode == 0, ran.stderr
    words = _read(ran.stdout).words
    assert "python" in words
    assert "1 files" in words


def test_a_report_of_no_build_says_how_one_is_made(tmp_path: Path) -> None:
    (tmp_path / "pom.xml").write_text("<project/>")
    ran = _run("maven", home=tmp_path)
    assert ran.returncode == 3
    assert "build" in ran.stderr
    assert not list(tmp_path.glob("*.html"))


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (["mavn"], "Did you mean `pageful report maven`?"),
        ([], "a command is missing"),
        (["vault", "--outptu", "x"], "Did you mean `--output`?"),
        (["vault", "VAULT", "--output", "gone/x.html"], "can't be written"),
    ],
)
def test_wrong_usage_says_what_to_type(argv: list[str], said: str, notes: Path) -> None:
    words = [str(notes) if word == "VAULT" else word for word in argv]
    ran = _run(*words, home=notes.parent)
    assert ran.returncode == 3
    assert said in ran.stderr


@pytest.fixture(scope="module")
def tab(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.mark.slow
@pytest.mark.skipif(PROGRAM is None, reason="no chromium (Debian: apt-get install chromium)")
def test_a_browser_shows_it_without_fetching_anything(tab: Browser, tmp_path: Path) -> None:
    long = "com.example.a.very.long.name." * 9 + "CartTest"
    bars = Bars("Times", (Bar(long, 8, "8 s"), Bar("b", 2, "2 s", "bad")))
    details = Details("Failures", (Detail("boom", "at A.a(A.java:3)\n" + "x" * 500),))
    file = tmp_path / "report.html"
    file.write_text(write_html(Report("shop", "b1", (Fact("Time", "8 s"),), (bars, details))))
    tab.open(file.as_uri())
    width = "document.documentElement"
    assert tab.value(f"{width}.scrollWidth <= {width}.clientWidth")
    lengths = tab.value(
        "[...document.querySelectorAll('.track span')].map(e => e.getBoundingClientRect().width)"
    )
    assert lengths[0] == pytest.approx(4 * lengths[1], rel=0.02)
    assert "at A.a" not in tab.text()
    tab.click("summary")
    assert "at A.a" in tab.text()
    assert tab.complaints == []
    assert all(each.startswith(("file:", "about:")) for each in tab.asked_for)
