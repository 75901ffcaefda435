"""What a shader leaves undefined: found by running it with other values in the place of undef and poison.

The reference makes them zero. What changes when they are one, or NaN, is no result of the source: any value will do
there.
"""

from __future__ import annotations

import re
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.data import Outcome
from gpucc.interp.reference.irtext import TextFunction, split
from gpucc.interp.reference.shadows import shadow_undefined

# other values, or marks where undefined values decide
Fill = Literal["ones", "nans", "marks"]
LARGEST = 1024
ONES = {"float": "1.000000e+00", "double": "1.000000e+00", "half": "0xH3C00", "i1": "true"}
NANS = {"float": "0x7FF8000000000000", "double": "0x7FF8000000000000", "half": "0xH7E00", "i1": "true"}
_WORD = r"(?<![\w.%@$\"-])(?:undef|poison)\b"
_TYPE = r"(?<![\w.%@$\"-])(?:<\d+ x (?:float|half|i\d+)>|float|half|i\d+)"
_TYPED = re.compile(rf"({_TYPE}) {_WORD}")
_UNTYPED = re.compile(_WORD)
_FIRST = re.compile(rf"{_TYPE}(?! x)")


def leaves_undefined(text: str) -> bool:
    return bool(_UNTYPED.search(text)) or "alloca" in text


def fill_undefined(function: TextFunction, fill: Fill) -> None:
    """Replace undefined operands whose type can be seen: beside them, or of the operand before; or mark what they
    decide."""
    if fill == "marks":
        shadow_undefined(function)
        return
    for block in function.blocks:
        for line in block.lines:
            if not _UNTYPED.search(line.rest):
                continue
            line.rest = _TYPED.sub(lambda found: f"{found.group(1)} {_number(found.group(1), fill)}", line.rest)
            first = _FIRST.match(line.rest)
            if first and line.op != "insertvalue":
                line.rest = _UNTYPED.sub(_number(first.group(0), fill), line.rest)


def filled(type: str, fill: Fill) -> str:
    """The constant of a type with every number as the fill says."""
    if type.startswith("["):
        count, element = type[1:-1].split(" x ", 1)
        return (
            f"[{', '.join([f'{element} {filled(element, fill)}'] * int(count))}]"
            if int(count) <= LARGEST
            else "zeroinitializer"
        )
    if type.startswith("{"):
        return f"{{ {', '.join(f'{member} {filled(member, fill)}' for member in split(type[1:-1]))} }}"
    return "null" if type.startswith("ptr") else _number(type, fill)


def undefined_outputs(zeros: Outcome, *others: Outcome) -> NDArray[np.bool_]:
    """(lanes, registers, 4): components that depend on undefined values; in all lanes where they do so in most.

    Lanes that are unsure tell nothing: their results are nobody's, and the second run may have been given other inputs
    for them.
    """
    found = np.zeros(zeros.outputs.shape, np.bool_)
    for other in others:
        sure = ~(zeros.unsure | other.unsure)
        differ = (zeros.outputs.view(np.int32) != other.outputs.view(np.int32)) & sure[:, None, None]
        usual = 2 * np.count_nonzero(differ, axis=0) > max(np.count_nonzero(sure), 1)
        found |= differ | usual
    return found


def decided_otherwise(zeros: Outcome, *others: Outcome) -> NDArray[np.bool_]:
    """Lanes that go round in loops otherwise, or are discarded otherwise, where undefined values are others."""
    found = np.zeros(len(zeros.discarded), np.bool_)
    for other in others:
        found |= zeros.discarded != other.discarded
        if zeros.rounds is not None and other.rounds is not None:
            found |= zeros.rounds != other.rounds
    return found


def _number(type: str, fill: Fill) -> str:
    if type.startswith("<"):
        element = type.split(" x ")[1][:-1]
        return f"splat ({element} {_number(element, fill)})"
    return ONES.get(type, "1") if fill == "ones" else NANS.get(type, "2")
