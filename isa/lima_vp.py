"""The vertex processor of Mali-200 and Mali-400 as data: the 128-bit word, its units, ops, windows, latencies and
limits.

Sources, as in docs/sources/lima.md: [C] Mesa's code generator, [D] only Mesa's disassembler, [S] the limadriver wiki,
[A] a dump of ARM's compiler on that wiki, [N] the lima-ng compiler, [T] Mesa's compiler was run. Each statement that no
outside program exercises is a `Fact` of its own below; docs/lima-vp.md lists them.
"""

from __future__ import annotations

from gpucc.isa.model import FP32, Bound, Fact, Field, Op, Operand, RegisterFile, Window, Word
from gpucc.isa.wide import (
    BranchUnit,
    Latency,
    LoadUnit,
    Move,
    Route,
    Sequence,
    StoreUnit,
    Wide,
    WideIsa,
    WidePort,
    WideRead,
    WideStep,
    WideUnit,
)

# Facts ---------------------------------------------------------------------------------------------------------------

SELECT_ORDER = Fact(
    "select-order",
    "proven",
    "select takes its condition from mul0.b, the value if true from mul1.a, the other from mul0.a",
    "[C][T]; [S] and [N] have the values the other way round",
)
STORE_HALVES = Fact(
    "store-halves",
    "proven",
    "the xy half and the zw half of a store choose file and address independently",
    "[C][T]; [S] says one register an instruction",
)
REGISTER_LATENCY = Fact(
    "register-latency", "proven", "a stored register can be read from the third instruction on", "[S][T]"
)
BRANCH_BESIDE = Fact(
    "branch-beside-work",
    "proven",
    "the other units, stores included, work in an instruction that branches",
    "[A]; Mesa never does it",
)
INSTRUCTION_COUNT = Fact(
    "instruction-count", "proven", "a program has at most 512 instructions", "[C], messages of ARM's compiler"
)
ADDRESS_REGISTERS = Fact(
    "address-registers",
    "agreed",
    "complex ops 13 to 15 set address registers 1 to 3, which load offsets 1 to 3 add to the load's address",
    "[S][D]",
)
ADDRESS_UNIT = Fact(
    "address-unit", "agreed", "an address register counts vec4", "no source says; the load's own address counts them"
)
ADDRESS_TRUNCATION = Fact(
    "address-truncation",
    "agreed",
    "a value is truncated towards zero on its way into an address register, and may be negative",
    "no source says; facts=proven truncates explicitly",
)
ADDRESS_LATENCY = Fact(
    "address-latency", "agreed", "address registers 1 to 3 can be used from the fourth instruction on", "[S]"
)
TEMPORARY_STORE = Fact(
    "temporary-store",
    "agreed",
    "a store half with its temporary flag writes vec4 number address register 0 of the uniform file; mode is 12",
    "[S][D]",
)
TEMPORARY_LATENCY = Fact(
    "temporary-latency", "agreed", "a stored temporary can be loaded from the fourth instruction on", "[S]"
)
ADDRESS0_AT_ONCE = Fact(
    "address0-at-once", "agreed", "address register 0 counts in the very instruction that sets it", "[S]"
)
ADDRESS0_KEEPS = Fact(
    "address0-keeps",
    "documented",
    "address register 0 keeps its value for stores of later instructions",
    "a guess: registers do",
)
ADDRESS_PAIR = Fact(
    "address-pair", "documented", "complex op 10 sets address registers 0 and 1 from the pass unit", "[S], one line"
)
ATTRIBUTE_NEXT = Fact(
    "attribute-next",
    "agreed",
    "operands 28 to 31 read what reg0 loaded in the previous instruction",
    "[S], Mesa's tables",
)
FAR_BRANCH = Fact(
    "far-branch", "agreed", "a branch to instruction 256 or later clears bit 70, a nearer one sets it", "[S][C]"
)
FAR_UNIFORM = Fact(
    "far-uniform", "agreed", "the load address has nine bits, so that vec4 256 and later can be loaded", "[S][C]"
)
VISIBLE_AFTER_BRANCH = Fact(
    "visible-after-branch",
    "agreed",
    "register stores made up to a taken branch, its own included, can be read at its target at once",
    "[A]: one loop; Mesa keeps the last two instructions of every block free of register stores",
)
FALL_THROUGH = Fact(
    "fall-through",
    "documented",
    "results of instructions before a branch that was not taken can be read behind it",
    "no source says",
)
CLAMP_BOUNDS = Fact(
    "clamp-bounds",
    "documented",
    "clamp takes its low bound from x and its high bound from y of this instruction's load",
    "[A][N]; [S] has max(min(a, x), y)",
)
IDENTITY_BEYOND_ADD = Fact(
    "identity-beyond-add",
    "documented",
    "the identity operand is 0 for every op of the accumulators, not only for add",
    "docs/sources/lima.md; [S] says 0 for add, Mesa emits it with add alone",
)
UNIFORM_COUNT = Fact(
    "uniform-count", "agreed", "uniforms, constants and temporaries are 304 vec4 together", "a comment in Mesa"
)
VARYING_COUNT = Fact(
    "varying-count", "agreed", "there are 16 varyings to store to", "their address has four bits; Mesa uses 13"
)
FUNCTION_BOUNDS = Fact(
    "function-bounds",
    "documented",
    "rcp and rsqrt are right to 2^-22, exp2 and log2 to 2^-20, relative",
    "assumed: nobody measured",
)
SPECIAL_VALUES = Fact(
    "special-values", "documented",
    "infinities, NaNs, signed zeros and subnormals are those of IEEE 754; min and max prefer numbers",
    "assumed: nobody measured",
)  # fmt: skip
FACTS = (
    SELECT_ORDER, STORE_HALVES, REGISTER_LATENCY, BRANCH_BESIDE, INSTRUCTION_COUNT, ADDRESS_REGISTERS, ADDRESS_UNIT,
    ADDRESS_TRUNCATION, ADDRESS_LATENCY, TEMPORARY_STORE, TEMPORARY_LATENCY, ADDRESS0_AT_ONCE, ADDRESS0_KEEPS,
    ADDRESS_PAIR,
    ATTRIBUTE_NEXT, FAR_BRANCH, FAR_UNIFORM, VISIBLE_AFTER_BRANCH, FALL_THROUGH, CLAMP_BOUNDS, IDENTITY_BEYOND_ADD,
    UNIFORM_COUNT, VARYING_COUNT, FUNCTION_BOUNDS, SPECIAL_VALUES,
)  # fmt: skip

# The word [C]; bit 70 is inverted: see BRANCH -------------------------------------------------------------------------

INSTRUCTION = Word(
    "instruction",
    128,
    (
        Field("mul0_a", 0, 5),
        Field("mul0_b", 5, 5),
        Field("mul1_a", 10, 5),
        Field("mul1_b", 15, 5),
        Field("mul0_negate", 20, 1),
        Field("mul1_negate", 21, 1),
        Field("acc0_a", 22, 5),
        Field("acc0_b", 27, 5),
        Field("acc1_a", 32, 5),
        Field("acc1_b", 37, 5),
        Field("acc0_a_negate", 42, 1),
        Field("acc0_b_negate", 43, 1),
        Field("acc1_a_negate", 44, 1),
        Field("acc1_b_negate", 45, 1),
        Field("load_address", 46, 9),
        Field("load_index", 55, 3),
        Field("reg0_address", 58, 4),
        Field("reg0_attribute", 62, 1),
        Field("reg1_address", 63, 4),
        Field("store0_temporary", 67, 1),
        Field("store1_temporary", 68, 1),
        Field("branch", 69, 1),
        Field("branch_high", 70, 1),
        Field("store_x", 71, 3),
        Field("store_y", 74, 3),
        Field("store_z", 77, 3),
        Field("store_w", 80, 3),
        Field("acc_op", 83, 3),
        Field("complex_op", 86, 4),
        Field("store0_address", 90, 4),
        Field("store0_varying", 94, 1),
        Field("store1_address", 95, 4),
        Field("store1_varying", 99, 1),
        Field("mul_op", 100, 3),
        Field("pass_op", 103, 3),
        Field("complex_a", 106, 5),
        Field("pass_a", 111, 5),
        Field("mode", 116, 4),
        Field("branch_target", 120, 8),
    ),
)
INSTRUCTION_BYTES = 16

# Units ---------------------------------------------------------------------------------------------------------------

USUAL = Window(1, 2)
UNITS = (
    WideUnit(
        "acc0",
        "acc_op",
        (WidePort("acc0_a", "acc0_a_negate"), WidePort("acc0_b", "acc0_b_negate", 0.0)),
        USUAL,
        store=0,
    ),
    WideUnit(
        "acc1",
        "acc_op",
        (WidePort("acc1_a", "acc1_a_negate"), WidePort("acc1_b", "acc1_b_negate", 0.0)),
        USUAL,
        store=1,
    ),
    WideUnit(
        "mul0", "mul_op", (WidePort("mul0_a"), WidePort("mul0_b", identity=1.0)), USUAL, store=2, negate="mul0_negate"
    ),
    WideUnit(
        "mul1", "mul_op", (WidePort("mul1_a"), WidePort("mul1_b", identity=1.0)), USUAL, store=3, negate="mul1_negate"
    ),
    WideUnit("complex", "complex_op", (WidePort("complex_a"),), Window(1, 1), store=6),
    WideUnit("pass", "pass_op", (WidePort("pass_a"),), USUAL, store=4),
)
IDLE = (("acc_op", 0), ("mul_op", 0), ("complex_op", 0), ("pass_op", 2))
LOADS = (
    LoadUnit(
        "reg0", "reg0_address", (("register", 0), ("attribute", 1)), Window(0, 1, stored=False), select="reg0_attribute"
    ),
    LoadUnit("reg1", "reg1_address", (("register", 0),), Window(0, 0, stored=False)),
    LoadUnit(
        "load",
        "load_address",
        (("uniform", 0),),
        Window(0, 0, stored=False),
        index="load_index",
        indices=(("", 7), ("addr1", 1), ("addr2", 2), ("addr3", 3)),
    ),
)
STORES = tuple(
    StoreUnit(
        f"store{half}",
        ((2 * half, f"store_{names[0]}"), (2 * half + 1, f"store_{names[1]}")),
        f"store{half}_address",
        "register",
        (("varying", f"store{half}_varying"), ("temporary", f"store{half}_temporary")),
        none=7,
        indirect=(("temporary", "addr0"),),
    )
    for half, names in enumerate(("xy", "zw"))
)
BRANCH = BranchUnit(
    "branch",
    "branch_target",
    "branch_high",
    True,
    "pass",
    "fune(a, 0.0)",
    visible=("register",),
    fact=VISIBLE_AFTER_BRANCH,
)
ROUTES = (
    *(Route(component, "reg0", 0, component) for component in range(4)),
    *(Route(4 + component, "reg1", 0, component) for component in range(4)),
    *(Route(12 + component, "load", 0, component) for component in range(4)),
    Route(16, "acc0", 1),
    Route(17, "acc1", 1),
    Route(18, "mul0", 1),
    Route(19, "mul1", 1),
    Route(20, "pass", 1),
    Route(22, "complex", 1),
    Route(23, "pass", 2),
    Route(24, "acc0", 2),
    Route(25, "acc1", 2),
    Route(26, "mul0", 2),
    Route(27, "mul1", 2),
    *(Route(28 + component, "reg0", 1, component, ATTRIBUTE_NEXT) for component in range(4)),
)
LATENCIES = (
    Latency("register", 3, REGISTER_LATENCY),
    Latency("temporary", 4, TEMPORARY_LATENCY),
    Latency("addr0", 0, ADDRESS0_AT_ONCE),
    Latency("addr1", 4, ADDRESS_LATENCY),
    Latency("addr2", 4, ADDRESS_LATENCY),
    Latency("addr3", 4, ADDRESS_LATENCY),
)

# Ops -----------------------------------------------------------------------------------------------------------------

MULS, ACCS = ("mul0", "mul1"), ("acc0", "acc1")
NEG = frozenset({"neg"})


def _operands(names: str, modifiers: frozenset[str] = frozenset()) -> tuple[Operand, ...]:
    return tuple(Operand(name, 1, modifiers=modifiers) for name in names.split())


def _accumulator(name: str, code: int, operands: str, semantics: str) -> Op:
    return Op(name, code, _operands(operands, NEG), semantics=(semantics,), slots=ACCS)


def _address(number: int, code: int) -> Op:
    fact = ADDRESS_REGISTERS if number else TEMPORARY_STORE
    return Op(
        f"addr{number}", code, _operands("a"), "none", ("a",), slots=("complex",), effect=f"addr{number}", fact=fact
    )


def _opaque(name: str, code: int, unit: str, operands: str = "a", **more: tuple[str, ...] | Window) -> Op:
    return Op(name, code, _operands(operands), slots=(unit,), opaque=True, **more)  # type: ignore[arg-type]


OPS = (
    Op("mul", 0, _operands("a b"), semantics=("fmul(a, b)",), slots=MULS, modifiers=NEG),
    _opaque("complex1", 1, "mul0", "part square again x", claims=("mul1",), window=Window(2, 2, stored=False)),
    _opaque("complex2", 3, "mul0", "x again", beside=("mul",)),
    Op(
        "select", 4, _operands("otherwise condition then"),
        semantics=("select(fune(condition, 0.0), then, otherwise)",),
        slots=("mul0",), claims=("mul1",), fact=SELECT_ORDER, cost=2.0,
    ),
    _accumulator("add", 0, "a b", "fadd(a, b)"),
    _accumulator("floor", 1, "a", "floor(a)"),
    _accumulator("sign", 2, "a", "fsub(btof(folt(0.0, a)), btof(folt(a, 0.0)))"),
    _accumulator("ge", 4, "a b", "btof(fole(b, a))"),
    _accumulator("lt", 5, "a b", "btof(folt(a, b))"),
    _accumulator("min", 6, "a b", "fmin(a, b)"),
    _accumulator("max", 7, "a b", "fmax(a, b)"),
    _opaque("exp2_part", 2, "complex"),
    _opaque("log2_part", 3, "complex"),
    _opaque("rsqrt_part", 4, "complex"),
    _opaque("rcp_part", 5, "complex"),
    Op("complex_move", 9, _operands("a"), semantics=("a",), slots=("complex",)),
    Op("addr01", 10, _operands("a"), "none", slots=("complex",), effect="addr01", fact=ADDRESS_PAIR),
    _address(0, 12),
    _address(1, 13),
    _address(2, 14),
    _address(3, 15),
    Op("pass_move", 2, _operands("a"), semantics=("a",), slots=("pass",)),
    _opaque("preexp2", 4, "pass"),
    _opaque("postlog2", 5, "pass"),
    Op(
        "clamp", 6, (Operand("a", 1), Operand("low", 1, place="load.x"), Operand("high", 1, place="load.y")),
        semantics=("fmin(fmax(a, low), high)",), slots=("pass",), fact=CLAMP_BOUNDS,
    ),
)  # fmt: skip
MOVES = (
    Move("acc0", "add", (WideRead("identity", negate=True),)),  # a + -0 is a, whatever the sign of a zero
    Move("acc1", "add", (WideRead("identity", negate=True),)),
    Move("mul0", "mul", (WideRead("identity"),)),
    Move("mul1", "mul", (WideRead("identity"),)),
    Move("complex", "complex_move"),
    Move("pass", "pass_move"),
)

# Functions of several instructions [S][C] -----------------------------------------------------------------------------


def _function(name: str, semantics: str, bound: float, cost: float) -> Op:
    return Op(
        name, 0, _operands("a"), semantics=(semantics,), bound=Bound(relative=bound), cost=cost, fact=FUNCTION_BOUNDS
    )


def _evaluate(part: str, x: str, at: int, result: str = "result") -> tuple[WideStep, WideStep, WideStep]:
    square = WideStep("square", "complex2", at, (x, x))
    return square, WideStep("part", part, at, (x,)), WideStep(result, "complex1", at + 1, ("part", "square", "part", x))


SEQUENCES = (
    Sequence(_function("rcp", "fdiv(1.0, a)", 2.0**-22, 4.0), _evaluate("rcp_part", "a", 0)),
    Sequence(_function("rsqrt", "fdiv(1.0, sqrt(a))", 2.0**-22, 4.0), _evaluate("rsqrt_part", "a", 0)),
    Sequence(
        _function("exp2", "exp2(a)", 2.0**-20, 5.0),
        (WideStep("scaled", "preexp2", 0, ("a",)), *_evaluate("exp2_part", "scaled", 1)),
    ),
    # no move between complex1 and postlog2
    Sequence(
        _function("log2", "log2(a)", 2.0**-20, 5.0),
        (*_evaluate("log2_part", "a", 0, "raw"), WideStep("result", "postlog2", 3, ("raw",))),
    ),
)

# The whole ------------------------------------------------------------------------------------------------------------

VERTEX = {"vertex": 16}
FILES = (
    RegisterFile("attribute", "input", 1, {"vertex": "a"}, VERTEX),
    RegisterFile("uniform", "uniform", 0, {"vertex": "u"}, {"vertex": 304}),
    RegisterFile("register", "register", 0, {"vertex": "r"}, VERTEX, writable=True),
    RegisterFile("temporary", "temporary", 1, {"vertex": "t"}, {"vertex": 304}, writable=True),
    RegisterFile("varying", "output", 1, {"vertex": "v"}, VERTEX, readable=False, writable=True),
    RegisterFile("address", "address", 0, {"vertex": "addr"}, {"vertex": 4}, readable=False, writable=True),
)

# gl_Position goes to varying 0 as xyz * w' * scale + offset, w' = clamp(1/w): the wiki's bounds [S] and Mesa's [T]
VIEWPORT_CLAMP = {"1e10": 1e10, "32768": 32768.0}
# by the bound of 1/w: Mesa appends the sizes of points as literals [T], ARM's compiler reads them from a uniform [S]
POINT_SIZES: dict[str, tuple[float, float] | str] = {
    "1e10": "gl_mali_PointSizeParameters",
    "32768": (1.0, 100.0),
}
VIEWPORT_TRANSFORM = "gl_mali_ViewportTransform"

LIMA_VP = WideIsa(
    name="lima-vp",
    title="ARM Mali-200/400 vertex processor (GP)",
    stages=("vertex",),
    default_stage="vertex",
    format=FP32,
    ops=OPS,
    files=FILES,
    words=(INSTRUCTION,),
    lanes=1,
    flow="branches",
    loops=True,
    limits={"instructions": 512},
    options={"facts": ("agreed", "proven", "documented"), "viewport": tuple(VIEWPORT_CLAMP)},
    facts=FACTS,
    speculation=20,
    unrolling=64,
    wide=Wide(
        INSTRUCTION, UNITS, IDLE, LOADS, STORES, BRANCH, ROUTES, 21, 22, LATENCIES, MOVES, SEQUENCES,
        "mode", (("temporary", 12), ("branch", 13)),
    ),
)  # fmt: skip
