"""Another system, simulated: a process without what only POSIX has, that runs our commands.

It shows that nothing is imported or called that Windows lacks. It does not show what Windows does
with paths, locks, processes and consoles: there nothing of this was ever run.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import sys
from contextlib import suppress

_LIBRARIES = (
    "asyncio", "anyio", "filelock", "mcp", "msgspec", "numpy", "platformdirs", "psutil", "regex",
    "rich.console", "rich.text", "sqlite3", "subprocess", "tempfile", "uvicorn", "yaml",
    "multiprocessing", "concurrent.futures", "pydantic", "httpx", "ssl", "tree_sitter", "chardet",
    "defusedxml.ElementTree", "msvcrt", "mcp.server.lowlevel", "mcp.server.stdio",
    "uvicorn.config", "http.server", "webbrowser", "ctypes.util", "socketserver", "shutil",
)  # fmt: skip
"""What others have written is loaded before: it has versions of its own for each system."""

_POSIX_MODULES = ("fcntl", "grp", "pwd", "resource", "termios", "tty", "pty", "syslog")
_POSIX_CALLS = (
    "chown", "fork", "forkpty", "getegid", "geteuid", "getgid", "getpgid", "getpgrp", "getsid",
    "getuid", "killpg", "mkfifo", "nice", "setpgid", "setsid", "statvfs", "uname", "wait3", "wait4",
    "O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "O_PATH", "login_tty",
    "sched_getaffinity", "pipe2", "pread", "pwrite", "sendfile", "WNOHANG",
)  # fmt: skip
_POSIX_SIGNALS = ("SIGALRM", "SIGCHLD", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP",
                  "SIGTSTP", "SIGUSR1", "SIGUSR2", "SIGWINCH")  # fmt: skip


def become_windows() -> None:
    """Take away what Windows has not, and answer with its name."""
    for name in _LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)
    for name in _POSIX_MODULES:
        sys.modules[name] = None  # type: ignore[assignment]
    for name in _POSIX_CALLS:
        if hasattr(os, name):
            delattr(os, name)
    for name in _POSIX_SIGNALS:
        if hasattr(signal, name):
            delattr(signal, name)
    os.supports_dir_fd.clear()
    os.supports_fd.clear()
    sys.platform = "win32"


def become_macos() -> None:
    """Take away what Linux alone has, and answer with the other's name."""
    for name in _LIBRARIES:
        with suppress(ImportError):
            importlib.import_module(name)
    for name in ("O_PATH", "sched_getaffinity", "pipe2"):
        if hasattr(os, name):
            delattr(os, name)
    sys.modules["inotify_simple"] = None  # type: ignore[assignment]
    sys.platform = "darwin"


def import_everything() -> list[str]:
    """Import every module of the package, and list those that can't be."""
    import pageful

    problems = []
    for module in pkgutil.walk_packages(pageful.__path__, "pageful."):
        if module.name.endswith(("__main__", ".worker")):
            continue
        try:
            importlib.import_module(module.name)
        except Exception as error:
            problems.append(f"{module.name}: {type(error).__name__}: {error}")
    return problems


def main() -> int:
    """Run a command, or import everything, on the system that the first argument names."""
    system, *argv = sys.argv[1:]
    {"windows": become_windows, "macos": become_macos}[system]()
    if argv == ["import"]:
        problems = import_everything()
        print("\n".join(problems))
        return len(problems)
    sys.argv = ["pageful", *argv]
    from pageful.start import main as run

    return run()


if __name__ == "__main__":
    sys.exit(main())
