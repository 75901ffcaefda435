"""The judge: simulators of the targets, and the comparison with LLVM's JIT.

The names of `public` are available here; they load on first use, because no compilation needs all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gpucc.interp.public import (
        Batch,
        Chance,
        Engine,
        Fault,
        Outcome,
        Simulator,
        SlotEngine,
        Texture,
        UniformFile,
        VectorMachine,
        simulator,
        slot_engine,
        vector_engine,
        words_by_register,
    )

__all__ = [
    "Batch",
    "Chance",
    "Engine",
    "Fault",
    "Outcome",
    "Simulator",
    "SlotEngine",
    "Texture",
    "UniformFile",
    "VectorMachine",
    "simulator",
    "slot_engine",
    "vector_engine",
    "words_by_register",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'gpucc.interp' has no attribute {name!r}")
    from gpucc.interp import public

    return getattr(public, name)
