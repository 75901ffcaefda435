"""Runs the command line in a process of its own, so that an input for which LLVM ends the process gets an answer, too.

LLVM checks its invariants by ending the process, and deep recursion overflows the stack. The parent does nothing but
wait: it loads no module of gpucc, passes signals on, and ends as the child does. Without `os.fork` nothing is guarded,
nor in a process that has threads, which a child would not have.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Sequence
from typing import NoReturn

SENT = ("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2")
FAULTS = ("SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP")
BUG = 3
PR_SET_PDEATHSIG = 1


def guarded(work: Callable[[], int], words: Sequence[str]) -> int:
    """Return the exit code of some work, or report the signal that ended it."""
    if not hasattr(os, "fork") or not hasattr(signal, "sigwaitinfo") or threading.active_count() > 1:
        return work()
    waited = {signal.SIGCHLD, *(getattr(signal, name) for name in SENT)}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, waited)
    # where it is ignored, nobody hears of a child's end
    of_children = signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    parent = os.getpid()
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, of_children or signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _end_with(parent)
        return work()
    return _wait(child, waited, words)


def _end_with(parent: int) -> None:
    """Let the system end this process when its parent is killed."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os.kill(os.getpid(), signal.SIGKILL)


def _wait(child: int, waited: set[signal.Signals], words: Sequence[str]) -> NoReturn:
    while True:
        sent = signal.sigwaitinfo(waited)
        if sent.si_signo == signal.SIGCHLD:
            ended, status = os.waitpid(child, os.WNOHANG)
            if ended:
                break
        elif sent.si_signo != signal.SIGINT or sent.si_code <= 0:
            # an interrupt by another process; one by the terminal reaches both
            os.kill(child, sent.si_signo)
    code = os.waitstatus_to_exitcode(status)
    # what Python does at its end concerns only the child
    os._exit(code if code >= 0 else _reported(-code, words))


def _reported(number: int, words: Sequence[str]) -> int:
    name = signal.Signals(number).name
    if name not in FAULTS:
        if number != signal.SIGKILL:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {number})
        os.kill(os.getpid(), number)
        return 128 + number
    lines = (
        f"gpucc: error: LLVM ended the process ({name}); nothing is written",
        "note: this is a bug in LLVM or in gpucc, not in your input; please report it with the input",
        f"note: to reproduce: gpucc {' '.join(words)}",
    )
    os.write(2, "".join(f"{line}\n" for line in lines).encode("utf-8", "backslashreplace"))
    return BUG
