"""Mutants of the ISA record of lima-vp, judged by outside evidence only: `python -P benchmarks/mutate_lima_vp.py
[--write]`.

Encoder, decoder, simulator and checker all see the same mutant ("both copies"), so that no round trip of ours can
notice it; only Mesa's words, its disassembly of them, and the results of its programs can. `--write` puts the survivors
into docs/tables/mutants-lima-vp.md. The test suite runs a sample.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT / "tests" / "lima_vp")]

from lima_vp_outside import program_wrong, recorded, schedule_wrong, words_wrong  # noqa: E402
from mutants import Campaign, Mutant, collect, exchange, first_objection, misplaced_fields, put  # noqa: E402

from gpucc.isa.lima_vp import LIMA_VP  # noqa: E402
from gpucc.isa.model import Op, Window  # noqa: E402
from gpucc.isa.wide import Wide, WideIsa  # noqa: E402


def mutants(isa: WideIsa = LIMA_VP) -> list[Mutant[WideIsa]]:
    return collect(
        isa, (_fields, _units, _loads, _stores, _branch, _routes, _latencies, _ops, _moves, _sequences, _numbers)
    )


def _wide(isa: WideIsa, **changes: Any) -> WideIsa:
    return replace(isa, wide=replace(isa.wide, **changes))


def _each(
    isa: WideIsa, group: str, part: str, changes: Callable[[Any], Iterator[tuple[str, Any]]]
) -> Iterator[Mutant[WideIsa]]:
    """Yield mutants of every record in a tuple of `Wide`."""
    items = getattr(isa.wide, part)
    for index, item in enumerate(items):
        subject = getattr(item, "name", None) or getattr(item, "file", None) or f"{part} {index}"
        for what, changed in changes(item):
            yield Mutant(group, str(subject), what, _wide(isa, **{part: put(items, index, changed)}))


def _windows(window: Window, unit: str) -> Iterator[tuple[str, Window]]:
    """Yield windows that differ at a distance that an operand number can address."""
    near, far = window.first, window.last
    distances = {route.distance for route in LIMA_VP.wide.routes if route.unit == unit}
    for what, first, last in (
        (f"readable from {near - 1}", near - 1, far),
        (f"readable from {near + 1}", near + 1, far),
        (f"readable until {far - 1}", near, far - 1),
        (f"readable until {far + 1}", near, far + 1),
    ):
        if {d for d in distances if first <= d <= last} != {d for d in distances if near <= d <= far}:
            yield what, replace(window, first=first, last=last)


# fields of the word ---------------------------------------------------------------------------------------------------


def _fields(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    for field, what, word in misplaced_fields(isa.wide.word):
        yield Mutant("fields", field, what, _wide(isa, word=word))


# units ----------------------------------------------------------------------------------------------------------------


def _units(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    def changes(unit: Any) -> Iterator[tuple[str, Any]]:
        yield "another number in stores", replace(unit, store=unit.store ^ 1)
        yield "an opcode of another field", replace(unit, opcode="pass_op" if unit.opcode != "pass_op" else "acc_op")
        for what, window in _windows(unit.window, unit.name):
            yield what, replace(unit, window=window)
        yield "not to be stored", replace(unit, window=replace(unit.window, stored=False))
        if len(unit.ports) > 1:
            yield "operands swapped", replace(unit, ports=unit.ports[::-1])
            first, second = unit.ports
            yield (
                "the identity in the first operand",
                replace(unit, ports=(replace(first, identity=second.identity), second)),
            )
            yield (
                "another identity",
                replace(unit, ports=(first, replace(second, identity=1.0 - (second.identity or 0.0)))),
            )
            yield "no identity", replace(unit, ports=(first, replace(second, identity=None)))
            if first.negate:
                signs = (replace(first, negate=second.negate), replace(second, negate=first.negate))
                yield "signs swapped", replace(unit, ports=signs)
        if unit.negate:
            yield (
                "the sign of the other unit",
                replace(unit, negate=unit.negate.replace("0", "?").replace("1", "0").replace("?", "1")),
            )

    yield from _each(isa, "units", "units", changes)
    for index, (field, value) in enumerate(isa.wide.idle):
        yield Mutant(
            "units", field, f"{value ^ 1} when idle", _wide(isa, idle=put(isa.wide.idle, index, (field, value ^ 1)))
        )


def _loads(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    def changes(load: Any) -> Iterator[tuple[str, Any]]:
        for what, window in _windows(load.window, load.name):
            yield what, replace(load, window=window)
        if load.select:
            yield "files swapped", replace(load, files=tuple((name, 1 - value) for name, value in load.files))
        for index, (name, value) in enumerate(load.indices):
            yield (
                f"{name or 'no index'} is {value ^ 1}",
                replace(load, indices=put(load.indices, index, (name, value ^ 1))),
            )

    yield from _each(isa, "loads", "loads", changes)


def _stores(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    def changes(store: Any) -> Iterator[tuple[str, Any]]:
        (x, first), (y, second) = store.sources
        yield "components swapped", replace(store, sources=((y, first), (x, second)))
        yield "another mark for nothing", replace(store, none=5)
        yield (
            "flags swapped",
            replace(
                store, flags=tuple(zip([f for f, _ in store.flags], [f for _, f in store.flags[::-1]], strict=True))
            ),
        )
        yield (
            "varying without its flag",
            replace(store, file="varying", flags=(("register", store.flags[0][1]), store.flags[1])),
        )
        yield "temporaries through addr1", replace(store, indirect=(("temporary", "addr1"),))

    yield from _each(isa, "stores", "stores", changes)


def _branch(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    branch = isa.wide.branch
    for what, changed in (
        ("the high bit not inverted", replace(branch, inverted=False)),
        ("the condition of acc0", replace(branch, unit="acc0")),
        ("the condition of complex", replace(branch, unit="complex")),
        ("taken on zero", replace(branch, condition="foeq(a, 0.0)")),
        ("taken on positive", replace(branch, condition="folt(0.0, a)")),
        ("taken on not one", replace(branch, condition="fune(a, 1.0)")),
        ("stores not visible at the target", replace(branch, visible=())),
        ("temporaries visible at the target", replace(branch, visible=("register", "temporary"))),
    ):
        yield Mutant("branch", "branch", what, _wide(isa, branch=changed))


def _routes(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    routes = isa.wide.routes
    for index, route in enumerate(routes):
        subject = f"operand {route.code}"
        changes = (
            [(f"{3 - route.distance} instructions back", replace(route, distance=3 - route.distance))]
            if route.distance
            else []
        )
        if route.unit in ("acc0", "acc1", "mul0", "mul1"):
            changes.append(("of the other unit", replace(route, unit=route.unit[:-1] + "10"[int(route.unit[-1])])))
        elif route.unit in ("pass", "complex"):
            changes.append(("of acc0", replace(route, unit="acc0")))
        else:
            changes.append(("another component", replace(route, component=route.component ^ 1)))
        for what, changed in changes:
            yield Mutant("operands", subject, what, _wide(isa, routes=put(routes, index, changed)))
        later = index + 1
        if later < len(routes):
            swapped = exchange(routes, index, later, "code")
            yield Mutant("operands", subject, f"swapped with operand {routes[later].code}", _wide(isa, routes=swapped))


def _latencies(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    def changes(latency: Any) -> Iterator[tuple[str, Any]]:
        for by in (-1, 1):
            if latency.cycles + by >= 0:
                yield f"{latency.cycles + by} instructions", replace(latency, cycles=latency.cycles + by)

    yield from _each(isa, "latencies", "latencies", changes)


# ops ------------------------------------------------------------------------------------------------------------------

WRONG = {
    "mul": ("fadd(a, b)",),
    "select": ("select(fune(condition, 0.0), otherwise, then)", "select(folt(0.0, condition), then, otherwise)"),
    "add": ("fsub(a, b)",),
    "floor": ("ceil(a)", "trunc(a)", "rint(a)"),
    "sign": ("copysign(1.0, a)", "btof(folt(0.0, a))"),
    "ge": ("btof(folt(b, a))", "btof(fole(a, b))"),
    "lt": ("btof(fole(a, b))", "btof(folt(b, a))"),
    "min": ("fmax(a, b)", "a"),
    "max": ("fmin(a, b)", "a"),
    "complex_move": ("fneg(a)",),
    "pass_move": ("fneg(a)",),
    "clamp": ("fmin(fmax(a, high), low)",),
}


def _ops(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    for index, op in enumerate(isa.ops):
        for what, changed in _op_changes(op):
            yield Mutant("ops", op.name, what, replace(isa, ops=put(isa.ops, index, changed)))
        for later in range(index + 1, len(isa.ops)):
            other = isa.ops[later]
            if set(other.slots) & set(op.slots):
                swapped = exchange(isa.ops, index, later, "code")
                yield Mutant("ops", op.name, f"code swapped with {other.name}", replace(isa, ops=swapped))
                break


def _op_changes(op: Op) -> Iterator[tuple[str, Op]]:
    yield "another code", replace(op, code=op.code ^ 8 if op.slots == ("complex",) else 7 - op.code)
    for semantics in WRONG.get(op.name, ()):
        yield f"means {semantics}", replace(op, semantics=(semantics,))
    if op.window is not None:
        for what, window in _windows(op.window, op.slots[0]):
            yield what, replace(op, window=window)
        yield "to be stored", replace(op, window=replace(op.window, stored=True))
    if op.claims:
        yield "claims nothing", replace(op, claims=(), operands=op.operands[:2])
    if op.beside:
        yield "nothing beside it", replace(op, beside=())
    if op.name in ("select", "ge", "lt"):
        yield "first operands swapped", replace(op, operands=(op.operands[1], op.operands[0], *op.operands[2:]))


def _moves(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    def changes(move: Any) -> Iterator[tuple[str, Any]]:
        if move.rest:
            yield (
                "the other sign of the identity",
                replace(move, rest=(replace(move.rest[0], negate=not move.rest[0].negate),)),
            )

    for mutant in _each(isa, "copies", "moves", changes):
        yield replace(mutant, subject=f"copy in {isa.wide.moves[int(mutant.subject.split()[-1])].unit}")


def _sequences(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    wrong = {"rcp": "a", "rsqrt": "sqrt(a)", "exp2": "exp(a)", "log2": "log(a)"}
    for index, sequence in enumerate(isa.wide.sequences):
        name = sequence.function.name
        changes: list[tuple[str, Any]] = [
            (f"means {wrong[name]}", replace(sequence, function=replace(sequence.function, semantics=(wrong[name],))))
        ]
        for at, step in enumerate(sequence.steps):
            for by in (-1, 1):
                moved = replace(step, at=step.at + by)
                changes.append(
                    (
                        f"{step.op} {'later' if by > 0 else 'earlier'}",
                        replace(sequence, steps=put(sequence.steps, at, moved)),
                    )
                )
            if len(set(step.reads)) > 1:
                turned = replace(step, reads=(*step.reads[1:], step.reads[0]))
                changes.append(
                    (f"{step.op} with operands turned", replace(sequence, steps=put(sequence.steps, at, turned)))
                )
        for what, changed in changes:
            yield Mutant("functions", name, what, _wide(isa, sequences=put(isa.wide.sequences, index, changed)))


def _numbers(isa: WideIsa) -> Iterator[Mutant[WideIsa]]:
    wide: Wide = isa.wide
    yield Mutant("numbers", "operand 21", "not the mark for unused", _wide(isa, unused=8))
    yield Mutant("numbers", "operand 22", "not the identity", _wide(isa, identity=21))
    for index, (name, value) in enumerate(wide.modes):
        yield Mutant(
            "numbers", "mode", f"{value ^ 1} for {name}", _wide(isa, modes=put(wide.modes, index, (name, value ^ 1)))
        )
        yield Mutant(
            "numbers", "mode", f"not set for {name}", _wide(isa, modes=put(wide.modes, index, ("nothing", value)))
        )
    for name, limit in isa.limits.items():
        for changed in (limit - 1, limit + 1, limit // 16):
            yield Mutant("limits", name, f"{changed}", replace(isa, limits={**isa.limits, name: changed}))
    for index, file in enumerate(isa.files):
        for changed in (file.size("vertex") - 1, file.size("vertex") + 1):
            yield Mutant(
                "limits",
                file.name,
                f"{changed}",
                replace(isa, files=put(isa.files, index, replace(file, count={"vertex": changed}))),
            )


# the judgement --------------------------------------------------------------------------------------------------------


def judge(isa: WideIsa) -> str | None:
    """The outside evidence that contradicts the record, or None."""
    entries = recorded()
    programs = [entry for entry in entries if entry.program is not None]
    right = [entry for entry in programs if "mesa_wrong" not in (entry.program or {})]
    return (
        first_objection(words_wrong, entries[::-1], isa)
        or first_objection(program_wrong, right, isa)
        or first_objection(schedule_wrong, programs, isa)
    )


CAMPAIGN = Campaign(LIMA_VP, mutants, judge, "docs/tables/mutants-lima-vp.md")

if __name__ == "__main__":
    CAMPAIGN.run(__doc__)
