"""gpucc: LLVM IR to small, odd GPUs. The names below load on first use, so importing gpucc costs nothing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

_HOMES = {
    "compile": "driver",
    "verify": "driver",
    "assemble": "driver",
    "disassemble": "driver",
    "load": "driver",
    "Program": "program",
    "GpuccError": "errors",
}
__all__ = ["GpuccError", "Program", "__version__", "assemble", "compile", "disassemble", "load", "verify"]


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        return getattr(import_module(f"gpucc.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'gpucc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
