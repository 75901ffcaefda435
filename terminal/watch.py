"""`--watch`: compile again whenever a file that was read, or looked for, changes."""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path

from gpucc.errors import INTERRUPTED, UsageError
from gpucc.terminal import console
from gpucc.terminal.batch import Net
from gpucc.terminal.compiling import PRESET, compile_inputs
from gpucc.terminal.diagnostics import Reporter
from gpucc.terminal.wishes import Choices, Wishes, readable

# seconds between two looks at the files
PAUSE = 0.2
State = tuple[tuple[int, int, int] | None, ...]


def watch_inputs(inputs: Sequence[str], isa: str, choices: Choices, wishes: Wishes, net: Net) -> None:
    """Compile the inputs, and again after each change, until Ctrl-C. A wrong command line ends it at once."""
    for word in inputs:
        if word == "-" or Path(word).suffix.lower() == PRESET:
            raise UsageError("--watch takes files of shaders")
        readable(word)
    if not wishes.output or wishes.output == "-":
        raise UsageError("--watch needs -o FILE: it writes again after each change")
    outer = console.REPORTER.get()
    seen: dict[str, bool] = {}
    while True:
        before = _state((*inputs, *seen))
        known = len(seen)
        with console.reporting(Reporter(outer.kind, outer.file)) as reporter:
            code = net(partial(compile_inputs, inputs, isa, choices, wishes, seen), outer.words)
            if code == INTERRUPTED:
                raise KeyboardInterrupt
            net(partial(reporter.write, code), outer.words)
            console.say_document(reporter, code)
        # files that the first round found were not looked at before it
        before = before + _state(tuple(seen)[known:])
        count = len(inputs) + len(seen)
        console.say(f"watching {count} file{'s' * (count != 1)}; Ctrl-C ends it")
        while _state((*inputs, *seen)) == before:
            time.sleep(PAUSE)


def _state(names: Iterable[str]) -> State:
    """What tells a change of each file; None if there is none."""
    return tuple(map(_one_state, names))


def _one_state(name: str) -> tuple[int, int, int] | None:
    try:
        status = os.stat(name)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size, status.st_ino
