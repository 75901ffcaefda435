"""The fragment processor of Mali-200 and Mali-400 as data: the control word, the twelve units bit by bit, their ops,
limits and facts.

Sources, as in docs/sources/lima.md: [C] Mesa's code generator, [D] only Mesa's disassembler or enums, [S] the
limadriver wiki, [T] Mesa's compiler was run. Each statement that no outside program exercises is a `Fact` of its own
below; docs/lima-pp.md lists them. Of a unit's two operands `a` is the one in the low bits: Mesa's first, the wiki's
second.
"""

from __future__ import annotations

from dataclasses import replace

from gpucc.isa.model import FP16, LETTERS, Bound, Fact, Field, Op, Operand, RegisterFile, Result, Word
from gpucc.isa.pipeline import Form, Modifier, Pipe, PipeIsa, Pipeline, PipePort, PipeUnit, ResultPlace, Setting

# Facts ---------------------------------------------------------------------------------------------------------------
LOW_OPERAND = Fact(
    "low-operand", "proven",
    "ops of one operand, and the multipliers' results in the adders, take the operand in the low bits",
    "[C][T]; comments in Mesa's headers say otherwise",
)  # fmt: skip
SELECT_ORDER = Fact(
    "select-order",
    "proven",
    "sel is ^s0 of the same instruction ? a : b, one condition for all four components",
    "[C][T]",
)
TRUNCATES = Fact("int-truncates", "proven", "the output modifier int cuts off towards zero", "[C][T]; [S] says round")
OUTPUT_REGISTER = Fact(
    "output-register", "proven", "render state says which register holds the colour", "[C][T]; [S] says $0"
)
ORDER = Fact(
    "unit-order", "proven",
    "units work in the order of their bits, and see what earlier ones wrote; multipliers, and adders, in parallel",
    "[S][T]",
)  # fmt: skip
FOLLOWING = Fact(
    "following-length",
    "proven",
    "every instruction but the physically last tells the length of the next",
    "[C]; [S]: not before discard",
)
TARGET_LENGTH = Fact("target-length", "proven", "a branch tells the length of its target", "[C]; [S] shows 3")
DERIVATIVE_SIGNS = Fact(
    "derivative-signs", "agreed",
    "dfdx is a of the right fragment plus b of the left, dfdy a of the lower plus b of the upper",
    "[C][T]: Mesa's (x, -x) and (-x, x) come out right; two signs could be wrong together; [S] has (-x, x) for both",
)  # fmt: skip
MUL_SHIFT = Fact(
    "mul-shift", "agreed", "ops 1 to 7 of the multipliers multiply by 2, 4, 8, 1/16, 1/8, 1/4, 1/2 as well", "[S][D]"
)
MUL_SHIFT_ROUNDS = Fact(
    "mul-shift-rounds", "documented", "the product is rounded before it is multiplied by the power of two", "a guess"
)
LOGIC = Fact("logic", "agreed", "not, and, or, xor take what is not zero for true and give 1 or 0", "[S][D]")
MUL_MINMAX = Fact("mul-min-max", "agreed", "the multipliers have min, the scalar one also max", "[S][D]")
ADD_COMPARES = Fact(
    "add-compares", "agreed", "the adders have ne, gt, ge, eq as the multipliers", "[D]; [S] for the vector unit"
)
COMBINE_MOV = Fact("combine-mov", "agreed", "combine op 1 copies", "[S] with a question mark, [D]")
COMBINE_VECTOR = Fact("combine-vector", "agreed", "the combine unit multiplies a vector by a scalar", "[S][D]")
COMBINE_SCALAR_SIGNS = Fact(
    "combine-scalar-signs", "agreed", "bits 14 and 15 modify the scalar factor of combine", "[S]; padding in [D]"
)
ATAN = Fact("atan", "documented", "atan takes two steps, with a product of x and y between for two arguments", "[S]")
FRAME_READ = Fact(
    "frame-read", "agreed", "the store unit can read the colour or depth that is in the frame buffer", "[D][S]"
)
EXPLICIT_LOD = Fact(
    "explicit-lod", "agreed", "with its bit 17 the sampler takes the level of detail itself, else a bias", "[S][D]"
)
SAMPLER_OFFSET = Fact(
    "sampler-offset", "agreed", "a register can be added to the sampler's number", "[S][D]; never emitted"
)
VARYING_OFFSET = Fact(
    "varying-offset", "agreed", "a scalar register, vec4 and component apart, is added to the varying's index", "[S][D]"
)
UNIFORM_OFFSET = Fact(
    "uniform-offset", "proven", "a register, in vec4, is added to the index of a uniform load of a vec4", "[C][T]"
)
OFFSET_UNIT = Fact(
    "offset-unit", "agreed", "offsets count what the index counts: groups as wide as the alignment", "[C] for vec4"
)
OFFSET_TRUNCATION = Fact("offset-truncation", "agreed", "an offset is cut off towards zero", "no source says")
NARROW_LOAD = Fact("narrow-load", "agreed", "loads narrower than a vec4 fill components from x on", "[S]; varyings [T]")
NARROW_STORE = Fact(
    "narrow-store", "agreed", "stores of one or two components begin at the scalar register they name", "[S]"
)
TEMPORARY_OFFSET = Fact("temporary-offset", "agreed", "a register can be added to a temporary's index", "[S][D]")
BRANCH_GREATER = Fact(
    "branch-greater", "agreed", "a branch can go on greater, and on greater or equal", "[S][C]; never emitted"
)
BRANCH_CONSTANT = Fact("branch-constant", "proven", "a branch can compare with constants of its instruction", "[T]")
BRANCH_PIPES = Fact(
    "branch-pipes", "documented", "a branch can read ^u and ^tex_sampler", "a guess; Mesa never does it"
)
NORMALIZE = Fact(
    "normalize", "documented", "the varying unit can normalize a vec3 of registers", "[S] sets bit 7, Mesa names bit 6"
)
SYNC = Fact("sync", "agreed", "sync stands on all instructions that fetch from textures or take derivatives", "[S][C]")
DISCARD_STOPS = Fact("discard-stops", "proven", "the instruction that discards stops too", "[C]")
SUM_ORDER = Fact(
    "sum-order", "documented", "sum3 and sum4 add from x on and round every sum", "assumed: nobody measured"
)
SUM_WRITES = Fact(
    "sum-writes",
    "agreed",
    "sum3 and sum4 write the sum to every component that the mask names",
    "[C] names one component, any of them; [S] has one mask for all ops of the unit",
)
PRECISION = Fact(
    "precision", "documented", "every unit's result is rounded to fp16, texture coordinates too", "[S] for registers"
)
FUNCTION_BOUNDS = Fact(
    "function-bounds", "documented", "the combine unit's functions are right to 2^-10", "assumed: nobody measured"
)
SPECIAL_VALUES = Fact(
    "special-values", "documented", "special values are those of IEEE 754; min and max prefer numbers", "assumed"
)
PROJECTED = Fact("projected", "proven", "perspective 2 and 3 divide the components before z, or w, by it", "[S][C][T]")
FETCH_PRICE = Fact(
    "fetch-price",
    "documented",
    "a fetch takes the time of two instructions",
    "ARM: trilinear takes twice bilinear's time",
)
ADDRESS_SPACE = Fact("address-space", "agreed", "2048 vec4 of uniforms, 16384 words of code", "Mesa's limits")
FACTS = (
    LOW_OPERAND, SELECT_ORDER, TRUNCATES, OUTPUT_REGISTER, ORDER, FOLLOWING, TARGET_LENGTH, DERIVATIVE_SIGNS, MUL_SHIFT,
    MUL_SHIFT_ROUNDS,
    LOGIC, MUL_MINMAX, ADD_COMPARES, COMBINE_MOV, COMBINE_VECTOR, COMBINE_SCALAR_SIGNS, ATAN, FRAME_READ, EXPLICIT_LOD,
    SAMPLER_OFFSET,
    VARYING_OFFSET, UNIFORM_OFFSET, OFFSET_UNIT, OFFSET_TRUNCATION, NARROW_LOAD, NARROW_STORE, TEMPORARY_OFFSET,
    BRANCH_GREATER,
    BRANCH_CONSTANT, BRANCH_PIPES, NORMALIZE, SYNC, DISCARD_STOPS, SUM_ORDER, SUM_WRITES, PRECISION, FUNCTION_BOUNDS,
    SPECIAL_VALUES, PROJECTED,
    FETCH_PRICE, ADDRESS_SPACE,
)  # fmt: skip

# The control word [C] -------------------------------------------------------------------------------------------------
CONTROL = Word(
    "control word",
    32,
    (
        Field("length", 0, 5), Field("stop", 5, 1), Field("sync", 6, 1), Field("varying", 7, 1), Field("sampler", 8, 1),
        Field("uniform", 9, 1), Field("vmul", 10, 1), Field("smul", 11, 1), Field("vadd", 12, 1), Field("sadd", 13, 1),
        Field("combine", 14, 1), Field("store", 15, 1), Field("branch", 16, 1), Field("const0", 17, 1),
        Field("const1", 18, 1),
        Field("next_length", 19, 6), Field("prefetch", 25, 1),
    ),
)  # fmt: skip

ALIGN = ((1, 0), (2, 1), (4, 2))

# Varying unit: 34 bits. Bits 0-1 perspective, 2-3 type ----------------------------------------------------------------
_KIND = (Field("perspective", 0, 2), Field("type", 2, 2))
_VARYING_TARGET = ResultPlace("dest", "mask", discard=15)
_DEST = (Field("dest", 24, 4), Field("mask", 28, 4))
_VARYING_ALIGN = Setting("align", "align", ((1, 0), (2, 1), (4, 3)), 4)
_PERSPECTIVE = Setting("perspective", "perspective", ((0, 0), (2, 2), (3, 3)))


def _varying(name: str, type: int, perspective: int | None = None) -> Form:
    """A load from the varyings, with fields for an offset register."""
    fields = (
        *_KIND, Field("align", 5, 2), Field("offset", 10, 4), Field("offset_component", 16, 2), Field("index", 18, 6),
        *_DEST,
    )  # fmt: skip
    fixed = (("type", type),) if perspective is None else (("type", type), ("perspective", perspective))
    settings = (_VARYING_ALIGN, Setting("index", "index"), *((_PERSPECTIVE,) if perspective is None else ()))
    port = PipePort("offset", "offset", component="offset_component", none=15, plain=True)
    return Form(name, Word(f"{name} load", 34, fields), fixed, "", _VARYING_TARGET, (port,), "", settings)


def _of_register(name: str, type: int, perspective: int | None = None, bit: int | None = None) -> Form:
    """A copy of a register through the varying unit, mostly of texture coordinates."""
    more = () if bit is None else (Field("flag", bit, 1),)
    fields = (
        *_KIND, *more, Field("source", 10, 4), Field("negate", 14, 1), Field("absolute", 15, 1),
        Field("swizzle", 16, 8), *_DEST,
    )  # fmt: skip
    fixed = (("type", type),) if perspective is None else (("type", type), ("perspective", perspective))
    flag = () if bit is None else (("flag", 1),)
    port = PipePort("a", "source", "swizzle", absolute="absolute", negate="negate")
    settings = (_PERSPECTIVE,) if perspective is None else ()
    return Form(name, Word(f"{name} load", 34, fields), (*fixed, *flag), "", _VARYING_TARGET, (port,), "", settings)


def _system(name: str, type: int, perspective: int) -> Form:
    """A value that the rasteriser provides. It has no offset, which compilers encode in either of two ways."""
    fields = (
        *_KIND, Field("align", 5, 2), Field("offset", 10, 4), Field("offset_component", 16, 2), *_DEST,
    )  # fmt: skip
    port = PipePort("offset", "offset", component="offset_component", none=15, plain=True)
    fixed = (("type", type), ("perspective", perspective), ("offset", 15))
    return Form(name, Word(f"{name} load", 34, fields), fixed, "", _VARYING_TARGET, (port,), "", (_VARYING_ALIGN,))


VARYING = PipeUnit(
    "varying", "v", "varying", 34, 0,
    (
        _varying("varying", 0),
        _of_register("varying_register", 1),
        _varying("cube", 2, 0),
        _of_register("cube_register", 2, 1),
        _of_register("normalize", 2, 2, 7),
        _system("frag_coord", 2, 3),
        _system("point_coord", 3, 0),
        _system("front_facing", 3, 1),
    ),
)  # fmt: skip

# Sampler: 62 bits. Its coordinates are what the varying unit loads ----------------------------------------------------
SAMPLER_WORD = Word(
    "sampler", 62,
    (
        Field("lod", 0, 6), Field("offset", 6, 6), Field("explicit", 17, 1), Field("lod_enable", 18, 1),
        Field("type", 24, 5),
        Field("offset_enable", 29, 1), Field("index", 30, 12), Field("constant", 42, 20),
    ),
)  # fmt: skip
SAMPLER = PipeUnit(
    "sampler", "", "sampler", 62, 1,
    (
        Form(
            "sampler", SAMPLER_WORD, (("constant", 0x39001),), "type", None,
            (PipePort("lod", "lod", enable="lod_enable", plain=True),
            PipePort("offset", "offset", enable="offset_enable", plain=True)),
            "", (Setting("index", "index"), Setting("explicit", "explicit")),
        ),
    ),
)  # fmt: skip

# Loads of uniforms and temporaries, stores, frame buffer reads: 41 bits each ------------------------------------------


def _memory(name: str, source: int, signed: bool) -> Form:
    fields = (
        Field("source", 0, 2), Field("align", 10, 2), Field("offset", 18, 6), Field("offset_enable", 24, 1),
        Field("index", 25, 16, signed=signed),
    )  # fmt: skip
    port = PipePort("offset", "offset", enable="offset_enable", plain=True)
    settings = (Setting("align", "align", ALIGN, 4), Setting("index", "index"))
    return Form(name, Word(f"{name} load", 41, fields), (("source", source),), "", None, (port,), "", settings)


UNIFORM = PipeUnit("uniform", "u", "uniform", 41, 2, (_memory("uniform", 0, False), _memory("temporary", 3, True)))

STORE_WORD = Word(
    "temporary store", 41,
    (
        Field("kind", 0, 4), Field("source", 4, 6), Field("align", 10, 2), Field("offset", 18, 6),
        Field("offset_enable", 24, 1),
        Field("index", 25, 16, signed=True),
    ),
)  # fmt: skip
FRAME_WORD = Word(
    "frame buffer read", 41, (Field("what", 0, 2), Field("kind", 2, 2), Field("dest", 6, 4), Field("align", 10, 2))
)
STORE = PipeUnit(
    "store", "t", "store", 41, 7,
    (
        Form(
            "store", STORE_WORD, (("kind", 3),), "", None,
            (PipePort("a", "source", plain=True, aligned=True),
            PipePort("offset", "offset", enable="offset_enable", plain=True)),
            "", (Setting("align", "align", ALIGN, 4), Setting("index", "index")),
        ),
        Form("frame", FRAME_WORD, (("kind", 3), ("align", 2)), "what", ResultPlace("dest", whole=15)),
    ),
)  # fmt: skip

# Multipliers and adders -----------------------------------------------------------------------------------------------


def _vector(name: str, bits: int, adder: bool) -> Form:
    fields = (
        Field("a", 0, 4), Field("a_swizzle", 4, 8), Field("a_absolute", 12, 1), Field("a_negate", 13, 1),
        Field("b", 14, 4), Field("b_swizzle", 18, 8), Field("b_absolute", 26, 1), Field("b_negate", 27, 1),
        Field("dest", 28, 4), Field("mask", 32, 4), Field("modifier", 36, 2), Field("op", 38, 5),
        *((Field("bypass", 43, 1),) if adder else ()),
    )  # fmt: skip
    ports = (
        PipePort(
            "a",
            "a",
            "a_swizzle",
            "",
            "a_absolute",
            "a_negate",
            bypass="bypass" if adder else "",
            unit="vmul" if adder else "",
        ),
        PipePort("b", "b", "b_swizzle", "", "b_absolute", "b_negate"),
    )
    return Form(name, Word(name, bits, fields), (), "op", ResultPlace("dest", "mask"), ports, "modifier")


def _scalar(name: str, bits: int, adder: bool) -> Form:
    fields = (
        Field("a", 0, 6), Field("a_absolute", 6, 1), Field("a_negate", 7, 1), Field("b", 8, 6),
        Field("b_absolute", 14, 1),
        Field("b_negate", 15, 1), Field("dest", 16, 6), Field("write", 22, 1), Field("modifier", 23, 2),
        Field("op", 25, 5),
        *((Field("bypass", 30, 1),) if adder else ()),
    )  # fmt: skip
    ports = (
        PipePort(
            "a", "a", "", "", "a_absolute", "a_negate", bypass="bypass" if adder else "", unit="smul" if adder else ""
        ),
        PipePort("b", "b", "", "", "b_absolute", "b_negate"),
    )
    return Form(name, Word(name, bits, fields), (), "op", ResultPlace("dest", enable="write"), ports, "modifier")


VMUL = PipeUnit("vmul", "v0", "vmul", 43, 3, (_vector("vmul", 43, False),))
SMUL = PipeUnit("smul", "s0", "smul", 30, 3, (_scalar("smul", 30, False),))
VADD = PipeUnit("vadd", "v1", "vadd", 44, 4, (_vector("vadd", 44, True),))
SADD = PipeUnit("sadd", "s1", "sadd", 31, 4, (_scalar("sadd", 31, True),))

# Combine unit: 30 bits. Bit 0: the result is a vector, bit 1: the argument is one -------------------------------------
_SHAPE = Field("shape", 0, 2)
FUNCTION_WORD = Word(
    "scalar function", 30,
    (
        _SHAPE, Field("op", 2, 4), Field("absolute", 14, 1), Field("negate", 15, 1), Field("source", 16, 6),
        Field("modifier", 22, 2),
        Field("dest", 24, 6),
    ),
)  # fmt: skip
SCALE_WORD = Word(
    "product of scalar and vector", 30,
    (
        _SHAPE, Field("b_swizzle", 2, 8), Field("b", 10, 4), Field("absolute", 14, 1), Field("negate", 15, 1),
        Field("source", 16, 6),
        Field("mask", 22, 4), Field("dest", 26, 4),
    ),
)  # fmt: skip
ATAN_WORD = Word(
    "first part of atan", 30,
    (
        _SHAPE, Field("op", 2, 4), Field("b_absolute", 6, 1), Field("b_negate", 7, 1), Field("b", 8, 6),
        Field("absolute", 14, 1),
        Field("negate", 15, 1), Field("source", 16, 6), Field("mask", 22, 4), Field("dest", 26, 4),
    ),
)  # fmt: skip
ATAN2_WORD = Word(
    "second part of atan", 30, (_SHAPE, Field("swizzle", 2, 8), Field("source", 10, 4), Field("dest", 24, 6))
)
_SCALAR_ARGUMENT = PipePort("a", "source", "", "", "absolute", "negate")
COMBINE = PipeUnit(
    "combine", "s2", "combine", 30, 5,
    (
        Form("function", FUNCTION_WORD, (("shape", 0),), "op", ResultPlace("dest"), (_SCALAR_ARGUMENT,), "modifier"),
        Form("scale", SCALE_WORD, (("shape", 3),), "", ResultPlace("dest", "mask"),
        (_SCALAR_ARGUMENT, PipePort("b", "b", "b_swizzle"))),
        Form(
            "atan_first", ATAN_WORD, (("shape", 1),), "op", ResultPlace("dest", "mask"),
            (_SCALAR_ARGUMENT, PipePort("b", "b", "", "", "b_absolute", "b_negate")),
        ),
        Form("atan_second", ATAN2_WORD, (("shape", 2),), "", ResultPlace("dest"),
        (PipePort("a", "source", "swizzle"),)),
    ),
)  # fmt: skip

# Branches and constants -----------------------------------------------------------------------------------------------
BRANCH_WORD = Word(
    "branch", 73,
    (
        Field("kind", 0, 4), Field("b", 4, 6), Field("a", 10, 6), Field("condition", 16, 3),
        Field("target", 41, 27, signed=True),
        Field("target_length", 68, 5),
    ),
)  # fmt: skip
DISCARD_WORD = Word("discard", 73, (Field("kind", 0, 2), Field("always", 16, 7)))
BRANCH = PipeUnit(
    "branch", "", "branch", 73, 8,
    (
        Form(
            "branch", BRANCH_WORD, (("kind", 0),), "condition", None, (PipePort("a", "a"), PipePort("b", "b")), "",
            (Setting("target", "target"), Setting("target_length", "target_length")),
        ),
        Form("discard", DISCARD_WORD, (("kind", 3), ("always", 0x7F))),
    ),
)  # fmt: skip
CONSTANTS = Word("constants", 64, (Field("x", 0, 16), Field("y", 16, 16), Field("z", 32, 16), Field("w", 48, 16)))
_VALUES = tuple(Setting(name, name) for name in LETTERS)
CONST0, CONST1 = (
    PipeUnit(name, "", name, 64, 9, (Form(name, CONSTANTS, settings=_VALUES),)) for name in ("const0", "const1")
)

# Ops ------------------------------------------------------------------------------------------------------------------
ANYWHERE, SIGNS = frozenset({"temporary", "input", "uniform", "constant"}), frozenset({"neg", "abs"})
A, B = (Operand(name, accepts=ANYWHERE, modifiers=SIGNS) for name in "ab")
SCALAR, VECTOR, XYZ, XYZW = (
    Operand("a", 1, ANYWHERE, 1, SIGNS),
    Operand("b", 0, ANYWHERE),
    *(replace(A, lanes=n) for n in (3, 4)),
)
CONDITION = Operand("condition", 1, place="smul")
MODIFIED, MULTIPLIERS, ADDERS = frozenset({"sat", "pos", "int"}), ("vmul", "smul"), ("vadd", "sadd")


def _op(
    name: str, code: int, slots: tuple[str, ...], semantics: str = "", *, operands: tuple[Operand, ...] = (A, B),
    fact: Fact | None = None,
    bound: float | None = None, absolute: float | None = None, effect: str | None = None, result: Result = "each",
    opaque: bool = False,
) -> Op:  # fmt: skip
    limit = Bound(bound or 0.0, absolute or 0.0) if bound is not None or absolute is not None else None
    return Op(
        name, code, operands, result, (semantics,) if semantics else (), limit, ("fragment",), slots=slots,
        effect=effect, fact=fact,
        modifiers=MODIFIED, opaque=opaque,
    )  # fmt: skip


def _compares(first: int, slots: tuple[str, ...], prefix: str = "", fact: Fact | None = None) -> tuple[Op, ...]:
    meanings = {"ne": "fune(a, b)", "gt": "folt(b, a)", "ge": "fole(b, a)", "eq": "foeq(a, b)"}
    return tuple(
        _op(prefix + name, first + i, slots, f"btof({text})", fact=fact)
        for i, (name, text) in enumerate(meanings.items())
    )


_SHIFTS = (
    ("x2", "2.0"),
    ("x4", "4.0"),
    ("x8", "8.0"),
    ("d16", "0.0625"),
    ("d8", "0.125"),
    ("d4", "0.25"),
    ("d2", "0.5"),
)
# ops to which units give different codes have a prefix for the later units: add_, combine_, scalar_
OPS = (
    *(
        _op(name, 0, (name,), operands=(), effect="load")
        for name in ("varying", "cube", "frag_coord", "point_coord", "front_facing")
    ),
    *(_op(name, 0, (name,), operands=(A,), effect="load") for name in ("varying_register", "cube_register")),
    _op("normalize", 0, ("normalize",), operands=(A,), effect="load", fact=NORMALIZE),
    _op("texld_2d", 0, ("sampler",), operands=(), effect="texture"),
    _op("texld_cube", 31, ("sampler",), operands=(), effect="texture"),
    *(_op(name, 0, (name,), operands=(), effect="fetch") for name in ("uniform", "temporary")),
    _op("mul", 0, MULTIPLIERS, "fmul(a, b)"),
    *(
        _op(f"mul_{name}", i, MULTIPLIERS, f"fmul(fmul(a, b), {power})", fact=MUL_SHIFT)
        for i, (name, power) in enumerate(_SHIFTS, 1)
    ),
    _op("not", 8, MULTIPLIERS, "btof(foeq(a, 0.0))", operands=(A,), fact=LOGIC),
    _op("and", 9, MULTIPLIERS, "btof(band(fune(a, 0.0), fune(b, 0.0)))", fact=LOGIC),
    _op("or", 10, MULTIPLIERS, "btof(bor(fune(a, 0.0), fune(b, 0.0)))", fact=LOGIC),
    _op("xor", 11, MULTIPLIERS, "btof(bxor(fune(a, 0.0), fune(b, 0.0)))", fact=LOGIC),
    *_compares(12, MULTIPLIERS),
    _op("min", 16, MULTIPLIERS, "fmin(a, b)", fact=MUL_MINMAX),
    _op("max", 17, ("vmul",), "fmax(a, b)"),
    _op("scalar_max", 17, ("smul",), "fmax(a, b)", fact=MUL_MINMAX),
    _op("mov", 31, MULTIPLIERS, "a", operands=(A,)),
    _op("add", 0, ADDERS, "fadd(a, b)"),
    _op("fract", 4, ADDERS, "fsub(a, floor(a))", operands=(A,)),
    *_compares(8, ADDERS, "add_", ADD_COMPARES),
    _op("floor", 12, ADDERS, "floor(a)", operands=(A,)),
    _op("ceil", 13, ADDERS, "ceil(a)", operands=(A,)),
    _op("add_min", 14, ADDERS, "fmin(a, b)"),
    _op("add_max", 15, ADDERS, "fmax(a, b)"),
    _op("sum3", 16, ("vadd",), "fadd(fadd(a.x, a.y), a.z)", operands=(XYZ,), result="broadcast"),
    _op("sum4", 17, ("vadd",), "fadd(fadd(fadd(a.x, a.y), a.z), a.w)", operands=(XYZW,), result="broadcast"),
    _op("dfdx", 20, ADDERS, effect="derivative_x", fact=DERIVATIVE_SIGNS),
    _op("dfdy", 21, ADDERS, effect="derivative_y", fact=DERIVATIVE_SIGNS),
    _op("sel", 23, ADDERS, "select(fune(condition, 0.0), a, b)", operands=(A, B, CONDITION)),
    _op("add_mov", 31, ADDERS, "a", operands=(A,)),
    _op("rcp", 0, ("function",), "fdiv(1.0, a)", operands=(A,), bound=2.0**-10),
    _op("combine_mov", 1, ("function",), "a", operands=(A,), fact=COMBINE_MOV),
    _op("sqrt", 2, ("function",), "sqrt(a)", operands=(A,), bound=2.0**-10),
    _op("rsqrt", 3, ("function",), "fdiv(1.0, sqrt(a))", operands=(A,), bound=2.0**-10),
    _op("exp2", 4, ("function",), "exp2(a)", operands=(A,), bound=2.0**-10),
    _op("log2", 5, ("function",), "log2(a)", operands=(A,), bound=2.0**-10),
    _op("sin", 6, ("function",), "sin(fmul(a, 6.283185307179586))", operands=(A,), absolute=2.0**-10),
    _op("cos", 7, ("function",), "cos(fmul(a, 6.283185307179586))", operands=(A,), absolute=2.0**-10),
    _op("scale", 0, ("scale",), "fmul(a, b)", operands=(SCALAR, VECTOR), fact=COMBINE_VECTOR),
    _op("atan_pt1", 8, ("atan_first",), operands=(A,), effect="atan", fact=ATAN, opaque=True),
    _op("atan2_pt1", 9, ("atan_first",), operands=(A, B), effect="atan2", fact=ATAN, opaque=True),
    _op("atan_pt2", 0, ("atan_second",), operands=(A,), bound=2.0**-10, effect="atan_end", fact=ATAN),
    _op("store", 0, ("store",), operands=(A,), effect="store", result="none"),
    _op("read_depth", 2, ("frame",), operands=(), effect="frame", fact=FRAME_READ),
    _op("read_color", 3, ("frame",), operands=(), effect="frame", fact=FRAME_READ),
    _op("branch_gt", 1, ("branch",), "folt(b, a)", effect="branch", result="none", fact=BRANCH_GREATER),
    _op("branch_eq", 2, ("branch",), "foeq(a, b)", effect="branch", result="none"),
    _op("branch_ge", 3, ("branch",), "fole(b, a)", effect="branch", result="none", fact=BRANCH_GREATER),
    _op("branch_lt", 4, ("branch",), "folt(a, b)", effect="branch", result="none"),
    _op("branch_ne", 5, ("branch",), "fone(a, b)", effect="branch", result="none"),
    _op("branch_le", 6, ("branch",), "fole(a, b)", effect="branch", result="none"),
    _op("branch", 7, ("branch",), operands=(), effect="branch", result="none"),
    _op("discard", 0, ("discard",), operands=(), effect="discard", result="none"),
    *(_op(name, 0, (name,), operands=(), effect="constants") for name in ("const0", "const1")),
)

PIPELINE = Pipeline(
    CONTROL,
    (VARYING, SAMPLER, UNIFORM, VMUL, SMUL, VADD, SADD, COMBINE, STORE, BRANCH, CONST0, CONST1),
    (
        Pipe("const0", "const0", 12), Pipe("const1", "const1", 13), Pipe("tex_sampler", "sampler", 14),
        Pipe("u", "uniform", 15),
        Pipe("v0", "vmul", None), Pipe("s0", "smul", None, scalar=True),
    ),
    (
        Modifier("", 0, "a"), Modifier("sat", 1, "fmin(fmax(a, 0.0), 1.0)"), Modifier("pos", 2, "fmax(a, 0.0)"),
        Modifier("int", 3, "trunc(a)"),
    ),
    registers=6,
)  # fmt: skip

FRAGMENT = "fragment"
LIMA_PP = PipeIsa(
    name="lima-pp",
    title="Mali-200/400 fragment processor",
    stages=(FRAGMENT,),
    default_stage=FRAGMENT,
    format=FP16,
    ops=OPS,
    files=(
        RegisterFile("register", "temporary", 0, {FRAGMENT: "$"}, {FRAGMENT: 6}, writable=True),
        RegisterFile("varying", "input", 1, {FRAGMENT: "v"}, {FRAGMENT: 12}),
        RegisterFile("uniform", "uniform", 2, {FRAGMENT: "u"}, {FRAGMENT: 2048}),
        RegisterFile("stack", "stack", 3, {FRAGMENT: "t"}, {FRAGMENT: 8192}, writable=True),
        RegisterFile("sampler", "sampler", 4, {FRAGMENT: "s"}, {FRAGMENT: 16}),
        RegisterFile("output", "output", 5, {FRAGMENT: "o"}, {FRAGMENT: 2}, writable=True),
    ),
    words=(CONTROL,),
    lanes=4,
    flow="branches",
    loops=True,
    speculation=30,
    unrolling=64,
    fetch_price=2,
    limits={"words": 16384, "instruction_words": 19},
    options={"facts": ("agreed", "proven", "documented"), "window": ("transformed", "raw")},
    facts=FACTS,
    pipeline=PIPELINE,
)
