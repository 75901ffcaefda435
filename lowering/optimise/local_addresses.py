"""Replaces conversions of addresses to numbers, for the addresses of local variables and globals.

Compilers ask how far an address is from the next multiple of 16 before they load a vector, or subtract two addresses to
count what lies between. A program may not depend on where an object is, beyond its alignment. So each object gets an
address here, a multiple of any alignment, and a conversion becomes the sum of that and the offsets from it. Only those
addresses are replaced that come from objects through offsets, selects and phis alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gpucc.lowering.llvm import Function, Global, LlvmInstruction, Local, Value
from gpucc.lowering.reader.edit import WORD
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell

# the distance between objects: more than any of them holds, and a multiple of any alignment
DISTANCE = 1 << 32
# these promise things of a base that is an object, and the base becomes null
PROMISES = re.compile(r"getelementptr(?: inbounds| nusw| nuw)*")
CONVERSIONS = ("ptrtoint", "ptrtoaddr")
CONSTANT = re.compile(rf"ptrtoint \(ptr (@{WORD}) to i(\d+)\)")


def numbered(text: str) -> str:
    """Return the text without the conversions to numbers that lead back to local objects and globals."""
    module = read(text)
    changed = [_Numbered(function).run() for function in module.functions.values()]
    return module.text() if any(changed) else text


class _Numbered:
    def __init__(self, function: Function) -> None:
        self.function = function
        self.definitions: Mapping[str, LlvmInstruction] = {
            one.name: one for block in function.blocks for one in block.instructions if one.name is not None
        }
        self.objects: dict[str, int] = {}
        # the number of each address that has one, by name
        self.numbers: dict[str, str] = {}
        self.lines: dict[str, list[str]] = {}

    def run(self) -> bool:
        changed = False
        for block in self.function.blocks:
            for at, one in enumerate(block.instructions):
                if one.op in CONVERSIONS and self.leads_back(one.operands[0], set()):
                    number, kind = self.number(one.operands[0]), spell(one.type)
                    step = "add i64" if kind == "i64" else "trunc i64"
                    rest = ", 0" if kind == "i64" else f" to {kind}"
                    block.lines[at] = f"  %{quote(one.name or '')} = {step} {number}{rest}"
                    changed = True
        if changed:
            self.write()
        for block in self.function.blocks:
            for at, line in enumerate(block.lines):
                if "ptrtoint (" in line:
                    block.lines[at] = CONSTANT.sub(self.constant, line)
                    changed = changed or block.lines[at] != line
        return changed

    def constant(self, found: re.Match[str]) -> str:
        """The number of a global's address."""
        return str(int(self.object(found[1])) % (1 << int(found[2])))

    def leads_back(self, value: Value, seen: set[str]) -> bool:
        """Return whether an address leads back to objects on all ways."""
        if isinstance(value, Global):
            return True
        made = self.definitions.get(value.name) if isinstance(value, Local) else None
        if made is None or made.name is None:
            return False
        if made.name in seen:
            return True
        seen.add(made.name)
        match made.op:
            case "alloca":
                return not made.operands
            case "getelementptr":
                return spell(made.type) == "ptr" and self.leads_back(made.operands[0], seen)
            case "select":
                return all(self.leads_back(one, seen) for one in made.operands[1:])
            case "phi":
                return all(self.leads_back(one, seen) for one in made.operands)
        return False

    def number(self, value: Value) -> str:
        """Return the number of an address, and note the lines that compute it beside the address."""
        if isinstance(value, Global):
            return self.object(f"@{quote(value.name)}")
        assert isinstance(value, Local)
        made = self.definitions[value.name]
        if made.op == "alloca":
            return self.object(value.name)
        if value.name in self.numbers:
            return self.numbers[value.name]
        count = len(self.numbers)
        name = self.numbers[value.name] = f"%gpucc.address.{count}"
        match made.op:
            case "getelementptr":
                base = made.operands[0]
                assert isinstance(base, Local | Global)
                shown = f"{'@' if isinstance(base, Global) else '%'}{quote(base.name)}"
                offset = PROMISES.sub("getelementptr", made.text.partition(" = ")[2].strip(), count=1)
                offset = offset.replace(f", ptr {shown}", ", ptr null", 1)
                lines = [
                    f"  %gpucc.offset.{count} = {offset}",
                    f"  %gpucc.bytes.{count} = ptrtoint ptr %gpucc.offset.{count} to i64",
                    f"  {name} = add i64 {self.number(base)}, %gpucc.bytes.{count}",
                ]
            case "select":
                condition, a, b = made.operands
                assert isinstance(condition, Local)
                lines = [f"  {name} = select i1 %{quote(condition.name)}, i64 {self.number(a)}, i64 {self.number(b)}"]
            case _:
                ways = [
                    f"[ {self.number(one)}, %{quote(label)} ]"
                    for one, label in zip(made.operands, made.labels, strict=True)
                ]
                lines = [f"  {name} = phi i64 {', '.join(ways)}"]
        self.lines[value.name] = lines
        return name

    def object(self, name: str) -> str:
        return str(DISTANCE * (1 + self.objects.setdefault(name, len(self.objects))))

    def write(self) -> None:
        for block in self.function.blocks:
            for at, one in enumerate(block.instructions):
                if one.name in self.lines:
                    block.lines[at] = "\n".join((block.lines[at], *self.lines[one.name]))
