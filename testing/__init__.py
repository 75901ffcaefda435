"""Tools that show that a target is right, for tests of targets within gpucc and outside: nothing of the compiler
imports it.

`proofs` proves or refutes rules with z3, an optional extra; `coverage` counts which rules a set of programs uses.
"""
