"""The process that workers are copies of: it has loaded gpucc and compiled once, and forks for each job.

So a worker starts in milliseconds, lives for one job, and can be killed at any time without a loss. The server sends
one end of a socket for each job; the worker reads a request there and writes answers, one JSON document a line. When
a worker has ended, this process writes how on the same socket, and closes it.
"""

from __future__ import annotations

import json
import os
import selectors
import signal
import socket
import sys
import warnings
from contextlib import suppress

from gpucc.errors import GpuccError
from gpucc.serve.worker import serve_job

WARM = "void main() { gl_FragColor = vec4(1.0); }", "void main() { gl_Position = vec4(1.0); }"
LISTENING = b"listening"


def main(number: int) -> None:
    """Fork a worker for each socket that arrives, until the server closes the connection."""
    # Ctrl-C in the terminal is for the server, which closes the connection
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    control = socket.socket(fileno=number)
    _warm_up()
    waking, awake = os.pipe()
    for end in (waking, awake):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(awake)
    jobs: dict[int, socket.socket] = {}
    control.sendall(LISTENING)
    with selectors.DefaultSelector() as ready:
        ready.register(control, selectors.EVENT_READ)
        ready.register(waking, selectors.EVENT_READ)
        while True:
            for key, _ in ready.select():
                if key.fileobj is control:
                    message, found, *_ = socket.recv_fds(control, 1, 1)
                    if not message:
                        return
                    job = socket.socket(fileno=found[0])
                    jobs[_forked(job, control)] = job
                else:
                    with suppress(BlockingIOError):
                        os.read(waking, 4096)
                    _bury(jobs)


def _warm_up() -> None:
    """Load what compilations need, by compiling for each target that is gpucc's own."""
    from gpucc import driver

    for isa in driver.isas():
        for name, text in zip(("warm.frag", "warm.vert"), WARM, strict=True):
            with suppress(GpuccError):
                driver.compile(text.encode(), isa, name=name, verify=16, allow_unverified=True)


def _forked(job: socket.socket, control: socket.socket) -> int:
    """Start a worker, and return its process."""
    with warnings.catch_warnings():
        # about threads of other libraries, which the worker does not have
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child:
        return child
    code = 1
    try:
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        control.close()
        serve_job(job)
        code = 0
    finally:
        os._exit(code)


def _bury(jobs: dict[int, socket.socket]) -> None:
    """Tell the server how workers ended."""
    while jobs:
        try:
            child, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if child == 0:
            return
        job = jobs.pop(child)
        job.setblocking(False)
        line = json.dumps({"ended": os.waitstatus_to_exitcode(status)})
        with suppress(OSError):
            # after what a killed worker may have left of a line
            job.sendall(f"\n{line}\n".encode())
        job.close()


if __name__ == "__main__":
    main(int(sys.argv[1]))
