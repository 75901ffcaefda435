"""Parses instructions of PICA200 assembly, one a line: operands, conditions, targets, and the form of an op that fits
the operands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from difflib import get_close_matches

from gpucc.emit.pica200 import CODER
from gpucc.emit.pica200_lines import PicassoLine, PicassoRegister
from gpucc.isa.model import Dest, Instruction, Op, Source
from gpucc.isa.pica200 import COMPARES, PICA200, TESTS
from gpucc.records import dataclass

FLAG = re.compile(r"(?P<nots>(?:!\s*)*)cmp\.(?P<flag>[xy])(?!\w)", re.IGNORECASE)
IDLE = re.compile(r",\s*!\s*cmp\.(?P<flag>[xy])(?!\w)", re.IGNORECASE)
JOIN = re.compile(r"&&?|\|\|?")
BLOCKS = ("if", "loop")
SETEMIT_FLAGS = {"prim": "primitive", "primitive": "primitive", "inv": "winding", "invert": "winding"}
COMMUTE = frozenset({"add", "mul", "dp3", "dp4", "max", "min"})
# the address register's components as in picasso's manual and in its sources
ADDRESSES = {"a0": (0,), "a1": (1,), "a01": (0, 1)}
COMPARE_CODES = {compare.name: compare.code for compare in COMPARES}


@dataclass(frozen=True, slots=True)
class PicassoStatement:
    """An instruction; `target` is the label or procedure that it goes to, resolved later."""

    instruction: Instruction
    line: PicassoLine
    target: str = ""
    target_at: int = 0
    number: int = -1


def parse(line: PicassoLine, aliases: dict[str, PicassoRegister]) -> PicassoStatement:
    at = line.position
    word = line.name("an instruction").lower()
    op = CODER.ops.get(word)
    if op is None:
        close = get_close_matches(word, list(CODER.ops), 1, 0.5)
        line.fail(f"there is no instruction {word!r}", *((f"did you mean {close[0]!r}?",) if close else ()), at=at)
    statement = PARSERS.get(op.effect or "", _arithmetic)(line, op, aliases)
    if line.mark("@"):
        statement = replace(
            statement, number=line.integer("the number of a descriptor", 0, PICA200.limit("descriptors") - 1)
        )
    line.finish()
    return statement


# Arithmetic -----------------------------------------------------------------------------------------------------------


def _arithmetic(line: PicassoLine, op: Op, aliases: dict[str, PicassoRegister]) -> PicassoStatement:
    dest = _dest(line, aliases)
    places: list[int] = []
    sources: list[PicassoRegister] = []
    for operand in op.operands:
        line.need(",", f"before source {len(sources) + 1} of {op.name}")
        places.append(line.position)
        sources.append(line.register(aliases, f"source {operand.name} of {op.name}"))
    op = _form(line, op, sources, places)
    return PicassoStatement(Instruction(op.name, dest, tuple(_source(source) for source in sources)), line)


def _dest(line: PicassoLine, aliases: dict[str, PicassoRegister]) -> Dest:
    at = line.position
    found = line.register(aliases, "a destination")
    if found.file not in ("output", "temporary"):
        line.fail(f"{_article(found.file)} register cannot be written", "destinations are o and r registers", at=at)
    if found.negate or found.index is not None:
        line.fail("a destination is neither negated nor indexed", at=at)
    return Dest(found.file, found.number, found.mask)


def _article(word: str) -> str:
    return f"{'an' if word[0] in 'aeiou' and not word.startswith('uni') else 'a'} {word}"


def _source(found: PicassoRegister) -> Source:
    return Source(found.file, found.number, found.swizzle, found.negate, index=found.index)


def _form(line: PicassoLine, op: Op, sources: list[PicassoRegister], places: list[int]) -> Op:
    """Return the form of an op that takes these sources: the plain one, otherwise the inverted one."""
    inverted = CODER.ops.get(f"{op.name}i")
    for form in (op, inverted):
        if form is not None and all(
            source.file in operand.accepts for source, operand in zip(sources, form.operands, strict=True)
        ):
            op = form
            break
    else:
        _refuse(line, op, sources, places)
    wide = CODER.wide(op)
    for i, (source, place) in enumerate(zip(sources, places, strict=True)):
        if source.index is not None and (source.file != "uniform" or i != wide):
            line.fail("only a c register can be indexed by a0.x, a0.y or aL", at=place)
    inputs = {source.number for source in sources if source.file == "input"}
    if len(inputs) > 1:
        first, second = sorted(inputs)[:2]
        line.fail(
            f"v{first} and v{second} in one instruction give wrong results",
            "copy one to an r register first",
            at=places[1],
        )
    if 15 in inputs:
        line.fail("v15 cannot be relied on", "use v0 to v14", at=places[0])
    return op


def _refuse(line: PicassoLine, op: Op, sources: list[PicassoRegister], places: list[int]) -> None:
    for source, place in zip(sources, places, strict=True):
        if source.file not in ("input", "temporary", "uniform"):
            what = (
                "an output cannot be read back"
                if source.file == "output"
                else f"{_article(source.file)} register is no operand here"
            )
            line.fail(what, "sources are v, r and c registers", at=place)
    constants = [i for i, source in enumerate(sources) if source.file == "uniform"]
    if len(constants) > 1:
        line.fail(
            "an instruction reads at most one c register", "copy one to an r register first", at=places[constants[1]]
        )
    note = "swap the operands" if op.name in COMMUTE else "copy it to an r register first"
    line.fail(f"source {constants[0] + 1} of {op.name} cannot be a c register", note, at=places[constants[0]])


def _mova(line: PicassoLine, op: Op, aliases: dict[str, PicassoRegister]) -> PicassoStatement:
    at = line.position
    match = line.take(re.compile(r"(?P<name>a01|a0|a1)(?P<lanes>\.\w*)?(?!\w)", re.IGNORECASE))
    if match is None:
        line.fail(f"expected the address register a0.x, a0.y or a0.xy, found {line.found()}", "mova a0.x, r0.x")
    lanes = ADDRESSES[match["name"].lower()]
    if match["lanes"] is not None:
        named = line.lanes(match["lanes"], at + len(match["name"])) or ()
        if match["name"].lower() != "a0" or max(named) > 1:
            line.fail(
                "the address register has the components a0.x and a0.y, also called a0 and a1, both of them a01", at=at
            )
        lanes = named
    line.need(",", "before the source of mova")
    place = line.position
    source = line.register(aliases, "the source of mova")
    _form(line, op, [source], [place])
    return PicassoStatement(
        Instruction(op.name, Dest("address", 0, sum({1 << lane for lane in lanes})), (_source(source),)), line
    )


def _compare(line: PicassoLine, op: Op, aliases: dict[str, PicassoRegister]) -> PicassoStatement:
    places = [line.position]
    sources = [line.register(aliases, "source a of cmp")]
    codes = []
    for what in ("cmp.x", "cmp.y"):
        line.need(",", f"before the comparison for {what}")
        at = line.position
        word = line.take(re.compile(r"[A-Za-z]\w*|[67](?!\w)"))
        if word is None or (word[0].lower() not in COMPARE_CODES and word[0] not in ("6", "7")):
            line.fail(f"expected a comparison for {what}", f"comparisons are {', '.join(COMPARE_CODES)}", at=at)
        codes.append(COMPARE_CODES.get(word[0].lower(), -1) if word[0] not in ("6", "7") else int(word[0]))
    line.need(",", "before source b of cmp")
    places.append(line.position)
    sources.append(line.register(aliases, "source b of cmp"))
    _form(line, op, sources, places)
    immediates = (("compare_x", codes[0]), ("compare_y", codes[1]))
    return PicassoStatement(
        Instruction(op.name, None, tuple(_source(source) for source in sources), immediates=immediates), line
    )


# Flow -----------------------------------------------------------------------------------------------------------------


def _flow(line: PicassoLine, op: Op, aliases: dict[str, PicassoRegister]) -> PicassoStatement:
    fields = CODER.fields[op.slots[0]]
    values: dict[str, int] = {}
    if "test" in fields:
        values = _condition(line)
    if "boolean" in fields:
        values = _boolean(line, op, aliases)
    if "integer" in fields:
        at = line.position
        found = line.register(aliases, "an integer register")
        if found.file != "integer" or found.lanes is not None or found.negate:
            line.fail(f"{op.name} takes an integer register, i0 to i3", at=at)
        values = {"integer": found.number}
    target, target_at = "", 0
    if "target" in fields and op.effect not in BLOCKS:
        if values:
            line.need(",", f"before the target of {op.name}")
        target_at = line.position
        target = line.name("a label" if op.effect == "jump" else "a procedure")
    immediates = tuple((name, values.get(name, 0)) for name in fields if name != "opcode")
    return PicassoStatement(Instruction(op.name, immediates=immediates), line, target, target_at)


def _condition(line: PicassoLine) -> dict[str, int]:
    """Parse the fields of a condition. The reference of a flag that is not tested is 1, as in picasso; `cmp.x, !cmp.y`
    makes it 0.
    """
    values = {"refx": 1, "refy": 1}
    flags = []
    while True:
        at = line.position
        match = line.take(FLAG)
        if match is None:
            line.fail(
                f"expected cmp.x or cmp.y, found {line.found()}",
                "a condition is cmp.x, !cmp.y, cmp.x && !cmp.y, cmp.x || cmp.y",
            )
        flag = match["flag"].lower()
        if flag in flags:
            line.fail(f"cmp.{flag} is tested twice", at=at)
        flags.append(flag)
        values[f"ref{flag}"] = 1 - match["nots"].count("!") % 2
        if len(flags) == 2:
            break
        join = line.take(JOIN)
        if join is None:
            idle = line.take(IDLE)
            if idle is not None and idle["flag"].lower() == flag:
                line.fail(f"cmp.{flag} is tested already", at=idle.start("flag"))
            return (
                values | {"test": TESTS.index(flag)} | ({f"ref{idle['flag'].lower()}": 0} if idle is not None else {})
            )
        test = "and" if join[0][0] == "&" else "or"
    return values | {"test": TESTS.index(test)}


def _boolean(line: PicassoLine, op: Op, aliases: dict[str, PicassoRegister]) -> dict[str, int]:
    at = line.position
    inverted = False
    while line.mark("!"):
        inverted = not inverted
    found = line.register(aliases, "a boolean register")
    if found.file != "boolean" or found.lanes is not None or found.negate:
        line.fail(f"{op.name} takes a boolean register, b0 to b15", at=at)
    if inverted and "invert" not in CODER.fields[op.slots[0]]:
        line.fail(f"{op.name} cannot test for a false boolean", "swap the arms of the if, or use jmpu", at=at)
    return {"boolean": found.number} | ({"invert": 1} if inverted else {})


def _setemit(line: PicassoLine, op: Op, aliases: Mapping[str, PicassoRegister]) -> PicassoStatement:
    if "vertex" not in CODER.fields[op.slots[0]]:
        return PicassoStatement(Instruction(op.name), line)
    values = {"vertex": line.integer("the number of a vertex", 0, 3), "primitive": 0, "winding": 0}
    if line.mark(","):
        while not line.at_end():
            at = line.position
            word = line.name("prim or inv").lower()
            if word not in SETEMIT_FLAGS:
                line.fail(f"setemit has no flag {word!r}", "flags are prim and inv", at=at)
            values[SETEMIT_FLAGS[word]] = 1
    return PicassoStatement(Instruction(op.name, immediates=tuple(values.items())), line)


Parser = Callable[[PicassoLine, Op, dict[str, PicassoRegister]], PicassoStatement]
PARSERS: dict[str, Parser] = {
    "address": _mova,
    "compare": _compare,
    "emit": _setemit,
    **dict.fromkeys(("nop", "end", "break", "call", "if", "loop", "jump"), _flow),
}
