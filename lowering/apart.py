"""Runs LLVM's readers in a separate process, because they abort the process on some malformed modules instead of
reporting an error.

The result is a verified module as LLVM prints it. Text that LLVM refuses can also be read here to obtain the message.
The child is a fork of this process, which costs some milliseconds; where forking is impossible (other threads, Windows)
it is a new interpreter, which runs this file as a script and imports nothing of gpucc.
"""

from __future__ import annotations

import faulthandler
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import warnings
from pathlib import Path
from typing import Literal

import llvmlite.binding as llvm

from gpucc.records import dataclass

Kind = Literal["bitcode", "text"]
# the start of the names of LLVM's intrinsics for devices, and what stands for `llvm.` in them: LLVM's verifier refuses
# those that an older or newer LLVM declares otherwise
DEVICES = tuple(f"llvm.{vendor}." for vendor in "aarch64.neon amdgcn arm.neon dx nvvm r600 spv x86".split())
DEVICE_PREFIX = "device."
DECLARED_DEVICE = re.compile(r"^declare [^\n]* @device\.[^\n]* immarg[^\n]*", re.MULTILINE)
# the limits of a child
SECONDS = 120
BYTES = 4 << 30
# exit codes of the child: LLVM has read the module, or has refused it with a message
READ, REFUSED = 0, 9
# the code of a child that took too long: the signal of the alarm, where there are signals
LATE = -int(getattr(signal, "SIGALRM", 14))


@dataclass(frozen=True, slots=True)
class ChildEnding:
    """The result of the child: its exit code, or a negative signal number; the text or LLVM's reason; and LLVM's output
    when it aborted.
    """

    code: int
    answer: str
    said: str

    def reason(self) -> str:
        """Return the reason why the reader gave no result."""
        if self.code == LATE:
            return f"it did not finish within {SECONDS} seconds"
        marks = ("LLVM ERROR: ", "Assertion `")
        found = next(
            (line[line.index(mark) :] for line in self.said.splitlines() for mark in marks if mark in line), ""
        )
        name = signal.Signals(-self.code).name if self.code < 0 else f"status {self.code}"
        return f"it stopped the process ({name})" + f": {found.removeprefix(marks[0])}" * bool(found)


def read_apart(content: bytes, kind: Kind) -> ChildEnding:
    """Return LLVM's result for a module, even if LLVM aborts the process that reads it."""
    alone = hasattr(os, "fork") and threading.active_count() == 1
    with tempfile.TemporaryFile() as said:
        code, answer = _forked(content, kind, said.fileno()) if alone else _spawned(content, kind, said.fileno())
        said.seek(0)
        return ChildEnding(code, answer.decode("utf-8", "replace"), said.read().decode("utf-8", "replace"))


def _forked(content: bytes, kind: Kind, said: int) -> tuple[int, bytes]:
    """Run the reader in a fork. The result comes through a pipe, so that a full disk does not make a module look
    malformed.
    """
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        # the warning is about other libraries' threads, which do not exist in the child
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child == 0:
        code = 1
        try:
            faulthandler.disable()
            os.close(reader)
            os.dup2(said, 2)
            _limit()
            code = _answer(content, kind, writer)
        finally:
            os._exit(code)
    ended = False
    try:
        os.close(writer)
        with os.fdopen(reader, "rb") as pipe:
            answer = pipe.read()
        status = os.waitpid(child, 0)[1]
        ended = True
    finally:
        if not ended:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
    return os.waitstatus_to_exitcode(status), answer


def _spawned(content: bytes, kind: Kind, said: int) -> tuple[int, bytes]:
    command = [sys.executable, "-P", str(Path(__file__).resolve()), kind]
    try:
        done = subprocess.run(
            command, input=content, stdout=subprocess.PIPE, stderr=said, timeout=2 * SECONDS, check=False
        )
        return done.returncode, done.stdout
    except subprocess.TimeoutExpired:
        return LATE, b""


def name_devices(module: llvm.ModuleRef) -> bool:
    """Declare the intrinsics for devices as plain functions; return whether there are any."""
    found = [one for one in module.functions if one.is_declaration and one.name.startswith(DEVICES)]
    for function in found:
        function.name = DEVICE_PREFIX + function.name.removeprefix("llvm.")
    return bool(found)


def without_immediates(text: str) -> str:
    """Return a module's text without the attribute that only intrinsics may have, after `name_devices`."""
    return DECLARED_DEVICE.sub(lambda found: found[0].replace(" immarg", ""), text)


# in the child ---------------------------------------------------------------------------------------------------------


def _limit() -> None:
    """Limit time and memory, and prevent a core dump when LLVM aborts."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(SECONDS)
        pages = int(Path("/proc/self/statm").read_text().split()[0])
        least = min(
            [
                BYTES + pages * resource.getpagesize(),
                *(one for one in resource.getrlimit(resource.RLIMIT_AS) if one >= 0),
            ]
        )
        resource.setrlimit(resource.RLIMIT_AS, (least, least))
    except (ImportError, OSError, ValueError):
        return


def _answer(content: bytes, kind: Kind, file: int) -> int:
    try:
        context = llvm.create_context()
        module = (
            llvm.parse_bitcode(content, context)
            if kind == "bitcode"
            else llvm.parse_assembly(content.decode("utf-8"), context)
        )
        if name_devices(module):
            module = llvm.parse_assembly(without_immediates(str(module)), context)
        module.verify()
        text, code = str(module), READ
    except UnicodeDecodeError:
        text, code = "a name or string in it is not UTF-8", REFUSED
    except (RuntimeError, MemoryError) as error:
        text, code = str(error), REFUSED
    with os.fdopen(os.dup(file), "wb") as out:
        out.write(text.encode("utf-8", "replace"))
    return code


if __name__ == "__main__":
    _limit()
    sys.exit(_answer(sys.stdin.buffer.read(), "bitcode" if sys.argv[1] == "bitcode" else "text", 1))
