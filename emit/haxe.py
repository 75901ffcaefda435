"""A class of Haxe with an AGAL program: code, constants, and the registers of inputs, uniforms and samplers by name.

It needs nothing but Haxe's own library. Where OpenFL is in use (`#if openfl`) it has the code in the type that OpenFL
uploads, and sets its constants.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from gpucc.emit.agal import decode
from gpucc.emit.classes import class_name, pieces, refuse_derived, registers, runs
from gpucc.emit.digits import shortest
from gpucc.emit.header import comment
from gpucc.program import Program


def write(program: Program, name: str) -> str:
    """Return the text of the module; equal programs have equal text."""
    refuse_derived(program, "class of Haxe")
    version = decode(program.code).version
    lines = [
        f"/** {comment(name)}: {program.stage} program in AGAL version {version}. Made by gpucc. */",
        f"class {class_name(name)} {{",
        f'    public static inline var stage:String = "{program.stage}";',
        f"    public static inline var version:Int = {version};",
        *_registers(program),
        *_code(program.code),
        *_constants(program),
        "    #if openfl",
        *_openfl(program.stage),
        "    #end",
        "}",
    ]
    return "\n".join(lines) + "\n"


def _registers(program: Program) -> Iterator[str]:
    for said, name, number in registers(program):
        yield from ("", f"    /** {said} */") if said else ()
        yield f"    public static inline var {name}:Int = {number};"


def _code(code: bytes) -> Iterator[str]:
    yield ""
    yield "    /** The code. */"
    yield "    public static function bytes():haxe.io.Bytes {"
    yield "        return haxe.io.Bytes.ofHex(["
    yield from (f'            "{piece}",' for piece in pieces(code))
    yield '        ].join(""));'
    yield "    }"


def _constants(program: Program) -> Iterator[str]:
    """Runs of registers, as OpenFL's contexts take them."""
    yield ""
    yield "    /** The compiler's own constants, which the program needs besides its uniforms: four numbers for each"
    yield "        register from the first on. */"
    yield "    public static function constants():Array<{first:Int, values:Array<Float>}> {"
    yield "        return ["
    for first, rows in runs(program):
        yield f"            {{first: {first}, values: ["
        yield from (f"                {', '.join(map(_number, row))}," for row in rows)
        yield "            ]},"
    yield "        ];"
    yield "    }"


def _number(value: float) -> str:
    if math.isnan(value):
        return "Math.NaN"
    if math.isinf(value):
        return "Math.POSITIVE_INFINITY" if value > 0 else "Math.NEGATIVE_INFINITY"
    text = shortest(value).replace("e+", "e")
    return text if "." in text or "e" in text else f"{text}.0"


def _openfl(stage: str) -> Iterator[str]:
    yield "    /** The code for `Program3D.upload`. */"
    yield "    public static function program():openfl.utils.ByteArray {"
    yield "        var data = openfl.utils.ByteArray.fromBytes(bytes());"
    yield "        data.endian = openfl.utils.Endian.LITTLE_ENDIAN;"
    yield "        return data;"
    yield "    }"
    yield ""
    yield "    /** Set the constants; they stay set until other programs overwrite them. */"
    yield "    public static function setConstants(context:openfl.display3D.Context3D):Void {"
    yield "        for (run in constants()) {"
    yield "            context.setProgramConstantsFromVector("
    yield f"                openfl.display3D.Context3DProgramType.{stage.upper()}, run.first,"
    yield "                openfl.Vector.ofArray(run.values), run.values.length >> 2"
    yield "            );"
    yield "        }"
    yield "    }"
