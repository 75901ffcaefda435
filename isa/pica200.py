"""PICA200's vertex shader (Nintendo 3DS) as data: word formats, operand descriptors, registers, ops, limits, hazards.

Sources, as in docs/sources/pica200.md: [H] hardware tests in public or two independent implementations, [M] one good
source, [L] a guess; [page] is an early state of the wiki, which that sheet corrects. Statements that no outside program
exercises or that sources dispute are `Fact`s; restrictions on a code generator are `Hazard`s. docs/pica200.md lists
both.

Files of sources and destinations are named by their role. A source keeps its own register number when it is indexed.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TypeVar

from gpucc.isa.model import FP24, LETTERS, Bound, Fact, Field, Isa, Op, Operand, RegisterFile, Word
from gpucc.records import dataclass

# Words [H] -----------------------------------------------------------------------------------------------------------

OPCODE = Field("opcode", 26, 6)
DEST = Field("dest", 21, 5)
INDEX = Field("index", 19, 2)
DESCRIPTOR_NUMBER = Field("descriptor", 0, 7)
CONDITION = (Field("refx", 25, 1), Field("refy", 24, 1), Field("test", 22, 2))
BOOLEAN = Field("boolean", 22, 4)
TARGET = Field("target", 10, 12)
COUNT = Field("count", 0, 8)
WIDE1 = Field("source1", 12, 7)
NARROW2 = Field("source2", 7, 5)

FORMATS = (
    Word("format 0", 32, (OPCODE,)),
    Word("format 1", 32, (OPCODE, DEST, INDEX, WIDE1, NARROW2, DESCRIPTOR_NUMBER)),
    Word("format 1i", 32, (OPCODE, DEST, INDEX, Field("source1", 14, 5), Field("source2", 7, 7), DESCRIPTOR_NUMBER)),
    Word("format 1u", 32, (OPCODE, DEST, INDEX, WIDE1, DESCRIPTOR_NUMBER)),
    Word("format 1a", 32, (OPCODE, INDEX, WIDE1, DESCRIPTOR_NUMBER)),
    Word(
        "format 1c", 32,
        (
            Field("opcode", 27, 5), Field("compare_x", 24, 3), Field("compare_y", 21, 3),
            INDEX, WIDE1, NARROW2, DESCRIPTOR_NUMBER,
        ),
    ),
    Word("format 2", 32, (OPCODE, *CONDITION, TARGET, COUNT)),
    Word("format 2, break", 32, (OPCODE, *CONDITION)),
    Word("format 2, jump", 32, (OPCODE, *CONDITION, TARGET)),
    Word("format 2, call", 32, (OPCODE, TARGET, COUNT)),
    Word("format 3", 32, (OPCODE, BOOLEAN, TARGET, COUNT)),
    Word("format 3, jump", 32, (OPCODE, BOOLEAN, TARGET, Field("invert", 0, 1))),
    Word("format 3, loop", 32, (OPCODE, Field("integer", 22, 2), TARGET)),
    Word("format 4", 32, (OPCODE, Field("vertex", 24, 2), Field("primitive", 23, 1), Field("winding", 22, 1))),
    Word(
        "format 5", 32,
        (
            Field("opcode", 29, 3), Field("dest", 24, 5), Field("index", 22, 2), Field("source1", 17, 5),
            Field("source2", 10, 7), Field("source3", 5, 5), Field("descriptor", 0, 5),
        ),
    ),
    Word(
        "format 5i", 32,
        (
            Field("opcode", 29, 3), Field("dest", 24, 5), Field("index", 22, 2), Field("source1", 17, 5),
            Field("source2", 12, 5), Field("source3", 5, 7), Field("descriptor", 0, 5),
        ),
    ),
)  # fmt: skip


def _selector(source: int, low: int) -> tuple[Field, ...]:
    """Fields of one source: its negation, then a component for each lane; lane x is in the highest bits."""
    lanes = (Field(f"{lane}{source}", low + 1 + 2 * i, 2) for i, lane in enumerate("wzyx"))
    return (Field(f"negate{source}", low, 1), *lanes)


DESCRIPTOR = Word(
    "operand descriptor",
    32,
    (
        *(Field(f"mask_{lane}", i, 1) for i, lane in enumerate("wzyx")),
        *_selector(1, 4),
        *_selector(2, 13),
        *_selector(3, 22),
    ),
)

# Facts ---------------------------------------------------------------------------------------------------------------

RESULT_ROUNDING = Fact(
    "result-rounding",
    "documented",
    "results are rounded to the nearest fp24 number, halves to even; round=trunc cuts them off instead",
    "nobody measured; one emulator patch truncates, others keep float32",
)
UPLOAD_ROUNDING = Fact(
    "upload-rounding",
    "documented",
    "attributes and float32 uniforms are rounded on their way in as results are",
    "no source says",
)
FUNCTION_BOUNDS = Fact(
    "function-bounds", "documented", "rcp, rsq, ex2 and lg2 are right to 2^-15, relative", "assumed: nobody measured"
)
MAD_ROUNDS_TWICE = Fact(
    "mad-rounds-twice", "agreed", "mad rounds the product before it adds", "[M]; an emulator does so in float32"
)
DOT_ORDER = Fact(
    "dot-order",
    "agreed",
    "sums of products are taken from x to w, every step rounded",
    "emulators; their results are in float32",
)
SUBNORMALS = Fact(
    "subnormals",
    "agreed",
    "numbers below 2^-62 count as +0 wherever they come from",
    "the sheet [H] for arithmetic; that max and cmp let them pass cannot show here, as uploads flush them too (a"
    " guess)",
)
NO_NEGATIVE_ZERO = Fact(
    "no-negative-zero", "agreed", "there is no -0: what would be -0 is +0", "the sheet [H]; no recorded value shows it"
)
MOVA_TRUNCATES = Fact(
    "mova-truncates",
    "agreed",
    "mova cuts off towards zero",
    "[M], and an emulator; one sentence of the wiki says that it rounds",
)
MOVA_SPECIAL = Fact(
    "mova-special",
    "documented",
    "an infinity or NaN in an address register leaves its lane without a known result",
    "no source says",
)
DST_MEANING = Fact("dst-meaning", "agreed", "dst is (1, a.y * b.y, a.z, b.w)", "[M], documentation; emulators lack it")
LITP_MEANING = Fact(
    "litp-meaning",
    "agreed",
    "litp is (max(x, 0), clamp(y, -127.99609375, 127.99609375), 0, max(w, 0)), and sets cmp.x to x >= 0, cmp.y to w"
    " >= 0",
    "[M], documentation; emulators lack it",
)
CMP_MASK = Fact(
    "cmp-mask",
    "documented",
    "cmp ignores the mask of its descriptor and writes both flags",
    "unknown; picasso leaves it 0",
)
CMP_SIX_SEVEN = Fact(
    "cmp-six-seven",
    "documented",
    "comparisons 6 and 7 are always true",
    "the sheet: they seem so; picasso removed them",
)
COUNT_BITS = Fact("count-bits", "documented", "NUM has eight bits", "wiki, nihstro; picasso writes up to ten")
STRAY_BITS = Fact("stray-bits", "documented", "bits that no field covers mean nothing", "no source says")
IDLE_INDEX = Fact(
    "idle-index", "agreed", "the index field is ignored when the wide operand is no constant register", "the sheet [H]"
)
STACK_OVERFLOW = Fact(
    "stack-overflow",
    "agreed",
    "a push on a full stack drops the oldest entry",
    "the sheet [H]; no recorded program does it",
)
FOURTH_RETURN = Fact(
    "fourth-return",
    "agreed",
    "of four procedures that end at once the last does not move the program counter",
    "an emulator, from hardware",
)
BREAK_KEEPS_IFS = Fact(
    "break-keeps-ifs",
    "agreed",
    "break leaves the innermost loop and keeps if and call entries made in it",
    "the sheet [H]",
)
LOOP_INDEX_INNER = Fact(
    "loop-index-inner",
    "documented",
    "aL is unknown in an outer loop once an inner one has ended",
    "implementations disagree",
)
LOOP_INDEX_BREAK = Fact("loop-index-break", "documented", "aL is unknown after break", "no source says")
NEVER_WRITTEN = Fact(
    "never-written",
    "agreed",
    "an output component that is mapped and never written freezes the GPU",
    "[M], the wiki's page of pitfalls",
)
OUTPUT_HOLES = Fact(
    "output-holes",
    "agreed",
    "mapped outputs must be o0, o1 .. without holes",
    "[M]: libctru fills slots by register, hardware in order",
)
INPUT_FIFTEEN = Fact("input-fifteen", "documented", "v15 exists", "the field has room for it; picasso refuses it")
GEOMETRY_FLAG = Fact("geometry-flag", "agreed", "b15 is set after each run of a geometry shader", "picasso's manual")
FACTS = (
    RESULT_ROUNDING, UPLOAD_ROUNDING, FUNCTION_BOUNDS, MAD_ROUNDS_TWICE, DOT_ORDER, SUBNORMALS, NO_NEGATIVE_ZERO,
    MOVA_TRUNCATES,
    MOVA_SPECIAL, DST_MEANING, LITP_MEANING, CMP_MASK, CMP_SIX_SEVEN, COUNT_BITS, STRAY_BITS, IDLE_INDEX,
    STACK_OVERFLOW,
    FOURTH_RETURN, BREAK_KEEPS_IFS, LOOP_INDEX_INNER, LOOP_INDEX_BREAK, NEVER_WRITTEN, OUTPUT_HOLES, INPUT_FIFTEEN,
    GEOMETRY_FLAG,
)  # fmt: skip

# Hazards [H] unless said otherwise ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Hazard:
    """Something that can be encoded but that a program must not do; `remedy` is the alternative."""

    name: str
    statement: str
    remedy: str
    source: str = "[H]"


HAZARDS = (
    Hazard("output-twice", "an output component is written twice on some path",
    "compute in r registers and write once at the end"),
    Hazard(
        "output-never", "a mapped output component is not written on some path", "write it on every path, or unmap it",
        NEVER_WRITTEN.source
    ),
    Hazard("adjacent-mova", "two mova run one after the other",
    "put another instruction between, or set a0.xy with one mova"),
    Hazard("two-inputs", "an instruction names two different input registers", "copy one to an r register first"),
    Hazard("output-holes", "mapped outputs are not o0, o1 .. without holes", "renumber the outputs",
    OUTPUT_HOLES.source),
    Hazard("unmappable-output", "an output above o6 has a semantic", "use o0 to o6"),
    Hazard("no-end", "a path leaves the code without end", "put end after the last instruction"),
    Hazard("block-end", "two blocks end at the same instruction", "put nop between their ends"),
    Hazard("end-skipped", "control goes straight to the end of an open block, which stays open",
    "go to a nop before the end"),
    Hazard("jump-at-end", "the last instruction of a block is a jump or call", "put nop after it"),
    Hazard("break-at-end", "the last instruction of a loop is a break", "put nop after it"),
    Hazard("empty-block", "a block has no instructions", "put nop into it"),
    Hazard("break-in-block", "break stands in an if or a procedure inside its loop", "use breakc directly in the loop",
    "the sheet [H]"),
    Hazard("break-outside", "break may run outside any loop, which hangs", "put it into a loop"),
    Hazard("call-depth", "more calls are nested than the stack holds", "inline a procedure"),
    Hazard("if-depth", "more ifs are nested than the stack holds", "compute with selects, or use jumps"),
    Hazard("loop-depth", "more loops are nested than the stack holds", "count in a register, and jump"),
    Hazard("recursion", "a procedure calls itself", "use a loop"),
    Hazard("block-order", "a block ends before it begins, or not inside the one around it", "nest blocks properly"),
    Hazard("target", "control goes to a place outside the code", "jump to an instruction of the program"),
    Hazard("length", "there are more instructions than the unit holds", "shorten the program"),
    Hazard("descriptors", "there are more operand descriptors than the table holds", "share descriptors"),
    Hazard("loop-index", "aL is used where its value is unknown", "keep the count in a register",
    LOOP_INDEX_INNER.source),
    Hazard("unset", "an output, a flag or an address is made of a register that nothing has written on some path",
    "write it first"),
    Hazard("compare-code", "comparison 6 or 7", "use eq, ne, lt, le, gt or ge", CMP_SIX_SEVEN.source),
    Hazard("input-fifteen", "v15 is read", "use v0 to v14", INPUT_FIFTEEN.source),
    Hazard("stray-bits", "bits are set that no field covers", "clear them", STRAY_BITS.source),
    Hazard("unknown-word", "a word is no known instruction", "encode it anew"),
    Hazard("geometry-only", "emit or setemit stand in a vertex shader", "remove them"),
)  # fmt: skip

# Comparisons and conditions [H] ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compare:
    name: str
    code: int
    semantics: str


COMPARES = (
    Compare("eq", 0, "foeq(a, b)"),
    Compare("ne", 1, "fune(a, b)"),
    Compare("lt", 2, "folt(a, b)"),
    Compare("le", 3, "fole(a, b)"),
    Compare("gt", 4, "folt(b, a)"),
    Compare("ge", 5, "fole(b, a)"),
)
# the combination of the two tests (cmp.x == refx) and (cmp.y == refy) that a condition requires, by code
TESTS = ("or", "and", "x", "y")
# the value that the index field adds to a constant register's number, by code: (file, component)
INDICES: tuple[tuple[str, int] | None, ...] = (None, ("address", 0), ("address", 1), ("loop", 0))

# Registers [H] --------------------------------------------------------------------------------------------------------

BOTH = ("vertex", "geometry")
Stated = TypeVar("Stated", int, str)


def _both(value: Stated) -> dict[str, Stated]:
    """The same for vertex and geometry shaders: each unit has registers of its own."""
    return dict.fromkeys(BOTH, value)


SIXTEEN = _both(16)
FILES = (
    RegisterFile("input", "input", 0x00, _both("v"), SIXTEEN, ports=1, avoided=1),
    RegisterFile("output", "output", 0x00, _both("o"), SIXTEEN, readable=False, writable=True),
    RegisterFile("temporary", "temporary", 0x10, _both("r"), SIXTEEN, writable=True),
    RegisterFile("constant", "uniform", 0x20, _both("c"), _both(96)),
    RegisterFile("address", "address", 1, _both("a"), _both(1), readable=False),
    RegisterFile("loop count", "loop", 3, _both("aL"), _both(1), readable=False),
    RegisterFile("integer", "integer", 0, _both("i"), _both(4), readable=False),
    RegisterFile("boolean", "boolean", 0, _both("b"), SIXTEEN, readable=False),
    RegisterFile("flags", "flags", 0, _both("cmp"), _both(1), readable=False),
)
# Uniforms are numbered in one sequence, as the locations of libctru: c0..c95, then i0..i3 from 0x60, b0..b15 from 0x68.
INTEGER_BASE = 0x60
BOOLEAN_BASE = 0x68
# relative addressing: the sum is taken modulo 128, registers above c95 read as ones, offsets beyond a signed byte count
# as 0
INDEX_MODULUS = 128
INDEX_RANGE = (-128, 127)
BEYOND = 1.0

# Ops [H] unless said otherwise ----------------------------------------------------------------------------------------

WIDE = frozenset({"temporary", "input", "uniform"})
NARROW = frozenset({"temporary", "input"})
NEGATE = frozenset({"neg"})
FUNCTION = Bound(relative=2.0**-15)


def _operand(name: str, accepts: frozenset[str], lanes: int = 0) -> Operand:
    return Operand(name, lanes, accepts, modifiers=NEGATE)


def _unary(name: str, code: int, semantics: str) -> Op:
    return Op(name, code, (_operand("a", WIDE),), "each", (semantics,), stages=BOTH, slots=("format 1u",))


def _scalar(name: str, code: int, semantics: str) -> Op:
    """An op that reads component x of its operand and writes the result to every component of the mask."""
    operands = (_operand("a", WIDE, 1),)
    return Op(
        name, code, operands, "broadcast", (semantics,), FUNCTION, BOTH, slots=("format 1u",), fact=FUNCTION_BOUNDS
    )  # fmt: skip


def _binary(name: str, code: int, semantics: str) -> Op:
    return Op(
        name,
        code,
        (_operand("a", WIDE), _operand("b", NARROW)),
        "each",
        (semantics,),
        stages=BOTH,
        slots=("format 1",),
    )


def _inverted(op: Op, code: int) -> Op:
    """Return the form of the op in which the second operand is the one that may be wide."""
    a, b = op.operands
    operands = (_operand(a.name, NARROW, a.lanes), _operand(b.name, WIDE, b.lanes))
    return Op(
        f"{op.name}i", code, operands, op.result, op.semantics, op.bound, BOTH, slots=("format 1i",), fact=op.fact
    )  # fmt: skip


def _product(name: str, code: int, terms: tuple[str, ...], lanes: tuple[int, int]) -> Op:
    total = terms[0]
    for term in terms[1:]:
        total = f"fadd({total}, {term})"
    operands = (_operand("a", WIDE, lanes[0]), _operand("b", NARROW, lanes[1]))
    return Op(name, code, operands, "broadcast", (total,), stages=BOTH, slots=("format 1",), fact=DOT_ORDER)


def _mad(name: str, code: int, second: frozenset[str], third: frozenset[str], slot: str) -> Op:
    operands = (_operand("a", NARROW), _operand("b", second), _operand("c", third))
    return Op(name, code, operands, "each", ("fadd(fmul(a, b), c)",), stages=BOTH, slots=(slot,), fact=MAD_ROUNDS_TWICE)


def _flow(name: str, code: int, slot: str, effect: str, note: str = "") -> Op:
    return Op(name, code, result="none", stages=BOTH, slots=(slot,), effect=effect, note=note)


PRODUCTS = tuple(f"fmul(a.{lane}, b.{lane})" for lane in LETTERS)
DPH = _product("dph", 0x03, (*PRODUCTS[:3], "b.w"), (3, 4))
DST = Op(
    "dst", 0x04, (_operand("a", WIDE, 4), _operand("b", NARROW, 4)), "fixed", ("1.0", "fmul(a.y, b.y)", "a.z", "b.w"),
    stages=BOTH, slots=("format 1",), fact=DST_MEANING,
)  # fmt: skip
SGE = _binary("sge", 0x09, "btof(fole(b, a))")
SLT = _binary("slt", 0x0A, "btof(folt(a, b))")
LITP_LIMIT = 127.99609375

OPS = (
    _binary("add", 0x00, "fadd(a, b)"),
    _product("dp3", 0x01, PRODUCTS[:3], (3, 3)),
    _product("dp4", 0x02, PRODUCTS, (4, 4)),
    DPH,
    DST,
    _scalar("ex2", 0x05, "exp2(a.x)"),
    _scalar("lg2", 0x06, "log2(a.x)"),
    Op(
        "litp", 0x07, (_operand("a", WIDE, 4),), "fixed",
        ("fmax(a.x, 0.0)", f"fmin(fmax(a.y, -{LITP_LIMIT}), {LITP_LIMIT})", "0.0", "fmax(a.w, 0.0)"),
        stages=BOTH, slots=("format 1u",), effect="light", fact=LITP_MEANING,
    ),
    _binary("mul", 0x08, "fmul(a, b)"),
    SGE,
    SLT,
    _unary("flr", 0x0B, "floor(a)"),
    # the second operand is returned if one is NaN: that is the format's rule for fmax and fmin
    _binary("max", 0x0C, "fmax(a, b)"),
    _binary("min", 0x0D, "fmin(a, b)"),
    _scalar("rcp", 0x0E, "fdiv(1.0, a.x)"),
    _scalar("rsq", 0x0F, "fdiv(1.0, sqrt(a.x))"),
    Op(
        "mova", 0x12, (_operand("a", WIDE),), "each", ("trunc(a)",), stages=BOTH, slots=("format 1a",), mask=3,
        effect="address", fact=MOVA_TRUNCATES,
    ),
    _unary("mov", 0x13, "a"),
    _inverted(DPH, 0x18),
    _inverted(DST, 0x19),
    _inverted(SGE, 0x1A),
    _inverted(SLT, 0x1B),
    _flow("break", 0x20, "format 0", "break"),
    _flow("nop", 0x21, "format 0", "nop"),
    _flow("end", 0x22, "format 0", "end"),
    _flow("breakc", 0x23, "format 2, break", "break"),
    _flow("call", 0x24, "format 2, call", "call",
    "runs the words from target to target + count, then what follows the call"),
    _flow("callc", 0x25, "format 2", "call"),
    _flow("callu", 0x26, "format 3", "call"),
    _flow("ifu", 0x27, "format 3", "if", "target is the else part or the end, count the length of the else part"),
    _flow("ifc", 0x28, "format 2", "if"),
    _flow("for", 0x29, "format 3, loop", "loop", "LOOP: target is the last word of the body, which runs x + 1 times"),
    replace(_flow("emit", 0x2A, "format 0", "emit", "geometry shaders only"), stages=("geometry",)),
    replace(_flow("setemit", 0x2B, "format 4", "emit", "geometry shaders only"), stages=("geometry",)),
    _flow("jmpc", 0x2C, "format 2, jump", "jump"),
    _flow("jmpu", 0x2D, "format 3, jump", "jump"),
    Op(
        "cmp", 0x17, (_operand("a", WIDE, 2), _operand("b", NARROW, 2)), "none", stages=BOTH, slots=("format 1c",),
        effect="compare", note="opcodes 0x2e and 0x2f: the low bit belongs to the first comparison",
    ),
    _mad("madi", 0x6, NARROW, WIDE, "format 5i"),
    _mad("mad", 0x7, WIDE, NARROW, "format 5"),
)  # fmt: skip

# Outputs and the container [H] ----------------------------------------------------------------------------------------

SEMANTICS = {
    "position": 0, "normalquat": 1, "color": 2, "texcoord0": 3, "texcoord0w": 4, "texcoord1": 5, "texcoord2": 6,
    "view": 8, "dummy": 9,
}  # fmt: skip
SEMANTIC_NAMES = {code: name for name, code in SEMANTICS.items()}
# the number of components that a semantic takes
SEMANTIC_WIDTHS = {
    "position": 4, "normalquat": 4, "color": 4, "texcoord0": 2, "texcoord0w": 1, "texcoord1": 2, "texcoord2": 2,
    "view": 3, "dummy": 4,
}  # fmt: skip
SEMANTIC_ALIASES = {
    "pos": "position", "nquat": "normalquat", "clr": "color", "tcoord0": "texcoord0", "tcoord0w": "texcoord0w",
    "tcoord1": "texcoord1", "tcoord2": "texcoord2",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class PicaIsa(Isa):
    descriptor: Word = DESCRIPTOR
    compares: tuple[Compare, ...] = COMPARES
    tests: tuple[str, ...] = TESTS
    indices: tuple[tuple[str, int] | None, ...] = INDICES
    index_modulus: int = INDEX_MODULUS
    index_range: tuple[int, int] = INDEX_RANGE
    beyond: float = BEYOND
    hazards: tuple[Hazard, ...] = HAZARDS


PICA200 = PicaIsa(
    name="pica200",
    title="Nintendo 3DS vertex and geometry shaders (DMP PICA200)",
    stages=BOTH,
    default_stage="vertex",
    # selects are blends of products
    format=replace(FP24, blend_select=True),
    ops=OPS,
    files=FILES,
    words=(*FORMATS, DESCRIPTOR),
    lanes=4,
    flow="structured",
    loops=True,
    limits={
        "instructions": 512, "instructions/geometry": 4096, "descriptors": 128, "mad_descriptors": 32,
        "calls": 4, "ifs": 8, "loops": 4, "block": 255, "outputs": 7, "returns": 3, "triangle": 3,
    },
    options={"round": ("even", "trunc"), "dst": ("on", "off")},
    facts=FACTS,
    absent={"gl_PointSize": "draws no points"},
)  # fmt: skip
