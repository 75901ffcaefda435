"""Native code of a reference: compiled fast at first, and optimised once it has run for long."""

from __future__ import annotations

import ctypes
import platform
import sys
import time
import weakref
from collections.abc import Callable
from threading import Lock
from typing import ClassVar
from weakref import WeakValueDictionary

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InternalError
from gpucc.interp.reference.driver import ARGUMENTS
from gpucc.interp.reference.prepare import machine

# Optimising code takes about four times as long as compiling it fast. Code that has run for so long is optimised.
DEARER = 4.0
# the number of lanes after which the time is taken
PIECE = 256
# whether the code may be made for a place near its variables: where it has been tried, and objects are ELF's
NEAR = sys.platform == "linux" and platform.machine() == "x86_64"


class NativeCode:
    """The compiled text of a module with the entry point `@ref.run`. `run` may be called from several threads."""

    # those in use, by their texts: a bench needs one and the same for several purposes
    _used: ClassVar[WeakValueDictionary[str, NativeCode]] = WeakValueDictionary()

    @classmethod
    def of(cls, text: str) -> NativeCode:
        """The code of a text, which is compiled unless it is in use already."""
        found = cls._used.get(text)
        if found is None:
            found = cls._used[text] = cls(text)
        return found

    def __init__(self, text: str) -> None:
        # LLVM takes what follows \01 as a symbol's whole name, and a variable called "\01" would have none
        self.text = text.replace('@"\\01', '@"ref.raw:')
        self.optimised = False
        self._lock, self._spent = Lock(), 0.0
        begun = time.perf_counter()
        self._entry = self._load()
        self._cost = time.perf_counter() - begun

    def run(self, arguments: NDArray[np.int64]) -> None:
        """Call the entry point, whose arguments are those of `ARGUMENTS`."""
        order, lanes = (ARGUMENTS.index(name) for name in ("order", "lanes"))
        words = arguments.copy()
        with self._lock:
            for first in range(0, arguments[lanes], PIECE):
                if self._spent > DEARER * self._cost and not self.optimised:
                    self.optimised = True
                    self._entry = self._load()
                begun = time.perf_counter()
                words[order] = arguments[order] + first * arguments.itemsize
                words[lanes] = min(PIECE, arguments[lanes] - first)
                self._entry(words.ctypes.data)
                self._spent += time.perf_counter() - begun

    def _load(self) -> Callable[[int], None]:
        """Compile the module and return its entry point."""
        context = llvm.create_context()
        engine = _near(self.text, context) if NEAR and not self.optimised else None
        if engine is None:
            module, target = _parse(self.text, context), machine(int(self.optimised))
            if self.optimised:
                builder = llvm.create_pass_builder(target, llvm.create_pipeline_tuning_options(speed_level=1))
                builder.getModulePassManager().run(module, builder)
            engine = llvm.create_mcjit_compiler(module, target)
        engine.finalize_object()
        # The engine must be closed before its context. A garbage collector that finds both in a cycle, say that of an
        # exception and its frames, could close them in any order, so they are kept out of its reach.
        weakref.finalize(self, _close, engine, context)
        entry: Callable[[int], None] = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(engine.get_function_address("ref.run"))
        return entry


def _near(text: str, context: llvm.ContextRef) -> llvm.ExecutionEngine | None:
    """The code of a text with all its variables near it, which LLVM selects in three quarters of the time; None if the
    code calls functions of libraries, which are far away."""
    target = machine(near=True)
    with _parse(text, context) as module:
        made = llvm.ObjectFileRef.from_data(target.emit_object(module))
    symbols = next(section.data() for section in made.sections() if section.name() in (b".symtab", ".symtab"))
    # of ELF's 24 bytes for a symbol, these tell its section; only the first symbol, which is none, may be in section 0
    sections = np.frombuffer(symbols, "<u2").reshape(-1, 12)[1:, 3]
    if not sections.all():
        return None
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly("", context), target, use_lmm=True)
    engine.add_object_file(made)
    return engine


def _close(engine: llvm.ExecutionEngine, context: llvm.ContextRef) -> None:
    engine.close()
    context.close()


def _parse(text: str, context: llvm.ContextRef) -> llvm.ModuleRef:
    try:
        module = llvm.parse_assembly(text, context)
        module.verify()
    except RuntimeError as error:
        raise InternalError(f"the reference made IR that LLVM refuses: {error}") from None
    return module
