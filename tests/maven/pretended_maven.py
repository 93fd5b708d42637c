"""Projects whose `mvnw` is a small Python program: builds that cost nothing, and wait to be told.

The program has `say(line)`, `report(class_name, passed=(), failed=())` and `wait_for(name)`, which
waits until there is a file of that name in the project, two minutes at the most.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path

# Without `site` a program starts in a third of the time; none needs a package.
_PRELUDE = """\
#!{python} -IS
import pathlib, sys, time

def say(line):
    print(line, flush=True)

def report(class_name, passed=(), failed=()):
    from xml.sax.saxutils import quoteattr
    say(f"[INFO] Running {{class_name}}")
    directory = pathlib.Path("target/surefire-reports")
    directory.mkdir(parents=True, exist_ok=True)
    cases = [f'<testcase classname="{{class_name}}" name={{quoteattr(name)}}/>' for name in passed]
    cases += [
        f'<testcase classname="{{class_name}}" name={{quoteattr(name)}}>'
        f'<failure type="E" message="wrong">E: wrong</failure></testcase>'
        for name in failed
    ]
    text = "<testsuite>" + "".join(cases) + "</testsuite>"
    (directory / f"TEST-{{class_name}}.xml").write_text(text)
    counts = f"Tests run: {{len(cases)}}, Failures: {{len(failed)}}, Errors: 0, Skipped: 0"
    say(f"[INFO] {{counts}}, Time elapsed: 0.1 s -- in {{class_name}}")

def wait_for(name):
    end = time.monotonic() + 120
    while not pathlib.Path(name).exists() and time.monotonic() < end:
        time.sleep(0.02)

"""
_PATIENCE = 60.0


def pretended(root: Path, program: str) -> Path:
    """A project below `root` that is built by a program."""
    root.mkdir(parents=True, exist_ok=True)
    (root / "pom.xml").write_text("<project/>", encoding="utf-8")
    wrapper = root / "mvnw"
    wrapper.write_text(_PRELUDE.format(python=sys.executable) + program, encoding="utf-8")
    wrapper.chmod(0o700)
    return root


def until(happened: Callable[[], object]) -> None:
    """Wait for something to happen.

    Raises:
        AssertionError: it does not.
    """
    end = time.monotonic() + _PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)
