"""Instructions whose values a reference may take from a model: each has a template, a module with that one
instruction."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from gpucc.interp.reference.irtext import (
    LOCAL,
    TextCall,
    TextLine,
    mangle,
    parse_call,
    split,
    take_type,
    typed_value,
    vector_parts,
)
from gpucc.interp.reference.names import BINARY, EXACT, UNARY, bounded_as, function_name
from gpucc.isa.model import Bound

LETTERS = "abcd"


class ModelTemplate(NamedTuple):
    """An instruction on floats: its neutral operation, the number of its operands, and its text on %a, %b, ...

    With `rounded` the module also returns the whole part of the result: a compiler may compute a quotient more exactly
    if its last bit decides that.
    """

    op: str
    arity: int
    text: str
    rounded: bool = False

    @property
    def module(self) -> str:
        called = re.search(r"(@[^(]*)\((.*)\)", self.text)
        kinds = ", ".join(take_type(one)[0] for one in split(called.group(2))) if called else ""
        head = f"declare float {called.group(1)}({kinds})\n" if called else ""
        given = ", ".join(f"float %{letter}" for letter in LETTERS[: self.arity])
        if not self.rounded:
            return f"{head}define float @f({given}) {{\n  %r = {self.text}\n  ret float %r\n}}\n"
        return (
            f"{head}declare float @llvm.floor.f32(float)\n"
            f"define <2 x float> @f({given}) {{\n"
            f"  %r = {self.text}\n"
            "  %whole = call float @llvm.floor.f32(float %r)\n"
            "  %first = insertelement <2 x float> poison, float %r, i32 0\n"
            "  %both = insertelement <2 x float> %first, float %whole, i32 1\n"
            "  ret <2 x float> %both\n"
            "}\n"
        )


class Modelled(NamedTuple):
    """One element of an instruction: its template, and the positions of the instruction's operands that it uses."""

    template: ModelTemplate
    places: tuple[int, ...]


def modelled(
    line: TextLine, bounds: Mapping[str, Bound], rounded: Collection[str] = frozenset()
) -> list[Modelled] | None:
    """The elements of an instruction whose operation is approximate on the target; None for all others.

    `rounded` names the values whose last bit decides a whole part or a comparison (`names.rounded_values`).
    """
    if line.op == "call":
        call = parse_call(line)
        if call is None or not call.result or vector_parts(call.result)[1] != "float":
            return None
        op = function_name(call.callee[1:].strip('"'), "float")
        neutral = bounded_as(EXACT.get(op, op), call)
        if op == "powi" and neutral in bounds and call.arguments[1][1].lstrip("-").isdigit():
            number = " ".join(call.arguments[1])
            return _elements(
                neutral, call.result, [call.arguments[0][1]], lambda shown: _call(call, line.flags, shown, number)
            )
        known = op in UNARY or op in BINARY or EXACT.get(op) == "sqrt"
        if not known or neutral not in bounds or any(kind != call.result for kind, _ in call.arguments):
            return None
        values = [value for _, value in call.arguments]
        return _elements(neutral, call.result, values, lambda shown: _call(call, line.flags, shown))
    if line.op not in ("fdiv", "frem") or line.op not in bounds:
        return None
    kind, rest = take_type(line.rest)
    if vector_parts(kind)[1] != "float":
        return None
    head = " ".join([line.op, *sorted(line.flags)])
    # the licence `arcp` allows to multiply by the reciprocal without a correction
    careful = line.op == "fdiv" and line.result in rounded and "arcp" not in line.flags
    return _elements(line.op, kind, split(rest), lambda shown: f"{head} float {', '.join(shown)}", careful)


def _call(call: TextCall, flags: frozenset[str], shown: list[str], *more: str) -> str:
    """A call with float operands, and with arguments of other types unchanged."""
    name = call.callee.replace(f".{mangle(call.result)}", ".f32") if vector_parts(call.result)[0] else call.callee
    return " ".join(
        ["call", *sorted(flags), f"float {name}({', '.join([*(f'float {value}' for value in shown), *more])})"]
    )


def _elements(
    op: str, kind: str, values: list[str], text: Callable[[list[str]], str], rounded: bool = False
) -> list[Modelled] | None:
    count = vector_parts(kind)[0]
    found = []
    for i in range(max(1, count)):
        locals_: list[str] = []
        places: list[int] = []
        shown = []
        for place, value in enumerate(values):
            if LOCAL.fullmatch(value):
                if value not in locals_:
                    locals_.append(value)
                    places.append(place)
                shown.append(f"%{LETTERS[locals_.index(value)]}")
                continue
            literal = _literal(value, i) if count else value
            if literal is None or re.search(r"undef|poison|[@%(]", literal):
                return None
            shown.append(literal)
        if not locals_:
            return None
        template = ModelTemplate(op, len(locals_), text(shown), rounded and len(locals_) == 1)
        found.append(Modelled(template, tuple(places)))
    return found


def _literal(value: str, element: int) -> str | None:
    """One element of a vector of constants."""
    if value == "zeroinitializer":
        return "0.000000e+00"
    splat = re.fullmatch(r"splat \(float (.*)\)", value)
    if splat:
        return splat.group(1)
    return typed_value(split(value[1:-1])[element])[1] if value.startswith("<") else None
