"""gpucc: LLVM IR to small, odd GPUs. The names below load on first use, so importing gpucc costs nothing."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__version__ = "0.1.0"

# the module of each name, and its name there
_HOMES = {
    "compile": ("families", "compile"),
    "verify": ("families", "verify"),
    "assemble": ("compiled", "assemble"),
    "disassemble": ("compiled", "disassemble"),
    "load": ("compiled", "load"),
    "Program": ("compiled", "CompiledProgram"),
    "shader": ("from_python", "shader"),
    "lower": ("families", "lower"),
    "select": ("steps", "select"),
    "schedule": ("steps", "schedule"),
    "encode": ("steps", "encode"),
    "GpuccError": ("errors", "GpuccError"),
}
__all__ = sorted(["__version__", *_HOMES])


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        module, own_name = _HOMES[name]
        return getattr(import_module(f"gpucc.{module}"), own_name)
    raise AttributeError(f"module 'gpucc' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
