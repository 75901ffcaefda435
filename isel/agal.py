"""AGAL's special rules: the uses of its opcodes beyond their own semantics, and refusals for what the target lacks.

AGAL has no select, no floor, no unordered compares and no negation of a source. A truth value is 0.0 or 1.0. It can
also be held as its opposite (`not`, which a blend needs for its other arm) or as any number that is negative when the
truth holds (`sign`, which kil tests). The cover chooses the cheapest of these.

Licences. Rules without flags or `assume` are exact for all inputs, as the proofs of testing.proofs show. Approximating
two steps by one instruction (rsq, nrm) requires arcp or afn: rsq(x) is as close to 1/sqrt(x) as rcp(sqt(x)) may be, but
is not the same number, so code without these flags keeps the two steps.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.errors import InputError, Unsupported
from gpucc.isa.agal import AGAL, BIAS_SCALE
from gpucc.isa.model import SamplerState
from gpucc.isel.machine import Selected
from gpucc.isel.textures import TextureMode
from gpucc.lowering.graph import AFN, ARCP, NINF, NNAN, REASSOC
from gpucc.rules import facts
from gpucc.rules.compares import compares
from gpucc.rules.pattern import ANY_KIND, Binding, P, Pattern, Refusal, Representation, Rule, Ruleset
from gpucc.rules.remainders import remainder
from gpucc.rules.selects import selects
from gpucc.rules.signs import signs
from gpucc.rules.sums import PRODUCTS, free_sum, sums
from gpucc.rules.truths import choices, truths

REPRESENTATIONS = (
    Representation("not", value="btof(bnot(c))"),
    Representation("sign", holds="bnot(bxor(c, folt(v, 0.0)))"),
)

# arithmetic -----------------------------------------------------------------------------------------------------------

SIGNS = (
    Rule("negated product with a literal", P.fneg(P.fmul("a", P.var("k", "constant"))), "mul(a, {fneg(k)})"),
    Rule("absolute of a negation", P.fabs(P.fneg("a")), "abs(a)"),
    Rule("larger of both signs", P.fmax("a", P.fneg("a")), "abs(a)"),
    # neg takes no uniform, and the product is not a uniform
    Rule("product with a negation", P.fmul("a", P.fneg("b")), "neg(mul(a, b))"),
    Rule("negation divided", P.fdiv(P.fneg("a"), "b"), "neg(div(a, b))"),
    Rule("divided by a negation", P.fdiv("a", P.fneg("b")), "neg(div(a, b))"),
)


# No instruction reads two uniforms, so an operation on two uniforms starts with a mov. Two operations in a row can read
# one each.
U, V = P.var("u", "parameter"), P.var("v", "parameter")


def _apart(name: str, op: str, inner: str, template: str) -> Rule:
    outer, pair = getattr(P, op), getattr(P, inner)
    return Rule(name, outer("a", pair(U, V, flags=REASSOC), flags=REASSOC), template)


APART = (
    _apart("product with a product of uniforms", "fmul", "fmul", "mul(mul(a, u), v)"),
    _apart("product with a quotient of uniforms", "fmul", "fdiv", "div(mul(a, u), v)"),
    _apart("divided by a product of uniforms", "fdiv", "fmul", "div(div(a, u), v)"),
    _apart("sum with a sum of uniforms", "fadd", "fadd", "add(add(a, u), v)"),
    _apart("sum with a difference of uniforms", "fadd", "fsub", "sub(add(a, u), v)"),
    _apart("less a sum of uniforms", "fsub", "fadd", "sub(sub(a, u), v)"),
    _apart("less a difference of uniforms", "fsub", "fsub", "add(sub(a, u), v)"),
)

# x - frc(x) is floor(x) for every finite x; for an infinite x, frc(x) is NaN, and min and max prefer a number
FLOOR = "min(sub(x, frc(x)), x)"
CEIL = "neg(min(sub(neg(x), frc(neg(x))), neg(x)))"
WHOLE = "sub(abs(x), frc(abs(x)))"
# y q - y floor(q), which is as close to the remainder as x - y floor(q)
MOD = "mul(y, frc(div(x, y)))"
R = P.var("r", "constant")
# for v >= 0 and a z with the sign of x (also if x is zero) whose magnitude is at least v, this is v with the sign of x
SIGNED = "max(neg({v}), min({v}, {z}))"

ROUNDING = (
    Rule("floor", P.floor("x"), FLOOR),
    Rule("floor, no infinities", P.floor("x", flags=NINF), "sub(x, frc(x))"),
    Rule("floor of a finite value", P.floor(P.var("x", "finite")), "sub(x, frc(x))"),
    Rule("ceil", P.ceil("x"), CEIL, cost=5.0),
    Rule("ceil, no infinities", P.ceil("x", flags=NINF), "neg(sub(neg(x), frc(neg(x))))", cost=4.0),
    Rule(
        "trunc",
        P.trunc("x"),
        SIGNED.format(v=WHOLE, z="x"),
        cost=6.0,
        why="at infinities the whole part is NaN and x remains",
    ),
    Rule("mod", P.fsub("x", P.fmul("y", P.floor(P.fdiv("x", "y")), flags=REASSOC), flags=REASSOC), MOD),
    Rule(
        "mod of a literal",
        P.fsub("x", P.fmul(P.var("k", "constant"), P.floor(P.fmul("x", R)), flags=REASSOC), flags=REASSOC),
        "mul(k, frc(mul(x, r)))",
        guard="foeq(fdiv(1.0, k), r)",
    ),
    remainder("frc"),
    Rule("sat, upper bound first", P.fmax(P.fmin("a", 1.0, flags=NNAN), 0.0), "sat(a)"),
    Rule("sat of a number, upper bound first", P.fmax(P.fmin(P.var("a", "number"), 1.0), 0.0), "sat(a)"),
)


def _length_squared() -> Pattern:
    x, y, z = (P.fmul(f"a.{lane}", f"a.{lane}") for lane in "xyz")
    return P.fadd(P.fadd(x, y), z)


def _normalise(flags: int, name: str) -> tuple[Rule, Rule, Rule]:
    """Return three rules for normalising a vector. v * (1/sqrt(d)) becomes a product with the reciprocal root under
    `flags`, also if v is negated, which its length does not show; v/sqrt(d) also requires that a quotient may become a
    product with the reciprocal.
    """
    root = P.sqrt(_length_squared())
    scaled = tuple(P.fmul(f"a.{lane}", P.fdiv(1.0, root, flags=flags)) for lane in "xyz")
    negated = tuple(P.fmul(P.fneg(f"a.{lane}"), P.fdiv(1.0, root, flags=flags)) for lane in "xyz")
    divided = tuple(P.fdiv(f"a.{lane}", root, flags=flags | ARCP) for lane in "xyz")
    return (
        Rule(f"normalise, {name}", scaled, "nrm(a)"),
        Rule(f"normalise by division, {name}", divided, "nrm(a)"),
        Rule(f"normalise a negation, {name}", negated, "nrm([neg(a.x), neg(a.y), neg(a.z)])"),
    )


APPROXIMATE = (
    Rule("reciprocal root, arcp", P.fdiv(1.0, P.sqrt("x"), flags=ARCP), "rsq(x)"),
    Rule("reciprocal root, afn", P.fdiv(1.0, P.sqrt("x", flags=AFN), flags=AFN), "rsq(x)"),
    _normalise(ARCP, "arcp")[0],
    _normalise(ARCP, "arcp")[1],
    _normalise(AFN, "afn")[0],
    _normalise(ARCP, "arcp")[2],
    _normalise(AFN, "afn")[2],
    # consumers compute 2^(y log2 x), some of them with |x|; for even exponents |x| is right in either case
    Rule("power", P.pow("x", "y"), "pow(x, y)", guard=lambda m: not _is_even_power(m)),
    Rule(
        "even power",
        P.pow("x", P.var("y", "even")),
        "pow(abs(x), y)",
        guard=lambda m: _is_even_power(m),
        given="pow(x, y) = pow(fabs(x), y)",
    ),
)


def _is_even_power(m: Binding) -> bool:
    return facts.is_even_integer(m["y"]) and not (facts.is_positive(m["x"]) or m.root.flags & AFN)


# sums of products -----------------------------------------------------------------------------------------------------


X, Y, Z, W = PRODUCTS
DOT = P.fadd(P.fadd(X, Y), Z)
AFTER_TWO, AFTER_THREE = P.var("b.z"), P.var("b.w")
EXACT = "the last product is exact"
ZERO = "a sum that starts from 0 never is -0, whatever the products; adding 0 at the end does the same"
SUMS = (
    Rule("dp3 from zero", P.fadd(P.fadd(P.fadd(X, 0.0), Y), Z), "add(dp3(a, b), 0.0)", why=ZERO),
    Rule("dp4 from zero", P.fadd(P.fadd(P.fadd(P.fadd(X, 0.0), Y), Z), W), "add(dp4(a, b), 0.0)", why=ZERO),
    Rule("dp3 with one", free_sum([X, Y, AFTER_TWO]), "dp3([a.x, a.y, 1.0], b)", why=EXACT),
    Rule("dp3 with one from the end", free_sum([AFTER_TWO, X, Y]), "dp3([a.x, a.y, 1.0], b)", why=EXACT),
    Rule("dp4 with one", P.fadd(DOT, AFTER_THREE), "dp4([a.x, a.y, a.z, 1.0], b)", why=EXACT),
    Rule("dp4 with one from the end", free_sum([AFTER_THREE, X, Y, Z]), "dp4([a.x, a.y, a.z, 1.0], b)", why=EXACT),
)

# truth values ---------------------------------------------------------------------------------------------------------


KILL = (
    Rule("discard", P.discard("c"), "kil(c:sign)"),
    Rule("sign of a truth", P.var("c", type="b"), "neg(c)", yields="sign"),
    Rule("sign of an opposite", P.var("c", type="b"), "sub(c:not, 0.5)", yields="sign"),
    # the difference of different numbers is not zero while subnormals are kept, and inf - inf is no negative number
    Rule("sign of less", P.folt("a", "b"), "sub(a, b)", yields="sign"),
    Rule("sign of below zero", P.folt("a", 0.0), "a", yields="sign"),
    Rule("sign of above zero", P.folt(0.0, "a"), "neg(a)", yields="sign"),
    Rule(
        "sign of or",
        P.bor("p", "q"),
        "min(p:sign, q:sign)",
        yields="sign",
        why="min prefers a number, and NaN stands for false",
    ),
)

# textures -------------------------------------------------------------------------------------------------------------

LEAST_BIAS, GREATEST_BIAS = -16.0, 15.875
NO_LEVEL = "no instruction reads a chosen mip level (texture.lod)"
LEVELS = (
    "texture.bias with a constant shifts the level that the hardware computes",
    "level 0 of a 2d texture, or one above it, is read by a sampler without mipmaps",
)


def _sampled(m: Binding) -> tuple[int, SamplerState]:
    attr = m.root.attr
    assert isinstance(attr, tuple)
    number, dimension = int(attr[0]), attr[1]
    state = m.samplers.get(number, SamplerState(dimension))
    if state.dimension != dimension:
        raise InputError(f"sampler {number} is a {state.dimension} texture and is read as {dimension}", m.root.location)
    return number, replace(state, bias=state.bias + _bias(m)) if "bias" in m.values else state


def _bias(m: Binding) -> float:
    value = facts.value(m["bias"])
    if not (LEAST_BIAS <= value <= GREATEST_BIAS and (value * BIAS_SCALE).is_integer()):
        raise Unsupported(
            f"AGAL cannot encode the texture bias {value:g}",
            m.root.location,
            (f"a bias is a multiple of {1 / BIAS_SCALE} from {LEAST_BIAS:g} to {GREATEST_BIAS}",),
        )
    return value


def _base(m: Binding) -> tuple[int, SamplerState]:
    """The sampler of a read of level 0, or of one above it, which is level 0 as well. A sampler that blends levels, or
    picks one, would take that of the hardware's own choice."""
    number, state = _sampled(m)
    if state.mip != "nomip" or not facts.value(m["level"]) <= 0:
        raise Unsupported(NO_LEVEL, m.root.location, LEVELS)
    return number, state


TEXTURES = (
    Rule("texture", P.texture("u", "v", attr=TextureMode("2d", "none")), "tex([u, v])", attr=_sampled),
    Rule("cube texture", P.texture("u", "v", "w", attr=TextureMode("cube", "none")), "tex([u, v, w])", attr=_sampled),
    Rule(
        "biased texture",
        P.texture("u", "v", P.var("bias", "constant"), attr=TextureMode("2d", "bias")),
        "tex([u, v])",
        attr=_sampled,
    ),
    Rule(
        "biased cube texture",
        P.texture("u", "v", "w", P.var("bias", "constant"), attr=TextureMode("cube", "bias")),
        "tex([u, v, w])",
        attr=_sampled,
    ),
    Rule(
        "texture of level 0",
        P.texture("u", "v", P.var("level", "constant"), attr=TextureMode("2d", "lod")),
        "tex([u, v])",
        attr=_base,
    ),
    Rule(
        "projected texture",
        P.texture("u", "v", "q", attr=TextureMode("2d", "proj")),
        "tex([div(u, q), div(v, q)])",
        attr=_sampled,
    ),
    Rule(
        "projected cube texture",
        P.texture("u", "v", "w", "q", attr=TextureMode("cube", "proj")),
        "tex([div(u, q), div(v, q), div(w, q)])",
        attr=_sampled,
    ),
)

REFUSALS = (
    *(
        Refusal(P.texture(*args, attr=TextureMode(dimension, "lod")), NO_LEVEL, LEVELS)
        for dimension, args in (("2d", "uvl"), ("cube", "uvwl"))
    ),
    *(
        Refusal(
            P.texture(*args, attr=TextureMode(dimension, "bias")),
            "the bias of a texture access is part of the instruction and must be a constant",
            ("pass a literal, or choose between two accesses with different biases",),
        )
        for dimension, args in (("2d", "uvb"), ("cube", "uvwb"))
    ),
    Refusal(
        P.uniform_at("i"),
        "only vertex programs can index constants with a computed number",
        ("unroll the loop, or choose among the elements with comparisons",),
    ),
)


def check_samplers(selected: Selected) -> None:
    """Refuse programs in which two reads of a sampler differ: all must carry the same bits (rule 3696)."""
    seen: dict[int, SamplerState] = {}
    for inst in selected.insts:
        if inst.op.sampler and isinstance(inst.attr, tuple):
            number, state = inst.attr
            if seen.setdefault(number, state) != state:
                biases = f"{seen[number].bias:g} and {state.bias:g}"
                raise Unsupported(
                    f"AGAL reads a sampler in one way only, but sampler {number} is read with biases {biases}",
                    inst.location,
                    ("bind the texture to two samplers",),
                )


AGAL_RULES = Ruleset(
    rules=(
        *signs(AGAL),
        *SIGNS,
        *APART,
        *ROUNDING,
        *APPROXIMATE,
        *SUMS,
        *sums(AGAL),
        *compares(AGAL),
        *truths(AGAL),
        *choices(AGAL),
        *selects(AGAL),
        *KILL,
        *TEXTURES,
    ),
    replaced=frozenset({"pow"}),
    refusals=REFUSALS,
    representations=REPRESENTATIONS,
    index={"vertex": ANY_KIND},
    check=check_samplers,
)
