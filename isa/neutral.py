"""The neutral operations: the vocabulary of the graph, of machine-op semantics and of selection patterns.

One record an op: how many operands, what it yields, and which algebra holds without any flag. What an op computes is
LLVM's meaning of the instruction or intrinsic of that name; `means` says it where LLVM has none.
"""

from __future__ import annotations

from dataclasses import dataclass

NNAN, NINF, NSZ, ARCP, CONTRACT, AFN, REASSOC = (1 << i for i in range(7))
FLAG_NAMES = {"nnan": NNAN, "ninf": NINF, "nsz": NSZ, "arcp": ARCP, "contract": CONTRACT, "afn": AFN, "reassoc": REASSOC}
FAST = sum(FLAG_NAMES.values())


@dataclass(frozen=True, slots=True)
class Neutral:
    name: str
    arity: int
    result: str  # "f", "i", "b", "same" (as the operands), "t", "v"
    commutative: bool = False
    exact: bool = True
    means: str = ""


def _table(*rows: Neutral) -> dict[str, Neutral]:
    return {row.name: row for row in rows}


def _family(names: str, arity: int, result: str, commutative: bool = False, exact: bool = True) -> list[Neutral]:
    return [Neutral(name, arity, result, commutative, exact) for name in names.split()]


OPS = _table(
    # leaves
    *_family("const undef input uniform phi", 0, "same"),
    Neutral("uniform_at", 1, "same", means="component of register attr.register + index; the index counts registers"),
    # float arithmetic, every result rounded once
    *_family("fadd fmul", 2, "f", commutative=True),
    *_family("fsub fdiv frem copysign", 2, "f"),
    Neutral("fmin", 2, "f", True, means="minimumnum: a number wins over NaN, -0 < +0"),
    Neutral("fmax", 2, "f", True, means="maximumnum: a number wins over NaN, -0 < +0"),
    *_family("fneg fabs floor ceil trunc rint", 1, "f"),
    Neutral("round", 1, "f", means="to nearest, halves away from zero"),
    Neutral("sqrt", 1, "f"),
    Neutral("quotient", 2, "f", means="of whole numbers, rounded to zero, never -0; for targets with integers beside floats"),
    Neutral("fma", 3, "f", exact=False, means="fused; no target here has it"),
    *_family("exp2 exp log2 log log10 sin cos tan asin acos atan sinh cosh tanh", 1, "f", exact=False),
    *_family("pow atan2", 2, "f", exact=False),
    # comparisons: ordered ones are false, unordered ones true on NaN; greater-than is less-than swapped
    *_family("foeq fone fueq fune ford funo", 2, "b", commutative=True),
    *_family("folt fole fult fule", 2, "b"),
    *_family("ieq ine", 2, "b", commutative=True),
    *_family("islt isle iult iule", 2, "b"),
    # booleans
    *_family("band bor bxor", 2, "b", commutative=True),
    Neutral("bnot", 1, "b"),
    Neutral("select", 3, "same", means="select(c, a, b): a where c, else b"),
    # integers, two's complement of their width
    *_family("iadd imul iand ior ixor", 2, "i", commutative=True),
    *_family("isub sdiv srem udiv urem shl lshr ashr", 2, "i"),
    *_family("sext zext itrunc", 1, "i"),
    *_family("fptosi fptoui", 1, "i"),
    *_family("sitofp uitofp fpconvert", 1, "f"),
    Neutral("btof", 1, "f", means="1.0 for true, 0.0 for false"),
    Neutral("btoi", 1, "i", means="1 for true, 0 for false"),
    Neutral("bits", 1, "same", means="bitcast between float and integer"),
    # textures and derivatives
    Neutral("texture", -1, "t", means="attr (sampler, dimension, mode none|bias|lod|proj); args u, v[, w][, bias or lod or q]"),
    Neutral("part", 1, "f", means="component attr of a texture's answer"),
    *_family("dfdx dfdy", 1, "f"),
    # effects, ordered in their block
    Neutral("discard", 1, "v", means="drop the fragment where the condition holds"),
    Neutral("local_load", 1, "same", means="attr lowering.graph.LocalArray; args index"),
    Neutral("local_store", 2, "v", means="attr lowering.graph.LocalArray; args index, value"),
)
