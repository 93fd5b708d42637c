"""Files become text exactly, or it is said why not."""

from __future__ import annotations

import codecs
import os
import zlib
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pageful.code.scan import source_file
from pageful.code.scan.source_file import (
    BINARY,
    FILE_NOT_READABLE,
    LARGEST_FILE,
    NOT_A_FILE,
    NOT_DECODABLE,
    TOO_LARGE,
    Skip,
    Text,
    read_bytes,
)
from pageful.files.opening import Opener

GENERATED, MINIFIED = "generated", "minified"
WRITABLE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


def read(path: Path) -> Text | Skip:
    with Opener(path.parent) as opener:
        return source_file.read(opener, path.name)


def text_of(content: bytes, name: str = "a.py") -> str:
    found = read_bytes(name, content)
    assert isinstance(found, Text), found
    return found.text


def reason_of(content: bytes, name: str = "a.py") -> str:
    found = read_bytes(name, content)
    assert isinstance(found, Skip), found
    return found.reason


def test_a_file_is_read_with_its_hash(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_bytes(b"one\r\ntwo\rthree\n")
    digest = blake2b(b"one\r\ntwo\rthree\n", digest_size=16).digest()
    assert read(tmp_path / "a.py") == Text("one\r\ntwo\rthree\n", "utf-8", digest)


def test_an_empty_file_is_an_empty_text(tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    assert read(tmp_path / "a.py") == Text("", "utf-8", blake2b(b"", digest_size=16).digest())


def test_a_file_that_is_gone_is_not_taken_for_one_that_is_skipped(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "a.py")


def test_a_file_of_the_largest_size_is_read_and_a_larger_one_is_not(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"x " * (LARGEST_FILE // 2))
    assert isinstance(read(tmp_path / "a.txt"), Text)
    (tmp_path / "a.txt").write_bytes(b"x " * (LARGEST_FILE // 2) + b"x")
    assert read(tmp_path / "a.txt") == Skip(TOO_LARGE)


def test_a_vast_sparse_file_costs_nothing(tmp_path: Path) -> None:
    with (tmp_path / "disk.img").open("wb") as file:
        file.truncate(1 << 40)
    assert read(tmp_path / "disk.img") == Skip(TOO_LARGE)


def test_a_pipe_in_a_files_place_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert read(tmp_path / "pipe") == Skip(NOT_A_FILE)


def test_a_link_in_a_files_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    (tmp_path / "a.py").symlink_to(tmp_path / "secret")
    assert read(tmp_path / "a.py") == Skip(FILE_NOT_READABLE)


def test_a_link_in_a_directorys_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret").write_text("x")
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "inside").symlink_to(tmp_path / "outside")
    with Opener(tmp_path / "root") as opener:
        assert source_file.read(opener, "inside/secret") == Skip(FILE_NOT_READABLE)


def test_directories_of_any_depth_are_read_one_after_another(tmp_path: Path) -> None:
    handles = Path("/proc/self/fd")
    open_before = len(list(handles.iterdir())) if handles.is_dir() else 0
    paths = [
        "/".join([*("d" * (1 + n % 2) for n in range(depth)), f"f{depth}.py"])
        for depth in (0, 3, 90, 2, 91, 64, 65, 70, 1)
    ]
    for path in paths:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(path)
    with Opener(tmp_path) as opener:
        for path in (*paths, *reversed(paths)):
            assert opener.read(f"{tmp_path}/{path}", 10_000).data.decode() == path
            with pytest.raises(FileNotFoundError):
                opener.read(f"{tmp_path}/{path[:-3]}/gone/x.py", 10_000)
            assert opener.read(f"{tmp_path}/{path}", 10_000).data.decode() == path
    if open_before:
        assert len(list(handles.iterdir())) == open_before


def test_a_file_that_can_not_be_opened_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*arguments: object) -> int:
        raise PermissionError(13, "Permission denied")

    (tmp_path / "a.py").write_text("x")
    monkeypatch.setattr(os, "open", refused)
    assert read(tmp_path / "a.py") == Skip(FILE_NOT_READABLE)


@given(WRITABLE)
def test_what_is_written_in_utf_8_is_read_back(text: str) -> None:
    found = read_bytes("a.md", text.encode())
    if isinstance(found, Text):
        assert found.text == text.removeprefix("\ufeff")


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides_and_is_no_part_of_the_text(mark: bytes, codec: str) -> None:
    assert text_of(mark + "größe = 1\r\n".encode(codec)) == "größe = 1\r\n"


@pytest.mark.parametrize(
    ("head", "codec"),
    [
        ("# -*- coding: iso-8859-7 -*-\n", "iso-8859-7"),
        ("#!/usr/bin/python\n# vim: set fileencoding=cp1253 :\n", "cp1253"),
        ('<?xml version="1.0" encoding="ISO-8859-7"?>\n', "iso-8859-7"),
        ('<html><head><meta charset="iso-8859-7">\n', "iso-8859-7"),
        ('<meta http-equiv="x" content="text/html; charset=iso-8859-7">\n', "iso-8859-7"),
        ('@charset "iso-8859-7";\n', "iso-8859-7"),
        ('"Content-Type: text/plain; charset=iso-8859-7\\n"\n', "iso-8859-7"),
    ],
)
def test_a_file_is_read_as_it_declares_itself(head: str, codec: str) -> None:
    assert text_of((head + "μ\n").encode(codec)) == head + "μ\n"


def test_a_declaration_that_is_not_true_does_not_count() -> None:
    for name in ("utf-8", "nonsense", "rot13", "unicode_escape", "utf-7", "ascii"):
        text = f"# coding: {name}\n# Größe für alle, schön übersetzt\n"
        assert text_of(text.encode("cp1252")) == text


@pytest.mark.parametrize(
    ("codec", "comment"),
    [
        ("cp1252", "Diese Funktion liest die Datei für die Übertragung – „Größe“"),
        ("latin-1", "Cette méthode vérifie la présence de l'élément"),
        ("cp1251", "Эта функция читает файл настроек"),
        ("koi8-r", "Эта функция читает файл настроек"),
        ("cp1250", "jeśli użytkownik nie istnieje, zgłasza wyjątek"),
        ("shift_jis", "設定ファイルを読み込む"),
        ("euc_jp", "設定ファイルを読み込む"),
        ("gb18030", "读取配置文件并返回结果"),
        ("big5", "讀取設定檔並傳回結果"),
        ("cp949", "설정 파일을 읽는다"),
    ],
)
def test_text_in_an_old_encoding_is_read_as_it_looks(codec: str, comment: str) -> None:
    text = f"int read(int fd) {{\n    // {comment}\n    return fd + 1;\n}}\n"
    assert text_of(text.encode(codec)) == text


def test_utf_8_with_a_fault_stays_utf_8() -> None:
    text = "# größer, schöner, übermäßig – naïve café, señor, ça va\n" * 2
    assert text_of(text.encode() + b"# \xe9\n") == text + "# \ufffd\n"


@pytest.mark.parametrize(
    "content",
    [
        b"\x7fELF\x02\x01\x01\x00\x00",
        b"text\x00more",
        b"%PDF-1.7\nno zero",
        zlib.compress(bytes(range(256)) * 9).replace(b"\0", b""),
        codecs.BOM_UTF16_LE + "a\0b".encode("utf-16-le"),
    ],
)
def test_what_is_no_text_is_binary(content: bytes) -> None:
    assert reason_of(content) == BINARY


def test_a_mark_that_is_not_true_is_not_decodable() -> None:
    assert reason_of(codecs.BOM_UTF8 + b"gr\xf6\xdfe") == NOT_DECODABLE


@given(st.binary())
def test_any_bytes_are_text_or_skipped(content: bytes) -> None:
    found = read_bytes("a.py", content)
    if isinstance(found, Text):
        found.text.encode()
        assert "\0" not in found.text
    assert len(found.hash) == 16


@given(st.sampled_from(["# coding: ", "<?xml encoding='", '@charset "']), st.text("abc-_78"))
def test_any_declaration_is_survived(start: str, name: str) -> None:
    read_bytes("a.py", f"{start}{name}' \"?>\n".encode() + b"\xe9\xff")


@pytest.mark.parametrize("name", ["Cargo.lock", "package-lock.json", "go.sum", "app.js.map"])
def test_a_lock_or_a_source_map_is_generated(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text("{}")
    assert read(tmp_path / name) == Skip(GENERATED)


def test_a_minified_file_is_known_by_its_name(tmp_path: Path) -> None:
    (tmp_path / "jquery-min.js").write_text("x")
    assert read(tmp_path / "jquery-min.js") == Skip(MINIFIED)


@pytest.mark.parametrize(
    "head",
    [
        "// Code generated by protoc-gen-go. DO NOT EDIT.\npackage x\n",
        "// Copyright\n\n// Code generated by MockGen. DO NOT EDIT.\npackage x\n",
        "/**\n * @generated SignedSource<<abc>>\n */\nmodule.exports = {}\n",
        "# -*- coding: utf-8 -*-\n# Generated by the protocol buffer compiler.  DO NOT EDIT!\n",
        "//------\n// <auto-generated>\n//     This code was generated by a tool.\n",
        "/* This file was automatically generated by SWIG */\n#include <x.h>\n",
        "-- This file is auto-generated from the schema.\nCREATE TABLE x;\n",
        '<?xml version="1.0"?>\n<!-- This file is generated. -->\n<x/>\n',
    ],
)
def test_a_file_that_says_it_is_generated_is(head: str) -> None:
    assert reason_of(head.encode()) == GENERATED


@pytest.mark.parametrize(
    "content",
    [
        "TEMPLATE = '''\n// Code generated by gen.py. DO NOT EDIT.\n'''\n",
        "import os\n\n# This file is generated by make.\n",
        "# Writes headers, marked `@generated` so that reviews pass them by.\n",
        "# Ids are generated by the server.\n",
        '#include <a.h>\n#define HEAD "This file was generated by x"\n',
    ],
)
def test_a_file_that_speaks_of_generated_files_is_not_one(content: str) -> None:
    assert text_of(content.encode()) == content


def test_a_bundle_is_minified() -> None:
    assert reason_of(b"function a(b){return b+1};var c=a(2);" * 200, "bundle.js") == MINIFIED


def test_prose_with_a_paragraph_a_line_is_not_minified() -> None:
    prose = ("Ein langer Satz, der mit vielen anderen auf einer Zeile steht. " * 20 + "\n") * 5
    assert text_of(prose.encode(), "a.tex") == text_of(prose.encode(), "a.html") == prose
    chinese = ("读取配置文件并返回结果。" * 40 + "\n") * 5
    assert text_of(chinese.encode(), "README.md") == chinese


@given(st.text("ge n@-era/*#'\"<!-->;%{}()\nted", max_size=300))
def test_any_head_is_judged(head: str) -> None:
    read_bytes("a.c", f"{head}generated".encode())
