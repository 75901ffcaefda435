"""One job in a process of its own: limits, no files, and a request that is answered line by line."""

from __future__ import annotations

import json
import os
import resource
import signal
import socket
import sys
import sysconfig
import tempfile
import traceback
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any

from gpucc.errors import GpuccError, InputError, InternalError
from gpucc.serve.jobs import Tell, perform
from gpucc.terminal.diagnostics import of_error

# what a worker may use: bytes of address space, bytes of one file; the request has the seconds of the processor
MEMORY = 3 << 30
FILE = 1 << 26
NICE = 10
# besides these folders, a worker opens no file: programs and libraries, and temporary files
READABLE = tuple(
    sorted(
        {
            *(str(Path(path).resolve()) for path in (*sysconfig.get_paths().values(), *sys.path) if path),
            str(Path(__file__).resolve().parents[1]),
            str(Path(sys.base_prefix).resolve()),
            str(Path(sys.prefix).resolve()),
            # the server gives its workers a folder of their own
            os.path.realpath(tempfile.gettempdir()),
        }
    )
)
# events of Python's audit that no compilation has: other programs, and the network
FORBIDDEN = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.system", "socket.connect", "socket.bind")


def serve_job(job: socket.socket) -> None:
    """Read a request from the socket, perform it, and write what it tells."""
    os.setsid()
    os.nice(NICE)
    with job.makefile("rwb") as stream:

        def tell(event: str, **values: Any) -> None:
            stream.write(json.dumps({"event": event, **values}).encode() + b"\n")
            stream.flush()

        tell("process", number=os.getpid())
        request = json.loads(stream.readline())
        _limit(request["cpu"])
        if not request.get("compilers"):
            sys.addaudithook(_audit)
        with _Reporting(tell):
            perform(request, tell)


class _Reporting(AbstractContextManager[None]):
    """Tells of whatever ends a job before its time."""

    def __init__(self, tell: Tell) -> None:
        self.tell = tell

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if error is None:
            return False
        told = _as_error(error)
        self.tell("failed", code=told.exit_code, findings=_findings(told))
        return True


def _as_error(error: BaseException) -> GpuccError:
    match error:
        case GpuccError():
            return error
        case RecursionError():
            return InputError("the input is nested too deeply")
        case MemoryError():
            return InputError(f"the input needs more than the {MEMORY >> 30} GiB of memory that one job gets here")
    last = "".join(traceback.format_exception_only(error)).strip()
    notes = ("please report it with the source; gpucc compile shows where it happened",)
    return InternalError(f"a bug of gpucc: {last}", notes=notes)


def _limit(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_FSIZE, (FILE, FILE))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)


def _findings(error: GpuccError) -> list[dict[str, Any]]:
    found = []
    for one in (error, *error.also):
        record = of_error(one, one.notes)
        found.append({name: getattr(record, name) for name in type(record).__slots__})
    return found


def _audit(event: str, values: tuple[Any, ...]) -> None:
    """Refuse what a source could misuse a fault of the compiler for. The readers of includes refuse files already, as
    the source is no file: this is the second door."""
    if event in FORBIDDEN:
        raise PermissionError(f"gpucc serve does not allow {event}")
    if event == "open" and not _permitted(values[0]):
        raise PermissionError(f"gpucc serve opens no file named {values[0]!r}")


def _permitted(path: object) -> bool:
    if not isinstance(path, str | bytes | os.PathLike):
        return True
    name = os.path.realpath(os.fsdecode(path))
    return name in (os.devnull, *READABLE) or name.startswith(tuple(f"{folder}/" for folder in READABLE))
