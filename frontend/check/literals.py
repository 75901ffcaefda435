"""Numeric literals: their type and value, or the error in them."""

from __future__ import annotations

import re
from typing import NamedTuple

from gpucc.frontend import numbers
from gpucc.frontend.dialect import Dialect
from gpucc.frontend.types import ERROR, FLOAT, FLOAT_LITERAL, INT, INT_LITERAL, UINT, ShadingType

REAL = re.compile(r"(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+")


class WrittenNumber(NamedTuple):
    """The meaning of a numeric literal. If `error` is set there is none, and `note` gives advice."""

    type: ShadingType = ERROR
    value: float | int = 0
    warning: str = ""
    error: str = ""
    note: str = ""


def literal(text: str, dialect: Dialect) -> WrittenNumber:
    """Parse a numeric literal. Where an integer literal also stands for a float, literals take their types from the
    context, and an infinite value is an error instead of a warning."""
    literals = dialect.literal_is_float
    real = text[:-1] if dialect.suffixes and text[-1:] in "fF" else text
    if REAL.fullmatch(real):
        value = numbers.f32(float(real))
        infinite = f"{text[:40]} is too large for a float"
        if abs(value) > numbers.LARGEST and literals:
            return WrittenNumber(error=infinite, note="the largest float is 3.4028235e38")
        warning = f"{infinite}: it is infinite" if abs(value) > numbers.LARGEST else ""
        return WrittenNumber(FLOAT_LITERAL if literals else FLOAT, value, warning)
    suffixed = text[-1:] in "uU"
    plain = text[:-1] if suffixed and (literals or dialect.unsigned) else text
    number = numbers.whole(plain)
    if number is not None:
        if number > 0xFFFFFFFF:
            return WrittenNumber(error=f"{text[:40]} is too large for an int", note="the largest int is 2147483647")
        if suffixed and not literals:
            return WrittenNumber(UINT, number)
        return WrittenNumber(INT_LITERAL, number) if literals else WrittenNumber(INT, numbers.i32(number))
    note = ""
    if text[-1:] in "fF" and REAL.fullmatch(text[:-1]):
        note = f"numbers have no suffix here: write {text[:-1]}"
    elif text[-1:] in "uU":
        note = "there are no unsigned integers"
    return WrittenNumber(error=f"`{text[:40]}` is no number", note=note)
