"""Unrolls loops by executing their known parts: a block is copied for each set of values that decides its branches.

LLVM computes trip counts from a formula; this pass follows the program. Values that cross blocks are first put in
memory (LLVM's reg2mem), so that a block's copies need no phis. For each loop, the blocks are executed on the constants
in those memory slots that branches of the loop depend on; everything else stays code. A copy is identified by its block
and the known contents of the slots that are still live there, so two paths to the same state share one copy. If no copy
leads back to itself, and the copies are not longer than BUDGET, they replace the loop: it is unrolled, whatever it
counts with (`continue`, shifts, two counters, pointers, floats). Otherwise the loop stays as it was.

Loops are processed in program order, each with the facts on which all paths to it agree.
"""

from __future__ import annotations

from collections.abc import Callable

from gpucc.lowering.layout import Layout
from gpucc.lowering.llvm import BasicBlock, Function, IntType, LlvmInstruction, Local, Module, PointerType, Value
from gpucc.lowering.optimise.folding import Address, Known, Lookup, fold, is_foldable, known_constant
from gpucc.lowering.optimise.slots import components, live_slots, whole_slots
from gpucc.lowering.reader.edit import renamed
from gpucc.lowering.reader.spelling import quote
from gpucc.lowering.reader.tokens import bare_name
from gpucc.records import dataclass

# the limit for the instructions in all copies of one loop
BUDGET = 16384
COPIES = 4096
TO_MEMORY = ("always_inliner", "global_dead_code_eliminate", "sroa", "instruction_combine", "register_to_memory")
FROM_MEMORY = ("sroa", "instruction_combine", "sccp", "aggressive_dce", "simplify_cfg", "sroa")
DEBUG = ", !dbg "
# prefix for the names of blocks whose copies are known only at the end
OUTSIDE = "gpucc.outside."
FINAL = ("ret", "br", "switch", "unreachable")

State = tuple[tuple[str, Known], ...]
Key = tuple[str, State]
Rename = Callable[[str], str | None]


@dataclass(frozen=True, slots=True)
class _Run:
    """The known values of a block, the known contents of the slots after it, and the blocks that may come next."""

    known: dict[str, Known]
    state: dict[str, Known]
    targets: list[str]


@dataclass(frozen=True, slots=True)
class _Visit:
    """A run of a copy, and the copies of the same loop that it leads to."""

    run: _Run
    inner: dict[str, Key]


class Specialiser:
    """Unrolls loops by following their steps. `changed`: some loop was unrolled. `exhausted`: a loop was given up only
    because it has too many steps."""

    def __init__(self) -> None:
        self.changed = False
        self.exhausted = False
        self.copies: list[BasicBlock] = []
        self.incoming: dict[str, list[dict[str, Known]]] = {}
        self.labels: dict[str, str] = {}

    def edit(self, module: Module, function: Function) -> None:
        """Unroll the function's countable loops; its values that cross blocks are in memory."""
        self.layout = Layout(module.datalayout)
        if not self.prepare(module, function):
            return
        parts = components(self.order, self.following)
        if all(len(part) == 1 and part[0] not in self.following[part[0]] for part in parts):
            return
        for part in parts:
            self.labels.update({name: f"gpucc.b{k}" for k, name in enumerate(self.order) if name in part})
        self.incoming[self.order[0]] = [{}]
        for part in parts:
            self.take(set(part), part[0])
        if self.changed:
            self.write(function)

    def prepare(self, module: Module, function: Function) -> bool:
        if any(block.instructions[-1].op not in FINAL for block in function.blocks):
            return False
        if any(
            name in module.types
            for block in function.blocks
            for name in (one.name for one in block.instructions)
            if name
        ):
            return False
        self.blocks = {block.name: block for block in function.blocks}
        self.order = [block.name for block in function.blocks]
        self.following = {block.name: list(dict.fromkeys(block.instructions[-1].labels)) for block in function.blocks}
        self.slots = whole_slots(function)
        arrays = {one.name or "" for one in function.blocks[0].instructions if one.op == "alloca"} - self.slots
        # addresses that do not change
        self.fixed = arrays | {parameter.name for parameter in function.parameters}
        self.live = live_slots(function, self.slots, self.following)
        return True

    # one part of the control-flow graph ------------------------------------------------------------------------------

    def take(self, part: set[str], first: str) -> None:
        """Emit a part: a single block, or all blocks of a loop with those nested in it."""
        entries = {name: _agreed(self.incoming[name]) for name in self.order if name in part and name in self.incoming}
        if not entries:
            return
        loop = len(part) > 1 or first in self.following[first]
        if loop:
            relevant = self.relevant(part)
            found = self.explore(part, entries, relevant)
            if found is not None:
                self.changed = True
                self.emit(part, entries, relevant, found)
                return
        self.emit_once(part, entries, loop)

    def relevant(self, part: set[str]) -> set[str]:
        """Return the slots that the part's branches depend on."""
        wanted: set[str] = set()
        stored: dict[str, list[tuple[str, Value]]] = {}
        made: dict[str, LlvmInstruction] = {}
        for name in part:
            for one in self.blocks[name].instructions:
                if one.name is not None:
                    made[one.name] = one
                if one.op == "store" and (slot := self.slot_of(one.operands[1])) is not None:
                    stored.setdefault(slot, []).append((name, one.operands[0]))
        waiting: list[Value] = [
            self.blocks[name].instructions[-1].operands[0]
            for name in part
            if self.blocks[name].instructions[-1].operands
        ]
        seen: set[str] = set()
        while waiting:
            value = waiting.pop()
            source = made.get(value.name) if isinstance(value, Local) else None
            if source is None or source.name in seen:
                continue
            seen.add(source.name or "")
            slot = self.slot_of(source.operands[0]) if source.op == "load" else None
            if slot is None:
                waiting += source.operands
            elif slot not in wanted:
                wanted.add(slot)
                waiting += [stored_value for _, stored_value in stored.get(slot, ())]
        return wanted

    def slot_of(self, value: Value) -> str | None:
        return value.name if isinstance(value, Local) and value.name in self.slots else None

    def explore(
        self, part: set[str], entries: dict[str, dict[str, Known]], relevant: set[str]
    ) -> dict[Key, _Visit] | None:
        """Return every copy that is needed and the copies it leads to within the part, or None if there is no end."""
        waiting = [self.key(name, state, relevant) for name, state in entries.items()]
        found: dict[Key, _Visit] = {}
        cost = 0
        while waiting:
            key = waiting.pop()
            if key in found:
                continue
            cost += len(self.blocks[key[0]].instructions)
            if cost > BUDGET or len(found) > COPIES:
                self.exhausted = True
                return None
            run = self.execute(key[0], dict(key[1]))
            inner = {target: self.key(target, run.state, relevant) for target in run.targets if target in part}
            found[key] = _Visit(run, inner)
            waiting += inner.values()
        return None if _has_cycle(found) else found

    def key(self, name: str, state: dict[str, Known], relevant: set[str]) -> Key:
        return name, tuple((slot, state[slot]) for slot in sorted(relevant & self.live[name] & state.keys()))

    def execute(self, name: str, state: dict[str, Known]) -> _Run:
        """Execute the block on the known contents of the slots."""
        known: dict[str, Known] = {}

        def look(value: Value) -> Known:
            if not isinstance(value, Local):
                return known_constant(value)
            if value.name in known:
                return known[value.name]
            return (
                Address(f"%{value.name}") if isinstance(value.type, PointerType) and value.name in self.fixed else None
            )

        for one in self.blocks[name].instructions[:-1]:
            slot = self.slot_of(one.operands[-1]) if one.op in ("load", "store") else None
            if one.op == "store" and slot is not None:
                value = look(one.operands[0])
                state.pop(slot, None)
                if value is not None:
                    state[slot] = value
            elif one.op == "load":
                value = state.get(slot) if slot is not None else None
                if value is not None and one.name is not None:
                    known[one.name] = value
            elif one.name is not None and (value := fold(one, look, self.layout)) is not None:
                known[one.name] = value
        return _Run(known, state, self.targets(self.blocks[name].instructions[-1], look))

    def targets(self, last: LlvmInstruction, look: Lookup) -> list[str]:
        value = look(last.operands[0]) if last.op in ("br", "switch") and last.operands else None
        if not isinstance(value, int):
            return list(dict.fromkeys(last.labels))
        if last.op == "br":
            return [last.labels[0] if value else last.labels[1]]
        cases = {known_constant(case): label for case, label in zip(last.operands[1:], last.labels[1:], strict=True)}
        return [cases.get(value, last.labels[0])]

    # text ------------------------------------------------------------------------------------------------------------

    def emit(
        self, part: set[str], entries: dict[str, dict[str, Known]], relevant: set[str], found: dict[Key, _Visit]
    ) -> None:
        labels = {key: f"gpucc.c{len(self.copies) + k}" for k, key in enumerate(found)}
        for name, state in entries.items():
            self.labels[name] = labels[self.key(name, state, relevant)]
            self.incoming.pop(name, None)
        for key, visit in found.items():
            places = {target: labels[inner] for target, inner in visit.inner.items()}
            self.copy(key[0], labels[key], visit.run, places, f".{labels[key][6:]}")
            self.leave(part, visit.run)

    def emit_once(self, part: set[str], entries: dict[str, dict[str, Known]], loop: bool) -> None:
        """Emit each block once, unchanged; nothing is known in a loop that stays."""
        for name in (name for name in self.order if name in part):
            run = _Run({}, {}, self.following[name]) if loop else self.execute(name, entries[name])
            self.copy(name, self.labels[name], run, {}, f".{self.labels[name][6:]}")
            self.leave(part, run)

    def leave(self, part: set[str], run: _Run) -> None:
        for target in run.targets:
            if target not in part:
                self.incoming.setdefault(target, []).append(
                    {slot: run.state[slot] for slot in self.live[target] & run.state.keys()}
                )

    def copy(self, name: str, label: str, run: _Run, places: dict[str, str], suffix: str) -> None:
        block = self.blocks[name]
        own = {one.name for one in block.instructions if one.name is not None and one.op != "alloca"}
        literals = {one.name: _literal(one, run.known) for one in block.instructions if one.name is not None}

        def rename(token: str) -> str | None:
            bare = bare_name(token) if token[0] == "%" else ""
            known = literals.get(bare)
            return known if known is not None else f"%{quote(bare + suffix)}" if bare in own else None

        # an entry without a label has a number, and the numbers of unnamed arrays count on from it
        made = BasicBlock(label, label=f"{label}:" if self.copies or block.label else "")
        for one, line in zip(block.instructions[:-1], block.lines, strict=False):
            if one.name is None or literals[one.name] is None or not is_foldable(one):
                made.lines.append(renamed(_statement(line), rename))
        made.lines.append(self.final(block.instructions[-1], _statement(block.lines[-1]), run.targets, places, rename))
        self.copies.append(made)

    def final(
        self, last: LlvmInstruction, line: str, targets: list[str], places: dict[str, str], rename: Rename
    ) -> str:
        """Return the terminator; places of blocks outside the part are only known when those are written."""
        _, mark, node = line.partition(DEBUG)
        tail = mark + node.partition(",")[0]

        def label(target: str) -> str:
            return f"label %{places[target]}" if target in places else f'label %"{OUTSIDE}{target.encode().hex()}"'

        if last.op in ("ret", "unreachable"):
            return renamed(line, rename)
        if len(targets) == 1:
            return f"  br {label(targets[0])}{tail}"
        head = renamed(line[: line.index(", label")], rename)
        if last.op == "br":
            return f"{head}, {label(last.labels[0])}, {label(last.labels[1])}{tail}"
        cases = zip(last.operands[1:], last.labels[1:], strict=True)
        inner = " ".join(f"{_spell_case(case)}, {label(target)}" for case, target in cases)
        return f"{head}, {label(last.labels[0])} [ {inner} ]{tail}"

    def write(self, function: Function) -> None:
        def place(token: str) -> str | None:
            _, mark, name = token.strip('"').partition(OUTSIDE)
            return f"%{self.labels[bytes.fromhex(name).decode()]}" if mark else None

        for made in self.copies:
            if OUTSIDE in made.lines[-1]:
                made.lines[-1] = renamed(made.lines[-1], place)
        function.blocks = self.copies


def _literal(one: LlvmInstruction, known: dict[str, Known]) -> str | None:
    """Return a known integer as it is written in place of its name."""
    value = known.get(one.name or "")
    if not isinstance(value, int) or not isinstance(one.type, IntType):
        return None
    if one.type.bits == 1:
        return "true" if value else "false"
    return str(value - (1 << one.type.bits) if value >> (one.type.bits - 1) else value)


def _spell_case(case: Value) -> str:
    value = known_constant(case)
    assert isinstance(case.type, IntType)
    return f"i{case.type.bits} {value}"


def _statement(line: str) -> str:
    """Return the statement without the debug records before it."""
    return line.rpartition("\n")[2]


def _agreed(states: list[dict[str, Known]]) -> dict[str, Known]:
    first, *rest = states
    return {
        slot: value
        for slot, value in first.items()
        if all(slot in other and _same(other[slot], value) for other in rest)
    }


def _same(a: Known, b: Known) -> bool:
    return type(a) is type(b) and repr(a) == repr(b)


def _has_cycle(found: dict[Key, _Visit]) -> bool:
    graph = {key: list(visit.inner.values()) for key, visit in found.items()}
    state: dict[Key, int] = {}
    for start in graph:
        if start in state:
            continue
        stack = [(start, 0)]
        state[start] = 1
        while stack:
            key, i = stack.pop()
            if i == len(graph[key]):
                state[key] = 2
                continue
            stack.append((key, i + 1))
            target = graph[key][i]
            if state.get(target) == 1:
                return True
            if target not in state:
                state[target] = 1
                stack.append((target, 0))
    return False
