"""Random legal instructions, drawn from the ISA record: every form, op, operand and setting that has an encoding."""

from __future__ import annotations

import random

from gpucc.emit.lima_pp import CODER
from gpucc.isa.lima_pp import LIMA_PP
from gpucc.isa.model import Dest, Source
from gpucc.isa.pipeline import Form, Packet, PipePort, PipeUnit, Setting, UnitPart

PIPES = [pipe.unit for pipe in LIMA_PP.pipeline.pipes if pipe.code is not None]


def packet(rng: random.Random) -> Packet:
    """An instruction with at least one unit; the empty instruction is legal too, but there is only one."""
    units = LIMA_PP.pipeline.units
    chosen = sorted(rng.sample(range(len(units)), rng.randint(1, len(units))))
    parts = tuple(part(rng, units[i]) for i in chosen)
    prefetch = rng.random() < 0.7
    return Packet(parts, rng.random() < 0.2, rng.random() < 0.2, prefetch, rng.randint(0, 31) if prefetch else 0)


def part(rng: random.Random, unit: PipeUnit) -> UnitPart:
    form = rng.choice(unit.forms)
    op = rng.choice(LIMA_PP.in_form(form.name))
    read = [operand.name for operand in op.operands if not operand.place]
    sources: list[Source | None] = []
    for port in form.ports:
        if port.optional:
            free = port.register not in dict(form.fixed) and rng.random() < 0.4
            sources.append(source(rng, port) if free else None)
        elif port.name in read:
            sources.append(source(rng, port))
    while sources and sources[-1] is None:
        sources.pop()
    settings = [(setting.name, number(rng, form, setting)) for setting in form.settings]
    align = dict(settings).get("align", 4)
    if op.effect == "store":
        first = rng.randint(0, 4 - align)
        sources[0] = Source("register", rng.randrange(6), (first,) * 4)
    if form.name == "sampler" and not (sources and sources[0]):
        settings = [(name, 0 if name == "explicit" else value) for name, value in settings]
    modifier = rng.choice(["", "sat", "pos", "int"]) if form.modifier else ""
    return UnitPart(unit.name, op.name, dest(rng, form, op.name), tuple(sources), modifier, tuple(settings))


def dest(rng: random.Random, form: Form, op: str) -> Dest | None:
    target = form.target
    if target is None:
        return None
    if target.whole:
        return Dest("register", rng.randrange(6), target.whole)
    if target.discard is not None and rng.random() < 0.4:
        return Dest("discard", 0, rng.choice([1, 3, 7, 15]))
    if ((target.mask and target.discard is None) or target.enable) and rng.random() < 0.3:
        return None
    mask = rng.randint(1, 15) if target.mask else 1 << rng.randrange(4)
    return Dest("register", rng.randrange(6), mask)


def source(rng: random.Random, port: PipePort) -> Source:
    component = rng.randrange(4)
    swizzle = (component,) * 4 if port.scalar else tuple(rng.randrange(4) for _ in range(4))
    x, y, z, w = swizzle
    negate, absolute = bool(port.negate) and rng.random() < 0.3, bool(port.absolute) and rng.random() < 0.3
    if port.bypass and rng.random() < 0.3:
        return Source(port.unit, 0, (0, 0, 0, 0) if port.scalar else (x, y, z, w), negate, absolute)
    if not port.plain and rng.random() < 0.3:
        return Source(rng.choice(PIPES), 0, (x, y, z, w), negate, absolute)
    return Source("register", rng.randrange(6), (x, y, z, w), negate, absolute)


def number(rng: random.Random, form: Form, setting: Setting) -> int:
    if setting.values:
        return rng.choice(setting.values)[0]
    field = next(field for field in form.word.fields if field.name == setting.field)
    low, high = (-(1 << field.width - 1), (1 << field.width - 1) - 1) if field.signed else (0, (1 << field.width) - 1)
    value = rng.choice([low, high, 0, 1, rng.randint(low, high)])
    return value if setting.name != "explicit" else rng.randint(0, 1)


__all__ = ["CODER", "packet"]
