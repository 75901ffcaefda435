"""Decides what each parameter, global and result of the entry is: input, uniform, output, sampler or private memory.

The rules, in the order they are tried: `--bind` or `!gpucc.interface`; the address space of a global (1 input, 2
uniform, 3 output, 4 sampler) or its `gl_` name; `sret` and `byval`; then use. A pointer that is only read is a uniform,
one that is written an output of 16 bytes a register (8 if everything is half), which must be written before it is read.
A buffer that is accessed only at the global id is an input or output of one element. Memory with a type (`sret(T)`,
`byval(T)`, globals) is divided into a slot for each leaf as in lowering.interface.coercions; other memory is divided by
the bytes accessed. Uniforms always keep C's layout.

Uniforms take registers from their first to the last byte that is accessed, declared (globals) or promised
(`dereferenceable(N)`). One with an unbounded index counts as OPEN_ARRAY registers; `--bind u=uniform:0:20` sets the
number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import field, replace

from gpucc.errors import InputError, Location, Unsupported
from gpucc.isa.model import SamplerState
from gpucc.lowering.interface.binds import Bind
from gpucc.lowering.interface.coercions import SignaturePiece
from gpucc.lowering.interface.debug import DebugName
from gpucc.lowering.interface.entry import Entry, Formal
from gpucc.lowering.interface.items import InterfacePort, Item, ResultItem, SamplerItem, Unused, ValueItem
from gpucc.lowering.interface.pointers import TracedMemory
from gpucc.lowering.interface.prepare import FLAT, Flat
from gpucc.lowering.interface.roles import Behind, Names, Roles
from gpucc.lowering.interface.values import (
    FLOAT2,
    groups_of,
    is_pair_of_eightbytes,
    pieces_of_parameter,
    pieces_of_result,
    place_group,
    words_of_pieces,
)
from gpucc.lowering.llvm import (
    Function,
    Global,
    GlobalVariable,
    IntConstant,
    IntType,
    LlvmInstruction,
    Local,
    LType,
    PointerType,
    StructType,
)
from gpucc.lowering.reader.spelling import DefUse
from gpucc.program import Kind
from gpucc.records import dataclass

DEREFERENCEABLE = re.compile(r"^dereferenceable(?:_or_null)?\((\d+)\)$")
COERCED = re.compile(r"^(.*)\.coerce(\d*)$")
# llvmlite and Numba number unnamed values
NUMBERED = re.compile(r"^\.\d+$")
TEXTURE = re.compile(r"^gpucc\.texture\.(2d|cube)\b")
NUMBA_FORMALS = ("retptr", "excinfo")


@dataclass(slots=True)
class InterfacePlan:
    """The decisions. `ports` are in the order of declaration, results first among the outputs."""

    items: list[Item] = field(default_factory=list)
    ports: list[InterfacePort] = field(default_factory=list)
    used_binds: set[str] = field(default_factory=set)
    known_names: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


class Planner:
    def __init__(
        self,
        flat: Flat,
        entry: Entry,
        memory: TracedMemory,
        flow: DefUse,
        binds: dict[str, Bind],
        debug: Mapping[str, DebugName],
        x86: bool,
        file: str,
        final: bool,
    ) -> None:
        self.flat = flat
        self.entry = entry
        self.flow = flow
        self.binds = binds
        self.debug = debug
        self.x86 = x86
        self.place = Location(file)
        self.function: Function = flat.module.functions[FLAT]
        self.plan = InterfacePlan()
        self.roles = Roles(self.plan, self.function, flow, memory, self.place, final, flat.bytes)
        self.textures = find_samplers(self.function)

    def make(self) -> InterfacePlan:
        self.plan_results()
        formals = list(enumerate(self.entry.formals))
        while formals:
            together = self.take_together(formals)
            self.plan_formals(together)
        for variable in self.flat.module.globals.values():
            self.plan_global(variable)
        self.plan_units()
        return self.plan

    # names -----------------------------------------------------------------------------------------------------------

    def names_of(self, k: int, formal: Formal) -> Names:
        """Return the name of the slot, and its aliases."""
        raw = formal.name.strip('"')
        found = COERCED.match(raw)
        name = found[1] if found else raw
        if (not name or NUMBERED.match(name)) and formal.token in self.debug:
            name = self.debug[formal.token].name
        if any(word.startswith("sret") for word in formal.attributes) or (raw == NUMBA_FORMALS[0] and self.is_numba()):
            return self.register_names(Names("ret", (raw, f"arg{k}"), numbered=True))
        if not name or NUMBERED.match(name):
            name = f"arg{k}"
        return self.register_names(
            Names(name, tuple(dict.fromkeys(other for other in (f"arg{k}", raw) if other and other != name)))
        )

    def register_names(self, names: Names) -> Names:
        self.plan.known_names.append(names.name + ("0" if names.numbered else ""))
        return names

    def bind_of(self, names: Names) -> Bind | None:
        for name in (names.name, *names.others):
            if name in self.binds:
                self.plan.used_binds.add(name)
                return self.binds[name]
        return None

    def is_numba(self) -> bool:
        return tuple(
            formal.name for formal in self.entry.formals[:2]
        ) == NUMBA_FORMALS and self.entry.result == IntType(32)

    # parameters ------------------------------------------------------------------------------------------------------

    def take_together(self, formals: list[tuple[int, Formal]]) -> list[tuple[int, Formal]]:
        """Return the next parameter, and the one after it if both are pieces of one struct of floats."""
        first = formals.pop(0)
        if not formals:
            return [first]
        one, two = first[1], formals[0][1]
        if not _could_pair(one.type, two.type) or not (self._named_pair(one, two) or self._debug_pair(one, two)):
            return [first]
        return [first, formals.pop(0)]

    def _named_pair(self, one: Formal, two: Formal) -> bool:
        a, b = COERCED.match(one.name), COERCED.match(two.name)
        return a is not None and b is not None and a[1] == b[1] and (a[2], b[2]) == ("0", "1")

    def _debug_pair(self, one: Formal, two: Formal) -> bool:
        return one.token in self.debug and self.debug[one.token] == self.debug.get(two.token)

    def plan_formals(self, together: list[tuple[int, Formal]]) -> None:
        k, formal = together[0]
        names = self.names_of(k, formal)
        bind = self.bind_of(names)
        if len(together) == 2:
            leaves = [self.leaf_at(number, ()) for number, _ in together]
            self.plan_values(names, bind, [leaves], formal.attributes)
        elif isinstance(formal.type, PointerType):
            self.plan_pointer(names, bind, formal, self.leaf_at(k, ()))
        else:
            groups = groups_of(formal.type, self.x86)
            leaves_by_group = [[self.leaf_at(k, path) for path, _ in group] for group in groups]
            pointers = [group for group in leaves_by_group if isinstance(self.flat.leaves[group[0]].type, PointerType)]
            used = [group for group in pointers if not self.is_unused(group)]
            for number, group in enumerate(used):
                inner = names.member(number) if len(used) > 1 else names
                self.plan_pointer(inner, bind, replace(formal, attributes=()), group[0])
            values = [
                group for group in leaves_by_group if group not in pointers and not (pointers and self.is_unused(group))
            ]
            self.plan_values(names, bind if values else None, values, formal.attributes)

    def leaf_at(self, formal: int, path: tuple[int, ...]) -> int:
        return next(i for i, leaf in enumerate(self.flat.leaves) if leaf.formal == formal and leaf.path == path)

    def is_unused(self, group: list[int]) -> bool:
        unused = not any(self.flow.users(f"p{leaf}") for leaf in group)
        if unused:
            self.plan.items += [Unused(leaf) for leaf in group]
        return unused

    def plan_values(
        self, names: Names, bind: Bind | None, groups: list[list[int]], attributes: tuple[str, ...]
    ) -> None:
        if bind is not None and bind.kind in ("output", "inout"):
            notes = ("outputs are returned, or written through a pointer or a global",)
            raise InputError(f"{names.name} is passed by value and cannot be an output", self.place, notes)
        uniform = bind is not None and bind.kind == "uniform"
        first = len(self.plan.ports)
        for group in groups:
            self.plan_group(
                names, bind, group, attributes, uniform, alone=len(groups) == 1, number=len(self.plan.ports) - first
            )

    def plan_group(
        self,
        names: Names,
        bind: Bind | None,
        group: list[int],
        attributes: tuple[str, ...],
        uniform: bool,
        alone: bool,
        number: int,
    ) -> None:
        if (bind is not None and bind.kind == "sampler") or self.textures.leaf_samplers(group):
            self.plan_sampler_leaf(names, bind, group)
            return
        found = [(self.flat.leaves[leaf].path, self.pieces_of(names, leaf, attributes)) for leaf in group]
        slot = len(self.plan.ports)
        pieces = place_group(found, slot)
        if not pieces:
            self.plan.items += [Unused(leaf) for leaf in group]
            return
        self.add_port(
            names if alone else names.member(number),
            bind,
            "uniform" if uniform else "input",
            words_of_pieces(pieces),
            number,
        )
        for leaf in group:
            own = tuple(piece for piece, at in _by_leaf(found, pieces) if at == group.index(leaf))
            self.plan.items.append(ValueItem(leaf, tuple(replace(piece, path=()) for piece in own), uniform))

    def pieces_of(self, names: Names, leaf: int, attributes: tuple[str, ...]) -> list[SignaturePiece]:
        unsigned = "zeroext" in attributes
        return pieces_of_parameter(
            self.flow, f"p{leaf}", self.flat.leaves[leaf].type, f"the parameter {names.name}", self.place, unsigned
        )

    def plan_sampler_leaf(self, names: Names, bind: Bind | None, group: list[int]) -> None:
        leaf = group[0]
        if len(group) > 1 or self.flat.leaves[leaf].type != IntType(32):
            raise InputError(f"{names.name} is no sampler", self.place, ("a sampler is an i32 or a ptr addrspace(4)",))
        if bind is not None and bind.kind != "sampler":
            raise InputError(f"{bind.given}: {names.name} is used as a sampler", self.place)
        self.plan.items.append(SamplerItem(f"%p{leaf}", len(self.plan.ports)))
        self.add_sampler(names, bind, self.textures.dimension(f"%p{leaf}"))

    def add_port(self, names: Names, bind: Bind | None, kind: Kind, words: str, number: int = 0) -> None:
        self.roles.add_port(names, self.own_bind(names, bind, number), kind, words)

    def own_bind(self, names: Names, bind: Bind | None, number: int) -> Bind | None:
        """Return the bind of one slot of several: its own, or the next register after that of the whole."""
        own = self.bind_of(names) if number or names.is_member else bind
        if own is None and bind is not None:
            own = replace(bind, register=None if bind.register is None else bind.register + number)
        return own

    # pointers --------------------------------------------------------------------------------------------------------

    def plan_pointer(self, names: Names, bind: Bind | None, formal: Formal, leaf: int) -> None:
        base = f"%p{leaf}"
        type = self.flat.leaves[leaf].type
        if (
            isinstance(type, PointerType)
            and type.space == 4
            and (base in self.textures.dimensions or (bind and bind.kind == "sampler"))
        ):
            self.plan.items.append(SamplerItem(base, len(self.plan.ports)))
            self.add_sampler(names, bind, self.textures.dimension(base))
            return
        size = next((int(found[1]) for word in formal.attributes if (found := DEREFERENCEABLE.match(word))), 0)
        copied = any(word.startswith("byval") for word in formal.attributes)
        # clang for AArch64 and rustc pass larger aggregates by an address that the callee may overwrite
        behind = Behind(
            base,
            names,
            formal.pointee,
            size,
            own=copied or ("dead_on_return" in formal.attributes and not names.numbered),
        )
        kind = bind.kind if bind is not None else "input" if copied else ""
        if not kind and names.numbered:
            kind = "output"
        self.roles.plan_memory(behind, bind, kind, lambda member, number: self.own_bind(member, bind, number))

    # globals ---------------------------------------------------------------------------------------------------------

    def plan_global(self, variable: GlobalVariable) -> None:
        names = self.register_names(Names(variable.name.strip('"'), ()))
        bind = self.bind_of(names)
        if (variable.space == 4 and (bind is not None or self._is_texture(variable))) or (
            bind is not None and bind.kind == "sampler"
        ):
            if bind is not None and bind.kind != "sampler":
                raise InputError(f"{bind.given}: {variable.name} is a sampler", self.place)
            self.plan.items.append(SamplerItem(f"@{variable.name}", len(self.plan.ports)))
            self.add_sampler(names, bind, self.textures.dimension(f"@{variable.name}"))
            return
        self.roles.plan_global(variable, names, bind, lambda member, number: self.own_bind(member, bind, number))

    def _is_texture(self, variable: GlobalVariable) -> bool:
        """Return whether a variable is a sampler. Constants of other languages are in address space 4, too; a sampler
        without a value may be named by the code later.
        """
        return variable.initializer is None or f"@{variable.name}" in self.textures.dimensions

    def plan_units(self) -> None:
        """Plan the samplers that the code refers to by number."""
        for unit in sorted(self.textures.units):
            names = self.register_names(Names(f"sampler{unit}", ()))
            bind = self.bind_of(names)
            if bind is not None and bind.register not in (None, unit):
                raise InputError(f"{bind.given}: the code reads unit {unit}", self.place)
            self.plan.items.append(SamplerItem("", len(self.plan.ports)))
            self.add_sampler(
                names, replace(bind or Bind(names.name, "sampler"), register=unit), self.textures.dimension(str(unit))
            )

    def add_sampler(self, names: Names, bind: Bind | None, dimension: str) -> None:
        state = bind.sampler if bind is not None else None
        if state is None:
            # cubes are made with mipmaps, and AGAL requires this mode to read them
            state = SamplerState(dimension="cube", mip="miplinear") if dimension == "cube" else SamplerState()
        elif dimension and state.dimension != dimension:
            state = replace(state, dimension="cube" if dimension == "cube" else "2d")
        register = bind.register if bind is not None else None
        kind = "samplerCube" if state.dimension == "cube" else "sampler2D"
        self.plan.ports.append(InterfacePort(names.name, "sampler", "", kind, names.others, register, sampler=state))

    # results ---------------------------------------------------------------------------------------------------------

    def plan_results(self) -> None:
        returns = [
            one for block in self.function.blocks for one in block.instructions if one.op == "ret" and one.operands
        ]
        if self.entry.spelled == "void":
            return
        if not returns:
            notes = (
                "a shader's loops must end, and some way through it must be defined: no null pointer, no `unreachable`",
            )
            raise InputError(f"the function {self.entry.name} never returns", self.place, notes)
        if self.is_numba():
            self.check_status(returns)
            return
        found: list[list[SignaturePiece]] = []
        for group in groups_of(self.entry.result, self.x86):
            pieces = [(path, pieces_of_result(self.flow, returns, path, type, self.place)) for path, type in group]
            placed = place_group(pieces, len(self.plan.ports))
            if placed:
                names = self.register_names(Names(f"ret{len(found)}", ()))
                self.add_port(names, self.bind_of(names), "output", words_of_pieces(placed))
                found.append(placed)
        self.plan.items.append(ResultItem(tuple(piece for placed in found for piece in placed)))

    def check_status(self, returns: list[LlvmInstruction]) -> None:
        """Check that a Numba function returns 0, which means that it has not raised."""
        for one in returns:
            if not (isinstance(one.operands[0], IntConstant) and one.operands[0].value == 0):
                notes = ("compile it so that it cannot raise: error_model='numpy', no bounds checks",)
                raise Unsupported(
                    "this Numba function may raise an exception", one.location or self.place, notes, one.text
                )


def _could_pair(one: LType, two: LType) -> bool:
    """Return whether the two could be one struct; a pair of doubles is a struct of two float2 rather than of four
    floats.
    """
    return one == FLOAT2 and is_pair_of_eightbytes(StructType((one, two)))


def _by_leaf(
    found: list[tuple[tuple[int, ...], list[SignaturePiece]]], placed: list[SignaturePiece]
) -> Iterator[tuple[SignaturePiece, int]]:
    rest = iter(placed)
    for number, (_, own) in enumerate(found):
        for _ in own:
            yield next(rest), number


@dataclass(slots=True)
class Samplers:
    """The samplers that texture calls read: dimension by `@global`, `%leaf` or number of the unit."""

    dimensions: dict[str, str] = field(default_factory=dict)
    units: set[int] = field(default_factory=set)

    def dimension(self, name: str) -> str:
        return self.dimensions.get(name, "")

    def leaf_samplers(self, group: list[int]) -> bool:
        return any(f"%p{leaf}" in self.dimensions for leaf in group)


def find_samplers(function: Function) -> Samplers:
    found = Samplers()
    for block in function.blocks:
        for one in block.instructions:
            texture = TEXTURE.match(one.callee.name) if isinstance(one.callee, Global) else None
            if texture is None or not one.operands:
                continue
            match one.operands[0]:
                case Local(name) | Global(name) as value:
                    key = f"{'@' if isinstance(value, Global) else '%'}{name}"
                case IntConstant(_, number):
                    found.units.add(number)
                    key = str(number)
                case _:
                    continue
            if found.dimensions.setdefault(key, texture[1]) != texture[1]:
                raise InputError(
                    "a sampler is read both as 2d and as cube", one.location, ("use two samplers",), one.text
                )
    return found
