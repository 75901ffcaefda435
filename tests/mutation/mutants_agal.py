"""Mutants of AGAL's ISA record: each changes one fact in place, before any other part of gpucc has read it.

The only import of gpucc here is the record itself, so that a child process can break it first and load the rest
afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from gpucc.isa import agal
from gpucc.isa.model import Op, RegisterFile


@dataclass(frozen=True)
class Mutant:
    group: str
    name: str
    apply: Callable[[], None]


def alter(record: object, **changes: Any) -> None:
    """Change a frozen record in place, so that all its users see the change."""
    for name, value in changes.items():
        object.__setattr__(record, name, value)


def mutants() -> list[Mutant]:
    makers = (_fields, _header, _modes, _types, _sizes, _files, _codes, _operands, _masks, _stages, _meanings, _limits)
    return [mutant for make in makers for mutant in make()]


def _change(group: str, name: str, record: object, **changes: Any) -> Mutant:
    return Mutant(group, name, lambda: alter(record, **changes))


def _fields() -> Iterator[Mutant]:
    for word in agal.AGAL.words:
        for field in word.fields:
            name = f"{word.name}.{field.name}"
            if field.low + field.width < word.bits:
                yield _change("fields", f"{name} one bit higher", field, low=field.low + 1)
            elif field.low:
                yield _change("fields", f"{name} one bit lower", field, low=field.low - 1)
            if field.width > 1:
                yield _change("fields", f"{name} one bit narrower", field, width=field.width - 1)
    bias = next(field for field in agal.SAMPLER.fields if field.name == "bias")
    yield _change("fields", "sampler.bias unsigned", bias, signed=False)


def _assign(group: str, name: str, attribute: str, value: object) -> Mutant:
    return Mutant(group, name, lambda: setattr(agal, attribute, value))


def _header() -> Iterator[Mutant]:
    yield _assign("header", "magic byte", "MAGIC", 0xA2)
    yield _assign("header", "shader type byte", "SHADER", 0xA0)
    yield Mutant("header", "stages exchanged", lambda: agal.STAGE_CODES.update(vertex=1, fragment=0))
    yield _assign("header", "header of 8 bytes", "HEADER_BYTES", 8)
    yield _assign("header", "token of 20 bytes", "TOKEN_BYTES", 20)


def _modes() -> Iterator[Mutant]:
    for attribute in ("DIMENSIONS", "FILTERS", "MIPS", "WRAPS", "FORMATS", "SPECIALS"):
        table: dict[str, int] = getattr(agal, attribute)
        words = list(table)
        for one, two in pairwise(words):
            exchanged = {one: table[two], two: table[one]}
            yield Mutant("sampler modes", f"{one} and {two} exchanged", lambda t=table, e=exchanged: t.update(e))  # type: ignore[misc]
    yield _assign("sampler modes", "bias in quarters", "BIAS_SCALE", 4.0)


def _label(file: RegisterFile) -> str:
    names = "/".join(file.prefix.values())
    return f"{names} ({', '.join(file.prefix)})" if file.role in ("input", "varying") and names == "v" else names


def _types() -> Iterator[Mutant]:
    for file in agal.FILES:
        yield _change("register types", f"{_label(file)} of type {file.code ^ 1}", file, code=file.code ^ 1)
        yield _change("register types", f"{_label(file)} of type {file.code + 8}", file, code=file.code + 8)


def _sizes() -> Iterator[Mutant]:
    for file in agal.FILES:
        for key, count in file.count.items():
            step = 1 if key.endswith(("/1", "x")) or not count else -1
            yield _change(
                "register counts",
                f"{_label(file)} {key}: {count + step}",
                file,
                count={**file.count, key: count + step},
            )


def _files() -> Iterator[Mutant]:
    for file in agal.FILES:
        yield _change(
            "register files", f"{_label(file)} {'not ' * file.readable}readable", file, readable=not file.readable
        )
        yield _change(
            "register files", f"{_label(file)} {'not ' * file.writable}writable", file, writable=not file.writable
        )
        if file.complete:
            yield _change("register files", f"{_label(file)} may stay incomplete", file, complete=False)
        if file.whole:
            yield _change("register files", f"{_label(file)} may be written in parts", file, whole=())


def _codes() -> Iterator[Mutant]:
    used = {op.code for op in agal.OPS}
    for op, other in pairwise(agal.OPS):
        yield Mutant("opcodes", f"{op.name} and {other.name} exchanged", lambda a=op, b=other: _exchange(a, b))  # type: ignore[misc]
    hole = next(code for code in range(64) if code not in used)
    for op in agal.OPS[::4]:
        yield _change("opcodes", f"{op.name} is 0x{hole:02x}", op, code=hole)


def _exchange(one: Op, two: Op) -> None:
    first, second = one.code, two.code
    alter(one, code=second)
    alter(two, code=first)


def _operands() -> Iterator[Mutant]:
    for op in agal.OPS:
        if len(op.operands) == 1 and op.operands[0].accepts == agal.COMPUTED:
            yield _change(
                "operands", f"{op.name} takes a constant", op, operands=(replace(op.operands[0], accepts=agal.ANY),)
            )
        if op.exclusive:
            yield _change("operands", f"{op.name} takes two constants", op, exclusive=frozenset())
        if len(op.operands) == 2:
            yield _change("operands", f"{op.name} has one source less", op, operands=op.operands[:-1])
        for i, operand in enumerate(op.operands):
            if operand.rows > 1:
                changed = (*op.operands[:i], replace(operand, rows=operand.rows - 1), *op.operands[i + 1 :])
                yield _change("operands", f"{op.name} has {operand.rows - 1} rows", op, operands=changed)
        if op.sampler:
            yield _change("operands", f"{op.name} without a sampler", op, sampler=False)


def _masks() -> Iterator[Mutant]:
    for op in agal.OPS:
        if op.mask is not None:
            yield _change("masks", f"{op.name} with any mask", op, mask=None)
            yield _change("masks", f"{op.name} with mask .xy", op, mask=3)
        if op.result == "each" and op.semantics and op.code % 4 == 1:
            yield _change("masks", f"{op.name} without a destination", op, result="none")


def _stages() -> Iterator[Mutant]:
    for op in agal.OPS:
        if op.stages == agal.FRAGMENT:
            yield _change("stages and versions", f"{op.name} in both stages", op, stages=("vertex", "fragment"))
        if op.versions == agal.ALL and op.code % 4 == 0:
            yield _change("stages and versions", f"{op.name} from version 2 on", op, versions=agal.FLOW)
        elif op.versions != agal.ALL:
            yield _change("stages and versions", f"{op.name} in all versions", op, versions=agal.ALL)
        if op.straight:
            yield _change("stages and versions", f"{op.name} in conditionals", op, straight=False)
        if op.effect:
            yield _change("stages and versions", f"{op.name} without effect", op, effect=None)


OTHER_MEANINGS = {
    "mov": "fneg(a)",
    "add": "fsub(a, b)",
    "sub": "fsub(b, a)",
    "mul": "fadd(a, b)",
    "div": "fdiv(b, a)",
    "rcp": "a",
    "min": "fmax(a, b)",
    "max": "fmin(a, b)",
    "frc": "floor(a)",
    "sqt": "fdiv(1.0, sqrt(a))",
    "rsq": "sqrt(a)",
    "pow": "pow(b, a)",
    "log": "exp2(a)",
    "exp": "log2(a)",
    "sin": "cos(a)",
    "cos": "sin(a)",
    "abs": "fneg(a)",
    "neg": "fabs(a)",
    "sat": "fmin(fmax(a, -1.0), 1.0)",
    "sge": "btof(folt(b, a))",
    "slt": "btof(fole(a, b))",
    "seq": "btof(fune(a, b))",
    "sne": "btof(foeq(a, b))",
    "ife": "fune(a.x, b.x)",
    "ine": "foeq(a.x, b.x)",
    "ifg": "folt(a.x, b.x)",
    "ifl": "fole(a.x, b.x)",
    "kil": "folt(0.0, a.x)",
    "ddx": "dfdy(a)",
    "ddy": "dfdx(a)",
}


def _meanings() -> Iterator[Mutant]:
    ops = {op.name: op for op in agal.OPS}
    for name, other in OTHER_MEANINGS.items():
        yield _change("meanings", f"{name} computes {other}", ops[name], semantics=(other,))
    yield _change(
        "meanings", "dp3 of four lanes", ops["dp3"], semantics=ops["dp4"].semantics, operands=ops["dp4"].operands
    )
    yield _change(
        "meanings", "dp4 of three lanes", ops["dp4"], semantics=ops["dp3"].semantics, operands=ops["dp3"].operands
    )
    crs = ops["crs"].semantics
    yield _change("meanings", "crs with y and z exchanged", ops["crs"], semantics=(crs[0], crs[2], crs[1]))
    for name in ("m33", "m34", "m44"):
        rows = ops[name].semantics
        yield _change("meanings", f"{name} with two rows exchanged", ops[name], semantics=(rows[1], rows[0], *rows[2:]))
    nrm = ops["nrm"].semantics
    yield _change(
        "meanings", "nrm divides by the square", ops["nrm"], semantics=tuple(s.replace("sqrt", "fabs") for s in nrm)
    )
    for name in ("dp3", "dp4"):
        yield _change("meanings", f"{name} into one lane only", ops[name], result="fixed")


def _limits() -> Iterator[Mutant]:
    for key, value in agal.AGAL.limits.items():
        for step in (-1, 1):
            if value + step >= 0:
                other = {**agal.AGAL.limits, key: value + step}
                yield _change("limits", f"{key}: {value + step}", agal.AGAL, limits=other)
