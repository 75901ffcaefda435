"""Turns calls of one function into a loop with one call, where programs are to be short.

A function that is called often becomes as many copies of its code once it is inlined. Here the calls that stand in one
block, none of which needs the result of another, become the rounds of a loop: their arguments and results are in local
arrays, arguments that are all constants in a table. Which function is worth it is estimated before, from the operations
of its code; whether the program becomes shorter, only its compilation tells.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from gpucc.lowering.llvm import (
    Aggregate,
    BasicBlock,
    Expression,
    FloatConstant,
    FloatType,
    Function,
    Global,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    Module,
    PointerType,
    Undefined,
    Value,
    VectorType,
    Zero,
)
from gpucc.lowering.optimise.hoisting import hoist_calls
from gpucc.lowering.optimise.optimise import finish
from gpucc.lowering.optimise.unrollings import count_operations
from gpucc.lowering.reader.edit import own_statement, phi_of, renamed
from gpucc.lowering.reader.read import read
from gpucc.lowering.reader.spelling import quote, spell
from gpucc.lowering.reader.tokens import TOKEN
from gpucc.lowering.session import opened, printed
from gpucc.records import dataclass

# the fewest operations that a loop must save by the estimate, and those of the loop itself
WORTH, LOOP = 16, 8
# the operations that an argument or a result counts for, which is stored and loaded as a vector
PASSED = 1
# equal calls of such a function are one
PURE = "noinline nounwind willreturn memory(read)"
# functions of LLVM and gpucc whose calls may change places; a texture's answer depends on its coordinates alone
MOVABLE = re.compile(r"llvm\.(?!assume|dbg|lifetime|mem|trap|experimental|amdgcn)[\w.]+|gpucc\.texture\.[\w.]+")
MOVABLE_OPS = frozenset(
    "fneg fadd fsub fmul fdiv frem add sub mul and or xor shl lshr ashr icmp fcmp select zext sext trunc fptosi fptoui"
    " sitofp uitofp fpext fptrunc bitcast extractelement insertelement shufflevector extractvalue insertvalue freeze"
    " getelementptr".split()
)
# so many stores before a loop are worth a table of indices
SHARED = 6
SAMPLER, TRUTH = PointerType(4), IntType(1)
# the address spaces of inputs and uniforms
READ_ONLY = (1, 2)
LABEL, NUMBER = re.compile(r"^(\d+):"), re.compile(r"%\d+")
CONVENTION = re.compile(r"(?<=^define internal )fastcc |(?<= call )fastcc ")
DEBUG = re.compile(r", !dbg ![0-9]+")
OWN = "gpucc.rolled"


def roll_calls(text: str) -> list[str]:
    """Return texts of a module with loops in place of calls: of the function that promises most, and of all that
    promise to be worth it."""
    promising = _promising(read(text))
    names = list(promising)
    several = {count: _rolled(text, {name: promising[name] for name in names[:count]}) for count in {1, len(names)}}
    return [found for _, found in sorted(several.items()) if found is not None] if names else []


def _rolled(text: str, promising: Mapping[str, _Promise]) -> str | None:
    module = read(text)
    for name in promising:
        module.functions[name].line = _attributed(module.functions[name].line, PURE)
    with opened(module.text(), "<rolled>") as opened_module:
        finish(opened_module, 1)
        module = read(_all_named(printed(opened_module)))
    count = 0
    for function in module.functions.values():
        if function.name not in promising and function.blocks:
            _hoist(function, module, promising)
    module = read(module.text())
    for name, promise in promising.items():
        if name not in module.functions:
            continue
        roller = _Roller(module, name, promise, count, frozenset(promising))
        for function in module.functions.values():
            if function.name not in promising:
                roller.roll(function)
        count = roller.count
        module.functions[name].line = _attributed(module.functions[name].line, "alwaysinline")
        module.head += roller.tables
        module = read(module.text())
    return module.text() if count else None


def _all_named(text: str) -> str:
    """Return the text with names in place of numbers, which must be in order, and with C's calling convention."""
    lines = (LABEL.sub(rf"{OWN}\1:", CONVENTION.sub("", line)) for line in text.split("\n"))
    return renamed("\n".join(lines), lambda name: f"%{OWN}{name[1:]}" if NUMBER.fullmatch(name) else None)


def _attributed(line: str, attribute: str) -> str:
    """Return the header of a function with one attribute in place of those after its parameters."""
    pieces = [found[0] for found in TOKEN.finditer(line)]
    words = [piece.strip() for piece in pieces]
    at = words.index("(", next(i for i, word in enumerate(words) if word.startswith("@")))
    depth = 0
    while True:
        depth += (words[at] == "(") - (words[at] == ")")
        at += 1
        if not depth:
            break
    debug = words.index("!dbg") if "!dbg" in words else len(words)
    return f"{''.join(pieces[:at])} {attribute}{''.join(pieces[debug : debug + 2])} {{"


# the choice -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Promise:
    """The operations of a function, and the scalars that each of its calls passes on in arrays."""

    operations: int
    moved: int

    def gain(self, calls: int) -> int:
        """Estimate the operations that are saved by a loop in place of so many calls."""
        return (calls - 1) * self.operations - calls * self.moved - LOOP


def _promising(module: Module) -> dict[str, _Promise]:
    """Return the functions whose calls are worth a loop, the best first. None of them calls another one."""
    defined = {name: one for name, one in module.functions.items() if one.blocks}
    calls = {name: Counter(_callees(one, defined)) for name, one in defined.items()}
    order = _callees_first(calls)
    if order is None:
        return {}
    operations: dict[str, int] = {}
    below: dict[str, set[str]] = {}
    movable: set[str] = set()
    for name in order:
        own = count_operations("\n".join(line for block in defined[name].blocks for line in block.lines))
        called = calls[name]
        operations[name] = own - sum(called.values()) + sum(count * operations[one] for one, count in called.items())
        below[name] = {*called, *(lower for one in called for lower in below[one])}
        if _is_movable(defined[name], module, movable):
            movable.add(name)
    instances = Counter({name: 1 for name in order if not any(name in one for one in calls.values())})
    for name in reversed(order):
        for one, count in calls[name].items():
            instances[one] += instances[name] * count
    promises = {name: _promise(defined[name], operations[name]) for name in order if name in movable}
    gains = {name: promise.gain(instances[name]) for name, promise in promises.items()}
    found: dict[str, _Promise] = {}
    for name in sorted(gains, key=lambda name: (-gains[name], name)):
        apart = all(name not in below[other] and other not in below[name] for other in found)
        if gains[name] >= WORTH and apart:
            found[name] = promises[name]
    return found


def _promise(function: Function, operations: int) -> _Promise:
    passed = sum(parameter.type != SAMPLER for parameter in function.parameters)
    return _Promise(operations, PASSED * (passed + 1))


def _callees(function: Function, defined: Collection[str]) -> Iterator[str]:
    for block in function.blocks:
        for one in block.instructions:
            if isinstance(one.callee, Global) and one.callee.name in defined:
                yield one.callee.name


def _callees_first(calls: dict[str, Counter[str]]) -> list[str] | None:
    """Return the functions so that each comes after those that it calls, or None if one calls itself in the end."""
    order: list[str] = []
    left = dict(calls)
    while left:
        ready = [name for name, called in left.items() if not any(one in left for one in called)]
        if not ready:
            return None
        order += ready
        for name in ready:
            del left[name]
    return order


def _is_value(type: LType) -> bool:
    scalar = type.element if isinstance(type, VectorType) else type
    return scalar in (FloatType("float"), IntType(32))


def _is_passed(type: LType) -> bool:
    return _is_value(type) or type == SAMPLER


def _is_movable(function: Function, module: Module, movable: Collection[str]) -> bool:
    """Return whether calls of a function with equal arguments give equal results and do nothing else."""
    if not (_is_value(function.result) or function.result == TRUTH):
        return False
    if not all(_is_passed(parameter.type) for parameter in function.parameters):
        return False
    own: set[str] = set()
    for block in function.blocks:
        for one in block.instructions:
            place = one.operands[-1] if one.op in ("load", "store", "getelementptr") and one.operands else None
            place = one.operands[0] if one.op in ("load", "getelementptr") else place
            mine = isinstance(place, Local) and place.name in own
            match one.op:
                case "alloca":
                    own.add(str(one.name))
                case "getelementptr" if mine:
                    own.add(str(one.name))
                case "store" if not mine:
                    return False
                case "load" if not (mine or _is_constant(one, module, function)):
                    return False
                case "call" if not _may_move(one, movable):
                    return False
                case "fence" | "atomicrmw" | "cmpxchg" | "invoke":
                    return False
    return True


def _may_move(call: LlvmInstruction, movable: Collection[str]) -> bool:
    name = call.callee.name if isinstance(call.callee, Global) else ""
    return name in movable or MOVABLE.fullmatch(name) is not None


def _hoist(function: Function, module: Module, promising: Collection[str]) -> None:
    def calls(one: LlvmInstruction) -> bool:
        return isinstance(one.callee, Global) and one.callee.name in promising

    hoist_calls(function, calls, lambda one: _moves(one, function, module, promising))


def _moves(one: LlvmInstruction, function: Function, module: Module, movable: Collection[str]) -> bool:
    """Return whether an instruction may change places with any other that does not depend on it."""
    if one.op == "call":
        return _may_move(one, movable)
    return one.op in MOVABLE_OPS or (one.op == "load" and _is_constant(one, module, function))


def _changed(module: Module) -> set[str]:
    """Return the variables that do more than be loaded."""
    return {
        operand.name
        for function in module.functions.values()
        for block in function.blocks
        for one in block.instructions
        for operand in one.operands
        if isinstance(operand, Global) and one.op != "load"
    }


def _is_constant(load: LlvmInstruction, module: Module, function: Function) -> bool:
    """Return whether a load reads a uniform or a constant."""
    if "volatile" in load.flags:
        return False
    made = {one.name: one for block in function.blocks for one in block.instructions if one.op == "getelementptr"}
    place: Value = load.operands[0]
    while isinstance(place, Local) and place.name in made:
        place = made[place.name].operands[0]
    while isinstance(place, Expression):
        place = place.operands[0]
    if not isinstance(place, Global) or place.name not in module.globals:
        return False
    found = module.globals[place.name]
    if found.initializer is None:
        return found.space in READ_ONLY
    return found.constant or place.name not in _changed(module)


# the loop -------------------------------------------------------------------------------------------------------------


class _Roller:
    """Writes loops. `tables` are the lines of the constants that they read."""

    def __init__(self, module: Module, name: str, promise: _Promise, count: int, movable: frozenset[str]) -> None:
        self.module, self.name, self.promise, self.count, self.movable = module, name, promise, count, movable
        self.tables: list[str] = []

    def roll(self, function: Function) -> None:
        for block in list(function.blocks):
            found = self._largest(block)
            if found is not None:
                self._write(function, block, found)

    def _largest(self, block: BasicBlock) -> list[int] | None:
        """Return the most calls in a block that need none of each other's results."""
        best = max(self._levels(block.instructions), key=len, default=[])
        return best if self.promise.gain(len(best)) > 0 else None

    def _calls(self, one: LlvmInstruction) -> bool:
        if one.name is None or not isinstance(one.callee, Global) or one.callee.name != self.name:
            return False
        return all(_shown(operand) is not None for operand in one.operands)

    def _levels(self, run: Sequence[LlvmInstruction]) -> list[list[int]]:
        """Return the calls with equal samplers, by how many others they depend on, one after the other."""
        level: dict[str, int] = {}
        levels: dict[object, list[int]] = {}
        for at, one in enumerate(run):
            here = max((level.get(name, 0) for name in _reads(one)), default=0)
            if self._calls(one):
                samplers = tuple(operand for operand in one.operands if operand.type == SAMPLER)
                levels.setdefault((here, samplers), []).append(at)
                here += 1
            level[str(one.name)] = here
        return list(levels.values())

    def _write(self, function: Function, block: BasicBlock, calls: list[int]) -> None:
        """Write a loop. What depends on it comes after it, and so do all statements that keep their order from the
        first of them that does; the others read no memory that these change."""
        number, self.count = self.count, self.count + 1
        after_name, loop_name = f"{OWN}.{number}.after", f"{OWN}.{number}.loop"
        ordered, last = False, len(block.instructions) - 1
        late: set[str] = {str(block.instructions[call].name) for call in calls}
        before: list[int] = []
        after: list[int] = []
        for i, one in enumerate(block.instructions):
            if i in calls:
                continue
            stays = one.op != "phi" and not _moves(one, function, self.module, self.movable)
            if one.op == "phi" or (late.isdisjoint(_reads(one)) and not (stays and (ordered or i == last))):
                before.append(i)
            else:
                ordered = ordered or stays
                late.add(str(one.name))
                after.append(i)
        lines = [own_statement(line) for line in block.lines]
        place = DEBUG.search(lines[calls[0]])
        loop = _Loop(f"{OWN}.{number}", [block.instructions[call] for call in calls], place[0] if place else "")
        first = BasicBlock(block.name, [block.instructions[i] for i in before], block.label)
        first.lines = [*(lines[i] for i in before), *loop.stores, f"  br label %{loop_name}"]
        body = BasicBlock(loop_name, [], f"{loop_name}:")
        body.lines = loop.body(quote(block.name), loop_name, after_name)
        rest = BasicBlock(after_name, [block.instructions[i] for i in after], f"{after_name}:")
        rest.lines = [*loop.results(), *(lines[i] for i in after)]
        for other in (*function.blocks, first, rest):
            other.lines = [_from(line, block.name, after_name) for line in other.lines]
        position = function.blocks.index(block)
        function.blocks[position : position + 1] = [first, body, rest]
        function.blocks[0].lines[:0] = loop.arrays
        self.tables += loop.tables


def _reads(one: LlvmInstruction) -> list[str]:
    return [operand.name for operand in one.operands if isinstance(operand, Local)]


def _from(line: str, old: str, new: str) -> str:
    """Return a phi with another name for the block that a value comes from; other statements as they are."""
    phi = phi_of(line)
    if phi is None or all(label != old for _, label in phi.entries):
        return line
    entries = tuple((value, new if label == old else label) for value, label in phi.entries)
    return type(phi)(phi.head, entries, phi.tail).line()


class _Loop:
    """The parts of a loop that calls a function once a round. `place` is the debug information of its call."""

    def __init__(self, name: str, calls: Sequence[LlvmInstruction], place: str) -> None:
        self.name, self.calls, self.place = name, calls, place
        self.arrays: list[str] = []
        self.stores: list[str] = []
        self.tables: list[str] = []
        self.loads: list[str] = []
        self.given: list[str] = []
        count = len(calls)
        given = {position: [str(_shown(call.operands[position])) for call in calls] for position in _positions(calls)}
        types = {position: spell(calls[0].operands[position].type) for position in given}
        pools = _pools(given, types)
        for position, values in given.items():
            type = types[position]
            if len(set(values)) == 1:
                self.given.append(f"{type} {values[0]}")
                continue
            made = f"{name}.{position}"
            index = f"%{name}.i"
            if type in pools:
                array, length = f"%{name}.pool.{list(pools).index(type)}", len(pools[type])
                places = ", ".join(f"i32 {pools[type].index(value)}" for value in values)
                self.tables.append(f"@{made}.at = internal constant [{count} x i32] [{places}]")
                self.loads += self._element(f"@{made}.at", count, "i32", index, f"{made}.at.p")
                self.loads.append(f"  %{made}.at = load i32, ptr %{made}.at.p")
                index = f"%{made}.at"
            else:
                array, length = f"%{made}", count
                if any(value.startswith("%") for value in values):
                    self._keep(made, type, values)
                else:
                    elements = ", ".join(f"{type} {value}" for value in values)
                    self.tables.append(f"@{made} = internal constant [{count} x {type}] [{elements}]")
                    array = f"@{made}"
            self.loads += self._element(array, length, type, index, f"{made}.p")
            self.loads.append(f"  %{made}.v = load {type}, ptr %{made}.p")
            self.given.append(f"{type} %{made}.v")
        for number, (type, values) in enumerate(pools.items()):
            self._keep(f"{name}.pool.{number}", type, values)
        self.truth = calls[0].type == TRUTH
        self.result = "i32" if self.truth else spell(calls[0].type)
        self.arrays.append(f"  %{name}.r = alloca [{count} x {self.result}]")

    def _keep(self, array: str, type: str, values: Sequence[str]) -> None:
        """Store values in an array before the loop."""
        self.arrays.append(f"  %{array} = alloca [{len(values)} x {type}]")
        for k, value in enumerate(values):
            self.stores += self._element(f"%{array}", len(values), type, str(k), f"{array}.{k}")
            self.stores.append(f"  store {type} {value}, ptr %{array}.{k}")

    def _element(self, array: str, length: int, type: str, index: str, name: str) -> list[str]:
        return [f"  %{name} = getelementptr inbounds [{length} x {type}], ptr {array}, i32 0, i32 {index}"]

    def body(self, before: str, loop: str, after: str) -> list[str]:
        name = self.name
        callee = self.calls[0].callee
        assert isinstance(callee, Global)
        result = "i1" if self.truth else self.result
        call = f"call {result} @{quote(callee.name)}({', '.join(self.given)}){self.place}"
        kept = [f"  %{name}.c = {call}"]
        if self.truth:
            kept = [f"  %{name}.b = {call}", f"  %{name}.c = zext i1 %{name}.b to i32"]
        return [
            f"  %{name}.i = phi i32 [ 0, %{before} ], [ %{name}.n, %{loop} ]",
            *self.loads,
            *kept,
            *self._element(f"%{name}.r", len(self.calls), self.result, f"%{name}.i", f"{name}.to"),
            f"  store {self.result} %{name}.c, ptr %{name}.to",
            f"  %{name}.n = add nuw nsw i32 %{name}.i, 1",
            f"  %{name}.more = icmp ult i32 %{name}.n, {len(self.calls)}",
            f"  br i1 %{name}.more, label %{loop}, label %{after}",
        ]

    def results(self) -> list[str]:
        lines: list[str] = []
        for k, call in enumerate(self.calls):
            lines += self._element(f"%{self.name}.r", len(self.calls), self.result, str(k), f"{self.name}.r.{k}")
            known = f"{self.name}.r.{k}.v" if self.truth else quote(str(call.name))
            lines.append(f"  %{known} = load {self.result}, ptr %{self.name}.r.{k}")
            if self.truth:
                lines.append(f"  %{quote(str(call.name))} = icmp ne i32 %{known}, 0")
        return lines


def _positions(calls: Sequence[LlvmInstruction]) -> range:
    return range(len(calls[0].operands))


def _pools(given: Mapping[int, Sequence[str]], types: Mapping[int, str]) -> dict[str, list[str]]:
    """Return the values of a type that arguments share so often that each is stored once, and a table says which of
    them a round takes."""
    asked: dict[str, list[str]] = {}
    for position, values in given.items():
        if len(set(values)) > 1 and any(value.startswith("%") for value in values):
            asked.setdefault(types[position], []).extend(values)
    return {
        type: list(dict.fromkeys(values)) for type, values in asked.items() if len(values) - len(set(values)) >= SHARED
    }


def _shown(value: Value) -> str | None:
    """Return an argument as LLVM writes it, without its type; None if it is none that a loop can read."""
    match value:
        case Global(name, type) if type == SAMPLER:
            return f"@{quote(name)}"
        case Local(name):
            return f"%{quote(name)}"
        case IntConstant(_, number):
            return str(number)
        case FloatConstant(_, number):
            return f"0x{struct.pack('>d', number).hex().upper()}"
        case Zero(type):
            return "zeroinitializer" if isinstance(type, VectorType) else "0" if isinstance(type, IntType) else "0.0"
        case Undefined():
            return "poison" if value.poison else "undef"
        case Aggregate(_, elements):
            shown = [_shown(element) for element in elements]
            if None not in shown:
                typed = (f"{spell(one.type)} {text}" for one, text in zip(elements, shown, strict=True))
                return f"<{', '.join(typed)}>"
    return None
