"""Native code of a reference: compiled fast at first, and with optimised helpers once many lanes have run."""

from __future__ import annotations

import ctypes
import weakref
from collections.abc import Callable
from threading import Lock

import llvmlite.binding as llvm
import numpy as np
from numpy.typing import NDArray

from gpucc.errors import InternalError
from gpucc.interp.reference.prepare import machine

# how many lanes run before the code is optimised, which costs about as much as they do
HOT = 20_000


class NativeCode:
    """The compiled text of a module with the entry point `@ref.run`. `run` may be called from several threads."""

    def __init__(self, text: str) -> None:
        # LLVM takes what follows \01 as a symbol's whole name, and a variable called "\01" would have none
        self.text = text.replace('@"\\01', '@"ref.raw:')
        self.optimised = False
        self._lock, self._lanes = Lock(), 0
        self._entry = self._load()

    def run(self, arguments: NDArray[np.int64], lanes: int) -> None:
        """Call the entry point, which runs `lanes` lanes."""
        with self._lock:
            self._lanes += lanes
            if self._lanes > HOT and not self.optimised:
                self.optimised = True
                self._entry = self._load()
            self._entry(arguments.ctypes.data)

    def _load(self) -> Callable[[int], None]:
        """Compile the module and return its entry point."""
        context, target = llvm.create_context(), machine(int(self.optimised))
        module = _parse(self.text, context)
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
