"""A server at an address of HTTPS: whose certificate is trusted, and what is said of another's."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import threading
from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from behind import PAGEFUL, Message, call, initialize, running
from pageful.anything import restore
from test_gateway_remote import ROWS, Handler

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("openssl") is None, reason="no openssl makes a certificate"),
]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate that its own key has signed, for 127.0.0.1 alone."""
    directory = tmp_path_factory.mktemp("tls")
    certificate, key = directory / "certificate.pem", directory / "key.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
         "-nodes", "-days", "2", "-subj", "/CN=test", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", key, "-out", certificate],
        check=True, capture_output=True,
    )  # fmt: skip
    return certificate, key


@pytest.fixture
def port(certificate: tuple[Path, Path]) -> Iterator[int]:
    """The port of a server that shows it."""

    def answer(handler: Handler, message: dict[str, Any]) -> None:
        content = [{"type": "text", "text": str(len(handler.seen))}]
        handler.give_json(
            {"id": message["id"], "result": {"content": content, "structuredContent": {"r": ROWS}}}
        )

    members = {"answer_call": answer, "answer_get": lambda handler: handler.give(405), "seen": []}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Secret", (Handler,), members))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server.server_port
    server.shutdown()
    server.server_close()


def _first_answer(url: str, *more: Message) -> Message:
    with running([*PAGEFUL, "gateway", "--log", "off", "--url", url]) as client:
        answer = client.ask(initialize())
        for message in more:
            answer = client.ask(message)
        return answer


def test_an_authority_that_is_named_is_trusted(
    port: int, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    answer = _first_answer(f"https://127.0.0.1:{port}/mcp", call(1, "x"), call(2, "y"))
    first, page = answer["result"]["content"]
    assert first["text"].isdigit()
    assert restore(page["text"]) == {"r": ROWS}


def test_an_unknown_authority_is_said_to_be_with_what_helps(
    port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("SSL_CERT_FILE", raising=False)
    said = _first_answer(f"https://127.0.0.1:{port}/mcp")["error"]["message"]
    assert "its certificate is not trusted: self" in said
    assert "name its authority's certificate in SSL_CERT_FILE" in said


def test_another_name_than_the_certificates_is_not_trusted(
    port: int, certificate: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate[0]))
    said = _first_answer(f"https://localhost:{port}/mcp")["error"]["message"]
    assert "not trusted: Hostname mismatch" in said


def test_a_server_without_tls_is_said_to_be() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    said = _first_answer(f"https://127.0.0.1:{server.server_port}/mcp")["error"]["message"]
    server.shutdown()
    server.server_close()
    assert "does not speak TLS" in said
