"""Every way of dying before every kind of server: nothing is left, and every call is answered."""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from uuid import uuid4

import psutil
import pytest

from behind import PAGEFUL, PATIENCE, Client, call, fixture, initialize, running
from pageful.gateway import child, descendants, pump

pytestmark = pytest.mark.slow

_TOKEN = "PAGEFUL_TEST_ENDS"


def _through_a_shell(*behaviours: str) -> list[str]:
    """The server below a shell that waits for it."""
    return ["sh", "-c", f"{shlex.join(fixture(*behaviours))}; exit $?"]


def _through_npx(*behaviours: str) -> list[str]:
    """The server as npx starts one: below node and a shell."""
    return ["npx", "--offline", "-c", shlex.join(fixture(*behaviours))]


KINDS: dict[str, list[str]] = {
    "plain": fixture(),
    "ignores TERM": fixture("ignores-term", "ignores-end"),
    "grandchild ignores TERM": fixture("grandchild"),
    "grandchild in its own group": fixture("own-group"),
    "grandchild in its own session": fixture("own-session", "ignores-term", "ignores-end"),
    "grandchild with its own streams": fixture("other-streams"),
    "sh -c": _through_a_shell("ignores-term", "ignores-end"),
    **({"npx": _through_npx("ignores-term", "ignores-end")} if shutil.which("npx") else {}),
}


@dataclass
class Case:
    """A client, a gateway and a server of some kind, which has a call open."""

    kind: str
    token: str
    client: Client
    gateway: int = 0

    def begin(self, way: str) -> None:
        """Wait until it has begun: the client's gateway, and its server."""
        if way == "the client is killed":
            self.gateway = int(self.client.line())
        else:
            assert "result" in self.client.ask(initialize())
            self.client.send(call("open", "sleep"))
            self.gateway = self.client.process.pid

    def processes(self) -> list[psutil.Process]:
        """All processes of it that live, wherever they are."""
        return _living().get(self.token, [])

    @property
    def server(self) -> psutil.Process:
        """The process that the gateway has started as its server."""
        below = psutil.Process(self.gateway).children()
        (server,) = [each for each in below if descendants.MARK in _environment(each)]
        return server


def _living() -> dict[str, list[psutil.Process]]:
    """All processes of all cases, by the cases' tokens."""
    found: dict[str, list[psutil.Process]] = {}
    for each in psutil.process_iter():
        if token := _environment(each).get(_TOKEN):
            found.setdefault(token, []).append(each)
    return found


def _environment(process: psutil.Process) -> Mapping[str, str]:
    try:
        return {} if process.status() == psutil.STATUS_ZOMBIE else process.environ()
    except psutil.Error:
        return {}


def _kill_the_client(case: Case) -> None:
    case.client.process.kill()


def _close_the_input(case: Case) -> None:
    assert case.client.process.stdin
    case.client.process.stdin.close()


def _signal_the_gateway(number: signal.Signals) -> Callable[[Case], None]:
    return lambda case: os.kill(case.gateway, number)


def _kill_the_server(case: Case) -> None:
    case.server.kill()


def _let_the_server_die(case: Case) -> None:
    case.client.send(call("last", "die", code=9))


WAYS: dict[str, Callable[[Case], None]] = {
    "the client is killed": _kill_the_client,
    "the client leaves": _close_the_input,
    "the gateway is told to end": _signal_the_gateway(signal.SIGTERM),
    "the gateway is killed": _signal_the_gateway(signal.SIGKILL),
    "the server is killed": _kill_the_server,
    "the server dies": _let_the_server_die,
}


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_left_however_it_ends(
    way: str, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None]
) -> None:
    """All kinds at a time: most of each is waiting."""
    with ExitStack() as stack:
        cases = [stack.enter_context(_case(way, kind, monkeypatch)) for kind in KINDS]
        for case in cases:
            case.begin(way)
            assert len(case.processes()) >= 3, case.kind
        begin = time.monotonic()
        for case in cases:
            WAYS[way](case)
        for kind, seconds in _wait_for_all(cases, begin).items():
            record_property(kind, f"{seconds:.1f} s")
            print(f"{way}, {kind}: {seconds:.1f} s")
        for case in cases:
            _check_end(way, case)


def _wait_for_all(cases: list[Case], begin: float) -> dict[str, float]:
    """Wait until nothing is left of any case, and say how many seconds each took."""
    gone: dict[str, float] = {}
    while len(gone) < len(cases):
        living = _living()
        for case in cases:
            if case.token not in living:
                gone.setdefault(case.kind, time.monotonic() - begin)
        assert time.monotonic() - begin < PATIENCE, living
        time.sleep(0.05)
    return gone


def _check_end(way: str, case: Case) -> None:
    """The exit code is the server's, and a client that is still there was answered."""
    process = case.client.process
    if way == "the client is killed":
        return
    code = process.wait(PATIENCE)
    if way.startswith("the gateway"):
        number = signal.SIGKILL if "killed" in way else signal.SIGTERM
        assert code == (-number if number == signal.SIGKILL else 128 + number), case.kind
    elif way.startswith("the server"):
        answer = case.client.answer()
        assert answer["id"] == "open", case.kind
        data = answer["error"]["data"]
        assert data["exitCode"] == code, case.kind
        assert case.kind == "npx" or code == (9 if "dies" in way else 128 + signal.SIGKILL)
        assert "killed" in way or "last words" in data["stderr"], case.kind


@contextmanager
def _case(way: str, kind: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Case]:
    """Start a case, and end what a failed test leaves."""
    token = uuid4().hex
    monkeypatch.setenv(_TOKEN, token)
    command = [*PAGEFUL, "gateway", "--log", "off", "--", *KINDS[kind]]
    is_between = way == "the client is killed"
    client_command = [sys.executable, "-S", str(Path(__file__).parent / "fixture_client.py")]
    with running([*client_command, *command] if is_between else command) as client:
        case = Case(kind, token, client)
        yield case
        for process in case.processes():
            with suppress(psutil.Error):
                process.kill()


def test_all_deadlines_together_are_within_five_seconds() -> None:
    last = descendants.LAST_GRACE + descendants.LAST_TRIES * descendants.LOOK
    # Its client stands still twice before that is noticed, and then it has its own time.
    assert 2 * pump.STANDSTILL + descendants.GRACE + last <= 5
    # Of a server that has ended itself, the rest is sent TERM at once.
    assert 2 * child.DRAIN + last <= 5
    assert pump.LAST <= 5


def test_a_process_that_is_to_outlive_the_server_does_without_the_mark() -> None:
    """As a build in the background does, and anybody who wants to."""
    import inspect

    from pageful.builds.background import start

    assert descendants.MARK in inspect.getsource(start)
    outliving = (
        "import os, subprocess, sys; os.environ.pop(sys.argv[1]); print(subprocess.Popen("
        "['sleep', '300'], start_new_session=True, stdout=2).pid, flush=True); input()"
    )
    command = [sys.executable, "-S", "-c", outliving, descendants.MARK]
    with running([*PAGEFUL, "gateway", "--log", "off", "--", *command]) as client:
        assert client.process.stderr
        number = int(client.process.stderr.readline().split()[-1])
        client.leave()
        process = psutil.Process(number)
        assert process.status() != psutil.STATUS_ZOMBIE
        process.kill()


def test_a_gateway_in_a_gateway_ends_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    inner = [*PAGEFUL, "gateway", "--log", "off", "--", *fixture("own-session", "ignores-end")]
    monkeypatch.setitem(KINDS, "a gateway", inner)
    way = "the gateway is killed"
    with _case(way, "a gateway", monkeypatch) as case:
        case.begin(way)
        assert len(case.processes()) >= 6
        os.kill(case.gateway, signal.SIGKILL)
        _wait_for_all([case], time.monotonic())
