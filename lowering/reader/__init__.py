"""LLVM's canonical text to the records of `lowering.llvm`, and back: `read.read` tokenises every statement once.

`tokens` cuts statements up, `types` and `values` read what all statements share, `globals`, `code` with `calls`, and
`metadata` one kind of statement each, `names` finds what the source called a value. `spelling` turns records into text
again.
"""
