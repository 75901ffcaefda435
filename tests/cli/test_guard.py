"""The process that waits for the one that works: exit codes, signals, and what ends the process inside LLVM."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from gpucc.terminal import guard

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")

TICK = threading.Event()


def guarded(work: str) -> list[str]:
    text = f"import os, signal, sys\nfrom gpucc.terminal.guard import guarded\nsys.exit(guarded({work}, ['k.ll']))"
    return [sys.executable, "-c", text]


@pytest.mark.parametrize("code", [0, 1, 2, 130])
def test_the_exit_code_is_the_works(code: int) -> None:
    assert subprocess.run(guarded(f"lambda: {code}"), check=False, timeout=60).returncode == code


def test_a_caller_that_ignores_its_children() -> None:
    """Then the system does not keep how a child ended, unless that is asked for."""
    command = guarded("lambda: 7")
    command[2] = command[2].replace("sys.exit(", "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\nsys.exit(")
    assert subprocess.run(command, check=False, timeout=60).returncode == 7


def test_the_end_of_the_process_is_answered() -> None:
    done = subprocess.run(guarded("os.abort"), check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 3
    assert "LLVM ended the process (SIGABRT); nothing is written" in done.stderr
    assert "to reproduce: gpucc k.ll" in done.stderr


def test_a_process_with_threads_is_not_forked() -> None:
    ours = []
    waiting = threading.Event()
    thread = threading.Thread(target=waiting.wait)
    thread.start()
    try:
        assert guard.guarded(lambda: ours.append(os.getpid()) or 7, ["k.ll"]) == 7
    finally:
        waiting.set()
        thread.join()
    assert set(ours) == {os.getpid()}


@pytest.mark.parametrize("name", ["SIGTERM", "SIGKILL"])
def test_signals_reach_the_work(name: str, tmp_path: Path) -> None:
    """A signal to the process that the caller knows ends the work, too."""
    place = tmp_path / "process"
    work = f"lambda: (open({str(place)!r}, 'w').write(str(os.getpid())), signal.pause())[1] or 0"
    waiting = subprocess.Popen(guarded(work))
    while not place.exists() or not place.read_text():
        TICK.wait(0.01)
    child = int(place.read_text())
    waiting.send_signal(getattr(signal, name))
    assert waiting.wait(60) != 0
    for _ in range(6000):
        try:
            state = Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return
        if state == "Z":
            return
        TICK.wait(0.01)
    raise AssertionError(f"process {child} goes on")


def test_an_assertion_of_llvm_is_answered(tmp_path: Path) -> None:
    """An array whose size has more than 64 bits: LLVM's passes count its bytes, and end the process."""
    path = tmp_path / "k.ll"
    path.write_text(
        "define void @k(ptr %out) {\n  %a = alloca i8, i864 -4294967296\n  store ptr %a, ptr %out\n  ret void\n}\n"
    )
    command = [sys.executable, "-m", "gpucc", str(path), "--isa", "agal", "--stage", "vertex", "-o", "-"]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode in (1, 3)
    assert "error:" in done.stderr
    assert "Traceback" not in done.stderr
