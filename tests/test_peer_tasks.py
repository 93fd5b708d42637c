"""What peers are asked, and the truth that their answers are held against."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

import peer_builds
import peer_questions
import peer_vault_tasks
from peer_builds import Fact
from peer_questions import Question
from peer_vault_tasks import Task, Vault


def _write(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    return root


def _commit(root: Path, message: str) -> None:
    identity = ("-c", "user.name=Ada", "-c", "user.email=ada@example.com")
    for command in (("add", "-A"), (*identity, "commit", "-q", "-m", message)):
        subprocess.run(("git", "-C", str(root), *command), check=True, capture_output=True)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    subprocess.run(("git", "init", "-q", str(tmp_path)), check=True)
    cart = 'def add_item(name):\n    raise ValueError("the cart is closed today")\n'
    _write(tmp_path, {"shop/cart.py": cart, "shop/till.py": "def close_till():\n    pass\n"})
    _write(tmp_path, {"tests/test_cart.py": "def add_item():\n    pass\n"})
    _commit(tmp_path, "All")
    _write(tmp_path, {"shop/till.py": "def close_till():\n    return 1\n"})
    _commit(tmp_path, "fix(till): count what is in the till at night (#12)")
    return tmp_path


def test_questions_are_names_strings_and_subjects_of_small_commits(checkout: Path) -> None:
    asked = {(each.kind, each.query): each for each in peer_questions.draw(checkout)}
    assert asked == {
        ("names", "add_item"): Question("names", "add_item", ("shop/cart.py",), 1),
        ("names", "close_till"): Question("names", "close_till", ("shop/till.py",), 1),
        ("strings", "the cart is closed today"): Question(
            "strings", "the cart is closed today", ("shop/cart.py",), 2
        ),
        ("meaning", "count what is in the till at night"): Question(
            "meaning", "count what is in the till at night", ("shop/till.py",)
        ),
    }


def test_the_same_questions_are_drawn_each_time(checkout: Path) -> None:
    assert peer_questions.draw(checkout) == peer_questions.draw(checkout)


def test_an_answer_is_graded_by_the_files_that_it_names_in_order() -> None:
    files = frozenset({"a.py", "b/c.py", "d.py"})
    question = Question("names", "add_item", ("b/c.py",), 7)
    root = Path("/home/ada/shop")
    right = peer_questions.grade("/home/ada/shop/b/c.py:7: def add_item", question, files, root)
    assert (right.first, right.among_five, right.line) == (True, True, True)
    second = peer_questions.grade("|a.py|1|\n|b/c.py|17|", question, files, root)
    assert (second.first, second.among_five, second.line) == (False, True, False)
    none = peer_questions.grade("nothing in xa.py, line 7", question, files, root)
    assert (none.first, none.among_five, none.line) == (False, False, False)


def test_a_legend_of_paths_says_nothing_of_their_order() -> None:
    answer = "@1=a.py\n@2=b/c.py\n\n@2::add_item,7\n@1::add,3\n"
    assert peer_questions.named_files(answer, frozenset({"a.py", "b/c.py"}), Path("/shop")) == [
        "b/c.py",
        "a.py",
    ]


_NOTES = {
    "Bread/Rye.md": "---\ntags: [no, baking]\nstatus: done\n---\n# Rye\n\n[[Starter#Feeding|it]]\n",
    "Starter.md": "---\nstatus: done\n---\nFed with #baking/flour. `[[Rye]]`\n",
    "Log.md": "---\nstatus:\n  - done\n  - late\n---\n[r](Bread/Rye.md) [[starter]] %%[[Rye]]%%\n",
    ".trash/Old.md": "[[Starter]] #baking\n",
}


def test_the_truth_of_a_vault_is_read_from_its_notes(tmp_path: Path) -> None:
    vault = Vault.read(_write(tmp_path, _NOTES))
    assert vault.backlinks == {
        "Starter.md": frozenset({"Bread/Rye.md", "Log.md"}),
        "Bread/Rye.md": frozenset({"Log.md"}),
    }
    assert vault.tagged["baking"] == frozenset({"Bread/Rye.md", "Starter.md"})
    assert vault.tagged["no"] == frozenset({"Bread/Rye.md"})
    assert vault.valued["status", "done"] == frozenset({"Bread/Rye.md", "Log.md", "Starter.md"})
    assert vault.valued["status", "late"] == frozenset({"Log.md"})


def test_tasks_are_drawn_of_what_a_vault_has(tmp_path: Path) -> None:
    notes = {f"Note {n}.md": f"---\nkind: idea\n---\n[[Hub]] #work {'x' * n}\n" for n in range(20)}
    tasks = {
        task.kind: task for task in peer_vault_tasks.draw(_write(tmp_path, notes | {"Hub.md": ""}))
    }
    everyone = tuple(sorted(notes))
    assert set(tasks) == {"backlinks, many", "notes of a tag", "count of a tag", "property is"}
    assert tasks["backlinks, many"].notes == everyone
    assert tasks["backlinks, many"].asked["name"] == "Hub"
    assert tasks["count of a tag"].texts == ("20",)
    assert tasks["property is"].asked == {"property": "kind", "value": "idea", "text": "kind: idea"}


def test_an_empty_vault_has_no_tasks(tmp_path: Path) -> None:
    assert peer_vault_tasks.draw(tmp_path) == []


def test_an_answer_lacks_the_notes_that_it_names_in_no_form() -> None:
    task = Task("phrase", {}, ("Bread/Rye.md", "Starter.md"), ("12",))
    assert task.missing("Rye, Starter: 12") == (0, 3)
    assert task.missing('["Bread\\/Rye.md", "Starters.md", 120]') == (2, 3)


def test_a_section_is_held_against_its_plain_lines_and_those_beneath(tmp_path: Path) -> None:
    lines = [
        f"The {word} line of the plan is long enough to count."
        for word in ("first", "next", "last")
    ]
    padding = "Said with *marks* so that no line is asked for. " * 6
    risks = f"### Risks\n\n{lines[1]}\n{lines[2]}\n"
    text = f"# Top\n\n## Plan\n\n{lines[0]}\n{padding}\n\n{risks}\n## Else\n"
    (task,) = peer_vault_tasks.draw(_write(tmp_path, {"Note.md": text}))
    assert (task.kind, task.asked["heading"], task.texts) == ("section", "Plan", tuple(lines))


_LOG = """[INFO] BUILD
\x1b[1m[ERROR]\x1b[m /home/ada/shop/src/Receipt.java:[9,29] cannot find symbol
  symbol:   method label()
  location: class shop.Receipt
[ERROR] /shop/src/Order.java:[3,4] incompatible types: java.lang.String cannot be converted to int
"""


def test_facts_of_a_build_that_does_not_compile_are_places_messages_and_symbols(
    tmp_path: Path,
) -> None:
    facts = peer_builds.facts_of(_LOG, tmp_path)
    assert [fact.texts for fact in facts] == [
        ("Receipt.java", "9"),
        ("cannot find symbol",),
        ("Order.java", "3"),
        ("incompatible types: java.lang.String cannot be converted to int",),
        ("method label()",),
    ]
    page = (
        "Receipt.java\n- L9:29 cannot find symbol: method\n label()\nOrder.java L3: incompatible "
    )
    assert peer_builds.missing(page, facts) == {"message of a compile error": (1, 2)}
    assert peer_builds.missing(f"{page} types: String cannot be converted to int", facts) == {}


_REPORT = """<testsuite><testcase classname="shop.OrderTest" name="adds(int)[1]"><failure
message="expected: 1&#10;but was: 2">org.opentest4j.AssertionFailedError: expected
\tat org.junit.Assert.fail(Assert.java:1)
\tat shop.OrderTest.adds(OrderTest.java:12)
Caused by: java.io.IOException: the ledger is open
</failure></testcase><testcase classname="shop.OrderTest" name="passes"/></testsuite>"""


def test_facts_of_failing_tests_are_read_from_their_reports(tmp_path: Path) -> None:
    _write(tmp_path, {"target/surefire-reports/TEST-shop.OrderTest.xml": _REPORT})
    assert peer_builds.facts_of("", tmp_path) == [
        Fact("name of a failing test", ("adds",)),
        Fact("whole message of a failing test", ("expected: 1", "but was: 2")),
        Fact("line of a failing test", ("OrderTest.java", "12")),
        Fact("root cause of a failing test", ("the ledger is open",)),
    ]


def test_the_fact_of_a_green_build_is_how_many_tests_ran(tmp_path: Path) -> None:
    log = "[INFO] Tests run: 3, Failures: 0, Errors: 0, Skipped: 0, Time elapsed: 1 s\n"
    log += "[INFO] \n[WARNING] Tests run: 12, Failures: 0, Errors: 0, Skipped: 1\n"
    assert peer_builds.facts_of(log, tmp_path) == [Fact("number of tests run", ("12",))]


def test_faults_are_put_into_the_first_classes_and_beside_the_first_test(tmp_path: Path) -> None:
    main, test = "src/main/java/shop", "src/test/java/shop"
    files = {
        f"{main}/Alone.java": "package shop;\n\ninterface Alone {}\n",
        f"{main}/Cart.java": "package shop;\n\npublic class Cart {\n}\n",
        f"{main}/Till.java": "package shop;\n\npublic final class Till {\n}\n",
        f"{test}/CartTest.java": "package shop;\n\nclass CartTest {}\n",
    }
    source = _write(tmp_path / "shop", files)
    copy = peer_builds.copy_project(source, tmp_path / "copy")
    peer_builds.with_compile_errors(copy)
    peer_builds.with_failing_tests(copy)
    changed = {name for name, text in files.items() if (copy / name).read_text("utf-8") != text}
    assert changed == {f"{main}/Cart.java", f"{main}/Till.java"}
    assert "int peersWithoutDefinition" not in (copy / f"{main}/Cart.java").read_text("utf-8")
    assert (copy / f"{test}/PeersTest.java").read_text("utf-8").startswith("package shop;\n")
