"""Reading a build's output while it runs: bounded, and never in the way of the build."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.builds.results import Counts
from pageful.maven.running.log_reader import LogReader
from pretended_maven import until


@contextmanager
def reading(written: list[bytes]) -> Iterator[tuple[LogReader, IO[bytes]]]:
    """A reader, and what is to be written for it to read."""
    source, target = os.pipe()
    with open(target, "wb", 0) as writer:  # noqa: PTH123 -- it is no path
        yield LogReader(open(source, "rb", 0), written.append), writer  # noqa: PTH123, SIM115


def read(*blocks: bytes) -> list[str]:
    written: list[bytes] = []
    with reading(written) as (reader, writer):
        for block in blocks:
            writer.write(block)
        writer.close()
        lines = [line.text for line in reader.close(30)]
    assert b"".join(written) == b"".join(blocks)
    return lines


def test_lines_are_put_together_from_blocks() -> None:
    assert read(b"a\nb", b"c\n", b"", b"d\r\n\n", b"e") == ["a", "bc", "d", "", "e"]


def test_a_letter_in_two_blocks_is_one() -> None:
    assert read(b"\xc3", b"\xa4\n") == ["ä"]


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_whatever_comes_is_written_as_it_is_and_read_as_lines(blocks: list[bytes]) -> None:
    written: list[bytes] = []
    stream = cast("IO[bytes]", _Blocks([block for block in blocks if block]))
    reader = LogReader(stream, written.append)
    reader.close(30)
    assert b"".join(written) == b"".join(blocks)


class _Blocks(io.RawIOBase):
    """A stream that gives blocks as they are."""

    def __init__(self, blocks: list[bytes]) -> None:
        self._blocks = blocks

    def read(self, _size: int = -1) -> bytes:
        return self._blocks.pop(0) if self._blocks else b""


def test_of_a_huge_line_there_is_the_beginning_and_how_much_more_it_has() -> None:
    blocks = [b"[ERROR] ", *[b"y" * 100_000] * 50, b"\nz\n[ERROR] it broke"]
    huge, *others = read(*blocks)
    assert huge == f"{'y' * 1992}… 4.8 MB more"
    assert others == ["z", "it broke"]


def test_a_huge_line_in_one_block_with_others_is_cut_too() -> None:
    huge = "ä" * 50_000
    lines = read(f"a\n{huge}\nb\n{'x' * 60_000}\n".encode())
    assert lines[:3] == ["a", f"{'ä' * 1000}… 95.7 KB more", "b"]
    assert len(lines) == 4
    assert lines[3].startswith("x" * 4000)


def test_who_does_not_listen_holds_up_nothing() -> None:
    with reading([]) as (reader, writer):
        for number in range(20_000):  # more than a pipe holds
            writer.write(b"[INFO] Running a.Test%d\n" % number)
        writer.close()
        until(lambda: reader.ended)
        steps = list(reader.steps(0))
        assert len(steps) == 1000
        assert steps[-1].message.startswith("a.Test19999 ")


def test_a_step_tells_how_many_tests_have_run() -> None:
    ran = b"[ERROR] Tests run: 5, Failures: 1, Errors: 2, Skipped: 1, Time elapsed: 1 s -- in a.A\n"
    with reading([]) as (reader, writer):
        writer.writelines([b"[INFO] Running a.A\n", ran, b"[INFO] Running a.B\n"])
        writer.close()
        until(lambda: reader.ended)
        steps = list(reader.steps(0))
    assert [(step.classes_done, step.tests) for step in steps] == [
        (0, Counts(0, 0, 0)),
        (1, Counts(5, 3, 1)),
    ]


def test_output_after_the_end_was_decided_is_read_and_thrown_away() -> None:
    written: list[bytes] = []
    with reading(written) as (reader, writer):
        writer.write(b"a\nb")
        until(lambda: written)
        assert [line.text for line in reader.close(0)] == ["a", "b"]
        for _ in range(100):
            writer.write(b"y" * 10_000)
        assert written == [b"a\nb"]


def test_what_keeps_a_log_from_being_read_is_raised_and_the_build_goes_on() -> None:
    def fail(_block: bytes) -> None:
        raise LookupError("no room")

    source, target = os.pipe()
    with open(target, "wb", 0) as writer:  # noqa: PTH123
        reader = LogReader(open(source, "rb", 0), fail)  # noqa: PTH123, SIM115
        writer.writelines(b"y" * 10_000 for _ in range(100))
    with pytest.raises(LookupError, match="no room"):
        list(reader.steps(30))
