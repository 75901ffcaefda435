"""Rewriting of memory accesses: each load and store is checked against the objects that its address may point into.

A target without a select unit has no memory either: an element at a dynamic index is selected from all of them by
blending. (Registers of a vertex program's uniforms are the exception: there the element is selected from the register's
components.) If one of the candidates does not survive a blend, the lane is unsure.
"""

from __future__ import annotations

import re

from gpucc.errors import Unsupported
from gpucc.interp.reference import checks
from gpucc.interp.reference.body import BodyWriter, MemoryRegion, in_memory, widened
from gpucc.interp.reference.irtext import (
    GLOBAL,
    TextCall,
    TextFunction,
    TextLine,
    incoming,
    int_bits,
    split,
    take_type,
    typed_value,
    vector_parts,
)
from gpucc.interp.reference.library import like
from gpucc.interp.reference.undefined import filled
from gpucc.interp.reference.values import half_bits, half_value
from gpucc.interp.rounding import is_binary32

# the bits of a component of a uniform
WORD = 32
APART = 1024


def size_of(kind: str) -> str:
    """The size of a value in bytes, as an LLVM constant: of a scalar or vector without its padding."""
    count, element = vector_parts(kind)
    bits = int_bits(element) or {"float": 32, "double": 64, "half": 16}.get(element, 0)
    if bits:
        return str(-(-(count or 1) * bits // 8))
    return object_size(kind)


def object_size(kind: str) -> str:
    """The size of an object in bytes with its padding: C reads a vector of three as one of four."""
    return f"ptrtoint (ptr getelementptr ({kind}, ptr null, i64 1) to i64)"


def allocations(function: TextFunction) -> dict[str, MemoryRegion]:
    """The function's own stack objects."""
    found = {}
    for block in function.blocks:
        for line in block.lines:
            if line.op == "alloca" and line.result:
                kind, count = _allocation(line)
                found[line.result] = MemoryRegion(
                    "ptr", line.result, f"ptrtoint (ptr getelementptr ({kind}, ptr null, i64 {count}) to i64)"
                )
    return found


def _allocation(line: TextLine) -> tuple[str, int]:
    parts = split(in_memory(line.rest))
    kind, count = parts[0], 1
    for part in parts[1:]:
        if re.match(r"i\d+ ", part):
            number = part.split()[1]
            if not number.isdigit():
                raise Unsupported(
                    "the reference cannot run an array whose size is known only at run time", notes=(line.text,)
                )
            count = int(number)
    return kind, count


def rewrite_memory(body: BodyWriter, line: TextLine) -> None:
    match line.op:
        case "alloca":
            kind, count = _allocation(line)
            # between two objects lies memory of neither
            room = f"{{ [{APART} x i8], [{count} x {kind}], [{APART} x i8] }}"
            whole = body.let(f"alloca {room}, align 16")
            body.let(f"getelementptr inbounds {room}, ptr {whole}, i64 0, i32 1", line.result)
            value = filled(f"[{count} x {kind}]", body.fill) if body.fill not in (None, "marks") else "zeroinitializer"
            body.emit(f"store [{count} x {kind}] {value}, ptr {line.result}")
        case "getelementptr":
            body.let(f"getelementptr {in_memory(line.rest)}", line.result)
        case "load":
            _load(body, line)
        case _:
            _store(body, line)


def _load(body: BodyWriter, line: TextLine) -> None:
    parts = split(line.rest)
    kind, (space, pointer) = parts[0], typed_value(parts[1])
    stored = in_memory(kind)
    address = _checked(body, space, pointer, stored)
    _blended(body, kind, space, pointer, address)
    if 1 < int_bits(kind) < WORD and all(body.regions[name].uniform for name in _objects(body, pointer, set())):
        body.emit(body.call(checks.in_word(body.library, kind, space), "void", [(space, address)]))
    text = f"load {stored}, {space} {address}, align 1"
    if stored != kind:
        _only_vectors(line, kind)
        made = body.let(body.call(half_value(body), widened(kind), [(stored, body.let(text))]))
        body.let(f"freeze {widened(kind)} {body.fit(body.format_of(kind), widened(kind), made)}", line.result)
    elif vector_parts(kind)[1] == "float" and not is_binary32(body.format):
        body.let(f"freeze {kind} {body.fit(body.format, kind, body.let(text))}", line.result)
    else:
        body.let(text, line.result)


def _store(body: BodyWriter, line: TextLine) -> None:
    value, target = split(line.rest)[:2]
    (kind, given), (space, pointer) = typed_value(value), typed_value(target)
    stored, given = in_memory(kind), body.constants(given)
    address = _checked(body, space, pointer, stored)
    if stored != kind:
        _only_vectors(line, kind)
        given = body.let(body.call(half_bits(body), like(kind, "i16"), [(widened(kind), given)]))
    body.emit(f"store {stored} {given}, {space} {address}, align 1")
    _blended(body, kind, space, pointer, address)


def _blended(body: BodyWriter, kind: str, space: str, pointer: str, address: str) -> None:
    """Check the candidates of an access whose index is dynamic."""
    if not body.format.blend_select or vector_parts(kind)[1] != "float" or not _dynamic(body, pointer, set()):
        return
    for name in sorted(_objects(body, pointer, set())):
        region = body.regions[name]
        if body.stage == "vertex" and region.uniform:
            number = body.let(f"ptrtoint {space} {address} to i64")
            start, size = body.let(f"inttoptr i64 {body.let(f'and i64 {number}, -16')} to ptr"), "16"
        else:
            start, size = region.pointer, region.size
            if region.space != "ptr":
                start = body.let(f"addrspacecast {region.space} {start} to ptr")
        body.emit(body.call(checks.blend_memory(body.library, body.excuses), "void", [("ptr", start), ("i64", size)]))


def _dynamic(body: BodyWriter, pointer: str, seen: set[str]) -> bool:
    """Return whether an address depends on anything but the place of its object."""
    line = body.definitions.get(pointer)
    if line is None or pointer in seen:
        return False
    seen.add(pointer)
    if line.op in ("select", "phi"):
        return True
    if line.op == "getelementptr":
        parts = [typed_value(part)[1] for part in split(line.rest)[1:]]
        return any(part.startswith("%") for part in parts[1:]) or _dynamic(body, parts[0], seen)
    return line.op in ("bitcast", "addrspacecast", "freeze") and _dynamic(
        body, typed_value(line.rest.rsplit(" to ", 1)[0])[1], seen
    )


def _only_vectors(line: TextLine, kind: str) -> None:
    if vector_parts(kind)[1] != "half":
        raise Unsupported("the reference cannot load or store half as part of a structure", notes=(line.text,))


def rewrite_copy(body: BodyWriter, call: TextCall) -> None:
    """Rewrite memcpy, memmove and memset: nothing is copied if that would leave an object."""
    name, arguments = call.callee[1:], [(kind, body.constants(value)) for kind, value in call.arguments]
    length = arguments[2]
    size = body.let(f"zext {length[0]} {length[1]} to i64") if length[0] != "i64" else length[1]
    good = _inside(body, *arguments[0], size)
    if not name.startswith("llvm.memset"):
        good = body.let(f"and i1 {good}, {_inside(body, *arguments[1], size)}")
    body.mark(body.let(f"xor i1 {good}, true"))
    arguments[2] = (length[0], body.let(f"select i1 {good}, {length[0]} {length[1]}, {length[0]} 0"))
    kinds = [kind for kind, _ in arguments[:3]] + ["i1 immarg"]
    shown = ", ".join(f"{kind} {value}" for kind, value in arguments)
    body.emit(f"call void {body.library.intrinsic(name, 'void', kinds)}({shown})")


def _checked(body: BodyWriter, space: str, pointer: str, kind: str) -> str:
    """The address, or a dummy's if it is outside of all objects that it may be derived from."""
    if pointer in body.regions and pointer in body.definitions:
        return pointer
    good = _inside(body, space, pointer, size_of(kind))
    return body.let(
        body.call(checks.guarded(body.library, space, body.excuses), space, [(space, pointer), ("i1", good)])
    )


def _inside(body: BodyWriter, space: str, pointer: str, size: str) -> str:
    """One bit: whether so many bytes are within one of the objects that the pointer may be derived from."""
    good = "false"
    address = body.let(f"ptrtoint {space} {pointer} to i64")
    for name in sorted(_objects(body, pointer, set())):
        region = body.regions[name]
        start = body.let(f"ptrtoint {region.space} {region.pointer} to i64")
        limits = [("i64", address), ("i64", start), ("i64", region.size), ("i64", size)]
        bit = body.let(body.call(checks.inside(body.library), "i1", limits))
        good = bit if good == "false" else body.let(f"or i1 {good}, {bit}")
    return good


def _objects(body: BodyWriter, value: str, seen: set[str]) -> set[str]:
    """Names of the objects that a pointer may be derived from."""
    if value in seen:
        return set()
    seen.add(value)
    if not value.startswith("%"):
        return {name for name in GLOBAL.findall(value) if name in body.regions}
    if value in body.regions:
        return {value}
    line = body.definitions.get(value, TextLine(None, "parameter", frozenset(), "", value))
    match line.op:
        case "getelementptr":
            sources = [typed_value(split(line.rest)[1])[1]]
        case "bitcast" | "addrspacecast":
            sources = [typed_value(line.rest.rsplit(" to ", 1)[0])[1]]
        case "freeze":
            sources = [typed_value(line.rest)[1]]
        case "select":
            sources = [typed_value(part)[1] for part in split(line.rest)[1:]]
        case "phi":
            sources = [given for given, _ in incoming(take_type(line.rest)[1])]
        case _:
            raise Unsupported(
                "the reference cannot follow a pointer that is itself loaded or computed", notes=(f"it is {line.text}",)
            )
    return set().union(*(_objects(body, source, seen) for source in sources))
