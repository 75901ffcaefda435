"""Random PICA200 code for property tests: arbitrary words, instructions that can be encoded, and programs that obey all
rules."""

from __future__ import annotations

from hypothesis import strategies as st

from gpucc.emit import shbin
from gpucc.emit.pica200 import CODER
from gpucc.isa.model import Dest, Index, Instruction, Op, Source
from gpucc.isa.pica200 import PICA200

LANES = "xyzw"
COUNTS = {"input": 15, "temporary": 16, "uniform": 96, "output": 16}

# instructions ---------------------------------------------------------------------------------------------------------


@st.composite
def sources(draw: st.DrawFn, op: Op) -> tuple[Source, ...]:
    wide = CODER.wide(op)
    number = draw(st.integers(0, 14))
    found = []
    for i, operand in enumerate(op.operands):
        file = draw(st.sampled_from(sorted(operand.accepts)))
        index = None
        if file == "uniform" and i == wide and draw(st.booleans()):
            place = draw(st.sampled_from(PICA200.indices[1:]))
            assert place is not None
            index = Index(place[0], 0, place[1])
        lanes = draw(st.tuples(*[st.integers(0, 3)] * 4))
        # one input register for all sources
        chosen = number if file == "input" else draw(st.integers(0, COUNTS[file] - 1))
        found.append(Source(file, chosen, lanes, draw(st.booleans()), index=index))
    return tuple(found)


@st.composite
def instructions(draw: st.DrawFn) -> Instruction:
    """Any instruction except flow instructions with a target."""
    op = draw(st.sampled_from([op for op in PICA200.ops if op.effect not in ("if", "loop", "call", "jump")]))
    form = CODER.fields[op.slots[0]]
    dest = None
    if op.effect == "address":
        dest = Dest("address", 0, draw(st.integers(1, 3)))
    elif op.result != "none":
        file = draw(st.sampled_from(("output", "temporary")))
        dest = Dest(file, draw(st.integers(0, 15)), draw(st.integers(1, 15)))
    immediates = []
    for name, field in form.items():
        if name in ("compare_x", "compare_y"):
            immediates.append((name, draw(st.integers(0, 5))))
        elif name == "test":
            immediates.append((name, draw(st.integers(0, 3))))
        elif name in ("refx", "refy", "vertex", "primitive", "winding"):
            immediates.append((name, draw(st.integers(0, (1 << field.width) - 1))))
    return Instruction(op.name, dest, draw(sources(op)), immediates=tuple(immediates))


# programs that obey the rules -----------------------------------------------------------------------------------------

HEAD = """.fvec u[16]
.ivec n, m
.bool p, q
.constf k(0.0, 1.0, 0.5, -2.0)
.consti two(1, 3, 2, 0)
.in a
.in b
.out o position
.out c color
"""
CONDITIONS = ("cmp.x", "!cmp.x", "cmp.y", "cmp.x && cmp.y", "!cmp.x || cmp.y", "cmp.x && !cmp.y")
TWO = ("add", "mul", "max", "min", "sge", "slt", "dp3", "dp4", "dph")
ONE = ("mov", "flr")


@st.composite
def operands(draw: st.DrawFn, loop: bool) -> str:
    """A source that cannot break a rule: `wide` ones may be constants."""
    name = draw(st.sampled_from(("r0", "r1", "r2", "r3")))
    return _modified(draw, name)


def _modified(draw: st.DrawFn, name: str) -> str:
    swizzle = draw(st.text(LANES, min_size=0, max_size=4))
    return f"{'-' if draw(st.booleans()) else ''}{name}{'.' if swizzle else ''}{swizzle}"


def _wide(draw: st.DrawFn, loop: bool) -> str:
    names = ["r1", "u[3]", "k", "a", "b", "u[a0.x+2]", "u[a0.y]"] + (["u[aL+1]"] if loop else [])
    return _modified(draw, draw(st.sampled_from(names)))


def _line(draw: st.DrawFn, loop: bool) -> str:
    dest = f"r{draw(st.integers(0, 3))}{draw(st.sampled_from(('', '.x', '.yz', '.w', '.xyw')))}"
    match draw(st.integers(0, 5)):
        case 0:
            return f"{draw(st.sampled_from(ONE))} {dest}, {_wide(draw, loop)}"
        case 1:
            return f"mad {dest}, {draw(operands(loop))}, {_wide(draw, loop)}, {draw(operands(loop))}"
        case 2:
            return f"mad {dest}, {draw(operands(loop))}, {draw(operands(loop))}, {_wide(draw, loop)}"
        case 3:
            codes = draw(st.tuples(*[st.sampled_from(("eq", "ne", "lt", "le", "gt", "ge"))] * 2))
            return f"cmp {_wide(draw, loop)}, {', '.join(codes)}, {draw(operands(loop))}"
        case 4:
            return f"{draw(st.sampled_from(('sge', 'slt', 'dph')))} {dest}, {draw(operands(loop))}, {_wide(draw, loop)}"
    return f"{draw(st.sampled_from(TWO))} {dest}, {_wide(draw, loop)}, {draw(operands(loop))}"


def _body(draw: st.DrawFn, depth: int, loop: bool, calls: bool, loops: int = 0) -> list[str]:
    lines = []
    for _ in range(draw(st.integers(1, 4))):
        kind = draw(st.integers(0, 9)) if depth else 0
        if kind < 5:
            lines.append(_line(draw, loop))
        elif kind < 7:
            test = (
                f"ifc {draw(st.sampled_from(CONDITIONS))}"
                if draw(st.booleans())
                else f"ifu {draw(st.sampled_from('pq'))}"
            )
            lines += [test, *_body(draw, depth - 1, loop, calls, loops)]
            if draw(st.booleans()):
                lines += [".else", *_body(draw, depth - 1, loop, calls, loops)]
            lines.append(".end")
        elif kind == 7 and loops < 2:
            body = _body(draw, depth - 1, True, calls, loops + 1)
            # after an inner loop aL is unknown
            clean = (
                [line.replace("u[aL+1]", "u[4]") for line in body]
                if any(line.startswith("for") for line in body)
                else body
            )
            leave = [f"breakc {draw(st.sampled_from(CONDITIONS))}"] if draw(st.booleans()) else []
            lines += [f"for {draw(st.sampled_from(('n', 'm', 'two')))}", *clean, *leave, ".end"]
            loop = False
        elif kind == 8 and calls:
            lines.append(draw(st.sampled_from(("call helper", "callc cmp.x, helper", "callu q, helper"))))
        elif kind == 9:
            label = f"l{draw(st.integers(0, 10**9))}"
            test = draw(st.sampled_from(("jmpc cmp.y, ", "jmpu p, ", "jmpu !q, ")))
            lines += [test + label, _line(draw, loop), f"{label}:", "nop"]
    return lines or ["nop"]


@st.composite
def programs(draw: st.DrawFn) -> str:
    """Text of a program that sets all registers that it reads, nests properly, writes each output once, and ends."""
    start = ["mov r0, a", "mov r1, b", "mov r2, k", "mov r3, u[1]", "mova a0.xy, k.zw", "cmp r0, lt, ge, r1.wzyx"]
    body = _body(draw, 3, False, True)
    helper = _body(draw, 1, False, False, 2)
    lines = [*start, *body, "nop", "mov o, r0", "add c, r1, r2", "end"]
    text = "\n".join(("    " + line) for line in lines)
    return f"{HEAD}.proc helper\n" + "\n".join(f"    {line}" for line in helper) + f"\n.end\n.proc main\n{text}\n.end\n"


@st.composite
def binaries(draw: st.DrawFn) -> shbin.ShbinBinary:
    """Words of all kinds in any order, with a table of arbitrary descriptors."""
    words = draw(st.lists(st.one_of(st.integers(0, 0xFFFFFFFF), _likely()), max_size=40))
    table = draw(st.lists(st.integers(0, 0xFFFFFFFF), max_size=8))
    executable = shbin.Executable(
        main=draw(st.integers(0, 40)), end=draw(st.integers(0, 45)), outputs=(shbin.Output(0, 0),)
    )
    return shbin.ShbinBinary(tuple(words), tuple(table), (executable,))


@st.composite
def _likely(draw: st.DrawFn) -> int:
    """A word of a known opcode with small numbers in its fields."""
    op = draw(st.sampled_from(PICA200.ops))
    word = 0
    for name, field in CODER.fields[op.slots[0]].items():
        value = op.code if name == "opcode" else draw(st.integers(0, min(40, (1 << field.width) - 1)))
        word |= value << field.low
    return word
