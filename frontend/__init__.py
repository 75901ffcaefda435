"""AGSL and GLSL ES 1.00 to LLVM IR: `compile_source`, and `compile_pair` for two stages that belong together."""

from gpucc.frontend.compile import compile_pair, compile_source

__all__ = ["compile_pair", "compile_source"]
