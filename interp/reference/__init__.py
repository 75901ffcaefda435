"""The judge: LLVM's JIT runs the shader's IR over all lanes, in the target's number format. `jit.Reference` is what
others call.

`prepare` makes the text ready, `flatten` executes both sides where the target does, `flow` rewrites block by block
(`values`, `calls`, `memory`, over `body`), `library` with `arithmetic` and `checks` are the helper functions it calls,
`driver` the loop over lanes, `replay` answers textures and derivatives between passes. `undefined` finds what a shader
leaves open; `irtext` reads the text.
"""
