"""From typed tree to LLVM IR: `build` makes the module, `functions` with `recipes` the built-in functions.

`statements` stands on `expressions`, this on `arithmetic`, and all on `base`; `shapes` is how values look in LLVM,
`costs` what an expression costs where its value is not needed.
"""
