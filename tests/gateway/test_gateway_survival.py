"""What a client sees of servers, with the gateway and without: the same, row by row."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace

import pytest

from gateway_survival import Server, everything, local_servers, survival_table

pytestmark = pytest.mark.slow

_REFERENCE = "PAGEFUL_EVERYTHING"
"""The variable that has the command of the reference server, where it may be fetched."""


@pytest.mark.parametrize("server", local_servers(), ids=lambda server: server.name)
def test_all_survives_in_the_newest_revision_of_a_server(server: Server) -> None:
    table, is_same = survival_table(replace(server, versions=server.versions[-1:]), verbose=True)
    assert is_same, table


@pytest.mark.skipif(_REFERENCE not in os.environ, reason=f"{_REFERENCE} names no command")
def test_all_survives_of_the_reference_server() -> None:
    command = os.environ[_REFERENCE]
    assert shlex.split(command)
    table, is_same = survival_table(everything(command), verbose=True)
    assert is_same, table
