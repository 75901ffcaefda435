"""ARB_vertex_program 1.0 as a target of gpucc: the assembly text is the program.

Facts are those of the OpenGL extension's specification (number 26). Uniforms are program.local[0], [1], ...; literals
follow them in one array `c`, as part of the text. Inputs are vertex.attrib[n]; output 0 is result.position, the others
are result.texcoord[n - 1]. The specification leaves NaN and the sign of zeros open; here MIN and MAX prefer numbers.
"""

from __future__ import annotations

import math
import re
from dataclasses import replace

from gpucc import isa
from gpucc.emit.codec import MachineCode
from gpucc.errors import InputError, LimitExceeded, Location, Unsupported
from gpucc.isel import P, Pattern, Representation, Rule, Ruleset, choices, compares, selects, signs, sums, truths
from gpucc.program import Constant
from gpucc.targets import vector_target

# the machine ----------------------------------------------------------------------------------------------------------

NEGATED = frozenset({"neg"})
# "accurate to about 1 part in 10^5" (OpenGL specification, 2.1.1)
CLOSE = isa.Bound(relative=2.0**-16)
VERTEX = ("vertex",)


def _operands(names: str, lanes: int = 0) -> tuple[isa.Operand, ...]:
    return tuple(isa.Operand(name, lanes, modifiers=NEGATED) for name in names)


def _each(name: str, semantics: str) -> isa.Op:
    names = "".join(operand for operand in "abc" if re.search(rf"\b{operand}\b", semantics))
    return isa.Op(name, 0, _operands(names), "each", (semantics,), stages=VERTEX)


def _scalar(name: str, semantics: str, operands: str = "a") -> isa.Op:
    """An op of one component of each operand, whose result is written to all components of the destination."""
    return isa.Op(name, 0, _operands(operands, 1), "broadcast", (semantics,), CLOSE, stages=VERTEX)


def _product(name: str, lanes: int, last: str = "") -> isa.Op:
    total = "fmul(a.x, b.x)"
    for lane in "yzw"[: lanes - 1]:
        total = f"fadd({total}, fmul(a.{lane}, b.{lane}))"
    total = f"fadd({total}, {last})" if last else total
    operands = (*_operands("a", lanes), *_operands("b", 4 if last else lanes))
    return isa.Op(name, 0, operands, "broadcast", (total,), stages=VERTEX)


def _unused(name: str, operands: str, *semantics: str, scalar: bool = False) -> isa.Op:
    """An op that text may contain, but that no rule selects: its components have different meanings."""
    given = _operands(operands, 1 if scalar else 4)
    bound = isa.Bound(relative=2.0**-10) if any("2(" in text or "pow(" in text for text in semantics) else None
    return isa.Op(name, 0, given, "fixed", semantics, bound, stages=VERTEX, versions=())


LIT = "select(folt(0.0, a.x), pow(fmax(a.y, 0.0), fmin(fmax(a.w, -128.0), 128.0)), 0.0)"
EXPONENT = "floor(log2(fabs(a.x)))"
CROSS = tuple(f"fsub(fmul(a.{p}, b.{q}), fmul(a.{q}, b.{p}))" for p, q in ("yz", "zx", "xy"))
PLAIN = {
    "MOV": "a", "ABS": "fabs(a)", "ADD": "fadd(a, b)", "SUB": "fsub(a, b)", "MUL": "fmul(a, b)",
    "MAD": "fadd(fmul(a, b), c)", "MIN": "fmin(a, b)", "MAX": "fmax(a, b)", "SGE": "btof(fole(b, a))",
    "SLT": "btof(folt(a, b))", "FLR": "floor(a)", "FRC": "fsub(a, floor(a))",
}  # fmt: skip
OPS = (
    *(_each(*plain) for plain in PLAIN.items()),
    _product("DP3", 3),
    _product("DP4", 4),
    _product("DPH", 3, "b.w"),
    _scalar("RCP", "fdiv(1.0, a.x)"),
    _scalar("RSQ", "fdiv(1.0, sqrt(fabs(a.x)))"),
    _scalar("EX2", "exp2(a.x)"),
    _scalar("LG2", "log2(a.x)"),
    _scalar("POW", "pow(a.x, b.x)", "ab"),
    isa.Op("XPD", 0, _operands("ab", 3), "fixed", CROSS, stages=VERTEX, mask=7),
    isa.Op("ARL", 0, _operands("a"), "each", ("floor(a)",), stages=VERTEX, mask=1, effect="address"),
    _unused("DST", "ab", "1.0", "fmul(a.y, b.y)", "a.z", "b.w"),
    _unused("LIT", "a", "1.0", "fmax(a.x, 0.0)", LIT, "1.0"),
    _unused("EXP", "a", "exp2(floor(a.x))", "fsub(a.x, floor(a.x))", "exp2(a.x)", "1.0", scalar=True),
    _unused("LOG", "a", EXPONENT, f"fmul(fabs(a.x), exp2(fneg({EXPONENT})))", "log2(fabs(a.x))", "1.0", scalar=True),
)


# role, name, number of registers, whether they can be read and written
ROLES = (
    ("temporary", "R", 12, True, True), ("input", "vertex.attrib", 16, True, False), ("uniform", "c", 96, True, False),
    ("output", "result", 9, False, True), ("address", "A", 1, True, True),
)  # fmt: skip
FILES = tuple(isa.RegisterFile(role, role, 0, {"vertex": name}, {"vertex": n}, *can) for role, name, n, *can in ROLES)
ARBVP1 = isa.Isa(
    "arbvp1", "ARB_vertex_program 1.0 (assembly text)", VERTEX, "vertex", replace(isa.FP32, blend_select=True),
    OPS, FILES, (), lanes=4, flow="flatten", loops=False, limits={"instructions": 128},
)  # fmt: skip

# rules ----------------------------------------------------------------------------------------------------------------


def _root(name: str, operand: Pattern, template: str) -> Rule:
    return Rule(name, P.fdiv(1.0, P.sqrt(operand)), template, assume=frozenset({"approximate"}))


RULES = Ruleset(
    (
        *signs(ARBVP1),
        *sums(ARBVP1),
        *compares(ARBVP1),
        *truths(ARBVP1),
        *choices(ARBVP1),
        *selects(ARBVP1),
        # RSQ takes the magnitude, so the root of a negative number needs a NaN: 0 times the reciprocal of 0
        _root("reciprocal root", P.var("a"), "MUL(MUL(RSQ(a), SGE(a, 0.0)), RCP(SGE(a, 0.0)))"),
        _root("reciprocal root of a length", P.var("a", "positive"), "RSQ(a)"),
    ),
    representations=(Representation("not", value="btof(bnot(c))"),),
    index={"vertex": frozenset({"temporary", "input", "uniform"})},
)

# text -----------------------------------------------------------------------------------------------------------------

BY_NAME = {op.name: op for op in OPS}
HEAD, LANES = "!!ARBvp1.0", "xyzw"
FARTHEST = 63  # the greatest number that can be added to the address register


Code = MachineCode[isa.Instruction]


class Coder:
    """The bytes are the text."""

    def encode(self, code: Code) -> bytes:
        return self.print(code).encode()

    def decode(self, data: bytes) -> Code:
        return self.parse(data.decode("utf-8", "replace"), "<program>")

    def line(self, row: isa.Instruction, stage: str) -> str:
        dest = row.dest or isa.Dest("temporary", 0)
        mask = "" if dest.mask == 15 else "." + "".join(lane for i, lane in enumerate(LANES) if dest.mask >> i & 1)
        operands = zip(row.sources, BY_NAME[row.op].operands, strict=True)
        words = [_place(dest.file, dest.number) + mask]
        words += [_source(source, operand.lanes == 1 or row.op == "ARL") for source, operand in operands]
        return f"{row.op} {', '.join(words)};"

    def print(self, code: Code) -> str:
        places = [place for row in code.rows for place in (row.dest, *row.sources) if place]
        temporaries = sorted({place.number for place in places if place.file == "temporary"})
        lines = [HEAD, *_parameters(code)]
        lines += [f"TEMP {', '.join(f'R{number}' for number in temporaries)};"] if temporaries else []
        lines += ["ADDRESS A0;"] if any(row.op == "ARL" for row in code.rows) else []
        return "\n".join([*lines, *(self.line(row, code.stage) for row in code.rows), "END\n"])

    def parse(self, text: str, name: str) -> Code:
        lines = [line.partition("#")[0].strip() for line in text.splitlines()]
        if not lines or lines[0] != HEAD or "END" not in lines:
            raise InputError(f"a program begins with {HEAD} and ends with END", Location(name))
        rows: list[isa.Instruction] = []
        constants: tuple[Constant, ...] = ()
        for number, line in enumerate(lines[1 : lines.index("END")], 2):
            where = Location(name, number)
            if line.startswith("PARAM"):
                constants = _literals(line, where)
            elif line and not re.fullmatch(r"(TEMP R\d+(, R\d+)*|ADDRESS A0);", line):
                rows.append(_parsed(line, where))
        return MachineCode("vertex", tuple(rows), constants)


def _parameters(code: Code) -> list[str]:
    """The array of uniforms and literals. Without literals it has all local parameters, since indices may reach any."""
    registers: dict[int, list[str]] = {}
    for constant in code.constants:
        if not math.isfinite(constant.value):
            raise Unsupported(f"ARB_vertex_program has no literal for {constant.value}")
        registers.setdefault(constant.register, ["0.0"] * 4)[constant.component] = repr(constant.value)
    first, end = min(registers, default=96), max(registers, default=95) + 1
    rows = [registers.get(number, ["0.0"] * 4) for number in range(first, end)]
    parts = [f"program.local[0..{first - 1}]"] if first else []
    parts += [f"{{ {', '.join(row)} }}" for row in rows]
    return [f"PARAM c[{end}] = {{ {', '.join(parts)} }};"]


def _literals(line: str, where: Location) -> tuple[Constant, ...]:
    found = PARAMETERS.fullmatch(line)
    if found is None:
        raise InputError(f"{line!r} is not the declaration of the array c", where)
    first = int(found[2]) + 1 if found[2] else 0
    rows = [row.split(",") for row in re.findall(r"\{([^{}]*)\}", found[3])]
    if first + len(rows) != int(found[1]) or any(len(row) != 4 for row in rows):
        raise InputError("the array c has another length than its contents", where)
    return tuple(Constant(first + i, lane, float(row[lane])) for i, row in enumerate(rows) for lane in range(4))


def _place(role: str, number: int) -> str:
    if role == "output":
        return f"result.texcoord[{number - 1}]" if number else "result.position"
    name = ARBVP1.file(role, "vertex").prefix["vertex"]
    return f"{name}{number}" if len(name) == 1 and name != "c" else f"{name}[{number}]"


def _source(source: isa.Source, scalar: bool) -> str:
    name = _place(source.file, source.number)
    if source.index is not None:
        if source.number > FARTHEST:
            raise LimitExceeded(f"an index can be added to registers up to {FARTHEST}, and not to {source.number}")
        name = f"c[A0.x+{source.number}]" if source.number else "c[A0.x]"
    letters = "".join(LANES[lane] for lane in source.swizzle)
    shown = letters[0] if scalar or len(set(letters)) == 1 else letters
    return f"{'-' * source.negate}{name}{'' if shown == LANES else '.' + shown}"


OPERAND = re.compile(
    r"(-?)(?:(R|A)(\d+)|(vertex\.attrib|result\.texcoord|c)\[(\d+)\]|(result\.position)|c\[A0\.x(?:\+(\d+))?\])"
    r"(?:\.([xyzw]{1,4}))?"
)
PARAMETERS = re.compile(r"PARAM c\[(\d+)\] = \{ (?:program\.local\[0\.\.(\d+)\](?:, )?)?((?:\{[^{}]*\}(?:, )?)*) \};")
WORDS = {"R": "temporary", "A": "address", "vertex.attrib": "input", "c": "uniform", "result.texcoord": "output"}


def _parsed(line: str, where: Location) -> isa.Instruction:
    name, _, rest = line.removesuffix(";").partition(" ")
    found = [OPERAND.fullmatch(word.strip()) for word in rest.split(",")]
    op = BY_NAME.get(name)
    if op is None or not line.endswith(";") or len(found) != len(op.operands) + 1 or None in found:
        raise InputError(f"{line!r} is no instruction of ARB_vertex_program 1.0", where)
    places = []
    for m in filter(None, found):
        role = WORDS.get(m[2] or m[4] or "c", "") if not m[6] else "output"
        number = int(m[3] or m[5] or m[7] or 0) + (m[4] == "result.texcoord")
        index = isa.Index("address", 0, 0) if role == "uniform" and m[4] is None else None
        letters = m[8] or LANES
        x, y, z, w = (LANES.index(letters[min(i, len(letters) - 1)]) for i in range(4))
        places.append(isa.Source(role, number, (x, y, z, w), bool(m[1]), index=index))
    for i, source in enumerate(places):
        file = ARBVP1.file(source.file, "vertex")
        if source.number >= file.size("vertex") or not (file.readable if i else file.writable):
            raise InputError(f"{name} cannot use {_place(source.file, source.number)} there", where)
    mask = sum(1 << lane for lane in {*places[0].swizzle})
    return isa.Instruction(name, isa.Dest(places[0].file, places[0].number, mask), tuple(places[1:]))


# quotients and roots are products with reciprocals, and functions are made of both: the errors of all parts, and more
COMPOSED, ANGLE = isa.Bound(relative=2.0**-12), isa.Bound(relative=2.0**-12, absolute=2.0**-13)
BOUNDS = dict.fromkeys(
    ("fdiv", "sqrt", "exp", "log", "log10", "tan", "atan", "atan2", "sinh", "cosh", "tanh"), COMPOSED
)
BOUNDS |= dict.fromkeys(("exp2", "log2", "pow"), CLOSE) | dict.fromkeys(("asin", "acos"), ANGLE)
TARGET = vector_target(ARBVP1, RULES, Coder(), bounds=BOUNDS)
