"""Mark decisions on undefined values: each value that may be undefined has a shadow, which is whether it is undefined
in this lane.

A branch on undef or poison has no meaning in LLVM, nor does an undefined address or divisor; all results of it are
undefined. Shadows are one bit, or a vector of bits, and follow the value through phis, selects and the elements of
vectors; the contents of memory have none. They are added to the function's text before it is rewritten, in lines of two
pseudo operations: `shadow`, which is emitted unchanged, and `mark`, which marks the lane as unsure where its operand is
true.
"""

from __future__ import annotations

import re
from dataclasses import field

from gpucc.interp.reference.irtext import (
    LOCAL,
    TextFunction,
    TextLine,
    incoming,
    parse_call,
    split,
    take_type,
    typed_value,
    vector_parts,
)
from gpucc.records import dataclass

UNDEFINED = re.compile(r"(?<![\w.%@$\"-])(?:undef|poison)\b")
CASTS = re.compile(r"trunc|zext|sext|fptrunc|fpext|[fsu]\w+to[fsu]\w+|bitcast|ptrtoint|inttoptr|addrspacecast")
# operations without shadows: memory and aggregates
_UNFOLLOWED = frozenset("load alloca insertvalue extractvalue landingpad va_arg atomicrmw cmpxchg".split())
_DIVISIONS = frozenset("udiv sdiv urem srem".split())

Typed = tuple[str, str]


def shadow_undefined(function: TextFunction) -> None:
    """Add shadows and marks to the function."""
    lines = [line for block in function.blocks for line in block.lines]
    _Shadows(_reached(lines)).write(function)


def _reached(lines: list[TextLine]) -> dict[str, str]:
    """The values that may be undefined, with the names of their shadows."""
    followed = [line for line in lines if line.result and line.op not in _UNFOLLOWED and _result(line) is not None]
    found: dict[str, str] = {}
    while True:
        fresh = [
            line.result
            for line in followed
            if line.result
            and line.result not in found
            and (UNDEFINED.search(line.rest) or any(name in found for name in LOCAL.findall(line.rest)))
        ]
        if not fresh:
            return found
        for name in fresh:
            found[name] = f"%ref.shadow{len(found)}"


def _result(line: TextLine) -> str | None:
    """The type of an instruction's result, if it is a number, a vector of numbers or a pointer."""
    kind = result_type(line)
    return None if kind is None or kind == "void" or kind[0] in "{[" else kind


def result_type(line: TextLine) -> str | None:
    match line.op:
        case "call":
            call = parse_call(line)
            return call.result if call else None
        case "icmp" | "fcmp":
            kind = take_type(line.rest.split(" ", 1)[1])[0]
            count = vector_parts(kind)[0]
            return f"<{count} x i1>" if count else "i1"
        case "select":
            return typed_value(split(line.rest)[1])[0]
        case "extractelement":
            return vector_parts(typed_value(split(line.rest)[0])[0])[1]
        case "shufflevector":
            first, _, mask = (typed_value(part)[0] for part in split(line.rest))
            return f"<{vector_parts(mask)[0]} x {vector_parts(first)[1]}>"
        case "getelementptr":
            return "ptr"
        case op if CASTS.fullmatch(op):
            return line.rest.rsplit(" to ", 1)[1].strip()
        case _:
            return take_type(line.rest)[0]


def _bits(kind: str) -> str:
    count = vector_parts(kind)[0]
    return f"<{count} x i1>" if count else "i1"


def _all(kind: str) -> str:
    return "splat (i1 true)" if vector_parts(kind)[0] else "true"


def _nowhere(found: re.Match[str]) -> str:
    """Return the replacement for an undefined element of a mask, which is the first element, or for a whole undefined
    mask."""
    return "0" if found.string[: found.start()].rstrip().endswith("i32") else "zeroinitializer"


@dataclass(slots=True)
class _Shadows:
    names: dict[str, str]
    lines: list[TextLine] = field(default_factory=list)
    count: int = 0

    def write(self, function: TextFunction) -> None:
        for block in function.blocks:
            self.lines = []
            heads = [line for line in block.lines if line.op == "phi"]
            self.lines += heads
            for line in heads:
                if line.result in self.names:
                    self._phi(line)
            for line in block.lines[len(heads) :]:
                self._marks(line)
                self.lines.append(line)
                if line.result in self.names:
                    self._follow(line, self.names[line.result])
            block.lines = self.lines

    def _phi(self, line: TextLine) -> None:
        kind, rest = take_type(line.rest)
        pairs = ", ".join(f"[ {self._of((kind, value))}, {label} ]" for value, label in incoming(rest))
        name, text = self.names[line.result or ""], f"{_bits(kind)} {pairs}"
        self.lines.append(TextLine(name, "phi", frozenset(), text, f"{name} = phi {text}"))

    def _let(self, text: str, name: str | None = None) -> str:
        if name is None:
            self.count += 1
            name = f"%ref.shadow.t{self.count}"
        self.lines.append(TextLine(None, "shadow", frozenset(), f"{name} = {text}", text))
        return name

    def _of(self, operand: Typed) -> str:
        """The shadow of an operand, in the shape of its type."""
        kind, value = operand
        if value in self.names:
            return self.names[value]
        if value in ("undef", "poison"):
            return _all(kind)
        if value.startswith("<") and UNDEFINED.search(value):
            bits = (f"i1 {'true' if UNDEFINED.search(part) else 'false'}" for part in split(value[1:-1]))
            return f"<{', '.join(bits)}>"
        return "zeroinitializer" if vector_parts(kind)[0] else "false"

    def _some(self, operand: Typed) -> str:
        """The bit that is set if any part of an operand is undefined."""
        kind, found = operand[0], self._of(operand)
        count = vector_parts(kind)[0]
        if not count:
            return found
        bits = [self._let(f"extractelement {_bits(kind)} {found}, i32 {i}") for i in range(count)]
        whole = bits[0]
        for bit in bits[1:]:
            whole = self._let(f"or i1 {whole}, {bit}")
        return whole

    def _follow(self, line: TextLine, name: str) -> None:
        kind, parts = _result(line) or "", split(line.rest)
        match line.op:
            case "select":
                condition, one, other = (typed_value(part) for part in parts)
                self._let(
                    f"select {condition[0]} {condition[1]}, {_bits(kind)} {self._of(one)}, {_bits(kind)}"
                    f" {self._of(other)}",
                    name,
                )
            case "extractelement":
                vector, place = (typed_value(part) for part in parts)
                self._let(f"extractelement {_bits(vector[0])} {self._of(vector)}, {place[0]} {place[1]}", name)
            case "insertelement":
                vector, one, place = (typed_value(part) for part in parts)
                self._let(
                    f"insertelement {_bits(kind)} {self._of(vector)}, i1 {self._of(one)}, {place[0]} {place[1]}", name
                )
            case "shufflevector":
                first, second = (typed_value(part) for part in parts[:2])
                shown = ", ".join(f"{_bits(part[0])} {self._of(part)}" for part in (first, second))
                # where the mask selects no element, the result is undefined
                taken = self._let(f"shufflevector {shown}, {UNDEFINED.sub(_nowhere, parts[2])}")
                self._let(f"or {_bits(kind)} {taken}, {self._of((kind, typed_value(parts[2])[1]))}", name)
            case _:
                self._mix(kind, operands_of(line), name)

    def _mix(self, kind: str, operands: list[Typed], name: str) -> None:
        """Combine the shadows element by element; a result of another shape is undefined if any part of an operand
        is."""
        operands = [operand for operand in operands if operand[1] in self.names or UNDEFINED.search(operand[1])]
        bits = _bits(kind)
        if all(_bits(operand[0]) == bits for operand in operands):
            found = [self._of(operand) for operand in operands]
        else:
            some = [self._some(operand) for operand in operands]
            found = [self._let(f"select i1 {bit}, {bits} {_all(kind)}, {bits} zeroinitializer") for bit in some]
        whole = found[0] if found else "zeroinitializer"
        for bit in found[1:]:
            whole = self._let(f"or {bits} {whole}, {bit}")
        self._let(f"or {bits} {whole}, zeroinitializer", name)

    def _marks(self, line: TextLine) -> None:
        """Mark lanes before a line whose branch, choice or address may be undefined."""
        for operand in _decisive(line):
            if operand[1] in self.names or UNDEFINED.search(operand[1]):
                self.lines.append(TextLine(None, "mark", frozenset(), self._some(operand), "mark"))


def operands_of(line: TextLine) -> list[Typed]:
    match line.op:
        case "call":
            call = parse_call(line)
            return list(call.arguments) if call else []
        case "icmp" | "fcmp":
            kind, rest = take_type(line.rest.split(" ", 1)[1])
            return [(kind, value) for value in split(rest)]
        case "getelementptr":
            return [typed_value(part) for part in split(line.rest)[1:]]
        case op if CASTS.fullmatch(op):
            return [typed_value(line.rest.rsplit(" to ", 1)[0])]
        case _:
            kind, rest = take_type(line.rest)
            return [(kind, value) for value in split(rest)]


def _decisive(line: TextLine) -> list[Typed]:
    """Return the operands that must be defined, because otherwise the lane has no meaning."""
    parts = split(line.rest)
    match line.op:
        case "br" | "switch":
            return [typed_value(parts[0])] if not line.rest.startswith("label") else []
        case "select":
            return [typed_value(parts[0])]
        case "load" | "store":
            return [typed_value(parts[1])]
        case "call":
            call = parse_call(line)
            return (
                list(call.arguments)
                if call and call.callee.startswith(("@gpucc.discard", "@gpucc.texture", "@llvm.assume"))
                else []
            )
        case op if op in _DIVISIONS:
            return operands_of(line)[1:]
    return []
