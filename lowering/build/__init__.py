"""From LLVM's records to the scalar graph: `build.build` goes through the blocks in the order that `flow` gives.

`state` is what is known so far. Each instruction goes to `values`, `access` (loads and stores), `calls` (with `math`,
`vectors`, `shading`) or `phis`; `operands`, `pointers` and `indices` say what its operands are; `uniforms`, `memory`,
`wide` and `double` what lies in memory.
"""
