"""The schedule checker of the lima vertex processor, which checks decoded words without running them.

It shares only the ISA record with the simulator. Results of units are looked up along the code, since none survives a
jump; latencies and stored places are propagated along all edges of the control flow until nothing changes. Only checks
that depend on addresses at run time (the latency of temporaries) are left to the simulator.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gpucc.emit.lima_vp import LimaVpCoder, LimaVpRawWord, coder, decode_listing
from gpucc.interp.lima_vp_flow import LimaVpFlow, Place
from gpucc.interp.lima_vp_flow import build as build_flow
from gpucc.isa import lima_vp as facts
from gpucc.isa.lima_vp import INSTRUCTION_BYTES, LIMA_VP
from gpucc.isa.model import LETTERS, Fact, Level, Op, Window
from gpucc.isa.wide import Bundle, Issue, WideIsa, WideRead, WideStep, WideStore
from gpucc.isa.wide import Sequence as Combination
from gpucc.program import Constant
from gpucc.records import dataclass

REMEDIES = {
    "word": "encode it anew",
    "length": "shorten the program",
    "target": "jump to an instruction of the program; to leave it, put one that does nothing at its end",
    "nothing-there": "read the unit that computes the value, at the right distance",
    "window": "read the result in its window, or copy it in between",
    "jump": "carry the value over the jump in a register",
    "raw": "use the pieces of a function only as its sequence says",
    "sequence": "keep to the sequences of docs/lima-vp.md",
    "unused": "name an operand",
    "negate": "negate the operands or the consumer",
    "store": "store a result of this instruction, or copy the value in it",
    "latency": "read it later, or keep the value in the units",
    "unstored": "store it first on some path",
    "condition": "compute the condition in the branch's instruction",
    "limit": "use a lower address",
    "facts": "compile with a bolder setting of facts=, or without this",
}


@dataclass(frozen=True, slots=True)
class LimaVpViolation:
    """A broken rule. `instruction` counts from 0, as branch targets do; None concerns the whole program."""

    rule: str
    instruction: int | None
    unit: str
    message: str

    @property
    def remedy(self) -> str:
        return REMEDIES[self.rule]

    @property
    def token(self) -> int | None:
        return self.instruction

    @property
    def offset(self) -> int | None:
        return None if self.instruction is None else self.instruction * INSTRUCTION_BYTES

    def __str__(self) -> str:
        place = (
            "the program"
            if self.instruction is None
            else f"instruction {self.instruction} (byte {self.offset}), {self.unit}"
        )
        return f"rule {self.rule}, {place}: {self.message}"


def check(
    code: bytes, level: Level = "documented", constants: Sequence[Constant] = (), isa: WideIsa = LIMA_VP
) -> list[LimaVpViolation]:
    """All violations in a program, in order. `level` forbids facts that are less sure; with `constants`, branches that
    are always taken are known."""
    return examine(code, level, constants, isa)[0]


def examine(
    code: bytes, level: Level = "documented", constants: Sequence[Constant] = (), isa: WideIsa = LIMA_VP
) -> tuple[list[LimaVpViolation], list[Fact]]:
    """The violations as in `check`, and the facts that a program of well-formed instructions relies on, in the record's
    order."""
    found = coder(isa)
    listing = decode_listing(code, isa)
    broken = [
        LimaVpViolation("word", i, "the word", word.reason)
        for i, word in enumerate(listing.words)
        if isinstance(word, LimaVpRawWord)
    ]
    if listing.tail:
        broken.append(
            LimaVpViolation(
                "word", len(listing.words), "the word", f"cut off: {len(listing.tail)} of {INSTRUCTION_BYTES} bytes"
            )
        )
    if len(listing.words) > isa.limit("instructions"):
        broken.append(
            LimaVpViolation(
                "length",
                None,
                "",
                f"{len(listing.words)} instructions, and there is room for {isa.limit('instructions')}",
            )
        )
    if broken:
        return broken, []
    bundles = tuple(word for word in listing.words if isinstance(word, Bundle))
    checker = _Checker(found, bundles, constants)
    violations = [violation for i in sorted(checker.flow.reachable) for violation in checker.instruction(i)]
    used = list(checker.relies_on())
    violations += [
        LimaVpViolation("facts", i, unit, f"relies on {fact.name}, which is {fact.level}: {fact.statement}")
        for i, unit, fact in used
        if not fact.holds(level)
    ]
    known = {fact for _, _, fact in used}
    return sorted(dict.fromkeys(violations), key=lambda violation: violation.instruction or 0), [
        f for f in isa.facts if f in known
    ]


def facts_used(code: bytes, constants: Sequence[Constant] = (), isa: WideIsa = LIMA_VP) -> list[Fact]:
    """The facts of the record that a well-formed program relies on, in the record's order."""
    bundles = tuple(word for word in decode_listing(code, isa).words if isinstance(word, Bundle))
    used = {fact for _, _, fact in _Checker(coder(isa), bundles, constants).relies_on()}
    return [fact for fact in isa.facts if fact in used]


class _Checker:
    def __init__(self, found: LimaVpCoder, bundles: tuple[Bundle, ...], constants: Sequence[Constant]) -> None:
        self.coder = found
        self.wide = found.wide
        self.vec4 = found.isa.file("uniform", "vertex").size("vertex")
        self.bundles = bundles
        self.flow: LimaVpFlow = build_flow(found, bundles, constants)
        self.issued = [{issue.unit: issue for issue in bundle.issues} for bundle in bundles]

    def instruction(self, i: int) -> Iterator[LimaVpViolation]:
        bundle = self.bundles[i]
        for issue in bundle.issues:
            yield from self.issue(i, issue)
        for store in bundle.stores:
            yield from self.store(i, store)
        for unit, place, at in self.flow.loaded(i):
            yield from self.timing(i, unit, place, at)
        for load in bundle.loads:
            if load.file == "uniform" and load.address >= self.vec4:
                yield LimaVpViolation("limit", i, load.unit, f"vec4 {load.address} of {self.vec4}")
        if bundle.branch is not None:
            if bundle.branch >= len(self.bundles):
                yield LimaVpViolation(
                    "target",
                    i,
                    "branch",
                    f"jumps to instruction {bundle.branch}, but the last one is {len(self.bundles) - 1}",
                )
            if self.produced(i, self.wide.branch.unit) is None:
                yield LimaVpViolation(
                    "condition", i, "branch", f"{self.wide.branch.unit} computes no condition in this instruction"
                )

    # operands

    def issue(self, i: int, issue: Issue) -> Iterator[LimaVpViolation]:
        op = self.coder.ops[issue.op]
        if issue.negate and "neg" not in op.modifiers:
            yield LimaVpViolation("negate", i, issue.unit, f"the result of {op.name} cannot be negated")
        wrong = False
        for read in self.taken(issue, op):
            for violation in self.read(i, issue, read):
                wrong = True
                yield violation
        if op.opaque and not wrong:
            reason = self.mismatch(i, issue)
            if reason:
                yield LimaVpViolation("sequence", i, issue.unit, reason)

    def taken(self, issue: Issue, op: Op) -> list[WideRead]:
        """Return the operands that count. If an op has fewer operands than its unit has ports, the other ports are
        ignored."""
        return [read for read, operand in zip(issue.reads, op.operands, strict=False) if not operand.place]

    def read(self, i: int, issue: Issue, read: WideRead) -> Iterator[LimaVpViolation]:
        if read.unit == "unused":
            yield LimaVpViolation("unused", i, issue.unit, f"{issue.op} reads an operand marked unused")
            return
        if read.unit == "identity":
            return
        shown = f"{issue.op} reads {read.unit} of {read.distance} instruction{'s' * (read.distance != 1)} before"
        barrier = self.flow.barrier(i, read.distance)
        if barrier:
            yield LimaVpViolation("jump", i, issue.unit, f"{shown}, but {barrier}")
            return
        if read.unit in self.coder.loads:
            window = self.coder.loads[read.unit].window
        else:
            op = self.produced(i - read.distance, read.unit)
            if op is None:
                yield LimaVpViolation("nothing-there", i, issue.unit, f"{shown}, which computes nothing")
                return
            window = op.window or self.coder.units[read.unit].window
            if op.opaque and not self.ends_sequence(op) and not self.coder.ops[issue.op].opaque:
                yield LimaVpViolation("raw", i, issue.unit, f"{shown}, the raw result of {op.name}")
        if not window.first <= read.distance <= window.last:
            yield LimaVpViolation("window", i, issue.unit, f"{shown}, but its result can be read {_span(window)} later")

    def produced(self, i: int, unit: str) -> Op | None:
        """The op whose result a unit gives in an instruction, or None."""
        issue = self.issued[i].get(unit)
        op = self.coder.ops[issue.op] if issue else None
        return None if op is None or op.result == "none" else op

    def ends_sequence(self, op: Op) -> bool:
        return any(combination.result.op == op.name for combination in self.wide.sequences)

    # sequences

    def mismatch(self, i: int, issue: Issue) -> str | None:
        reasons = []
        for combination in self.wide.sequences:
            for step in combination.steps:
                if step.op == issue.op:
                    reason = self.match(combination, step, i, issue, {})
                    if reason is None:
                        return None
                    reasons.append(f"{combination.function.name}: {reason}")
        return f"{issue.op} fits no sequence ({'; '.join(reasons)})"

    def match(
        self, combination: Combination, step: WideStep, i: int, issue: Issue, bound: dict[str, object]
    ) -> str | None:
        steps = {other.name: other for other in combination.steps}
        for name, read in zip(step.reads, issue.reads, strict=False):
            other = steps.get(name)
            source = self.source(i, read)
            if other is None:
                if bound.setdefault(name, source) != source:
                    return f"{step.op} does not read the same value in all places"
                if isinstance(source, tuple) and source[0] == "result" and self.raw_at(source):
                    return f"{step.op} reads a raw result instead of a number"
                continue
            j = i - read.distance
            producer = self.issued[j].get(read.unit) if read.distance and j >= 0 else None
            if producer is None or producer.op != other.op:
                return f"{step.op} does not read {other.op} directly"
            if read.distance != step.at - other.at:
                return f"{step.op} reads {other.op} {read.distance} instructions later, not {step.at - other.at}"
            if bound.setdefault(name, (j, read.unit)) != (j, read.unit):
                return f"{step.op} reads two results of {other.op}"
            reason = self.match(combination, other, j, producer, bound)
            if reason:
                return reason
        return None

    def raw_at(self, source: tuple[object, ...]) -> bool:
        _, j, unit, _ = source
        assert isinstance(j, int)
        op = self.produced(j, str(unit))
        return op is not None and op.opaque and not self.ends_sequence(op)

    def source(self, i: int, read: WideRead) -> tuple[object, ...]:
        """The source of a value, through copies: equal sources are equal values."""
        negate = read.negate
        while True:
            if read.unit == "identity":
                return ("identity", i, negate)
            if read.unit in self.coder.loads:
                load = self.coder.load(self.bundles[i - read.distance], read.unit)
                return (load.file, load.address, load.index, read.component, negate)
            i -= read.distance
            issue = self.issued[i].get(read.unit)
            copies = issue is not None and any(
                move.unit == issue.unit and move.op == issue.op and move.rest == issue.reads[1:]
                for move in self.wide.moves
            )
            if (
                issue is None
                or not copies
                or self.flow.barrier(i, issue.reads[0].distance)
                or issue.reads[0].unit == "unused"
            ):
                return ("result", i, read.unit, negate)
            read = issue.reads[0]
            negate ^= issue.negate ^ read.negate

    # stores and times

    def store(self, i: int, store: WideStore) -> Iterator[LimaVpViolation]:
        for source in filter(None, store.sources):
            op = self.produced(i, source)
            if op is None:
                yield LimaVpViolation(
                    "store", i, store.unit, f"stores the result of {source}, which computes nothing in this instruction"
                )
                continue
            window = op.window or self.coder.units[source].window
            if not window.stored or (op.opaque and not self.ends_sequence(op)):
                yield LimaVpViolation("store", i, store.unit, f"the result of {op.name} cannot be stored")
        for file, index in self.coder.stores[store.unit].indirect:
            set_here = {self.coder.ops[issue.op].effect for issue in self.bundles[i].issues}
            if store.file == file and any(store.sources) and index not in set_here:
                yield from self.timing(i, store.unit, (index, 0, 0), i)

    def timing(self, i: int, unit: str, place: Place, at: int) -> Iterator[LimaVpViolation]:
        """Check that a place can be read in instruction `at`, on behalf of instruction i."""
        file, address, component = place
        shown = file if file in self.coder.ops else f"{file} {address}.{LETTERS[component]}"
        if place not in self.flow.stored[at]:
            yield LimaVpViolation("unstored", i, unit, f"reads {shown}, which nothing has stored on any path")
        elif place in self.flow.young[at]:
            wait = self.flow.latency[file]
            yield LimaVpViolation(
                "latency",
                i,
                unit,
                f"reads {shown} {self.flow.young[at][place]} instructions after its store, and the latency is {wait}",
            )

    # facts

    def relies_on(self) -> Iterator[tuple[int, str, Fact]]:
        for i in sorted(self.flow.reachable):
            bundle = self.bundles[i]
            for issue in bundle.issues:
                for fact in self.facts_of(i, issue):
                    yield i, issue.unit, fact
            for load in bundle.loads:
                if load.index:
                    for fact in (facts.ADDRESS_REGISTERS, facts.ADDRESS_UNIT, facts.ADDRESS_TRUNCATION):
                        yield i, load.unit, fact
                if load.file == "uniform" and load.address >= 256:
                    yield i, load.unit, facts.FAR_UNIFORM
            for store in bundle.stores:
                if store.file == "temporary":
                    yield i, store.unit, facts.TEMPORARY_STORE
                    if not any(self.coder.ops[issue.op].effect == "addr0" for issue in bundle.issues):
                        yield i, store.unit, facts.ADDRESS0_KEEPS
            if bundle.branch is not None and bundle.branch >= 256:
                yield i, "branch", facts.FAR_BRANCH
            for unit, place, at in self.flow.loaded(i):
                if place in self.flow.young_unless_jumped[at] and place not in self.flow.young[at]:
                    yield i, unit, facts.VISIBLE_AFTER_BRANCH

    def facts_of(self, i: int, issue: Issue) -> Iterator[Fact]:
        op = self.coder.ops[issue.op]
        if op.fact is not None:
            yield op.fact
        moves = {move.op for move in self.wide.moves}
        for read in self.taken(issue, op):
            if read.unit == "identity" and op.name not in moves:
                yield facts.IDENTITY_BEYOND_ADD
            code = self.coder.codes.get((read.unit, read.distance, read.component))
            fact = None if code is None else self.coder.routes[code].fact
            if fact is not None and read.distance:
                yield fact
            if any(self.bundles[j].branch is not None for j in range(max(0, i - read.distance), i)):
                yield facts.FALL_THROUGH


def _span(window: Window) -> str:
    return f"exactly {window.first}" if window.first == window.last else f"{window.first} to {window.last}"
