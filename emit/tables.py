"""A target's description as tables for people: registers, ops, limits and options, generated from the records."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from gpucc.isa.model import LETTERS, Isa, Op, RegisterFile
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class TextTable:
    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]


def describe(isa: Isa) -> tuple[TextTable, ...]:
    """Return the tables. The first has one row for the target as a whole; empty tables are left out."""
    tables = (
        _target(isa),
        TextTable(
            "registers",
            ("file", "role", *(f"in {stage}" for stage in isa.stages), "access"),
            tuple(_file(isa, file) for file in isa.files),
        ),
        TextTable(
            "ops",
            ("op", "code", "operands", "computes", "error bound", "where", "note"),
            tuple(_op(isa, op) for op in isa.ops),
        ),
        TextTable("limits", ("limit", "value"), tuple(isa.limits.items())),
        TextTable("switches (--target KEY=VALUE; the first value is the default)", ("key", "values"), _switches(isa)),
        TextTable(
            "facts (see docs/on-a-device.md)",
            ("fact", "level", "statement", "source"),
            tuple((fact.name, fact.level, fact.statement, fact.source) for fact in isa.facts),
        ),
    )
    return tuple(table for table in tables if table.rows)


def _target(isa: Isa) -> TextTable:
    form = isa.format
    numbers = f"{form.name} (1-{form.exponent}-{form.mantissa})"
    row = (isa.name, isa.title, ", ".join(isa.stages), isa.default_stage or "none", numbers, isa.lanes, isa.flow)
    return TextTable(
        "target", ("isa", "what it is", "stages", "default stage", "numbers", "lanes", "control flow"), (row,)
    )


def _file(isa: Isa, file: RegisterFile) -> tuple[object, ...]:
    access = " and ".join(word for word, can in (("read", file.readable), ("written", file.writable)) if can)
    return (file.name, file.role, *(_counts(file, stage) for stage in isa.stages), access)


def _counts(file: RegisterFile, stage: str) -> str:
    """Return text like "va 8, /3: 16": prefix, number of registers, and numbers of other versions."""
    own = [(key, count) for key, count in file.count.items() if key.partition("/")[0] == stage]
    if not own:
        return "-"
    counts = [f"/{key.partition('/')[2]}: {count}" if "/" in key else str(count) for key, count in own]
    return f"{file.prefix.get(stage, '')} {', '.join(counts)}".strip()


def _op(isa: Isa, op: Op) -> tuple[object, ...]:
    return (op.name, f"0x{op.code:02x}", _operands(op), _meaning(op), _bound(op), _where(isa, op), op.note)


INFIX = {"fadd": ("+", 1), "fsub": ("-", 1), "fmul": ("*", 2), "fdiv": ("/", 2)}


def _meaning(op: Op) -> str:
    """Return the semantics in infix notation; of several lanes only the first."""
    if not op.semantics:
        return "-"
    # a matrix row, m.0.x, is not valid Python: it is parsed as m_0.x and converted back
    tree = ast.parse(re.sub(r"(?<=[a-z])\.(\d)", r"_\1", op.semantics[0]), mode="eval").body
    text = re.sub(r"_(\d)", r".\1", _infix(tree, 0))
    return f"x: {text}; {', '.join('yzw'[: len(op.semantics) - 1])} alike" if len(op.semantics) > 1 else text


def _infix(node: ast.expr, binding: int) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name), args=[left, right]) if name in INFIX:
            sign, own = INFIX[name]
            text = f"{_infix(left, own)} {sign} {_infix(right, own + 1)}"
            return f"({text})" if own < binding else text
        case ast.Call(func=ast.Name(id=name), args=args):
            return f"{name}({', '.join(_infix(arg, 0) for arg in args)})"
    return ast.unparse(node)


def _operands(op: Op) -> str:
    words = []
    for operand in op.operands:
        size = (
            f"{operand.rows}x{operand.lanes or 4}"
            if operand.rows > 1
            else f".{LETTERS[: operand.lanes]}"
            if operand.lanes
            else ""
        )
        words.append(f"{operand.name}{size}")
    return ", ".join([*words, *(["sampler"] if op.sampler else [])]) or "-"


def _bound(op: Op) -> str:
    if op.bound is None:
        return "exact" if op.semantics else "-"
    words = [
        f"{what} {value:.3g}"
        for what, value in (("relative", op.bound.relative), ("absolute", op.bound.absolute))
        if value
    ]
    return ", ".join(words) + (" (assumed)" if op.bound.assumed else "")


def _where(isa: Isa, op: Op) -> str:
    stages = "" if set(op.stages) >= set(isa.stages) else ", ".join(op.stages)
    versions = _span(op.versions) if "version" in isa.options else ""
    return ", ".join(word for word in (stages, versions) if word) or "everywhere"


def _span(versions: Iterable[int]) -> str:
    numbers = sorted(versions)
    if not numbers:
        return "never emitted"
    if numbers[0] == 1:
        return ""
    return f"version {numbers[0]}" + (" on" if len(numbers) > 1 else "")


def _switches(isa: Isa) -> tuple[tuple[object, ...], ...]:
    return tuple((key, " ".join(values)) for key, values in isa.options.items())
