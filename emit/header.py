"""A C header with a program: code, constants, and an enum of registers so that a host can upload by name."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence

from gpucc.emit.derived import HELPERS, function, literal
from gpucc.emit.names import spelled
from gpucc.program import Program, Slot


def write(program: Program, name: str, held: Program | None = None) -> str:
    """Return the header's text; every identifier begins with `name`. If the code is a whole file, `held` is the program
    that a loader finds in it: the file holds the constants then, and says what its outputs mean.
    """
    prefix = identifier(name)
    guard = f"{prefix.upper()}_GPUCC_H"
    parts = [
        (
            f"/* {comment(name)}: {comment(program.isa)} {program.stage} shader, entry {comment(program.entry)}."
            " Made by gpucc. */"
        ),
        *_doubt(program),
        *(f"/* Assumed: {comment(one.text)}. */" for one in program.assumed),
        f"#ifndef {guard}",
        f"#define {guard}",
        *_includes(program),
        "",
        *_code(program, prefix),
        *_constants(program, prefix, held is not None),
        *_registers(program, prefix, held.interface.outputs if held is not None else ()),
        *function(program, prefix),
        f"#endif /* {guard} */",
    ]
    return "\n".join(parts) + "\n"


def _doubt(program: Program) -> list[str]:
    verified = program.verified or {}
    if verified.get("verdict") != "unverified":
        return []
    return [
        f"/* NOT VERIFIED: only {verified['compared']} of {verified['lanes']} lanes could be compared with the"
        " source. */"
    ]


def identifier(name: str) -> str:
    """Return `name` with every character that C does not allow in an identifier replaced by an underscore."""
    made = re.sub(r"[^0-9A-Za-z_]", "_", name) or "shader"
    return f"_{made}" if made[0].isdigit() else made


def comment(text: str) -> str:
    """Return `text` without characters that could end the comment."""
    shown = spelled(text).encode("ascii", "backslashreplace").decode()
    return "".join("?" if c in "*\\" else c for c in shown)


def _includes(program: Program) -> list[str]:
    if program.derived is not None:
        return ["#include <math.h>", "#include <stdint.h>"]
    if all(math.isfinite(constant.value) for constant in program.constants):
        return []
    return ["#include <math.h>"]


def _code(program: Program, prefix: str) -> Iterator[str]:
    yield f"enum {{ {prefix}_code_size = {len(program.code)} }};"
    if program.code:
        yield "#ifdef __GNUC__"
        yield "__attribute__((aligned(4))) /* loaders read words */"
        yield "#endif"
        yield f"static const unsigned char {prefix}_code[{len(program.code)}] = {{"
        for start in range(0, len(program.code), 24):
            yield "    " + " ".join(f"0x{byte:02x}," for byte in program.code[start : start + 24])
        yield "};"
    yield ""


def _constants(program: Program, prefix: str, held: bool) -> Iterator[str]:
    if held:
        yield "/* The code is a whole file, and holds the compiler's own constants: there are none to upload. */"
        yield f"enum {{ {prefix}_constant_count = 0 }};"
        yield ""
        return
    yield "/* The compiler's own constants: upload each to its component (0 is x) of the uniform register. */"
    yield f"enum {{ {prefix}_constant_count = {len(program.constants)} }};"
    if program.constants:
        yield (
            "static const struct { int reg; int component; float value; }"
            f" {prefix}_constants[{len(program.constants)}] = {{"
        )
        for constant in program.constants:
            yield f"    {{ {constant.register}, {constant.component}, {literal(constant.value)} }},"
        yield "};"
    yield ""


def _registers(program: Program, prefix: str, meanings: Sequence[Slot]) -> Iterator[str]:
    taken: set[str] = {f"{prefix}_code_size", f"{prefix}_code", f"{prefix}_constant_count", f"{prefix}_constants"}
    taken |= {f"{prefix}_derive", *(f"{prefix}_{name}" for name in HELPERS)} if program.derived is not None else set()
    for group in ("inputs", "outputs", "uniforms", "samplers"):
        slots: tuple[Slot, ...] = getattr(program.interface, group)
        if not slots:
            continue
        yield f"enum {prefix}_{group} {{"
        for slot in slots:
            name = fresh(f"{prefix}_{slot.kind}_{identifier(slot.name)}", taken)
            registers = f", {slot.registers} registers" if slot.registers > 1 else ""
            meaning = "".join(
                f", {comment(one.name)}" for one in meanings if slot.kind == "output" and one.register == slot.register
            )
            rows = ", the rows of matrices" if slot.rows else ""
            told = f"{comment(slot.name)}: {comment(slot.type)}{registers}{rows}{meaning}"
            yield f"    {name} = {slot.register}, /* {told} */"
            if slot.registers > 1:
                yield f"    {fresh(f'{name}_registers', taken)} = {slot.registers},"
        yield "};"
        yield ""


def fresh(name: str, taken: set[str]) -> str:
    """Return `name`, with a number appended if another name became the same identifier."""
    made, count = name, 1
    while made in taken:
        count += 1
        made = f"{name}_{count}"
    taken.add(made)
    return made
