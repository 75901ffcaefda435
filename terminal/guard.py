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
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

SENT = ("SIGINT", "SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2")
FAULTS = ("SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGFPE", "SIGTRAP")
BUG = 3
PR_SET_PDEATHSIG = 1
# seconds in which several interrupts are one
AT_ONCE = 1.0
# seconds that the destruction of an object may take
SOON = 0.01


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


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Let one interrupt end the work as one exception, though the process may get several at a time: from the terminal
    or from `timeout`, which interrupt the whole group, and from the parent, which cannot know that they did.

    An exception that is raised while Python destroys an object is shown and lost, so it is raised again afterwards.
    After the work interrupts are ignored, since Python reports one at its end with a traceback. Where they are ignored
    before, or something else handles them, nothing is changed.
    """
    unheard = threading.current_thread() is not threading.main_thread()
    if unheard or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return
    last = -AT_ONCE
    shown = sys.unraisablehook

    def interrupt(*_: object) -> None:
        nonlocal last
        before, last = last, time.monotonic()
        if last - before >= AT_ONCE:
            raise KeyboardInterrupt

    def lost(what: sys.UnraisableHookArgs) -> None:
        nonlocal last
        if what.exc_type is KeyboardInterrupt:
            last = -AT_ONCE
            threading.Timer(SOON, _interrupt_main).start()
        else:
            shown(what)

    signal.signal(signal.SIGINT, interrupt)
    sys.unraisablehook = lost
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        sys.unraisablehook = shown


def _interrupt_main() -> None:
    ident = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and ident is not None:
        # a call of the system in which the thread waits ends, too
        signal.pthread_kill(ident, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)


def of_interrupt(error: BaseException) -> bool:
    """Whether an error is an interrupt or came of one: Python 3.11 makes it another while it makes a class."""
    cause: BaseException | None = error
    while cause is not None and not isinstance(cause, KeyboardInterrupt):
        cause = cause.__cause__ or cause.__context__
    return cause is not None


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
