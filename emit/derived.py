"""Derived constants in files: as objects of a manifest, and as a function in C.

The function requires no compiler options: every step is stored in a volatile object of its own, so that nothing is
fused, regrouped or kept with more bits than a float has. Only -ffast-math and similar options are refused, because they
change the meaning of infinities, NaNs and subnormal numbers.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn, Protocol

from gpucc.isa.derived import CONSTANTS, DERIVED_OPS, UNIFORMS, kind_of_step
from gpucc.program import Derivation, DerivedStep, Interface, Program, Slot

# JSON -----------------------------------------------------------------------------------------------------------------


class FieldReader(Protocol):
    """The manifest's reader as used here: checked fields of an object; `path` is the place in the document."""

    def fail(self, path: str, problem: str) -> NoReturn: ...

    def record(self, value: Any, path: str) -> dict[str, Any]: ...

    def field(self, record: dict[str, Any], key: str, path: str) -> Any: ...

    def text(self, record: dict[str, Any], key: str, path: str) -> str: ...

    def number(self, record: dict[str, Any], key: str, path: str, limit: int) -> int: ...

    def value(self, record: dict[str, Any], path: str) -> float: ...


def as_record(derivation: Derivation) -> dict[str, Any]:
    return {
        "uniform": derivation.slot,
        "steps": [_step_record(step) for step in derivation.steps],
        "values": [{"word": word, "step": step} for word, step in derivation.values],
    }


def _step_record(step: DerivedStep) -> dict[str, Any]:
    if step.op in UNIFORMS:
        return {"op": step.op, "uniform": step.uniform, "word": step.word}
    if step.op in CONSTANTS:
        return {"op": step.op, "value": step.value}
    return {"op": step.op, "args": list(step.args)}


def from_record(reader: FieldReader, value: Any, interface: Interface) -> Derivation:
    """Read the derivation in a manifest, in which a step may only use earlier ones."""
    record = reader.record(value, "derived")
    slots = {slot.name: slot for slot in interface.uniforms}
    name = reader.text(record, "uniform", "derived.")
    if name not in slots:
        reader.fail("derived.uniform", f"is {name!r}, which is no uniform of the program")
    steps: list[DerivedStep] = []
    for i, entry in enumerate(_entries(reader, record, "steps")):
        steps.append(_step(reader, reader.record(entry, f"derived.steps[{i}]"), f"derived.steps[{i}].", steps, slots))
    values: list[tuple[int, int]] = []
    for i, entry in enumerate(_entries(reader, record, "values")):
        path = f"derived.values[{i}]"
        one = reader.record(entry, path)
        word = reader.number(one, "word", f"{path}.", len(slots[name].words))
        values.append((word, reader.number(one, "step", f"{path}.", len(steps))))
    return Derivation(name, tuple(steps), tuple(values))


def _entries(reader: FieldReader, record: dict[str, Any], key: str) -> list[Any]:
    found = reader.field(record, key, "derived.")
    if not isinstance(found, list):
        reader.fail(f"derived.{key}", "is not an array")
    return found


def _step(
    reader: FieldReader, record: dict[str, Any], path: str, known: list[DerivedStep], slots: Mapping[str, Slot]
) -> DerivedStep:
    op = reader.text(record, "op", path)
    if op in UNIFORMS:
        name = reader.text(record, "uniform", path)
        if name not in slots:
            reader.fail(f"{path}uniform", f"is {name!r}, which is no uniform of the program")
        return DerivedStep(op, uniform=name, word=reader.number(record, "word", path, len(slots[name].words)))
    if op in CONSTANTS:
        return DerivedStep(op, value=reader.value(record, path))
    if op not in DERIVED_OPS:
        reader.fail(f"{path}op", f"is {op!r}, which is no operation of derived constants")
    args = reader.field(record, "args", path)
    wanted = DERIVED_OPS[op].operands
    if not isinstance(args, list) or not all(type(arg) is int and 0 <= arg < len(known) for arg in args):
        reader.fail(f"{path}args", "are not numbers of earlier steps")
    if "".join(kind_of_step(known[arg].op) or "" for arg in args) != wanted:
        reader.fail(f"{path}args", f"are not what {op} takes: {wanted}, f a float, i an integer, b a boolean")
    return DerivedStep(op, tuple(args))


# C --------------------------------------------------------------------------------------------------------------------

HELPERS = {
    "fmin": (
        "static inline float {prefix}_fmin(float a, float b) /* a number wins over NaN, -0 < +0 */",
        "    return a != a ? b : b != b ? a : a < b || (a == b && signbit(a)) ? a : b;",
    ),
    "fmax": (
        "static inline float {prefix}_fmax(float a, float b) /* a number wins over NaN, -0 < +0 */",
        "    return a != a ? b : b != b ? a : a > b || (a == b && !signbit(a)) ? a : b;",
    ),
    "fptosi": (
        "static inline int32_t {prefix}_fptosi(float a)",
        "    return a != a ? 0 : a >= 2147483648.0f ? INT32_MAX : a <= -2147483648.0f ? INT32_MIN : (int32_t)a;",
    ),
}
C_TYPES = {"f": "float", "i": "int32_t", "b": "int"}


def function(program: Program, prefix: str) -> Iterator[str]:
    """Return the function that fills a file of uniform registers with the derived constants."""
    derivation = program.derived
    if derivation is None:
        return
    slots = {slot.name: slot for slot in program.interface.uniforms}
    home = slots[derivation.slot]
    yield "#if defined(__FAST_MATH__) || defined(_M_FP_FAST)"
    yield f"#error {prefix}_derive gives other results where infinities, NaNs or subnormal numbers are assumed away"
    yield "#endif"
    wanted = {step.op for step in derivation.steps} | (
        {"fptosi"} if any(step.op == "iuniform" for step in derivation.steps) else set()
    )
    for name, (head, body) in HELPERS.items():
        if name in wanted:
            yield from (head.format(prefix=prefix), "{", body, "}")
    last = home.register + home.registers - 1
    yield "/* Derived constants. `file` holds the uniform registers, four floats each: fill in the uniforms, call this,"
    yield f"   and upload registers {home.register} to {last} with them. Call it again when a uniform changes. */"
    yield f"static inline void {prefix}_derive(float (*file)[4])"
    yield "{"
    for number, step in enumerate(derivation.steps):
        kind = kind_of_step(step.op) or "f"
        yield f"    const volatile {C_TYPES[kind]} s{number} = {_expression(step, slots, prefix)};"
    for word, number in derivation.values:
        value = f"s{number}" if kind_of_step(derivation.steps[number].op) == "f" else f"(float)s{number}"
        yield f"    file[{home.register + word // 4}][{word % 4}] = {value};"
    yield "}"
    yield ""


def _expression(step: DerivedStep, slots: Mapping[str, Slot], prefix: str) -> str:
    if step.op in UNIFORMS:
        at = slots[step.uniform].register * 4 + step.word
        read = f"file[{at // 4}][{at % 4}]"
        return read if UNIFORMS[step.op] == "f" else f"{prefix}_fptosi({read})"
    if step.op in CONSTANTS:
        return literal(step.value) if step.op == "const" else str(int(step.value))
    return DERIVED_OPS[step.op].c.format(*(f"s{arg}" for arg in step.args), prefix=prefix)


def literal(value: float) -> str:
    """Return a float32 in C, with nine digits, which are enough to restore every one."""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    text = f"{value:.9g}"
    return f"{text}f" if "." in text or "e" in text else f"{text}.0f"
