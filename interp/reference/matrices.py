"""Expand llvm.matrix.transpose and llvm.matrix.multiply to plain instructions; a matrix is a vector, column after
column.

An element of a product is a sum of products from the first to the last, as in LLVM's own lowering.
"""

from __future__ import annotations

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


def expand_matrices(function: TextFunction) -> None:
    numbers = count()
    for block in function.blocks:
        if any("@llvm.matrix." in line.rest for line in block.lines):
            block.lines = [new for line in block.lines for new in _expanded(line, numbers)]


def _expanded(line: TextLine, numbers: count[int]) -> list[TextLine]:
    call = parse_call(line) if line.op == "call" and line.result and "@llvm.matrix." in line.rest else None
    if call is None or not call.callee.startswith(("@llvm.matrix.transpose.", "@llvm.matrix.multiply.")):
        return [line]
    sizes = [int(value) for kind, value in call.arguments if kind == "i32"]
    if "transpose" in call.callee:
        (kind, value), (rows, columns) = call.arguments[0], sizes
        mask = ", ".join(f"i32 {column * rows + row}" for row in range(rows) for column in range(columns))
        return [
            parse_line(
                f"{line.result} = shufflevector {kind} {value}, {kind} poison, <{rows * columns} x i32> <{mask}>"
            )
        ]
    return [parse_line(text) for text in _product(line, call, sizes, numbers)]


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
