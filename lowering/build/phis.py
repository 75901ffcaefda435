"""Phis: created at their place, completed when all values are known."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from gpucc.lowering.build.memory import read_variable
from gpucc.lowering.build.operands import operand
from gpucc.lowering.build.pointers import complete_join, join_pointer
from gpucc.lowering.build.state import BuildState, Incoming, Leaf, Leaves, node, pointer
from gpucc.lowering.build.wide import join, recast, retype
from gpucc.lowering.graph import F32, I32, Node, Type, integer
from gpucc.lowering.interface.indices import divisor
from gpucc.lowering.layout import F64, POINTER
from gpucc.lowering.llvm import IntConstant, IntType, LlvmInstruction, Local, Value, definition_of
from gpucc.lowering.reader.spelling import DefUse

I64 = integer(64)


def lower_phi(state: BuildState, i: LlvmInstruction) -> Leaves:
    source = dict(zip(i.labels, i.operands, strict=True))
    block = state.block.name
    result: list[Leaf] = []
    for part, (type, _) in enumerate(state.layout.parts(i.type)):
        incoming = Incoming(block, source, part, instruction=i)
        if type == POINTER:
            result.append(join_pointer(state, block, ("phi", i.name, part), incoming))
        elif type == F64 or (type == I64 and any(_carries_words(state, value) for value in i.operands)):
            result.append(_split(state, type, incoming))
        else:
            phi = state.phi(block, type, incoming, state.flags(i.flags))
            if isinstance(i.type, IntType):
                _note_constants(state, phi, source)
                state.multiples[phi] = divisor(DefUse(state.definitions), Local(i.name or "", i.type))
            result.append(phi)
    return tuple(result)


def _note_constants(state: BuildState, phi: Node, source: dict[str, Value]) -> None:
    values = {pred: source[pred] for pred in state.predecessors[state.block.name]}
    numbers = {pred: value.value for pred, value in values.items() if isinstance(value, IntConstant)}
    if len(numbers) == len(values):
        state.constant_phis[phi] = numbers


def _split(state: BuildState, type: Type, incoming: Incoming) -> Node:
    """Return a phi of two words that the program treats as one value."""
    kind = F32 if type == F64 else I32
    words = [state.phi(incoming.block, kind, replace(incoming, word=k)) for k in (0, 1)]
    return retype(state, join(state, [retype(state, word, I32) for word in words]), type)


def _carries_words(state: BuildState, value: Value) -> bool:
    """Return whether an i64 is composed of two words: a cast vector, or one word shifted above the other."""
    made = definition_of(value, state.definitions)
    if made is None or made.op != "or":
        return made is not None and made.op == "bitcast"
    shifts = [definition_of(operand, state.definitions) for operand in made.operands]
    return any(
        shift is not None and shift.op == "shl" and getattr(shift.operands[1], "value", 0) == 32 for shift in shifts
    )


def complete_phis(state: BuildState) -> None:
    """Give every phi its values. Reading memory may create further phis, which are completed too."""
    done = 0
    while done < len(state.pending):
        item, incoming = state.pending[done]
        done += 1
        state.instruction = incoming.instruction
        for pred in state.predecessors[incoming.block]:
            state.block = state.blocks[pred]
            _complete(state, item, incoming, pred)


def _complete(state: BuildState, item: Node | Hashable, incoming: Incoming, pred: str) -> None:
    wanted = item.type if isinstance(item, Node) else POINTER
    if isinstance(incoming.source, tuple):
        leaf = read_variable(state, incoming.source, wanted)
    else:
        leaf = operand(state, incoming.source[pred])[incoming.part]
    if not isinstance(item, Node):
        complete_join(state, item, pred, pointer(leaf))
        return
    value = node(leaf)
    if incoming.word is not None:
        value = recast(state, (value,), (wanted, wanted))[incoming.word]
    state.completed.setdefault(item, {})[pred] = retype(state, value, wanted)
