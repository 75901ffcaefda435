"""Instructions whose values a reference may take from a model: each has a template, a module with that one
instruction."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

from gpucc.interp.reference.irtext import (
    LOCAL,
    TextCall,
    TextFunction,
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
    if its last bit decides that. `root` is the line before it that makes the divisor %root, a root: targets compute its
    reciprocal at once.
    """

    op: str
    arity: int
    text: str
    rounded: bool = False
    root: str = ""

    @property
    def ops(self) -> tuple[str, ...]:
        """The neutral operations whose errors add up in it."""
        return (self.op, "sqrt") if self.root else (self.op,)

    @property
    def module(self) -> str:
        called = re.search(r"(@[^(]*)\((.*)\)", self.root or self.text)
        kinds = ", ".join(take_type(one)[0] for one in split(called.group(2))) if called else ""
        head = f"declare float {called.group(1)}({kinds})\n" if called else ""
        given = ", ".join(f"float %{letter}" for letter in LETTERS[: self.arity])
        if not self.rounded:
            root = f"  {self.root}\n" if self.root else ""
            return f"{head}define float @f({given}) {{\n{root}  %r = {self.text}\n  ret float %r\n}}\n"
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


class DividingRoot(NamedTuple):
    """A root that nothing but quotients read, as their divisor: its call, what it is the root of, and whether that is
    one number for all elements of this divisor."""

    call: TextCall
    flags: frozenset[str]
    argument: str
    spread: bool


class Modelled(NamedTuple):
    """One element of an instruction: its template, and the positions of the instruction's operands that it uses. If the
    divisor is a root, its argument stands in the divisor's place."""

    template: ModelTemplate
    places: tuple[int, ...]
    root: DividingRoot | None = None


def dividing_roots(function: TextFunction, bounds: Mapping[str, Bound]) -> dict[str, DividingRoot]:
    """The divisors that are approximate roots which nothing else reads, by name, also where a vector repeats one."""
    if not {"fdiv", "sqrt"} <= bounds.keys():
        return {}
    lines = [line for block in function.blocks for line in block.lines]
    readers: dict[str, list[TextLine]] = {}
    for line in lines:
        for name in dict.fromkeys(LOCAL.findall(line.rest)):
            readers.setdefault(name, []).append(line)
    found: dict[str, DividingRoot] = {}
    for line in lines:
        call = parse_call(line) if line.op == "call" else None
        if call is None or vector_parts(call.result)[1] != "float" or len(call.arguments) != 1:
            continue
        argument, op = call.arguments[0][1], function_name(call.callee[1:].strip('"'), "float")
        if EXACT.get(op) == "sqrt" and LOCAL.fullmatch(argument) and line.result:
            divisors = _divisors(line.result, readers) or {}
            if vector_parts(call.result)[0] and any(divisors.values()):
                # of several roots one is repeated
                continue
            found |= {name: DividingRoot(call, line.flags, argument, spread) for name, spread in divisors.items()}
    return found


def _divisors(name: str, readers: Mapping[str, list[TextLine]], spread: bool = False) -> dict[str, bool] | None:
    """The names under which quotients divide by a value, each with whether it is a vector that repeats a number; None
    if anything else reads the value."""
    found: dict[str, bool] = {}
    for line in readers.get(name, ()):
        if line.op == "fdiv" and split(take_type(line.rest)[1])[0] != name:
            found[name] = spread
            continue
        further = _divisors(line.result, readers, True) if line.result and _repeated(line) == name else None
        if further is None:
            return None
        found |= further
    return found


def _repeated(line: TextLine) -> str | None:
    """What a vector has in its first element, by this instruction, or that vector, of which one repeats the element."""
    if line.op not in ("shufflevector", "insertelement"):
        return None
    parts = [typed_value(part) for part in split(line.rest)]
    if line.op == "shufflevector":
        return parts[0][1] if parts[2][1] == "zeroinitializer" else None
    return parts[1][1] if parts[2][1] == "0" and parts[0][1] in ("poison", "undef") else None


def modelled(
    line: TextLine,
    bounds: Mapping[str, Bound],
    rounded: Collection[str] = frozenset(),
    roots: Mapping[str, DividingRoot] = MappingProxyType({}),
) -> list[Modelled] | None:
    """The elements of an instruction whose operation is approximate on the target; None for all others.

    `rounded` names the values whose last bit decides a whole part or a comparison (`names.rounded_values`), `roots` the
    divisors that are roots (`dividing_roots`).
    """
    if line.op == "call":
        call = parse_call(line)
        if call is None or not call.result or vector_parts(call.result)[1] != "float":
            return None
        op = function_name(call.callee[1:].strip('"'), "float")
        neutral = bounded_as(EXACT.get(op, op), call)
        if op == "powi" and neutral in bounds and call.arguments[1][1].lstrip("-").isdigit():
            number = " ".join(call.arguments[1])
            powers = partial(_call, call, line.flags, more=(number,))
            return _elements(neutral, call.result, [call.arguments[0][1]], powers)
        known = op in UNARY or op in BINARY or EXACT.get(op) == "sqrt"
        if not known or neutral not in bounds or any(kind != call.result for kind, _ in call.arguments):
            return None
        values = [value for _, value in call.arguments]
        return _elements(neutral, call.result, values, partial(_call, call, line.flags))
    if line.op not in ("fdiv", "frem") or line.op not in bounds:
        return None
    kind, rest = take_type(line.rest)
    if vector_parts(kind)[1] != "float":
        return None
    head = " ".join([line.op, *sorted(line.flags)])
    # the licence `arcp` allows to multiply by the reciprocal without a correction
    careful = line.op == "fdiv" and line.result in rounded and "arcp" not in line.flags
    values = split(rest)
    root = roots.get(values[1]) if line.op == "fdiv" and not careful else None
    if root is None:
        return _elements(line.op, kind, values, lambda shown: f"{head} float {', '.join(shown)}", careful)
    found = _elements(line.op, kind, [values[0], root.argument], lambda shown: "\n".join(shown))
    return None if found is None else [_of_root(one, root, head) for one in found]


def _of_root(one: Modelled, root: DividingRoot, head: str) -> Modelled:
    """An element of a quotient by a root, from its operands."""
    above, below = one.template.text.split("\n")
    text = f"{head} float {above}, %root"
    made = f"%root = {_call(root.call, root.flags, [below])}"
    return Modelled(one.template._replace(text=text, root=made), one.places, root)


def _call(call: TextCall, flags: frozenset[str], shown: list[str], more: tuple[str, ...] = ()) -> str:
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
