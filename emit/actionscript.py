"""A class of ActionScript 3 with an AGAL program, for Flash and AIR: the code as Stage3D uploads it, its constants, and
the registers of inputs, uniforms and samplers by name."""

from __future__ import annotations

import math
from collections.abc import Iterator

from gpucc.emit.agal import decode
from gpucc.emit.classes import class_name, pieces, refuse_derived, registers, runs
from gpucc.emit.digits import shortest
from gpucc.emit.header import comment
from gpucc.program import Program

IMPORTS = (
    "flash.display3D.Context3D", "flash.display3D.Context3DProgramType", "flash.utils.ByteArray", "flash.utils.Endian",
)  # fmt: skip


def write(program: Program, name: str) -> str:
    """Return the text of the file; equal programs have equal text."""
    refuse_derived(program, "class of ActionScript")
    version = decode(program.code).version
    lines = [
        "package {",
        *(f"    import {one};" for one in IMPORTS),
        "",
        f"    /** {comment(name)}: {program.stage} program in AGAL version {version}. Made by gpucc. */",
        f"    public final class {class_name(name)} {{",
        f'        public static const stage:String = "{program.stage}";',
        f"        public static const version:int = {version};",
        *_registers(program),
        *_code(program.code),
        *_constants(program),
        "    }",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _registers(program: Program) -> Iterator[str]:
    for said, name, number in registers(program):
        yield from ("", f"        /** {said} */") if said else ()
        yield f"        public static const {name}:int = {number};"


def _code(code: bytes) -> Iterator[str]:
    yield ""
    yield "        /** The code for `Program3D.upload`. */"
    yield "        public static function program():ByteArray {"
    yield "            var digits:String = ["
    yield ",\n".join(f'                "{piece}"' for piece in pieces(code))
    yield '            ].join("");'
    yield "            var data:ByteArray = new ByteArray();"
    yield "            data.endian = Endian.LITTLE_ENDIAN;"
    yield "            for (var at:int = 0; at < digits.length; at += 2) {"
    yield "                data.writeByte(parseInt(digits.substr(at, 2), 16));"
    yield "            }"
    yield "            data.position = 0;"
    yield "            return data;"
    yield "        }"


def _constants(program: Program) -> Iterator[str]:
    yield ""
    yield "        /** Set the compiler's own constants, which the program needs besides its uniforms. */"
    yield "        public static function setConstants(context:Context3D):void {"
    for first, rows in runs(program):
        kind = f"Context3DProgramType.{program.stage.upper()}"
        yield f"            context.setProgramConstantsFromVector({kind}, {first}, Vector.<Number>(["
        yield ",\n".join(f"                {', '.join(map(_number, row))}" for row in rows)
        yield f"            ]), {len(rows)});"
    yield "        }"


def _number(value: float) -> str:
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"
    return shortest(value).replace("e+", "e")
