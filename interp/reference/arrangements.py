"""Expand intrinsics that arrange the elements of vectors anew, and products of matrices, to plain instructions; a
matrix is a vector, column after column.

An element of a product is a sum of products from the first to the last, as in LLVM's own lowering.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count

from gpucc.interp.reference.irtext import (
    TextCall,
    TextFunction,
    TextLine,
    parse_call,
    parse_line,
    vector_of,
    vector_parts,
)

NAMES = re.compile(
    r"@llvm\.(matrix\.(?:transpose|multiply)|vector\.(?:reverse|splice(?:\.left|\.right)?|interleave2|deinterleave2))\."
)


def expand_arrangements(function: TextFunction) -> None:
    numbers = count()
    for block in function.blocks:
        if any(NAMES.search(line.rest) for line in block.lines):
            block.lines = [new for line in block.lines for new in _expanded(line, numbers)]


def _expanded(line: TextLine, numbers: count[int]) -> list[TextLine]:
    call = parse_call(line) if line.op == "call" and line.result else None
    found = None if call is None else NAMES.match(call.callee)
    if call is None or found is None:
        return [line]
    values = [(kind, value) for kind, value in call.arguments if kind.startswith("<")]
    sizes = [int(value) for kind, value in call.arguments if not kind.startswith("<")]
    name, length = found[1], vector_parts(call.arguments[0][0])[0]
    if name == "matrix.multiply":
        return [parse_line(text) for text in _product(line, call, sizes, numbers)]
    if name == "vector.deinterleave2":
        one, other = f"%ref.even{next(numbers)}", f"%ref.odd{next(numbers)}"
        half = vector_of(length // 2, vector_parts(call.arguments[0][0])[1])
        texts = [
            _shuffled(one, values, range(0, length, 2)),
            _shuffled(other, values, range(1, length, 2)),
            f"{one}.in = insertvalue {call.result} poison, {half} {one}, 0",
            f"{line.result} = insertvalue {call.result} {one}.in, {half} {other}, 1",
        ]
        return [parse_line(text) for text in texts]
    return [parse_line(_shuffled(line.result or "", values, _order(name, length, sizes)))]


def _order(name: str, length: int, sizes: list[int]) -> Iterable[int]:
    """The places, in the operands one after the other, from which the elements of the result come."""
    match name:
        case "matrix.transpose":
            rows, columns = sizes
            return [column * rows + row for row in range(rows) for column in range(columns)]
        case "vector.reverse":
            return range(length - 1, -1, -1)
        case "vector.splice.right":
            return range(length - sizes[0], 2 * length - sizes[0])
        case "vector.interleave2":
            return [part * length + i for i in range(length) for part in (0, 1)]
    first = sizes[0] % length if sizes[0] < 0 else sizes[0]
    return range(first, first + length)


def _shuffled(result: str, values: list[tuple[str, str]], order: Iterable[int]) -> str:
    (kind, first), (_, second) = [*values, (values[0][0], "poison")][:2]
    places = [f"i32 {place}" for place in order]
    return f"{result} = shufflevector {kind} {first}, {kind} {second}, <{len(places)} x i32> <{', '.join(places)}>"


def _product(line: TextLine, call: TextCall, sizes: list[int], numbers: count[int]) -> list[str]:
    """Emit a product of matrices, one column after the other: each is the sum of the left matrix's columns, times
    elements of the right one."""
    rows, inner, columns = sizes
    element = vector_parts(call.result)[1]
    flags = "".join(f"{flag} " for flag in sorted(line.flags))
    times, plus = ("mul", "add") if element.startswith("i") else ("fmul", "fadd")
    (left_kind, left), (right_kind, right) = call.arguments[:2]
    texts: list[str] = []

    def let(text: str) -> str:
        texts.append(f"%ref.matrix{next(numbers)} = {text}")
        return texts[-1].split(" ", 1)[0]

    whole = "poison"
    for column in range(columns):
        for row in range(rows):
            total = ""
            for k in range(inner):
                one = let(f"extractelement {left_kind} {left}, i32 {k * rows + row}")
                other = let(f"extractelement {right_kind} {right}, i32 {column * inner + k}")
                product = let(f"{times} {flags}{element} {one}, {other}")
                total = let(f"{plus} {flags}{element} {total}, {product}") if total else product
            text = (
                f"insertelement {vector_of(rows * columns, element)} {whole}, {element} {total}, i32"
                f" {column * rows + row}"
            )
            whole = let(text)
    texts[-1] = f"{line.result} = {texts[-1].split(' = ', 1)[1]}"
    return texts
