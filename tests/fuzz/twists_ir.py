"""Alternative versions of IR, made line by line: dead code, swapped arms, split vectors, outlined operations, some of
them in a loop of one iteration, other names, swapped neighbours, and identities with a parameter that the host sets to
1."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import ClassVar

from twisting import Twisting

TWISTS = ("dead code", "wrapped loop", "swapped arms", "split vectors", "outlined", "renamed", "reordered", "identity")
BINARY = re.compile(r"  (%\w+) = (fadd|fsub|fmul|fdiv) ((?:\w+ )*?)(float|<\d x float>) (.+)")
CALL = re.compile(r"  (%\w+) = call (<(\d) x float>) @llvm\.(\w+)\.v\df32\((.*)\)")
SELECT = re.compile(r"  (%\w+) = select i1 ([%\w]+), (.+)")
BRANCH = re.compile(r"  br i1 ([%\w]+), label (%\w+), label (%\w+)")
MADE = re.compile(r"  (%\w+) = (?!phi|alloca|getelementptr)")
FIXED = ("%p", "%q", "%f", "%g", "%n", "%m", "%u", "%one", "%flag", "%x", "%y", "%entry")


def _operands(text: str) -> list[str]:
    """Split at commas outside of brackets."""
    found, depth, start = [], 0, 0
    for i, letter in enumerate(text):
        depth += letter in "(<[{"
        depth -= letter in ")>]}"
        if letter == "," and depth == 0:
            found.append(text[start:i].strip())
            start = i + 1
    return [*found, text[start:].strip()]


@dataclass
class Twister(Twisting):
    loops: bool = False
    often: ClassVar[int] = 3
    sigil: ClassVar[str] = "%"

    def text(self, source: str) -> str:
        """The module with its twists; `one` and `flag` are additional parameters at the end."""
        head, body = re.match(r"(.*?\ndefine [^\n]*\{\nentry:\n)(.*)", source, re.DOTALL).groups()  # type: ignore[union-attr]
        body, tail = body.split("\n}\n", 1)
        head = re.sub(r"\) \{\nentry:\n$", ", float %one, i32 %flag) {\nentry:\n", head)
        lines = self.reordered(body.split("\n"))
        lines = [new for line in lines for new in self.line(line)]
        whole = "\n".join(lines)
        if "renamed" in self.twists:
            head, whole = self.renamed(head, whole)
        text = f"{head}{whole}\n}}\n{tail}" + "".join(self.functions)
        for name in sorted(set(re.findall(r"@(llvm\.\w+\.f32)\(", text))):
            if f"@{name}(float" in text and not re.search(rf"declare float @{re.escape(name)}\(", text):
                count = len(_operands(re.search(rf"call float @{re.escape(name)}\(([^\n]*)\)", text)[1]))  # type: ignore[index]
                text = f"declare float @{name}({', '.join(['float'] * count)})\n{text}"
        return text

    def reordered(self, lines: list[str]) -> list[str]:
        order = list(lines)
        for i in range(len(order) - 1):
            first, second = order[i], order[i + 1]
            pure = all(
                MADE.match(line) and not re.search(r" = load | = call (?!\S+ @llvm)| = call .*dfd|texture", line)
                for line in (first, second)
            )
            if pure and not re.search(re.escape(first.split()[0]) + r"\b", second) and self.wants("reordered", 2):
                order[i], order[i + 1] = second, first
        return order

    def line(self, line: str) -> list[str]:
        found = BRANCH.match(line)
        if found and self.wants("swapped arms", 2):
            name = self.fresh("not")
            return [f"  {name} = xor i1 {found[1]}, true", f"  br i1 {name}, label {found[3]}, label {found[2]}"]
        found = SELECT.match(line)
        if found and self.wants("swapped arms", 2):
            name = self.fresh("not")
            one, other = _operands(found[3])
            return [f"  {name} = xor i1 {found[2]}, true", f"  {found[1]} = select i1 {name}, {other}, {one}"]
        found = BINARY.match(line)
        if found:
            return self.binary(*found.groups(), line)
        found = CALL.match(line)
        if found and found[4] not in ("powi", "ldexp") and self.wants("split vectors", 2):
            return self.split_call(*found.groups())
        return [line]

    def binary(self, name: str, op: str, flags: str, type: str, rest: str, line: str) -> list[str]:
        x, y = _operands(rest)
        found = [line]
        target = name
        if self.wants("identity", 5) and type == "float":
            target = self.fresh("raw")
            found = [line.replace(f"  {name} =", f"  {target} =", 1), f"  {name} = fmul float {target}, %one"]
        if type != "float" and self.wants("split vectors", 2):
            found = [*self.split(target, op, flags, type, (x, y)), *found[1:]]
        elif self.wants("outlined"):
            found = [self.outlined(target, op, flags, type, x, y), *found[1:]]
        if self.wants("dead code", 4):
            found.append(f"  {self.fresh('dead')} = {op} {type} {name}, {name}")
        return found

    def split(self, name: str, op: str, flags: str, type: str, operands: tuple[str, str]) -> list[str]:
        lines, last = [], "poison"
        width = int(type[1])
        for i in range(width):
            parts = [self.part(operand, type, i, lines) for operand in operands]
            made, whole = self.fresh("c"), name if i == width - 1 else self.fresh("w")
            lines.append(f"  {made} = {op} {flags}float {', '.join(parts)}")
            lines.append(f"  {whole} = insertelement {type} {last}, float {made}, i32 {i}")
            last = whole
        return lines

    def part(self, operand: str, type: str, i: int, lines: list[str]) -> str:
        if operand.startswith("splat"):
            return operand[operand.index("float ") + 6 : -1]
        made = self.fresh("e")
        lines.append(f"  {made} = extractelement {type} {operand}, i32 {i}")
        return made

    def split_call(self, name: str, type: str, width: str, function: str, arguments: str) -> list[str]:
        lines: list[str] = []
        last = "poison"
        operands = [operand.removeprefix(f"{type} ") for operand in _operands(arguments)]
        for i in range(int(width)):
            parts = [f"float {self.part(operand, type, i, lines)}" for operand in operands]
            made, whole = self.fresh("c"), name if i == int(width) - 1 else self.fresh("w")
            lines.append(f"  {made} = call float @llvm.{function}.f32({', '.join(parts)})")
            lines.append(f"  {whole} = insertelement {type} {last}, float {made}, i32 {i}")
            last = whole
        return lines

    def outlined(self, name: str, op: str, flags: str, type: str, x: str, y: str) -> str:
        function = self.fresh("f").replace("%", "@")
        operation = f"  %r = {op} {flags}{type} %a, %b"
        if self.loops and self.wants("wrapped loop", 2):
            body = (
                f"  br label %body\nbody:\n  %i = phi i32 [ 0, %start ], [ %j, %body ]\n{operation}\n  %j = add i32 %i,"
                " 1\n  %more = icmp slt i32 %j, %rounds\n  br i1 %more, label %body, label %done\ndone:\n"
            )
        else:
            body = f"{operation}\n"
        self.functions.append(
            f"define internal {type} {function}({type} %a, {type} %b, i32 %rounds) {{\nstart:\n{body}  ret {type}"
            " %r\n}\n"
        )
        return f"  {name} = call {type} {function}({type} {x}, {type} {y}, i32 %flag)"

    def renamed(self, head: str, body: str) -> tuple[str, str]:
        """Rename values and labels, except for parameters, which form the interface."""
        parameters = set(re.findall(r"%\w+", head))
        names = [
            name for name in dict.fromkeys(re.findall(r"%\w+", body)) if name not in parameters and name not in FIXED
        ]
        stems = self.draws.shuffled(range(len(names))) if len(names) < 400 else list(range(len(names)))
        new = {name: f"%z.{stem}" for name, stem in zip(names, stems, strict=True)}
        self.done["renamed"] += len(names)
        body = re.sub(r"%\w+", lambda found: new.get(found[0], found[0]), body)
        body = re.sub(
            r"^(\w+):", lambda found: new.get(f"%{found[1]}", f"%{found[1]}")[1:] + ":", body, flags=re.MULTILINE
        )
        return head, body
