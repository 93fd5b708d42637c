"""Builds that fail without a word that is known: the page has the log's end, and says so."""

from __future__ import annotations

from pageful.builds.junit.reports import Reports
from pageful.builds.results import Build, Problem, Status
from pageful.maven.logs.log import parse_log
from pageful.maven.outcome import Evidence, build_outcome
from pageful.maven.process_run import ProcessRun

NOTE = "Maven names no error: these are the last lines of its log."


def build(log: str) -> Build:
    lines = tuple(parse_log(log.split("\n")))
    return build_outcome(Evidence("Test", ProcessRun(1, lines, 1000), Reports((), ()), "/p"))


def test_a_foreign_summary_is_passed_through() -> None:
    found = build("[INFO] Scanning for projects...\n[INFO] BUILD ÉCHEC\n[ERREUR] /p/a est cassé")
    assert found.status is Status.FAILURE
    assert found.output[-1] == "[ERREUR] a est cassé"
    assert found.notes == (NOTE,)


def test_a_foreign_summary_with_levels_that_are_known_has_its_errors() -> None:
    found = build("[INFO] BUILD ÉCHEC\n[ERROR] Échec de l'objectif\n[ERROR] -> [Help 1]")
    assert found.errors == (Problem("Échec de l'objectif"),)
    assert (found.output, found.notes) == ((), ())


def test_a_build_that_was_killed_shows_where_it_was() -> None:
    found = build("[INFO] --- compiler:3:compile (x) @ shop ---\nKilled")
    assert found.output == ("[INFO] --- compiler:3:compile (x) @ shop ---", "Killed")
    assert found.notes == (NOTE,)


def test_a_line_that_calls_itself_an_error_needs_no_remark() -> None:
    found = build("Error: Could not create the Java Virtual Machine.")
    assert found.output == ("Error: Could not create the Java Virtual Machine.",)
    assert found.notes == ()


def test_a_build_that_says_nothing_is_told_by_its_exit_code() -> None:
    found = build("")
    assert found.output == ("Maven ended with 1, saying nothing.",)
    assert found.notes == ()
