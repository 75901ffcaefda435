"""The graph's names of LLVM's operations."""

from __future__ import annotations

FLOAT_OPS = {op: op for op in ("fadd", "fsub", "fmul", "fdiv", "frem")}
INTEGER_OPS = {
    "add": "iadd",
    "sub": "isub",
    "mul": "imul",
    "and": "iand",
    "or": "ior",
    "xor": "ixor",
    **{op: op for op in ("shl", "lshr", "ashr", "udiv", "sdiv", "urem", "srem")},
}
# comparisons, with their kind: the operation, and whether its operands change places
COMPARE_OPS = {
    **{f"fcmp {name}": (f"f{name}", False) for name in "oeq one ord ueq une uno olt ole ult ule".split()},
    **{f"fcmp {name[0]}g{name[1]}": (f"f{name[0]}l{name[1]}", True) for name in ("ot", "oe", "ut", "ue")},
    **{f"icmp {name}": (f"i{name}", False) for name in "eq ne slt sle ult ule".split()},
    **{f"icmp {name[0]}g{name[1]}": (f"i{name[0]}l{name[1]}", True) for name in ("st", "se", "ut", "ue")},
}
