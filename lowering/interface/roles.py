"""The role of memory: the memory behind a pointer or of a global becomes slots, local memory, or both."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from gpucc.errors import GpuccError, InputError, LimitExceeded, Location, Unsupported
from gpucc.lowering.interface.binds import BUILTINS, Bind
from gpucc.lowering.interface.bytes import MOST
from gpucc.lowering.interface.items import (
    OPEN_ARRAY,
    InterfacePort,
    Item,
    LocalItem,
    MemoryPart,
    PointerItem,
    UniformGlobal,
    type_name,
)
from gpucc.lowering.interface.memory import MemoryUse, describe
from gpucc.lowering.interface.places import (
    MemoryShape,
    defaults,
    is_opaque,
    shape_by_type,
    shape_by_use,
    without_padding,
    words_by_type,
    words_by_use,
)
from gpucc.lowering.interface.pointers import LARGEST, Access, TracedMemory
from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import BOOL, I8, Function, GlobalVariable, LType, Undefined, Zero
from gpucc.lowering.optimise.passes import DATALAYOUT
from gpucc.lowering.reader.spelling import DefUse
from gpucc.program import Kind
from gpucc.records import dataclass

REGISTER = 16
SPACES = {1: "input", 2: "uniform", 3: "output"}


class Undecided(Unsupported):
    """A loop hides the accesses; unrolling it may show them."""


@dataclass(frozen=True, slots=True)
class Names:
    """A slot's name and its aliases. Members of `numbered` slots (results) are ret0, ret1 .. even if there is only
    one.
    """

    name: str
    others: tuple[str, ...]
    numbered: bool = False
    is_member: bool = False

    def member(self, k: int) -> Names:
        dot = "" if self.numbered else "."
        return Names(f"{self.name}{dot}{k}", tuple(f"{other}.{k}" for other in self.others), is_member=True)

    def of(self, count: int) -> list[Names]:
        return [self] if count == 1 and not self.numbered else [self.member(k) for k in range(count)]


@dataclass(frozen=True, slots=True)
class Behind:
    """Facts about the memory at `base` before the analysis: its declared type, or the number of promised bytes.

    `own` memory is the callee's copy of a value: it may be written, and is not read afterwards.
    """

    base: str
    names: Names
    type: LType | None = None
    size: int = 0
    own: bool = False


class Ledger(Protocol):
    items: list[Item]
    ports: list[InterfacePort]
    warnings: list[str]


OwnBind = Callable[[Names, int], Bind | None]


class Roles:
    def __init__(
        self,
        ledger: Ledger,
        function: Function,
        flow: DefUse,
        memory: TracedMemory,
        place: Location,
        final: bool,
        bytes: frozenset[str] = frozenset(),
    ) -> None:
        self.ledger = ledger
        self.function = function
        self.flow = flow
        self.memory = memory
        self.place = place
        self.final = final
        self.bytes = bytes
        self.layout = Layout(DATALAYOUT)

    def add_port(self, names: Names, bind: Bind | None, kind: Kind, words: str, base: str = "") -> None:
        builtin = bind.builtin if bind is not None and bind.builtin else names.name if names.name in BUILTINS else None
        if builtin in BUILTINS and BUILTINS[builtin][1] != kind:
            raise InputError(f"{builtin} is an {BUILTINS[builtin][1]}, but is used as {kind} here", self.place)
        bound = bind.register if bind is not None else None
        self.ledger.ports.append(
            InterfacePort(
                names.name,
                kind,
                words,
                type_name(words),
                names.others,
                bound,
                builtin,
                most=MOST if base in self.bytes else None,
            )
        )

    # memory behind pointers ------------------------------------------------------------------------------------------

    def plan_memory(self, behind: Behind, bind: Bind | None, kind: str, own: OwnBind) -> None:
        size = (bind.size or 0) * REGISTER if bind is not None else 0
        size = size or behind.size or (self.layout.size(behind.type) if behind.type is not None else 0)
        accesses = self.memory.of(behind.base)
        if size > LARGEST:
            raise LimitExceeded(
                f"{size} bytes behind {behind.names.name} are too many: gpucc takes at most {LARGEST}", self.place
            )
        use = describe(self.function, self.flow, self.layout, accesses, size or OPEN_ARRAY * REGISTER, size)
        if not kind:
            written = "input" if behind.own else "output"
            kind = written if use.written else "input" if use.gid else "uniform"
        if (not use.touched and kind in ("uniform", "inout")) or (
            not use.touched and behind.base.startswith("%") and bind is None
        ):
            # code without an effect may still read it
            self.ledger.items.append(LocalItem(behind.base, OPEN_ARRAY * REGISTER))
            return
        self.check(behind.names.name, kind, use, size > 0, behind.own)
        if kind == "uniform":
            self.plan_uniform(behind, use, size, bind)
        else:
            self.plan_local(behind, kind, use, own)

    def check(self, name: str, kind: str, use: MemoryUse, bounded: bool, own: bool = False) -> None:
        if kind in ("uniform", "input") and use.first_write is not None and not (own and kind == "input"):
            raise self.at(
                use.first_write,
                f"{name} is written, but bound as {kind}",
                "bind it as output, or as inout if it is read too",
            )
        if kind == "output" and use.unwritten is not None:
            notes = f"bind it as inout to make it an input too: --bind {name}=inout"
            raise self.at(
                use.unwritten,
                f"{name} is both read and written, and read here before it is written",
                notes,
                undecided=True,
            )
        if kind in ("output", "inout") and use.open_write is not None:
            raise self.at(
                use.open_write,
                f"{name} is written at an index known only at run time",
                "write it at constant indices",
                undecided=True,
            )
        if kind in ("output", "inout") and not use.written:
            raise InputError(f"the output {name} is never written", self.place, ("write it, or leave it out",))
        if use.open_read is not None and not bounded:
            if not self.final:
                raise self.at(use.open_read, f"{name} is read at an index known only at run time", "", undecided=True)
            if kind != "uniform":
                raise self.at(
                    use.open_read, f"{name} is read at an index known only at run time", "read it at constant indices"
                )
            size = f"{OPEN_ARRAY} registers"
            self.ledger.warnings.append(
                f"{name} is indexed at run time and its length is not known: it counts as {size}; bind it with its size"
            )

    def at(self, access: Access, message: str, note: str, undecided: bool = False) -> GpuccError:
        one = access.instruction
        kind = Undecided if undecided and not self.final else Unsupported
        return kind(message, one.location or self.place, (note,) if note else (), one.text)

    def plan_uniform(self, behind: Behind, use: MemoryUse, size: int, bind: Bind | None) -> None:
        name = behind.names.name
        self.refuse_half(name, use)
        if use.gid:
            raise InputError(
                f"{name} is indexed by the global id, so it is no uniform",
                self.place,
                (f"bind it as input: --bind {name}=input",),
            )
        if use.open_read is not None and not size:
            size = OPEN_ARRAY * REGISTER
        self.ledger.items.append(PointerItem(behind.base, len(self.ledger.ports)))
        self.add_port(behind.names, bind, "uniform", words_by_use(use, size), behind.base)

    def refuse_half(self, name: str, use: MemoryUse) -> None:
        if any(cell.letter == "h" for cell in use.cells.values()):
            raise Unsupported(
                f"the uniform {name} holds half values",
                self.place,
                ("uniforms hold 32-bit floats; pass half by value or use float",),
            )

    def plan_local(self, behind: Behind, kind: str, use: MemoryUse, own: OwnBind, initial: bool = False) -> None:
        """Plan local memory that is filled with inputs before the shader runs, and read for outputs after it."""
        if behind.type is not None and not is_opaque(behind.type):
            shape = shape_by_type(behind.type, self.layout)
            shape_in = shape_out = shape
            if kind == "output":
                shape_out = without_padding(shape, use.written)
        else:
            shape_in = shape_by_use(use, use.read | use.written if kind == "inout" else use.read)
            shape_out = shape_by_use(use, use.written)
        reads, writes = kind in ("input", "inout"), kind in ("output", "inout")
        parts = self.parts(shape_in, self.add_ports(behind.names, shape_in, "input", own), -1) if reads else []
        parts += self.parts(shape_out, -1, self.add_ports(behind.names, shape_out, "output", own)) if writes else []
        given = defaults(shape_out) if kind == "output" and not initial else ()
        size = max(shape_in.size, shape_out.size, use.extent)
        self.ledger.items.append(LocalItem(behind.base, size, tuple(parts), initial, given))

    def add_ports(self, names: Names, shape: MemoryShape, kind: Kind, own: OwnBind) -> int:
        first = len(self.ledger.ports)
        for number, (member, words) in enumerate(zip(names.of(len(shape.words)), shape.words, strict=True)):
            self.add_port(member, own(member, number), kind, words)
        return first

    def parts(self, shape: MemoryShape, source: int, sink: int) -> list[MemoryPart]:
        found = []
        for one in shape.placed:
            type = BOOL if one.type == I8 and one.letter == "b" else one.type
            place = (source + one.slot if source >= 0 else -1, sink + one.slot if sink >= 0 else -1)
            found.append(MemoryPart(*place, one.register, one.component, one.offset, type, one.letter))
        return found

    # globals ---------------------------------------------------------------------------------------------------------

    def plan_global(self, variable: GlobalVariable, names: Names, bind: Bind | None, own: OwnBind) -> None:
        kind = bind.kind if bind is not None else SPACES.get(variable.space, "")
        if bind is None and variable.space not in SPACES and variable.name in BUILTINS:
            kind = BUILTINS[variable.name][1]
        base = f"@{variable.name}"
        meaningful = variable.initializer is not None and not isinstance(variable.initializer, Zero | Undefined)
        if bind is None and meaningful and variable.constant and kind in ("", "uniform"):
            return
        if not kind:
            self.plan_private(variable, base)
            return
        type = None if is_opaque(variable.type) else variable.type
        behind = Behind(base, names, type)
        use = describe(
            self.function,
            self.flow,
            self.layout,
            self.memory.of(base),
            min(self.layout.size(variable.type), LARGEST)
            or (bind.size if bind is not None and bind.size else OPEN_ARRAY) * REGISTER,
        )
        if kind == "output" and not use.touched and variable.name in BUILTINS:
            self.ledger.items.append(LocalItem(base, OPEN_ARRAY * REGISTER))
            return
        self.check(variable.name, kind, use, type is not None)
        if kind != "uniform":
            self.plan_local(behind, kind, use, own, initial=meaningful and kind == "output")
            return
        words = words_by_type(type, self.layout) if type is not None else words_by_use(use, 0)
        self.refuse_half(variable.name, use)
        where = len(self.ledger.ports)
        self.ledger.items.append(
            UniformGlobal(variable.name, where) if variable.space == 2 else PointerItem(base, where)
        )
        self.add_port(names, bind, "uniform", words, base)

    def plan_private(self, variable: GlobalVariable, base: str) -> None:
        """Plan a variable of the program: every invocation has its own copy, which starts with the initial value."""
        accesses = self.memory.of(base)
        if not accesses:
            return
        if variable.initializer is None:
            one = accesses[0].instruction
            spaces = "or declare it in addrspace 1 (input), 2 (uniform) or 3 (output)"
            notes = (f"say what it is: --bind {variable.name}=input, uniform or output; {spaces}",)
            raise InputError(
                f"the global {variable.name} has no value in this module", one.location or self.place, notes, one.text
            )
        if not variable.constant:
            self.ledger.items.append(LocalItem(base, self.layout.size(variable.type), initial=True))
