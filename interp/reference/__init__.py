"""The judge: LLVM's JIT runs the shader's IR over all lanes, in the target's number format. The entry is
`jit.Reference`.

`prepare` normalises the text, `flatten` executes both sides of branches for targets without branches, `flow` rewrites
block by block (`values`, `calls`, `memory`, over `body`), `library` with `arithmetic` and `checks` has the helper
functions that the rewritten code calls, `driver` the loop over lanes, and `replay` answers textures and derivatives
between passes. `undefined` finds results that depend on undefined values; `irtext` reads the text.
"""
