"""Reads names of parameters from debug information, and finds parameters that are pieces of one variable of the
source.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from gpucc.debuginfo import node_fields, unescape
from gpucc.lowering.interface.entry import Entry
from gpucc.lowering.llvm import Function, Global, LlvmInstruction, Local, Module
from gpucc.lowering.reader.names import DebugRecord, debug_record
from gpucc.lowering.reader.tokens import bare_name


class DebugName(NamedTuple):
    """A name; `variable` distinguishes variables with the same name."""

    name: str
    variable: str


def debug_names(module: Module, entry: Entry) -> dict[str, DebugName]:
    """Return, by the parameter's token, the variable that it is or that it is a piece of."""
    function = module.functions[entry.name]
    records = [record for block in function.blocks for line in block.lines for record in line.split("\n")[:-1]]
    if not records:
        return {}
    arguments = {}
    for node, text in module.nodes.items():
        if "!DILocalVariable(" in text and "arg" in (fields := node_fields(text)):
            arguments[node] = fields
    by_number = {
        int(fields["arg"]): DebugName(unescape(fields.get("name", "")), node)
        for node, fields in arguments.items()
        if fields.get("scope") == entry.subprogram
    }
    plain = [formal.token for formal in entry.formals if not any(word.startswith("sret") for word in formal.attributes)]
    if sorted(by_number) == list(range(1, len(plain) + 1)):
        return {token: by_number[k] for k, token in enumerate(plain, 1)}
    known = {node: DebugName(unescape(fields.get("name", "")), node) for node, fields in arguments.items()}
    told = [record for record in map(debug_record, records) if record is not None and record.variable in known]
    found = _follow(function, told, {bare_name(token) for token in plain})
    return {token: known[found[name]] for token in plain if (name := bare_name(token)) in found}


def _follow(function: Function, records: Iterable[DebugRecord], wanted: set[str]) -> dict[str, str]:
    """Return the variable of each parameter, from debug records about it or about the memory that it is stored to."""
    found: dict[str, str] = {}
    places: dict[str, str] = {}
    for record in records:
        name = bare_name(record.value)
        if record.kind == "#dbg_declare":
            places[name] = record.variable
        if record.plain and name in wanted:
            found.setdefault(name, record.variable)
    _through_memory([one for block in function.blocks for one in block.instructions], wanted, places, found)
    return found


def _through_memory(
    code: list[LlvmInstruction], wanted: set[str], places: dict[str, str], found: dict[str, str]
) -> None:
    """Follow parameters that are stored first, as in unoptimised code, where the memory is the variable."""
    roots: dict[str, str] = {}
    for one in code:
        match one.callee, one.operands:
            case Global(name), (Local(target), Local(source), *_) if (
                name.startswith("llvm.memcpy") and target in places
            ):
                places.setdefault(source, places[target])
    for one in code:
        match one.op, one.operands:
            case "getelementptr", (Local(base), *_):
                roots[one.name or ""] = roots.get(base, base)
            case "store", (Local(value), Local(place)) if value in wanted and roots.get(place, place) in places:
                found.setdefault(value, places[roots.get(place, place)])
