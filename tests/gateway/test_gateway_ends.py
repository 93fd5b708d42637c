"""Ends: of the client, the gateway, the server, and whatever the server has started."""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import time

import psutil
import pytest

from behind import PAGEFUL, Client, call, fixture, gateway, initialize, running, wait_until_gone

pytestmark = pytest.mark.slow

_SOON = 120.0
"""Seconds until a test gives up; what is left otherwise is there for 300."""


def _descendants(client: Client) -> list[psutil.Process]:
    """The watchdog, the server, and what that has started: there are at least two."""
    found: list[psutil.Process] = []
    while len(found) < 2:
        found = psutil.Process(client.process.pid).children(recursive=True)
    return found


STUBBORN = ["ignores-term", "ignores-end", "grandchild"]


@pytest.mark.parametrize("behaviours", [[], STUBBORN], ids=["meek", "stubborn"])
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_nothing_is_left_after_the_gateway_was_ended(
    number: signal.Signals, behaviours: list[str]
) -> None:
    with gateway(server=fixture(*behaviours)) as client:
        below = _descendants(client)
        client.process.send_signal(number)
        assert wait_until_gone(below)
        expected = -number if number == signal.SIGKILL else 128 + number
        assert client.process.wait(_SOON) == expected


@pytest.mark.parametrize("behaviours", [[], STUBBORN], ids=["meek", "stubborn"])
def test_nothing_is_left_after_the_client_has_closed_its_streams(behaviours: list[str]) -> None:
    with gateway(server=fixture(*behaviours)) as client:
        below = _descendants(client)
        client.leave()
        assert wait_until_gone(below)


def test_a_client_that_reads_no_more_ends_the_server() -> None:
    with gateway() as client:
        below = _descendants(client)
        assert client.process.stdout
        client.process.stdout.close()
        client.send(call(1, "rows"))
        assert wait_until_gone(below)


def test_the_exit_code_is_the_servers() -> None:
    with gateway(server=fixture("code-5")) as client:
        assert client.leave() == 5


def test_open_calls_are_answered_with_the_exit_code_and_the_last_words() -> None:
    with gateway() as client:
        client.send(call("a", "sleep"), call("b", "die", code=9))
        answers = [client.answer(), client.answer()]
        assert [answer["id"] for answer in answers] == ["a", "b"]
        for answer in answers:
            assert "exit code 9" in answer["error"]["message"]
            assert answer["error"]["data"] == {"exitCode": 9, "stderr": ["some log", "last words"]}
        assert client.process.wait(_SOON) == 9


def test_a_call_that_was_cancelled_is_not_answered_at_the_end() -> None:
    cancelled = {"method": "notifications/cancelled", "params": {"requestId": "a"}}
    with gateway() as client:
        client.send(call("a", "sleep"), {"jsonrpc": "2.0", **cancelled}, call("b", "die"))
        assert client.answer()["id"] == "b"
        assert client.line() == b""


def test_a_server_that_is_killed_is_reported_by_its_signal() -> None:
    with gateway() as client:
        answer = client.ask(call(1, "kill"))
        assert "signal SIGKILL" in answer["error"]["message"]
        assert client.process.wait(_SOON) == 128 + signal.SIGKILL


def test_a_server_that_dies_takes_what_it_started_along() -> None:
    with gateway(server=fixture("grandchild")) as client:
        below = _descendants(client)
        client.send(call(1, "die"))
        assert "exit code 7" in client.answer()["error"]["message"]
        assert wait_until_gone(below)
        assert client.process.wait(_SOON) == 7


def test_a_command_that_is_not_there_is_said_so() -> None:
    with running([*PAGEFUL, "gateway", "--", "no-such-server"]) as client:
        client.send(initialize())
        assert client.line() == b""
        assert client.process.stderr
        said = client.process.stderr.read().decode()
        assert "`no-such-server` can't be started: No such file or directory." in said
        assert client.process.wait(_SOON) == 3


def test_what_a_server_prints_that_is_no_message_goes_to_stderr() -> None:
    with gateway() as client:
        assert client.text(1, "noise") == "done"
        client.leave()
        assert client.process.stderr
        assert "no message, left out: Listening on stdio…" in client.process.stderr.read().decode()


def test_what_a_server_says_on_stderr_passes() -> None:
    with gateway() as client:
        client.ask(call(1, "die"))
        assert client.process.stderr
        assert client.process.stderr.read() == b"some log\nlast words\n"


def test_half_a_line_at_the_servers_end_is_no_message() -> None:
    half = ["sh", "-c", 'read line; printf \'{"jsonrpc":"2.0","id":"init","resu\'; exit 4']
    with gateway(server=half, client=None) as client:
        answer = client.ask(initialize())
        assert "`sh` ended with exit code 4 before it answered" in answer["error"]["message"]


def test_the_environment_and_the_directory_are_the_servers_too() -> None:
    shown = ["sh", "-c", 'printf \'{"id":"%s","pwd":"%s"}\\n\' "$GATEWAY_TEST" "$PWD"']
    os.environ["GATEWAY_TEST"] = "passed"
    try:
        with gateway(server=shown, client=None) as client:
            assert client.answer() == {"id": "passed", "pwd": os.getcwd()}  # noqa: PTH109
    finally:
        del os.environ["GATEWAY_TEST"]


def test_a_server_that_never_reads_ends_with_its_client() -> None:
    with gateway(server=["sleep", "300"], client=None) as client:
        below = _descendants(client)
        client.send(*[call(n, "x", text="x" * 10_000) for n in range(10)])
        client.leave()
        assert wait_until_gone(below)


def test_a_client_that_never_reads_can_end_the_gateway() -> None:
    with gateway() as client:
        below = _descendants(client)
        client.send(*[call(n, "wide", number=2000) for n in range(20)])
        time.sleep(0.5)  # seconds in which the pipe fills
        client.process.send_signal(signal.SIGTERM)
        assert client.process.wait(_SOON) == 128 + signal.SIGTERM
        assert wait_until_gone(below)


def test_without_standard_input_the_gateway_ends() -> None:
    command = shlex.join([*PAGEFUL, "gateway", "--", *fixture()])
    ran = subprocess.run(["sh", "-c", f"{command} <&-"], capture_output=True, timeout=30)
    assert ran.returncode == 0


def test_a_server_that_closes_its_output_has_ended() -> None:
    mute = ["sh", "-c", "exec >&-; read line; sleep 300"]
    with gateway(server=mute, client=None) as client:
        below = _descendants(client)
        client.send(initialize())
        assert "before it answered" in client.answer()["error"]["message"]
        assert wait_until_gone(below)
