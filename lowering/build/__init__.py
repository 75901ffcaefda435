"""Builds the scalar graph from LLVM's records: `build.build` visits the blocks in the order that `flow` computes.

`state` holds everything known so far. Instructions are lowered by `values`, `access` (loads and stores), `calls` (with
`math`, `vectors`, `shading`) and `phis`; `operands`, `pointers` and `indices` resolve their operands; `uniforms`,
`memory`, `wide` and `double` handle values in memory.
"""
