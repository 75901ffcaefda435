"""Python's garbage collector during a compilation."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collector() -> Iterator[None]:
    """Disable the garbage collector: trees and graphs are large and have hardly any cycles, and it would walk them
    again and again.

    The caller that finds it enabled disables it and enables it again; with several threads it may run earlier than
    needed.
    """
    mine = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if mine:
            gc.enable()
