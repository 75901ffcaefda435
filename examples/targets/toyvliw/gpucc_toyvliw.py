"""toyvliw, an invented machine of three slots, as a target of gpucc.

An instruction has 21 bytes, seven for each slot: `alu` (sums, comparisons, selects), `mul` (products) and `sfu` (other
functions). A product can be read from the registers after two instructions, but `alu` gets it from a bypass after one;
a special function takes three. Every slot can also copy a value. An instruction reads at most two uniform registers.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gpucc import isa
from gpucc.emit import codec
from gpucc.emit.codec import MachineCode
from gpucc.errors import InputError, Location
from gpucc.isel import P, Representation, Rule, Ruleset, choices, compares, extremes, signs, truths
from gpucc.targets import slot_target

# the machine ----------------------------------------------------------------------------------------------------------

SLOTS = ("alu", "mul", "sfu")
SIGNED = frozenset({"neg", "abs"})
A, B, C = (isa.Operand(name, 1, modifiers=SIGNED) for name in "abc")
# the special functions are tables with a polynomial
CLOSE = isa.Bound(relative=2.0**-22)


def _alu(name: str, code: int, semantics: str, *operands: isa.Operand) -> isa.Op:
    return isa.Op(name, code, operands, semantics=(semantics,), slots=("alu",))


def _special(name: str, code: int, semantics: str, bound: isa.Bound | None = CLOSE) -> isa.Op:
    return isa.Op(name, code, (A,), semantics=(semantics,), bound=bound, slots=("sfu",), latency=3)


OPS = (
    isa.Op("mov", 1, (A,), semantics=("a",), slots=SLOTS),
    _alu("add", 2, "fadd(a, b)", A, B),
    _alu("min", 3, "fmin(a, b)", A, B),
    _alu("max", 4, "fmax(a, b)", A, B),
    _alu("slt", 5, "btof(folt(a, b))", A, B),
    _alu("sge", 6, "btof(fole(b, a))", A, B),
    _alu("sel", 7, "select(fune(c, 0.0), a, b)", C, A, B),
    isa.Op("mul", 8, (A, B), semantics=("fmul(a, b)",), slots=("mul",), latency=2),
    _special("rcp", 9, "fdiv(1.0, a)"),
    _special("rsq", 10, "fdiv(1.0, sqrt(a))"),
    _special("ex2", 11, "exp2(a)"),
    _special("lg2", 12, "log2(a)", isa.Bound(relative=2.0**-22, absolute=2.0**-22)),
    _special("flr", 13, "floor(a)", None),
)


def _file(role: str, code: int, letter: str, count: int, **more: object) -> isa.RegisterFile:
    return isa.RegisterFile(role, role, code, {"vertex": letter}, {"vertex": count}, **more)  # type: ignore[arg-type]


FILES = (
    _file("temporary", 0, "r", 16, writable=True),
    _file("input", 1, "v", 8),
    _file("uniform", 2, "c", 64, ports=2),
    _file("output", 3, "o", 8, readable=False, writable=True),
)
PLACE = (("file", 2), ("number", 6), ("component", 2))
SOURCE = (*PLACE, ("negate", 1), ("absolute", 1))


def _word() -> isa.Word:
    """The fields of an instruction: for each slot an opcode, a destination and three operands, from bit 0 on."""
    fields, low = [], 0
    for slot in SLOTS:
        parts = [("op", 4), *((f"d.{name}", width) for name, width in PLACE)]
        parts += [(f"{operand}.{name}", width) for operand in "abc" for name, width in SOURCE]
        for name, width in parts:
            fields.append(isa.Field(f"{slot}.{name}", low, width))
            low += width
        low = 8 * -(-low // 8)
    return isa.Word("instruction", low, tuple(fields))


WORD = _word()
SIZE = WORD.bits // 8
TOYVLIW = isa.Isa(
    "toyvliw", "toy VLIW, three slots", ("vertex",), "vertex", isa.FP32, OPS, FILES, (WORD,),
    lanes=4, flow="flatten", loops=False, limits={"instructions": 512}, bypasses=(isa.Bypass("mul", "alu", 1),),
)  # fmt: skip

# rules ----------------------------------------------------------------------------------------------------------------

# truths are the numbers 0.0 and 1.0; `not` is the opposite, which sel takes with exchanged arms
RULES = Ruleset(
    (
        *signs(TOYVLIW),
        *compares(TOYVLIW),
        *truths(TOYVLIW),
        *choices(TOYVLIW),
        *extremes(TOYVLIW),
        Rule("select", P.select("c", "a", "b"), "sel(c, a, b)"),
        Rule("select the other way round", P.select("c", "a", "b"), "sel(c:not, b, a)"),
        Rule("reciprocal root", P.fdiv(1.0, P.sqrt("a")), "rsq(a)", assume=frozenset({"approximate"})),
    ),
    representations=(Representation("not", value="btof(bnot(c))"),),
)

# bytes and text -------------------------------------------------------------------------------------------------------

CODES = {file.role: file.code for file in FILES}
ROLES = {code: role for role, code in CODES.items()}
LETTERS = {file.role: file.prefix["vertex"] for file in FILES}
BY_CODE = {op.code: op for op in OPS}
BY_NAME = {op.name: op for op in OPS}
Row = tuple[isa.SlotIssue, ...]


class Coder:
    """Encoder, decoder, printer and parser."""

    def encode(self, code: MachineCode[Row]) -> bytes:
        return b"".join(codec.to_bytes(WORD, _fields(row)) for row in code.rows)

    def decode(self, data: bytes) -> MachineCode[Row]:
        if not data or len(data) % SIZE:
            raise InputError(f"{len(data)} bytes are no toyvliw program: an instruction has {SIZE}")
        return MachineCode("vertex", tuple(_row(data[at : at + SIZE]) for at in range(0, len(data), SIZE)))

    def print(self, code: MachineCode[Row]) -> str:
        return "".join(f"{self.line(row, 'vertex') or 'nop'}\n" for row in code.rows)

    def parse(self, text: str, name: str) -> MachineCode[Row]:
        rows: list[Row] = []
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("//")[0].strip()
            parts = [] if words == "nop" else words.split(";")
            if words:
                rows.append(_checked([_parsed(part.strip(), Location(name, number)) for part in parts]))
        return MachineCode("vertex", tuple(rows))

    def line(self, row: Row, stage: str) -> str:
        return "; ".join(map(_issue_text, row))


def _fields(row: Row) -> dict[str, int]:
    found: dict[str, int] = {}
    for issue in row:
        instruction = issue.instruction
        found[f"{issue.slot}.op"] = BY_NAME[instruction.op].code
        assert instruction.dest is not None
        places = [("d", instruction.dest.file, instruction.dest.number, instruction.dest.mask.bit_length() - 1)]
        places += [
            (name, source.file, source.number, source.swizzle[0])
            for name, source in zip("abc", instruction.sources, strict=False)
        ]
        for name, role, number, component in places:
            values = {"file": CODES[role], "number": number, "component": component}
            found |= {f"{issue.slot}.{name}.{key}": value for key, value in values.items()}
        for name, source in zip("abc", instruction.sources, strict=False):
            found[f"{issue.slot}.{name}.negate"] = int(source.negate)
            found[f"{issue.slot}.{name}.absolute"] = int(source.absolute)
    return found


def _row(data: bytes) -> Row:
    if codec.reserved(WORD, int.from_bytes(data, "little")):
        raise InputError("bits between the slots of a toyvliw instruction are set")
    values, row = codec.from_bytes(WORD, data), []
    for slot in SLOTS:
        get = {key.removeprefix(f"{slot}."): value for key, value in values.items() if key.startswith(slot)}
        if get["op"] == 0 and any(get.values()):
            raise InputError(f"slot {slot} is idle, but its operands are not zero")
        if get["op"]:
            op = BY_CODE.get(get["op"])
            if op is None:
                raise InputError(f"slot {slot} has the opcode {get['op']}, which no op has")
            sources = tuple(
                isa.Source(
                    ROLES[get[f"{name}.file"]],
                    get[f"{name}.number"],
                    (get[f"{name}.component"],) * 4,
                    bool(get[f"{name}.negate"]),
                    bool(get[f"{name}.absolute"]),
                )
                for name in "abc"[: len(op.operands)]
            )
            dest = isa.Dest(ROLES[get["d.file"]], get["d.number"], 1 << get["d.component"])
            row.append(isa.SlotIssue(slot, isa.Instruction(op.name, dest, sources)))
    return _checked(row)


def _checked(row: Sequence[isa.SlotIssue]) -> Row:
    """The row in the order of the slots, if each does an op that it has, on registers that there are."""
    for issue in row:
        op, dest = BY_NAME[issue.instruction.op], issue.instruction.dest
        if issue.slot not in op.slots or dest is None or len(issue.instruction.sources) != len(op.operands):
            raise InputError(f"slot {issue.slot} cannot do {op.name} with {len(issue.instruction.sources)} operands")
        for place in (dest, *issue.instruction.sources):
            file = TOYVLIW.file(place.file, "vertex")
            allowed = file.writable if place is dest else file.readable
            if not allowed or place.number >= file.size("vertex"):
                raise InputError(f"{op.name} cannot use {LETTERS[place.file]}{place.number} there")
    if len({issue.slot for issue in row}) < len(row):
        raise InputError("an instruction uses one slot twice")
    return tuple(sorted(row, key=lambda issue: SLOTS.index(issue.slot)))


def _issue_text(issue: isa.SlotIssue) -> str:
    """One slot, such as `alu add r0.x, -c1.y, |v0.z|`."""
    dest = issue.instruction.dest
    assert dest is not None
    words = [f"{LETTERS[dest.file]}{dest.number}.{'xyzw'[dest.mask.bit_length() - 1]}"]
    for source in issue.instruction.sources:
        place = f"{LETTERS[source.file]}{source.number}.{'xyzw'[source.swizzle[0]]}"
        words.append(f"{'-' * source.negate}{f'|{place}|' if source.absolute else place}")
    return f"{issue.slot} {issue.instruction.op} {', '.join(words)}"


OPERAND = re.compile(r"(?P<minus>-?)(?P<bar>\|?)(?P<file>[rvco])(?P<number>\d+)\.(?P<component>[xyzw])(?P<end>\|?)")


def _parsed(text: str, where: Location) -> isa.SlotIssue:
    slot, _, rest = text.partition(" ")
    name, _, operands = rest.partition(" ")
    found = [OPERAND.fullmatch(word.strip()) for word in operands.split(",")]
    if slot not in SLOTS or name not in BY_NAME or not found or None in found:
        raise InputError(f"{text!r} is no slot of an instruction, such as: alu add r0.x, -c1.y, |v0.z|", where)
    roles = {letter: role for role, letter in LETTERS.items()}
    sources = []
    for m in filter(None, found):
        if m["bar"] != m["end"]:
            raise InputError(f"one bar of {m[0]!r} is missing", where)
        lanes = ("xyzw".index(m["component"]),) * 4
        sources.append(isa.Source(roles[m["file"]], int(m["number"]), lanes, bool(m["minus"]), bool(m["bar"])))
    dest = isa.Dest(sources[0].file, sources[0].number, 1 << sources[0].swizzle[0])
    return isa.SlotIssue(slot, isa.Instruction(name, dest, tuple(sources[1:])))


TARGET = slot_target(
    TOYVLIW,
    RULES,
    Coder(),
    # lowering makes these of rsq and rcp, and of lg2 and ex2
    bounds={"sqrt": isa.Bound(relative=2.0**-21), "pow": isa.Bound(relative=2.0**-13, absolute=2.0**-21)},
)
