"""A class of Haxe with an AGAL program: code, constants, and the registers of inputs, uniforms and samplers by name.

It needs nothing but Haxe's own library. Where OpenFL is in use (`#if openfl`) it has the code in the type that OpenFL
uploads, and sets its constants.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from gpucc.emit.agal import decode
from gpucc.emit.digits import shortest
from gpucc.emit.header import comment, fresh, identifier
from gpucc.errors import LimitExceeded
from gpucc.program import Program, Slot

# hexadecimal digits in a string: some of Haxe's targets limit the length of literals
DIGITS = 96


def class_name(name: str) -> str:
    """The class for a program or a file of this name: types of Haxe begin with a capital letter."""
    made = identifier(name).lstrip("_")
    return made[0].upper() + made[1:] if made[:1].isalpha() else f"Shader{made}"


def write(program: Program, name: str) -> str:
    """Return the text of the module; equal programs have equal text."""
    if program.derived is not None and program.derived.values:
        raise LimitExceeded(
            "a class of Haxe has no code for derived constants, which the host computes",
            notes=("compile without --derive, or write a manifest (.json) or a header (.h)",),
        )
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
    taken: set[str] = set()
    slots: tuple[Slot, ...] = (
        *program.interface.inputs, *program.interface.uniforms, *program.interface.samplers,
    )  # fmt: skip
    for slot in slots:
        name = fresh(f"{slot.kind}_{identifier(slot.name)}", taken)
        rows = ", the rows of matrices" if slot.rows else ""
        yield ""
        yield f"    /** {comment(slot.name)}: {comment(slot.spelled)}{rows} */"
        yield f"    public static inline var {name}:Int = {slot.register};"
        if slot.registers > 1:
            yield f"    public static inline var {fresh(f'{name}_registers', taken)}:Int = {slot.registers};"


def _code(code: bytes) -> Iterator[str]:
    digits = code.hex()
    yield ""
    yield "    /** The code. */"
    yield "    public static function bytes():haxe.io.Bytes {"
    yield "        return haxe.io.Bytes.ofHex(["
    for at in range(0, len(digits), DIGITS):
        yield f'            "{digits[at : at + DIGITS]}",'
    yield '        ].join(""));'
    yield "    }"


def _constants(program: Program) -> Iterator[str]:
    """Runs of registers, as `setProgramConstantsFromVector` takes them."""
    rows: dict[int, list[float]] = {}
    for constant in program.constants:
        rows.setdefault(constant.register, [0.0] * 4)[constant.component] = constant.value
    yield ""
    yield "    /** The compiler's own constants, which the program needs besides its uniforms: four numbers for each"
    yield "        register from the first on. */"
    yield "    public static function constants():Array<{first:Int, values:Array<Float>}> {"
    yield "        return ["
    runs: list[tuple[int, list[float]]] = []
    for register in sorted(rows):
        if runs and runs[-1][0] + len(runs[-1][1]) // 4 == register:
            runs[-1][1].extend(rows[register])
        else:
            runs.append((register, rows[register]))
    for first, values in runs:
        yield f"            {{first: {first}, values: ["
        for at in range(0, len(values), 4):
            yield f"                {', '.join(map(_number, values[at : at + 4]))},"
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
