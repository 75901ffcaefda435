"""Replaces conversions of addresses to numbers, for the addresses of local variables, globals and parameters.

Compilers ask how far an address is from the next multiple of 16 before they load a vector, or subtract two addresses to
count what lies between. A program may not depend on where an object is, beyond its alignment. So each object gets an
address here, a multiple of any alignment, and a conversion becomes the sum of that and the offsets from it. Only those
addresses are replaced that come from objects through offsets, selects and phis alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from gpucc.lowering.llvm import Function, Global, IntType, LlvmInstruction, Local, Value, definition_of
from gpucc.lowering.reader.edit import WORD
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell

# the distance between objects, which is more than any of them holds and a multiple of any alignment; the bits of an
# address
DISTANCE, WIDTH = 1 << 32, 64
# these promise things of a base that is an object, and the base becomes null
PROMISES = re.compile(r"getelementptr(?: inbounds| nusw| nuw)*")
CONVERSIONS = ("ptrtoint", "ptrtoaddr")
CONSTANT = re.compile(rf"ptrtoint \(ptr (@{WORD}) to i(\d+)\)")


def numbered(text: str, moved: int = 0) -> str:
    """Return the text without the conversions to numbers that lead back to objects. A parameter is an object of its own
    if nothing in the module calls its function. Its alignment is not known, so it may be `moved` by some bytes: what
    depends on that is no distance of two addresses."""
    module = read(text)
    alone = sum(bool(function.blocks) for function in module.functions.values()) == 1
    changed = [_Numbered(function, alone, moved).run() for function in module.functions.values()]
    return module.text() if any(changed) else text


class _Numbered:
    def __init__(self, function: Function, alone: bool, moved: int) -> None:
        self.function, self.moved = function, moved
        self.parameters = {one.name for one in function.parameters if alone and spell(one.type) == "ptr"}
        self.definitions: Mapping[str, LlvmInstruction] = {
            one.name: one for block in function.blocks for one in block.instructions if one.name is not None
        }
        self.objects: dict[str, int] = {}
        # the number of each address that is needed as one
        self.numbers: dict[str, int] = {}

    def run(self) -> bool:
        changed = False
        for block in self.function.blocks:
            for at, one in enumerate(block.instructions):
                if one.op in CONVERSIONS and isinstance(one.type, IntType) and self.leads_back(one.operands[0]):
                    block.lines[at] = f"  %{quote(one.name or '')} = {self.converted(one.operands[0], one.type.bits)}"
                    changed = True
        for block in self.function.blocks:
            for at, one in enumerate(block.instructions):
                if one.name in self.numbers:
                    block.lines[at] = "\n".join((block.lines[at], *self.written(one, self.numbers[one.name])))
        for block in self.function.blocks:
            for at, line in enumerate(block.lines):
                if "ptrtoint (" in line:
                    block.lines[at] = CONSTANT.sub(self.constant, line)
                    changed = changed or block.lines[at] != line
        return changed

    def leads_back(self, address: Value) -> bool:
        """Return whether an address leads back to objects on all ways; if so, number all addresses on these ways."""
        found: dict[str, None] = {}
        waiting = [address]
        while waiting:
            value = waiting.pop()
            if isinstance(value, Global):
                continue
            if isinstance(value, Local) and value.name in self.parameters:
                continue
            made = definition_of(value, self.definitions)
            if made is None or made.name is None or spell(made.type) != "ptr":
                return False
            if made.op == "alloca" and not made.operands:
                continue
            if made.name in found:
                continue
            found[made.name] = None
            match made.op:
                case "getelementptr":
                    waiting.append(made.operands[0])
                case "select" if isinstance(made.operands[0], Local):
                    waiting += made.operands[1:]
                case "phi":
                    waiting += made.operands
                case _:
                    return False
        for name in found:
            self.numbers.setdefault(name, len(self.numbers))
        return True

    def converted(self, address: Value, bits: int) -> str:
        number = self.number(address)
        if bits == WIDTH:
            return f"add i64 {number}, 0"
        return f"{'trunc' if bits < WIDTH else 'zext'} i64 {number} to i{bits}"

    def number(self, address: Value) -> str:
        """The number of an object's address, or the name of another address's number."""
        if isinstance(address, Global):
            return self.object(f"@{quote(address.name)}")
        assert isinstance(address, Local)
        if address.name in self.numbers:
            return f"%gpucc.address.{self.numbers[address.name]}"
        return self.object(address.name)

    def written(self, one: LlvmInstruction, count: int) -> list[str]:
        """The lines that compute an address's number, beside those that compute the address."""
        match one.op:
            case "getelementptr":
                base = one.operands[0]
                assert isinstance(base, Local | Global)
                shown = f"{'@' if isinstance(base, Global) else '%'}{quote(base.name)}"
                offset = PROMISES.sub("getelementptr", one.text.partition(" = ")[2].strip(), count=1)
                return [
                    f"  %gpucc.offset.{count} = {offset.replace(f', ptr {shown}', ', ptr null', 1)}",
                    f"  %gpucc.bytes.{count} = ptrtoint ptr %gpucc.offset.{count} to i64",
                    f"  %gpucc.address.{count} = add i64 {self.number(base)}, %gpucc.bytes.{count}",
                ]
            case "select":
                condition, a, b = one.operands
                assert isinstance(condition, Local)
                ways = f"i64 {self.number(a)}, i64 {self.number(b)}"
                return [f"  %gpucc.address.{count} = select i1 %{quote(condition.name)}, {ways}"]
        ways = ", ".join(
            f"[ {self.number(value)}, %{quote(label)} ]" for value, label in zip(one.operands, one.labels, strict=True)
        )
        return [f"  %gpucc.address.{count} = phi i64 {ways}"]

    def object(self, name: str) -> str:
        moved = self.moved if name in self.parameters else 0
        return str(DISTANCE * (1 + self.objects.setdefault(name, len(self.objects))) + moved)

    def constant(self, found: re.Match[str]) -> str:
        """The number of a global's address."""
        return str(int(self.object(found[1])) % (1 << int(found[2])))
