"""A path means a file within the vault, or is refused with a reason."""

from __future__ import annotations

import os
import socket
import sys
import threading
import unicodedata
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from folders import fill
from pageful.files.opening import NotRegular, Opener, TooLarge
from pageful.tool.errors import ToolError
from pageful.vault.paths import paths as paths_module
from pageful.vault.paths.paths import VaultPaths

SECRET = b"secret"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    fill(tmp_path / "outside", {"secret.md": SECRET, "deep/er.md": SECRET})
    fill(tmp_path / "vault", {".obsidian/app.json": "{}", ".git/config": "x", ".trash/Old.md": "x"})
    return fill(tmp_path / "vault", {"Note.md": "note", "Folder/Inner.md": "inner"})


@pytest.fixture
def paths(root: Path) -> VaultPaths:
    return VaultPaths(root, follow_outside=False)


def refusal(paths: VaultPaths, path: str) -> str:
    with pytest.raises(ToolError) as refused:
        paths.file(path)
    with pytest.raises(ToolError):
        paths.read_bytes(path)
    assert refused.value.remedy
    return refused.value.problem


def test_a_path_is_relative_to_the_vault(paths: VaultPaths, root: Path) -> None:
    assert paths.file("Folder/Inner.md") == root / "Folder" / "Inner.md"
    assert paths.read_bytes("Folder/Inner.md") == b"inner"


def test_needless_parts_do_no_harm(paths: VaultPaths, root: Path) -> None:
    assert paths.file("./Folder//Inner.md") == root / "Folder" / "Inner.md"


@pytest.mark.parametrize(
    "path",
    [
        "../outside/secret.md",
        "Folder/../../outside/secret.md",
        "..",
        "Folder/..",
        "./../x",
        ".. /x",
    ],
)
def test_two_dots_are_refused(paths: VaultPaths, path: str) -> None:
    assert "leads up" in refusal(paths, path)


def test_two_dots_are_refused_even_within_the_vault(paths: VaultPaths) -> None:
    assert "leads up" in refusal(paths, "Folder/../Note.md")


@pytest.mark.parametrize("path", ["/etc/passwd", "//server/share", "/"])
def test_an_absolute_path_is_refused(paths: VaultPaths, path: str) -> None:
    assert "absolute" in refusal(paths, path)


def test_an_absolute_path_into_the_vault_is_set_right(paths: VaultPaths, root: Path) -> None:
    with pytest.raises(ToolError) as refused:
        paths.file(str(root / "Folder" / "Inner.md"))
    assert refused.value.remedy == "Pass 'Folder/Inner.md'."


def test_nul_is_refused(paths: VaultPaths) -> None:
    assert "characters" in refusal(paths, "Note.md\0.png")


def test_a_lone_surrogate_is_refused(paths: VaultPaths) -> None:
    assert "characters" in refusal(paths, "Note\udc80.md")


@pytest.mark.parametrize("path", ["..\\outside\\secret.md", "Folder\\Inner.md", "\\\\server\\x"])
def test_a_backslash_is_refused(paths: VaultPaths, path: str) -> None:
    assert "backslash" in refusal(paths, path)


@pytest.mark.parametrize("path", ["C:\\Windows", "c:/Windows/win.ini", "Z:"])
def test_a_drive_letter_is_refused(paths: VaultPaths, path: str) -> None:
    assert "drive" in refusal(paths, path)


@pytest.mark.skipif(sys.platform == "win32", reason="no such name there")
def test_a_name_with_a_colon_is_no_drive(paths: VaultPaths, root: Path) -> None:
    fill(root, {"Q: why.md": "because"})
    assert paths.read_bytes("Q: why.md") == b"because"


@pytest.mark.parametrize(
    "path",
    [
        "%2e%2e/outside/secret.md",
        "%2E%2E%2Foutside%2Fsecret.md",
        "Folder%2f..%2f..%2foutside",
        "%252e%252e%252foutside",
        "%2fetc%2fpasswd",
        "Folder%5c..%5c..",
        "%00",
        "%2eobsidian/app.json",
        "%c0%ae%c0%ae/%2e%2e/x",
    ],
)
def test_url_encoded_tricks_are_refused(paths: VaultPaths, path: str) -> None:
    assert "refused" in refusal(paths, path)


def test_nothing_is_decoded_but_a_hint_is_given(paths: VaultPaths) -> None:
    with pytest.raises(ToolError) as refused:
        paths.file("Folder%2FInner.md")
    assert "'Folder/Inner.md'" in refused.value.remedy


@pytest.mark.parametrize("name", ["100%.md", "%2e%2e", "a%20b.md", "%2e%2e/%2fetc.md"])
def test_a_real_name_with_a_percent_sign_works(paths: VaultPaths, root: Path, name: str) -> None:
    fill(root, {name: "percent"})
    assert paths.read_bytes(name) == b"percent"


@pytest.mark.parametrize(
    "path",
    [".obsidian/app.json", ".git/config", ".trash/Old.md", "Folder/.hidden/x.md", ".env", "..."],
)
def test_dot_folders_are_refused_whether_or_not_they_are_there(
    paths: VaultPaths, path: str
) -> None:
    assert "hidden" in refusal(paths, path)


def test_a_link_into_a_dot_folder_is_refused(paths: VaultPaths, root: Path) -> None:
    (root / "settings").symlink_to(".obsidian")
    (root / "app.md").symlink_to(".obsidian/app.json")
    assert "hidden" in refusal(paths, "settings/app.json")
    assert "hidden" in refusal(paths, "app.md")


def test_a_link_that_leaves_the_vault_is_refused(paths: VaultPaths, root: Path) -> None:
    (root / "file.md").symlink_to("../outside/secret.md")
    (root / "absolute.md").symlink_to(root.parent / "outside" / "secret.md")
    (root / "out").symlink_to("../outside")
    for path in ("file.md", "absolute.md", "out/secret.md", "out/deep/er.md"):
        assert "leads out of the vault" in refusal(paths, path)


def test_a_chain_of_links_that_leaves_the_vault_is_refused(paths: VaultPaths, root: Path) -> None:
    (root / "one.md").symlink_to("two.md")
    (root / "two.md").symlink_to("Folder/three.md")
    (root / "Folder" / "three.md").symlink_to("../../outside/secret.md")
    assert "leads out of the vault" in refusal(paths, "one.md")


def test_a_missing_file_behind_a_linked_parent_tells_nothing(paths: VaultPaths, root: Path) -> None:
    (root / "out").symlink_to("../outside")
    there, missing = refusal(paths, "out/secret.md"), refusal(paths, "out/missing.md")
    assert there.replace("secret", "missing") == missing
    assert refusal(paths, "out/deep/missing.md").endswith("leads out of the vault.")


def test_a_link_to_nothing_outside_is_refused_as_one_that_leaves(
    paths: VaultPaths, root: Path
) -> None:
    (root / "gone.md").symlink_to("../outside/gone.md")
    assert "leads out of the vault" in refusal(paths, "gone.md")


def test_another_case_of_a_link_that_leaves_tells_nothing_either(
    paths: VaultPaths, root: Path
) -> None:
    (root / "Out").symlink_to("../outside")
    assert "leads out of the vault" in refusal(paths, "OUT/secret.md")
    assert "leads out of the vault" in refusal(paths, "OUT/missing.md")


def test_a_sibling_whose_name_begins_like_the_vaults_is_outside(
    paths: VaultPaths, root: Path
) -> None:
    fill(root.parent / "vault2", {"secret.md": SECRET})
    (root / "near.md").symlink_to("../vault2/secret.md")
    assert "leads out of the vault" in refusal(paths, "near.md")


def test_links_may_leave_where_that_is_allowed(root: Path) -> None:
    (root / "out").symlink_to("../outside")
    (root / "settings").symlink_to(".obsidian")
    paths = VaultPaths(root, follow_outside=True)
    assert paths.read_bytes("out/secret.md") == SECRET
    assert paths.directory("out/deep") == "out/deep"
    assert "leads up" in refusal(paths, "../outside/secret.md")
    assert "hidden" in refusal(paths, "settings/app.json")


def test_a_link_within_the_vault_is_followed(paths: VaultPaths, root: Path) -> None:
    (root / "link.md").symlink_to("Folder/Inner.md")
    (root / "linked").symlink_to("Folder")
    assert paths.read_bytes("link.md") == b"inner"
    assert paths.file("linked/Inner.md") == root / "Folder" / "Inner.md"
    assert paths.directory("linked") == "Folder"


def test_a_link_in_a_loop_is_refused(paths: VaultPaths, root: Path) -> None:
    (root / "loop.md").symlink_to("loop.md")
    (root / "a").symlink_to("b")
    (root / "b").symlink_to("a")
    assert "loop" in refusal(paths, "loop.md")
    refusal(paths, "a/x.md")
    with pytest.raises(ToolError):
        paths.directory("a")


def test_the_vault_itself_may_be_a_link(tmp_path: Path, root: Path) -> None:
    (tmp_path / "link").symlink_to(root)
    paths = VaultPaths(tmp_path / "link", follow_outside=False)
    assert paths.root == root
    assert paths.read_bytes("Note.md") == b"note"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_a_pipe_is_refused_and_not_waited_for(paths: VaultPaths, root: Path) -> None:
    os.mkfifo(root / "pipe.md")
    assert "pipe" in refusal(paths, "pipe.md")
    with Opener(root) as opener, pytest.raises(NotRegular):
        opener.read(str(root / "pipe.md"), 100)


def test_a_socket_is_refused(
    paths: VaultPaths, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.md")
        assert "socket" in refusal(paths, "socket.md")


def test_a_device_is_refused(root: Path) -> None:
    (root / "null.md").symlink_to("/dev/null")
    assert "device" in refusal(VaultPaths(root, follow_outside=True), "null.md")


def test_a_folder_is_no_file(paths: VaultPaths) -> None:
    with pytest.raises(ToolError) as refused:
        paths.file("Folder")
    assert 'vault_list(directory="Folder")' in refused.value.remedy


def test_a_file_over_the_limit_is_refused(paths: VaultPaths, root: Path) -> None:
    with (root / "large.bin").open("wb") as file:
        file.truncate(paths_module.LARGEST_READ + 1)
    assert "too much to be read" in refusal(paths, "large.bin")
    os.truncate(root / "large.bin", paths_module.LARGEST_READ)
    assert len(paths.read_bytes("large.bin")) == paths_module.LARGEST_READ


@pytest.mark.parametrize("path", ["", " ", "x" * 300, "x/" * 2000, "x" * 100_000, "a\nb", "\u202e"])
def test_what_is_not_there_is_an_error_in_words(paths: VaultPaths, path: str) -> None:
    assert refusal(paths, path)


def test_a_missing_file_names_a_search(paths: VaultPaths) -> None:
    with pytest.raises(ToolError) as refused:
        paths.file("Folder/Missing.md")
    assert refused.value.problem == "There is no 'Folder/Missing.md' in the vault."
    assert 'vault_search(query="Missing")' in refused.value.remedy


def test_a_part_of_a_path_may_not_be_a_file(paths: VaultPaths) -> None:
    assert "There is no" in refusal(paths, "Note.md/x")


def test_the_exact_case_goes_first(paths: VaultPaths, root: Path) -> None:
    fill(root, {"one.md": "small", "ONE.md": "large"})
    if (root / "one.md").samefile(root / "ONE.md"):
        pytest.skip("no two names that differ in case")
    assert (paths.read_bytes("one.md"), paths.read_bytes("ONE.md")) == (b"small", b"large")
    assert "There is no" in refusal(paths, "One.md")


def test_another_case_will_do_if_only_one_file_has_it(paths: VaultPaths) -> None:
    assert paths.read_bytes("FOLDER/inner.MD") == b"inner"
    assert paths.directory("fOLDER") == "Folder"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_composed_and_decomposed_names_are_the_same(
    paths: VaultPaths, root: Path, form: str
) -> None:
    fill(root, {unicodedata.normalize("NFD", "Café/Zoë.md"): "é"})
    assert paths.read_bytes(unicodedata.normalize(form, "Café/Zoë.md")) == "é".encode()  # type: ignore[arg-type]


def test_a_folder_is_named_by_its_path(paths: VaultPaths) -> None:
    assert [paths.directory(path) for path in ("", "/", ".", "Folder/")] == ["", "", "", "Folder"]


@pytest.mark.parametrize("path", ["..", "/etc", ".git", "Missing", "Note.md", "a\\b"])
def test_what_is_no_folder_of_the_vault_is_refused(paths: VaultPaths, path: str) -> None:
    with pytest.raises(ToolError):
        paths.directory(path)


def test_a_folder_outside_is_refused(paths: VaultPaths, root: Path) -> None:
    (root / "out").symlink_to("../outside")
    with pytest.raises(ToolError, match="leads out"):
        paths.directory("out")


def test_a_file_that_becomes_a_link_meanwhile_is_not_read(
    paths: VaultPaths, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked = paths.file("Note.md")
    checked.unlink()
    checked.symlink_to("../outside/secret.md")
    monkeypatch.setattr(VaultPaths, "file", lambda self, path: checked)
    with pytest.raises(ToolError, match="can't be read"):
        paths.read_bytes("Note.md")


def test_a_folder_that_becomes_a_link_meanwhile_is_not_entered(
    paths: VaultPaths, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(root.parent / "outside", {"Inner.md": SECRET})
    checked = paths.file("Folder/Inner.md")
    (root / "Folder").rename(root / "Moved")
    (root / "Folder").symlink_to("../outside")
    monkeypatch.setattr(VaultPaths, "file", lambda self, path: checked)
    with pytest.raises(ToolError, match="can't be read"):
        paths.read_bytes("Folder/Inner.md")


def test_a_folder_that_is_swapped_for_a_link_all_the_time_never_leaks(
    paths: VaultPaths, root: Path
) -> None:
    fill(root.parent / "outside", {"Inner.md": SECRET})
    (root / "link").symlink_to("../outside")
    done = threading.Event()

    def swap() -> None:
        while not done.is_set():
            (root / "Folder").rename(root / "aside")
            (root / "link").rename(root / "Folder")
            (root / "Folder").rename(root / "link")
            (root / "aside").rename(root / "Folder")

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        for _ in range(500):
            with suppress(ToolError):
                assert paths.read_bytes("Folder/Inner.md") == b"inner"
    finally:
        done.set()
        swapping.join()


def test_a_link_that_goes_away_while_it_is_followed_is_an_error_in_words(
    paths: VaultPaths, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(place: object) -> str:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(os.path, "realpath", gone)
    assert "can't be read" in refusal(paths, "Note.md")
    assert "can't be read" in refusal(paths, "Missing/x.md")


@pytest.mark.parametrize("stepwise", [True, False])
def test_both_ways_of_opening_refuse_links(
    root: Path, monkeypatch: pytest.MonkeyPatch, *, stepwise: bool
) -> None:
    if stepwise and os.open not in os.supports_dir_fd:
        pytest.skip("the system opens no files from a folder")
    monkeypatch.setattr("pageful.files.opening._STEPWISE", stepwise)
    (root / "link.md").symlink_to("Note.md")
    (root / "linked").symlink_to("Folder")
    with Opener(root) as opener:
        assert opener.read(str(root / "Note.md"), 100).data == b"note"
        for path in ("link.md", "linked/Inner.md"):
            with pytest.raises(OSError):  # noqa: PT011 - which one depends on the system
                opener.read(str(root / path), 100)
        assert opener.read(str(root / "Folder" / "Inner.md"), 100).data == b"inner"


def test_a_file_that_grows_while_it_is_read_is_read_to_its_end(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    status, grown = os.fstat, b"x" * 5000

    def grow(handle: int) -> os.stat_result:
        before = status(handle)
        (root / "Note.md").write_bytes(grown)
        return before

    monkeypatch.setattr(os, "fstat", grow)
    with Opener(root) as opener:
        assert opener.read(str(root / "Note.md"), 10_000).data == grown
        (root / "Note.md").write_bytes(b"")
        with pytest.raises(TooLarge):
            opener.read(str(root / "Note.md"), 4000)


def test_no_handle_stays_open(root: Path, paths: VaultPaths) -> None:
    handles = Path("/proc/self/fd")
    if not handles.is_dir():
        pytest.skip("no way to tell")
    (root / "out").symlink_to("../outside")
    before = len(list(handles.iterdir()))
    for path in ("Note.md", "Folder/Inner.md", "Folder", "Missing.md", "out/secret.md"):
        try:
            paths.read_bytes(path)
        except ToolError:
            continue
    assert len(list(handles.iterdir())) == before


NAMES = "Folder FOLDER Inner.md Note.md out in loop hid .git secret.md deep outside vault config"
PARTS = st.sampled_from([*NAMES.split(), *"/.\\\0", "", "..", "%2e%2e", "%2f", "C:"])
PATHS = (
    st.lists(PARTS, max_size=6).map("/".join)
    | st.lists(PARTS, max_size=6).map("".join)
    | st.text(max_size=30)
)
LINKS = {"out": "../outside", "in": "Folder", "loop": "loop", "hid": ".git"}


@pytest.fixture
def linked(root: Path) -> Path:
    for name, target in LINKS.items():
        (root / name).symlink_to(target)
    return root


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(path=PATHS)
@example("in/../../outside/secret.md")
@example("out/../Note.md")
@example("in/out/secret.md")
def test_nothing_outside_is_ever_returned(linked: Path, path: str) -> None:
    paths = VaultPaths(linked, follow_outside=False)
    with suppress(ToolError):
        assert paths.file(path) in {linked / "Note.md", linked / "Folder" / "Inner.md"}
        assert paths.read_bytes(path) in {b"note", b"inner"}


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], deadline=None
)
@given(path=PATHS)
def test_no_folder_outside_is_ever_returned(linked: Path, path: str) -> None:
    with suppress(ToolError):
        assert VaultPaths(linked, follow_outside=False).directory(path) in {"", "Folder"}
