"""Remainders whose quotient is too small for the format: lanes in which it has lost its last bits, or all of them.

mod(x, 2.0) is x - 2 floor(x / 2) in the source, and 2 fract(x / 2) on a target that has an op for fractions. Both are
the same number unless x / 2 is below the smallest normal number. Where it is, it may be rounded to zero: then one of
them is x, the other is zero, and `floor` and comparisons of them differ.
"""

from __future__ import annotations

from gpucc.interp.reference import checks
from gpucc.interp.reference.body import BodyWriter
from gpucc.interp.reference.irtext import LOCAL, TextLine, split, take_type
from gpucc.interp.reference.names import is_whole
from gpucc.isa.model import Format


def mark_lost_quotient(body: BodyWriter, line: TextLine, format: Format, kind: str) -> None:
    """Behind a difference that is a remainder, mark lanes whose quotient is no normal number, unless x is zero."""
    if line.op != "fsub" or body.excuses:
        return
    x, product = split(take_type(line.rest)[1])
    quotient = _quotient(body, x, product)
    if quotient is not None:
        helper = checks.lost_quotient(body.library, format)
        body.emit(body.call(helper, "void", [(kind, x), (kind, quotient)]))


def _quotient(body: BodyWriter, x: str, product: str) -> str | None:
    """The quotient of x by a literal, if the product is a literal times its whole part, and that may be approximate."""
    made = body.definitions.get(product)
    whole = body.definitions.get(_variable(made)) if made is not None and made.op == "fmul" else None
    if whole is None or whole.op != "call" or not is_whole(whole) or "afn" not in whole.flags:
        return None
    quotient = LOCAL.findall(whole.rest)[-1]
    divided = body.definitions.get(quotient)
    divides = divided is not None and divided.op in ("fmul", "fdiv") and _variable(divided) == x
    return quotient if divides else None


def _variable(line: TextLine) -> str:
    """The operand of an operation whose other operand is a literal."""
    names = LOCAL.findall(line.rest)
    return names[0] if len(names) == 1 else ""
