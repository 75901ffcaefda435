"""Products that may be computed in any order: lanes in which one of the orders overflows.

In a narrow format 0 * 300 * 300 is 0 in the source's order, and NaN where 300 * 300 comes first. So beside a chain of
products runs one of the factors' magnitudes, and lanes in which that is beyond the largest number are marked.
A chain of matrices multiplies sums of products. They are followed in formats with a wide range alone: in halves,
ordinary numbers would be marked.
"""

from __future__ import annotations

from gpucc.interp.reference import checks
from gpucc.interp.reference.bits import is_float
from gpucc.interp.reference.body import BodyWriter, widened
from gpucc.interp.reference.irtext import TextLine, split, take_type
from gpucc.interp.rounding import is_binary32
from gpucc.isa.model import Format

# sums of products are followed in formats that hold larger numbers than this
WIDE = 2.0**32
SUMS = frozenset({"fadd", "fsub"})
# instructions that take vectors apart and make them
ELEMENTS = frozenset({"shufflevector", "insertelement", "extractelement"})


def mark_reach(body: BodyWriter, line: TextLine, format: Format, kind: str) -> None:
    """Follow a product, or a sum of products, behind its instruction; in float32 `checks.moderate` does it."""
    adds = line.op in SUMS and format.greatest > WIDE
    if not (adds or line.op == "fmul") or line.result is None or not line.flags & {"reassoc", "contract"}:
        return
    if is_binary32(format) or body.excuses:
        return
    names = split(take_type(line.rest)[1])
    # made here for what is read here: another block may not see it
    taken: dict[str, str | None] = {}
    known = [_reach(body, one, taken) for one in names]
    if adds and not any(known):
        return
    sizes = [size or _magnitude(body, kind, one) for size, one in zip(known, names, strict=True)]
    body.reaches[line.result] = made = body.let(f"{'fadd' if adds else 'fmul'} {kind} {', '.join(sizes)}")
    if any(known) and not adds:
        body.emit(body.call(checks.out_of_reach(body.library, format.greatest), "void", [(kind, made)]))


def _magnitude(body: BodyWriter, kind: str, value: str) -> str:
    return body.let(body.call(checks.magnitude(body.library), kind, [(kind, body.constants(value))]))


def _reach(body: BodyWriter, name: str, taken: dict[str, str | None]) -> str | None:
    """The product of the magnitudes of a value's factors, if it is such a product or has components that are. `taken`
    has those of values that were taken apart or put together for the same instruction."""
    line = body.definitions.get(name)
    if name in body.reaches or line is None or line.op not in ELEMENTS:
        return body.reaches.get(name)
    if name not in taken:
        taken[name] = _of_elements(body, line, taken)
    return taken[name]


def _of_elements(body: BodyWriter, line: TextLine, taken: dict[str, str | None]) -> str | None:
    values = [(widened(kind), value) for kind, value in map(take_type, split(line.rest))]
    known = [_reach(body, value, taken) if is_float(kind) else None for kind, value in values]
    if not any(known):
        return None
    parts: list[str] = []
    for (kind, value), size in zip(values, known, strict=True):
        if size is None:
            size = _magnitude(body, kind, value) if is_float(kind) else body.constants(value)
        parts.append(f"{kind} {size}")
    return body.let(f"{line.op} {', '.join(parts)}")
