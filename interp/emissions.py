"""Geometry shaders for the judge: calls that emit vertices append to a list, which the shader returns.

`@gpucc.shader` then is a function of its inputs like any other, and its results are compared like any other's: how many
vertices there are, what each is for the chip, and its outputs.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from gpucc.errors import InternalError
from gpucc.interp.data import Outcome
from gpucc.program import EMITTED, GeometryShape, Program, Shader, SignatureLeaf, file_size, listed

_HEAD = re.compile(r"^define void (@gpucc\.shader\(.*\{)$", re.M)
_LABEL = re.compile(r"\n(?:[-\w$.]+|\"[^\"]*\"):[^\n]*")
_CALL = re.compile(r"^  (?:tail |notail |musttail )?call void @gpucc\.emit\.(\d)\.(\d)\.(\d)\((.*?)\)[^()\n]*$", re.M)
_DECLARED = re.compile(r"^declare void @gpucc\.emit\.[^\n]*\n?", re.M)
_RETURN = re.compile(r"^  ret void[^\n]*$", re.M)
_VALUE = re.compile(r"(<\d+ x \w+>|\w+)\s+(?:\w+\s+)*?(<.*>|%[-\w$.]+|%\"[^\"]*\"|[-+.\w]+(?: \([^()]*\))?|\w+)$")


def listing(shader: Shader) -> Shader:
    """The shader as a function that returns the list; any but a geometry shader as it is."""
    if shader.geometry is None:
        return shader
    outputs = tuple(
        SignatureLeaf(register, component, 1, "f") for register, component in _rows(shader, shader.geometry)
    )
    interface = listed(shader.interface, shader.geometry)
    return replace(shader, text=listing_text(shader, shader.text), interface=interface, outputs=outputs)


def listing_program(program: Program, most: int | None = None) -> Program:
    """The program with the list in its interface, as the simulator returns it, or with the first `most` vertices."""
    if program.geometry is None:
        return program
    shape = program.geometry if most is None else replace(program.geometry, most=min(most, program.geometry.most))
    return replace(program, interface=listed(program.interface, shape))


def emitted_by(outcome: Outcome) -> int:
    """The most vertices that a lane of a geometry shader emitted."""
    return int(outcome.outputs[:, :1, 0].max(initial=0.0))


def listing_text(shader: Shader, text: str) -> str:
    """A text of the shader, canonical or optimised, whose function returns the list."""
    if shader.geometry is None:
        return text
    writer = _Writer(shader, shader.geometry)
    text, found = _HEAD.subn(lambda match: f"define {writer.result} {match[1]}", text)
    if found != 1:
        raise InternalError("the reference does not find the head of a geometry shader")
    begin = text.index("{\n", text.index("@gpucc.shader(")) + 1
    label = _LABEL.match(text, begin)
    at = label.end() if label else begin
    head, body = text[:at], text[at:]
    end = body.index("\n}")
    inner = _RETURN.sub(lambda match: "\n".join(writer.returned()), _CALL.sub(writer.append, body[:end]))
    return _DECLARED.sub("", "\n".join([head, *writer.start()]) + inner + body[end:])


def _rows(shader: Shader, shape: GeometryShape) -> Iterator[tuple[int, int]]:
    """The components of the list that the function returns, in their order."""
    size = 1 + file_size(shader.interface.outputs)
    yield 0, 0
    for k in range(shape.most):
        first = 1 + k * size
        yield from ((first, component) for component in range(len(EMITTED)))
        for leaf in shader.outputs:
            yield from ((first + 1 + leaf.register, leaf.component + i) for i in range(leaf.count))


class _Writer:
    def __init__(self, shader: Shader, shape: GeometryShape) -> None:
        self.leaves, self.most = shader.outputs, shape.most
        self.width = len(EMITTED) + sum(leaf.count for leaf in shader.outputs)
        self.total = 1 + self.most * self.width
        self.result = f"{{ {', '.join(['float'] * self.total)} }}"
        self.count = 0

    def start(self) -> list[str]:
        lines = [
            f"  %gpucc.list = alloca [{self.most * self.width} x float], align 4",
            "  %gpucc.n = alloca i32, align 4",
        ]
        lines.append("  store i32 0, ptr %gpucc.n, align 4")
        for i in range(self.most * self.width):
            lines.append(f"  %gpucc.z{i} = getelementptr inbounds float, ptr %gpucc.list, i64 {i}")
            lines.append(f"  store float 0.0, ptr %gpucc.z{i}, align 4")
        return lines

    def append(self, match: re.Match[str]) -> str:
        own, self.count = f"%gpucc.e{self.count}", self.count + 1
        lines = [
            f"  {own}.n = load i32, ptr %gpucc.n, align 4",
            f"  {own}.after = add nsw i32 {own}.n, 1",
            f"  store i32 {own}.after, ptr %gpucc.n, align 4",
            f"  {own}.at = mul nsw i32 {own}.n, {self.width}",
        ]
        values = [f"{float(word)}" for word in match.groups()[: len(EMITTED)]]
        for k, (argument, leaf) in enumerate(zip(_arguments(match[4]), self.leaves, strict=True)):
            values += self.scalars(lines, f"{own}.v{k}", argument, leaf)
        for i, value in enumerate(values):
            lines.append(f"  {own}.i{i} = add nsw i32 {own}.at, {i}")
            lines.append(f"  {own}.p{i} = getelementptr inbounds float, ptr %gpucc.list, i32 {own}.i{i}")
            lines.append(f"  store float {value}, ptr {own}.p{i}, align 4")
        return "\n".join(lines)

    def scalars(self, lines: list[str], name: str, argument: str, leaf: SignatureLeaf) -> Iterator[str]:
        """The components of an argument as floats."""
        found = _VALUE.match(argument)
        if found is None:
            raise InternalError(f"the reference does not understand the operand {argument!r}")
        type, value = found[1], found[2]
        for i in range(leaf.count):
            one, element = value, type
            if type.startswith("<"):
                element = type.partition(" x ")[2][:-1]
                one = f"{name}.{i}"
                lines.append(f"  {one} = extractelement {type} {value}, i32 {i}")
            if element in ("half", "i1", "i8", "i16", "i32"):
                cast = "fpext" if element == "half" else "sitofp" if leaf.letter == "i" else "uitofp"
                lines.append(f"  {name}.{i}f = {cast} {element} {one} to float")
                one = f"{name}.{i}f"
            yield one

    def returned(self) -> Iterator[str]:
        own, self.count = f"%gpucc.r{self.count}", self.count + 1
        yield f"  {own}.n = load i32, ptr %gpucc.n, align 4"
        yield f"  {own}.f = sitofp i32 {own}.n to float"
        yield f"  {own}.0 = insertvalue {self.result} poison, float {own}.f, 0"
        for i in range(self.total - 1):
            yield f"  {own}.p{i} = getelementptr inbounds float, ptr %gpucc.list, i64 {i}"
            yield f"  {own}.v{i} = load float, ptr {own}.p{i}, align 4"
            yield f"  {own}.{i + 1} = insertvalue {self.result} {own}.{i}, float {own}.v{i}, {i + 1}"
        yield f"  ret {self.result} {own}.{self.total - 1}"


def _arguments(text: str) -> Sequence[str]:
    """The operands of a call, divided at commas outside brackets."""
    found, depth, begin = [], 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "<([{") - (letter in ">)]}")
        if letter == "," and not depth:
            found.append(text[begin:at].strip())
            begin = at + 1
    return [*found, text[begin:].strip()] if text.strip() else []
