"""Find results that a shader leaves undefined, by running it with other values in place of undef and poison.

The reference makes them zero. Results that change when they are another number, or NaN, are not defined by the source:
any value is correct there.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.data import Outcome
from gpucc.interp.reference.irtext import TextFunction, TextLine, split, take_type, typed_value, vector_parts
from gpucc.interp.reference.shadows import shadow_undefined

# other values, or marks where decisions depend on undefined values
Fill = Literal["numbers", "nans", "marks"]
LARGEST = 1024
# numbers that sources hardly have; the integers are shifts and indices that are seldom too large
LEAST, PLACES = -1719, 6
NANS = {"float": "0x7FF8000000000000", "double": "0x7FF8000000000000", "half": "0xH7E00"}
_WORD = r"(?<![\w.%@$\"-])(?:undef|poison)\b"
_TYPE = r"(?<![\w.%@$\"-])(?:<\d+ x (?:float|half|i\d+)>|float|half|i\d+)"
_TYPED = re.compile(rf"({_TYPE}) {_WORD}")
_UNTYPED = re.compile(_WORD)
_FIRST = re.compile(rf"{_TYPE}(?! x)")


def fill_undefined(function: TextFunction, fill: Fill | None) -> None:
    """Replace undefined operands whose type is known, from the text or from the operand before; or mark decisions that
    depend on them. Without a fill, they stay."""
    if fill is None:
        return
    if fill == "marks":
        shadow_undefined(function)
        return
    places = count()
    for block in function.blocks:
        block.lines = [
            part
            for line in block.lines
            for part in (_filled_shuffle(line, fill, next(places)) if line.op == "shufflevector" else (line,))
        ]
        for line in block.lines:
            if not _UNTYPED.search(line.rest):
                continue
            if line.op == "insertvalue":
                kind, rest = take_type(line.rest)
                whole, comma, others = rest.partition(",")
                if _UNTYPED.fullmatch(whole.strip()):
                    line.rest = f"{kind} {filled(kind, fill)}{comma}{others}"
            line.rest = _TYPED.sub(
                lambda found: f"{found.group(1)} {_number(found.group(1), fill, next(places))}", line.rest
            )
            first = _FIRST.match(line.rest)
            if first and line.op != "insertvalue":
                line.rest = _UNTYPED.sub(_number(first.group(0), fill, next(places)), line.rest)


def _filled_shuffle(line: TextLine, fill: Fill, place: int) -> list[TextLine]:
    """A shufflevector whose undefined elements are those of the fill, each inserted by an instruction of its own."""
    first, second, mask = split(line.rest)
    width, indices = vector_parts(typed_value(mask)[0])[0], typed_value(mask)[1]
    element = vector_parts(typed_value(first)[0])[1]
    kind = f"<{width} x {element}>"
    parts = split(indices[1:-1]) if indices.startswith("<") else [f"i32 {indices}"] * width
    missing = [i for i, part in enumerate(parts) if _UNTYPED.search(part)]
    if not missing or indices.startswith(("splat", "zeroinitializer")):
        return [line]
    kept = ", ".join("i32 0" if i in missing else part for i, part in enumerate(parts))
    names = [_longer(line.result, f".undefined{i}") for i in missing]
    lines = [replace(line, result=names[0], rest=f"{first}, {second}, <{width} x i32> <{kept}>")]
    for before, after, i in zip(names, [*names[1:], line.result], missing, strict=True):
        rest = f"{kind} {before}, {element} {_number(element, fill, place + i)}, i32 {i}"
        lines.append(TextLine(after, "insertelement", frozenset(), rest, line.text))
    return lines


def _longer(name: str | None, ending: str) -> str:
    """A local name with an ending, within its quotes if it has any."""
    name = name or "%"
    return f'{name[:-1]}{ending}"' if name.endswith('"') else f"{name}{ending}"


def filled(type: str, fill: Fill) -> str:
    """The constant of a type in which all numbers are those of the fill."""
    if type.startswith("["):
        number, element = type[1:-1].split(" x ", 1)
        return (
            f"[{', '.join([f'{element} {filled(element, fill)}'] * int(number))}]"
            if int(number) <= LARGEST
            else "zeroinitializer"
        )
    if type.startswith("<{"):
        return f"<{filled(type[1:-1], fill)}>"
    if type.startswith("{"):
        return f"{{ {', '.join(f'{member} {filled(member, fill)}' for member in split(type[1:-1]))} }}"
    return "null" if type.startswith("ptr") else _number(type, fill)


def undefined_outputs(zeros: Outcome, *others: Outcome) -> NDArray[np.bool_]:
    """The components (lanes, registers, 4) that depend on undefined values; in all lanes if they do so in most.

    Unsure lanes are left out: their results are undefined, and the second run may have had other inputs for them.
    """
    found = np.zeros(zeros.outputs.shape, np.bool_)
    for other in others:
        sure = ~(zeros.unsure | other.unsure)
        differ = (zeros.outputs.view(np.int32) != other.outputs.view(np.int32)) & sure[:, None, None]
        usual = 2 * np.count_nonzero(differ, axis=0) > max(np.count_nonzero(sure), 1)
        found |= differ | usual
    return found


def decided_otherwise(zeros: Outcome, *others: Outcome) -> NDArray[np.bool_]:
    """Lanes that repeat loops, or are discarded, depending on undefined values, or have results only with zeros."""
    found = ~zeros.unsure
    for other in others:
        found = found & other.unsure
    for other in others:
        found |= zeros.discarded != other.discarded
        if zeros.rounds is not None and other.rounds is not None:
            found |= zeros.rounds != other.rounds
    return found


def _number(type: str, fill: Fill, place: int = 0) -> str:
    """The number that stands for an undefined one; at another place of the text it is another one."""
    if type.startswith("<"):
        element = type.split(" x ")[1][:-1]
        return f"splat ({element} {_number(element, fill, place)})"
    if type == "i1":
        return "true"
    if type in NANS:
        return NANS[type] if fill == "nans" else _float(type, LEAST + 4 * (place % PLACES))
    return str(1 + place % PLACES if fill == "numbers" else PLACES + 1 - place % PLACES)


def _float(type: str, value: int) -> str:
    return f"0xH{np.float16(value).view(np.uint16):04X}" if type == "half" else f"{value:e}"
