"""What tests share: a real Maven where there is one, and copies of the example projects."""

from __future__ import annotations

import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from thoroughness import QUICK

# A change is judged by the same cases each time; new ones are looked for on purpose. A busy machine
# is no fault of a case, so no time is taken: a test that hangs is ended by pytest's own.
settings.register_profile(
    "steady",
    derandomize="PAGEFUL_FUZZ" not in os.environ,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
# For `make check`: enough cases to notice a blunder, few enough to wait for. What takes hostile
# inputs by `thoroughness.size` gets a tenth of their length.
settings.register_profile("quick", settings.get_profile("steady"), max_examples=QUICK)
settings.load_profile("steady")

# A shell that starts something in the background has it ignore Ctrl-C, and children inherit that:
# what tests interrupt has to hear it.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# What programs note of their work goes there, and not into the user's own home.
os.environ["XDG_STATE_HOME"] = str(Path(tempfile.gettempdir()) / f"pageful-tests-{os.getuid()}")

EXAMPLES = Path(__file__).parent.parent / "examples"
_MISSING = [program for program in ("mvn", "java") if not shutil.which(program)]


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Without a JDK or Maven, tests that need them are skipped; in CI they fail."""
    if not _MISSING or not item.get_closest_marker("maven"):
        return
    reason = f"not installed: {', '.join(_MISSING)}"
    if os.environ.get("CI"):
        pytest.fail(reason)
    pytest.skip(reason)


def pytest_collection_finish() -> None:
    """Spare garbage collections the thousands of tests themselves: a sixth of all time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000)  # as the program has it


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _MISSING:
        line = f"MAVEN TESTS WERE SKIPPED: {', '.join(_MISSING)} not installed"
        terminalreporter.write_line(line, red=True, bold=True)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def example(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of the example project that the test is parametrized with."""
    ignored = shutil.ignore_patterns("target")
    name: str = request.param
    return Path(shutil.copytree(EXAMPLES / name, tmp_path / name, ignore=ignored))


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Whatever is cached for the projects of tests goes where the tests go."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.mktemp("cache"))


@pytest.fixture
def jdk(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A JDK as far as one is looked for: pretended builds need none."""
    home = tmp_path_factory.mktemp("jdk")
    (home / "bin").mkdir()
    (home / "bin" / "java").touch()
    monkeypatch.setenv("JAVA_HOME", str(home))
    return home
