"""AGAL (Adobe Stage3D / AIR) as data: words, register files, opcodes and limits of versions 1 to 4.

Sources, quoted as [page] for Adobe's format page, [sheet] for docs/sources/agal.md and [run] for facts established by
running Adobe's 2012 verifier. `Source.file`, `Dest.file` and `Index.file` of an instruction hold the *role* of a
register file; within one stage each role belongs to one file.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.isa.model import FP32, LETTERS, Bound, Field, Isa, Op, Operand, RegisterFile, Word

# Words ---------------------------------------------------------------------------------------------------------------

MAGIC = 0xA0
SHADER = 0xA1
STAGE_CODES = {"vertex": 0, "fragment": 1}
HEADER_BYTES = 7
TOKEN_BYTES = 24

HEADER = Word(
    "header", 56, (Field("magic", 0, 8), Field("version", 8, 32), Field("shader", 40, 8), Field("stage", 48, 8))
)
TOKEN = Word(
    "token", 192, (Field("opcode", 0, 32), Field("dest", 32, 32), Field("source1", 64, 64), Field("source2", 128, 64))
)
DEST = Word("destination", 32, (Field("number", 0, 16), Field("mask", 16, 4), Field("type", 24, 4)))
SOURCE = Word(
    "source",
    64,
    (
        Field("number", 0, 16),
        Field("offset", 16, 8),
        Field("swizzle", 24, 8),
        Field("type", 32, 4),
        Field("index_type", 40, 4),
        Field("index_component", 48, 2),
        Field("indirect", 63, 1),
    ),
)
SAMPLER = Word(
    "sampler",
    64,
    (
        Field("number", 0, 16),
        Field("bias", 16, 8, signed=True),
        Field("type", 32, 4),
        Field("format", 40, 4),
        Field("dimension", 44, 4),
        Field("special", 48, 4),
        Field("wrap", 52, 4),
        Field("mip", 56, 4),
        Field("filter", 60, 4),
    ),
)

# Values of the sampler's fields [sheet, File and words]; the words are those of AGALMiniAssembler ---------------------

DIMENSIONS = {"2d": 0, "cube": 1, "3d": 2, "rect": 3}
FILTERS = {"nearest": 0, "linear": 1, "anisotropic2x": 2, "anisotropic4x": 3, "anisotropic8x": 4, "anisotropic16x": 5}
MIPS = {"nomip": 0, "mipnearest": 1, "miplinear": 2}
WRAPS = {"clamp": 0, "repeat": 1, "clamp_u_repeat_v": 2, "repeat_u_clamp_v": 3}
FORMATS = {"rgba": 0, "dxt1": 1, "dxt5": 2, "video": 3, "r": 4, "rg": 5}
SPECIALS = {"centroid": 1, "single": 2, "ignoresampler": 4}  # bits
SAMPLER_ALIASES = {"mipnone": "nomip", "wrap": "repeat", "compressed": "dxt1", "compressedalpha": "dxt5"}
BIAS_SCALE = 8.0

# Register files [sheet, Limits] ---------------------------------------------------------------------------------------

FILES = (
    RegisterFile("attribute", "input", 0, {"vertex": "va"}, {"vertex": 8, "vertex/3": 16, "vertex/4": 16}),
    RegisterFile("varying", "input", 4, {"fragment": "v"}, {"fragment": 10, "fragment/1": 8}),
    RegisterFile(
        "constant",
        "uniform",
        1,
        {"vertex": "vc", "fragment": "fc"},
        {"vertex": 250, "vertex/1": 128, "fragment": 200, "fragment/1": 28, "fragment/2": 64},
    ),
    RegisterFile(
        "temporary",
        "temporary",
        2,
        {"vertex": "vt", "fragment": "ft"},
        {"vertex": 26, "vertex/1": 8, "fragment": 26, "fragment/1": 8},
        writable=True,
    ),
    RegisterFile(
        "output",
        "output",
        3,
        {"vertex": "op", "fragment": "oc"},
        {"vertex": 1, "fragment": 4, "fragment/1": 1},
        readable=False,
        writable=True,
        complete=True,
        whole=("fragment",),  # rule 3701 [run]
    ),
    RegisterFile(
        "varying",
        "varying",
        4,
        {"vertex": "v"},
        {"vertex": 10, "vertex/1": 8},
        readable=False,
        writable=True,
        complete=True,
    ),
    # the assemblers disagree about version 2 (8 or 16 samplers): all of them accept 8
    RegisterFile(
        "sampler",
        "sampler",
        5,
        {"vertex": "vs", "fragment": "fs"},
        {"fragment": 16, "fragment/1": 8, "fragment/2": 8, "vertex/4": 4},
    ),
    RegisterFile(
        "depth", "depth", 6, {"fragment": "od"}, {"fragment": 1, "fragment/1": 0}, readable=False, writable=True
    ),
    RegisterFile("instance", "instance", 7, {"vertex": "iid"}, {"vertex/3": 1, "vertex/4": 1}),
)
# other spellings that the assemblers accept, by stage
FILE_ALIASES = {
    "vertex": {"vo": "op", "i": "v", "vi": "v"},
    "fragment": {"fo": "oc", "i": "v", "fi": "v", "fd": "od"},
}

SCALAR_FILES = frozenset({"output", "depth", "instance"})  # written without a number when it is 0

# Opcodes --------------------------------------------------------------------------------------------------------------

ALL = (1, 2, 3, 4)
FLOW = (2, 3, 4)
NEVER: tuple[int, ...] = ()  # has an encoding, but no version is known to run it
FRAGMENT = ("fragment",)

# No opcode but mov and tex takes a constant as its only source [run]
COMPUTED = frozenset({"temporary", "input"})
ANY = frozenset({"temporary", "input", "uniform"})
ONE_CONSTANT = frozenset({"uniform"})  # rule 3625: two constants "must be precomputed"
XYZ = 7

RECIPROCAL = Bound(relative=2.0**-22)
POWER = Bound(relative=2.0**-20)
ANGLE = Bound(absolute=2.0**-18)


def _dot(a: str, b: str, lanes: str) -> str:
    """Return the sum of products from left to right, each step rounded."""
    total = f"fmul({a}.x, {b}.x)"
    for lane in lanes[1:]:
        total = f"fadd({total}, fmul({a}.{lane}, {b}.{lane}))"
    return total


def _unary(name: str, code: int, semantics: str, bound: Bound | None = None, note: str = "") -> Op:
    return Op(name, code, (Operand("a", accepts=COMPUTED),), "each", (semantics,), bound, versions=ALL, note=note)


def _binary(name: str, code: int, semantics: str, bound: Bound | None = None) -> Op:
    return Op(
        name, code, (Operand("a"), Operand("b")), "each", (semantics,), bound, versions=ALL, exclusive=ONE_CONSTANT
    )


def _product(name: str, code: int, lanes: int) -> Op:
    operands = (Operand("a", lanes), Operand("b", lanes))
    return Op(
        name, code, operands, "broadcast", (_dot("a", "b", LETTERS[:lanes]),), versions=ALL, exclusive=ONE_CONSTANT
    )


def _matrix(name: str, code: int, rows: int, lanes: int) -> Op:
    """A product of a matrix with a vector. Row i is register m+i: lane i of the result is its dot product with a."""
    operands = (Operand("a", lanes), Operand("m", lanes, rows=rows))
    semantics = tuple(_dot("a", f"m.{row}", LETTERS[:lanes]) for row in range(rows))
    mask = XYZ if rows == 3 else None
    return Op(name, code, operands, "fixed", semantics, versions=ALL, mask=mask, exclusive=ONE_CONSTANT)


def _branch(name: str, code: int, condition: str) -> Op:
    operands = (Operand("a", 1), Operand("b", 1))
    return Op(name, code, operands, "none", (condition,), versions=FLOW, exclusive=ONE_CONSTANT, effect="if")


def _normalise() -> Op:
    scale = f"fdiv(1.0, sqrt({_dot('a', 'a', 'xyz')}))"
    semantics = tuple(f"fmul(a.{lane}, {scale})" for lane in "xyz")
    return Op("nrm", 0x0E, (Operand("a", 3, COMPUTED),), "fixed", semantics, RECIPROCAL, versions=ALL, mask=XYZ)


def _cross() -> Op:
    turns = (("y", "z"), ("z", "x"), ("x", "y"))
    semantics = tuple(f"fsub(fmul(a.{p}, b.{q}), fmul(a.{q}, b.{p}))" for p, q in turns)
    return Op(
        "crs",
        0x11,
        (Operand("a", 3), Operand("b", 3)),
        "fixed",
        semantics,
        versions=ALL,
        mask=XYZ,
        exclusive=ONE_CONSTANT,
    )


COORDINATES = Operand("a", 3)  # x, y of a 2d texture; x, y, z of a cube

# the first players' table of opcodes ends before this one
FIRST_TABLE = 0x2E
OPS = (
    Op("mov", 0x00, (Operand("a"),), "each", ("a",), versions=ALL),
    _binary("add", 0x01, "fadd(a, b)"),
    _binary("sub", 0x02, "fsub(a, b)"),
    _binary("mul", 0x03, "fmul(a, b)"),
    _binary("div", 0x04, "fdiv(a, b)", RECIPROCAL),
    _unary("rcp", 0x05, "fdiv(1.0, a)", RECIPROCAL),
    _binary("min", 0x06, "fmin(a, b)"),
    _binary("max", 0x07, "fmax(a, b)"),
    _unary("frc", 0x08, "fsub(a, floor(a))"),
    _unary("sqt", 0x09, "sqrt(a)", RECIPROCAL, "negative operands: consumers differ (abs first, or NaN)"),
    _unary("rsq", 0x0A, "fdiv(1.0, sqrt(a))", RECIPROCAL, "negative operands: consumers differ (abs first, or NaN)"),
    _binary("pow", 0x0B, "pow(a, b)", POWER),
    _unary("log", 0x0C, "log2(a)", POWER, "negative operands: consumers differ (abs first, or NaN)"),
    _unary("exp", 0x0D, "exp2(a)", POWER),
    _normalise(),
    _unary("sin", 0x0F, "sin(a)", ANGLE),
    _unary("cos", 0x10, "cos(a)", ANGLE),
    _cross(),
    _product("dp3", 0x12, 3),
    _product("dp4", 0x13, 4),
    _unary("abs", 0x14, "fabs(a)"),
    _unary("neg", 0x15, "fneg(a)"),
    _unary("sat", 0x16, "fmin(fmax(a, 0.0), 1.0)"),
    _matrix("m33", 0x17, 3, 3),
    _matrix("m44", 0x18, 4, 4),
    _matrix("m34", 0x19, 3, 4),
    Op("ddx", 0x1A, (Operand("a", accepts=COMPUTED),), "each", ("dfdx(a)",), stages=FRAGMENT, versions=FLOW,
    straight=True),
    Op("ddy", 0x1B, (Operand("a", accepts=COMPUTED),), "each", ("dfdy(a)",), stages=FRAGMENT, versions=FLOW,
    straight=True),
    _branch("ife", 0x1C, "foeq(a.x, b.x)"),
    _branch("ine", 0x1D, "fune(a.x, b.x)"),
    _branch("ifg", 0x1E, "folt(b.x, a.x)"),
    _branch("ifl", 0x1F, "folt(a.x, b.x)"),
    Op("els", 0x20, result="none", versions=FLOW, effect="else"),
    Op("eif", 0x21, result="none", versions=FLOW, effect="endif"),
    Op(
        "ted", 0x26, (COORDINATES,), "fixed", sampler=True, stages=FRAGMENT, versions=NEVER,
        note="named in Adobe's error texts, in no released assembler",
    ),
    Op(
        "kil", 0x27, (Operand("a", 1, COMPUTED),), "none", ("folt(a.x, 0.0)",), stages=FRAGMENT, versions=ALL,
        effect="discard",
        note="the fragment is dropped where the condition holds",
    ),
    Op("tex", 0x28, (COORDINATES,), "fixed", sampler=True, stages=FRAGMENT, versions=ALL, straight=True),
    _binary("sge", 0x29, "btof(fole(b, a))"),
    _binary("slt", 0x2A, "btof(folt(a, b))"),
    Op(
        "sgn", 0x2B, (Operand("a", accepts=COMPUTED),), "each", ("fsub(btof(folt(0.0, a)), btof(folt(a, 0.0)))",),
        versions=NEVER,
        note="in every assembler, refused by Adobe's verifier and unknown to most players",
    ),
    _binary("seq", 0x2C, "btof(foeq(a, b))"),
    _binary("sne", 0x2D, "btof(fune(a, b))"),
    Op("tld", 0x2E, (COORDINATES,), "fixed", sampler=True, stages=("vertex",), versions=(4,)),
)  # fmt: skip

OP_ALIASES = {"m43": "m34"}  # the spelling of agal.h and AwayJS

AGAL = Isa(
    name="agal",
    title="Adobe AGAL bytecode (Stage3D / AIR)",
    stages=("vertex", "fragment"),
    default_stage=None,
    format=replace(FP32, blend_select=True),
    ops=OPS,
    files=FILES,
    words=(HEADER, TOKEN, DEST, SOURCE, SAMPLER),
    lanes=4,
    flow="flatten",
    loops=False,
    # tokens [sheet, Limits]; an offset above 127 reads as negative in Adobe's own code, so emit no more [sheet]
    limits={
        "tokens": 2048,
        "tokens/1": 200,
        "tokens/2": 1024,
        "nesting": 4,
        "nesting/1": 0,
        "offset": 127,
        "encodable_offset": 255,
    },
    options={"version": ("1", "2", "3"), "matrices": ("safe", "square")},
    absent={
        "gl_PointSize": "draws no points",
        "gl_FragDepth": "keeps the depth of the triangle here",
        "gl_FBColor": "cannot read the frame buffer",
        "gl_FBDepth": "cannot read the depth buffer",
    },
)
