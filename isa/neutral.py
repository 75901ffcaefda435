"""The neutral operations: the vocabulary of the graph, of machine-op semantics and of selection patterns.

Each op has one record: the number of operands, the kind of result, and the algebraic laws that hold without any flag.
An op has the meaning of the LLVM instruction or intrinsic of the same name, or that given by `means` where LLVM has
none.
"""

from __future__ import annotations

from gpucc.records import dataclass

NNAN, NINF, NSZ, ARCP, CONTRACT, AFN, REASSOC = (1 << i for i in range(7))
FLAG_NAMES = {
    "nnan": NNAN,
    "ninf": NINF,
    "nsz": NSZ,
    "arcp": ARCP,
    "contract": CONTRACT,
    "afn": AFN,
    "reassoc": REASSOC,
}
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


# Entries among the operations that a target has, for special cases of `fdiv`: of 1.0 by a number, and of 1.0 by a root
# as one operation. Lowering composes the general quotient, and roots, of these.
RECIPROCAL, RECIPROCAL_ROOT = "fdiv(1.0, x)", "fdiv(1.0, sqrt(x))"

# operations that compute nothing, which every target has
_LEAVES = "const undef input uniform phi"
LEAVES = frozenset(_LEAVES.split())
OPS = _table(
    *_family(_LEAVES, 0, "same"),
    Neutral("uniform_at", 1, "same", means="component of register attr.register + index; the index counts registers"),
    # float arithmetic, every result rounded once
    *_family("fadd fmul", 2, "f", commutative=True),
    *_family("fsub fdiv frem copysign", 2, "f"),
    Neutral("fmin", 2, "f", True, means="minimumnum: a number wins over NaN, -0 < +0"),
    Neutral("fmax", 2, "f", True, means="maximumnum: a number wins over NaN, -0 < +0"),
    *_family("fneg fabs floor ceil trunc rint", 1, "f"),
    Neutral("round", 1, "f", means="to nearest, halves away from zero"),
    Neutral("sqrt", 1, "f"),
    Neutral(
        "quotient", 2, "f", means="of whole numbers, rounded to zero, never -0; for targets with integers beside floats"
    ),
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
    *_family("sext zext itrunc ctpop", 1, "i"),
    Neutral("ctlz", 1, "i", means="leading zeros, all of zero"),
    Neutral("cttz", 1, "i", means="trailing zeros, all of zero"),
    *_family("fptosi fptoui", 1, "i"),
    *_family("sitofp uitofp fpconvert", 1, "f"),
    Neutral("btof", 1, "f", means="1.0 for true, 0.0 for false"),
    Neutral("btoi", 1, "i", means="1 for true, 0 for false"),
    Neutral("bits", 1, "same", means="bitcast between float and integer"),
    # textures and derivatives
    Neutral(
        "texture",
        -1,
        "t",
        means="attr (sampler, dimension, mode none|bias|lod|proj); args u, v[, w][, bias or lod or q]",
    ),
    Neutral("part", 1, "f", means="component attr of a texture's answer"),
    *_family("dfdx dfdy", 1, "f"),
    # effects, ordered in their block
    Neutral("discard", 1, "v", means="drop the fragment where the condition holds"),
    Neutral("emit", -1, "v", means="attr lowering.graph.VertexEmission; args the outputs of the vertex"),
    Neutral("local_load", 1, "same", means="attr lowering.graph.LocalArray; args index"),
    Neutral("local_store", 2, "v", means="attr lowering.graph.LocalArray; args index, value"),
)

# Several operations as one, for targets that have a function for them; `means` defines it over operands a, b, c, ...
RATIO = "clamp(fdiv(fsub(c, a), fsub(b, a)), 0.0, 1.0)"
COMPOUNDS = _table(
    Neutral("fract", 1, "f", means="fsub(a, floor(a))"),
    Neutral("mod", 2, "f", means="fsub(a, fmul(b, floor(fdiv(a, b))))"),
    Neutral("clamp", 3, "f", means="fmin(fmax(a, b), c)"),
    Neutral("mix", 3, "f", means="fadd(a, fmul(fsub(b, a), c))"),
    Neutral("step", 2, "f", means="btof(fole(a, b))"),
    Neutral("smoothstep", 3, "f", means=f"fmul(fmul({RATIO}, {RATIO}), fsub(3.0, fmul({RATIO}, 2.0)))"),
    Neutral("inversesqrt", 1, "f", means="fdiv(1.0, sqrt(a))"),
    Neutral("sign", 1, "f", means="select(folt(0.0, a), 1.0, select(folt(a, 0.0), -1.0, 0.0))"),
    # of vectors: see `spelled_out`
    *_family("dot length normalize", -1, "f"),
)
VOCABULARY = {**OPS, **COMPOUNDS}
OPERANDS = "abcdefgh"


def spelled_out(op: str, count: int) -> str:
    """Return the definition of a compound operation of `count` operands.

    The operands of a dot product are its two vectors, one after the other; its products are added from the right.
    """
    if op == "dot":
        *products, total = [
            f"fmul({a}, {b})" for a, b in zip(OPERANDS[: count // 2], OPERANDS[count // 2 : count], strict=True)
        ]
        for product in reversed(products):
            total = f"fadd({product}, {total})"
        return total
    if op == "length":
        return f"sqrt(dot({', '.join(2 * OPERANDS[:count])}))"
    return COMPOUNDS[op].means
