"""Random instructions that the encoder accepts, and random straight programs that mostly obey the timing rules."""

from __future__ import annotations

import random

from gpucc.emit.lima_vp import CODER
from gpucc.isa.lima_vp import LIMA_VP
from gpucc.isa.model import Op
from gpucc.isa.wide import Bundle, Issue, Load, WidePort, WideRead, WideStore

WIDE = LIMA_VP.wide


def bundle(rng: random.Random) -> Bundle:
    """Any instruction that has an encoding; its operands need not exist."""
    issues = [_issue(rng, unit, op) for unit, op in _ops(rng)]
    loads = tuple(
        Load(
            load.name,
            rng.choice(load.files)[0],
            rng.randrange(512 if load.index else 16),
            rng.choice(load.indices)[0] if load.index else "",
        )
        for load in WIDE.loads
    )
    branch = rng.randrange(512) if rng.random() < 0.2 else None
    stores = []
    for store in WIDE.stores:
        file = rng.choice(["register", "varying"] + (["temporary"] if branch is None else []))
        sources = tuple(rng.choice(["", "", *CODER.units]) for _ in store.sources)
        stores.append(WideStore(store.name, file, 0 if file == "temporary" else rng.randrange(16), sources))
    return _canonical(Bundle(tuple(issues), loads, tuple(stores), branch))


def _canonical(given: Bundle) -> Bundle:
    """The bundle without loads and stores that equal the defaults, which a decoded bundle leaves out."""
    loads = tuple(load for load in given.loads if load != CODER.load(Bundle(), load.unit))
    stores = tuple(store for store in given.stores if store != CODER.store(Bundle(), store.unit))
    return Bundle(given.issues, loads, stores, given.branch)


def _ops(rng: random.Random) -> list[tuple[str, Op]]:
    found: list[tuple[str, Op]] = []
    accumulate = rng.choice([op for op in LIMA_VP.ops if "acc0" in op.slots])
    found += [(unit, accumulate) for unit in ("acc0", "acc1") if rng.random() < 0.7]
    leader = rng.choice([op for op in LIMA_VP.ops if "mul0" in op.slots])
    if leader.name == "mul":
        found += [(unit, leader) for unit in ("mul0", "mul1") if rng.random() < 0.7]
    else:
        found.append(("mul0", leader))
        if leader.beside and rng.random() < 0.7:
            found.append(("mul1", CODER.ops["mul"]))
    for unit in ("complex", "pass"):
        if rng.random() < 0.7:
            found.append((unit, rng.choice([op for op in LIMA_VP.ops if unit in op.slots])))
    return found


def _issue(rng: random.Random, unit: str, op: Op) -> Issue:
    reads = [_read(rng, port) for port in CODER.ports(unit, op)]
    if all(read.unit == "unused" for read in reads):
        reads[0] = WideRead("load", 0, rng.randrange(4), bool(reads[0].negate))
    return Issue(unit, op.name, tuple(reads), bool(CODER.units[unit].negate) and rng.random() < 0.3)


def _read(rng: random.Random, port: WidePort) -> WideRead:
    negate = bool(port.negate) and rng.random() < 0.3
    choice = rng.random()
    if choice < 0.08:
        return WideRead("unused", negate=negate)
    if choice < 0.2 and port.identity is not None:
        return WideRead("identity", negate=negate)
    route = rng.choice([route for route in WIDE.routes if route.code != WIDE.identity or port.identity is None])
    return WideRead(route.unit, route.distance, route.component, negate)


class Program:
    """A straight program, instruction by instruction; `slips` is the probability that an operand is chosen without
    checking that it exists."""

    def __init__(self, seed: int, length: int, slips: float) -> None:
        self.rng = random.Random(seed)
        self.slips = slips
        self.bundles: list[Bundle] = []
        self.results: list[dict[str, Op]] = []
        self.registers: dict[tuple[int, int], int] = {}
        # remaining parts of functions that have begun, by instruction
        self.planned: dict[int, list[Issue]] = {}
        for _ in range(length):
            self.step()

    def plan(self) -> None:
        """Begin a function: its steps are in this and the next instructions, its operand is an attribute or an earlier
        result."""
        rng, now = self.rng, len(self.bundles)
        name = rng.choice(["rcp", "rsqrt", "exp2", "log2"])
        able = [
            unit
            for unit, op in (self.results[-1].items() if self.results else ())
            if not op.opaque and unit != "complex"
        ]
        x, later = (WideRead(rng.choice(able), 1), 2) if able and rng.random() < 0.5 else (WideRead("load"), 0)
        if name == "exp2":
            self.add(now, "pass", "preexp2", x)
            now, x, later = now + 1, WideRead("pass", 1), 2
        self.add(now, "mul0", "complex2", x, x)
        self.add(now, "complex", f"{name}_part", x)
        part = WideRead("complex", 1)
        self.add(now + 1, "mul0", "complex1", part, WideRead("mul0", 1), part, WideRead(x.unit, later, x.component))
        if name == "log2":
            self.add(now + 3, "pass", "postlog2", WideRead("mul0", 2))

    def add(self, at: int, unit: str, op: str, *reads: WideRead) -> None:
        if self.rng.random() < self.slips:
            at += 1
        if self.rng.random() < self.slips:
            reads = (_read(self.rng, CODER.ports(unit, CODER.ops[op])[0]), *reads[1:])
        self.planned.setdefault(at, []).append(Issue(unit, op, reads))

    def step(self) -> None:
        rng, now = self.rng, len(self.bundles)
        if not any(at >= now for at in self.planned) and rng.random() < 0.4:
            self.plan()
        attribute = rng.random() < 0.6
        loads = [
            Load("reg0", "attribute" if attribute else "register", rng.randrange(3)),
            Load("reg1", "register", rng.randrange(3)),
            Load("load", "uniform", 0 if self.planned else rng.randrange(3)),
        ]
        issues = self.planned.pop(now, [])
        issues = [issue for i, issue in enumerate(issues) if issue.unit not in {other.unit for other in issues[:i]}]
        issues += [self.issue(unit, op, loads) for unit, op in self.free(issues)]
        frame = {issue.unit: CODER.ops[issue.op] for issue in issues}
        stores = []
        for store in WIDE.stores:
            able = [unit for unit, op in frame.items() if not op.opaque]
            sources = tuple(rng.choice(able) if able and rng.random() < 0.4 else "" for _ in store.sources)
            if rng.random() < self.slips:
                sources = (rng.choice([*CODER.units]), "")
            address = rng.randrange(3)
            stores.append(WideStore(store.name, "register", address, sources))
            for (component, _), source in zip(store.sources, sources, strict=True):
                if source:
                    self.registers[address, component] = now
        self.bundles.append(_canonical(Bundle(tuple(issues), tuple(loads), tuple(stores))))
        self.results.append(frame)

    def free(self, issues: list[Issue]) -> list[tuple[str, Op]]:
        """Ops with numeric results for units that are still free."""
        planned = {issue.unit: issue.op for issue in issues}
        found = [
            (unit, op) for unit, op in _ops(self.rng) if unit not in planned and op.semantics and op.result != "none"
        ]
        if "mul0" in planned:
            found = [(unit, op) for unit, op in found if not unit.startswith("mul")]
            if planned["mul0"] == "complex2" and self.rng.random() < 0.5:
                found.append(("mul1", CODER.ops["mul"]))
        return found

    def issue(self, unit: str, op: Op, loads: list[Load]) -> Issue:
        reads = []
        for port in CODER.ports(unit, op):
            read = self.number(loads)
            if self.rng.random() < self.slips:
                read = _read(self.rng, port)
            while read.unit == "complex" and port.identity is not None:
                read = self.number(loads)
            reads.append(
                WideRead(read.unit, read.distance, read.component, bool(port.negate) and self.rng.random() < 0.2)
            )
        return Issue(unit, op.name, tuple(reads), "neg" in op.modifiers and self.rng.random() < 0.2)

    def number(self, loads: list[Load]) -> WideRead:
        """An operand that exists and is a number."""
        able = [WideRead("load", 0, component) for component in range(4)]
        for load in loads[:2]:
            for component in range(4):
                stamp = self.registers.get((load.address, component))
                if load.file == "attribute" or (stamp is not None and len(self.bundles) - stamp >= 3):
                    able.append(WideRead(load.unit, 0, component))
        for distance in (1, 2):
            if distance <= len(self.results):
                for unit, op in self.results[-distance].items():
                    if not op.opaque and (unit, distance) != ("complex", 2):
                        able.append(WideRead(unit, distance))
        return self.rng.choice(able)
