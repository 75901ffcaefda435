"""Lowering of the typed tree to LLVM IR. `build` makes the module; `functions` and `recipes` make the built-in
functions.

`statements` uses `expressions`, which uses `arithmetic`, and all use `base`. `shapes` maps types and constants to LLVM;
`costs` estimates the price of evaluating an expression speculatively.
"""
