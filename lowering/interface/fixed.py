"""LLVM's shifts that saturate, products of fixed-point numbers and counts of leading elements, as bodies of plainer
operations.
"""

from __future__ import annotations

import re

from gpucc.lowering.interface.formulas import shaped

NAME = re.compile(r"llvm\.([su])(shl\.sat|mul\.fix|mul\.fix\.sat)\.(?:v(\d+))?i(\d+)$")
# what vectorised loops that look for an element compute
ELEMENTS = re.compile(r"llvm\.(?:experimental\.)?cttz\.elts\.(i\d+)\.v(\d+)(i\d+)$")


def fixed_body(name: str) -> list[str] | None:
    """Return the body of such an intrinsic; its parameters are %0, %1, and %2 for the bits after the point."""
    found = NAME.match(name)
    if found is None:
        elements = ELEMENTS.match(name)
        return None if elements is None else _leading(elements[1], int(elements[2]), elements[3])
    signed, count, bits = found[1] == "s", int(found[3] or 0), int(found[4])
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed else (0, (1 << bits) - 1)
    if found[2] == "shl.sat":
        return _shifted(signed, count, bits, low, high)
    return _product(signed, count, bits, (low, high) if found[2] == "mul.fix.sat" else None)


def _leading(type: str, count: int, element: str) -> list[str]:
    """The number of elements before the first that is not zero; all of them, if there is none."""
    lines, least = [], str(count)
    for at in reversed(range(count)):
        lines += [
            f"%e{at} = extractelement <{count} x {element}> %0, i32 {at}",
            f"%c{at} = icmp ne {element} %e{at}, 0",
            f"%n{at} = select i1 %c{at}, {type} {at}, {type} {least}",
        ]
        least = f"%n{at}"
    return [*lines, f"ret {type} {least}"]


def _shifted(signed: bool, count: int, bits: int, low: int, high: int) -> list[str]:
    """A number that leaves the range is beyond what the range's ends are if they are shifted down."""
    type, truth = shaped(f"i{bits}", count), shaped("i1", count)
    sign, down = ("s", "ashr") if signed else ("u", "lshr")
    ends = [_number(low, bits, count), _number(high, bits, count)]
    lines = [
        f"%most = lshr {type} {ends[1]}, %1",
        f"%above = icmp {sign}gt {type} %0, %most",
        f"%shifted = shl {type} %0, %1",
        f"%up = select {truth} %above, {type} {ends[1]}, {type} %shifted",
    ]
    if not signed:
        return [*lines, f"ret {type} %up"]
    return [
        *lines,
        f"%least = {down} {type} {ends[0]}, %1",
        f"%below = icmp slt {type} %0, %least",
        f"%r = select {truth} %below, {type} {ends[0]}, {type} %up",
        f"ret {type} %r",
    ]


def _product(signed: bool, count: int, bits: int, ends: tuple[int, int] | None) -> list[str]:
    """The product in twice the bits, rounded down."""
    type, wide = shaped(f"i{bits}", count), shaped(f"i{2 * bits}", count)
    extend, down, sign = ("sext", "ashr", "s") if signed else ("zext", "lshr", "u")
    by = f"i{2 * bits}"
    lines = [
        f"%a = {extend} {type} %0 to {wide}",
        f"%b = {extend} {type} %1 to {wide}",
        f"%product = mul {'nsw' if signed else 'nuw'} {wide} %a, %b",
    ]
    scale = "%2"
    if bits != 16:
        lines.append(f"%by = {'zext' if bits > 16 else 'trunc'} i32 %2 to {by}")
        scale = "%by"
    if count:
        lines += [
            f"%one = insertelement {wide} poison, {by} {scale}, i32 0",
            f"%all = shufflevector {wide} %one, {wide} poison, <{count} x i32> zeroinitializer",
        ]
        scale = "%all"
    lines.append(f"%found = {down} {wide} %product, {scale}")
    result = "%found"
    if ends is not None:
        least, most = (_number(end, 2 * bits, count) for end in ends)
        lines += [
            f"%up = call {wide} @llvm.{sign}min.{_suffix(2 * bits, count)}({wide} %found, {wide} {most})",
            f"%within = call {wide} @llvm.{sign}max.{_suffix(2 * bits, count)}({wide} %up, {wide} {least})",
        ]
        result = "%within"
    return [*lines, f"%r = trunc {wide} {result} to {type}", f"ret {type} %r"]


def _number(value: int, bits: int, count: int) -> str:
    return f"splat (i{bits} {value})" if count else str(value)


def _suffix(bits: int, count: int) -> str:
    return f"v{count}i{bits}" if count else f"i{bits}"
