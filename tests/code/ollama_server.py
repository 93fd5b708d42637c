"""A server on the loopback that answers as Ollama would, for tests."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class Served(ThreadingHTTPServer):
    """A server that knows one model; tests change how it behaves."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.batches: list[int] = []
        self.most = 1000
        self.failures = 0
        self.status = 503
        self.delay = 0.0
        self.raw: bytes | None = None
        self.digest = "0123456789abcdef"

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server_address[1]}"


class Handler(BaseHTTPRequestHandler):
    server: Served

    def do_GET(self) -> None:
        time.sleep(self.server.delay)
        model = {"name": "nomic-embed-text:latest", "digest": self.server.digest}
        self.answer(200, {"models": [model]})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        texts = asked["input"]
        self.server.batches.append(len(texts))
        time.sleep(self.server.delay)
        if asked["model"] != "nomic-embed-text":
            self.answer(404, {"error": "model not found"})
        elif self.server.failures or len(texts) > self.server.most:
            self.server.failures = max(0, self.server.failures - 1)
            self.answer(self.server.status, {"error": "server busy"})
        else:
            self.answer(200, {"embeddings": [[len(text), 1.0, 0.0] for text in texts]})

    def answer(self, status: int, content: Any) -> None:
        body = json.dumps(content).encode() if self.server.raw is None else self.server.raw
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@contextmanager
def serving() -> Iterator[Served]:
    """The server, at work."""
    with Served() as served:
        thread = threading.Thread(target=served.serve_forever, args=(0.01,))
        thread.start()
        yield served
        served.shutdown()
        thread.join()
