"""Printing of a program's tree as AGSL text: parentheses only where precedence requires them, four columns of
indentation per level."""

from __future__ import annotations

import math
import struct
from collections.abc import Iterator
from dataclasses import replace

from gpucc.emit.names import spelled
from gpucc.errors import Location
from gpucc.isa.agsl import PRECEDENCE
from gpucc.isa.agsl_tree import (
    AgslBody,
    AgslBreak,
    AgslChoice,
    AgslName,
    AgslNumber,
    AgslPick,
    AgslProgram,
    AgslRounds,
    Called,
    Declared,
    Give,
    Infix,
    Prefix,
    Set,
    Statement,
    Text,
    When,
)  # fmt: skip
from gpucc.listing import ListedLine, Listing

UNARY, POSTFIX = 8, 9
LARGEST = (2.0 - 2.0**-23) * 2.0**127
# AGSL has no literals for infinity and NaN, and Skia does not fold expressions that overflow or have no value [ran]
INFINITY, NO_NUMBER = "(3.4e38 * 10.0)", "sqrt(-1.0)"


def write(source: AgslProgram) -> Listing:
    lines = [ListedLine(_uniform(one)) for one in source.uniforms]
    if lines:
        lines.append(ListedLine(""))
    parameters = ", ".join(f"{type} {name}" for type, name in source.parameters)
    lines += [ListedLine(f"// {spelled(note)}") for note in source.notes]
    lines.append(ListedLine(f"half4 main({parameters}) {{"))
    lines += _body(source.body, 1)
    lines.append(ListedLine("}"))
    return Listing(lines)


def _uniform(one: Declared) -> str:
    size = f"[{one.size}]" if one.size else ""
    note = f"  // {spelled(one.note)}" if one.note else ""
    layout = f"layout({one.layout}) " if one.layout else ""
    return f"{layout}uniform {one.type} {one.name}{size};{note}"


# statements -----------------------------------------------------------------------------------------------------------


def _body(body: AgslBody, level: int) -> list[ListedLine]:
    return [line for item in body.items for line in _statement(item, level)]


def _line(text: str, value: Text | None = None) -> ListedLine:
    return ListedLine(text, () if value is None else tuple(dict.fromkeys(_places(value))))


def _places(text: Text) -> Iterator[Location]:
    """Yield the places in the source from which an expression and its parts come."""
    match text:
        case AgslName() | AgslNumber():
            return
        case AgslPick(inner, _):
            yield from _places(inner)
            return
        case Prefix(_, inner):
            parts: tuple[Text, ...] = (inner,)
        case Infix(_, left, right):
            parts = (left, right)
        case AgslChoice(condition, yes, no):
            parts = (condition, yes, no)
        case Called(_, arguments):
            parts = arguments
    yield from (place for place in text.origin if isinstance(place, Location))
    for part in parts:
        yield from _places(part)


def _statement(item: Statement, level: int) -> list[ListedLine]:
    pad = "    " * level
    match item:
        case Set(name, None, _, type):
            return [_line(f"{pad}{type} {name};")]
        case Set(name, value, lanes, type):
            assert value is not None
            if type:
                return [_line(f"{pad}{type} {name} = {show(value)};", value)]
            target = f"{name}.{lanes}" if lanes else name
            return [_line(f"{pad}{target} {_updated(target, value)};", value)]
        case AgslBreak():
            return [_line(f"{pad}break;")]
        case Give(value):
            return [_line(f"{pad}return {show(value)};", value)]
        case AgslBody():
            return [_line(f"{pad}{{"), *_body(item, level + 1), _line(f"{pad}}}")]
        case AgslRounds():
            return [_line(f"{pad}for ({_header(item)}) {{"), *_body(item.body, level + 1), _line(f"{pad}}}")]
        case When(condition, then, otherwise):
            return _when(condition, then, otherwise, level)


def _when(condition: Text, then: AgslBody, otherwise: AgslBody, level: int) -> list[ListedLine]:
    pad = "    " * level
    lines = [_line(f"{pad}if ({show(condition)}) {{", condition), *_body(then, level + 1)]
    if len(otherwise.items) == 1 and isinstance(otherwise.items[0], When):
        chained = otherwise.items[0]
        first, *rest = _when(chained.condition, chained.then, chained.otherwise, level)
        return [*lines, replace(first, text=f"{pad}}} else {first.text.lstrip()}"), *rest]
    if otherwise.items:
        lines += [_line(f"{pad}}} else {{"), *_body(otherwise, level + 1)]
    return [*lines, _line(f"{pad}}}")]


def _updated(target: str, value: Text) -> str:
    """The right side of an assignment; a compound one if the target is its own first operand."""
    if isinstance(value, Infix) and value.op in "+-*/" and show(value.left) == target:
        return f"{value.op}= {show(value.right)}"
    if isinstance(value, Infix) and value.op in "+*" and show(value.right) == target:
        return f"{value.op}= {show(value.left)}"
    return f"= {show(value)}"


def _header(loop: AgslRounds) -> str:
    def number(x: float) -> str:
        return str(int(x)) if loop.whole else literal(x)

    kind = "int" if loop.whole else "float"
    by = f"{'+' if loop.step > 0 else '-'}= {number(abs(loop.step))}"
    step = f"{loop.index}++" if loop.whole and loop.step == 1 else f"{loop.index} {by}"
    return f"{kind} {loop.index} = {number(loop.first)}; {loop.index} {loop.relation} {number(loop.last)}; {step}"


# expressions ----------------------------------------------------------------------------------------------------------


def literal(value: float | int | bool) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if math.isnan(value):
        return NO_NUMBER
    if math.isinf(value):
        return INFINITY if value > 0 else f"-{INFINITY}"
    return shortest(value)


def shortest(value: float) -> str:
    """The decimal number with the fewest digits that reads back as this float32."""
    bits = struct.pack("<f", value)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        # rounded to few digits, the largest numbers may exceed the range
        if abs(float(text)) <= LARGEST and struct.pack("<f", float(text)) == bits:
            break
    if "e" not in text:
        return text if "." in text else f"{text}.0"
    mantissa, exponent = text.split("e")
    if 0 <= int(exponent) < 16:
        return f"{float(text):.1f}"
    return f"{mantissa}e{int(exponent)}"


def _index(index: Text) -> str:
    return str(int(index.value)) if isinstance(index, AgslNumber) else show(index)


def show(text: Text, least: int = 0) -> str:
    shown, strength = _shown(text)
    return f"({shown})" if strength < least else shown


def _shown(text: Text) -> tuple[str, int]:
    match text:
        case AgslNumber(value):
            shown = literal(value)
            return shown, UNARY if shown.startswith("-") else POSTFIX
        case AgslName(name):
            return name, POSTFIX
        case AgslPick(object, lanes):
            return f"{show(object, POSTFIX)}.{lanes}", POSTFIX
        case Called("[]", (array, index)):
            return f"{show(array, POSTFIX)}[{_index(index)}]", POSTFIX
        case Called(name, arguments):
            return f"{name}({', '.join(show(one) for one in arguments)})", POSTFIX
        case Prefix(op, operand):
            inner = show(operand, UNARY)
            return f"{op}({inner})" if inner.startswith(op) else f"{op}{inner}", UNARY
        case AgslChoice(condition, yes, no):
            return f"{show(condition, 1)} ? {show(yes, 1)} : {show(no)}", 0
        case Infix(op, left, right):
            strength = PRECEDENCE[op]
            # parentheses keep the order of additions, because (a + b) + c and a + (b + c) round differently
            return f"{show(left, strength)} {op} {show(right, strength + 1)}", strength
