"""AGSL and GLSL ES 1.00 to LLVM IR: `compile_source`."""

from gpucc.frontend.compile import compile_source

__all__ = ["compile_source"]
