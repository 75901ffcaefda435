"""Reads LLVM's canonical text into the records of `lowering.llvm`: `read.read` tokenises every statement once.

`tokens` splits statements, `types` and `values` read the parts that all statements share, `globals`, `code` with
`calls`, and `metadata` one kind of statement each, `names` finds the source's names of values. `spelling` turns records
into text again.
"""
