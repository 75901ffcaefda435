"""Tables for the checker: the operands of the parts of a lima fragment instruction, lane by lane, and the facts that
they rely on."""

from __future__ import annotations

from collections.abc import Iterator

from gpucc.emit.lima_pp import LimaPpCoder
from gpucc.isa import lima_pp as facts
from gpucc.isa.model import Fact, Source
from gpucc.isa.pipeline import Packet, UnitPart
from gpucc.records import dataclass


@dataclass(frozen=True, slots=True)
class LimaPpAccess:
    """A component that a part reads: of a register, or of the result of the unit `file`."""

    file: str
    number: int
    component: int


def lanes_needed(found: LimaPpCoder, packet: Packet) -> dict[str, frozenset[int]]:
    """Return, for each unit, the lanes of its result that are used: those it writes, and those that later units
    read."""
    needed: dict[str, set[int]] = {part.unit: set() for part in packet.parts}
    for part in reversed(packet.parts):
        form = found.form(part)
        if part.dest is not None and part.dest.file == "register":
            mask = part.dest.mask
            needed[part.unit] |= (
                {0} if form.target is not None and form.target.scalar else {i for i in range(4) if mask >> i & 1}
            )
        if found.ops[part.op].effect == "texture" and "varying" in needed:
            needed["varying"] |= {0, 1, 2} if part.op == "texld_cube" else {0, 1}
        for access in reads(found, part, frozenset(needed[part.unit])):
            if access.file in needed and access.file != part.unit:
                needed[access.file].add(access.component)
    return {unit: frozenset(lanes) for unit, lanes in needed.items()}


def reads(found: LimaPpCoder, part: UnitPart, lanes: frozenset[int]) -> Iterator[LimaPpAccess]:
    """Yield the components that a part reads to compute these lanes of its result."""
    op, form = found.ops[part.op], found.form(part)
    named = {operand.name: operand for operand in op.operands}
    for operand in op.operands:
        if operand.place:
            yield LimaPpAccess(operand.place, 0, 0)
    for port, source in zip(form.ports, part.sources, strict=False):
        if source is None or source.file == "none" or not (port.name in named or port.optional):
            continue
        if port.aligned:
            wanted = (
                [source.swizzle[0] + i for i in range(part.setting("align", 4))] if part.setting("align", 4) < 4 else []
            )
        elif port.scalar or port.component:
            wanted = [source.swizzle[0]]
        else:
            wanted = [source.swizzle[lane] for lane in _lanes_read(part, op.name, lanes)]
        for component in dict.fromkeys(wanted):
            yield LimaPpAccess(source.file, source.number if source.file == "register" else 0, component)


def _lanes_read(part: UnitPart, op: str, lanes: frozenset[int]) -> list[int]:
    """The lanes of a vector operand that these lanes of the result depend on."""
    match op:
        case "sum3":
            return [0, 1, 2]
        case "sum4":
            return [0, 1, 2, 3]
        case "normalize" | "atan_pt2":
            return [0, 1, 2]
    divisor = {2: 2, 3: 3}.get(part.setting("perspective"))
    more = set() if divisor is None else {divisor}
    return sorted(lanes | more)


def facts_of(found: LimaPpCoder, part: UnitPart) -> Iterator[Fact]:
    """Yield the facts that a part relies on beyond those of every program; the precision of results is no question of
    legality."""
    op = found.ops[part.op]
    if op.fact is not None:
        yield op.fact
    if op.name == "sel":
        yield facts.SELECT_ORDER
    if part.modifier == "int":
        yield facts.TRUNCATES
    if part.setting("perspective"):
        yield facts.PROJECTED
    if op.name in ("sum3", "sum4") and part.dest is not None and part.dest.mask.bit_count() > 1:
        yield facts.SUM_WRITES
    if op.name == "scale" and part.sources[0] is not None and (part.sources[0].negate or part.sources[0].absolute):
        yield facts.COMBINE_SCALAR_SIGNS
    if op.effect == "branch":
        yield from _branch_facts(part)
    yield from _offset_facts(found, part)


def _branch_facts(part: UnitPart) -> Iterator[Fact]:
    files = {source.file for source in part.sources if source is not None}
    if files & {"const0", "const1"}:
        yield facts.BRANCH_CONSTANT
    if files & {"uniform", "sampler"}:
        yield facts.BRANCH_PIPES


def _offset_facts(found: LimaPpCoder, part: UnitPart) -> Iterator[Fact]:
    op, align = found.ops[part.op], part.setting("align", 4)
    if op.effect == "texture" and part.setting("explicit"):
        yield facts.EXPLICIT_LOD
    if align < 4 and op.effect == "fetch":
        yield facts.NARROW_LOAD
    if align < 4 and op.effect == "store":
        yield facts.NARROW_STORE
    ports = found.form(part).ports
    offsets = [
        source for source, port in zip(part.sources, ports, strict=False) if port.name == "offset" and _register(source)
    ]
    if not offsets:
        return
    yield facts.OFFSET_TRUNCATION
    if align < 4:
        yield facts.OFFSET_UNIT
    table = {"varying": facts.VARYING_OFFSET, "cube": facts.VARYING_OFFSET, "uniform": facts.UNIFORM_OFFSET}
    yield table.get(op.name, facts.SAMPLER_OFFSET if op.effect == "texture" else facts.TEMPORARY_OFFSET)


def _register(source: Source | None) -> bool:
    return source is not None and source.file == "register"
