"""What a shader leaves undefined: found by running it with other values in the place of undef and poison.

The reference makes them zero. What changes when they are one is no result of the source: any value will do there.
"""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from gpucc.interp.data import Outcome
from gpucc.interp.reference.irtext import Function, split

MOST_ONES = 1024
_WORD = r"(?<![\w.%@$\"-])(?:undef|poison)\b"
_TYPE = r"(?<![\w.%@$\"-])(?:<\d+ x (?:float|half|i\d+)>|float|half|i\d+)"
_TYPED = re.compile(rf"({_TYPE}) {_WORD}")
_UNTYPED = re.compile(_WORD)
_FIRST = re.compile(rf"{_TYPE}(?! x)")


def leaves_undefined(text: str) -> bool:
    return bool(_UNTYPED.search(text)) or "alloca" in text


def fill_with_ones(function: Function) -> None:
    """Replace undefined operands whose type can be seen: beside them, or of the operand before."""
    for block in function.blocks:
        for line in block.lines:
            if not _UNTYPED.search(line.rest):
                continue
            line.rest = _TYPED.sub(lambda found: f"{found.group(1)} {_one(found.group(1))}", line.rest)
            first = _FIRST.match(line.rest)
            if first and line.op != "insertvalue":
                line.rest = _UNTYPED.sub(_one(first.group(0)), line.rest)


def all_ones(type: str) -> str:
    """The constant of a type whose every number is one."""
    if type.startswith("["):
        count, element = type[1:-1].split(" x ", 1)
        return f"[{', '.join([f'{element} {all_ones(element)}'] * int(count))}]" if int(count) <= MOST_ONES else "zeroinitializer"
    if type.startswith("{"):
        return f"{{ {', '.join(f'{member} {all_ones(member)}' for member in split(type[1:-1]))} }}"
    return "null" if type.startswith("ptr") else _one(type)


def undefined_outputs(zeros: Outcome, ones: Outcome) -> NDArray[np.bool_]:
    """(lanes, registers, 4): components that depend on undefined values; in all lanes where they do so in most.

    Lanes that are unsure tell nothing: their results are nobody's, and the second run may have been given other inputs for them.
    """
    sure = ~(zeros.unsure | ones.unsure)
    differ = (zeros.outputs.view(np.int32) != ones.outputs.view(np.int32)) & sure[:, None, None]
    usual = 2 * np.count_nonzero(differ, axis=0) > max(np.count_nonzero(sure), 1)
    return np.asarray(differ | usual, np.bool_)


def _one(type: str) -> str:
    if type.startswith("<"):
        element = type.split(" x ")[1][:-1]
        return f"splat ({element} {_one(element)})"
    return {"float": "1.000000e+00", "double": "1.000000e+00", "half": "0xH3C00", "i1": "true"}.get(type, "1")
