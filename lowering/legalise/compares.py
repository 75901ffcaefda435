"""Expands comparisons that a target lacks into those it has; every identity holds for NaN as well."""

from __future__ import annotations

from gpucc.lowering.graph import NNAN
from gpucc.rules.rewrite import Rewrite

COMPARES = (
    Rewrite("fult, nnan", "fult(a, b)", "folt(a, b)", flags=NNAN),
    Rewrite("fult", "fult(a, b)", "bnot(fole(b, a))"),
    Rewrite("fule, nnan", "fule(a, b)", "fole(a, b)", flags=NNAN),
    Rewrite("fule", "fule(a, b)", "bnot(folt(b, a))"),
    *(
        rule
        for op, all_numbers, compare, join in (("ford", "true", "foeq", "band"), ("funo", "false", "fune", "bor"))
        for rule in (
            Rewrite(f"{op}, nnan", f"{op}(a, b)", all_numbers, flags=NNAN),
            Rewrite(f"{op} of numbers", f"{op}(a@number, b@number)", all_numbers),
            Rewrite(f"{op} with a number", f"{op}(a, b@number)", f"{compare}(a, a)"),
            Rewrite(f"{op} of one", f"{op}(a, a)", f"{compare}(a, a)"),
            Rewrite(op, f"{op}(a, b)", f"{join}({compare}(a, a), {compare}(b, b))"),
        )
    ),
    *(
        rule
        for op, of_numbers, otherwise in (
            ("fone", "fune(a, b)", "bor(folt(a, b), folt(b, a))"),
            ("fueq", "foeq(a, b)", "bnot(bor(folt(a, b), folt(b, a)))"),
        )
        for rule in (
            Rewrite(f"{op}, nnan", f"{op}(a, b)", of_numbers, flags=NNAN),
            Rewrite(f"{op} of numbers", f"{op}(a@number, b@number)", of_numbers),
            Rewrite(op, f"{op}(a, b)", otherwise),
        )
    ),
    Rewrite("foeq", "foeq(a, b)", "band(fole(a, b), fole(b, a))"),
    Rewrite("fune", "fune(a, b)", "bnot(foeq(a, b))"),
    # a <= b is false for NaN, and so is this
    Rewrite("folt", "folt(a, b)", "band(fole(a, b), bnot(fole(b, a)))"),
    Rewrite("fole", "fole(a, b)", "bor(folt(a, b), foeq(a, b))"),
)
