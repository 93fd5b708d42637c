"""`pageful run` from outside: what the program sees, what is printed, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from pageful.usage.counts import Kind, Usage
from pageful.usage.usage_log import UsageLog
from spy import PAGEFUL, Spy

_PATIENCE = 60.0
_GREEN = "say('[INFO] BUILD SUCCESS')"
_LONG = "for n in range(200): say('[INFO] line %d of many that nobody wants to read' % n)\n"
_RED = _LONG + "say('[ERROR] it is broken')\nsys.exit(1)"
_WAITING = (
    "import signal\n"
    "signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))\n"
    "say('[INFO] --- surefire:3.2.5:test (default-test) @ shop ---')\n"
    "say('[INFO] Running com.example.CartTest')\n"
    "open('ready', 'w').close()\n"
    "time.sleep(120)"
)

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="reads /proc"),
    pytest.mark.slow,
]


@pytest.fixture
def spy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spy:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("PAGEFUL", raising=False)
    return Spy(tmp_path, _GREEN)


def _run(spy: Spy, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [PAGEFUL, "run", *words],
        cwd=spy.project,
        env={**spy.environment, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=_PATIENCE,
    )


def _shell(spy: Spy, shell: str, line: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [shell, "-c", line],
        cwd=spy.project,
        env=spy.environment,
        capture_output=True,
        encoding="utf-8",
        timeout=_PATIENCE,
    )


def _until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + _PATIENCE
    while not happened():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def _start(spy: Spy, *words: str) -> subprocess.Popen[str]:
    process = subprocess.Popen(
        [PAGEFUL, "run", *words],
        cwd=spy.project,
        env=spy.environment,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )
    _until((spy.project / "ready").exists)
    return process


def _lives(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


@pytest.mark.parametrize("shell", ["bash", "sh"])
@pytest.mark.parametrize(
    "line",
    [
        "LC_ALL=C {} -q test -Dtest='A*' \"-Dx=a b\" </etc/passwd",
        "A= LANG=de_DE.UTF-8 {} test -pl '' 7</etc/hosts",
        "trap '' INT; {} test",
        "cd / && cd - >/dev/null && {} -B verify",
    ],
)
def test_the_program_sees_what_it_would_have_seen(spy: Spy, shell: str, line: str) -> None:
    _shell(spy, shell, line.format("mvn"))
    typed = spy.seen()
    _shell(spy, shell, line.format("pageful run mvn"))
    run = spy.seen()
    for each in (typed, run):
        del each["pid"], each["parent"], each["group"]
    assert run == typed


def test_the_program_is_in_the_group_of_what_started_it(spy: Spy) -> None:
    spy.write(_WAITING)
    process = _start(spy, "mvn", "test")
    assert spy.seen()["group"] == process.pid
    os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


@pytest.mark.parametrize("code", [0, 1, 7, 130, 255])
def test_the_exit_code_is_the_programs(spy: Spy, code: int) -> None:
    spy.write(f"{_LONG}sys.exit({code})")
    assert _run(spy, "mvn", "test").returncode == code


@pytest.mark.parametrize("name", ["SIGKILL", "SIGSEGV", "SIGTERM", "SIGPIPE"])
def test_a_program_that_a_signal_ends_is_followed(spy: Spy, name: str) -> None:
    number = signal.Signals[name]
    spy.write(f"import signal\nsignal.signal({number}, 0) if {number} != 9 else 0\n"
              f"say('[INFO] Scanning')\nos.kill(os.getpid(), {number})")  # fmt: skip
    assert _run(spy, "mvn", "test").returncode == -number
    assert _shell(spy, "sh", "pageful run mvn test; exit $?").returncode == 128 + number


def test_the_exit_code_is_right_for_what_stands_behind(spy: Spy) -> None:
    spy.write(_RED)
    line = "pageful run mvn test && echo well || echo ill; pageful run mvn test; echo $?"
    assert _shell(spy, "sh", line).stdout.splitlines()[-1] == "1"
    assert "\nill\n" in _shell(spy, "sh", line).stdout
    assert _shell(spy, "sh", "pageful run mvn test | cat").returncode == 0
    assert _shell(spy, "bash", "set -o pipefail; pageful run mvn test | cat").returncode == 1


def test_a_failed_build_is_a_page(spy: Spy) -> None:
    spy.write(_RED)
    done = _run(spy, "mvn", "test")
    first, *rest = done.stdout.splitlines()
    assert first.startswith("Test FAILURE (")
    assert "it is broken" in done.stdout
    assert rest[-1].endswith(f"`pageful maven build b1 --show log --project {spy.project}`")
    assert done.returncode == 1
    assert done.stderr == ""


def test_the_log_can_be_asked_for_as_the_page_says(spy: Spy) -> None:
    spy.write(_RED)
    command = _run(spy, "mvn", "test").stdout.split("`")[-2]
    assert "line 199 of many" in _shell(spy, "sh", command).stdout


def test_a_green_quiet_build_is_one_line(spy: Spy) -> None:
    spy.write("")
    done = _run(spy, "mvn", "-q", "package")
    assert done.stdout.count("\n") == 1
    assert done.stdout.startswith("Package SUCCESS (")


def test_a_page_that_would_be_longer_gives_way_to_the_output(spy: Spy) -> None:
    words = "x" * 220
    spy.write(f"say('\\x1b[1m{words}\\x1b[m')\nsys.exit(1)")
    assert _run(spy, "mvn", "test").stdout == f"\x1b[1m{words}\x1b[m\n"


def test_an_exit_code_that_contradicts_the_page_is_said_first(spy: Spy) -> None:
    spy.write(_LONG + "say('[ERROR] COMPILATION ERROR : ')\nsay('[INFO] BUILD FAILURE')")
    done = _run(spy, "mvn", "-fn", "test")
    first, second, *_ = filter(None, done.stdout.splitlines())
    assert first.startswith("Exit code 0")
    assert second.startswith("Test FAILURE")
    assert done.returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ("mvn", "dependency:tree"),
        ("mvn", "spring-boot:run"),
        ("mvn",),
        ("mvn", "-v"),
        ("mvn", "-X", "test"),
        ("mvn", "--no-such-option", "test"),
        ("mvn", "test", "-Dmaven.surefire.debug"),
        ("mvn", "deploy"),
        ("mvn", "-f", "missing/pom.xml", "test"),
    ],
)
def test_what_has_no_page_is_the_program_itself(spy: Spy, words: tuple[str, ...]) -> None:
    with subprocess.Popen([PAGEFUL, "run", *words], cwd=spy.project, env=spy.environment) as run:
        run.wait(_PATIENCE)
    assert spy.seen()["pid"] == run.pid


def test_pages_are_turned_off_by_a_variable(spy: Spy) -> None:
    spy.write(_RED)
    done = _run(spy, "mvn", "test", PAGEFUL="off")
    assert done.stdout.splitlines()[-1] == "[ERROR] it is broken"
    assert done.returncode == 1
    assert "PAGEFUL=off" in spy.seen()["environment"]


def test_another_program_is_run_as_it_was_typed(spy: Spy) -> None:
    done = _run(spy, "printf", "%s", "a b")
    assert done.stdout == "a b"


def test_programs_that_can_not_be_run_end_as_in_a_shell(spy: Spy) -> None:
    assert _run(spy, "no-such-program").returncode == 127
    (spy.project / "plain").touch()
    assert _run(spy, "./plain").returncode == 126
    (spy.programs / "mvn").unlink()
    done = _run(spy, "mvn", "test", PATH=str(spy.programs))
    assert done.returncode == 127
    assert done.stderr == "pageful: mvn: not found\n"


def test_a_script_that_names_no_shell_is_run_by_one(spy: Spy) -> None:
    (spy.project / "mvnw").write_text(f"for i in {'x ' * 50}; do echo [INFO] $i; done; exit 5")
    (spy.project / "mvnw").chmod(0o700)
    done = _run(spy, "./mvnw", "test")
    assert done.returncode == 5
    assert done.stdout.startswith("Test FAILURE")
    assert _run(spy, "sh", "mvnw", "test").stdout.startswith("Test FAILURE")
    assert _run(spy, "./mvnw", "test", PAGEFUL="off").returncode == 5


@pytest.mark.parametrize("words", [(), ("--lines", "x", "mvn"), ("--what", "mvn"), ("--deadline",)])
def test_wrong_usage_runs_nothing(spy: Spy, words: tuple[str, ...]) -> None:
    done = _run(spy, *words)
    assert done.returncode == 3
    assert done.stderr.endswith("See `pageful run --help`.\n")
    assert not spy.has_begun


def test_help_says_what_there_is(spy: Spy) -> None:
    assert "usage: pageful run" in _run(spy, "--help").stdout


def test_the_last_lines_bound_the_page(spy: Spy) -> None:
    problem = "'[ERROR] the widget number %d does not fit into the frame that it was made for' % n"
    spy.write(f"for n in range(2000): say({problem})\nsys.exit(1)")
    assert len(_run(spy, "--lines=20", "mvn", "test").stdout) <= 3_001
    assert 3_001 < len(_run(spy, "--lines", "60", "mvn", "test").stdout) <= 7_201


def test_without_a_page_the_last_lines_are_the_outputs(spy: Spy, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no directory")
    spy.write(_RED)
    done = _run(spy, "--lines=2", "mvn", "test")
    assert done.stdout.splitlines()[1:] == ["[ERROR] it is broken"]
    assert done.returncode == 1


def test_without_a_page_the_first_lines_are_the_outputs_for_head(spy: Spy, tmp_path: Path) -> None:
    (tmp_path / "cache").write_text("no directory")
    spy.write(_RED)
    done = _run(spy, "--head=2", "mvn", "test")
    assert [line[-7:] for line in done.stdout.splitlines()] == ["to read"] * 2
    assert " 0 of many" in done.stdout
    assert " 1 of many" in done.stdout
    assert done.returncode == 1


def test_runs_are_counted_without_any_of_their_text(spy: Spy, tmp_path: Path) -> None:
    file = tmp_path / "state" / "pageful" / "usage.jsonl"
    state = {"XDG_STATE_HOME": str(tmp_path / "state")}
    spy.write(_RED)
    page = _run(spy, "--lines=2", "mvn", "test", **state).stdout
    _run(spy, "mvn", "--version", **state)
    _run(spy, "printf", "x", **state)
    _run(spy, "mvn", "test", PAGEFUL="off", **state)
    _run(spy, "mvn", "test", PAGEFUL_STATS="0", **state)
    with_page, as_typed = (each.usage for each in UsageLog(file).read())
    assert with_page.kind == Kind("run", "maven", "mvn", "page")
    assert with_page.size.page
    assert with_page.size.page.characters == len(page) - 1
    assert with_page.size.json
    assert with_page.size.json.characters > 9_000
    assert with_page.fields["viewed"][0] > len("[ERROR] it is broken")
    assert as_typed == Usage(Kind("run", "maven", "mvn", "as typed"))
    assert "broken" not in file.read_text(encoding="utf-8")


def test_a_run_that_can_not_be_counted_is_a_run_all_the_same(spy: Spy, tmp_path: Path) -> None:
    (tmp_path / "state").write_text("no directory")
    spy.write(_RED)
    done = _run(spy, "mvn", "test", XDG_STATE_HOME=str(tmp_path / "state"), PAGEFUL_STATS="maybe")
    assert "it is broken" in done.stdout
    assert (done.returncode, done.stderr) == (1, "")


@pytest.mark.parametrize("home", ["", "/nonexistent"])
def test_where_nothing_can_be_kept_the_output_is_printed_as_it_comes(
    spy: Spy, tmp_path: Path, home: str
) -> None:
    (tmp_path / "cache").write_text("no directory")
    spy.write(_RED)
    done = _run(spy, "mvn", "test", HOME=home)
    assert done.stdout.count("\n") == 201
    assert done.returncode == 1


def test_a_full_disk_costs_the_page_and_nothing_else(spy: Spy) -> None:
    spy.write("say('[INFO] ' + 'x' * 300_000)\nsay('[ERROR] the end')\nsys.exit(4)")
    done = _shell(spy, "bash", "ulimit -f 100; exec pageful run mvn test")
    assert len(done.stdout) == len("[INFO] \n") + 300_000 + len("[ERROR] the end\n")
    assert done.returncode == 4


def test_output_that_nobody_takes_leaves_the_exit_code(spy: Spy) -> None:
    spy.write(_RED)
    assert _shell(spy, "sh", "pageful run mvn test >/dev/full").returncode == 1
    assert _shell(spy, "sh", "pageful run mvn test >&-").returncode == 1
    line = "pageful run mvn test | true; echo ${PIPESTATUS[0]}"
    assert _shell(spy, "bash", line).stdout == "1\n"


def test_a_fault_of_ours_costs_the_page_and_nothing_else(spy: Spy, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(
        "import os, sys\n"
        "if 'run' in sys.argv[1:2]:\n"
        "    import pageful.maven.outcome as outcome\n"
        "    def fail(evidence):\n"
        "        raise KeyError('broken')\n"
        "    outcome.build_outcome = fail\n"
    )
    spy.write(_RED)
    done = _run(spy, "mvn", "test", PYTHONPATH=str(tmp_path))
    assert done.stdout.count("\n") == 201
    assert done.returncode == 1
    assert "no page of this build (KeyError" in done.stderr


def test_an_installation_without_the_extra_costs_the_page_and_says_so(
    spy: Spy, tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text("import sys; sys.modules['platformdirs'] = None\n")
    spy.write(_RED)
    done = _run(spy, "mvn", "test", PYTHONPATH=str(tmp_path))
    assert (done.stdout.count("\n"), done.returncode) == (201, 1)
    assert "install `pageful[maven]`" in done.stderr


@pytest.mark.parametrize("lines", [200_000, pytest.param(2_000_000, marks=pytest.mark.slow)])
def test_much_output_is_judged_all_the_same(spy: Spy, lines: int) -> None:
    """The most is 100 MB."""
    spy.write(f"for n in range({lines}): print('[INFO] ' + 'x' * 42)\n" + _RED)
    done = _run(spy, "mvn", "test")
    assert "it is broken" in done.stdout
    assert len(done.stdout) < 2_000


@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_gives_the_page_so_far(spy: Spy, name: str) -> None:
    code = 128 + signal.Signals[name]
    spy.write(_WAITING.replace("SIGTERM", name).replace("143", str(code)))
    process = _start(spy, "mvn", "test")
    _until(lambda: any(spy.project.parent.glob("cache/pageful/maven/*/b1/outset")))
    process.send_signal(signal.Signals[name])
    printed, _ = process.communicate(timeout=_PATIENCE)
    assert printed.startswith("Test CANCELLED (")
    assert "in com.example.CartTest" in printed
    assert process.returncode == code


def test_a_program_that_does_not_obey_is_shown_and_waited_for(spy: Spy) -> None:
    waiting = _WAITING.replace("lambda *_: sys.exit(143)", "signal.SIG_IGN")
    until_told = "while not os.path.exists('go'): time.sleep(0.02)\nsys.exit(5)"
    spy.write(waiting.replace("time.sleep(120)", until_told))
    process = _start(spy, "mvn", "test")
    assert process.stdout
    process.terminate()
    assert process.stdout.readline().startswith("Test CANCELLED (")
    (spy.project / "go").touch()
    process.communicate(timeout=_PATIENCE)
    assert process.returncode == 5


@pytest.mark.parametrize("of_group", [True, False])
def test_a_kill_leaves_no_program_behind(spy: Spy, of_group: bool) -> None:
    spy.write(_WAITING)
    process = _start(spy, "mvn", "test")
    program = spy.seen()["pid"]
    assert program != process.pid
    (os.killpg if of_group else os.kill)(process.pid, signal.SIGKILL)
    process.communicate(timeout=_PATIENCE)
    _until(lambda: not _lives(program))


def test_a_build_can_be_stopped_by_its_id(spy: Spy) -> None:
    spy.write(_WAITING)
    process = _start(spy, "mvn", "test")
    _until(lambda: any(spy.project.parent.glob("cache/pageful/maven/*/b1/outset")))
    _shell(spy, "sh", "pageful maven build b1 --stop")
    assert process.communicate(timeout=_PATIENCE)[0].startswith("Test CANCELLED (")
    assert process.returncode == 143


def test_before_a_deadline_it_is_said_how_to_go_on(spy: Spy) -> None:
    spy.write(_WAITING)
    process = _start(spy, "--deadline=0.2", "mvn", "test")
    assert process.stdout
    lines = [process.stdout.readline() for _ in range(6)]
    assert lines[0].startswith("Test RUNNING (")
    assert "`pageful maven build b1 --wait 60" in "".join(lines)
    assert "Build b1 ends with this command" in "".join(lines)
    process.terminate()
    assert "Test CANCELLED" in process.communicate(timeout=_PATIENCE)[0]
