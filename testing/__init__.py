"""Tools for tests of targets, within gpucc and outside, that show that a target is right. The compiler imports none of
them.

`proofs` proves or refutes rules with z3, an optional extra; `coverage` counts the rules that a set of programs uses.
"""
